"""Playing a card, using what one does, discarding and destroying (B2, B4 to B6, B9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cards.rules.kit import Kit
from play.console.values import Around, Do, Parsed, Word, count_in, of_card, parted, piece_named
from play.table import events as e
from play.table.card_words import ability_in
from play.table.command import Facts, Moment, SeatCommand
from play.table.evolve import fold
from play.table.kit_words import zone_into
from play.table.limits import COUNT_MAX, DRAW_MAX, ask_first, over_the_limit, play_codes, turn_codes
from play.table.narration import Narration, called, line
from play.table.state import FREE_DISCARD, Piece, Table
from play.table.visibility import find, hides_from, home_of, is_open, is_pile, lay, zone_kit
from play.table.zones import NOWHERE, ZoneKey, seats_key
from play.verbs.fields import COUNT, PIECE, PIECES, Field, flag, maybe_name, maybe_zone, number, prices
from play.verbs.marks import counted_on
from play.verbs.moving import distinct, is_full, reachable, to_discard
from play.verbs.offers import (
    Asks,
    At,
    Button,
    Form,
    FormAt,
    OnHeldCard,
    OnLyingCard,
    OnOpenCard,
    OnOwnSeat,
    as_sent,
    in_words,
    sending,
)
from play.verbs.verb import Sent, Verb
from studio.kernel.messages import message
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class PlayCard(SeatCommand):
    """A card from the hand: `onto` a piece in play, `to` another zone than the kit's for its kind, or `under` another
    seat's control, where the kit says or in that zone. `pay` is so much of one's own counters, by their ids."""

    piece: str
    onto: str = ""
    to: ZoneKey = NOWHERE
    under: int = 0
    face_up: bool = True
    pay: tuple[tuple[str, int], ...] = ()
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class UseAbility(SeatCommand):
    """An "Action:" ability of a Thing in play (B6)."""

    piece: str
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Discard(SeatCommand):
    pieces: tuple[str, ...]
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class DiscardRandom(SeatCommand):
    count: int = 1
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Destroy(SeatCommand):
    """A Thing in play, with what is attached to it (B5). `collect` is so much for one's own counters, by their ids."""

    piece: str
    collect: tuple[tuple[str, int], ...] = ()
    confirmed: bool = False


def play(table: Table, command: PlayCard, moment: Moment) -> Facts:
    """A card from the hand, or out of a pile that lies open: a Thing to one's area, an Action to the discard pile, a
    kind that has a place of its own there, or where a card says.

    One that does not come to lie face up goes where any card would, and counts as no kind: neither the table nor a
    note of an exception may tell what it is (B8).
    """
    piece, source = _to_be_played(table, command.seat, command.piece)
    kind = table.cards[piece.card].kind if command.face_up else ""
    to = _played_to(table, command, piece, kind)
    face_up = None if command.face_up else False
    gone = _given_way(table, command.seat, to, kind, moment)
    table = fold(table, gone)
    move = lay(table, piece, source, to, moment.luck, face_up=face_up)
    kind = table.cards[piece.card].kind if move.face_up else ""
    codes = play_codes(table, command.seat, kind)
    if is_full(table, to):
        codes.append("ask.zone_full")
    noted = ask_first(command.seat, command.confirmed, codes, kind=kind)
    facts: list[e.Event] = [*noted, *gone, e.PiecesMoved(command.seat, "play", (move,), kind, command.under)]
    if command.onto:
        facts.append(e.Attached(command.seat, move.id, command.onto))
    paid = tuple((counter, count, -1) for counter, count in command.pay)
    return (*facts, *_counted(table, command, paid, moment))


def _counted(
    table: Table, command: PlayCard | Destroy, amounts: Iterable[tuple[str, int, int]], moment: Moment
) -> Facts:
    """(Counter, how many, which way): facts of their own, as if each counter had been set by hand."""
    facts: Facts = ()
    for counter, count, way in amounts:
        if not 1 <= count <= COUNT_MAX:
            raise Refused("count.amiss", most=COUNT_MAX)
        now = fold(table, facts)
        facts += counted_on(now, command.seat, counter, way * count, moment, confirmed=command.confirmed)
    return facts


