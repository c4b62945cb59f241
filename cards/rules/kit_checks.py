"""Where a kit contradicts itself, with the place and the reason as messages. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from cards.rules.kit import CounterKit, DieKit, Kit, TokenKit, ZoneKit
from cards.rules.limits import (
    COUNTER_MAX,
    COUNTERS_MAX,
    DICE_MAX,
    DIE_FACES_MAX,
    KIT_NAME_MAX,
    PHASES_MAX,
    PLAYED_INSTEAD_MAX,
    PURPOSE_MAX,
    TOKENS_MAX,
    ZONES_MAX,
)
from studio.kernel.folding import is_bare
from studio.kernel.messages import LACKING, Message, Slot, message
from studio.kernel.refusals import Refused

_ID = re.compile(r"[a-z][a-z0-9_]{0,19}")

KitSection = Literal[
    "seats", "zones", "sources", "deals", "turn", "phases", "counters", "tokens", "dice", "symbols", "keywords",
    "kinds", "corners", "back",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something is amiss: the part of the kit's form, and what the place is called."""

    section: KitSection
    words: Slot


SEATS = Spot("seats", message("Seats"))
TURN = Spot("turn", message("Turn", context="kit"))
DEALT = Spot("deals", message("What is dealt"))
BEGINNING = Spot("sources", message("Where cards begin"))

_ROW: dict[KitSection, Message] = {
    "zones": message("Zone {name}"),
    "counters": message("Counter {name}"),
    "tokens": message("Token {name}"),
    "dice": message("Die {name}"),
    "phases": message("Phase {name}"),
    "symbols": message("Symbol {name}"),
    "keywords": message("Keyword {name}"),
    "kinds": message("Kind {name}"),
}


def spot_of(section: KitSection, name: str) -> Spot:
    """A row of a list, by its name."""
    return Spot(section, _ROW[section].given(name=name.strip() or LACKING))


def kit_amiss(spot: Spot, why: Message) -> Refused:
    """What is raised for a kit that contradicts itself, or cannot be read."""
    return Refused("kit.amiss", place=spot.words, why=why, section=spot.section)


Flaw = tuple[Spot, Message]


def check_kit(kit: Kit) -> None:
    """Raise Refused("kit.amiss", place=…, why=…, section=…) for the first contradiction."""
    for spot, why in _contradictions(kit):
        raise kit_amiss(spot, why)


def _contradictions(kit: Kit) -> Iterator[Flaw]:
    yield from _many(kit)
    if not 1 <= kit.seats.least <= kit.seats.most <= 8:
        yield SEATS, message("they go from 1 to 8, the fewer first")
    if kit.seats.teams and not 2 <= kit.seats.teams <= kit.seats.most:
        yield SEATS, message("there are at least two teams and at most as many as seats")
    yield from _named("zones", kit.zones)
    yield from _named("counters", kit.counters)
    yield from _named("tokens", kit.tokens)
    yield from _named("dice", kit.dice)
    yield from _named("phases", kit.turn.phases)
    yield from _zones(kit)
    yield from _goods(kit)
    yield from _turn(kit)
    for counter in kit.counters:
        yield from _counter(counter)
    for die in kit.dice:
        if not 2 <= len(die.faces) <= DIE_FACES_MAX or any(not 1 <= len(face) <= 12 for face in die.faces):
            why = message("it has 2 to {most} faces of 1 to {limit} characters", most=DIE_FACES_MAX, limit=12)
            yield spot_of("dice", die.name), why
    yield from _colours("tokens", kit.tokens)
    yield from _colours("dice", kit.dice)


def _colours(section: KitSection, items: tuple[TokenKit | DieKit, ...]) -> Iterator[Flaw]:
    for item in items:
        if item.colour and not re.fullmatch(r"#[0-9a-f]{6}", item.colour):
            yield Spot(section, item.name), message("its colour cannot be read")


def _many(kit: Kit) -> Iterator[Flaw]:
    for spot, items, limit in (
        (Spot("zones", message("Places for cards")), kit.zones, ZONES_MAX),
        (Spot("counters", message("Counters")), kit.counters, COUNTERS_MAX),
        (Spot("tokens", message("Tokens")), kit.tokens, TOKENS_MAX),
        (Spot("dice", message("Dice")), kit.dice, DICE_MAX),
        (Spot("phases", message("Phases")), kit.turn.phases, PHASES_MAX),
    ):
        if len(items) > limit:
            yield spot, message("there are at most {limit}", limit=limit)


