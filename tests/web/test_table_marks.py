"""What lies on a card is shown under the name somebody gave it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.template.loader import render_to_string

from play.queries import board
from play.queries.card_views import mark_of, zone_view
from play.queries.offered import stance_to
from play.queries.parts import all_zones
from play.queries.sheets import piece_sheet
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


@pytest.mark.django_db
def test_a_card_says_how_many_hang_on_it_and_from_the_third_kind_of_mark_on_how_many_kinds() -> None:
    game = TableFixture()
    me = game.turn
    host = game.in_play(me)
    game.do(me, "play", piece=game.card(me), onto=host, confirmed="1")

    def read() -> str:
        view = TableView(game.table.stream_id, game.sight(me))
        area = next(zone for zone in all_zones(view.seen) if zone.key.id == "area" and zone.owner == me)
        return " ".join(
            render_to_string(
                "play/_marks.html", {"piece": zone_view(view, area, stance_to(view, me)).pieces[0]}
            ).split()
        )

    assert ">1 under it<" in read() and "kinds" not in read()
    # What is seen of a card under another is a strip, too small a target: the sheet of the one above leads to it.
    view = TableView(game.table.stream_id, game.sight(me))
    area = next(zone for zone in all_zones(view.seen) if zone.key.id == "area" and zone.owner == me)
    (under,) = [piece for piece in area.pieces if piece.onto == host]
    (led_to,) = piece_sheet(view, host).piece.attached  # type: ignore[union-attr]
    assert led_to.address.endswith(f"/pieces/{under.id}/") and led_to.title
    assert f'href="{led_to.address}"' in " ".join(
        render_to_string(
            "play/_sheet.html", {"sheet": piece_sheet(view, host), "back": "", "page_key": "k", "csrf_token": ""}
        ).split()
    )
    assert piece_sheet(view, under.id).piece.attached == ()  # type: ignore[union-attr]
    for token in ("Rosette", "Mud", "Slime"):
        game.do(me, "token", piece=host, token=token, count="2")
    assert ">2 × Rosette<" in read() and ">3 kinds<" in read() and "Mud" not in read()
