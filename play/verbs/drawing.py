"""Drawing and shuffling (B2, B3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cards.rules.limits import clean_line
from play.console.values import Around, Do, Parsed, Word, count_in, misused, number_in, parted, said, zone_named
from play.table import events as e
from play.table.command import Facts, Moment, Place, SeatCommand
from play.table.dealing import draw as draw_cards
from play.table.dealing import shuffled
from play.table.evolve import fold
from play.table.limits import DRAW_MAX, ask_first, draws_due, turn_codes
from play.table.narration import Narration, line, zone_name
from play.table.state import Table
from play.table.visibility import is_pile, lay, zone_kit
from play.table.zones import NOWHERE, ZoneKey, rules_of, seats_key
from play.verbs.fields import COUNT, PLACE, ZONE, Field, maybe_zone
from play.verbs.looking import taken_from_others
from play.verbs.moving import is_full, reachable
from play.verbs.offers import Asks, At, Button, Form, FormAt, OnDrawPile, OnPile, OnTurn, always, sending
from play.verbs.verb import Sent, Verb
from studio.kernel.messages import message
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class Draw(SeatCommand):
    count: int = 1
    zone: ZoneKey = NOWHERE  # where the kit says one draws from
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class MoveTop(SeatCommand):
    """So many from the top of a pile, one after another, to where all see them, into somebody's hand, or under the
    pile itself. Nobody need have looked at them."""

    zone: ZoneKey
    to: ZoneKey
    count: int = 1
    place: Place = "top"
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class ShuffleZone(SeatCommand):
    zone: ZoneKey


@dataclass(frozen=True, slots=True)
class ShuffleIn(SeatCommand):
    """All of one pile into another."""

    zone: ZoneKey
    to: ZoneKey


def draw(table: Table, command: Draw, moment: Moment) -> Facts:
    """From the pile the kit names, or another; more than the turn's draw, or out of turn, is asked about (B2).

    Whoever was allowed more is not asked again in that turn: a card that says "draw three" is one exception.
    """
    if not 1 <= command.count <= DRAW_MAX:
        raise Refused("count.amiss", most=DRAW_MAX)
    zone = table.kit.zone(command.zone.id or table.equipment.turn.draw_from)
    if zone is None or not rules_of(zone).is_pile:
        raise Refused("zone.none", zone=command.zone)
    key = command.zone if command.zone.seat else seats_key(zone, command.seat)
    zone_kit(table, key)
    codes = turn_codes(table, command.seat, "draw")
    due = draws_due(table, command.seat)
    if not codes and table.turn.drawn + command.count > due:
        codes = ["ask.draw_more"]
    if table.turn.seat == command.seat and table.turn.drawn > due:
        codes = []
    noted = ask_first(command.seat, command.confirmed, codes, due=due)
    put_down = taken_from_others(table, command.seat, key, moment.luck, searched=True)
    return (*noted, *put_down, *draw_cards(fold(table, put_down), command.seat, key, command.count, moment.luck))


def move_top(table: Table, command: MoveTop, moment: Moment) -> Facts:
    """As many as there are. Into one's own hand they are drawn."""
    seat, zone = command.seat, command.zone
    _check_pile(table, zone)
    to = reachable(table, seat, command.to, may_give=True)
    if to == zone and command.place == "top":
        raise Refused("drop.there")
    if to == table.hand_of(seat):
        return draw(table, Draw(seat, command.count, zone, command.confirmed), moment)
    if not 1 <= command.count <= DRAW_MAX:
        raise Refused("count.amiss", most=DRAW_MAX)
    if not table.zones[zone]:
        raise Refused("zone.empty")
    count = min(command.count, len(table.zones[zone]))
    noted = ask_first(seat, command.confirmed, ["ask.zone_full"] if to != zone and is_full(table, to, count) else [])
    put_down = taken_from_others(table, seat, zone, moment.luck, searched=to != zone)
    table = fold(table, put_down)
    moved: list[e.Moved] = []
    for _ in range(count):
        piece = table.pieces[table.zones[zone][0]]
        moved.append(lay(table, piece, zone, to, moment.luck, place=command.place))
        table = fold(table, (e.PiecesMoved(seat, "move", (moved[-1],)),))
    is_given = to.seat not in (0, seat)
    put = e.PiecesMoved(seat, "give" if is_given else "move", tuple(moved), under=to.seat if is_given else 0)
    return (*noted, *put_down, put)


def shuffle(table: Table, command: ShuffleZone, moment: Moment) -> Facts:
    _check_pile(table, command.zone)
    return (shuffled(table, command.seat, command.zone, moment.luck),)


def shuffle_in(table: Table, command: ShuffleIn, moment: Moment) -> Facts:
    for key in (command.zone, command.to):
        _check_pile(table, key)
    if command.zone == command.to:
        raise Refused("zone.same")
    return (shuffled(table, command.seat, command.to, moment.luck, command.zone),)


def _check_pile(table: Table, key: ZoneKey) -> None:
    if not is_pile(table, key):
        raise Refused("zone.not_a_pile")


def tell(fact: e.PileShuffled, after: Table) -> Narration:
    words = message("shuffled the {zone}")
    if fact.source:
        words = message("shuffled the {source} into the {zone}", source=zone_name(after, fact.source))
    return line(fact.seat, words.given(zone=zone_name(after, fact.zone)))


# --- typed ------------------------------------------------------------------------------------------------------------