def _named(section: KitSection, items: tuple[Any, ...]) -> Iterator[Flaw]:
    seen: set[str] = set()
    for item in items:
        if not _ID.fullmatch(item.id):
            yield spot_of(section, item.name or item.id), message("its short name is small letters and digits")
        if is_bare(item.name) or len(item.name) > KIT_NAME_MAX:
            yield spot_of(section, item.id), message("its name is 1 to {limit} characters", limit=KIT_NAME_MAX)
        if item.id in seen:
            yield spot_of(section, item.name), message("there are two of that short name")
        seen.add(item.id)


def _zones(kit: Kit) -> Iterator[Flaw]:
    known = {z.id for z in kit.zones}
    for words, id in (
        (message("Where a Thing goes"), kit.play_to),
        (message("Where an Action goes"), kit.act_to),
        (message("Where what is discarded goes"), kit.discard_to),
        (message("The hand"), kit.hand),
        (message("Where one draws from"), kit.turn.draw_from),
    ):
        if id not in known:
            yield Spot("turn", words), _no_zone(id)
    hand = kit.zone(kit.hand)
    if hand is not None and (hand.scope, hand.form, hand.face) != ("seat", "hand", "owner"):
        yield spot_of("zones", hand.name), message("the hand is one for each seat and for its owner's eyes")
    for zone in kit.zones:
        for why in _zone(zone, known):
            yield spot_of("zones", zone.name), why


def _zone(zone: ZoneKit, known: set[str]) -> Iterator[Message]:
    if zone.refill_from and zone.refill_from not in known:
        yield message("it refills from {zone}, which is not there", zone=zone.refill_from)
    if zone.refill_from == zone.id:
        yield message("it refills from itself")
    if bool(zone.refill_from) != bool(zone.refill_when):
        yield message("it must say both where it refills from and when")
    if zone.capacity is not None and not 1 <= zone.capacity <= 1000:
        yield message("it holds 1 to {most:,} cards", most=1000)
    if len(zone.purpose) > PURPOSE_MAX:
        yield message("what it is for is said in {limit} characters", limit=PURPOSE_MAX)


def _goods(kit: Kit) -> Iterator[Flaw]:
    """What begins where, and what is dealt."""
    known = {z.id for z in kit.zones}
    for source in kit.sources:
        if source.zone not in known:
            yield BEGINNING, _no_zone(source.zone)
    for deal in kit.deals:
        if deal.take not in known or deal.to not in known:
            yield DEALT, _no_zone(deal.take if deal.take not in known else deal.to)
        if not 0 <= deal.count <= 100:
            yield DEALT, message("0 to {most} cards", most=100)
    if not kit.sources:
        yield BEGINNING, message("the cards begin nowhere")


def _no_zone(id: str) -> Message:
    return message("there is no zone {zone}", zone=id)


def _turn(kit: Kit) -> Iterator[Flaw]:
    turn = kit.turn
    if not turn.phases:
        yield TURN, message("it has no phase")
    if not 0 <= turn.draw <= 100 or not 0 <= turn.draw_if_empty <= 100:
        yield TURN, message("0 to {most} cards are drawn", most=100)
    if turn.hand_limit is not None and not 0 <= turn.hand_limit <= 1000:
        yield TURN, message("the hand limit is 0 to {most:,}", most=1000)
    for limit in turn.plays:
        if is_bare(limit.kind) or (limit.count is not None and not 0 <= limit.count <= 100):
            yield TURN, message("a kind is played 0 to {most} times", most=100)
        if len(limit.also) > PLAYED_INSTEAD_MAX or any(map(is_bare, limit.also)):
            yield TURN, message("at most {most} kinds are played in place of one", most=PLAYED_INSTEAD_MAX)


def _counter(counter: CounterKit) -> Iterator[Flaw]:
    spot = spot_of("counters", counter.name)
    bounds = [n for n in (counter.least, counter.start, counter.most) if n is not None]
    if bounds != sorted(bounds) or any(abs(n) > COUNTER_MAX for n in bounds):
        yield spot, message("it starts between its least and its most, within {limit:,}", limit=COUNTER_MAX)
    for seat, start in counter.differs:
        if not 1 <= seat <= 8 or abs(start) > COUNTER_MAX:
            yield spot, message("what differs names a seat from 1 to 8")
