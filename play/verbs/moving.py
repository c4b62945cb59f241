"""Moving anything one may touch, giving it away, hanging one card onto another (B5, B8, B9)."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import Literal, assert_never

from play.console.values import Around, Do, Parsed, Word, misused, of_card, parted, piece_named, seat_named, zone_named
from play.table import events as e
from play.table.command import Facts, Luck, Moment, Place, SeatCommand
from play.table.evolve import fold
from play.table.kit_words import zone_title
from play.table.limits import ask_first, moves_on_to, play_codes
from play.table.narration import Cards, Narration, called, line, named, together, zone_name
from play.table.state import Piece, Table
from play.table.visibility import find, hides_from, home_of, is_open, is_pile, lay, lies_down, zone_kit
from play.table.zones import ZoneKey, rules_of, seats_key
from play.verbs.fields import PIECE, PIECES, PLACE, ZONE, Field, facing
from play.verbs.offers import Asks, At, Button, Form, FormAt, OnCard, OnFoundCard, OnLyingCard, OnOpenCard, sending
from play.verbs.verb import Sent, Verb
from studio.kernel.messages import message
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class MovePieces(SeatCommand):
    """Anything one may touch, anywhere: control, hand, top, bottom, another zone. None: face as the zone has it."""

    pieces: tuple[str, ...]
    to: ZoneKey
    place: Place = "top"
    face_up: bool | None = None
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Attach(SeatCommand):
    piece: str
    host: str


@dataclass(frozen=True, slots=True)
class Detach(SeatCommand):
    piece: str


def move(table: Table, command: MovePieces, moment: Moment) -> Facts:
    """Anywhere the rules let one touch. Out of a hand asks (B9), unless it is a gift for the turn's Action (V1); so
    does what does not fit."""
    to = reachable(table, command.seat, command.to, may_give=True)
    named = distinct(command.pieces)
    found = [find(table, command.seat, id) for id in named]
    taken = _taken_from_hands(table, command.seat, found)
    codes: list[str] = []
    begun = _play_begun(table, command.seat)
    is_gift = _may_be_given(fold(table, begun), command.seat, found, to)
    if not is_gift and any(source == table.hand_of(command.seat) != to for _, source in found):
        codes.append("ask.from_hand")
    if is_full(table, to, len(found)):
        codes.append("ask.zone_full")
    noted = ask_first(command.seat, command.confirmed, codes)
    moved: list[e.Moved] = []
    facts: list[e.Event] = [*begun] if is_gift else []
    for piece, source in found:
        besides = {*named, *(one.piece for one in moved)}  # each is moved once
        step = _taken_along(table, piece, source, to, moment.luck, command.place, command.face_up, besides)
        moved += step
        table = fold(table, (e.PiecesMoved(command.seat, "move", step),))
    how: e.How = "give" if to.seat not in (0, command.seat) else "move"
    kind = table.equipment.turn.abilities_use if is_gift else ""
    facts.append(e.PiecesMoved(command.seat, how, tuple(moved), kind, to.seat if how == "give" else 0))
    facts += _torn_off(table, [m.id for m in moved])
    return (*noted, *facts, *taken)


def attach(table: Table, command: Attach, moment: Moment) -> Facts:
    piece, source = find(table, command.seat, command.piece)
    host, zone = find(table, command.seat, command.host)
    if not is_open(table, source) or not is_open(table, zone):
        raise Refused("piece.not_in_play")
    if host.id == piece.id or host.id in table.attached_below(piece.id):
        raise Refused("attach.circle")
    facts: list[e.Event] = []
    if source != zone:  # control goes with the host
        face_up = False if lies_down(table, zone) else None
        facts.append(e.PiecesMoved(command.seat, "move", _with_attached(table, piece, zone, moment.luck, face_up)))
    return (*facts, e.Attached(command.seat, piece.id, host.id))


def detach(table: Table, command: Detach, moment: Moment) -> Facts:
    piece, _ = find(table, command.seat, command.piece)
    return (e.Detached(command.seat, piece.id),) if piece.onto else ()


def _play_begun(table: Table, seat: int) -> Facts:
    """The turn goes on by itself to where an Action belongs, when nothing before it is left to do (B2)."""
    phase = moves_on_to(table, seat, "play")
    return (e.PhaseBegan(seat, phase),) if phase is not None else ()


def _may_be_given(table: Table, seat: int, found: list[tuple[Piece, ZoneKey]], to: ZoneKey) -> bool:
    """V1: one card out of the hand into a team-mate's, for an Action that is still to be had in one's own turn."""
    giver, taker = table.seat(seat), table.seat(to.seat)
    if giver is None or taker is None or seat == to.seat or not giver.team or giver.team != taker.team:
        return False
    if [source for _, source in found] != [table.hand_of(seat)] or to != table.hand_of(to.seat):
        return False
    action = table.equipment.turn.abilities_use
    return bool(action) and not play_codes(table, seat, action)


def to_discard(table: Table, seat: int, found: list[tuple[Piece, ZoneKey]], how: e.How, luck: Luck) -> e.PiecesMoved:
    moved: list[e.Moved] = []
    for piece, source in found:
        to = home_of(table, table.kit.discard_to, piece, seat)
        moved.append(lay(table, piece, source, to, luck))
        table = fold(table, (e.PiecesMoved(seat, "move", (moved[-1],)),))
    return e.PiecesMoved(seat, how, tuple(moved))


def _taken_from_hands(table: Table, seat: int, found: list[tuple[Piece, ZoneKey]]) -> Facts:
    """Out of somebody's hand come only as many as they agreed to (B8); then the hand is theirs alone again."""
    held = [source for _, source in found if source.seat not in (0, seat) and hides_from(table, source, 0)]
    held = [source for source in held if not is_pile(table, source)]
    if not held:
        return ()
    look = next((k for k in table.looking if k.seat == seat), None)
    if look is None or set(held) != {look.zone} or len(held) > look.takes:
        raise Refused("zone.not_yours")
    return (e.LookingEnded(seat),)


