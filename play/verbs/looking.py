"""Revealing, looking, searching (B8): who looked is public, what was seen is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from play.console.values import (
    Around,
    Do,
    Parsed,
    Word,
    by_itself,
    number_in,
    parted,
    piece_named,
    seat_named,
    zone_named,
)
from play.table import events as e
from play.table.command import Facts, Luck, Moment, Place, SeatCommand
from play.table.dealing import shuffled
from play.table.evolve import fold
from play.table.limits import DRAW_MAX
from play.table.narration import Cards, Narration, line, together, zone_name
from play.table.state import Looking, Table
from play.table.visibility import find, is_pile, keeps_to_owner, knows_face, zone_kit
from play.table.zones import ZoneKey
from play.verbs.fields import COUNT, PIECES, PLACE, ZONE, Field, names, numbers
from play.verbs.offers import (
    Asks,
    At,
    Button,
    Form,
    FormAt,
    OnCard,
    OnFoundCard,
    OnHand,
    OnHeldCard,
    OnLooking,
    OnPile,
    sending,
)
from play.verbs.verb import Sent, Verb
from studio.kernel.messages import Message, counted, message
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class Reveal(SeatCommand):
    """Show pieces of one's own hand, or face down under one's control: to all (no seats named) or to some."""

    pieces: tuple[str, ...]
    to: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LookAtTop(SeatCommand):
    """Who looked is public, what was seen is not."""

    zone: ZoneKey
    count: int = 1


@dataclass(frozen=True, slots=True)
class PutBack(SeatCommand):
    """What one is looking at goes back in this order, on top or at the bottom; what is named `under` below all."""

    pieces: tuple[str, ...]
    place: Place = "top"
    under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchPile(SeatCommand):
    """Announced; afterwards the pile is shuffled."""

    zone: ZoneKey


@dataclass(frozen=True, slots=True)
class StopLooking(SeatCommand):
    """Whoever has searched a pile is done, and it is shuffled."""


def reveal(table: Table, command: Reveal, moment: Moment) -> Facts:
    """Only what one may read oneself: one's hand, one's face-down cards, what one is looking at."""
    if not command.pieces:
        raise Refused("pieces.none")
    for id in command.pieces:
        piece, zone = find(table, command.seat, id)
        if not knows_face(table, command.seat, piece, zone):
            raise Refused("piece.unknown_face")
        if keeps_to_owner(table, command.seat, piece, zone):
            raise Refused("zone.not_yours")  # they were shown to this seat alone, and stay their owner's to show
    for seat in command.to:
        if table.seat(seat) is None or seat == command.seat:
            raise Refused("seat.none")
    return (e.Revealed(command.seat, tuple(dict.fromkeys(command.pieces)), command.to),)


def look_at_top(table: Table, command: LookAtTop, moment: Moment) -> Facts:
    _pile(table, command.zone)
    if not 1 <= command.count <= DRAW_MAX:
        raise Refused("count.amiss", most=DRAW_MAX)
    if not table.zones[command.zone]:
        raise Refused("zone.empty")
    before = (*_stopped(table, command.seat), *taken_from_others(table, command.seat, command.zone, moment.luck))
    top = fold(table, before).zones[command.zone][: command.count]
    return (*before, e.LookingBegan(command.seat, command.zone, top))


def search(table: Table, command: SearchPile, moment: Moment) -> Facts:
    """Announced to all; when it is over the pile is shuffled."""
    _pile(table, command.zone)
    if not table.zones[command.zone]:
        raise Refused("zone.empty")
    hidden = zone_kit(table, command.zone).face != "up"
    before = (*_stopped(table, command.seat), *taken_from_others(table, command.seat, command.zone, moment.luck))
    ids = fold(table, before).zones[command.zone]
    return (*before, e.LookingBegan(command.seat, command.zone, ids, must_shuffle=hidden))


def put_back(table: Table, command: PutBack, moment: Moment) -> Facts:
    """All of what one is looking at goes back to its pile, in the order given; top or bottom."""
    look = _look_of(table, command.seat)
    if sorted((*command.pieces, *command.under)) != sorted(look.pieces) or look.must_shuffle:
        raise Refused("look.all_of_them")
    if not is_pile(table, look.zone):
        raise Refused("zone.not_a_pile")
    is_top, last = command.place == "top", len(table.zones[look.zone]) - 1
    moved = [
        e.Moved(id, moment.luck.piece_id(), look.zone, look.zone, at, table.pieces[id].face_up)
        for ids, at in ((command.pieces, 0 if is_top else last), (command.under, last))
        for id in ids
    ]
    # One after another, each taken out first: to the top from the last to the first, to the bottom in order.
    top = len(command.pieces) if is_top else 0
    put = e.PiecesMoved(command.seat, "put_back", (*reversed(moved[:top]), *moved[top:]))
    return (put, e.LookingEnded(command.seat))


def stop_looking(table: Table, command: StopLooking, moment: Moment) -> Facts:
    look = _look_of(table, command.seat)
    ended: tuple[e.Event, ...] = (e.LookingEnded(command.seat),)
    if not look.must_shuffle:
        return ended
    return (*ended, shuffled(fold(table, ended), command.seat, look.zone, moment.luck))


def taken_from_others(table: Table, seat: int, zone: ZoneKey, luck: Luck, *, searched: bool = False) -> Facts:
    """A pile is in one pair of hands: whoever else looks through it (`searched`: and does not only know its top) is
    done, or they would see which card is missing afterwards.
    """
    facts: list[e.Event] = []
    for look in table.looking:
        if look.seat != seat and look.zone == zone and (look.must_shuffle or not searched):
            facts.append(e.LookingEnded(look.seat))
            if look.must_shuffle:
                facts.append(shuffled(fold(table, facts), look.seat, zone, luck))
    return tuple(facts)


def _stopped(table: Table, seat: int) -> Facts:
    """Whoever is in the middle of a search ends it before looking elsewhere."""
    if any(look.seat == seat for look in table.looking):
        raise Refused("look.already")
    return ()


def _look_of(table: Table, seat: int) -> Looking:
    look = next((k for k in table.looking if k.seat == seat), None)
    if look is None:
        raise Refused("look.none")
    return look


def _pile(table: Table, key: ZoneKey) -> None:
    if not is_pile(table, key):
        raise Refused("zone.not_a_pile")


# --- told -------------------------------------------------------------------------------------------------------------


def tell(before: Table, fact: e.Revealed | e.LookingBegan | e.LookingEnded, me: int) -> Narration | None:
    match fact:
        case e.Revealed(seat=seat, pieces=pieces, to=to):
            may_see = not to or me in to or me == seat
            cards = together(_card_of(before, p) for p in pieces) if may_see else Cards(hidden=len(pieces))
            seen_by = sorted({seat, *to}) if to else ()
            about = to[0] if len(to) == 1 else 0
            return line(seat, _shown(to).given(cards=cards.said), about=about, seen_by=seen_by)
        case e.LookingBegan(seat=seat, zone=zone, pieces=pieces, must_shuffle=must_shuffle):
            if not must_shuffle and not is_pile(before, zone):
                return line(seat, message("is looking at {who}'s hand"), about=zone.seat, seen_by=(seat,))
            words = _looks_into(seat, zone, 0 if must_shuffle else len(pieces)).given(zone=zone_name(before, zone))
            return line(seat, words, about=zone.seat if zone.seat != seat else 0, seen_by=(seat,))
        case e.LookingEnded():
            return None
        case _:
            assert_never(fact)


def _looks_into(seat: int, zone: ZoneKey, top: int) -> Message:
    """A pile is searched, or its `top` cards are looked at: the table's, one's own, or that of {who}."""
    if zone.seat == seat:
        if not top:
            return message("is searching their own {zone}")
        return counted(
            "is looking at the top of their own {zone}", "is looking at the top {count} of their own {zone}", top
        )
    if zone.seat:
        if not top:
            return message("is searching {who}'s {zone}")
        return counted(
            "is looking at the top of {who}'s {zone}", "is looking at the top {count} of {who}'s {zone}", top
        )
    if not top:
        return message("is searching the {zone}")
    return counted("is looking at the top of the {zone}", "is looking at the top {count} of the {zone}", top)


def _shown(to: tuple[int, ...]) -> Message:
    """Cards were shown to these seats, () for everybody."""
    if not to:
        return message("showed {cards} to everybody")
    if len(to) == 1:
        return message("showed {cards} to {who}")
    return counted("showed {cards} to {count} player", "showed {cards} to {count} players", len(to))


def _card_of(table: Table, id: str) -> Cards:
    card = table.cards.get(table.pieces[id].card)
    return Cards((card.title,)) if card else Cards(hidden=1)


# --- typed -----------------------------------------------------------------------------------------------------------


def _typed_reveal(around: Around, rest: str, sure: bool) -> Parsed:
    """ "12", "12 to Bea"; "hand" is all of one's own."""
    which, has_to, whom = parted(rest, "to")
    to = (seat_named(around, whom).number,) if has_to else ()
    mine = around.sight.mine
    if which.casefold() == "hand" and mine is not None and mine.hand is not None:
        return Do((Reveal(around.me, tuple(piece.id for piece in mine.hand.pieces), to),))
    return Do((Reveal(around.me, (piece_named(around, which).id,), to),))


