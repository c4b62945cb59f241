"""The sheet of one piece, pile, seat, or of what one is looking at: all that can be done with it, as small forms.

A page of its own without a script, laid over the table with one. What one cannot see has no sheet: 404, as if it were
not there.
"""

from __future__ import annotations

from django.http import Http404

from cards.values import counts
from play.queries.board import all_zones, looking_view
from play.queries.card_views import FACES_AT_ONCE, draws_from, may_act, piece_view, tokens_near, zone_view
from play.queries.parts import act, base, chosen_of, form_of, language_of, numbered, takes_cards, title_of
from play.queries.table_view import TableView
from play.table.limits import COUNT_MAX, DRAW_MAX, NOTE_MAX, TOKEN_NAME_MAX
from play.table.reach import check_eligible
from play.table.sight import PieceSight, Sight, ZoneSight
from play.values import Act, Form, Input, Link, Option, Sheet
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.web.words import say

# --- a piece ----------------------------------------------------------------------------------------------------------


def piece_sheet(view: TableView, id: str) -> Sheet:
    now = view.seen
    piece = find_piece(now, id)
    shown = piece_view(view, piece, is_close=True)
    words = next((z.name for z in all_zones(now) if z.key == piece.zone), "")
    owner = piece.zone.seat
    if owner:
        words += ", yours" if owner == now.me else f" of {view.seat_name(owner)}"
    forms: tuple[Form, ...] = ()
    acts = shown.acts
    if may_act(view):
        forms, acts = _piece_forms(view, now, piece), (*_to_take(view, now, piece), *shown.acts)
    return Sheet(shown.title, f"{words}.", base(view.row), piece=shown, acts=acts, forms=forms,
                 links=_changes(view, now, piece))  # fmt: skip


def _to_take(view: TableView, now: Sight, piece: PieceSight) -> tuple[Act, ...]:
    """What one looked for is mostly wanted in one's hand, or shown."""
    if now.mine is None or now.mine.hand is None or piece.zone == now.mine.hand.key:
        return ()
    if not any(look.seat == now.me and piece in look.pieces for look in now.looking):
        return ()
    table = view.row
    return (
        act(table, "move", "Into my hand", "hot", pieces=piece.id, to=now.mine.hand.key),
        act(table, "reveal", "Show to all", pieces=piece.id),
    )


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


def _piece_forms(view: TableView, now: Sight, piece: PieceSight) -> tuple[Form, ...]:
    me = now.me
    in_hand = now.mine is not None and now.mine.hand is not None and piece.zone == now.mine.hand.key
    zone = next((z for z in all_zones(now) if z.key == piece.zone), None)
    lies_open = zone is not None and zone.rules.lies_open
    hosts = [
        Option(p.id, f"{title_of(p)}{_whose(view, now, z)}", language=language_of(view.row) if p.is_known else "")
        for z in all_zones(now)
        if z.rules.lies_open
        for p in z.pieces
        if p.id != piece.id
    ]
    others = [Option(str(s.number), view.seat_name(s.number)) for s in now.seats if s.is_playing and s.number != me]
    forms = []
    if in_hand:
        if hosts:
            forms.append(
                form_of(
                    view,
                    "play",
                    "Play it onto a card",
                    "Play it there",
                    chosen_of("onto", "Onto", hosts),
                    piece=piece.id,
                )
            )
        if others:
            forms.append(
                form_of(
                    view,
                    "play",
                    "Play it for somebody",
                    "Play it under them",
                    chosen_of("under", "Under", others),
                    piece=piece.id,
                )
            )
        forms.append(form_of(view, "play", "Play it face down", "Play it face down", piece=piece.id, face_up=0))
    if (in_hand or (piece.is_known and not piece.is_face_up)) and others:
        forms.append(
            form_of(
                view,
                "reveal",
                "Show it to some",
                "Show it",
                chosen_of("to", "To", others, "choices"),
                pieces=piece.id,
            )
        )
    places = [Option(z.key, f"{z.name}{_whose(view, now, z)}") for z in all_zones(now) if z.key != piece.zone]
    if places:
        where = [Option("top", "On top", True), Option("bottom", "At the bottom"), Option("random", "Somewhere")]
        forms.append(
            form_of(
                view,
                "move",
                "Move it",
                "Move it",
                chosen_of("to", "To", places),
                chosen_of("place", "Where", where),
                pieces=piece.id,
            )
        )
    if lies_open:
        forms += _open_forms(view, now, piece, hosts)
    return tuple(forms)


def _open_forms(view: TableView, now: Sight, piece: PieceSight, hosts: list[Option]) -> list[Form]:
    forms = []
    if hosts:
        forms.append(form_of(view, "attach", "Attach it", "Attach it", chosen_of("host", "To", hosts), piece=piece.id))
    held = dict(piece.tokens)
    read = view.faces.get(piece.face) if piece.is_known else None
    named = tuple(dict.fromkeys((*tokens_near(now, piece, read), *now.token_names)))
    for name in named:
        forms.append(
            form_of(
                view,
                "token",
                name,
                "Set",
                numbered("count", "How many", held.get(name, 0)),
                piece=piece.id,
                token=name,
            )
        )
    forms.append(
        form_of(
            view,
            "token",
            "Another token" if named else "A token on it",
            "Put it there",
            Input("token", "Its name", "text", most=TOKEN_NAME_MAX),
            numbered("count", "How many", 1),
            piece=piece.id,
        )
    )
    for counter in now.card_counters:
        forms.append(
            form_of(
                view,
                "counter",
                counter[1],
                "Set",
                numbered("value", "To", 0, -COUNT_MAX),
                piece=piece.id,
                counter=counter[0],
            )
        )
    turned = "Turn it face down" if piece.is_face_up else "Turn it face up"
    forms.append(form_of(view, "turn_over", turned, turned, piece=piece.id, face_up=int(not piece.is_face_up)))
    forms.append(
        form_of(
            view,
            "note",
            "A note on it",
            "Note it",
            Input("text", "Note", "text", piece.note, most=NOTE_MAX),
            piece=piece.id,
        )
    )
    return forms


