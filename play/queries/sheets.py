"""The sheet of one piece, pile, seat, or of what one is looking at: all that can be done with it, as small forms.

A page of its own without a script, laid over the table with one. What one cannot see has no sheet: 404, as if it were
not there.
"""

from __future__ import annotations

from django.http import Http404

from play.access import TableDoor
from play.queries.felt import all_zones, looking_view, seats_of
from play.queries.pieces import OPEN_FORMS, may_act, piece_view, zone_view
from play.queries.scene import act, base, counted, seat_name, seen, table_row
from play.rules.limits import COUNT_MAX, DICE_MAX, DRAW_MAX, NOTE_MAX, SIDES_MAX, TOKEN_NAME_MAX, WHY_MAX
from play.rules.sight import PieceSight, Sight, ZoneSight
from play.rules.table import zone_parts
from play.values import Act, Form, Input, Link, Option, Sheet
from studio.models import Member


def _form(
    door: TableDoor, verb: str, heading: str, button: str, *inputs: Input, hint: str = "", **fixed: object
) -> Form:
    table = table_row(door.stream_id)
    return Form(verb, heading, button, act(table, verb, button, **fixed).address, inputs, hint)  # type: ignore[arg-type]


def _number(name: str, label: str, value: int, least: int = 0, most: int = COUNT_MAX) -> Input:
    return Input(name, label, "number", str(value), least, most)


def _choice(name: str, label: str, options: list[Option], sort: str = "choice") -> Input:
    return Input(name, label, sort, options=tuple(options))  # type: ignore[arg-type]


# --- a piece ----------------------------------------------------------------------------------------------------------


def piece_sheet(door: TableDoor, id: str) -> Sheet:
    now = seen(door.stream_id, door.sight)
    piece = find_piece(now, id)
    view = piece_view(door.stream_id, door.sight, piece, is_close=True)
    words = next((z.name for z in all_zones(now) if z.key == piece.zone), "")
    _, owner = zone_parts(piece.zone)
    if owner:
        words += ", yours" if owner == now.me else f" of {seat_name(door.stream_id, owner)}"
    forms = _piece_forms(door, now, piece) if may_act(door.stream_id, door.sight) else ()
    return Sheet(view.title, f"{words}.", base(table_row(door.stream_id)), piece=view, acts=view.acts, forms=forms,
                 links=_changes(door, now, piece))  # fmt: skip


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


def _piece_forms(door: TableDoor, now: Sight, piece: PieceSight) -> tuple[Form, ...]:
    me = now.me
    in_hand = now.mine is not None and now.mine.hand is not None and piece.zone == now.mine.hand.key
    zone = next((z for z in all_zones(now) if z.key == piece.zone), None)
    lies_open = zone is not None and zone.form in OPEN_FORMS
    hosts = [
        Option(p.id, f"{p.title or 'A face-down card'}{_whose(door, now, z)}")
        for z in all_zones(now)
        if z.form in OPEN_FORMS
        for p in z.pieces
        if p.id != piece.id
    ]
    others = [
        Option(str(s.number), seat_name(door.stream_id, s.number)) for s in now.seats if s.is_playing and s.number != me
    ]
    forms = []
    if in_hand:
        if hosts:
            forms.append(
                _form(
                    door, "play", "Play it onto a card", "Play it there", _choice("onto", "Onto", hosts), piece=piece.id
                )
            )
        if others:
            forms.append(
                _form(
                    door,
                    "play",
                    "Play it for somebody",
                    "Play it under them",
                    _choice("under", "Under", others),
                    piece=piece.id,
                )
            )
        forms.append(_form(door, "play", "Play it face down", "Play it face down", piece=piece.id, face_up=0))
    if (in_hand or (piece.is_known and not piece.is_face_up)) and others:
        forms.append(
            _form(door, "reveal", "Show it to some", "Show it", _choice("to", "To", others, "choices"), pieces=piece.id)
        )
    places = [Option(z.key, f"{z.name}{_whose(door, now, z)}") for z in all_zones(now) if z.key != piece.zone]
    if places:
        where = [Option("top", "On top", True), Option("bottom", "At the bottom"), Option("random", "Somewhere")]
        forms.append(
            _form(
                door,
                "move",
                "Move it",
                "Move it",
                _choice("to", "To", places),
                _choice("place", "Where", where),
                pieces=piece.id,
            )
        )
    if lies_open:
        forms += _open_forms(door, now, piece, hosts)
    return tuple(forms)


