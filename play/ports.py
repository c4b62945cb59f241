"""What tables do for the studio and for the decks that are played at them (studio/ports.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from play import access, deck_listener, my_data
from play.queries import page
from play.storage import audit
from studio import ports

FRONT_DOOR = 4  # tables shown at the front door


class Tables(ports.Tables):
    def membership_changed(self, group_id: int, member_id: int, what: ports.MembershipChange, at: datetime) -> None:
        deck_listener.follow_membership(group_id, member_id, what, at)

    def identity_changed(self, told: ports.Identity) -> None:
        deck_listener.follow_identity(told)

    def names_changed(self, groups: Sequence[int]) -> None:
        """A table asks what its people are called when it is drawn."""

    def room_of(self, stream_id: int) -> ports.RoomLink | None:
        """A table has its own code (`address_of_code`) and none on its wall."""
        return None

    def disagreements(self, read: Callable[[], None]) -> Iterator[str]:
        return audit.every_table(read)

    def forget_person(self, person_id: int) -> None:
        """Nothing is kept at a table for somebody alone."""

    def bring_along(self, guest_id: int, person_id: int) -> None:
        """Nor anything that a guest would leave behind."""

    def papers_of(self, members: tuple[int, ...], person_id: int) -> dict[str, Any]:
        return my_data.papers_of(members, person_id)

    def deck_changed(self, deck_id: int, facts: Sequence[object], at: datetime) -> None:
        deck_listener.follow_deck(deck_id, facts, at)

    def venue_of(self, deck_id: int) -> ports.Venue | None:
        return deck_listener.venue_of(deck_id)

    def reach_of(self, deck_id: int, member: int) -> frozenset[int] | None:
        return deck_listener.reach_of(deck_id, member)

    def shows_to(self, person_id: int, decks: frozenset[int]) -> bool:
        return access.plays_with(person_id, decks)

    def sitting_at(self, streams: frozenset[int]) -> Mapping[int, int]:
        return deck_listener.tables_of(streams)

    def is_dealt(self, group_id: int) -> bool:
        return deck_listener.is_dealt(group_id)

    def played_at(self, deck_id: int) -> int:
        return deck_listener.tables_dealt(deck_id)

    def played_by_deck(self, since: datetime | None = None) -> Mapping[int, int]:
        return deck_listener.tables_dealt_by_deck(since)

    def looking_for_players(self) -> Sequence[object]:
        return page.looking_for_players(shown=FRONT_DOOR)

    def address_of_code(self, typed: str) -> str | None:
        return access.address_of_code(typed)
