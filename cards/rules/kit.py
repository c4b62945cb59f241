"""The equipment of a table as data (KITS.md). Plain Dvorak is `Kit()`; another game is another kit, not other code.

A kit belongs to a deck and is voted and versioned with it. Special Rules carry effects that patch it while they are
in force (cards/rules/effects.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from studio.kernel.refusals import Refused

Scope = Literal["shared", "seat"]
Form = Literal["pile", "hand", "row", "area"]
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
class ZoneKit:
    """A place for pieces. `face` is how they lie; `browse` who may look through; `refill_from` another zone.

    `capacity` is how many fit (None: any number). A zone of scope "seat" exists once for each seat.
    """

    id: str
    name: str
    scope: Scope = "shared"
    form: Form = "pile"
    face: Facing = "up"
    browse: Who = "all"
    capacity: int | None = None
    refill_from: str = ""
    refill_when: Literal["", "needed", "empty"] = ""


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
    """So many cards of a kind in one turn; None: any number."""

    kind: str
    count: int | None = 1


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
class Kit:
    """`play_to` and `act_to` are where a played Thing and a played Action go; `discard_to` where what leaves play goes.

    `hand` is the zone that is each seat's hand; `sides` names the deck's sides (V2).
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

    def zone(self, id: str) -> ZoneKit | None:
        return next((z for z in self.zones if z.id == id), None)


DVORAK = Kit()

MULTI_DECK = Kit(
    zones=(
        ZoneKit("draw", "Draw pile", "seat", "pile", "down", "nobody", refill_from="discard", refill_when="needed"),
        ZoneKit("discard", "Discard pile", "seat", "pile", "up", "all"),
        ZoneKit("hand", "Hand", "seat", "hand", "owner", "owner"),
        ZoneKit("area", "In play", "seat", "area", "up", "all"),
    )
)

ZONES_MAX, COUNTERS_MAX, TOKENS_MAX, DICE_MAX, PHASES_MAX, FACES_MAX = 24, 16, 24, 16, 12, 20
NUMBER_MAX = 100_000
_ID = re.compile(r"[a-z][a-z0-9_]{0,19}")
NAME_MAX = 30


def check_kit(kit: Kit) -> None:
    """Raise Refused("kit.amiss", place=…, why=…) for the first contradiction, naming the place in words."""
    for place, why in _contradictions(kit):
        raise Refused("kit.amiss", place=place, why=why)


def _contradictions(kit: Kit) -> Iterator[tuple[str, str]]:
    yield from _many(kit)
    if not 1 <= kit.seats.least <= kit.seats.most <= 8:
        yield "Seats", "they go from 1 to 8, the fewer first"
    if kit.seats.teams and not 2 <= kit.seats.teams <= kit.seats.most:
        yield "Seats", "there are at least two teams and at most as many as seats"
    yield from _named("Zone", kit.zones)
    yield from _named("Counter", kit.counters)
    yield from _named("Token", kit.tokens)
    yield from _named("Die", kit.dice)
    yield from _named("Phase", kit.turn.phases)
    yield from _zones(kit)
    yield from _turn(kit)
    for counter in kit.counters:
        yield from _counter(counter)
    for die in kit.dice:
        if not 2 <= len(die.faces) <= FACES_MAX or any(not 1 <= len(face) <= 12 for face in die.faces):
            yield f"Die {die.name}", f"it has 2 to {FACES_MAX} faces of 1 to 12 characters"
    colours = [(token.name, token.colour) for token in kit.tokens] + [(die.name, die.colour) for die in kit.dice]
    for name, colour in colours:
        if colour and not re.fullmatch(r"#[0-9a-f]{6}", colour):
            yield name, "its colour cannot be read"


def _many(kit: Kit) -> Iterator[tuple[str, str]]:
    for place, items, limit in (
        ("Zones", kit.zones, ZONES_MAX),
        ("Counters", kit.counters, COUNTERS_MAX),
        ("Tokens", kit.tokens, TOKENS_MAX),
        ("Dice", kit.dice, DICE_MAX),
        ("Phases", kit.turn.phases, PHASES_MAX),
    ):
        if len(items) > limit:
            yield place, f"there are at most {limit}"


def _named(what: str, items: tuple[Any, ...]) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for item in items:
        if not _ID.fullmatch(item.id):
            yield f"{what} {item.name or item.id}".strip(), "its short name is small letters and digits"
        if not item.name.strip() or len(item.name) > NAME_MAX:
            yield f"{what} {item.id}", f"its name is 1 to {NAME_MAX} characters"
        if item.id in seen:
            yield f"{what} {item.name}", "there are two of that short name"
        seen.add(item.id)


def _zones(kit: Kit) -> Iterator[tuple[str, str]]:
    known = {z.id for z in kit.zones}
    named = {
        "Where a Thing goes": kit.play_to,
        "Where an Action goes": kit.act_to,
        "Where what is discarded goes": kit.discard_to,
        "The hand": kit.hand,
        "Where one draws from": kit.turn.draw_from,
    }
    for place, id in named.items():
        if id not in known:
            yield place, f"there is no zone {id}"
    hand = kit.zone(kit.hand)
    if hand is not None and (hand.scope, hand.form, hand.face) != ("seat", "hand", "owner"):
        yield f"Zone {hand.name}", "the hand is one for each seat and for its owner's eyes"
    for zone in kit.zones:
        if zone.refill_from and zone.refill_from not in known:
            yield f"Zone {zone.name}", f"it refills from {zone.refill_from}, which is not there"
        if zone.refill_from == zone.id:
            yield f"Zone {zone.name}", "it refills from itself"
        if bool(zone.refill_from) != bool(zone.refill_when):
            yield f"Zone {zone.name}", "it must say both where it refills from and when"
        if zone.capacity is not None and not 1 <= zone.capacity <= 1000:
            yield f"Zone {zone.name}", "it holds 1 to 1,000 cards"
    for source in kit.sources:
        if source.zone not in known:
            yield "Where cards begin", f"there is no zone {source.zone}"
    for deal in kit.deals:
        if deal.take not in known or deal.to not in known:
            yield "What is dealt", f"there is no zone {deal.take if deal.take not in known else deal.to}"
        if not 0 <= deal.count <= 100:
            yield "What is dealt", "0 to 100 cards"
    if not kit.sources:
        yield "Where cards begin", "the cards begin nowhere"


def _turn(kit: Kit) -> Iterator[tuple[str, str]]:
    turn = kit.turn
    if not turn.phases:
        yield "Turn", "it has no phase"
    if not 0 <= turn.draw <= 100 or not 0 <= turn.draw_if_empty <= 100:
        yield "Turn", "0 to 100 cards are drawn"
    if turn.hand_limit is not None and not 0 <= turn.hand_limit <= 1000:
        yield "Turn", "the hand limit is 0 to 1,000"
    for limit in turn.plays:
        if not limit.kind.strip() or (limit.count is not None and not 0 <= limit.count <= 100):
            yield "Turn", "a kind is played 0 to 100 times"


def _counter(counter: CounterKit) -> Iterator[tuple[str, str]]:
    bounds = [n for n in (counter.least, counter.start, counter.most) if n is not None]
    if bounds != sorted(bounds) or any(abs(n) > NUMBER_MAX for n in bounds):
        yield f"Counter {counter.name}", f"it starts between its least and its most, within {NUMBER_MAX:,}"
    for seat, start in counter.differs:
        if not 1 <= seat <= 8 or abs(start) > NUMBER_MAX:
            yield f"Counter {counter.name}", "what differs names a seat from 1 to 8"
