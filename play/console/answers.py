"""What the text commands answer in words, for whoever asked alone.

Everything is read off one seat's `Sight` and the deck's public list: no line depends on what lies hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from cards.face.face import Face
from cards.values import counts
from play.console.values import (
    Around,
    Do,
    Parsed,
    Reply,
    card_named,
    is_about_a_rule,
    no_card,
    number_in,
    rule_named,
    seat_named,
    waiting_named,
)
from play.table.kit_words import zone_inside, zone_title
from play.table.sight import PieceSight, SeatSight, ZoneSight
from play.verbs.asking import AskHand
from studio.kernel.messages import Message, Series, Slot, message, series
from studio.kernel.refusals import Refused


def _named(piece: PieceSight) -> Slot:
    return f"{piece.card}. {piece.title}" if piece.is_known else message("A face-down card")


def _listed(pieces: Iterable[PieceSight]) -> Series:
    return series(map(_named, pieces), "comma")


def _who(around: Around, seat: SeatSight) -> Slot:
    return around.names.get(seat.number) or message("Seat {number}", number=seat.number)


def readcard(around: Around, rest: str, sure: bool) -> Parsed:
    """Any card of the deck, or Special Rule; after "proposal", or where no card has the number, one that is being voted
    on."""
    word, _, after = rest.partition(" ")
    number = number_in(rest)
    if is_about_a_rule(rest):
        return _rule(around, rest)
    if word.casefold() == "proposal" or (
        number not in around.cards and any(w.number == number for w in around.waiting)
    ):
        return _proposal(around, after if word.casefold() == "proposal" else rest)
    try:
        card = card_named(around, after if word.casefold() == "card" and number_in(after) is not None else rest)
    except Refused as refused:
        if number is None and rest:
            with suppress(Refused):
                return _rule(around, rest)
        raise refused
    face = around.faces([card.face]).get(card.face)
    if face is None:
        raise no_card(rest)
    return Reply(_face_lines(f"{card.number}. {face.title}", face, card.copies))


def _rule(around: Around, typed: str) -> Reply:
    number, digest = rule_named(around, typed)
    face = around.faces([digest]).get(digest)
    if face is None:
        raise Refused("article.none", article=message("Special Rule {which}", which=str(number)))
    return Reply(_face_lines(f"§{number}. {face.title}", face))


def _proposal(around: Around, typed: str) -> Reply:
    """One that is over is told with what became of it."""
    number = number_in(typed)
    over = around.settled(number) if number is not None and all(w.number != number for w in around.waiting) else None
    if over is not None:
        head = message("Proposal {number}, {title}, {outcome}.", number=over.number, title=over.title,
                       outcome=over.outcome)  # fmt: skip
        return Reply(_face_lines(head, over.face or Face(over.title)))
    found = waiting_named(around, typed)
    asked = found.face or Face(found.title, found.kind)
    return Reply(_face_lines(message("Proposal {number}: {title}", number=found.number, title=asked.title), asked))


def viewrules(around: Around, rest: str, sure: bool) -> Parsed:
    faces = around.faces(digest for _, digest in around.sight.rules)
    lines = tuple(f"§{n}. {faces[digest].title}" for n, digest in around.sight.rules if digest in faces)
    return Reply(lines or (message("No Special Rule is in force."),))


def _face_lines(head: Slot, face: Face, copies: int = 1) -> tuple[Slot, ...]:
    about: list[Slot] = [part for part in (face.type_line, face.cost, face.gain, face.value, face.stat) if part]
    if copies > 1:
        about.append(counts.copies(copies))
    text = [line for line in (*face.text.split("\n"), face.flavour) if line]
    return (head, *([series(about, "comma")] if about else []), *text)


def viewhand(around: Around, rest: str, sure: bool) -> Parsed:
    if rest:
        seat = seat_named(around, rest)
        if not seat.is_me:
            return Do((AskHand(around.me, seat.number, "hand_look"),))
    mine = around.sight.seat(around.me)
    hand = mine.hand if mine else None
    if hand is None:
        raise Refused("table.not_begun")
    return Reply((message("You hold {cards}.", cards=counts.cards(hand.count)), *map(_named, hand.pieces)))


def viewplay(around: Around, rest: str, sure: bool) -> Parsed:
    lines: list[Slot] = []
    for seat in around.sight.seats:
        laid = [piece for zone in seat.zones if zone.rules.lies_open for piece in zone.pieces]
        if laid:
            who = message("You") if seat.is_me else _who(around, seat)
            lines.append(message("{whose}: {cards}", whose=who, cards=_listed(laid)))
    for zone in around.sight.zones:
        if zone.rules.lies_open and zone.pieces:
            lines.append(
                message("{whose}: {cards}", whose=zone_title(zone.key.id, zone.name), cards=_listed(zone.pieces))
            )
    return Reply(tuple(lines) or (message("Nothing is in play."),))


def _zones(around: Around, id: str) -> list[ZoneSight]:
    every = [*around.sight.zones, *(zone for seat in around.sight.seats for zone in seat.zones)]
    return [zone for zone in every if zone.key.id == id]


_NOT_BEGUN = message("The game has not begun.")


def _holds(around: Around, zone: ZoneSight) -> Message:
    if not zone.owner:
        words = message("The {zone} holds {cards}.")
    elif zone.owner == around.sight.me:
        words = message("Your {zone} holds {cards}.")
    else:
        who = around.names.get(zone.owner) or message("seat {number}", number=zone.owner)
        words = message("The {zone} of {who} holds {cards}.", who=who)
    return words.given(zone=zone_inside(zone.key.id, zone.name), cards=counts.cards(zone.count))


def viewdisc(around: Around, rest: str, sure: bool) -> Parsed:
    lines: list[Slot] = []
    for zone in _zones(around, around.kit.discard_to):
        lines += [_holds(around, zone), *map(_named, zone.pieces)]
    return Reply(tuple(lines) or (_NOT_BEGUN,))


def viewdraw(around: Around, rest: str, sure: bool) -> Parsed:
    found = _zones(around, around.kit.turn.draw_from)
    return Reply(tuple(_holds(around, zone) for zone in found) or (_NOT_BEGUN,))


def viewvote(around: Around, rest: str, sure: bool) -> Parsed:
    open_now = message("Proposal {number}: {title}, {kind}, by {who}.")
    waits = message("Proposal {number}: {title}, {kind}, by {who}; it waits its turn.")
    lines = tuple(
        (open_now if w.is_open else waits).given(number=w.number, title=w.title, kind=w.kind, who=w.by)
        for w in around.waiting
    )
    return Reply(lines or (message("Nothing waits to be voted on."),))


def viewall(around: Around, rest: str, sure: bool) -> Parsed:
    cards = [card for _, card in sorted(around.cards.items())]
    lines: list[Slot] = [f"{card.number}. {card.title} ({card.kind})" for card in cards]
    for index, card in enumerate(cards):
        if card.copies > 1:
            lines[index] = message(
                "{number}. {title} ({kind}, {copies})", number=card.number, title=card.title, kind=card.kind,
                copies=counts.copies(card.copies),
            )  # fmt: skip
    if not lines:
        return Reply((_EMPTY,))
    return Reply((message("{cards} in the deck.", cards=counts.cards(len(lines))), *lines))


_EMPTY = message("There is no card in the deck yet.")


def viewrep(around: Around, rest: str, sure: bool) -> Parsed:
    lines = tuple(f"{number}. {title}" for number, title in around.repealed())
    return Reply(lines or (message("Nothing has been repealed."),))


def count(around: Around, rest: str, sure: bool) -> Parsed:
    seat = seat_named(around, rest) if rest else around.sight.seat(around.me)
    if seat is None or seat.hand is None:
        raise Refused("table.not_begun")
    held = counts.cards(seat.hand.count)
    if seat.is_me:
        return Reply((message("You hold {cards}.", cards=held),))
    return Reply((message("{who} holds {cards}.", who=_who(around, seat), cards=held),))


def logcards(around: Around, rest: str, sure: bool) -> Parsed:
    """One `loadcard` line a copy, as the old text game wrote them; a line break is %r, traits are kept."""
    cards = [card for _, card in sorted(around.cards.items())]
    faces = around.faces(card.face for card in cards)
    lines: list[str] = []
    for card in cards:
        if (face := faces.get(card.face)) is not None:
            kind = {"Thing": "T", "Action": "A"}.get(face.type_line, face.type_line or "T")
            lines += [f"loadcard {face.title}/{kind}/{face.text}".replace("\n", "%r")] * card.copies
    return Reply(tuple(lines) or (_EMPTY,))