def _played_to(table: Table, command: PlayCard, piece: Piece, kind: str) -> ZoneKey:
    if command.onto:
        _, zone = find(table, command.seat, command.onto)
        if not is_open(table, zone):
            raise Refused("piece.not_in_play")
        return zone
    if command.to:
        return reachable(table, command.seat, command.to)
    if command.under:
        return _zone_of_seat(table, table.kit.play_to, command.under)
    if kind.casefold() == "action":
        return home_of(table, table.kit.act_to, piece, command.seat)
    return _zone_of_seat(table, _place_of_kind(table.kit, kind) or table.kit.play_to, command.seat)


def _place_of_kind(kit: Kit, kind: str) -> str:
    """The kit's place for everybody that is called what the kind is called (Weather in a place named Weather); "" where
    there is none. A Thing is never meant: the kit says where it goes."""
    named = kind.casefold()
    if named in ("", "thing"):
        return ""
    return next((zone.id for zone in kit.zones if zone.scope == "shared" and zone.name.casefold() == named), "")


def _given_way(table: Table, seat: int, to: ZoneKey, kind: str, moment: Moment) -> Facts:
    """Where no more fit into a kind's own place, the oldest there are destroyed, with what hangs on them."""
    capacity, there = zone_kit(table, to).capacity, table.zones[to]
    if capacity is None or to.id != _place_of_kind(table.kit, kind) or len(there) < capacity:
        return ()
    doomed = dict.fromkeys(
        id for oldest in there[: len(there) + 1 - capacity] for id in (oldest, *table.attached_below(oldest))
    )
    found = [(table.pieces[id], table.zone_of(id)) for id in doomed]
    return (to_discard(table, seat, found, "destroy", moment.luck),)


def _zone_of_seat(table: Table, zone: str, seat: int) -> ZoneKey:
    kit = table.kit.zone(zone)
    if kit is None:
        raise Refused("zone.none", zone=zone[:40])
    key = seats_key(kit, seat)
    zone_kit(table, key)
    return key


def _in_hand(table: Table, seat: int, id: str) -> tuple[Piece, ZoneKey]:
    piece, zone = find(table, seat, id)
    if zone != table.hand_of(seat):
        raise Refused("piece.not_in_hand")
    return piece, zone


def _to_be_played(table: Table, seat: int, id: str) -> tuple[Piece, ZoneKey]:
    """From one's hand; or, where a card says so, out of a pile that lies open to them."""
    piece, zone = find(table, seat, id)
    if is_pile(table, zone) and not hides_from(table, zone, seat):
        return piece, zone
    return _in_hand(table, seat, id)


def ability(table: Table, command: UseAbility, moment: Moment) -> Facts:
    """An "Action:" ability counts as the turn's Action for every purpose (B6), unless the kit counts each card's."""
    piece, zone = find(table, command.seat, command.piece)
    if not is_open(table, zone):
        raise Refused("piece.not_in_play")
    turn = table.equipment.turn
    codes: list[str] = []
    if zone.seat not in (0, command.seat):
        codes.append("ask.not_your_card")
    counts_as = turn.abilities_use if turn.abilities_each is None else ""
    codes += play_codes(table, command.seat, counts_as) if counts_as else turn_codes(table, command.seat, "play")
    used = dict(table.turn.activated).get(piece.id, 0)
    if turn.abilities_each is not None and used >= turn.abilities_each:
        codes.append("ask.used_enough")
    noted = ask_first(command.seat, command.confirmed, codes, kind=counts_as or "ability")
    counted = (e.PiecesMoved(command.seat, "play", (), counts_as),) if counts_as else ()
    return (*noted, e.AbilityUsed(command.seat, piece.id), *counted)


