"""The cloth and one's hand: seats round the table, piles, what lies in play, dice and blanks."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from cards.values import counts
from play.queries.card_views import (
    FACES_AT_ONCE,
    CardContext,
    around,
    around_and,
    counter_view,
    mark_of,
    piece_view,
    zone_view,
)
from play.queries.log_lines import context_of
from play.queries.offered import Stance, button, buttons, buttons_of, may_act, stance_to, stances
from play.queries.parts import all_zones, base, takes_cards
from play.queries.table_view import TableView
from play.table import events as e
from play.table.card_words import TOKENS_AT_HAND, tokens_at_hand
from play.table.kit_words import zone_inside
from play.table.sight import COMMON_FACES, DieSight, LookingSight, SeatSight, Sight, ZoneSight
from play.table.state import COIN
from play.values.acts import Act
from play.values.felt import BlankPile, DieView, Felt, SeatView
from play.values.pieces import HandView, LookingView, Mark
from play.verbs.offers import OnBlanks, OnDie, OnHand, OnLooking
from studio.kernel.messages import Message, counted, message
from studio.live.view import once_a_drawing, once_a_sight
from studio.speed.lately import kept
from studio.web.words import say

SEATS_KEPT, HANDS_KEPT = 1500, 500  # of all tables and sights


def felt(view: TableView) -> Felt:
    """Everything on the table but one's own hand. Some eight statements, shared by the regions of one drawing."""
    table, now = view.row, view.seen
    seats = seats_of(view)
    taken = [s for s in seats if s.member is not None or s.is_playing]
    mine = next((s for s in seats if s.is_me), None)
    after = now.me if mine else 0
    others = sorted((s for s in taken if not s.is_me), key=lambda s: (s.number <= after, s.number))
    return Felt(
        title=table.title,
        back=view.back,
        state=now.state,  # type: ignore[arg-type]
        others=tuple(others),
        mine=mine,
        free=tuple(s for s in seats if s.sit is not None or (s.member is None and not s.is_playing)),
        zones=tuple(zone_view(view, zone, stance_to(view, zone.owner)) for zone in now.zones),
        counters=tuple(counter_view(view, c, may_press=may_act(view)) for c in now.counters),
        dice=_dice(view, may_act(view)),
        blanks=_blanks(view, now),
        is_paused=now.paused_by is not None,
        round=now.turn.round if now.turn else 0,
        held=_held(now),
        tokens=_tokens(view),
        tokens_near=_tokens_at_hand(view),
    )


def _tokens(view: TableView) -> tuple[Mark, ...]:
    """All kinds that one may put somewhere."""
    return tuple(mark_of(view, name, 1) for name in view.seen.token_names) if may_act(view) else ()


def _tokens_at_hand(view: TableView) -> tuple[str, ...]:
    """Read off one's own cards, and what lies open."""
    now = view.seen
    if len(now.token_names) <= TOKENS_AT_HAND or not may_act(view):
        return now.token_names
    used = (one.fact.token for one in reversed(view.recent(view.head)) if isinstance(one.fact, e.TokensPut))
    mine = now.mine
    own = (*([mine.hand] if mine is not None and mine.hand else ()), *(mine.zones if mine is not None else ()))
    zones = (*own, *(zone for zone in now.zones if zone.rules.lies_open))
    faces = (view.every_face.get(piece.face) for zone in zones for piece in zone.pieces if piece.is_known)
    return tokens_at_hand(now.token_names, used, [read.face.text for read in faces if read is not None])


def _held(now: Sight) -> str:
    """How many cards one has in hand, and how many one may have."""
    if now.mine is None or now.mine.hand is None or now.turn is None:
        return ""
    count, limit = now.mine.hand.count, now.turn.hand_limit
    words = message("{count} in hand", count=count)
    return say(words if limit is None else message("{count} in hand, limit {limit}", count=count, limit=limit))


@once_a_sight
def seats_of(view: TableView) -> tuple[SeatView, ...]:
    """Every place at the table, taken or free, by number."""
    now, to = view.seen, stances(view)
    may_sit = not now.me and not view.is_past
    return tuple(_seat(view, seat, to[seat.is_me], may_sit) for seat in now.seats)


