"""What is let go over a place lies there, as that place lies, or is refused in words (B4, B8): over any kit."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.rules.kit import DVORAK, DVORAK_ZONES, MULTI_DECK, Kit, ZoneKit
from play.table import events as e
from play.table.command import Facts, Moment
from play.table.state import CardText, Piece, Table
from play.table.visibility import is_open, zone_kit
from play.table.zones import ZoneKey
from play.verbs import commands as c
from play.verbs.decide import decide
from play.wording import TABLES
from studio.kernel.refusals import Refused
from tests.rules.any_kit import any_kit
from tests.rules.rules_game import RulesGame
from tests.rules.rules_table import RulesTable, Seeded

SECRET = replace(
    DVORAK, zones=(*DVORAK_ZONES, ZoneKit("aside", "Face down", "seat", "area", "down", "owner", capacity=2))
)
KITS = st.one_of(st.integers(0, 10**6).map(any_kit), st.sampled_from([SECRET, MULTI_DECK]))


def came_to_lie(facts: Facts, id: str) -> e.Moved:
    """The last move of that piece, by whatever name it goes meanwhile; one that was not moved is no answer."""
    found = None
    for fact in facts:
        for moved in fact.moved if isinstance(fact, e.PiecesMoved) else ():
            if moved.piece == id:
                found, id = moved, moved.id
    assert found is not None, "nothing was moved, and nothing said"
    return found


def lies_as_there(table: Table, piece: Piece, moved: e.Moved) -> bool:
    """Face down where cards lie face down; else face up, but for what lay face down in play, which nothing turns up."""
    stays_down = is_open(table, moved.source) and is_open(table, moved.to) and not piece.face_up
    return moved.face_up == (zone_kit(table, moved.to).face == "up" and not stays_down)


@given(seed=st.integers(0, 10**6), kit=KITS)
@settings(deadline=None)
def test_whatever_is_let_go_over_a_place_lies_there_as_that_place_lies_or_is_refused_in_words(
    seed: int, kit: Kit
) -> None:
    game, luck = RulesGame(seed, kit), random.Random(seed)
    for _ in range(40):
        game.attempt(game.any_command())
    table, done = game.table, 0
    for _ in range(60):
        seat = luck.choice([seat.number for seat in table.sitting] or [1])
        mine = table.zones.get(table.hand_of(seat), ())
        id = luck.choice(list(mine if mine and luck.random() < 0.5 else table.pieces) or ["x"])
        to = luck.choice(list(table.zones) or [ZoneKey("draw")])
        for confirmed in (False, True):
            command = c.LetGo(seat, id, to, confirmed=confirmed)
            try:
                facts = decide(table, command, Moment(0, Seeded(seed)))
            except Refused as refused:
                assert refused.code in TABLES, refused
                assert not confirmed or not refused.code.startswith("ask."), "it is asked once"
                continue
            moved = came_to_lie(facts, id)
            assert moved.to == to, command
            assert lies_as_there(table, table.pieces[id], moved), command
            done += 1
    may_act = table.state == "playing" and table.paused_by is None
    assert done or not may_act or not any(table.zones[table.hand_of(seat.number)] for seat in table.sitting)


def held(game: RulesTable, seat: int, kind: str) -> str:
    return next(id for id in game.hand(seat) if game.table.cards[game.table.pieces[id].card].kind == kind)


def dealt(kit: Kit = SECRET) -> tuple[RulesTable, int]:
    """A game with Things and Actions, and whoever is to move, who has drawn."""
    cards = [CardText(n, f"{n:064x}", "Thing" if n % 2 else "Action", title=f"Card {n}") for n in range(1, 31)]
    game = RulesTable(cards, kit)
    game.do(c.Draw(game.table.turn.seat))
    return game, game.table.turn.seat


@pytest.mark.parametrize("kind", ["Thing", "Action"])
def test_a_card_let_go_on_a_place_that_lies_face_down_is_read_by_nobody_else(kind: str) -> None:
    game, seat = dealt()
    id, other = held(game, seat, kind), seat % 3 + 1
    title = game.table.cards[game.table.pieces[id].card].title
    game.do(c.LetGo(seat, id, ZoneKey(f"aside.{seat}"), way="play"))
    assert [game.table.pieces[one].face_up for one in game.table.zones[f"aside.{seat}"]] == [False]
    assert title not in game.words(other) and "a face-down card" in game.words(other)
    assert not dict(game.table.turn.played).get(kind)


def test_a_place_in_front_of_somebody_else_takes_the_card_itself_under_their_control() -> None:
    game, seat = dealt()
    other = seat % 3 + 1
    game.do(c.LetGo(seat, held(game, seat, "Thing"), ZoneKey(f"aside.{other}"), way="play"))
    fact = game.told[-1][1]
    assert isinstance(fact, e.PiecesMoved) and (fact.how, fact.under) == ("play", other)
    assert len(game.table.zones[f"aside.{other}"]) == 1
    assert not game.table.pieces[game.table.zones[f"aside.{other}"][0]].face_up


def test_a_thing_let_go_on_a_place_or_a_card_that_lies_face_down_is_turned_down_there() -> None:
    game, seat = dealt()
    first = held(game, seat, "Thing")
    game.do(c.LetGo(seat, first, ZoneKey(f"area.{seat}")))
    assert game.table.pieces[first].face_up
    game.do(c.LetGo(seat, first, ZoneKey(f"aside.{seat}"), way="move"))
    assert not game.table.pieces[first].face_up
    game.do(c.LetGo(seat, first, ZoneKey(f"area.{seat}"), way="move"))
    assert not game.table.pieces[first].face_up, "nothing is turned up by being moved"
    second = held(game, seat, "Thing")
    game.do(c.LetGo(seat, second, ZoneKey(f"area.{seat}"), confirmed=True))
    game.do(c.LetGo(seat, first, ZoneKey(f"aside.{seat}")))
    game.do(c.LetGo(seat, second, onto=first))
    assert game.table.pieces[second].onto == first and not game.table.pieces[second].face_up


def test_of_an_action_over_the_pile_of_played_ones_it_is_asked_whether_it_is_played_or_discarded() -> None:
    game, seat = dealt()
    other = seat % 3 + 1
    id = held(game, other, "Action")
    for way in ("", "play", "discard"):
        with pytest.raises(Refused) as refused:
            game.do(c.LetGo(other, id, ZoneKey("discard"), way=way))  # type: ignore[arg-type]
        assert refused.value.facts["ways"] == ("play", "discard")
    with pytest.raises(Refused) as refused:
        game.do(c.LetGo(other, held(game, other, "Thing"), ZoneKey("discard")))
    assert refused.value.code == "ask.free_discard" and "ways" not in refused.value.facts
    game.do(c.LetGo(other, id, ZoneKey("discard"), way="discard", confirmed=True))
    fact = game.told[-1][1]
    assert isinstance(fact, e.PiecesMoved) and fact.how == "discard"


def test_whoever_has_to_discard_discards_an_action_by_letting_it_go() -> None:
    game, seat = dealt()
    game.do(c.EndPhase(seat))
    game.do(c.EndPhase(seat))
    game.do(c.LetGo(seat, held(game, seat, "Action"), ZoneKey("discard")))
    fact = game.told[-1][1]
    assert isinstance(fact, e.PiecesMoved) and fact.how == "discard"


def test_the_top_of_a_pile_goes_where_it_is_put_by_nobody_who_looked() -> None:
    game, seat = dealt()
    top = game.table.zones["draw"][:3]
    cards = [game.table.pieces[id].card for id in top]
    game.do(c.MoveTop(seat, ZoneKey("draw"), ZoneKey("discard"), 2))
    assert [game.table.pieces[id].card for id in game.table.zones["discard"]] == cards[1::-1]
    assert all(f"Card {number}" in game.words(0) for number in cards[:2])
    game.do(c.MoveTop(seat, ZoneKey("draw"), ZoneKey(f"area.{seat}")))
    assert game.table.pieces[game.table.zones[f"area.{seat}"][-1]].face_up
    before = [game.table.pieces[id].card for id in game.table.zones["draw"]]
    game.do(c.MoveTop(seat, ZoneKey("draw"), ZoneKey("draw"), 2, "bottom"))
    assert [game.table.pieces[id].card for id in game.table.zones["draw"]] == [*before[2:], *before[:2]]
    assert game.words(0) == "put 2 cards under the draw pile"
    game.do(c.MoveTop(seat, ZoneKey("draw"), ZoneKey(f"hand.{seat % 3 + 1}")))
    assert len(game.hand(seat % 3 + 1)) == 6
    with pytest.raises(Refused, match=r"ask\.draw_more"):
        game.do(c.MoveTop(seat, ZoneKey("draw"), ZoneKey(f"hand.{seat}"), 2))