def _typed_look(around: Around, rest: str, sure: bool) -> Parsed:
    """ "", "3", "stock", "3 stock"."""
    first, _, after = rest.partition(" ")
    count = number_in(first)
    return Do(
        (LookAtTop(around.me, _pile_named(around, rest if count is None else after), 1 if count is None else count),)
    )


def _typed_search(around: Around, rest: str, sure: bool) -> Parsed:
    return Do((SearchPile(around.me, _pile_named(around, rest)),))


def _typed_back(around: Around, rest: str, sure: bool) -> Parsed:
    """As they lie, or in the order of the numbers that are given; the first comes to lie on top."""
    numbers = [number_in(word) for word in rest.split() if word.casefold() != "bottom"]
    looked = [piece for look in around.sight.looking if look.seat == around.me for piece in look.pieces]
    ordered: list[str] = []
    for number in numbers:
        found = next((p.id for p in looked if p.card == number and p.id not in ordered), None)
        if found is None:
            raise Refused("piece.none")
        ordered.append(found)
    place: Place = "bottom" if rest.casefold().endswith("bottom") else "top"
    return Do((PutBack(around.me, tuple(ordered or (piece.id for piece in looked)), place),))


def _pile_named(around: Around, typed: str) -> ZoneKey:
    return zone_named(around, typed, piles=True) if typed else around.zone(around.kit.turn.draw_from)


