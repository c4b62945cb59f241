"""The equipment of a table as data. Plain Dvorak is `Kit()`; another game is another kit, not other code.

A kit belongs to a deck and is voted and versioned with it. Special Rules carry effects that patch it while they are
in force (cards/rules/effects.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.face.back import DeckBack
from cards.face.lexicon import Lexicon
from studio.speed.hashing import KeepsHash

Scope = Literal["shared", "seat"]
ZoneForm = Literal["pile", "hand", "row", "area"]
Facing = Literal["up", "down", "owner"]
Who = Literal["all", "owner", "nobody"]


@dataclass(frozen=True, slots=True)
class Select:
    """Which cards: all of what is named must hold; what is left empty does not matter."""

    kinds: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    sides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ZoneKit(KeepsHash):
    """A place for pieces. `face` is how they lie; `browse` who may look through; `refill_from` another zone.

    `capacity` is how many fit (None: any number). A zone of scope "seat" exists once for each seat. `purpose` is what
    it is for, in the group's words.
    """

    id: str
    name: str
    scope: Scope = "shared"
    form: ZoneForm = "pile"
    face: Facing = "up"
    browse: Who = "all"
    capacity: int | None = None
    refill_from: str = ""
    refill_when: Literal["", "needed", "empty"] = ""
    purpose: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Where cards begin: `copies` for each seat when `zone` is a seat's; shuffled or in the order of the numbers."""

    zone: str
    select: Select = Select()
    shuffled: bool = True


@dataclass(frozen=True, slots=True)
class Deal:
    """At the set-up so many go from one zone to another (to each seat's, when it is a seat's)."""

    take: str
    to: str
    count: int


@dataclass(frozen=True, slots=True)
class CounterKit:
    """A number that a seat, the table or a card has; None: no bound. `differs` names other starts by seat (1, 2 …)."""

    id: str
    name: str
    scope: Literal["seat", "shared", "card"] = "seat"
    start: int = 0
    least: int | None = 0
    most: int | None = None
    differs: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TokenKit:
    """A kind of token; any number of them. `colour` is "" or #rrggbb."""

    id: str
    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class DieKit:
    id: str
    name: str
    faces: tuple[str, ...] = ("1", "2", "3", "4", "5", "6")
    colour: str = ""


@dataclass(frozen=True, slots=True)
class PlayLimit:
    """So many cards of a kind in one turn; None: any number. Cards of the kinds `also` are played in their place."""

    kind: str
    count: int | None = 1
    also: tuple[str, ...] = ()

    def counts(self, kind: str) -> bool:
        """Whether a card of this kind is one of them."""
        return kind.casefold() in (one.casefold() for one in (self.kind, *self.also))


@dataclass(frozen=True, slots=True)
class Phase:
    """A part of a turn. `does` says what belongs there; doing something else asks once and is logged."""

    id: str
    name: str
    does: tuple[Literal["draw", "play", "discard"], ...] = ()


@dataclass(frozen=True, slots=True)
class TurnKit:
    """How a turn runs (B2). `draw_if_empty` is drawn instead by who begins a turn with an empty hand (0: the same)."""

    phases: tuple[Phase, ...] = (
        Phase("draw", "Draw", ("draw",)),
        Phase("play", "Play", ("play",)),
        Phase("discard", "Discard", ("discard",)),
    )
    draw: int = 1
    draw_if_empty: int = 0
    draw_from: str = "draw"
    plays: tuple[PlayLimit, ...] = (PlayLimit("Thing"), PlayLimit("Action"))
    hand_limit: int | None = 5
    abilities_use: str = "Action"
    abilities_each: int | None = None
    clockwise: bool = True


@dataclass(frozen=True, slots=True)
class SeatsKit:
    """How many sit; `teams` is 0 or how many teams (V1); `first` is who begins: at random or the first seat."""

    least: int = 2
    most: int = 8
    teams: int = 0
    first: Literal["random", "first"] = "random"


DVORAK_ZONES = (
    ZoneKit("draw", "Draw pile", "shared", "pile", "down", "nobody", refill_from="discard", refill_when="needed"),
    ZoneKit("discard", "Discard pile", "shared", "pile", "up", "all"),
    ZoneKit("hand", "Hand", "seat", "hand", "owner", "owner"),
    ZoneKit("area", "In play", "seat", "area", "up", "all"),
)


@dataclass(frozen=True, slots=True)
class Kit(KeepsHash):
    """`play_to` and `act_to` are where a played Thing and a played Action go; `discard_to` where what leaves play goes.

    `hand` is the zone that is each seat's hand; `sides` names the deck's sides (V2). `lexicon` is what the words and
    marks on its cards mean, `back` what is on the other side of all of them.
    """

    seats: SeatsKit = SeatsKit()
    zones: tuple[ZoneKit, ...] = DVORAK_ZONES
    sources: tuple[Source, ...] = (Source("draw"),)
    deals: tuple[Deal, ...] = (Deal("draw", "hand", 5),)
    counters: tuple[CounterKit, ...] = ()
    tokens: tuple[TokenKit, ...] = ()
    dice: tuple[DieKit, ...] = ()
    turn: TurnKit = TurnKit()
    play_to: str = "area"
    act_to: str = "discard"
    discard_to: str = "discard"
    hand: str = "hand"
    sides: tuple[str, ...] = ()
    lexicon: Lexicon = Lexicon()
    back: DeckBack = DeckBack()

    def zone(self, id: str) -> ZoneKit | None:
        for zone in self.zones:  # asked hundreds of times in one drawing
            if zone.id == id:
                return zone
        return None


DVORAK = Kit()

MULTI_DECK = Kit(
    zones=(
        ZoneKit("draw", "Draw pile", "seat", "pile", "down", "nobody", refill_from="discard", refill_when="needed"),
        ZoneKit("discard", "Discard pile", "seat", "pile", "up", "all"),
        ZoneKit("hand", "Hand", "seat", "hand", "owner", "owner"),
        ZoneKit("area", "In play", "seat", "area", "up", "all"),
    )
)
