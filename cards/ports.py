"""What decks do for the studio (studio/ports.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from cards import actions, my_data
from cards import models as rows
from cards.face.language import tag
from cards.printing.queue import memory
from cards.rules.details import UNTITLED
from cards.search.keeping import touch
from cards.storage import audit, own_shelf
from studio import ports
from studio.web.addresses import path_to
from studio.web.words import say


class Decks(ports.App):
    def membership_changed(self, group_id: int, member_id: int, what: ports.MembershipChange, at: datetime) -> None:
        actions.follow_membership(group_id, member_id, what, at)

    def identity_changed(self, told: ports.Identity) -> None:
        actions.follow_identity(told)

    def names_changed(self, groups: Sequence[int]) -> None:
        """The archive finds decks by these names. One statement, and one for each deck that stands there."""
        touch(rows.ShelfDeck.objects.filter(deck__group_id__in=groups).values_list("pk", flat=True))

    def room_of(self, stream_id: int) -> ports.RoomLink | None:
        """Title and workshop of a deck; None for one that was put away. One statement."""
        standing = rows.Deck.objects.filter(stream_id=stream_id, deleted_at__isnull=True)
        found = standing.values_list("title", "slug", "language").first()
        if found is None:
            return None
        title, slug, language = found
        return ports.RoomLink(title or say(UNTITLED), path_to("workshop", slug=slug), tag(language) if title else "")

    def disagreements(self, read: Callable[[], None]) -> Iterator[str]:
        return audit.every_deck(read)

    def forget_person(self, person_id: int) -> None:
        memory.forget(person_id)
        own_shelf.forget(person_id)

    def bring_along(self, guest_id: int, person_id: int) -> None:
        memory.bring_along(guest_id, person_id)
        own_shelf.bring_along(guest_id, person_id)

    def papers_of(self, members: tuple[int, ...], person_id: int) -> dict[str, Any]:
        return my_data.papers_of(members, person_id)