def discard(table: Table, command: Discard, moment: Moment) -> Facts:
    """From the hand: down to the limit at the end of one's turn; anything else asks, once a turn (B2, B9)."""
    found = [_in_hand(table, command.seat, id) for id in distinct(command.pieces)]
    codes = turn_codes(table, command.seat, "discard")
    if len(found) > over_the_limit(table, command.seat):  # as a cost, say: that is of no part of a turn
        codes = [FREE_DISCARD] if command.seat not in table.turn.let_go else []
    noted = ask_first(command.seat, command.confirmed, codes)
    return (*noted, to_discard(table, command.seat, found, "discard", moment.luck))


def discard_random(table: Table, command: DiscardRandom, moment: Moment) -> Facts:
    source = table.hand_of(command.seat)
    hand = table.zones[source]
    if not 1 <= command.count <= len(hand):
        raise Refused("count.amiss", most=len(hand))
    noted = ask_first(command.seat, command.confirmed, [FREE_DISCARD])
    chosen = [hand[n] for n in moment.luck.order(len(hand))[: command.count]]
    found = [(table.pieces[id], source) for id in chosen]
    return (*noted, to_discard(table, command.seat, found, "discard_random", moment.luck))


def destroy(table: Table, command: Destroy, moment: Moment) -> Facts:
    """A Thing in play, and what is attached to it (B5)."""
    piece, zone = find(table, command.seat, command.piece)
    if not is_open(table, zone):
        raise Refused("piece.not_in_play")
    doomed = [piece.id, *table.attached_below(piece.id)]
    found = [(table.pieces[id], table.zone_of(id)) for id in doomed]
    collected = tuple((counter, count, 1) for counter, count in command.collect)
    counted = _counted(table, command, collected, moment)
    return (to_discard(table, command.seat, found, "destroy", moment.luck), *counted)


def tell(fact: e.AbilityUsed, after: Table, me: int) -> Narration:
    return line(fact.seat, message("used {piece}", piece=called(after, fact.piece, me)))


# --- typed ------------------------------------------------------------------------------------------------------------


def _typed_play(around: Around, rest: str, sure: bool) -> Parsed:
    which, _, onto = parted(rest, "onto")
    piece = piece_named(around, which)
    host = piece_named(around, onto, "play").id if onto else ""
    return Do((PlayCard(around.me, piece.id, host, confirmed=sure),))


def _typed_discard(around: Around, rest: str, sure: bool) -> Parsed:
    return Do((Discard(around.me, (piece_named(around, rest).id,), sure),))


def _typed_random(around: Around, rest: str, sure: bool) -> Parsed:
    return Do((DiscardRandom(around.me, count_in(rest, "discrand [number]"), sure),))


# --- offered ---------------------------------------------------------------------------------------------------------


def _playable(at: OnHeldCard) -> Iterator[Button]:
    yield Button(message("Play it"), "line" if at.is_too_many else "hot", sending(piece=at.piece.id), hotkey="p")
    if at.price:
        label = message("Play and pay {amounts}", amounts=in_words(at.price))
        yield Button(label, fields=sending(piece=at.piece.id, pay=as_sent(at.price)))


def _playable_from_pile(at: OnLyingCard) -> Iterator[Button]:
    yield Button(message("Play it"), fields=sending(piece=at.piece.id))


def _into_own_places(at: OnHeldCard) -> Iterator[Button]:
    """As that place lies: face down where cards lie so."""
    for place in at.places:
        to = seats_key(place, at.piece.zone.seat)
        is_down = place.face != "up"
        label = zone_into(place.id, place.name)
        hint = message("It lies face down there.") if is_down else None
        yield Button(label, fields=sending(piece=at.piece.id, to=to, face_up=int(not is_down)), hint=hint)


def _other_ways(at: OnHeldCard) -> Iterator[Form]:
    card = sending(piece=at.piece.id)
    onto = Asks("onto", message("Onto"), "cards", besides=at.piece.id)
    yield Form(message("Play it onto a card"), message("Play it there"), (onto,), card)
    under = Asks("under", message("Under"), "player")
    yield Form(message("Play it for somebody"), message("Play it under them"), (under,), card)
    yield Form(message("Play it face down"), message("Play it face down"), (), (*card, *sending(face_up=0)))