def _taken_along(
    table: Table, piece: Piece, source: ZoneKey, to: ZoneKey, luck: Luck, place: Place, face_up: bool | None,
    besides: Container[str],
) -> tuple[e.Moved, ...]:  # fmt: skip
    """In play what is attached goes along; out of play it is destroyed (B5). Neither is, of what is attached, what is
    moved by itself: `besides`."""
    if is_open(table, source) and is_open(table, to):
        return _with_attached(table, piece, to, luck, face_up, besides)
    moved = [lay(table, piece, source, to, luck, place=place, face_up=face_up)]
    now = fold(table, (e.PiecesMoved(0, "move", tuple(moved)),))
    for id in table.attached_below(piece.id):
        if id in besides:
            continue
        attached = table.pieces[id]
        down = lay(now, attached, source, home_of(table, table.kit.discard_to, attached, source.seat), luck)
        now = fold(now, (e.PiecesMoved(0, "move", (down,)),))
        moved.append(down)
    return tuple(moved)


def _with_attached(
    table: Table, piece: Piece, to: ZoneKey, luck: Luck, face_up: bool | None = None, besides: Container[str] = ()
) -> tuple[e.Moved, ...]:
    moved: list[e.Moved] = []
    for id in [piece.id, *(below for below in table.attached_below(piece.id) if below not in besides)]:
        one = table.pieces[id]
        lies = face_up if face_up is not None and id == piece.id else one.face_up
        moved.append(lay(table, one, table.zone_of(id), to, luck, face_up=lies))
        table = fold(table, (e.PiecesMoved(0, "move", (moved[-1],)),))
    return tuple(moved)


