"""People who try it on: cards that are not theirs, what was never shown to them, questions and seats left behind."""

from __future__ import annotations

import pytest

from play import actions
from play import models as rows
from play.table.seeing import see
from studio.kernel.refusals import Refused
from tests.table_fixture import TableFixture

pytestmark = pytest.mark.django_db


def refusal(game: TableFixture, seat: int, verb: str, **fields: str) -> str:
    """The code it is refused with; nothing was written."""
    head = game.head
    with pytest.raises(Refused) as refused:
        game.do(seat, verb, **fields)
    assert game.head == head
    return refused.value.code


def question(game: TableFixture) -> str:
    return str(game.value.questions[-1].number)


def sit(game: TableFixture, name: str) -> None:
    actions.take_seat(game.table.pk, person_id=game.person(name), key=None)


def test_whoever_searches_a_pile_does_not_see_what_others_draw_from_it() -> None:
    game = TableFixture()
    game.do(1, "search", zone="draw")
    assert see(game.value, 1).looking[0].count == 9
    before = game.value.zones["draw"]
    game.do(2, "draw", confirmed="1")
    assert not see(game.value, 1).looking  # put down, and shuffled, before a card is drawn
    assert not set(before) & set(game.value.zones["draw"])
    game.do(1, "search", zone="draw")
    game.do(3, "look", zone="draw", count="2")
    assert [look.seat for look in game.value.looking] == [3]
    game.do(1, "search", zone="draw")
    assert [look.seat for look in game.value.looking] == [1]
    game.do(1, "draw", confirmed="1")  # one's own draw is no secret from oneself
    assert len(see(game.value, 1).looking[0].pieces) == 7


def test_whoever_knows_the_top_goes_on_knowing_it_while_others_draw() -> None:
    game = TableFixture()
    game.do(1, "look", zone="draw", count="3")
    game.do(2, "draw", confirmed="1")
    assert see(game.value, 1).looking[0].count == 2


def test_a_card_shown_to_one_stays_its_owners_to_show_and_to_keep() -> None:
    game = TableFixture()
    piece = game.hand(2)[0]
    game.do(2, "reveal", pieces=piece, to="1")
    assert refusal(game, 1, "reveal", pieces=piece) == "zone.not_yours"
    assert refusal(game, 1, "move", pieces=piece, to="discard", confirmed="1") == "zone.not_yours"
    assert refusal(game, 1, "move", pieces=f"{game.hand(1)[0]},{piece}", to="hand.1") == "zone.not_yours"
    assert refusal(game, 1, "discard", pieces=piece, confirmed="1") == "piece.not_in_hand"
    assert refusal(game, 3, "move", pieces=piece, to="discard") == "piece.none"
    game.do(2, "reveal", pieces=piece)


@pytest.mark.parametrize(("what", "count", "taken"), [("hand_look", 1, 0), ("hand_take", 1, 1), ("hand_take", 2, 2)])
def test_out_of_a_hand_come_only_as_many_as_its_owner_agreed_to(what: str, count: int, taken: int) -> None:
    game = TableFixture()
    game.do(1, "ask_hand", of="2", what=what, count=str(count))
    game.do(2, "answer", question="1", yes="1")
    pieces = [piece.id for piece in see(game.value, 1).looking[0].pieces]
    assert len(pieces) == 5
    more = ",".join(pieces[: taken + 1])
    assert refusal(game, 1, "move", pieces=more, to="hand.1", confirmed="1") == "zone.not_yours"
    assert refusal(game, 1, "reveal", pieces=pieces[0]) == "zone.not_yours"
    if taken:
        game.do(1, "move", pieces=",".join(pieces[:taken]), to="hand.1")
        assert not game.value.looking
        assert refusal(game, 1, "move", pieces=pieces[taken], to="hand.1") == "piece.none"
    assert (len(game.hand(1)), len(game.hand(2))) == (5 + taken, 5 - taken)


def test_somebody_elses_face_down_card_is_turned_up_only_with_a_reason() -> None:
    game = TableFixture()
    game.do(2, "play", piece=game.card(2), face_up="0", to="area.2", confirmed="1")
    piece = game.value.zones["area.2"][-1]
    assert refusal(game, 1, "reveal", pieces=piece) == "piece.unknown_face"
    assert refusal(game, 1, "turn_over", piece=piece, face_up="1") == "ask.not_your_card"
    game.do(2, "reveal", pieces=piece, to="1")
    assert refusal(game, 1, "reveal", pieces=piece) == "zone.not_yours"
    game.do(1, "turn_over", piece=piece, face_up="1", confirmed="1")
    game.do(1, "turn_over", piece=piece, face_up="0")
    game.do(2, "turn_over", piece=piece, face_up="1")