def _whose(view: TableView, now: Sight, zone: ZoneSight) -> str:
    if not zone.owner:
        return ""
    return ", yours" if zone.owner == now.me else f", {view.seat_name(zone.owner)}"


def _changes(view: TableView, now: Sight, piece: PieceSight) -> tuple[Link, ...]:
    """To the composer, where this seat may ask for it (C5). Its own hand: asking shows that one holds it."""
    if not (now.me and piece.is_known and takes_cards(view.row)):
        return ()
    try:
        check_eligible(view.table, now.me, piece.card)
    except Refused:
        return ()
    to = f"{base(view.row)}write/?article=card-{piece.card}"
    return (Link("Reword it", to), Link("Repeal it", f"{to}&change=repeal"), Link("Copies", f"{to}&change=recount"))


# --- a pile -----------------------------------------------------------------------------------------------------------


def pile_sheet(view: TableView, key: str) -> Sheet:
    now = view.seen
    zone = next((z for z in all_zones(now) if z.key == key), None)
    if zone is None:
        raise Http404
    shown = zone_view(view, zone)
    is_few = len(zone.pieces) <= FACES_AT_ONCE
    pieces = tuple(piece_view(view, p, with_acts=False, with_face=is_few) for p in zone.pieces)
    acts: list[Act] = []
    forms: list[Form] = []
    if may_act(view) and zone.rules.is_pile:
        acts, forms = _pile_doings(view, now, zone)
    name = f"{zone.name}{_whose(view, now, zone)}"
    return Sheet(name, f"{shown.words.capitalize()}.", base(view.row), pieces=pieces, acts=tuple(acts),
                 forms=tuple(forms), is_list=not is_few)  # fmt: skip


def _pile_doings(view: TableView, now: Sight, zone: ZoneSight) -> tuple[list[Act], list[Form]]:
    table, key = view.row, zone.key
    if not zone.count and key != draws_from(now):
        return [], []
    many = max(1, min(zone.count, DRAW_MAX))
    acts = [
        act(table, "draw", "Draw", "hot", zone=key),
        act(table, "look", "Look at the top", zone=key),
        act(table, "search", "Search it", zone=key, hint="It is shuffled afterwards" if zone.is_hidden else ""),
        act(table, "shuffle", "Shuffle it", zone=key),
    ]
    forms = [
        form_of(view, "draw", "Draw several", "Draw", numbered("count", "How many", 2, 1, DRAW_MAX), zone=key),
        form_of(
            view,
            "look",
            "Look at the top of it",
            "Look",
            numbered("count", "How many", min(3, many), 1, many),
            zone=key,
            hint="Everybody is told that you look, and at how many.",
        ),
    ]
    if not zone.is_hidden and zone.count:
        acts.append(act(table, "choose_card", "Let chance choose one", "quiet", zone=key))
    piles = [
        Option(z.key, f"{z.name}{_whose(view, now, z)}") for z in all_zones(now) if z.rules.is_pile and z.key != key
    ]
    if piles:
        forms.append(
            form_of(
                view,
                "shuffle_in",
                "Shuffle it into another",
                "Shuffle it in",
                chosen_of("to", "Into", piles),
                zone=key,
            )
        )
    return acts, forms


# --- what one is looking at -------------------------------------------------------------------------------------------


def looking_sheet(view: TableView) -> Sheet:
    """The pieces in front of me. Back in an order of one's own: the number of each place, from the top."""
    now = view.seen
    look = next((k for k in now.looking if now.me and k.seat == now.me), None)
    if look is None:
        raise Http404
    shown = looking_view(view, look)
    forms: tuple[Form, ...] = ()
    if may_act(view) and not look.must_shuffle and any(a.verb == "put_back" for a in shown.acts):
        places = [Option("top", "On top", True), Option("bottom", "At the bottom")]
        orders = [
            Input(f"at.{p.id}", p.title or "A card", "number", str(n), 1, len(shown.pieces))
            for n, p in enumerate(shown.pieces, 1)
        ]
        address = f"{base(view.row)}looking/"
        forms = (
            Form("put_back", "Put them back in this order", "Put them back", address,
                 (*orders, chosen_of("place", "Where", places)), "1 is the topmost."),
        )  # fmt: skip
    there = say(message("{what}: {cards}.", what=shown.words, cards=counts.cards(len(shown.pieces))))
    return Sheet("In front of you", there, base(view.row),
                 pieces=shown.pieces, acts=shown.acts, forms=forms, is_list=shown.is_list)  # fmt: skip
