"""What a deck's room is called and where it is, for the doors that lead to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cards import models as rows
from studio.people.join_codes import Room

# Filled by rooms built on top. Tables that look for players, as finished lines for the front door; and for a deck whose
# room ballots are held elsewhere just now, where: (words, address), or None.
LOOKING_FOR_PLAYERS: list[Callable[[], Sequence[object]]] = []
HELD_ELSEWHERE: list[Callable[[int], tuple[str, str] | None]] = []


def room_of_deck(stream_id: int) -> Room | None:
    """Title and workshop of a deck; None for one that was put away. One statement."""
    found = rows.Deck.objects.filter(stream_id=stream_id, deleted_at__isnull=True).values_list("title", "slug").first()
    if found is None:
        return None
    title, slug = found
    return Room(title or "Untitled deck", f"/decks/{slug}/workshop/")


def tables_open() -> tuple[object, ...]:
    """Tables that look for players. As many statements as the rooms built on top ask."""
    return tuple(line for find in LOOKING_FOR_PLAYERS for line in find())


def held_elsewhere(deck_id: int) -> tuple[str, str] | None:
    """Where this deck's room ballots are held, when it is not the workshop."""
    return next((place for find in HELD_ELSEWHERE if (place := find(deck_id)) is not None), None)
