"""What lies on a card is shown under the name somebody gave it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from play.queries import board
from play.queries.card_views import mark_of
from play.queries.table_view import TableView
from tests.table_fixture import TableFixture


def test_tokens_that_somebody_named_get_no_plural_of_ours() -> None:
    view: Any = SimpleNamespace(
        seen_by_all=SimpleNamespace(token_names=("Van", "Bus"), token_colours=(("Bus", "#ff0000"),))
    )
    assert [mark_of(view, "Bus", n).label for n in (1, 2)] == ["1 Bus", "2 × Bus"]
    assert [mark_of(view, name, 1).colour for name in ("Bus", "Slug")] == ["#ff0000", ""]


@pytest.mark.django_db
def test_a_card_is_played_and_paid_for_in_one_press_where_one_has_what_it_costs() -> None:
    game = TableFixture(cost="{gold 2}")
    me = game.turn
    game.do(me, "draw")

    def offered(seat: int) -> list[str]:
        shown = board.hand(TableView(game.table.stream_id, game.sight(seat))).pieces[0]
        return [act.address for act in shown.acts if act.verb == "play"]

    assert len(offered(me)) == 1, "nobody has any gold"
    game.do(me, "counter", counter="gold", value="5")
    plain, paid = offered(me)
    assert "pay" not in plain and {len(offered(seat)) for seat in (1, 2, 3) if seat != me} == {1}
    game.do(me, **dict(parse_qsl(urlsplit(paid).query)))
    assert game.value.counter_value("gold", on=me, piece="") == 3
