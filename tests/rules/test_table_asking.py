"""What is asked of those who are away: an end of the game waits for them (B10), anything else for whoever is here."""

from __future__ import annotations

import pytest

from studio.kernel.refusals import Refused
from studio.models import Lease
from tests.tabletop import Game

pytestmark = pytest.mark.django_db
CLAIM, END = ("claim", {"words": "Three Vegetables"}), ("abandon", {})


def goes_away(game: Game, *seats: int) -> None:
    """Their connection is lost, or they have closed the page."""
    for seat in seats:
        Lease.objects.filter(stream_id=game.table.stream_id, member_id=game.member(seat)).delete()


@pytest.mark.parametrize(("verb", "fields"), [CLAIM, END])
def test_nobody_ends_a_game_while_all_the_others_are_away(verb: str, fields: dict[str, str]) -> None:
    game = Game()
    goes_away(game, 2, 3)
    game.do(1, verb, **fields)
    (question,) = game.value.questions
    assert (game.value.state, question.seats) == ("playing", frozenset({2, 3}))
    game.do(2, "answer", question="1", yes="1")  # whoever comes back finds the question
    assert game.value.state == "playing"
    game.do(3, "answer", question="1", yes="1")
    assert game.value.state == "over"


def test_a_no_of_somebody_who_was_away_counts() -> None:
    game = Game()
    goes_away(game, 3)
    game.do(1, "claim", words="Three Vegetables")
    game.do(2, "answer", question="1", yes="1")
    game.do(3, "answer", question="1", yes="0")
    assert (game.value.state, game.value.questions) == ("playing", ())


def test_a_claim_waits_no_longer_for_a_seat_that_the_others_agree_to_go_on_without() -> None:
    game = Game()
    goes_away(game, 3)
    game.do(1, "claim", words="Three Vegetables")
    game.do(2, "answer", question="1", yes="1")
    game.do(1, "without", target="3")
    assert game.value.state == "playing"
    game.do(2, "answer", question="2", yes="1")
    assert (game.value.state, game.value.winners) == ("over", (1,))


def test_who_is_away_and_out_of_the_game_or_has_got_up_is_not_waited_for() -> None:
    game = Game()
    game.do(3, "knock_out", who="3")
    goes_away(game, 3)
    game.do(1, "claim", words="Three Vegetables")
    assert game.value.questions[0].seats == frozenset({2})
    game.do(2, "stand")
    assert game.value.state == "over"


def test_nobody_alone_agrees_to_go_on_without_somebody() -> None:
    """Else two presses would win against those who have only lost their connection."""
    game = Game()
    goes_away(game, 2, 3)
    with pytest.raises(Refused, match="question.nobody"):
        game.do(1, "without", target="2")


def test_with_nobody_else_at_the_table_a_game_ends_at_once() -> None:
    game = Game()
    for seat in (2, 3):
        game.do(seat, "stand")
    game.do(1, "abandon")
    assert game.value.state == "over"