@once_a_drawing
def _seat(view: TableView, seat: SeatSight, stance: Stance, may_sit: bool) -> SeatView:
    """One place; the same object for all who see it so and stand to it alike, in this drawing and the next."""
    return _place(view, seat, stance, may_sit, seat.member is not None and seat.member not in view.here)


def _and_people(view: TableView, *given: Hashable) -> Hashable:
    """A key: what is around, and who sits here by which names."""
    return around(view), context_of(view), *given


@kept(SEATS_KEPT, by=_and_people)
def _place(view: TableView, seat: SeatSight, stance: Stance, may_sit: bool, is_away: bool) -> SeatView:
    table, now = view.row, around(view)
    is_taken = seat.member is not None
    shown = seat.hand.pieces if seat.hand is not None and not seat.is_me else ()
    hand = seat.hand.count if seat.hand else 0
    presses = stance.may_act and stance.is_mine
    is_open = now.state == "gathering" or (now.state == "playing" and seat.is_playing)
    sit = Act(say(message("Sit here")), f"{base(table)}sit/?seat={seat.number}", "sit")
    return SeatView(
        number=seat.number,
        name=view.seat_name(seat.number),
        seal=view.seal_of(seat.member, "away" if is_away else "") if seat.member is not None else None,
        member=seat.member,
        is_me=seat.is_me,
        has_turn=seat.has_turn,
        is_playing=seat.is_playing and now.state != "gathering",
        is_ready=seat.is_ready,
        is_out=seat.is_out,
        is_away=is_away,
        is_muted=seat.is_muted,
        team=seat.team,
        side=seat.side,
        note=say(note) if (note := _note(now, seat, is_away)) is not None else "",
        hand=hand,
        hand_words=say(counts.cards(hand)) if seat.hand is not None else "",
        hand_key=seat.hand.key if seat.hand is not None else "",
        shown=tuple(piece_view(view, p, stance, with_acts=False) for p in shown),
        zones=tuple(zone_view(view, zone, stance) for zone in seat.zones),
        counters=tuple(counter_view(view, c, on=seat.number, may_press=presses) for c in seat.counters),
        tokens=tuple(mark_of(view, name, count) for name, count in seat.tokens),
        address=f"{base(table)}seats/{seat.number}/",
        sit=sit if may_sit and is_open and not is_taken else None,
    )


def _note(now: CardContext, seat: SeatSight, is_away: bool) -> Message | None:
    if seat.number in now.winners:
        return message("won")
    if seat.is_out:
        return message("out of the game")
    if seat.member is None:
        if now.state == "playing" and not seat.is_playing:
            return message("not in this game")
        is_left = seat.is_playing and now.state != "gathering"
        return message("nobody sits here") if is_left else message("free", context="a seat")
    if is_away:
        return message("away")
    if now.state == "gathering":
        ready = message("ready") if seat.is_ready else message("not ready yet")
        return message("{side}, {ready}", side=seat.side, ready=ready) if seat.side else ready
    return message("to move") if seat.has_turn else None


@once_a_drawing
def _dice(view: TableView, may_act: bool) -> tuple[DieView, ...]:
    """The same for all who may throw them, and for all who may not."""
    now = view.seen_by_all

    def roll(die: DieSight, is_loose: bool) -> Act | None:
        return next(iter(buttons_of(view, OnDie(die, is_loose), may_act)), None)

    return (
        *(_die(view, die, roll(die, False)) for die in now.dice),
        *(_loose(view, die, roll(die, True)) for die in now.loose),
    )


def _die(view: TableView, die: DieSight, roll: Act | None) -> DieView:
    pips = int(die.face) if die.faces == COMMON_FACES and die.face else 0
    return DieView(die.id, die.name, die.face, pips, die.colour, roll, _thrown(view, die, die.face))


def _loose(view: TableView, die: DieSight, roll: Act | None) -> DieView:
    """A coin, or a common die of which several may have been thrown at once. Where it cannot be thrown its name is not
    that of the deed."""
    if die.id == COIN:
        came = {"": "", "heads": say(message("heads")), "tails": say(message("tails"))}[die.face]
        name = message("Flip") if roll else message("Coin")
        return DieView("coin", say(name), came, 0, "", roll, _thrown(view, die, came), is_coin=True)
    pips = int(die.face) if die.face in COMMON_FACES else 0
    name = message("Roll") if roll else message("Die")
    return DieView("loose", say(name), die.face, pips, "", roll, _thrown(view, die, die.face))


