"""Teams (V1) as they are seen: on the plates of the others, on one's own, and in the place that a phone has for it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cards.rules.kit import DVORAK
from play import models as rows
from play.actions import execute
from play.queries import board
from play.queries.table_view import TableView
from play.verbs import commands as c
from studio.templatetags.fragments import drawn_region
from tests.markup import as_read
from tests.table_fixture import TableFixture

pytestmark = pytest.mark.django_db


def test_everybodys_team_stands_on_their_plate_and_on_ones_own() -> None:
    game = TableFixture(begun=False)
    kit = replace(DVORAK, seats=replace(DVORAK.seats, teams=2))
    execute.carry_out(rows.Table.objects.get(pk=game.table.pk), [c.KitReplaced(kit)], by=None, key=None, asked="kit")
    for seat, team in ((1, 1), (2, 2)):
        game.do(seat, "team", team=str(team))
    game.do(1, "begin", confirmed="1")
    view = TableView(game.table.stream_id, game.sight(1))
    html = as_read(drawn_region("play/_felt.html", "felt", board.felt(view)).html)
    mine = html[html.index('class="youplate') :]
    plates = {seat: html[html.index(f'id="p-{seat}"') :].split("</a>")[0] for seat in (2, 3)}
    assert '<span class="tag">Team 1</span>' in mine
    assert '<span class="tag">Team 2</span>' in plates[2]
    assert re.search(r'cards<span class="plate-team">, team 2</span>', plates[2])
    assert "eam" not in plates[3].split("data-title", 1)[1], "who plays alone is in none"
