"""What the text commands answer in words, for whoever asked alone.

Everything is read off one seat's `Sight` and the deck's public list: no line depends on what lies hidden.
"""

from __future__ import annotations

from cards.face.face import Face
from play.console.values import Answer, Around, Do, Parsed, card_named, number_in, said, seat_named, waiting_named
from play.table.sight import PieceSight, SeatSight, ZoneSight
from play.verbs.asking import AskHand
from studio.kernel.refusals import Refused


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _named(piece: PieceSight) -> str:
    return f"{piece.card}. {piece.title}" if piece.is_known else "A face-down card"


def _who(around: Around, seat: SeatSight) -> str:
    return "You" if seat.is_me else around.names.get(seat.number, "") or f"Seat {seat.number}"


def readcard(around: Around, rest: str, sure: bool) -> Parsed:
    """Any card of the deck; after "proposal", or where no card has the number, one that is being voted on."""
    word, _, after = rest.partition(" ")
    number = number_in(rest)
    if word.casefold() == "proposal" or (
        number not in around.cards and any(w.number == number for w in around.waiting)
    ):
        found = waiting_named(around, after if word.casefold() == "proposal" else rest)
        return Answer(_face_lines(f"Proposal {found.number}: ", found.face or Face(found.title, found.kind), 1))
    card = card_named(around, rest)
    face = around.faces([card.face]).get(card.face)
    if face is None:
        raise Refused("article.none", article=f"card {said(rest)}")
    return Answer(_face_lines(f"{card.number}. ", face, card.copies))


def _face_lines(before: str, face: Face, copies: int) -> tuple[str, ...]:
    head = f"{before}{face.title}"
    corners = [corner for corner in (face.type_line, face.cost, face.gain, face.value, face.stat) if corner]
    about = ", ".join([*corners, *([f"{copies} copies"] if copies > 1 else [])])
    return tuple(line for line in (head, about, *face.text.split("\n"), face.flavour) if line)


def viewhand(around: Around, rest: str, sure: bool) -> Parsed:
    if rest:
        seat = seat_named(around, rest)
        if not seat.is_me:
            return Do((AskHand(around.me, seat.number, "hand_look"),))
    mine = around.sight.seat(around.me)
    hand = mine.hand if mine else None
    if hand is None:
        raise Refused("table.not_begun")
    return Answer((f"You hold {_cards(hand.count)}.", *(_named(piece) for piece in hand.pieces)))


def viewplay(around: Around, rest: str, sure: bool) -> Parsed:
    lines: list[str] = []
    for seat in around.sight.seats:
        laid = [piece for zone in seat.zones if zone.rules.lies_open for piece in zone.pieces]
        if laid:
            lines.append(f"{_who(around, seat)}: {', '.join(_named(piece) for piece in laid)}")
    for zone in around.sight.zones:
        if zone.rules.lies_open and zone.pieces:
            lines.append(f"{zone.name}: {', '.join(_named(piece) for piece in zone.pieces)}")
    return Answer(tuple(lines) or ("Nothing is in play.",))


def _zones(around: Around, id: str) -> list[ZoneSight]:
    every = [*around.sight.zones, *(zone for seat in around.sight.seats for zone in seat.zones)]
    return [zone for zone in every if zone.key.id == id]


def _of_whom(around: Around, zone: ZoneSight) -> str:
    if not zone.owner:
        return f"The {zone.name.lower()}"
    return f"Your {zone.name.lower()}" if zone.owner == around.sight.me else (
        f"The {zone.name.lower()} of {around.names.get(zone.owner, '') or f'seat {zone.owner}'}"
    )  # fmt: skip


def viewdisc(around: Around, rest: str, sure: bool) -> Parsed:
    lines: list[str] = []
    for zone in _zones(around, around.kit.discard_to):
        lines.append(f"{_of_whom(around, zone)} holds {_cards(zone.count)}.")
        lines += [_named(piece) for piece in zone.pieces]
    return Answer(tuple(lines) or ("The game has not begun.",))


def viewdraw(around: Around, rest: str, sure: bool) -> Parsed:
    found = _zones(around, around.kit.turn.draw_from)
    lines = tuple(f"{_of_whom(around, zone)} holds {_cards(zone.count)}." for zone in found)
    return Answer(lines or ("The game has not begun.",))


def viewvote(around: Around, rest: str, sure: bool) -> Parsed:
    lines = tuple(
        f"Proposal {w.number}: {w.title}, {w.kind}, by {w.by}{'' if w.is_open else '; it waits its turn'}."
        for w in around.waiting
    )
    return Answer(lines or ("Nothing waits to be voted on.",))


def viewall(around: Around, rest: str, sure: bool) -> Parsed:
    lines = tuple(
        f"{card.number}. {card.title} ({card.kind}{f', {card.copies} copies' if card.copies > 1 else ''})"
        for _, card in sorted(around.cards.items())
    )
    return Answer((f"{_cards(len(lines))} in the deck.", *lines) if lines else ("There is no card in the deck yet.",))


def viewrep(around: Around, rest: str, sure: bool) -> Parsed:
    lines = tuple(f"{number}. {title}" for number, title in around.repealed())
    return Answer(lines or ("Nothing has been repealed.",))


def count(around: Around, rest: str, sure: bool) -> Parsed:
    seat = seat_named(around, rest) if rest else around.sight.seat(around.me)
    if seat is None or seat.hand is None:
        raise Refused("table.not_begun")
    holds = "hold" if seat.is_me else "holds"
    return Answer((f"{_who(around, seat)} {holds} {_cards(seat.hand.count)}.",))


def logcards(around: Around, rest: str, sure: bool) -> Parsed:
    """One `loadcard` line a copy, as the old text game wrote them; a line break is %r, traits are kept."""
    cards = [card for _, card in sorted(around.cards.items())]
    faces = around.faces(card.face for card in cards)
    lines: list[str] = []
    for card in cards:
        if (face := faces.get(card.face)) is not None:
            kind = {"Thing": "T", "Action": "A"}.get(face.type_line, face.type_line or "T")
            lines += [f"loadcard {face.title}/{kind}/{face.text}".replace("\n", "%r")] * card.copies
    return Answer(tuple(lines) or ("There is no card in the deck yet.",))
