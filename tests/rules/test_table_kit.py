"""A kit that is accepted while cards lie on the table: they stay where they are, and the next game is laid with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.rules.kit import DVORAK, CounterKit, Deal, Kit, Source, TurnKit, ZoneKit
from play.table.dealing import players
from play.table.seeing import see
from play.table.state import Table
from play.verbs import commands as c
from tests.rules.rules_table import RulesTable

LARDER = Kit(
    zones=(
        ZoneKit("larder", "Larder", "shared", "pile", "down", "nobody"),
        ZoneKit("compost", "Compost", "shared", "pile", "up", "all"),
        ZoneKit("basket", "Basket", "seat", "hand", "owner", "owner"),
        ZoneKit("bench", "Bench", "seat", "row", "up", "all"),
    ),
    sources=(Source("larder"),), deals=(Deal("larder", "basket", 3),), turn=TurnKit(draw_from="larder"),
    play_to="bench", act_to="compost", discard_to="compost", hand="basket", counters=(CounterKit("jam", "Jam"),),
)  # fmt: skip


def end(game: RulesTable) -> None:
    game.do(c.AskTable(1, "abandon"))
    for seat in (2, 3):
        game.do(c.AnswerQuestion(seat, game.table.last_question, True))
    assert game.table.state == "over"


def again(game: RulesTable) -> None:
    game.do(c.PlayAgain(1))
    game.do(c.Begin(1, confirmed=True))


def everything_shown(table: Table) -> int:
    """How many cards somebody who watches can count."""
    now = see(table)
    zones = [*now.zones, *(z for s in now.seats for z in (*s.zones, *([s.hand] if s.hand else [])))]
    return sum(zone.count for zone in zones)


@pytest.mark.parametrize("is_over", [False, True], ids=["in a game", "after a game"])
def test_a_kit_with_other_zones_moves_no_card_and_the_next_game_is_laid_with_it(is_over: bool) -> None:
    game = RulesTable()
    game.do(c.PlayCard(1, game.hand(1)[0], confirmed=True))
    if is_over:
        end(game)
    lay = game.table.zones
    game.do(c.KitReplaced(LARDER))
    assert game.table.zones == lay and everything_shown(game.table) == 20
    assert "next game" in game.words()
    assert [counter.id for counter in game.table.equipment.counters] == ["jam"]  # what needs no zone is there at once
    if not is_over:
        game.do(c.Draw(1, confirmed=True))
        end(game)
    again(game)
    assert {key.id for key in game.table.zones} == {"larder", "compost", "basket", "bench"}
    assert [len(game.hand(seat.number)) for seat in players(game.table)] == [3, 3, 3]
    assert everything_shown(game.table) == 20


def test_the_latest_kit_is_the_one_that_the_next_game_has() -> None:
    game = RulesTable()
    game.do(c.KitReplaced(LARDER))
    game.do(c.KitReplaced(replace(DVORAK, counters=LARDER.counters)))
    end(game)
    again(game)
    assert {key.id for key in game.table.zones} == {"draw", "discard", "hand", "area"}


def test_a_kit_between_games_is_there_at_once() -> None:
    game = RulesTable()
    end(game)
    game.do(c.PlayAgain(1))
    game.do(c.KitReplaced(LARDER))
    assert game.table.kit == LARDER
