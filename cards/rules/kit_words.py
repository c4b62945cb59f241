"""A kit in words, part by part, and what differs between two of them. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cards.rules.decision import Effect
from cards.rules.effects import effect_words
from cards.rules.kit import CounterKit, Kit, PlayLimit, Select, ZoneKit
from cards.rules.word_diff import FieldChange, Piece, word_diff

FORMS = {"pile": "a pile", "hand": "a hand", "row": "a row", "area": "an area"}
FACES = {"up": "face up", "down": "face down", "owner": "for its owner's eyes"}
BROWSE = {"all": "anybody may look through it", "owner": "its owner may look through it", "nobody": "nobody looks in"}
REFILLS = {"needed": "when somebody needs to draw", "empty": "as soon as it is empty"}
BEGINS = {"random": "a random player begins", "first": "the first seat begins"}
DOES = {"draw": "drawing", "play": "playing", "discard": "discarding"}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a kit: the section it stands in, what it is called, what it says."""

    section: str
    name: str
    words: str


def kit_parts(kit: Kit) -> tuple[Part, ...]:
    """Everything a kit says, in the order in which one lays a table."""
    return tuple(_parts(kit))


def kit_diff(old: Kit, new: Kit) -> tuple[FieldChange, ...]:
    """Every part that differs, old words and new."""
    before = {(p.section, p.name): p.words for p in kit_parts(old)}
    after = {(p.section, p.name): p.words for p in kit_parts(new)}
    return tuple(
        FieldChange(section, name, word_diff(before.get((section, name), ""), after.get((section, name), "")))
        for section, name in dict.fromkeys([*after, *before])
        if before.get((section, name)) != after.get((section, name))
    )


def diff_lines(changes: Iterable[FieldChange]) -> tuple[str, ...]:
    """ "Hand limit: 7, was 5", for where there is no room for marks."""
    lines = []
    for change in changes:
        old = "".join(p.text for p in change.pieces if p.mark != "added")
        new = "".join(p.text for p in change.pieces if p.mark != "cut")
        lines.append(f"{change.name}: {new}, was {old}" if old and new else f"{change.name}: {new or 'taken away'}")
    return tuple(lines)


def effects_diff(old: tuple[Effect, ...], new: tuple[Effect, ...], names: Mapping[int, str]) -> tuple[FieldChange, ...]:
    """What a Special Rule does to the table, sentences that went and that came."""
    was, now = [effect_words(effect, names) for effect in old], [effect_words(effect, names) for effect in new]
    if was == now:
        return ()
    pieces = [Piece("same" if words in now else "cut", f"{words} ") for words in was]
    pieces += [Piece("added", f"{words} ") for words in now if words not in was]
    return (FieldChange("effects", "At the table", tuple(pieces)),)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count:,} cards"


def _parts(kit: Kit) -> Iterator[Part]:
    seats = kit.seats
    number = f"{seats.least} to {seats.most}" if seats.least != seats.most else str(seats.least)
    yield Part("Seats", "Seats", f"{number}; {BEGINS[seats.first]}")
    yield Part("Seats", "Teams", f"{seats.teams} teams" if seats.teams else "everybody for themselves")
    if kit.sides:
        yield Part("Seats", "Sides", ", ".join(kit.sides))
    for zone in kit.zones:
        yield Part("Zones", zone.name, _zone(kit, zone))
    for n, source in enumerate(kit.sources, 1):
        order = "shuffled" if source.shuffled else "in order of their numbers"
        name = "Cards begin" if n == 1 else f"Cards begin, {n}"
        yield Part("Set-up", name, f"{_select(source.select)} in {_zone_name(kit, source.zone)}, {order}")
    for n, deal in enumerate(kit.deals, 1):
        words = f"{_cards(deal.count)} from {_zone_name(kit, deal.take)} to {_zone_name(kit, deal.to)}"
        yield Part("Set-up", "Dealt" if n == 1 else f"Dealt, {n}", words)
    yield from _turn(kit)
    for counter in kit.counters:
        yield Part("Counters", counter.name, _counter(counter))
    for token in kit.tokens:
        yield Part("Tokens", token.name, f"tokens{f' in {token.colour}' if token.colour else ''}, any number")
    for die in kit.dice:
        yield Part("Dice", die.name, f"{', '.join(die.faces)}{f' in {die.colour}' if die.colour else ''}")


