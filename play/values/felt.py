"""What lies on the cloth of a table: zones, seats, dice, blank cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from sys import intern

from cards.face.drawn_back import DrawnBack
from play.table.state import State
from play.values.acts import Act
from play.values.pieces import MARKS_NEAR, CounterView, Mark, PieceView
from studio.live.parts import KeepsDrawn, LaidOut, PartCall
from studio.people.seal import Seal
from studio.speed.hashing import KeepsHash
from studio.web.words import isolated

OWN_TOKENS_NEAR = 2  # kinds of token that one's own plate has room for


@dataclass(frozen=True, slots=True)
class ZoneView(KeepsDrawn):
    """A pile, row, area or hand. `words` counts ("27 cards"); `pieces` are what lies open, of a pile only its top.

    `address` is its sheet: browse, look at the top, search, shuffle. `short` is what stands under the pile. `owner` is
    the seat whose it is, 0 for the table's. A card that is dropped here is sent with the first of the verbs `drops`
    that it offers, and moved where it offers none of them; an Action with those of `drops_actions` before. In a row or
    area that `lies_down` cards lie face down; `is_usual`: Things are played there. `purpose` is what it is for, in the
    words of its deck, and `into` what is said of a card that is held over it.
    """

    key: str
    name: str
    short: str
    is_pile: bool
    count: int
    words: str
    owner: int = 0
    pieces: tuple[PieceView, ...] = ()
    drops: tuple[str, ...] = ()
    is_hidden: bool = False
    may_browse: bool = False
    acts: tuple[Act, ...] = ()
    address: str = ""
    drops_actions: tuple[str, ...] = ()
    lies_down: bool = False
    is_usual: bool = False
    purpose: str = ""
    into: str = ""
    id: str = field(init=False, compare=False)  # of its element

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", intern(f"at-{self.key}"))

    @property
    def top(self) -> PieceView | None:
        return self.pieces[0] if self.pieces else None


@dataclass(frozen=True, slots=True)
class SeatView(KeepsDrawn):
    """A place at the table. `member` is None when nobody sits there; `note` is "to move", "away", "out", "ready" …

    `hand` counts, `hand_key` is what the hand is called; `shown` are cards of it that the viewer was shown. `address`
    is the sheet of what can be asked of or done with this seat. `sit` is there while it is free and the viewer may
    take it.
    """

    number: int
    name: str
    seal: Seal | None = None
    member: int | None = None
    is_me: bool = False
    has_turn: bool = False
    is_playing: bool = False
    is_ready: bool = False
    is_out: bool = False
    is_away: bool = False
    is_muted: bool = False
    team: int = 0
    side: str = ""
    note: str = ""
    hand: int = 0
    hand_words: str = ""
    hand_key: str = ""
    shown: tuple[PieceView, ...] = ()
    zones: tuple[ZoneView, ...] = ()
    counters: tuple[CounterView, ...] = ()
    tokens: tuple[Mark, ...] = ()
    address: str = ""
    sit: Act | None = None
    id: str = field(init=False, compare=False)  # of its element

    def __post_init__(self) -> None:
        object.__setattr__(self, "id", intern(f"s-{self.number}"))

    @property
    def plate(self) -> SeatView:
        """The same but for what lies there."""
        return _plate(self) if self.zones or self.shown else self

    @property
    def tokens_near(self) -> tuple[Mark, ...]:
        """Those that one's own plate has room for; one more stands in the place of the words that count it."""
        return self.tokens if len(self.tokens) <= OWN_TOKENS_NEAR + 1 else self.tokens[:OWN_TOKENS_NEAR]

    @property
    def tokens_folded(self) -> int:
        """How many more kinds one's own sheet shows."""
        return len(self.tokens) - len(self.tokens_near)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Every number that lies before this seat, with its name: its counters, then its tokens."""
        counters = tuple(Mark(c.name, c.value, f"{isolated(c.name)} {c.value}") for c in self.counters)
        return (*counters, *self.tokens)

    @property
    def marks_near(self) -> tuple[Mark, ...]:
        """Those that a plate has room for."""
        return self.marks[:MARKS_NEAR]

    @property
    def marks_folded(self) -> int:
        """How many more its sheet shows."""
        return len(self.marks[MARKS_NEAR:])

    @property
    def marks_besides(self) -> int:
        """How many more there are than the first, which alone stands on the plates of a crowd."""
        return len(self.marks[1:])


@lru_cache(maxsize=1000)
def _plate(seat: SeatView) -> SeatView:
    return replace(seat, zones=(), shown=())


@dataclass(frozen=True, slots=True)
class DieView:
    """`face` is what it shows ("" until rolled); `pips` 1 to 6 where the faces are those of a common die. `last` says
    who threw it and what came of it."""

    id: str
    name: str
    face: str
    pips: int = 0
    colour: str = ""
    roll: Act | None = None
    last: str = ""
    is_coin: bool = False


@dataclass(frozen=True, slots=True)
class BlankPile:
    """The pile of blank cards at a creative table; `count` is None while there is no limit (C12).

    `address` is where one writes; "" for whoever only watches.
    """

    count: int | None
    words: str
    address: str
    fresh: Act | None = None


@dataclass(frozen=True, slots=True)
class FeltLayout(KeepsHash):
    """Where the parts of a cloth stand, by their ids; and what stands there that is no part. See `Felt`."""

    state: State
    is_paused: bool
    others: int
    near: str
    left: tuple[str, ...]
    top: tuple[str, ...]
    right: tuple[str, ...]
    free: tuple[Act | None, ...]  # chairs nobody sits on, each with how to sit down there
    rows: tuple[str, ...]
    piles: tuple[str, ...]
    mine: int  # the number of my seat, or 0
    my_zones: tuple[str, ...]

    @property
    def around(self) -> int:
        return len(self.left) + len(self.top) + len(self.right)


def _ids(shown: Iterable[SeatView | ZoneView]) -> tuple[str, ...]:
    return tuple([one.id for one in shown])


@dataclass(frozen=True, slots=True)
class Felt(LaidOut):
    """The cloth: the others in the order of the seats after mine, what is everybody's, and my own place.

    `others` are occupied or in the game; `free` may still be taken. A spectator has no `mine` and looks over the
    shoulder of the first, who then sits `near`. The rest sit round the cloth, clockwise: at the `left` from near to
    far, at the `top`, at the `right` from far to near. `tokens` are kinds that one may put somewhere.
    """

    title: str
    back: DrawnBack
    state: State
    others: tuple[SeatView, ...]
    mine: SeatView | None
    free: tuple[SeatView, ...]
    zones: tuple[ZoneView, ...]
    counters: tuple[CounterView, ...] = ()
    dice: tuple[DieView, ...] = ()
    blanks: BlankPile | None = None
    is_paused: bool = False
    round: int = 0
    held: str = ""
    tokens: tuple[Mark, ...] = ()
    tokens_near: tuple[str, ...] = ()  # the names of those that lie on the cloth; the rest are behind one button

    @property
    def near(self) -> SeatView | None:
        return self.others[0] if self.mine is None and self.others and self.state != "gathering" else None

    @property
    def _has_tray(self) -> bool:
        return bool(self.dice or self.counters or self.tokens)

    @property
    def layout(self) -> FeltLayout:
        near, others = self.near, _ids(self.others)
        around = others[1:] if near is not None else others
        beside = 0 if len(around) < 3 else 1 if len(around) < 6 else 2  # so many sit at each side
        far = len(around) - beside
        laid = ("blanks",) * (self.blanks is not None) + ("tray",) * self._has_tray
        return FeltLayout(
            state=self.state,
            is_paused=self.is_paused,
            others=len(others),
            near=near.id if near is not None else "",
            left=around[:beside],
            top=around[beside:far],
            right=around[far:],
            free=tuple([seat.sit for seat in self.free]),
            rows=tuple([zone.id for zone in self.zones if not zone.is_pile]),  # each of them in a row of its own
            piles=(*[zone.id for zone in self.zones if zone.is_pile], *laid),
            mine=self.mine.number if self.mine is not None else 0,
            my_zones=_ids(self.mine.zones) if self.mine is not None else (),
        )

    @property
    def parts(self) -> dict[str, PartCall]:
        back = self.back
        found = {seat.id: PartCall("play/_seat.html", ("seat", "back"), (seat, back)) for seat in self.others}
        mine = self.mine.zones if self.mine is not None else ()
        for zone, whose in (*((zone, "") for zone in self.zones), *((zone, "Yours") for zone in mine)):
            found[zone.id] = PartCall("play/_zone.html", ("zone", "back", "whose"), (zone, back, whose))
        if self.blanks is not None:
            found["blanks"] = PartCall("play/_blanks.html", ("blanks",), (self.blanks,))
        if self._has_tray:
            near = tuple([mark for mark in self.tokens if mark.name in self.tokens_near])
            folded = self.tokens if len(near) < len(self.tokens) else ()
            lies = (self.dice, self.counters, near, folded)
            found["tray"] = PartCall("play/_tray.html", ("dice", "counters", "tokens", "folded"), lies)
        if self.mine is not None:
            found["youplate"] = PartCall("play/_youplate.html", ("seat", "held"), (self.mine.plate, self.held))
        return found
