"""Every button and form that a table draws sends a verb that there is, with fields that it has."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from cards.rules.kit import DVORAK
from play import models as rows
from play.actions import execute
from play.queries import board, sheets, status
from play.queries.table_view import TableView
from play.values.acts import Act
from play.values.sheets import SheetForm
from play.verbs import commands as c
from play.verbs.registry import BY_NAME, read_verb
from tests.table_fixture import TableFixture

pytestmark = pytest.mark.django_db
# Offered where these games do not come: beside a line of talk, by a card with an "Action:" or one that brings gold,
# while somebody is away, and when the game is over. A card is let go by script alone.
ELSEWHERE = {"collect", "drop", "end_phase", "say", "use", "without", "again"}


def within(value: Any) -> Iterator[Act | SheetForm]:
    """The buttons and forms in what is shown, however deep."""
    if isinstance(value, Act | SheetForm):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from within(one)
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from within(getattr(value, field.name))


def sent_by(shown: Act | SheetForm) -> list[tuple[str, str]]:
    """The fields as a browser would send them: of a form what stands in it, or the first that can be chosen."""
    fields = parse_qsl(urlsplit(shown.address).query, keep_blank_values=True)
    for given in shown.inputs if isinstance(shown, SheetForm) else ():
        chosen = given.options[0].value if given.options else given.value or "something"
        fields.append((given.name, chosen))
    return fields


def pages(game: TableFixture, seat: int) -> Iterator[Any]:
    view = TableView(game.table.stream_id, game.sight(seat))
    yield from (board.felt(view), board.hand(view), status.turn(view), status.asked(view))
    now = view.seen
    for zone in board.all_zones(now):
        yield sheets.pile_sheet(view, zone.key)
        for piece in zone.pieces[:2]:
            yield sheets.piece_sheet(view, piece.id)
    for number in (1, 2, 3):
        yield sheets.seat_sheet(view, number)


def gathering() -> TableFixture:
    game = TableFixture(begun=False)
    kit = replace(DVORAK, seats=replace(DVORAK.seats, teams=2), sides=("Red", "Blue"))
    execute.carry_out(rows.Table.objects.get(pk=game.table.pk), [c.KitReplaced(kit)], by=None, key=None, asked="kit")
    game.do(1, "ready")
    return game


def in_the_midst() -> TableFixture:
    """A card on another and one discarded, somebody quiet, somebody out of the game, a pile that is looked at."""
    game = TableFixture()
    me = game.turn
    one, other = (seat for seat in (1, 2, 3) if seat != me)
    host = game.in_play(me)
    game.do(me, "play", piece=game.card(me), onto=host, confirmed="1")
    game.do(me, "discard", pieces=game.hand(me)[0], confirmed="1")
    game.do(me, "mute", target=str(one))
    game.do(other, "answer", question="1", yes="1")
    game.do(one, "knock_out", who=str(one))
    game.do(me, "ask_hand", of=str(other), what="hand_look")
    game.do(me, "look", zone="draw", count="2")
    game.do(me, "tap", piece=host)
    game.do(me, "pack", blanks="0")
    return game


def test_every_button_of_a_table_sends_what_its_verb_reads() -> None:
    found: set[str] = set()
    for game in (gathering(), in_the_midst()):
        for seat in (1, 2, 3):
            for page in pages(game, seat):
                for shown in within(page):
                    if "/act/" in shown.address:
                        fields = sent_by(shown)
                        verb = dict(fields)["verb"]
                        read_verb(1, verb, [(name, [value]) for name, value in fields])
                        found.add(verb)
    assert BY_NAME.keys() - found == ELSEWHERE