def _zone_name(kit: Kit, id: str) -> str:
    zone = kit.zone(id)
    if zone is None:
        return id
    return f"the {zone.name.lower()}" if zone.scope == "shared" else f"one's {zone.name.lower()}"


def _zone(kit: Kit, zone: ZoneKit) -> str:
    words = [
        f"{'one for all' if zone.scope == 'shared' else 'one for each seat'}, {FORMS[zone.form]}",
        FACES[zone.face],
        BROWSE[zone.browse],
    ]
    if zone.capacity is not None:
        words.append(f"holds {_cards(zone.capacity)}")
    if zone.refill_from:
        when = REFILLS.get(zone.refill_when, "")
        words.append(f"refilled from {_zone_name(kit, zone.refill_from)} {when}".strip())
    return ", ".join(words)


def _select(select: Select) -> str:
    words = [
        *([f"of kind {' or '.join(select.kinds)}"] if select.kinds else []),
        *([f"with {' or '.join(select.traits)}"] if select.traits else []),
        *([f"numbered {', '.join(map(str, select.numbers))}"] if select.numbers else []),
        *([f"of side {' or '.join(select.sides)}"] if select.sides else []),
    ]
    return f"cards {' '.join(words)}" if words else "all cards"


def _turn(kit: Kit) -> Iterator[Part]:
    turn = kit.turn
    phases = [
        f"{phase.name} ({', '.join(DOES[d] for d in phase.does)})" if phase.does else phase.name
        for phase in turn.phases
    ]
    yield Part("Turn", "Parts of a turn", ", then ".join(phases) or "none")
    drawn = f"{_cards(turn.draw)} from {_zone_name(kit, turn.draw_from)}"
    if turn.draw_if_empty:
        drawn += f"; {turn.draw_if_empty} with no cards in hand"
    yield Part("Turn", "Drawn in a turn", drawn)
    yield Part("Turn", "Played in a turn", ", ".join(_play(limit) for limit in turn.plays) or "any number of cards")
    yield Part("Turn", "Hand limit", "none" if turn.hand_limit is None else str(turn.hand_limit))
    uses = "without using up a card" if turn.abilities_each is not None else f"instead of a card ({turn.abilities_use})"
    each = (
        f", each card {'1 time' if turn.abilities_each == 1 else f'{turn.abilities_each:,} times'}"
        if turn.abilities_each is not None
        else ""
    )
    yield Part("Turn", "“Action:” of a card in play", f"used {uses}{each}")
    yield Part("Turn", "Round the table", "clockwise" if turn.clockwise else "anticlockwise")
    yield Part("Turn", "A Thing goes to", _zone_name(kit, kit.play_to))
    yield Part("Turn", "An Action goes to", _zone_name(kit, kit.act_to))
    yield Part("Turn", "What is discarded goes to", _zone_name(kit, kit.discard_to))
    yield Part("Turn", "The hand is", _zone_name(kit, kit.hand))


def _play(limit: PlayLimit) -> str:
    return f"any number of {limit.kind}" if limit.count is None else f"{limit.count} {limit.kind}"


def _counter(counter: CounterKit) -> str:
    whose = {"seat": "everybody's own", "shared": "one for the table", "card": "on cards"}[counter.scope]
    words = [whose, f"starts at {counter.start}"]
    words += [f"seat {seat} at {start}" for seat, start in counter.differs]
    if counter.least is not None:
        words.append(f"not below {counter.least}")
    if counter.most is not None:
        words.append(f"not above {counter.most}")
    return ", ".join(words)