# --- offered ---------------------------------------------------------------------------------------------------------


def _to_all(at: OnHeldCard) -> Iterator[Button]:
    yield Button(message("Show to all"), "quiet", sending(pieces=at.piece.id))


def _found_to_all(at: OnFoundCard) -> Iterator[Button]:
    yield Button(message("Show to all"), fields=sending(pieces=at.piece.id))


def _whole_hand(at: OnHand) -> Iterator[Button]:
    yield Button(message("Show all of it"), "quiet", sending(pieces=",".join(p.id for p in at.hand.pieces)))


def _to_some(at: OnCard) -> Iterator[Form]:
    if isinstance(at, OnHeldCard) or (at.piece.is_known and not at.piece.is_face_up):
        whom = Asks("to", message("To"), "players")
        yield Form(message("Show it to some"), message("Show it"), (whom,), sending(pieces=at.piece.id))


def _at_top(at: OnPile) -> Iterator[Button]:
    if at.zone.is_hidden:
        yield Button(message("Look at the top"), fields=sending(zone=at.zone.key))


def _at_several(at: OnPile) -> Iterator[Form]:
    if not at.zone.is_hidden:
        return
    most = max(1, min(at.zone.count, DRAW_MAX))
    many = Asks("count", message("How many"), "number", min(3, most), 1, most)
    hint = message("Everybody is told that you look, and at how many.")
    yield Form(message("Look at the top of it"), message("Look"), (many,), sending(zone=at.zone.key), hint)


def _searchable(at: OnPile) -> Iterator[Button]:
    if at.zone.is_hidden:
        hint = message("It is shuffled afterwards")
        yield Button(message("Search it"), fields=sending(zone=at.zone.key), hint=hint)


def _as_they_lie(at: OnLooking) -> Iterator[Button]:
    if not at.look.must_shuffle and at.is_pile and at.look.pieces:
        fields = sending(pieces=",".join(p.id for p in at.look.pieces), place="top")
        yield Button(message("Put them back like this"), "hot", fields)


def _done(at: OnLooking) -> Iterator[Button]:
    lie_in_order = not at.look.must_shuffle and at.is_pile and at.look.pieces
    words = message("As they lay") if lie_in_order else message("Done looking")
    yield Button(message("Shuffle and close") if at.look.must_shuffle else words)


VERBS = (
    Verb(
        Reveal, reveal,
        sent=(
            Sent(
                "reveal", {"pieces": PIECES, "to": Field(numbers, ())},
                buttons=(At(OnHeldCard, 30, _to_all), At(OnFoundCard, 20, _found_to_all), At(OnHand, 10, _whole_hand)),
                forms=(FormAt(OnCard, 20, _to_some),),
            ),
        ),
        words=(
            Word("reveal", "reveal N [to P]",
                 message("Show a card of yours to everybody, or to one."), _typed_reveal, "give",
                 ("show",), forms=("reveal hand", "reveal hand to P")),
        ),
    ),
    Verb(
        LookAtTop, look_at_top,
        sent=(
            Sent(
                "look", {"zone": ZONE, "count": COUNT},
                buttons=(At(OnPile, 20, _at_top),), forms=(FormAt(OnPile, 20, _at_several),),
            ),
        ),
        words=(
            Word("look", "look [number] [pile]",
                 message("Look at the top cards of a pile. Everybody is told."), _typed_look, "pile"),
        ),
    ),
    Verb(
        PutBack, put_back,
        sent=(
            Sent(
                "put_back", {"pieces": Field(names, ()), "place": PLACE, "under": Field(names, ())},
                buttons=(At(OnLooking, 10, _as_they_lie),),
            ),
        ),
        words=(
            Word("putback", "putback [N M] [bottom]",
                 message("Put back what you look at, as it lies or in this order."), _typed_back),
        ),
    ),
    Verb(
        SearchPile, search,
        sent=(Sent("search", {"zone": ZONE}, buttons=(At(OnPile, 30, _searchable),)),),
        words=(
            Word("search", "search [pile]",
                 message("Search a pile. It is shuffled afterwards."), _typed_search, "pile"),
        ),
    ),
    Verb(
        StopLooking, stop_looking,
        sent=(Sent("stop", buttons=(At(OnLooking, 20, _done),)),),
        words=(Word("done", "done", message("You have looked or searched enough."), by_itself(StopLooking)),),
    ),
)  # fmt: skip