def _typed(around: Around, rest: str, sure: bool) -> Parsed:
    return Do((Draw(around.me, count_in(rest, "drawcard [number]"), confirmed=sure),))


def _typed_shown(around: Around, rest: str, sure: bool) -> Parsed:
    return Do((Draw(around.me, count_in(rest, "drawvis [number]"), confirmed=sure),), shows=True)


def _typed_top(around: Around, rest: str, sure: bool) -> Parsed:
    """ "to discard", "3 to discard", "3 stock to market"; "under" is beneath the pile itself."""
    which, has_to, where = parted(rest, "to")
    first, _, after = which.partition(" ")
    count = number_in(first)
    named = which if count is None else after
    if not has_to or not where:
        raise misused("movetop [number] [pile] to place")
    pile = zone_named(around, named, piles=True) if named else around.zone(around.kit.turn.draw_from)
    is_under = where.casefold() == "under"
    to = pile if is_under else zone_named(around, where, piles=False)
    place: Place = "bottom" if is_under else "top"
    return Do((MoveTop(around.me, pile, to, 1 if count is None else count, place, sure),))


def _typed_shuffle(around: Around, rest: str, sure: bool) -> Parsed:
    if rest:
        folded = clean_line(rest).casefold()
        named = [z for z in around.kit.zones if folded in (z.id, z.name.casefold()) and rules_of(z).is_pile]
        if not named:
            raise Refused("zone.none", zone=said(rest))
        return Do((ShuffleZone(around.me, around.zone(named[0].id)),))
    shuffled_in = ShuffleIn(around.me, around.zone(around.kit.discard_to), around.zone(around.kit.turn.draw_from))
    if not sure:
        raise Refused("ask.shuffle_in")
    return Do((shuffled_in,))


# --- offered ---------------------------------------------------------------------------------------------------------


def _due(at: OnTurn) -> Iterator[Button]:
    if at.is_mine and at.turn.to_draw:
        yield Button(message("Draw"), "hot", sending(count=at.turn.to_draw))


def _from_pile(at: OnPile) -> Iterator[Button]:
    """Of one that lies open one takes a card one has read: the top one is no more than the others."""
    if at.zone.is_hidden:
        yield Button(message("Draw"), "hot", sending(zone=at.zone.key))
    else:
        yield Button(message("Take the top one"), fields=sending(zone=at.zone.key))


def _several(at: OnPile) -> Iterator[Form]:
    many = Asks("count", message("How many"), "number", 2, 1, DRAW_MAX)
    yield Form(message("Draw several"), message("Draw"), (many,), sending(zone=at.zone.key))


def _top(at: OnPile) -> Iterator[Form]:
    if at.zone.is_hidden and at.zone.count:
        many = Asks("count", message("How many"), "number", 1, 1, DRAW_MAX)
        to = Asks("to", message("To"), "zones", besides=at.zone.key)
        fields = sending(zone=at.zone.key)
        yield Form(message("Move its top cards"), message("Move them"), (many, to), fields)
        under = sending(zone=at.zone.key, to=at.zone.key, place="bottom")
        yield Form(message("Put its top cards under it"), message("Put them under it"), (many,), under)


def _shuffling(at: OnPile) -> Iterator[Button]:
    yield Button(message("Shuffle it"), fields=sending(zone=at.zone.key))


def _shuffling_in(at: OnPile) -> Iterator[Form]:
    into = Asks("to", message("Into"), "piles", besides=at.zone.key)
    yield Form(message("Shuffle it into another"), message("Shuffle it in"), (into,), sending(zone=at.zone.key))


VERBS = (
    Verb(
        Draw, draw,
        sent=(
            Sent(
                "draw", {"count": COUNT, "zone": Field(maybe_zone, NOWHERE)}, confirms=True,
                buttons=(At(OnTurn, 10, _due), At(OnDrawPile, 10, always(Button(message("Draw"), "hot", hotkey="w"))),
                         At(OnPile, 10, _from_pile)),
                forms=(FormAt(OnPile, 10, _several),),
            ),
        ),
        words=(
            Word("drawcard", "drawcard [number]", message("Draw from the draw pile."), _typed, also=("draw",)),
            Word("drawvis", "drawvis [number]", message("Draw, and show everybody what it is."), _typed_shown),
        ),
    ),
    Verb(
        MoveTop, move_top,
        sent=(
            Sent("move_top", {"zone": ZONE, "to": ZONE, "count": COUNT, "place": PLACE}, confirms=True,
                 forms=(FormAt(OnPile, 25, _top),)),
        ),
        words=(
            Word("movetop", "movetop [number] [pile] to place",
                 message("Move the top cards of a pile: to the discard pile, face up to the table, under it."),
                 _typed_top, "pile", forms=("movetop [number] [pile] to under",)),
        ),
    ),
    Verb(ShuffleZone, shuffle, sent=(Sent("shuffle", {"zone": ZONE}, buttons=(At(OnPile, 40, _shuffling),)),)),
    Verb(
        ShuffleIn, shuffle_in,
        sent=(Sent("shuffle_in", {"zone": ZONE, "to": ZONE}, forms=(FormAt(OnPile, 30, _shuffling_in),)),),
        words=(
            Word(
                "shuffle", "shuffle [pile]",
                message("Shuffle the discard pile into the draw pile, or one pile by itself."),
                _typed_shuffle, "pile",
            ),
        ),
    ),
)  # fmt: skip
