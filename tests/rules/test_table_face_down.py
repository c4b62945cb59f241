"""A card played face down: whoever may not read it learns nothing of what it is (B8)."""

from __future__ import annotations

import pytest

from play.table import events as e
from play.table.seeing import see
from play.table.sight import Sight
from play.table.state import CardText
from play.table.zones import ZoneKey
from play.verbs import commands as c
from tests.rules.rules_table import RulesTable

WAYS = [{}, {"under": 3}, {"onto": "first"}, {"to": ZoneKey("area.2")}, {"to": ZoneKey("draw")}]


def played_out_of_sight(kind: str, way: dict[str, object]) -> tuple[RulesTable, list[tuple[Sight, str]]]:
    """A Thing and an Action played for all to see, then a card of this kind face down: what seat 2 sees and is told."""
    cards = [CardText(n, f"{n:064x}", "Thing" if n % 2 else "Action", title=f"Card {n}") for n in range(1, 21)]
    game = RulesTable(cards)
    seat = game.table.turn.seat
    by_kind = {game.table.cards[game.table.pieces[id].card].kind: id for id in game.hand(seat)}
    secret = next(id for id in game.hand(seat) if id not in by_kind.values())
    number = game.table.pieces[secret].card
    game.do(c.CardAmended(CardText(number, "f" * 64, kind, title="Secret")))
    for id in by_kind.values():
        game.do(c.PlayCard(seat, id, confirmed=True))
    if way.get("onto"):
        way = {"onto": game.table.zones[f"area.{seat}"][0]}
    me = next(n for n in (2, 1) if n != seat)
    before = len(game.told)
    game.do(c.PlayCard(seat, secret, face_up=False, confirmed=True, **way))  # type: ignore[arg-type]
    return game, [(see(after, me), game.words(me, back=back)) for back, (_, _, after) in
                  enumerate(reversed(game.told[before:]), 1)]  # fmt: skip


@pytest.mark.parametrize("way", WAYS, ids=str)
def test_neither_the_count_of_plays_nor_where_it_lies_tells_what_was_played_face_down(way: dict[str, object]) -> None:
    _, shown = played_out_of_sight("Thing", way)
    for kind in ("Action", "Blessing", ""):
        assert played_out_of_sight(kind, way)[1] == shown, kind


def test_a_card_played_face_down_lies_in_front_of_whoever_played_it_and_asks_for_no_limit() -> None:
    game, _ = played_out_of_sight("Action", {})
    _, fact, after = game.told[-1]
    assert isinstance(fact, e.PiecesMoved) and fact.moved[0].to == f"area.{fact.seat}"
    assert not after.pieces[fact.moved[0].id].face_up
    assert dict(after.turn.played) == {"Thing": 1, "Action": 1}


def test_a_card_played_face_down_where_cards_lie_open_counts_as_what_it_is() -> None:
    game = RulesTable(seats=2)
    seat = game.table.turn.seat
    game.do(c.PlayCard(seat, game.hand(seat)[0], to=ZoneKey("discard"), face_up=False, confirmed=True))
    assert dict(game.table.turn.played) == {"Thing": 1}
