"""The sheet of a seat: all that can be done with one's own place, or with somebody else's."""

from __future__ import annotations

from django.http import Http404

from play.queries.board import seats_of
from play.queries.card_views import may_act
from play.queries.parts import act, base, chosen_of, form_of, numbered
from play.queries.table_view import TableView
from play.table.limits import COUNT_MAX, DICE_MAX, DRAW_MAX, SIDES_MAX, TOKEN_NAME_MAX, WHY_MAX
from play.table.sight import Sight
from play.values import Act, Form, Input, Option, Sheet
from studio.models import Member


def seat_sheet(view: TableView, number: int) -> Sheet:
    now = view.seen
    shown = next((s for s in seats_of(view) if s.number == number), None)
    if shown is None:
        raise Http404
    acts: list[Act] = [shown.sit] if shown.sit is not None else []
    forms: list[Form] = []
    if now.me == number:
        acts, forms = _own_seat(view, now)
    elif now.me:
        acts, forms = _other_seat(view, now, number, is_there=shown.member is not None and not shown.is_away)
    if now.me and may_act(view):
        forms += _marks(view, now, number)
    words = ", ".join(bit for bit in (shown.note, shown.hand_words) if bit)
    return Sheet(shown.name, f"{words.capitalize()}." if words else "", base(view.row),
                 pieces=shown.shown, acts=tuple(acts), forms=tuple(forms))  # fmt: skip


def _own_seat(view: TableView, now: Sight) -> tuple[list[Act], list[Form]]:
    table = view.row
    acts = [act(table, "stand", "Get up", "quiet")]
    forms: list[Form] = []
    if may_act(view):
        acts += [
            act(table, "flip", "Flip a coin"),
            act(table, "choose_player", "Let chance choose a player"),
            act(table, "knock_out", "I am out of the game", "quiet", who=now.me),
        ]
        forms += [
            form_of(
                view,
                "claim",
                "I have won",
                "Claim the win",
                *(() if now.mine and now.mine.is_muted else (Input("words", "How", "text", most=WHY_MAX),)),
                hint="The others are asked whether they agree.",
            ),
            form_of(
                view,
                "roll",
                "Roll dice",
                "Roll",
                numbered("count", "How many", 1, 1, DICE_MAX),
                numbered("sides", "Sides", 6, 2, SIDES_MAX),
            ),
            form_of(
                view,
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
        forms.append(form_of(view, "team", "Team", "Join it", chosen_of("team", "Team", teams)))
    if now.sides and now.state == "gathering" and now.mine is not None:
        sides = [Option("", "None", not now.mine.side), *(Option(s, s, s == now.mine.side) for s in now.sides)]
        forms.append(form_of(view, "side", "Your side", "Play it", chosen_of("side", "Side", sides)))
    if heirs := _heirs(view, now):
        address = f"{base(table)}hand-over/"
        forms.append(
            Form("hand_over", "Hand over this seat", "Hand it over", address, (chosen_of("to", "To", heirs),),
                 "Your hand and everything you know goes with it.")
        )  # fmt: skip
    return acts, forms


def _heirs(view: TableView, now: Sight) -> list[Option]:
    """Members of the table's group who have no seat. One statement."""
    seated = [s.member for s in now.seats if s.member is not None]
    found = Member.objects.filter(group_id=view.row.group_id, left_at__isnull=True).exclude(pk__in=seated)
    return [Option(str(pk), name) for pk, name in found.order_by("pk").values_list("pk", "person__name")]


def _other_seat(view: TableView, now: Sight, number: int, *, is_there: bool) -> tuple[list[Act], list[Form]]:
    table, seat = view.row, now.seat(number)
    assert seat is not None
    acts: list[Act] = []
    forms: list[Form] = []
    if may_act(view) and seat.is_playing:
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
    if seat.member is not None and now.state != "over":
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


def _marks(view: TableView, now: Sight, number: int) -> list[Form]:
    """Counters and tokens of a seat."""
    seat = now.seat(number)
    assert seat is not None
    forms = [
        form_of(view, "counter", c.name, "Set", numbered("value", "To", c.value, -COUNT_MAX), counter=c.id, on=number)
        for c in seat.counters
    ]
    held = dict(seat.tokens)
    for name in dict.fromkeys((*held, *now.token_names)):
        forms.append(
            form_of(view, "token", name, "Set", numbered("count", "How many", held.get(name, 0)), on=number, token=name)
        )
    forms.append(
        form_of(
            view,
            "token",
            "Another token" if held or now.token_names else "A token",
            "Put it there",
            Input("token", "Its name", "text", most=TOKEN_NAME_MAX),
            numbered("count", "How many", 1),
            on=number,
        )
    )
    return forms
