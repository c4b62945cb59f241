"""A kit in words, part by part, and what differs between two of them. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from cards.face.lexicon import Shape, drawing_name
from cards.rules.back_words import SECTION as BACK
from cards.rules.back_words import back_parts
from cards.rules.colour_words import colour_words
from cards.rules.kit import CounterKit, DieKit, Kit, Phase, PlayLimit, Select, TokenKit, TurnKit, ZoneKit
from cards.rules.kit_part import KitPart
from cards.rules.lexicon_words import lexicon_parts
from studio.kernel.messages import Message, Sayable, Slot, counted, message, series

SCOPES = {"shared": message("one for all"), "seat": message("one for each seat")}
FORMS = {
    "pile": message("a pile", context="zone"),
    "hand": message("a hand", context="zone"),
    "row": message("a row", context="zone"),
    "area": message("an area", context="zone"),
}
FACES = {"up": message("face up"), "down": message("face down"), "owner": message("for its owner's eyes")}
BROWSE = {
    "all": message("anybody may look through it"),
    "owner": message("its owner may look through it"),
    "nobody": message("nobody looks in"),
}
REFILLS = {
    "needed": message("refilled from {zone} when somebody needs to draw"),
    "empty": message("refilled from {zone} as soon as it is empty"),
    "": message("refilled from {zone}"),
}
BEGINS = {"random": message("a random player begins"), "first": message("the first seat begins")}
DOES = {"draw": message("drawing"), "play": message("playing"), "discard": message("discarding")}

SEATS, ZONES, SET_UP = message("Seats"), message("Places for cards"), message("Set-up")
TURN, COUNTERS = message("Turn", context="kit"), message("Counters")
TOKENS, DICE = message("Tokens"), message("Dice")
NONE = message("none", context="kit")


KitAbout = Literal["table", "words", "back"]


@dataclass(frozen=True, slots=True)
class PartChange:
    """A part that differs; None where there is none of it. `was` and `now` are the parts themselves."""

    name: Slot
    old: Slot | None
    new: Slot | None
    was: KitPart | None = None
    now: KitPart | None = None


def kit_parts(kit: Kit) -> tuple[KitPart, ...]:
    """Everything a kit says of the table, in the order in which one lays it. Its words: `lexicon_parts`."""
    return tuple(_parts(kit))


def kit_changes(old: Kit, new: Kit) -> tuple[PartChange, ...]:
    """Every part that differs, of the table and of the deck's words, as it was and as it is."""
    before, after = (
        {(p.section, p.name): p for p in (*kit_parts(kit), *lexicon_parts(kit.lexicon), *back_parts(kit.back))}
        for kit in (old, new)
    )
    if new.back != old.back and before.get((BACK, BACK)) == after.get((BACK, BACK)):
        after[BACK, BACK] = KitPart(BACK, BACK, message("drawn anew"))
    return tuple(
        _change(before.get(part), after.get(part))
        for part in dict.fromkeys([*after, *before])
        if before.get(part) != after.get(part)
    )


def _change(was: KitPart | None, now: KitPart | None) -> PartChange:
    """Two shades of one name, and what only lies in other letters, are not told apart by their words."""
    old = None if was is None else was.words
    new = None if now is None else now.words
    if now is not None and old == new:
        new = message("{words}, drawn another way", words=now.words)
    return PartChange((now or was).name, old, new, was, now)  # type: ignore[union-attr]


def kit_about(old: Kit, new: Kit) -> KitAbout:
    """What of a deck another kit is about: its words or its back where it changes nothing else."""
    if replace(old, back=new.back) == new:
        return "back"
    return "words" if replace(old, lexicon=new.lexicon) == new else "table"


def change_line(change: PartChange) -> Message:
    """ "Hand limit: 7, was 5", for where there is no room for marks."""
    if change.new is None:
        return message("{part}: taken away", part=change.name)
    if change.old is None:
        return message("{part}: {words}", part=change.name, words=change.new)
    return message("{part}: {words}, was {before}", part=change.name, words=change.new, before=change.old)


