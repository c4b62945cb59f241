"""What was agreed while a vote was under way is done when play goes on, never during it (C1)."""

from __future__ import annotations

from play.table import events as e
from play.table.seeing import see
from play.verbs import commands as c
from tests.rules.rules_game import RulesGame


def test_a_card_that_was_agreed_on_during_a_vote_changes_hands_after_it() -> None:
    game = RulesGame(7)
    game.do(c.AskHand(1, 2, "hand_random"))
    game.do(c.PauseFor(1))
    answered = game.do(c.AnswerQuestion(2, game.table.last_question, True))
    assert not any(isinstance(fact, e.PiecesMoved) for fact in answered)
    resumed = game.do(c.Resume(1))
    assert [fact.how for fact in resumed if isinstance(fact, e.PiecesMoved)] == ["take_random"]
    assert len(game.table.zones["hand.1"]) == 6 and not game.table.questions


def test_nothing_is_still_to_draw_when_both_piles_are_empty() -> None:
    game = RulesGame(9)
    seat = game.table.turn.seat
    turn = see(game.table, seat).turn
    assert turn is not None and turn.to_draw == 1
    while game.table.zones["draw"]:
        game.do(c.Draw(seat % 3 + 1, 1, confirmed=True))
    turn = see(game.table, seat).turn
    assert turn is not None and turn.to_draw == 0


def test_taking_back_never_brings_a_vote_back_that_is_over() -> None:
    game = RulesGame(8)
    game.do(c.PauseFor(1))
    during = game.table
    game.do(c.Resume(1))
    back = e.TakenBack(1, during)
    from play.table.evolve import evolve

    assert evolve(game.table, back).paused_by is None
