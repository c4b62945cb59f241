"""Every call that goes up: what the apps above do for those they stand on, as protocols, each filled once.

Imports go play → cards → studio and never back. Where something below must ask or tell something above, it does so
through one of the three ports at the end of this file:

    DECKS   filled by cards (cards/ports.py): a group's people changed, who is who, a deck's door, audit, papers
    TABLES  filled by play (play/ports.py): the same for tables, and all that a deck asks of the table it is played at
    HINTS   filled by studio (studio/live/hub.py): what open pages are told after a commit

A port that is filled twice fails at once; one that nobody filled fails when the site starts (`check_filled`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Literal, Protocol, TypeVar

from django.core.exceptions import ImproperlyConfigured

MembershipChange = Literal["joined", "left", "removed", "merged"]


@dataclass(frozen=True, slots=True)
class Identity:
    """Who is who: a newcomer is `into` ("merged"), is not after all ("parted"), or was told no ("refused").

    `by` are the members who vouched, parted or said no; nobody where somebody signed in or a claim ended by itself.
    """

    group_id: int
    member: int
    into: int
    what: Literal["merged", "parted", "refused"]
    by: tuple[int, ...]
    since: datetime  # when the newcomer began to stand in; otherwise: now


@dataclass(frozen=True, slots=True)
class RoomLink:
    """What a stream is to people: its title and its address; `language` is the tag of the title's, if that is told."""

    title: str
    address: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Venue:
    """The creative table at which a deck is played: its stream, the members in its seats (at least one), its page."""

    stream_id: int
    seated: frozenset[int]
    address: str


class App(Protocol):
    """What each app that keeps streams does for the studio."""

    def membership_changed(self, group_id: int, member_id: int, what: MembershipChange, at: datetime) -> None:
        """Somebody came or went. Inside that transaction, under the group's lock.

        "merged": the seat is now another member's (`Member.merged_into`); who that is, `identity_changed` says.
        """

    def identity_changed(self, told: Identity) -> None:
        """Somebody was taken for an older member, or was not. Inside that transaction, after `membership_changed`."""

    def names_changed(self, groups: Sequence[int]) -> None:
        """Some of the people of these groups are called otherwise now. Inside that transaction."""

    def room_of(self, stream_id: int) -> RoomLink | None:
        """Title and address of a stream of this app that has a code on its wall; None where there is none."""

    def disagreements(self, read: Callable[[], None]) -> Iterator[str]:
        """What of this app's rows is not what its log tells, in words; nothing where all is well. `read` is called as
        often as a log was."""

    def forget_person(self, person_id: int) -> None:
        """Somebody wants to be forgotten: what this app keeps for them alone goes. Inside that transaction."""

    def bring_along(self, guest_id: int, person_id: int) -> None:
        """A guest turns out to be this person: what this app keeps for them alone comes along.

        Inside that transaction.
        """

    def papers_of(self, members: tuple[int, ...], person_id: int) -> dict[str, Any]:
        """What this app keeps about a person who is these members: lists of plain JSON by name."""


class Tables(App, Protocol):
    """What the app of tables does besides. A deck's own calls come with the deck's stream locked."""

    def deck_changed(self, deck_id: int, facts: Sequence[object], at: datetime) -> None:
        """A deck's facts (cards/rules/events/), inside its transaction. May lock a table, never another deck."""

    def venue_of(self, deck_id: int) -> Venue | None:
        """Where a deck's room ballots are held instead of in its workshop, if anywhere. Two statements."""

    def reach_of(self, deck_id: int, member: int) -> frozenset[int] | None:
        """The numbers of the cards that a member may ask to change while the draft is played (C5); None: any."""

    def shows_to(self, person_id: int, decks: frozenset[int]) -> bool:
        """Whether somebody belongs to a table at which one of these decks is played. One statement."""

    def sitting_at(self, streams: frozenset[int]) -> Mapping[int, int]:
        """Of these streams those whose people sit somewhere else meanwhile, and at which stream. One statement."""

    def is_dealt(self, group_id: int) -> bool:
        """Whether a game is on at the table of a draft of this group, where nobody new is dealt in. One statement."""

    def played_at(self, deck_id: int) -> int:
        """At how many tables a version of a deck was dealt, however often. One statement."""

    def played_by_deck(self, since: datetime | None = None) -> Mapping[int, int]:
        """The same of every deck that stands in the archive and was dealt at all, or since then. One statement."""

    def looking_for_players(self) -> Sequence[object]:
        """Public tables for the front door, as finished lines. Two statements."""

    def address_of_code(self, typed: str) -> str | None:
        """The page that a code belongs to which is no room's; None when it has not that form."""


class Hints(Protocol):
    """What open pages are told, after a commit. From any thread; never raises, never waits; may be lost."""

    def announce(self, stream_id: int, v: int) -> None:
        """This stream is at entry `v`."""

    def touch(self, stream_id: int, kind: str) -> None:
        """Something without an entry changed in a room: "presence", "people", "door"."""

    def doubt(self, person_id: int) -> None:
        """This person's rights changed: their sockets are looked at."""

    def departed(self, member_id: int) -> None:
        """This member left, was removed or merged: their sockets are looked at and closed."""


Filling = TypeVar("Filling")


class Port(Generic[Filling]):
    """A place for one implementation of a protocol."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._filling: Filling | None = None

    def fill(self, given: Filling) -> None:
        """Called once, by the app that owns it, when apps are ready. Raises ImproperlyConfigured the second time."""
        if self._filling is not None:
            raise ImproperlyConfigured(f"the port {self.name} is filled already, by {self._filling!r}")
        self._filling = given

    def get(self) -> Filling:
        """Raises ImproperlyConfigured while nobody has filled it."""
        if self._filling is None:
            raise ImproperlyConfigured(f"nobody has filled the port {self.name} (studio/ports.py)")
        return self._filling


DECKS: Port[App] = Port("DECKS")
TABLES: Port[Tables] = Port("TABLES")
HINTS: Port[Hints] = Port("HINTS")


def apps() -> tuple[App, ...]:
    """Both apps, in the order in which streams are locked: a deck's, then its table's."""
    return DECKS.get(), TABLES.get()


def check_filled(ports: Sequence[Port[Any]] = (DECKS, TABLES, HINTS)) -> None:
    """Raise ImproperlyConfigured for a port that nobody filled. Asked when the application is put together."""
    for port in ports:
        port.get()
