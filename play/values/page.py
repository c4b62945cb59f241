"""The page around the regions of a table, its door, and the lists of tables."""

from __future__ import annotations

from dataclasses import dataclass

from play.table.state import State
from play.values.acts import Act, Link
from play.values.felt import SeatView
from play.values.sheets import Option
from studio.people.seal import Seal
from studio.web.dates import TimeWords


@dataclass(frozen=True, slots=True)
class Invite:
    """How somebody gets to the table: `qr` is safe SVG of `link`. `note` says why there is no code."""

    link: str
    qr: str
    code: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a page of a table is, and as whom: what does not change while it is open. `seat` is 0 for a spectator."""

    code: str
    spoken: str
    title: str
    language: str
    stream_key: str
    seat: int
    me: int | None
    is_creative: bool
    edition: str
    address: str
    act_address: str
    say_address: str
    log_address: str
    propose_address: str = ""
    preview_address: str = ""
    fork_address: str = ""
    deck_address: str = ""
    replay_address: str = ""
    close: Act | None = None
    leave: Act | None = None
    lent: str = ""
    is_lent: bool = False


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list."""

    title: str
    language: str
    address: str
    code: str
    people: str
    edition: str
    state: State
    words: str
    changed: TimeWords
    seals: tuple[Seal, ...] = ()


@dataclass(frozen=True, slots=True)
class TableLists:
    """Tables one sits at, and public ones that look for players."""

    mine: tuple[TableLine, ...]
    open: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """The form that opens a table on a deck. `versions`: ("3", "Version 3, Harvest"), and ("draft", …) for members."""

    title: str
    language: str
    slug: str
    address: str
    versions: tuple[Option, ...]
    seats: tuple[Option, ...]
    may_create: bool
    is_private: bool = False
    wrong: str = ""
    running: Link | None = None


@dataclass(frozen=True, slots=True)
class DoorView:
    """A table as somebody sees it who has no seat: what is played, who sits there, and whether one may sit or watch.

    `joins` says that sitting down joins the group; `join_address` is where an invited stranger does so while there is
    no seat. `sides` may be chosen where the deck has them. `come_to_watch` takes
    a name from whoever watches a private deck being played.
    """

    title: str
    language: str
    code: str
    edition: str
    words: str
    seats: tuple[SeatView, ...]
    sit_address: str
    watch_address: str
    may_sit: bool
    come_to_watch: str = ""
    joins: str = ""
    join_address: str = ""
    sides: tuple[str, ...] = ()
    token: str = ""
    why_not: str = ""