def _open_forms(door: TableDoor, now: Sight, piece: PieceSight, hosts: list[Option]) -> list[Form]:
    forms = []
    if hosts:
        forms.append(_form(door, "attach", "Attach it", "Attach it", _choice("host", "To", hosts), piece=piece.id))
    held = dict(piece.tokens)
    for name in dict.fromkeys((*held, *now.token_names)):
        forms.append(
            _form(
                door, "token", name, "Set", _number("count", "How many", held.get(name, 0)), piece=piece.id, token=name
            )
        )
    forms.append(
        _form(
            door,
            "token",
            "Another token",
            "Put it there",
            Input("token", "Its name", "text", most=TOKEN_NAME_MAX),
            _number("count", "How many", 1),
            piece=piece.id,
        )
    )
    for counter in now.card_counters:
        forms.append(
            _form(
                door,
                "counter",
                counter[1],
                "Set",
                _number("value", "To", 0, -COUNT_MAX),
                piece=piece.id,
                counter=counter[0],
            )
        )
    turned = "Turn it face down" if piece.is_face_up else "Turn it face up"
    forms.append(_form(door, "turn_over", turned, turned, piece=piece.id, face_up=int(not piece.is_face_up)))
    forms.append(
        _form(
            door,
            "note",
            "A note on it",
            "Note it",
            Input("text", "Note", "text", piece.note, most=NOTE_MAX),
            piece=piece.id,
        )
    )
    return forms


def _whose(door: TableDoor, now: Sight, zone: ZoneSight) -> str:
    if not zone.owner:
        return ""
    return ", yours" if zone.owner == now.me else f", {seat_name(door.stream_id, zone.owner)}"


def _changes(door: TableDoor, now: Sight, piece: PieceSight) -> tuple[Link, ...]:
    """To the composer, where this seat may ask for it (C5). Its own hand: asking shows that one holds it."""
    if not (now.is_creative and now.me and piece.is_known):
        return ()
    to = f"{base(table_row(door.stream_id))}write/?article=card-{piece.card}"
    return (Link("Reword it", to), Link("Repeal it", f"{to}&change=repeal"), Link("Copies", f"{to}&change=recount"))


# --- a pile -----------------------------------------------------------------------------------------------------------


def pile_sheet(door: TableDoor, key: str) -> Sheet:
    now = seen(door.stream_id, door.sight)
    zone = next((z for z in all_zones(now) if z.key == key), None)
    if zone is None:
        raise Http404
    view = zone_view(door.stream_id, door.sight, zone)
    pieces = tuple(piece_view(door.stream_id, door.sight, p, with_acts=False) for p in zone.pieces)
    acts: list[Act] = []
    forms: list[Form] = []
    if may_act(door.stream_id, door.sight) and zone.form == "pile":
        acts, forms = _pile_doings(door, now, zone)
    name = f"{zone.name}{_whose(door, now, zone)}"
    return Sheet(name, f"{view.words.capitalize()}.", base(table_row(door.stream_id)), pieces=pieces, acts=tuple(acts),
                 forms=tuple(forms))  # fmt: skip