def _parts(kit: Kit) -> Iterator[KitPart]:
    yield from _seats(kit)
    for zone in kit.zones:
        yield KitPart(ZONES, zone.name, _zone(kit, zone))
    yield from _set_up(kit)
    yield from _turn(kit, kit.turn)
    for counter in kit.counters:
        yield KitPart(COUNTERS, counter.name, _counter(counter))
    for token in kit.tokens:
        yield KitPart(TOKENS, token.name, _token(token), _swatch("round", token.colour))
    for die in kit.dice:
        yield KitPart(DICE, die.name, _die(die), _swatch("square", die.colour))


def _seats(kit: Kit) -> Iterator[KitPart]:
    seats = kit.seats
    one = seats.least == seats.most
    number: Slot = seats.least if one else message("{least} to {most}", least=seats.least, most=seats.most)
    yield KitPart(SEATS, SEATS, series([number, BEGINS[seats.first]], "semicolon"))
    teams = message("{count} teams", count=seats.teams) if seats.teams else message("everybody for themselves")
    yield KitPart(SEATS, message("Teams"), teams)
    if kit.sides:
        yield KitPart(SEATS, message("Sides"), series(kit.sides, "comma"))


def _set_up(kit: Kit) -> Iterator[KitPart]:
    for n, source in enumerate(kit.sources, 1):
        name = message("Cards begin") if n == 1 else message("Cards begin, {number}", number=n)
        order = message("{cards} in {zone}, in order of their numbers")
        words = message("{cards} in {zone}, shuffled") if source.shuffled else order
        yield KitPart(SET_UP, name, words.given(cards=_select(source.select), zone=_zone_name(kit, source.zone)))
    for n, deal in enumerate(kit.deals, 1):
        name = message("Dealt") if n == 1 else message("Dealt, {number}", number=n)
        take, to = _zone_name(kit, deal.take), _zone_name(kit, deal.to)
        words = counted(
            "1 card from {take} to {to}", "{count:,} cards from {take} to {to}", deal.count, take=take, to=to
        )
        yield KitPart(SET_UP, name, words)


def _zone_name(kit: Kit, id: str) -> Slot:
    zone = kit.zone(id)
    if zone is None:
        return id
    if zone.scope == "shared":
        return message("the {zone}", zone=zone.name.lower())
    return message("one’s own “{zone}”", zone=zone.name)


def _zone(kit: Kit, zone: ZoneKit) -> Sayable:
    words = [SCOPES[zone.scope], FORMS[zone.form], FACES[zone.face], BROWSE[zone.browse]]
    if zone.capacity is not None:
        words.append(counted("holds 1 card", "holds {count:,} cards", zone.capacity))
    if zone.refill_from:
        words.append(REFILLS[zone.refill_when].given(zone=_zone_name(kit, zone.refill_from)))
    is_so = series(words, "comma")
    return message("{what}; for this: “{purpose}”", what=is_so, purpose=zone.purpose) if zone.purpose else is_so


def _select(select: Select) -> Message:
    """ "all cards"; "cards of kind Pest with Wool", each condition put round what stands before it."""
    words = message("cards")
    if select.kinds:
        words = message("{cards} of kind {kinds}", cards=words, kinds=either(select.kinds))
    if select.traits:
        words = message("{cards} with {traits}", cards=words, traits=either(select.traits))
    if select.numbers:
        words = message("{cards} numbered {numbers}", cards=words, numbers=series(select.numbers, "comma"))
    if select.sides:
        words = message("{cards} of side {sides}", cards=words, sides=either(select.sides))
    return message("all cards") if select == Select() else words


def either(words: tuple[str, ...]) -> Slot:
    """ "Pest or Wool or Goat"."""
    said: Slot = words[0]
    for word in words[1:]:
        said = message("{before} or {word}", before=said, word=word)
    return said


