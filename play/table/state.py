"""A table as a value: seats, zones, pieces, counters, dice, the turn. What is physically true, secrets included.

What one viewer may know of it is another type, `play.table.sight.Sight`, so that a template cannot leak.

Seats are numbered from 1. Zones list piece ids from the top (or left) on. People are ids of members of the table's
group; names live beside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from cards.rules.decision import Effect
from cards.rules.effects import kit_in_force
from cards.rules.kit import DVORAK, Kit
from play.table import upcasters
from play.table.zones import ZoneKey, key_of
from studio.kernel.schema import stored
from studio.speed.lately import weighed

State = Literal["gathering", "playing", "over"]
EQUIPMENT_KEPT = 8_000_000  # bytes of kits as they are in force: a thousand and more
FREE_DISCARD = "ask.free_discard"  # the exception that is noted once a turn for each seat
ProposalOutcome = Literal["", "in", "aside", "withdrawn"]  # what became of a proposal, "" while that is not known
AskedOfHand = Literal["hand_look", "hand_take", "hand_random"]  # of its owner (B8)
AskedOfTable = Literal["win", "abandon", "undo", "without", "remove", "mute", "unmute"]
About = Literal[AskedOfHand, "knock_out", AskedOfTable]


@dataclass(frozen=True, slots=True)
class CardText:
    """What the table must know of a card to keep its rules: its number, current face and kind."""

    number: int
    face: str
    kind: str = "Thing"
    traits: tuple[str, ...] = ()
    side: str = ""
    copies: int = 1
    title: str = ""


@dataclass(frozen=True, slots=True)
class RuleText:
    """A Special Rule that lies beside the table, with its effects (C7)."""

    number: int
    face: str
    effects: tuple[Effect, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical copy of a card. Its id is random and changes whenever it is shuffled.

    `onto` is the piece it is attached to; `side` the seat whose piles it goes back to (0: the shared ones);
    `known_to` the seats that were shown its face while it lies where they could not see it.
    """

    id: str
    card: int
    face_up: bool = False
    tapped: bool = False
    onto: str = ""
    side: int = 0
    tokens: tuple[tuple[str, int], ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    note: str = ""
    known_to: frozenset[int] = frozenset()


@stored(upcasters.person_is_a_member_1)
@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table. `member` is None when nobody sits there; a seat in play keeps its cards."""

    number: int
    member: int | None = None
    is_ready: bool = False
    team: int = 0
    side: str = ""
    is_out: bool = False
    is_muted: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    tokens: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is and what was done in it: (kind, how many) played, pieces whose ability was used.

    `first` is the seat that began the game: a round ends where it comes to them again. `let_go` are the seats that have
    discarded freely in it: a card that says so is one exception, however many cards leave the hand.
    """

    number: int = 0
    round: int = 0
    seat: int = 0
    phase: int = 0
    drawn: int = 0
    played: tuple[tuple[str, int], ...] = ()
    activated: tuple[tuple[str, int], ...] = ()
    extra: tuple[int, ...] = ()
    skipped: frozenset[int] = frozenset()
    first: int = 0
    let_go: frozenset[int] = frozenset()


@stored(upcasters.question_1)
@dataclass(frozen=True, slots=True)
class Question:
    """Something asked of others at the table that waits for their answers; number for life.

    `seats` must answer; `yes` and `no` have. `target` is the seat asked about; `count` how many cards are asked for;
    `to` the entry an undo goes back to; `words` why.
    """

    number: int
    about: About
    by: int
    seats: frozenset[int]
    yes: frozenset[int] = frozenset()
    no: frozenset[int] = frozenset()
    target: int = 0
    count: int = 0
    to: int = 0
    words: str = ""


@dataclass(frozen=True, slots=True)
class Looking:
    """A seat is looking at pieces that others may not see: the top of a pile, a searched pile, somebody's hand.

    Of a hand so many may be taken as its owner agreed to.
    """

    seat: int
    zone: ZoneKey
    pieces: tuple[str, ...]
    must_shuffle: bool = False
    takes: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """What words about a moment at a table name: who sat there, and what its cards and rules were called."""

    seats: tuple[Seat, ...]
    cards: Mapping[int, CardText]
    rules: tuple[RuleText, ...]

    def seat(self, number: int) -> Seat | None:
        return next((s for s in self.seats if s.number == number), None)


@weighed(EQUIPMENT_KEPT)
def _equipment(kit: Kit, rules: tuple[RuleText, ...]) -> Kit:
    """Asked for with every piece that is drawn, and changed by a vote alone."""
    return kit_in_force(kit, [effect for rule in rules for effect in rule.effects])


def _nothing() -> Mapping[Any, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Table:
    """`kit` is the deck's; `equipment` is what it is while the Special Rules in force change it. `next_kit` is laid for
    the next game, where its zones are others than those in which cards lie.

    `paused_by` is the proposal being voted on; while it is set nothing moves (C1). `pointing` is a seat and the piece
    its finger is on. `shown_out` and `hushed` are members, not seats: getting up and sitting down again changes nothing
    about it. `removals` counts how often somebody was shown out: every time the way in is another. `thrown` is the last
    throw of each die and of the coin: its id, whose seat, and what came of it. `named_tokens` are the players' own.
    """

    kit: Kit = DVORAK
    cards: Mapping[int, CardText] = field(default_factory=_nothing)
    rules: tuple[RuleText, ...] = ()
    seats: tuple[Seat, ...] = ()
    zones: Mapping[ZoneKey, tuple[str, ...]] = field(default_factory=_nothing)
    pieces: Mapping[str, Piece] = field(default_factory=_nothing)
    counters: tuple[tuple[str, int], ...] = ()
    dice: tuple[tuple[str, int], ...] = ()
    thrown: tuple[tuple[str, int, str], ...] = ()
    named_tokens: tuple[str, ...] = ()
    turn: Turn = Turn()
    state: State = "gathering"
    paused_by: int | None = None
    questions: tuple[Question, ...] = ()
    last_question: int = 0
    looking: tuple[Looking, ...] = ()
    pointing: tuple[int, str] = (0, "")
    winners: tuple[int, ...] = ()
    is_won_alone: bool = False  # nobody else was here to agree
    host: int | None = None
    is_creative: bool = False
    any_card: bool = False  # the engine rule of C5: any card may be amended or repealed
    allows_spectators: bool = True
    blanks: int | None = None
    games: int = 0
    shown_out: frozenset[int] = frozenset()
    hushed: frozenset[int] = frozenset()
    removals: int = 0
    next_kit: Kit | None = None

    @property
    def equipment(self) -> Kit:
        return _equipment(self.kit, self.rules)

    @property
    def scene(self) -> Scene:
        return Scene(self.seats, self.cards, self.rules)

    @property
    def sitting(self) -> tuple[Seat, ...]:
        """Seats with somebody in them."""
        return tuple(seat for seat in self.seats if seat.member is not None)

    def seat(self, number: int) -> Seat | None:
        for seat in self.seats:
            if seat.number == number:
                return seat
        return None

    def seat_of(self, member: int) -> Seat | None:
        return next((s for s in self.seats if s.member == member), None)

    @property
    def dealt(self) -> frozenset[int]:
        """The seats that have zones of their own: those the game was dealt to."""
        return frozenset(key.seat for key in self.zones if key.seat)

    def hand_of(self, seat: int) -> ZoneKey:
        """Where that seat's hand lies, whether it was dealt one or not."""
        return key_of(self.kit.hand, seat)

    def zone_of(self, piece: str) -> ZoneKey:
        """The zone a piece is in. KeyError when there is no such piece."""
        for zone, pieces in self.zones.items():
            if piece in pieces:
                return zone
        raise KeyError(piece)

    def attached_to(self, host: str) -> tuple[str, ...]:
        return tuple(p.id for p in self.pieces.values() if p.onto == host)

    def attached_below(self, host: str) -> list[str]:
        """Everything attached to a piece, and to that, and so on."""
        below: list[str] = []
        for id in self.attached_to(host):
            below += [id, *self.attached_below(id)]
        return below

    def counter_value(self, counter: str, *, on: int = 0, piece: str = "") -> int:
        """A counter's value, its start while nobody has touched it. KeyError for one the equipment does not have."""
        kit = next((k for k in self.equipment.counters if k.id == counter), None)
        if kit is None:
            raise KeyError(counter)
        pairs = self.counters
        start = kit.start
        if piece:
            pairs = self.pieces[piece].counters
        elif on:
            seat = self.seat(on)
            pairs = seat.counters if seat else ()
            start = dict(kit.differs).get(on, kit.start)
        return dict(pairs).get(counter, start)


COIN = ":coin"  # what is flipped, among what was thrown


def free_die(sides: int) -> str:
    """The id of a die that no kit has, ":d6". Ids of kits begin with a letter, so none of theirs is ever meant by it.

    Entries written before this say "d6", which is a kit's die where it has one of that id.
    """
    return f":d{sides}"


def with_piece(table: Table, piece: Piece) -> Table:
    return replace(table, pieces=MappingProxyType({**table.pieces, piece.id: piece}))


def with_seat(table: Table, number: int, change: Callable[[Seat], Seat]) -> Table:
    return replace(table, seats=tuple(change(s) if s.number == number else s for s in table.seats))