def _pile_doings(door: TableDoor, now: Sight, zone: ZoneSight) -> tuple[list[Act], list[Form]]:
    table, key = table_row(door.stream_id), zone.key
    many = max(1, min(zone.count, DRAW_MAX))
    acts = [
        act(table, "draw", "Draw", "hot", zone=key),
        act(table, "look", "Look at the top", zone=key),
        act(table, "search", "Search it", zone=key, hint="It is shuffled afterwards" if zone.is_hidden else ""),
        act(table, "shuffle", "Shuffle it", zone=key),
    ]
    forms = [
        _form(door, "draw", "Draw several", "Draw", _number("count", "How many", 2, 1, DRAW_MAX), zone=key),
        _form(
            door,
            "look",
            "Look at the top of it",
            "Look",
            _number("count", "How many", min(3, many), 1, many),
            zone=key,
            hint="Everybody is told that you look, and at how many.",
        ),
    ]
    if not zone.is_hidden and zone.count:
        acts.append(act(table, "choose_card", "Let chance choose one", "quiet", zone=key))
    piles = [
        Option(z.key, f"{z.name}{_whose(door, now, z)}") for z in all_zones(now) if z.form == "pile" and z.key != key
    ]
    if piles:
        forms.append(
            _form(
                door, "shuffle_in", "Shuffle it into another", "Shuffle it in", _choice("to", "Into", piles), zone=key
            )
        )
    return acts, forms


# --- a seat -----------------------------------------------------------------------------------------------------------


def seat_sheet(door: TableDoor, number: int) -> Sheet:
    now = seen(door.stream_id, door.sight)
    view = next((s for s in seats_of(door.stream_id, door.sight) if s.number == number), None)
    if view is None:
        raise Http404
    acts: list[Act] = [view.sit] if view.sit is not None else []
    forms: list[Form] = []
    if now.me == number:
        acts, forms = _own_seat(door, now)
    elif now.me:
        acts, forms = _other_seat(door, now, number)
    if now.me and may_act(door.stream_id, door.sight):
        forms += _marks(door, now, number)
    words = ", ".join(bit for bit in (view.note, view.hand_words) if bit)
    return Sheet(view.name, f"{words.capitalize()}." if words else "", base(table_row(door.stream_id)),
                 pieces=view.shown, acts=tuple(acts), forms=tuple(forms))  # fmt: skip


def _own_seat(door: TableDoor, now: Sight) -> tuple[list[Act], list[Form]]:
    table = table_row(door.stream_id)
    acts = [act(table, "stand", "Get up", "quiet")]
    forms: list[Form] = []
    if may_act(door.stream_id, door.sight):
        acts += [
            act(table, "flip", "Flip a coin"),
            act(table, "choose_player", "Let chance choose a player"),
            act(table, "knock_out", "I am out", "quiet", who=now.me),
        ]
        forms += [
            _form(
                door,
                "claim",
                "I have won",
                "Claim the win",
                Input("words", "How", "text", most=WHY_MAX),
                hint="The others are asked whether they agree.",
            ),
            _form(
                door,
                "roll",
                "Roll dice",
                "Roll",
                _number("count", "How many", 1, 1, DICE_MAX),
                _number("sides", "Sides", 6, 2, SIDES_MAX),
            ),
            _form(door, "discard_random", "Discard at random", "Discard", _number("count", "How many", 1, 1, DRAW_MAX)),
        ]
    if now.state == "playing":
        acts.append(act(table, "abandon", "End the game here", "quiet", hint="The others are asked"))
    teams = [Option("0", "Alone")] + [Option(str(n), f"Team {n}") for n in range(1, now.teams + 1)]
    if now.teams:
        forms.append(_form(door, "team", "Team", "Join it", _choice("team", "Team", teams)))
    if heirs := _heirs(door, now):
        address = f"{base(table)}hand-over/"
        forms.append(
            Form("hand_over", "Hand over this seat", "Hand it over", address, (_choice("to", "To", heirs),),
                 "Your hand and everything you know goes with it.")
        )  # fmt: skip
    return acts, forms