def _thrown(view: TableView, die: DieSight, came: str) -> str:
    """ "Idris: 4"."""
    return say(message("{who}: {face}", who=view.seat_name(die.by), face=came)) if die.by and came else ""


def _blanks(view: TableView, now: Sight) -> BlankPile | None:
    """The pile of blank cards (C12)."""
    if not takes_cards(view.row):
        return None
    table = view.row
    left = message("Blank cards")
    if now.blanks is not None:
        left = counted("{count} blank left", "{count} blanks left", now.blanks)
    words = say(left)
    fresh = None
    if now.me and now.blanks is not None and not view.is_past:
        fresh = button(view, OnBlanks(now.blanks))
    return BlankPile(now.blanks, words, f"{base(table)}write/" if now.me else "", fresh)


def hand(view: TableView) -> HandView:
    """One's own hand, and what one is looking at; nothing for whoever watches."""
    now = view.seen
    mine, held = now.mine, now.mine.hand if now.mine else None
    if mine is None or held is None:
        return HandView(False, 0, "", looking=_looking(view))
    limit = now.turn.hand_limit if now.turn else None
    shown = _hand(view, mine, held, now.rules, may_act(view), limit)
    looking = _looking(view)
    return shown if looking is None else replace(shown, looking=looking)


@kept(HANDS_KEPT, by=around_and)
def _hand(
    view: TableView, mine: SeatSight, hand: ZoneSight, rules: tuple[tuple[int, str], ...], acting: bool,
    limit: int | None,
) -> HandView:  # fmt: skip
    """What can be done with it hangs on one's seat, and on the rules that are out."""
    held = counts.cards(hand.count)
    if limit is not None and hand.count > limit:
        over = hand.count - limit
        held = message("{cards}, {over} over the limit of {limit}", cards=held, over=over, limit=limit)
    acts = buttons_of(view, OnHand(hand), acting) if hand.count else ()
    stance = Stance(acting, True)
    pieces = tuple(piece_view(view, piece, stance, is_close=True) for piece in hand.pieces)
    return HandView(True, hand.count, say(held), pieces, None, acts, hand.key)


def _looking(view: TableView) -> LookingView | None:
    now = view.seen
    look = next((look for look in now.looking if now.me and look.seat == now.me), None)
    return looking_view(view, look) if look is not None else None


def looking_view(view: TableView, look: LookingSight) -> LookingView:
    table, now = view.row, view.seen
    name = zone_words(view, now, look.zone)
    is_pile = any(z.key == look.zone and z.rules.is_pile for z in all_zones(now))
    acts = buttons(view, OnLooking(look, is_pile))
    doing = message("You are looking at {cards} of {place}", cards=counts.cards(look.count), place=name)
    if look.must_shuffle:
        doing = message("You are searching {place}", place=name)
    words = say(doing)
    is_list = len(look.pieces) > FACES_AT_ONCE
    stance = stance_to(view, look.zone.seat)
    pieces = tuple(
        piece_view(view, p, stance, is_close=True, with_acts=False, with_face=not is_list) for p in look.pieces
    )
    if is_list and look.must_shuffle:  # its order is forgotten with the search
        pieces = tuple(sorted(pieces, key=lambda p: p.title.casefold()))
    is_ordered = any(act.verb == "put_back" for act in acts) and len(pieces) > 1
    note = message("The minutes say that you looked at {cards}, never at which.", cards=counts.cards(look.count))
    return LookingView(
        words, look.zone, pieces, look.must_shuffle, acts, f"{base(table)}looking/", is_list,
        is_ordered and not is_list, say(note) if is_ordered else "",
    )  # fmt: skip


def zone_words(view: TableView, now: Sight, key: str) -> Message:
    """ "the draw pile", "Idris’s hand", "your hand"."""
    zone = next((z for z in all_zones(now) if z.key == key), None)
    if zone is None:
        return message("it")
    if not zone.owner:
        words = message("the {zone}")
    elif zone.owner == now.me:
        words = message("your {zone}")
    else:
        words = message("{who}’s {zone}", who=view.seat_name(zone.owner))
    return words.given(zone=zone_inside(zone.key.id, zone.name))
