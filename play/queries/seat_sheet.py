"""The sheet of a seat: all that can be done with one's own place, or with somebody else's."""

from __future__ import annotations

from django.http import Http404

from play.access import TableDoor
from play.queries.board import seats_of
from play.queries.card_views import may_act
from play.queries.context import act, base, seen, table_row
from play.queries.sheet_parts import chosen_of, form_of, numbered
from play.table.limits import COUNT_MAX, DICE_MAX, DRAW_MAX, SIDES_MAX, TOKEN_NAME_MAX, WHY_MAX
from play.table.sight import Sight
from play.values import Act, Form, Input, Option, Sheet
from studio.models import Member


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
        acts, forms = _other_seat(door, now, number, is_there=view.member is not None and not view.is_away)
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
            act(table, "knock_out", "I am out of the game", "quiet", who=now.me),
        ]
        forms += [
            form_of(
                door,
                "claim",
                "I have won",
                "Claim the win",
                *(() if now.mine and now.mine.is_muted else (Input("words", "How", "text", most=WHY_MAX),)),
                hint="The others are asked whether they agree.",
            ),
            form_of(
                door,
                "roll",
                "Roll dice",
                "Roll",
                numbered("count", "How many", 1, 1, DICE_MAX),
                numbered("sides", "Sides", 6, 2, SIDES_MAX),
            ),
            form_of(
                door,
                "discard_random",
                "Discard at random",
                "Discard",
                numbered("count", "How many", 1, 1, DRAW_MAX),
            ),
        ]
    if now.state == "playing":
        acts.append(act(table, "abandon", "End the game here", "quiet", hint="The others are asked"))
    teams = [Option("0", "Alone")] + [Option(str(n), f"Team {n}") for n in range(1, now.teams + 1)]
    if now.teams:
        forms.append(form_of(door, "team", "Team", "Join it", chosen_of("team", "Team", teams)))
    if now.sides and now.state == "gathering" and now.mine is not None:
        sides = [Option("", "None", not now.mine.side), *(Option(s, s, s == now.mine.side) for s in now.sides)]
        forms.append(form_of(door, "side", "Your side", "Play it", chosen_of("side", "Side", sides)))
    if heirs := _heirs(door, now):
        address = f"{base(table)}hand-over/"
        forms.append(
            Form("hand_over", "Hand over this seat", "Hand it over", address, (chosen_of("to", "To", heirs),),
                 "Your hand and everything you know goes with it.")
        )  # fmt: skip
    return acts, forms


def _heirs(door: TableDoor, now: Sight) -> list[Option]:
    """Members of the table's group who have no seat. One statement."""
    seated = [s.person for s in now.seats if s.person is not None]
    found = Member.objects.filter(group_id=door.group_id, left_at__isnull=True).exclude(pk__in=seated)
    return [Option(str(pk), name) for pk, name in found.order_by("pk").values_list("pk", "person__name")]


def _other_seat(door: TableDoor, now: Sight, number: int, *, is_there: bool) -> tuple[list[Act], list[Form]]:
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
            else act(table, "knock_out", "Out of the game", "quiet", who=number, hint="They are asked"),
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
    if now.state == "playing" and seat.is_playing and not seat.is_out and not is_there:
        acts.append(act(table, "without", "Go on without them", "quiet", target=number))
    return acts, forms


def _marks(door: TableDoor, now: Sight, number: int) -> list[Form]:
    """Counters and tokens of a seat."""
    seat = now.seat(number)
    assert seat is not None
    forms = [
        form_of(door, "counter", c.name, "Set", numbered("value", "To", c.value, -COUNT_MAX), counter=c.id, on=number)
        for c in seat.counters
    ]
    held = dict(seat.tokens)
    for name in dict.fromkeys((*held, *now.token_names)):
        forms.append(
            form_of(door, "token", name, "Set", numbered("count", "How many", held.get(name, 0)), on=number, token=name)
        )
    forms.append(
        form_of(
            door,
            "token",
            "Another token" if held or now.token_names else "A token",
            "Put it there",
            Input("token", "Its name", "text", most=TOKEN_NAME_MAX),
            numbered("count", "How many", 1),
            on=number,
        )
    )
    return forms