def _heirs(door: TableDoor, now: Sight) -> list[Option]:
    """Members of the table's group who have no seat. One statement."""
    seated = [s.person for s in now.seats if s.person is not None]
    found = Member.objects.filter(group_id=door.group_id, left_at__isnull=True).exclude(pk__in=seated)
    return [Option(str(pk), name) for pk, name in found.order_by("pk").values_list("pk", "person__name")]


def _other_seat(door: TableDoor, now: Sight, number: int) -> tuple[list[Act], list[Form]]:
    table, seat = table_row(door.stream_id), now.seat(number)
    assert seat is not None
    acts: list[Act] = []
    forms: list[Form] = []
    if may_act(door.stream_id, door.sight) and seat.is_playing:
        if seat.hand is not None and seat.hand.count:
            acts += [
                act(table, "ask_hand", "Ask to look into the hand", of=number, what="hand_look"),
                act(table, "ask_hand", "Ask for a card of your choice", of=number, what="hand_take"),
                act(table, "ask_hand", "Ask for a random card", of=number, what="hand_random"),
            ]
        acts += [
            act(table, "skip", "Their next turn is left out", "quiet", who=number),
            act(table, "extra", "They get an extra turn", "quiet", who=number),
            act(table, "come_back", "Back in the game", "quiet", who=number)
            if seat.is_out
            else act(table, "knock_out", "Out of the game", "quiet", who=number),
        ]
    if seat.person is not None and now.state != "over":
        quiet = "unmute" if seat.is_muted else "mute"
        acts.append(
            act(
                table,
                quiet,
                "Ask to hear them again" if seat.is_muted else "Ask for some quiet",
                "quiet",
                target=number,
            )
        )
        acts.append(act(table, "remove", "Ask them to leave the table", "quiet", target=number))
    if now.state == "playing" and seat.is_playing and not seat.is_out:
        acts.append(act(table, "without", "Go on without them", "quiet", target=number))
    return acts, forms


def _marks(door: TableDoor, now: Sight, number: int) -> list[Form]:
    """Counters and tokens of a seat."""
    seat = now.seat(number)
    assert seat is not None
    forms = [
        _form(door, "counter", c.name, "Set", _number("value", "To", c.value, -COUNT_MAX), counter=c.id, on=number)
        for c in seat.counters
    ]
    held = dict(seat.tokens)
    for name in dict.fromkeys((*held, *now.token_names)):
        forms.append(
            _form(door, "token", name, "Set", _number("count", "How many", held.get(name, 0)), on=number, token=name)
        )
    forms.append(
        _form(
            door,
            "token",
            "Another token",
            "Put it there",
            Input("token", "Its name", "text", most=TOKEN_NAME_MAX),
            _number("count", "How many", 1),
            on=number,
        )
    )
    return forms


# --- what one is looking at -------------------------------------------------------------------------------------------


def looking_sheet(door: TableDoor) -> Sheet:
    """The pieces in front of me. Back in an order of one's own: the number of each place, from the top."""
    now = seen(door.stream_id, door.sight)
    look = next((k for k in now.looking if now.me and k.seat == now.me), None)
    if look is None:
        raise Http404
    view = looking_view(door.stream_id, door.sight, look)
    forms: tuple[Form, ...] = ()
    if may_act(door.stream_id, door.sight) and not look.must_shuffle and any(a.verb == "put_back" for a in view.acts):
        places = [Option("top", "On top", True), Option("bottom", "At the bottom")]
        orders = [
            Input(f"at.{p.id}", p.title or "A card", "number", str(n), 1, len(view.pieces))
            for n, p in enumerate(view.pieces, 1)
        ]
        address = f"{base(table_row(door.stream_id))}looking/"
        forms = (
            Form("put_back", "Put them back in this order", "Put them back", address,
                 (*orders, _choice("place", "Where", places)), "1 is the topmost."),
        )  # fmt: skip
    return Sheet("In front of you", f"{view.words}: {counted(len(view.pieces))}.", base(table_row(door.stream_id)),
                 pieces=view.pieces, acts=view.acts, forms=forms)  # fmt: skip
