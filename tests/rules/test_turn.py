"""A turn as most turns go (B2): draw, play, discard down. What is usual is never asked about; what is not is, once."""

from __future__ import annotations

import pytest

from play.table import events as e
from play.table.zones import ZoneKey
from play.verbs import commands as c
from studio.kernel.messages import english
from studio.kernel.refusals import Refused
from tests.rules.rules_game import RulesGame


def asked(game: RulesGame, command: c.Command) -> str:
    with pytest.raises(Refused) as refused:
        game.do(command)
    return refused.value.code


def held(game: RulesGame, kind: str) -> str:
    """A card of this kind in the hand of whoever has the turn; drawn from the pile until there is one."""
    seat = game.table.turn.seat
    while True:
        for id in game.table.zones[f"hand.{seat}"]:
            if game.table.cards[game.table.pieces[id].card].kind == kind:
                return id
        game.do(c.Draw(seat, confirmed=True))


def test_a_usual_turn_is_never_asked_about() -> None:
    game = RulesGame(3)
    seat = game.table.turn.seat
    assert isinstance(game.do(c.Draw(seat))[0], e.PiecesMoved)
    facts = game.do(c.PlayCard(seat, game.table.zones[f"hand.{seat}"][0]))
    assert [type(fact).__name__ for fact in facts] == ["PhaseBegan", "PiecesMoved"]
    while len(game.table.zones[f"hand.{seat}"]) <= 6:
        game.do(c.Draw(seat, confirmed=True))
    facts = game.do(c.Discard(seat, (game.table.zones[f"hand.{seat}"][0],)))
    assert [type(fact).__name__ for fact in facts] == ["PhaseBegan", "PiecesMoved"]
    facts = game.do(c.EndTurn(seat))
    assert isinstance(facts[-1], e.TurnBegan) and facts[-1].seat != seat
    assert not [fact for fact in facts if isinstance(fact, e.ExceptionNoted)]


def test_playing_before_drawing_a_second_action_or_out_of_turn_is_asked_once_and_noted() -> None:
    game = RulesGame(4)
    seat = game.table.turn.seat
    assert asked(game, c.PlayCard(seat, game.table.zones[f"hand.{seat}"][0])) == "ask.other_phase"
    game.do(c.Draw(seat))
    game.do(c.PlayCard(seat, held(game, "Action")))
    second = held(game, "Action")
    assert asked(game, c.PlayCard(seat, second)) == "ask.played_enough"
    facts = game.do(c.PlayCard(seat, second, confirmed=True))
    assert e.ExceptionNoted(seat, ("ask.played_enough",)) in facts
    other = next(s.number for s in game.table.sitting if s.number != seat)
    assert asked(game, c.PlayCard(other, game.table.zones[f"hand.{other}"][0])) == "ask.not_your_turn"


def test_more_cards_than_the_turn_draws_are_asked_about_once_a_turn() -> None:
    game = RulesGame(4)
    seat = game.table.turn.seat
    game.do(c.Draw(seat))
    game.do(c.PlayCard(seat, held(game, "Thing")))
    drawn = game.table.turn.drawn
    if drawn == 1:
        assert asked(game, c.Draw(seat)) == "ask.other_phase"
        facts = game.do(c.Draw(seat, confirmed=True))
        assert e.ExceptionNoted(seat, ("ask.other_phase",)) in facts
    facts = (*game.do(c.Draw(seat)), *game.do(c.Draw(seat, 2)))
    assert [type(fact).__name__ for fact in facts] == ["PiecesMoved", "PiecesMoved"]
    game.do(c.EndTurn(seat, confirmed=True))
    assert asked(game, c.Draw(seat)) == "ask.not_your_turn"
    mover = game.table.turn.seat
    game.do(c.Draw(mover))
    assert asked(game, c.Draw(mover)) == "ask.draw_more"


def test_a_cost_of_several_cards_is_asked_about_once_a_turn() -> None:
    game = RulesGame(4)
    seat = game.table.turn.seat
    game.do(c.Draw(seat))
    other = next(one.number for one in game.table.sitting if one.number != seat)
    for who in (seat, other):  # "every player discards"
        first, second, *_ = game.table.zones[game.table.hand_of(who)]
        assert asked(game, c.Discard(who, (first,))) == "ask.free_discard"
        game.do(c.Discard(who, (first,), confirmed=True))
        assert [type(fact).__name__ for fact in game.do(c.Discard(who, (second,)))] == ["PiecesMoved"]
    game.do(c.EndTurn(seat))
    assert asked(game, c.Discard(seat, (game.table.zones[game.table.hand_of(seat)][0],))) == "ask.free_discard"


def test_ending_without_drawing_or_over_the_limit_is_asked() -> None:
    game = RulesGame(5)
    seat = game.table.turn.seat
    assert asked(game, c.EndTurn(seat)) == "ask.not_drawn"
    game.do(c.Draw(seat, 5, confirmed=True))
    assert asked(game, c.EndTurn(seat)) == "ask.over_the_limit"


def test_a_rule_that_changes_the_hand_limit_changes_it_at_once() -> None:
    game = RulesGame(6)
    assert game.table.equipment.turn.hand_limit == 6
    seat = game.table.turn.seat
    game.do(c.Draw(seat, 5, confirmed=True))

    def said() -> str:
        with pytest.raises(Refused) as caught:
            game.do(c.EndTurn(seat))
        return english(caught.value.facts["rule"])

    rule = game.table.rules[0]
    assert said() == f"by §{rule.number} {rule.title}"
    game.do(c.RulesChanged(()))
    assert game.table.equipment.turn.hand_limit == 5 and said() == "by the basic rules"


def test_the_last_one_not_knocked_out_wins() -> None:
    game = RulesGame(7)
    game.do(c.KnockOut(2, 2))
    game.do(c.KnockOut(1, 3))
    assert game.table.state == "playing"
    facts = game.do(c.AnswerQuestion(3, game.table.last_question, True))
    assert isinstance(facts[-1], e.GameWon) and facts[-1].winners == (1,)


def test_a_win_is_claimed_and_the_others_confirm() -> None:
    game = RulesGame(8)
    game.do(c.AskTable(1, "win", words="Three marrows"))
    number = game.table.questions[0].number
    game.do(c.AnswerQuestion(2, number, True))
    assert game.table.state == "playing"
    facts = game.do(c.AnswerQuestion(3, number, True))
    assert e.GameWon((1,), "Three marrows") in facts and game.table.state == "over"


def test_what_is_attached_goes_with_its_host_and_not_the_other_way_round() -> None:
    game = RulesGame(9)
    seat = game.table.turn.seat
    hand = game.table.zones[f"hand.{seat}"]
    game.do(c.PlayCard(seat, hand[0], to=ZoneKey(f"area.{seat}"), confirmed=True))
    host = game.table.zones[f"area.{seat}"][0]
    game.do(c.PlayCard(seat, hand[1], onto=host, confirmed=True))
    guest = game.table.attached_to(host)[0]
    game.do(c.Destroy(seat, guest))
    assert game.table.zone_of(host) == f"area.{seat}"
    hand = game.table.zones[f"hand.{seat}"]
    game.do(c.PlayCard(seat, hand[0], onto=host, confirmed=True))
    game.do(c.Destroy(seat, host))
    assert game.table.zones[f"area.{seat}"] == () and len(game.table.zones["discard"]) == 3