def _turn(kit: Kit, turn: TurnKit) -> Iterator[KitPart]:
    yield KitPart(TURN, message("Parts of a turn"), _phases(turn.phases))
    drawn = counted("1 card from {zone}", "{count:,} cards from {zone}", turn.draw)
    drawn = drawn.given(zone=_zone_name(kit, turn.draw_from))
    if turn.draw_if_empty:
        drawn = message("{drawn}; {count} with no cards in hand", drawn=drawn, count=turn.draw_if_empty)
    yield KitPart(TURN, message("Drawn in a turn"), drawn)
    plays: Slot = series(map(_play, turn.plays), "comma") if turn.plays else message("any number of cards")
    yield KitPart(TURN, message("Played in a turn"), plays)
    yield KitPart(TURN, message("Hand limit"), NONE if turn.hand_limit is None else turn.hand_limit)
    yield KitPart(TURN, message("Using “Action:” of a card in play"), _abilities(turn))
    way = message("clockwise") if turn.clockwise else message("anticlockwise")
    yield KitPart(TURN, message("Round the table"), way)
    for name, zone in (
        (message("A Thing goes to"), kit.play_to),
        (message("An Action goes to"), kit.act_to),
        (message("What is discarded goes to"), kit.discard_to),
        (message("The hand is"), kit.hand),
    ):
        yield KitPart(TURN, name, _zone_name(kit, zone))


def _phases(phases: tuple[Phase, ...]) -> Slot:
    """ "Draw, then Market (playing)": what belongs into a part, where its name does not say it."""
    if not phases:
        return NONE
    said = _phase(phases[0])
    for phase in phases[1:]:
        said = message("{before}, then {then}", before=said, then=_phase(phase))
    return said


def _phase(phase: Phase) -> Slot:
    own = phase.name.casefold()
    if not phase.does and own in DOES:
        return message("{phase} (nothing belongs there)", phase=phase.name)
    if not phase.does or phase.does == (own,):
        return phase.name
    does = series((DOES[what] for what in phase.does), "comma")
    return message("{phase} ({does})", phase=phase.name, does=does)


def _abilities(turn: TurnKit) -> Message:
    if turn.abilities_each is None:
        if not turn.abilities_use:
            return message("counts as no card played, any number of times")
        return message("counts as one {kind} played", kind=turn.abilities_use)
    return counted(
        "counts as no card played, 1 time a turn for each card",
        "counts as no card played, {count:,} times a turn for each card",
        turn.abilities_each,
    )


def _play(limit: PlayLimit) -> Message:
    kinds = either((limit.kind, *limit.also))
    if limit.count is None:
        return message("any number of {kind}", kind=kinds)
    return message("{count} {kind}", count=limit.count, kind=kinds)


COUNTER_SCOPES = {
    "seat": message("everybody's own"),
    "shared": message("one for the table"),
    "card": message("on cards"),
}


def _counter(counter: CounterKit) -> Sayable:
    words = [COUNTER_SCOPES[counter.scope], message("starts at {number}", number=counter.start)]
    words += [message("seat {seat} at {number}", seat=seat, number=start) for seat, start in counter.differs]
    if counter.least is not None:
        words.append(message("not below {number}", number=counter.least))
    if counter.most is not None:
        words.append(message("not above {number}", number=counter.most))
    return series(words, "comma")


def _token(token: TokenKit) -> Message:
    if token.colour:
        return message("tokens in {colour}, any number", colour=colour_words(token.colour))
    return message("tokens, any number")


def _die(die: DieKit) -> Sayable:
    faces = series(die.faces, "comma")
    if die.colour:
        return message("{faces} in {colour}", faces=faces, colour=colour_words(die.colour))
    return faces


def _swatch(shape: Shape, colour: str) -> str:
    """As it lies on the table; nothing where the table gives it its colour."""
    return drawing_name(shape, colour, "", "") if colour else ""
