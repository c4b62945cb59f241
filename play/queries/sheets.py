"""The sheet of one piece, pile, seat, or of what one is looking at: all that can be done with it, as small forms.

A page of its own without a script, laid over the table with one. What one cannot see has no sheet: 404, as if it were
not there.
"""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404

from cards.face.text import parse, to_plain
from cards.values import counts
from play.queries.board import looking_view, seats_of
from play.queries.card_views import (
    FACES_AT_ONCE,
    around,
    is_drawn_from,
    on_card,
    piece_view,
    purpose_of,
    zone_view,
)
from play.queries.offered import buttons, forms, may_act, stance_to, with_owner
from play.queries.parts import all_zones, base, takes_cards
from play.queries.table_view import TableView
from play.table.kit_words import zone_title
from play.table.sight import PieceSight, Sight
from play.table.visibility import check_eligible
from play.values.acts import Act, Link
from play.values.pieces import PieceView
from play.values.sheets import Input, Option, Sheet, SheetForm
from play.verbs.offers import OnFoundCard, OnLyingCard, OnMarks, OnOtherSeat, OnOwnSeat, OnPile
from studio.kernel.messages import message, series
from studio.kernel.refusals import Refused
from studio.models import Member
from studio.web.words import begin, isolated, say

# --- a piece ----------------------------------------------------------------------------------------------------------


def piece_sheet(view: TableView, id: str) -> Sheet:
    now = view.seen
    piece = find_piece(now, id)
    stance = stance_to(view, piece.zone.seat)
    under = tuple(
        piece_view(view, one, stance, with_acts=False, with_face=False)
        for zone in all_zones(now) if zone.key == piece.zone for one in zone.pieces if one.onto == piece.id
    )  # fmt: skip
    shown = piece_view(view, piece, stance, attached=under, is_close=True)
    where = message("{zone}.")
    if owner := piece.zone.seat:
        where = message("{zone} of {who}.", who=view.seat_name(owner)) if owner != now.me else message("{zone}, yours.")
    place = next((z for z in all_zones(now) if z.key == piece.zone), None)
    words = say(where.given(zone=zone_title(place.key.id, place.name) if place is not None else ""))
    if place is not None and (purpose := purpose_of(around(view), place)):
        words = say(message("{what} {purpose}", what=words, purpose=isolated(purpose)))
    small = forms(view, on_card(view, piece, stance))
    acts = (*_to_take(view, now, piece), *shown.acts)
    return Sheet(shown.title, words, base(view.row), piece=shown, acts=acts, forms=small,
                 links=_changes(view, now, piece))  # fmt: skip


def _to_take(view: TableView, now: Sight, piece: PieceSight) -> tuple[Act, ...]:
    """What one looked for is mostly wanted in one's hand, or shown; what lies open in a pile, in play or back."""
    if now.mine is None or now.mine.hand is None or piece.zone == now.mine.hand.key:
        return ()
    zones = all_zones(now)
    pile = next((z for z in zones if z.key == piece.zone and z.rules.is_pile and not z.is_hidden), None)
    if pile is not None:
        drawn = next((z for z in zones if z.key.id == now.draw_from and z.owner in (0, now.me)), None)
        return buttons(view, OnLyingCard(now, piece, now.mine.hand, drawn if drawn is not pile else None))
    if not any(look.seat == now.me and piece in look.pieces for look in now.looking):
        return ()
    return buttons(view, OnFoundCard(now, piece, now.mine.hand))


def find_piece(now: Sight, id: str) -> PieceSight:
    """Http404 for what this sight cannot see and, alike, for what is not there."""
    for zone in all_zones(now):
        for piece in zone.pieces:
            if piece.id == id:
                return piece
    for look in now.looking:
        for piece in look.pieces:
            if piece.id == id:
                return piece
    raise Http404


def _changes(view: TableView, now: Sight, piece: PieceSight) -> tuple[Link, ...]:
    """To the composer, where this seat may ask for it (C5). Its own hand: asking shows that one holds it."""
    if not (now.me and piece.is_known and takes_cards(view.row)):
        return ()
    try:
        check_eligible(view.table, now.me, piece.card)
    except Refused:
        return ()
    to = f"{base(view.row)}write/?article=card-{piece.card}"
    return (
        Link(say(message("Reword it")), to),
        Link(say(message("Repeal it")), f"{to}&change=repeal"),
        Link(say(message("Copies")), f"{to}&change=recount"),
        *((Link(say(message("Another side")), f"{to}&change=reside"),) if now.sides else ()),
    )


# --- a pile -----------------------------------------------------------------------------------------------------------