def _torn_off(table: Table, ids: list[str]) -> list[e.Event]:
    """A piece that was moved away from its host no longer hangs on it."""
    hung = [(id, table.pieces[id].onto) for id in ids if table.pieces[id].onto]
    return [e.Detached(0, id) for id, host in hung if table.zone_of(host) != table.zone_of(id)]


def is_full(table: Table, to: ZoneKey, more: int = 1) -> bool:
    """Whether so many more do not fit there."""
    capacity = zone_kit(table, to).capacity
    return capacity is not None and len(table.zones[to]) + more > capacity


def distinct(pieces: tuple[str, ...]) -> tuple[str, ...]:
    if not pieces:
        raise Refused("pieces.none")
    return tuple(dict.fromkeys(pieces))


def reachable(table: Table, seat: int, to: ZoneKey, *, may_give: bool = False) -> ZoneKey:
    """A zone one may put a card into: any shared or open one, one's own, and, as a gift, another's hand."""
    if to.seat not in (0, seat) and rules_of(zone_kit(table, to)).is_held and not may_give:
        raise Refused("zone.not_yours")
    return to


# --- told -------------------------------------------------------------------------------------------------------------


def _names(before: Table, after: Table, moved: tuple[e.Moved, ...], me: int) -> Cards:
    """What was moved, as far as the viewer could read it before or can now."""
    was = [named(before, move.piece, me) for move in moved]
    now = [named(after, move.id, me) for move in moved]
    return together(then if then.titles else since for then, since in zip(was, now, strict=True))


def tell_moved(before: Table, fact: e.PiecesMoved, after: Table, me: int) -> Narration | None:
    if not fact.moved:
        return None
    cards = _names(before, after, fact.moved, me)
    seat, under, first = fact.seat, fact.under, fact.moved[0]
    # who saw more, where others did not see all of it: not whoever moved what they never looked at
    own = (seat,) if cards.hidden and _names(before, after, fact.moved, seat).titles else ()
    match fact.how:
        case "draw":
            return line(seat, message("drew {cards}", cards=cards.said), seen_by=(seat,))
        case "play" if under:
            return line(seat, message("played {cards} under {who}", cards=cards.said), about=under)
        case "play" if first.source.id != before.kit.hand:
            return line(
                seat,
                message("played {cards} from the {source}", cards=cards.said, source=zone_name(before, first.source)),
            )
        case "play":
            seen_by = () if first.face_up else (seat,)  # nobody else knows what lies there face down
            return line(seat, message("played {cards}", cards=cards.said), seen_by=seen_by)
        case "discard":
            return line(seat, message("discarded {cards}", cards=cards.said))
        case "discard_random":
            return line(seat, message("discarded {cards} at random", cards=cards.said))
        case "destroy" if not first.source.seat:
            return line(
                seat,
                message(
                    "discarded {cards} from the {source}", cards=cards.said, source=zone_name(before, first.source)
                ),
            )
        case "destroy":
            return line(seat, message("destroyed {cards}", cards=cards.said))
        case "give":
            is_to_hand = first.to.id == before.kit.hand
            words = message("gave {cards} to {who}") if is_to_hand else message("moved {cards} over to {who}")
            if fact.kind:
                words = message("gave {cards} to {who}, for the turn's {kind}", kind=fact.kind)
            return line(seat, words.given(cards=cards.said), about=under, seen_by=own)
        case "take_random":
            words = message("took {cards} at random from {who}", cards=cards.said)
            return line(seat, words, about=under, seen_by=sorted({seat, under}))
        case "fill":
            words = message("The {zone} is filled up with {cards}", zone=zone_name(after, first.to), cards=cards.said)
            return line(0, words)
        case "put_back":
            hidden = Cards(hidden=len(fact.moved))
            return line(seat, message("put {cards} back", cards=hidden.said), seen_by=(seat,))
        case "move" if not seat:
            return None  # what was taken back goes by another name
        case "move" if first.source == first.to and is_pile(after, first.to) and first.at:
            return line(seat, message("put {cards} under the {to}", cards=cards.said, to=zone_name(after, first.to)))
        case "move" | "take" | "leave":
            words = _WENT[_where(before, first.source), _where(after, first.to, seat)].given(
                cards=cards.said, source=zone_name(before, first.source), to=zone_name(after, first.to)
            )
            return line(seat, words, seen_by=own if fact.how != "leave" else ())
        case _:
            assert_never(fact.how)