def _usable(at: OnOpenCard) -> Iterator[Button]:
    ability = ability_in(at.text) if at.is_in_reach else ""
    if ability:
        label = message("Use its Action") if ability == "action" else message("Activate it")
        yield Button(label, "hot", sending(piece=at.piece.id))


def _to_be_discarded(at: OnHeldCard) -> Iterator[Button]:
    """Where that is what the turn waits for it comes first: a phone has room for three verbs beside a card."""
    if at.is_too_many:
        yield Button(message("Discard"), "hot", sending(pieces=at.piece.id), hotkey="d")


def _discardable(at: OnHeldCard) -> Iterator[Button]:
    if not at.is_too_many:
        yield Button(message("Discard"), fields=sending(pieces=at.piece.id), hotkey="d")


def _at_random(at: OnOwnSeat) -> Iterator[Form]:
    many = Asks("count", message("How many"), "number", 1, 1, DRAW_MAX)
    yield Form(message("Discard at random"), message("Discard"), (many,))


def _destroyable(at: OnOpenCard) -> Iterator[Button]:
    """Last of all. What lies in a row for everybody is cleared away: nobody's Thing is destroyed."""
    label = message("Destroy") if at.piece.zone.seat else message("Discard")
    yield Button(label, fields=sending(piece=at.piece.id))
    if at.worth:
        label = message("Destroy and collect {amounts}", amounts=in_words(at.worth))
        yield Button(label, fields=sending(piece=at.piece.id, collect=as_sent(at.worth)))


VERBS = (
    Verb(
        PlayCard, play,
        sent=(
            Sent(
                "play",
                {"piece": PIECE, "onto": Field(maybe_name, ""), "to": Field(maybe_zone, NOWHERE),
                 "under": Field(number, 0), "face_up": Field(flag, True),
                 "pay": Field(prices, ())},
                confirms=True, 
                buttons=(At(OnHeldCard, 10, _playable), At(OnHeldCard, 15, _into_own_places),
                         At(OnLyingCard, 20, _playable_from_pile)),
                forms=(FormAt(OnHeldCard, 10, _other_ways),),
            ),
        ),
        words=(
            Word("playcard", "playcard N [onto M]", message("Play a card from your hand, perhaps onto one in play."),
                 _typed_play, "hand", ("play",)),
        ),
        does="play",
    ),
    Verb(
        UseAbility, ability,
        sent=(Sent("use", {"piece": PIECE}, confirms=True, buttons=(At(OnOpenCard, 20, _usable),)),),
        words=(Word("use", "use N", message("Use the “Action:” of a Thing in play."),
                    of_card(UseAbility, confirms=True), "play"),),
        does="play",
    ),
    Verb(
        Discard, discard,
        sent=(Sent("discard", {"pieces": PIECES}, confirms=True,
                   buttons=(At(OnHeldCard, 5, _to_be_discarded), At(OnHeldCard, 20, _discardable))),),
        words=(Word("discard", "discard N", message("Discard a card from your hand."), _typed_discard, "hand"),),
        does="discard",
    ),
    Verb(
        DiscardRandom, discard_random,
        sent=(Sent("discard_random", {"count": COUNT}, confirms=True, forms=(FormAt(OnOwnSeat, 30, _at_random),)),),
        words=(Word("discrand", "discrand [number]", message("Discard at random."), _typed_random),),
    ),
    Verb(
        Destroy, destroy,
        sent=(Sent("destroy", {"piece": PIECE, "collect": Field(prices, ())}, confirms=True,
                   buttons=(At(OnOpenCard, 90, _destroyable),)),),
        words=(Word("destroy", "destroy N",
                    message("Destroy a Thing in play, and what is attached to it."), of_card(Destroy),
                    "play"),),
    ),
)  # fmt: skip
