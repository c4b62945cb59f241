"""What a deck's room is called and where it is, for the doors that lead to it."""

from __future__ import annotations

from cards import models as rows
from studio.rooms import Room


def room_of_deck(stream_id: int) -> Room | None:
    """Title and workshop of a deck; None for one that was put away. One statement."""
    found = rows.Deck.objects.filter(stream_id=stream_id, deleted_at__isnull=True).values_list("title", "slug").first()
    if found is None:
        return None
    title, slug = found
    return Room(title or "Untitled deck", f"/decks/{slug}/workshop/")