def test_nothing_is_taken_back_past_a_card_that_came_out_of_hiding() -> None:
    game = TableFixture()
    game.do(1, "look", zone="draw", count="3")
    head = game.head
    game.do(1, "move", pieces=see(game.value, 1).looking[0].pieces[1].id, to="area.1")
    assert refusal(game, 1, "undo", to=str(head)) == "undo.revealed"
    game = TableFixture()
    game.do(2, "play", piece=game.card(2), face_up="0", to="area.2", confirmed="1")
    head = game.head
    game.do(1, "destroy", piece=game.value.zones["area.2"][-1])
    assert refusal(game, 1, "undo", to=str(head)) == "undo.revealed"
    head = game.head
    game.do(1, "skip", who="2")
    game.do(1, "undo", to=str(head))
    for seat in (2, 3):
        game.do(seat, "answer", question=question(game), yes="1")
    assert not game.value.turn.skipped


def test_a_question_goes_with_whoever_asked_it() -> None:
    game = TableFixture()
    game.do(1, "ask_hand", of="2", what="hand_look")
    game.do(1, "claim", words="Nobody is left")
    game.do(1, "stand")
    assert not game.value.questions
    sit(game, "Nell")
    assert refusal(game, 2, "answer", question="1", yes="1") == "question.closed"
    assert not see(game.value, 1).looking and game.value.state == "playing"


def test_a_question_is_not_answered_by_its_asker_by_strangers_or_twice() -> None:
    game = TableFixture()
    game.do(1, "claim", words="Nobody is left")
    assert refusal(game, 1, "answer", question="1", yes="1") == "question.not_yours"
    game.do(2, "answer", question="1", yes="1")
    game.do(2, "answer", question="1", yes="1")
    assert game.value.state == "playing"
    assert refusal(game, 2, "answer", question="2", yes="1") == "question.closed"
    game.do(2, "stand")
    assert game.value.state == "playing"  # Maud has not spoken
    game.do(3, "answer", question="1", yes="0")
    assert refusal(game, 3, "answer", question="1", yes="1") == "question.closed"
    game.do(1, "ask_hand", of="3", what="hand_take")
    sit(game, "Nell")
    assert refusal(game, 2, "answer", question="2", yes="1") == "question.not_yours"
    assert game.value.state == "playing" and not game.value.looking


def test_whoever_was_asked_to_leave_does_not_sit_down_again_by_themselves() -> None:
    game = TableFixture()
    game.do(1, "remove", target="3", words="Enough")
    game.do(2, "answer", question="1", yes="1")
    assert game.value.seat(3).member is None  # type: ignore[union-attr]
    with pytest.raises(Refused) as refused:
        sit(game, "Maud")
    assert refused.value.code == "seat.shown_out"
    table = rows.Table.objects.get(pk=game.table.pk)
    sit(game, "Nell")
    actions.hand_over(table, by=game.member(2), seat=2, to=game.t.ids["Maud"], key=None)
    assert game.member(2) == game.t.ids["Maud"]  # unless somebody gives them their seat
    game.do(2, "stand")
    sit(game, "Maud")


def test_getting_up_and_sitting_down_again_does_not_end_the_quiet() -> None:
    game = TableFixture()
    game.do(1, "mute", target="3")
    game.do(2, "answer", question="1", yes="1")
    for _ in range(2):
        assert refusal(game, 3, "say", text="But") == "seat.muted"
        assert refusal(game, 3, "abandon", words="You are all boring") == "seat.muted"
        game.do(3, "stand")
        sit(game, "Maud")
    game.do(3, "stand")
    sit(game, "Nell")
    game.do(3, "say", text="Good evening")  # the seat is not to blame
    game.do(3, "stand")
    sit(game, "Maud")
    game.do(1, "unmute", target="3")
    game.do(2, "answer", question=question(game), yes="1")
    game.do(3, "say", text="Thank you")
    game.do(3, "stand")
    sit(game, "Maud")
    game.do(3, "say", text="Still here")