def _where(table: Table, key: ZoneKey, seat: int = 0) -> Literal["hand", "own", "play", ""]:
    """A hand, that of the seat itself, where somebody's Things lie, or a zone that goes by its name."""
    if key.id == table.kit.hand:
        return "own" if seat and key.seat == seat else "hand"
    kit = table.kit.zone(key.id)
    return "play" if kit is not None and rules_of(kit).lies_open and key.seat else ""


_WENT = {  # out of what, into what
    ("play", "own"): message("moved {cards} from play into their own hand"),
    ("play", "hand"): message("moved {cards} from play into a hand"),
    ("play", "play"): message("moved {cards} from play into play"),
    ("play", ""): message("moved {cards} from play to the {to}"),
    ("hand", "own"): message("moved {cards} from hand into their own hand"),
    ("hand", "hand"): message("moved {cards} from hand into a hand"),
    ("hand", "play"): message("moved {cards} from hand into play"),
    ("hand", ""): message("moved {cards} from hand to the {to}"),
    ("", "own"): message("moved {cards} from the {source} into their own hand"),
    ("", "hand"): message("moved {cards} from the {source} into a hand"),
    ("", "play"): message("moved {cards} from the {source} into play"),
    ("", ""): message("moved {cards} from the {source} to the {to}"),
}


def tell_held(before: Table, fact: e.Attached | e.Detached, after: Table, me: int) -> Narration | None:
    match fact:
        case e.Attached(seat=seat, piece=piece, host=host):
            words = message("put {piece} onto {host}", piece=called(after, piece, me), host=called(after, host, me))
            return line(seat, words)
        case e.Detached(seat=seat, piece=piece):
            return line(seat, message("took {piece} off", piece=called(before, piece, me))) if seat else None
        case _:
            assert_never(fact)


# --- typed ------------------------------------------------------------------------------------------------------------


def _typed_give(around: Around, rest: str, sure: bool) -> Parsed:
    return _given(around, rest, sure, "givecard N to P", "hand", around.kit.hand)


def _typed_thing(around: Around, rest: str, sure: bool) -> Parsed:
    return _given(around, rest, sure, "givething N to P", "play", around.kit.play_to)


def _given(around: Around, rest: str, sure: bool, usage: str, first: Literal["hand", "play"], zone: str) -> Parsed:
    which, has_to, whom = parted(rest, "to")
    if not has_to:
        which, _, whom = rest.partition(" ")
    if not which or not whom:
        raise misused(usage)
    piece = piece_named(around, which, first)
    seat = seat_named(around, whom)
    kit = around.kit.zone(zone)
    assert kit is not None
    return Do((MovePieces(around.me, (piece.id,), seats_key(kit, seat.number), confirmed=sure),))


def _typed_shuffle(around: Around, rest: str, sure: bool) -> Parsed:
    piece = piece_named(around, rest)
    pile = around.zone(around.kit.turn.draw_from)
    return Do((MovePieces(around.me, (piece.id,), pile, "random", confirmed=sure),))


def _typed_move(around: Around, rest: str, sure: bool) -> Parsed:
    """ "12 to discard", "12 to draw bottom"."""
    which, has_to, where = parted(rest, "to")
    if not has_to or not which or not where:
        raise misused("movecard N to place [bottom]")
    zone, _, end = where.rpartition(" ")
    place = _ENDS.get(end.casefold()) if zone else None
    piece = piece_named(around, which)
    to = zone_named(around, zone if place else where, piles=False)
    return Do((MovePieces(around.me, (piece.id,), to, place or "top", confirmed=sure),))