def pile_sheet(view: TableView, key: str) -> Sheet:
    now = view.seen
    zone = next((z for z in all_zones(now) if z.key == key), None)
    if zone is None:
        raise Http404
    stance = stance_to(view, zone.owner)
    shown = zone_view(view, zone, stance)
    is_list = bool(zone.pieces) and (zone.rules.is_pile or len(zone.pieces) > FACES_AT_ONCE)
    pieces = tuple(
        _listed(view, p, piece_view(view, p, stance, with_acts=False, with_face=not is_list)) for p in zone.pieces
    )
    place = OnPile(now, zone)
    is_offered = zone.rules.is_pile and (zone.count or is_drawn_from(view, zone, stance))
    words = begin(message("{what}.", what=shown.words))
    if shown.purpose:
        words = say(message("{what} {purpose}", what=words, purpose=isolated(shown.purpose)))
    return Sheet(with_owner(view, zone, zone_title(zone.key.id, zone.name)), words, base(view.row), pieces=pieces,
                 acts=buttons(view, place) if is_offered else (), forms=forms(view, place) if is_offered else (),
                 is_list=is_list)  # fmt: skip


def _listed(view: TableView, piece: PieceSight, shown: PieceView) -> PieceView:
    """A row of a list that is read, not only searched: with the words of the card."""
    read = view.every_face.get(piece.face) if piece.is_known else None
    return replace(shown, words=to_plain(parse(read.face.text, view.lexicon))) if read is not None else shown


# --- what one is looking at -------------------------------------------------------------------------------------------


def looking_sheet(view: TableView) -> Sheet:
    """The pieces in front of me. Back in an order of one's own: the number of each place, from the top."""
    now = view.seen
    look = next((k for k in now.looking if now.me and k.seat == now.me), None)
    if look is None:
        raise Http404
    shown = looking_view(view, look)
    in_order: tuple[SheetForm, ...] = ()
    if may_act(view) and not look.must_shuffle and any(a.verb == "put_back" for a in shown.acts):
        places = (Option("top", say(message("On top")), True), Option("bottom", say(message("At the bottom"))))
        orders = [
            Input(f"at.{p.id}", p.title or say(message("A card")), "number", str(n), 0, len(shown.pieces))
            for n, p in enumerate(shown.pieces, 1)
        ]
        address = f"{base(view.row)}looking/"
        in_order = (
            SheetForm("put_back", say(message("Put them back in this order")), say(message("Put them back")), address,
                 (*orders, Input("place", say(message("Where")), "choice", options=places)),
                 say(message("1 is the topmost; 0 goes under the pile."))),
        )  # fmt: skip
    there = say(message("{what}: {cards}.", what=shown.words, cards=counts.cards(len(shown.pieces))))
    return Sheet(say(message("In front of you")), there, base(view.row),
                 pieces=shown.pieces, acts=shown.acts, forms=in_order, is_list=shown.is_list)  # fmt: skip


def seat_sheet(view: TableView, number: int) -> Sheet:
    """All that can be done with one's own place, or with somebody else's."""
    now = view.seen
    shown = next((s for s in seats_of(view) if s.number == number), None)
    if shown is None:
        raise Http404
    acts = [shown.sit] if shown.sit is not None else []
    small: tuple[SheetForm, ...] = ()
    seat = now.seat(number)
    assert seat is not None
    if now.me == number:
        place = OnOwnSeat(now, seat, may_act(view))
        acts, small = [*buttons(view, place)], (*forms(view, place), *_hand_over(view, now))
    elif now.me:
        here = {s.number for s in seats_of(view) if s.member is not None and not s.is_away}
        acts += buttons(view, OnOtherSeat(now, seat, number in here, bool(here - {number, now.me})))
    if now.me:
        small += forms(view, OnMarks(now, seat))
    bits = [bit for bit in (shown.note, shown.hand_words) if bit]
    words = begin(message("{what}.", what=series(bits, "comma"))) if bits else ""
    return Sheet(shown.name, words, base(view.row),
                 pieces=shown.shown, acts=tuple(acts), forms=small)  # fmt: skip


def _hand_over(view: TableView, now: Sight) -> tuple[SheetForm, ...]:
    """Not a verb that is sent: it has an address of its own."""
    heirs = _heirs(view, now)
    if not heirs:
        return ()
    to = Input("to", say(message("To")), "choice", options=heirs)
    hint = say(message("Your hand and everything you know goes with it."))
    heading, button = say(message("Hand over this seat")), say(message("Hand it over"))
    return (SheetForm("hand_over", heading, button, f"{base(view.row)}hand-over/", (to,), hint),)


def _heirs(view: TableView, now: Sight) -> tuple[Option, ...]:
    """Members of the table's group who have no seat. One statement."""
    seated = [s.member for s in now.seats if s.member is not None]
    found = Member.objects.filter(group_id=view.row.group_id, left_at__isnull=True).exclude(pk__in=seated)
    return tuple(Option(str(pk), name) for pk, name in found.order_by("pk").values_list("pk", "person__name"))
