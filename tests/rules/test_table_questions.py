"""Who is asked, when that is settled, and what is done then (B8, B10): the rules alone, with people who are away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from play.table import events as e
from play.table.evolve import fold
from play.table.questions import settled
from play.table.state import Question, Table
from play.table.undoable import is_beside, spills
from play.table.zones import ZoneKey
from play.verbs import commands as c
from play.verbs.decide import decide
from studio.kernel.refusals import Refused
from tests.rules.rules_table import RulesTable, Seeded

GAME = RulesTable(seats=4, seed=2).table


def put(table: Table, *commands: c.Command, away: tuple[int, ...] = (), **moment: Any) -> Table:
    for command in commands:
        table = fold(table, decide(table, command, c.Moment(0, Seeded(1), frozenset(away), **moment)))
    return table


def yes(question: int, *seats: int) -> tuple[c.Command, ...]:
    return tuple(c.AnswerQuestion(seat, question, True) for seat in seats)


def asked(table: Table) -> list[set[int]]:
    return [set(question.seats) for question in table.questions]


def refused(table: Table, command: c.Command, away: tuple[int, ...] = ()) -> str:
    with pytest.raises(Refused) as caught:
        put(table, command, away=away)
    return caught.value.code


@pytest.mark.parametrize("about", ["win", "abandon"])
def test_the_end_of_a_game_waits_for_all_but_who_is_away_and_out(about: str) -> None:
    ends = c.AskTable(1, about, words="So")  # type: ignore[arg-type]
    assert asked(put(GAME, ends)) == asked(put(GAME, ends, away=(2, 3))) == [{2, 3, 4}]
    one_out = fold(GAME, (e.KnockedOut(3, 3),))
    assert asked(put(one_out, ends)) == [{2, 3, 4}], "out, and here"
    assert asked(put(one_out, ends, away=(2, 3))) == [{2, 4}]
    waits = put(GAME, ends, *yes(1, 2, 4))
    assert waits.state == "playing" and put(waits, *yes(1, 3)).state == "over"
    out_and_gone = fold(waits, (e.KnockedOut(3, 3),))
    assert not settled(out_and_gone, c.Moment(0, Seeded(1)))
    assert settled(out_and_gone, c.Moment(0, Seeded(1), frozenset({3}))), "nobody waits for them any longer"


@pytest.mark.parametrize("about", ["remove", "mute", "unmute", "without"])
def test_about_somebody_all_others_who_are_here_are_asked(about: str) -> None:
    away = (2, 3) if about == "without" else (3,)
    question = c.AskTable(1, about, 2)  # type: ignore[arg-type]
    assert asked(put(GAME, question, away=away)) == [{4}]
    alone = (2, 3, 4)
    if about == "unmute":
        muted = put(fold(GAME, (e.Muted(2, True),)), question, away=alone)
        assert muted.questions == () and not muted.seats[1].is_muted
    elif about == "without":
        gone = put(GAME, question, away=alone)
        assert gone.questions == () and gone.seats[1].is_out
    else:
        assert refused(GAME, question, alone) == "question.nobody"


def test_a_question_is_put_once_and_another_person_or_target_is_another_question() -> None:
    table = put(GAME, c.AskTable(1, "mute", 2))
    assert refused(table, c.AskTable(1, "mute", 2)) == "question.open"
    table = put(table, c.AskTable(1, "mute", 3), c.AskTable(1, "remove", 2), c.AskTable(4, "mute", 2))
    assert [(q.number, q.about, q.by, q.target) for q in table.questions] == [
        (1, "mute", 1, 2), (2, "mute", 1, 3), (3, "remove", 1, 2), (4, "mute", 4, 2)
    ]  # fmt: skip


def test_nobody_who_has_got_up_needs_anybodys_word_to_go_on_without_them() -> None:
    left = put(GAME, c.Stand(2), c.Stand(3), c.Stand(4))
    gone = put(left, c.AskTable(1, "without", 2))
    assert [seat.number for seat in gone.seats if seat.is_out] == [2] and gone.questions == ()


def test_a_no_closes_a_question_and_so_does_whoever_asked() -> None:
    table = put(GAME, c.AskTable(1, "win", words="So"), *yes(1, 2))
    for seat in (1, 3):
        after = put(table, c.AnswerQuestion(seat, 1, False))
        assert (after.questions, after.state) == ((), "playing")
    assert refused(table, c.AnswerQuestion(1, 1, True)) == "question.not_yours"


def test_whoever_asked_and_has_got_up_has_asked_for_nothing() -> None:
    table = put(GAME, c.AskHand(1, 2, "hand_look"), c.AskHand(3, 2, "hand_take"), c.Stand(1))
    assert [question.by for question in table.questions] == [3]


def look(table: Table) -> list[tuple[int, str, int, int]]:
    return [(look.seat, look.zone, len(look.pieces), look.takes) for look in table.looking]


def test_a_hand_is_looked_into_or_taken_from_as_its_owner_agreed() -> None:
    assert asked(put(GAME, c.AskHand(1, 2, "hand_look"))) == [{2}]
    assert asked(put(GAME, c.AskHand(1, 2, "hand_look"), away=(2, 4))) == [{3}]
    for what, takes in (("hand_look", 0), ("hand_take", 2)):
        table = put(GAME, c.AskHand(1, 2, what, 2), *yes(1, 2))  # type: ignore[arg-type]
        assert look(table) == [(1, "hand.2", 5, takes)]
        again = put(table, c.AskHand(1, 3, what), *yes(2, 3))  # type: ignore[arg-type]
        assert look(again) == look(table), "one look at a time"
        assert len(look(put(table, c.AskHand(4, 2, what), *yes(2, 2)))) == 2  # type: ignore[arg-type]
        empty = replace(GAME, questions=put(GAME, c.AskHand(1, 2, what)).questions, last_question=1,  # type: ignore[arg-type]
                        zones={**GAME.zones, ZoneKey("hand.2"): ()})  # fmt: skip
        assert (look(put(empty, *yes(1, 2))), put(empty, *yes(1, 2)).questions) == ([], ())


def test_random_cards_come_out_of_one_hand_into_the_other_under_new_names() -> None:
    facts = decide(put(GAME, c.AskHand(1, 2, "hand_random", 2)), c.AnswerQuestion(2, 1, True), c.Moment(0, Seeded(3)))
    taken = facts[-1]
    assert isinstance(taken, e.PiecesMoved)
    assert (taken.seat, taken.how, taken.under, len(taken.moved)) == (1, "take_random", 2, 2)
    held = GAME.zones[ZoneKey("hand.2")]
    order = Seeded(3).order(len(held))[:2]
    assert [move.piece for move in taken.moved] == [held[n] for n in order]
    after = fold(GAME, (taken,))
    assert set(after.zones[ZoneKey("hand.2")]) == set(held) - {move.piece for move in taken.moved}
    assert after.zones[ZoneKey("hand.1")] == (*GAME.zones[ZoneKey("hand.1")], *(move.id for move in taken.moved))
    assert not {move.id for move in taken.moved} & set(GAME.pieces)
    nothing = replace(put(GAME, c.AskHand(1, 2, "hand_random")), zones={**GAME.zones, ZoneKey("hand.2"): ()})
    assert not [fact for fact in decide(nothing, c.AnswerQuestion(2, 1, True), c.Moment(0, Seeded(3)))
                if isinstance(fact, e.PiecesMoved)]  # fmt: skip


def test_the_turn_goes_on_where_it_was_theirs_who_left_or_is_gone_on_without() -> None:
    seat = GAME.turn.seat
    by, *others = [n for n in range(1, 5) if n != seat]
    for about in ("without", "remove"):
        table = put(GAME, c.AskTable(by, about, seat), away=(seat,))  # type: ignore[arg-type]
        after = put(table, *yes(1, *others), away=(seat,))
        assert (after.turn.seat, after.turn.number) == (seat % 4 + 1, 2), about
        who = others[0]
        table = put(GAME, c.AskTable(by, about, who), away=(who,))  # type: ignore[arg-type]
        after = put(table, *yes(1, seat, others[1]), away=(who,))
        assert after.turn == GAME.turn, about
        is_in = after.seat(who)
        assert is_in is not None and (is_in.is_out, is_in.member) == (
            (True, who) if about == "without" else (False, None)
        )


def test_quiet_and_a_voice_are_given_as_agreed() -> None:
    muted = put(GAME, c.AskTable(1, "mute", 2), *yes(1, 3, 4))
    assert [seat.number for seat in muted.seats if seat.is_muted] == [2]
    assert not [seat for seat in put(muted, c.AskTable(1, "unmute", 2), *yes(2, 3, 4)).seats if seat.is_muted]


def test_what_is_agreed_on_the_game_waits_while_it_is_paused_and_what_is_agreed_on_people_does_not() -> None:
    paused = put(GAME, c.AskTable(1, "win", words="So"), c.AskTable(1, "mute", 2), c.PauseFor(7), *yes(1, 2, 3, 4))
    assert paused.state == "playing" and len(paused.questions) == 2
    paused = put(paused, *yes(2, 3, 4))
    assert [q.about for q in paused.questions] == ["win"] and paused.seats[1].is_muted
    assert put(paused, c.Resume(7)).state == "over"
    assert put(paused, c.Stand(1)).questions == (), "whoever asked has got up"


def undoing(table: Table, before: Table, to: int, spilled: int = 0) -> Table:
    """All the others agree to go back to entry `to`, at which the table was `before`."""
    asks = c.AskTable(1, "undo", to=to)
    asking = put(table, asks, *yes(table.last_question + 1, 2, 3), back_to={to: before}.__getitem__)
    return put(asking, *yes(table.last_question + 1, 4), back_to={to: before}.__getitem__, spilled_at=lambda: spilled)


def test_what_was_done_is_taken_back_unless_something_was_seen_or_somebody_came_since() -> None:
    moved_on = put(GAME, c.EndTurn(GAME.turn.seat, confirmed=True))
    assert moved_on.turn != GAME.turn
    assert undoing(moved_on, GAME, 9).turn == undoing(moved_on, GAME, 9, spilled=9).turn == GAME.turn
    assert undoing(moved_on, GAME, 9, spilled=10).turn == moved_on.turn
    for somebody in (e.SeatLeft(4), e.SeatHandedOver(2, 9)):
        late = undoing(moved_on, fold(GAME, (somebody,)), 9)
        assert (late.questions, late.turn) == ((), moved_on.turn)


def test_whoever_was_asked_and_got_up_has_not_agreed_but_two_who_did_have() -> None:
    table = put(GAME, c.AskTable(1, "mute", 2))
    assert not put(table, c.Stand(3), c.Stand(4)).seats[1].is_muted
    assert put(table, *yes(1, 3), c.Stand(4)).seats[1].is_muted
    alone = put(put(GAME, c.AskTable(1, "win", words="So")), c.Stand(2), c.Stand(3), c.Stand(4))
    assert alone.state == "over" and alone.is_won_alone


def test_to_be_out_of_a_game_one_is_out_of_already_is_asked_no_longer() -> None:
    table = put(GAME, c.KnockOut(1, 2), c.KnockOut(3, 2), *yes(1, 2))
    assert table.questions == () and [seat.number for seat in table.seats if seat.is_out] == [2]


@pytest.mark.parametrize("how", ["draw", "take", "take_random", "discard_random", "play", "discard", "destroy", "move",
                                 "give", "put_back", "leave"])  # fmt: skip
def test_a_move_is_taken_back_where_everybody_could_read_the_card_or_its_holder_let_it_go(how: str) -> None:
    lies = GAME.zones[ZoneKey("hand.1")][0]
    area, hand = ZoneKey("area.1"), ZoneKey("hand.1")
    open_card = fold(GAME, (e.PiecesMoved(1, "play", (e.Moved(lies, "up", hand, area, face_up=True),)),))
    face_down = fold(open_card, (e.TurnedOver(1, "up", False),))
    out = e.PiecesMoved(1, how, (e.Moved("up", "up", area, ZoneKey("discard"), face_up=True),))  # type: ignore[arg-type]
    shows = how in ("draw", "take", "take_random", "discard_random")
    lets_go = how in ("play", "discard", "move", "give")
    assert spills(open_card, out) == shows
    assert spills(face_down, out)
    assert spills(GAME, out), "no such card lay there"
    hidden = fold(open_card, (e.PiecesMoved(1, "move", (e.Moved("up", "up", area, hand, face_up=True),)),))
    for seat in (1, 2):
        held = e.PiecesMoved(seat, how, (e.Moved("up", "up", hand, area),))  # type: ignore[arg-type]
        assert spills(hidden, held) == (not lets_go or seat == 2), "of one's own hand one shows what one likes"
    both = replace(out, moved=(*out.moved, e.Moved("no such", "n", ZoneKey("hand.2"), area)))
    assert spills(open_card, both)


def test_words_stand_between_no_two_moves() -> None:
    assert is_beside(e.Said(1, "Hm.")) and is_beside(e.QuestionAsked(Question(1, "win", 1, frozenset())))
    assert not is_beside(e.TurnPassed(1)) and not is_beside(e.CoinFlipped(1, True))
    assert not spills(GAME, e.Said(1, "Hm.")) and not spills(GAME, e.TurnPassed(1))
    assert spills(GAME, e.CoinFlipped(1, True)) and spills(GAME, e.GathersAgain(1))


def facts_of(table: Table, command: c.Command, away: tuple[int, ...] = ()) -> tuple[e.Event, ...]:
    return decide(table, command, c.Moment(0, Seeded(1), frozenset(away)))


def test_what_is_agreed_is_written_as_it_was_asked_and_closed_with_a_yes() -> None:
    teams = replace(GAME, seats=tuple(replace(seat, team=1 + seat.number % 2) for seat in GAME.seats))
    for asks, agreed in (
        (c.AskTable(1, "win", words="Three marrows"), e.GameWon((1, 3), "Three marrows")),
        (c.AskTable(1, "abandon"), e.GameAbandoned(1)), (c.AskTable(1, "mute", 2), e.Muted(2, True)),
        (c.AskTable(1, "unmute", 2), e.Muted(2, False)), (c.AskTable(1, "remove", 2), e.SeatLeft(2, removed=True)),
        (c.KnockOut(1, 2), e.KnockedOut(1, 2)),
        (c.AskHand(1, 2, "hand_take", 3), e.LookingBegan(1, ZoneKey("hand.2"), GAME.zones[ZoneKey("hand.2")], takes=3)),
    ):  # fmt: skip
        table = put(teams, asks)
        *others, last = sorted(table.questions[0].seats)
        facts = facts_of(put(table, *yes(1, *others)), c.AnswerQuestion(last, 1, True))
        assert facts[:3] == (e.QuestionAnswered(1, last, True), e.QuestionClosed(1, True), agreed)


def test_what_is_not_agreed_is_closed_with_a_no() -> None:
    table = put(GAME, c.AskTable(1, "mute", 2))
    no = e.QuestionClosed(1, False)
    assert facts_of(table, c.AnswerQuestion(3, 1, False)) == (e.QuestionAnswered(1, 3, False), no)
    assert facts_of(table, c.AnswerQuestion(1, 1, False)) == (no,)
    assert facts_of(table, c.Stand(1))[-1] == no == facts_of(put(table, c.Stand(3)), c.Stand(4))[-1]
    asked_late = put(GAME, c.AskTable(1, "undo", to=9), back_to={9: GAME}.__getitem__)
    late = c.Moment(0, Seeded(1), back_to={9: GAME}.__getitem__, spilled_at=lambda: 10)
    assert decide(put(asked_late, *yes(1, 2, 3)), c.AnswerQuestion(4, 1, True), late)[-1] == no


def test_a_question_says_what_it_was_asked_with_and_what_was_not_said_is_nothing() -> None:
    (claim,) = facts_of(GAME, c.AskTable(1, "win", words="So"))
    assert claim == e.QuestionAsked(Question(1, "win", 1, frozenset({2, 3, 4}), words="So"))
    (take,) = facts_of(replace(GAME, last_question=4), c.AskHand(1, 2, "hand_take", 3))
    assert take == e.QuestionAsked(Question(5, "hand_take", 1, frozenset({2}), target=2, count=3))
    assert settled(fold(GAME, (take,)), c.Moment(0, Seeded(1))) == ()
    (out,) = facts_of(GAME, c.KnockOut(1, 2))
    assert out == e.QuestionAsked(Question(1, "knock_out", 1, frozenset({2}), target=2))


def test_taking_back_waits_for_who_was_asked_and_is_away_but_not_for_who_is_out_besides() -> None:
    moved_on = put(GAME, c.EndTurn(GAME.turn.seat, confirmed=True))
    table = put(fold(moved_on, (e.KnockedOut(3, 3),)), c.AskTable(1, "undo", to=9), *yes(1, 2), back_to={9: GAME}.get)
    waits = put(table, *yes(1, 4), away=(4,), back_to={9: GAME}.get)
    assert [question.about for question in waits.questions] == ["undo"]
    moment = c.Moment(0, Seeded(1), frozenset({3}), {9: GAME}.get)  # type: ignore[arg-type]
    assert settled(waits, moment) == (e.QuestionClosed(1, True), e.TakenBack(9, GAME))


def test_a_question_that_waits_holds_up_none_after_it() -> None:
    table = put(GAME, c.AskTable(1, "win", words="So"), c.AskTable(3, "mute", 2), *yes(2, 1))
    assert put(table, *yes(2, 4)).seats[1].is_muted
    both = put(GAME, c.AskHand(1, 2, "hand_look"), c.AskHand(3, 2, "hand_look"), *yes(2, 2))
    assert [question.number for question in both.questions] == [1]
    assert facts_of(both, c.Stand(2))[-1] == e.QuestionClosed(1, False)


def test_what_is_asked_about_somebody_waits_for_who_is_away_and_out_of_the_game() -> None:
    here, gone = c.Moment(0, Seeded(1)), c.Moment(0, Seeded(1), frozenset({3}))
    for question in (c.AskTable(1, "mute", 2), c.AskTable(1, "remove", 2), c.AskTable(1, "without", 2)):
        away = (2,) if question.about == "without" else ()
        waits = fold(put(GAME, question, away=away), (e.QuestionAnswered(1, 4, True), e.KnockedOut(3, 3)))
        assert settled(waits, here) == settled(waits, gone) == (), question.about
        assert settled(fold(waits, (e.QuestionAnswered(1, 3, True),)), gone)[0] == e.QuestionClosed(1, True)


def test_what_one_answer_settles_settles_the_next_question_with_who_is_away_now() -> None:
    table = put(GAME, c.AskTable(1, "mute", 2), c.AskTable(1, "win", words="So"))
    table = fold(table, [e.QuestionAnswered(n, seat, True) for n, seat in ((1, 3), (2, 2), (2, 4))])
    table = fold(table, (e.KnockedOut(3, 3),))
    assert settled(fold(table, (e.QuestionAnswered(1, 4, True),)), c.Moment(0, Seeded(1), frozenset({3}))) == (
        e.QuestionClosed(1, True), e.Muted(2, True), e.QuestionClosed(2, True), e.GameWon((1,), "So"),
    )  # fmt: skip