def _typed_take(around: Around, rest: str, sure: bool) -> Parsed:
    piece = piece_named(around, rest, "play")
    return Do((MovePieces(around.me, (piece.id,), around.zone(around.kit.hand), confirmed=sure),))


def _typed_attach(around: Around, rest: str, sure: bool) -> Parsed:
    which, has_to, host = parted(rest, "to")
    if not has_to:
        raise misused("attach N to M")
    return Do((Attach(around.me, piece_named(around, which, "play").id, piece_named(around, host, "play").id),))


_ENDS: dict[str, Place] = {"top": "top", "bottom": "bottom", "somewhere": "random"}

# --- offered ---------------------------------------------------------------------------------------------------------


def _into_hand(at: OnFoundCard | OnLyingCard) -> Iterator[Button]:
    yield Button(message("Into my hand"), "hot", sending(pieces=at.piece.id, to=at.hand.key))


def _back_into_pile(at: OnLyingCard) -> Iterator[Button]:
    if at.back is not None:
        back = sending(pieces=at.piece.id, to=at.back.key)
        yield Button(message("Shuffle it in"), fields=(*back, *sending(place="random")))
        hint = message("Onto the {pile}", pile=zone_title(at.back.key.id, at.back.name))
        yield Button(message("On top"), fields=(*back, *sending(place="top")), hint=hint)


def _anywhere(at: OnCard) -> Iterator[Form]:
    asks = (Asks("to", message("To"), "zones", besides=at.piece.zone), Asks("place", message("Where"), "ends"))
    yield Form(message("Move it"), message("Move it"), asks, sending(pieces=at.piece.id))


def _onto(at: OnOpenCard) -> Iterator[Form]:
    host = Asks("host", message("To"), "cards", besides=at.piece.id)
    yield Form(message("Attach it"), message("Attach it"), (host,), sending(piece=at.piece.id))


def _off(at: OnOpenCard) -> Iterator[Button]:
    if at.piece.onto:
        yield Button(message("Take it off"), "quiet", sending(piece=at.piece.id))


VERBS = (
    Verb(
        MovePieces, move,
        sent=(
            Sent(
                "move", {"pieces": PIECES, "to": ZONE, "place": PLACE, "face": Field(facing, None, "face_up")},
                confirms=True,
                buttons=(At(OnFoundCard, 10, _into_hand), At(OnLyingCard, 10, _into_hand),
                         At(OnLyingCard, 30, _back_into_pile)),
                forms=(FormAt(OnCard, 30, _anywhere),),
            ),
        ),
        words=(
            Word("givecard", "givecard N to P", message("Give a card into somebody's hand."), _typed_give, "give"),
            Word("givething", "givething N to P",
                 message("Put a Thing under somebody's control."), _typed_thing, "give"),
            Word("shufcard", "shufcard N", message("Shuffle a card into the draw pile."), _typed_shuffle, "card"),
            Word("movecard", "movecard N to place [bottom]",
                 message("Move a card: to a pile, a row, your hand."), _typed_move, "card",
                 forms=("movecard N to place top", "movecard N to place somewhere")),
            Word("takecard", "takecard N", message("Take a card that you see into your hand."), _typed_take, "play"),
        ),
    ),
    Verb(
        Attach, attach,
        sent=(Sent("attach", {"piece": PIECE, "host": PIECE}, forms=(FormAt(OnOpenCard, 40, _onto),)),),
        words=(Word("attach", "attach N to M", message("Put one card in play onto another."), _typed_attach, "play"),),
    ),
    Verb(
        Detach, detach,
        sent=(Sent("detach", {"piece": PIECE}, buttons=(At(OnOpenCard, 70, _off),)),),
        words=(Word("detach", "detach N", message("Take a card off what it lies on."), of_card(Detach), "play"),),
    ),
)  # fmt: skip
