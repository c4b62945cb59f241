"""What is asked of others: an end of the game waits for those who are away (B10), anything else for whoever is here.
Nobody is put out of the game behind their back, and what is taken back is named."""

from __future__ import annotations

import pytest

from play.queries import after, status
from play.queries.log import log
from play.queries.table_view import TableView
from play.table.limits import UNDO_MAX
from play.verbs import commands as c
from studio.kernel.refusals import Refused
from studio.models import Lease
from tests.table_fixture import TableFixture

pytestmark = pytest.mark.django_db
CLAIM, END = ("claim", {"words": "Three Vegetables"}), ("abandon", {})


def goes_away(game: TableFixture, *seats: int) -> None:
    """Their connection is lost, or they have closed the page."""
    for seat in seats:
        Lease.objects.filter(stream_id=game.table.stream_id, member_id=game.member(seat)).delete()


@pytest.mark.parametrize(("verb", "fields"), [CLAIM, END])
def test_nobody_ends_a_game_while_all_the_others_are_away(verb: str, fields: dict[str, str]) -> None:
    game = TableFixture()
    goes_away(game, 2, 3)
    game.do(1, verb, **fields)
    (question,) = game.value.questions
    assert (game.value.state, question.seats) == ("playing", frozenset({2, 3}))
    game.do(2, "answer", question="1", yes="1")  # whoever comes back finds the question
    assert game.value.state == "playing"
    game.do(3, "answer", question="1", yes="1")
    assert game.value.state == "over"


def test_a_no_of_somebody_who_was_away_counts() -> None:
    game = TableFixture()
    goes_away(game, 3)
    game.do(1, "claim", words="Three Vegetables")
    game.do(2, "answer", question="1", yes="1")
    game.do(3, "answer", question="1", yes="0")
    assert (game.value.state, game.value.questions) == ("playing", ())


def test_a_claim_waits_no_longer_for_a_seat_that_the_others_agree_to_go_on_without() -> None:
    game = TableFixture()
    goes_away(game, 3)
    game.do(1, "claim", words="Three Vegetables")
    game.do(2, "answer", question="1", yes="1")
    game.do(1, "without", target="3")
    assert game.value.state == "playing"
    game.do(2, "answer", question="2", yes="1")
    assert (game.value.state, game.value.winners) == ("over", (1,))


def test_who_is_away_and_out_of_the_game_or_has_got_up_is_not_waited_for() -> None:
    game = TableFixture()
    game.do(3, "knock_out", who="3")
    goes_away(game, 3)
    game.do(1, "claim", words="Three Vegetables")
    assert game.value.questions[0].seats == frozenset({2})
    game.do(2, "stand")
    assert game.value.state == "over"


def test_whoever_is_left_alone_goes_on_and_a_win_claimed_then_is_said_to_be_their_own_word() -> None:
    """Else two presses would win against those who have only lost their connection."""
    game = TableFixture()
    goes_away(game, 2, 3)
    for gone in ("2", "3"):
        game.do(1, "without", target=gone)
    game.do(1, "end_turn", confirmed="1")
    assert (out(game), game.value.turn.seat, game.value.questions) == ([2, 3], 1, ())
    with pytest.raises(Refused, match="ask.win_alone"):
        game.do(1, "claim", words="Three Vegetables")
    game.do(1, "claim", words="Three Vegetables", confirmed="1")
    assert (game.value.state, game.value.winners, game.value.is_won_alone) == ("over", (1,), True)
    view = TableView(game.table.stream_id, game.sight(2))
    assert status.turn(view).summary.words == after.aftermath(view).heading == "Ros, alone at the table, claims the win"
    assert "is alone at the table and claims the win: Three Vegetables" in log(view).lines[-1].words


def test_with_nobody_else_at_the_table_a_game_ends_at_once() -> None:
    game = TableFixture()
    for seat in (2, 3):
        game.do(seat, "stand")
    game.do(1, "abandon")
    assert game.value.state == "over"


def out(game: TableFixture) -> list[int]:
    return [seat.number for seat in game.value.seats if seat.is_out]


def test_whoever_is_to_be_out_of_the_game_is_asked_and_may_say_no() -> None:
    game = TableFixture()
    game.do(1, "knock_out", who="2")
    (question,) = game.value.questions
    assert (question.seats, out(game)) == (frozenset({2}), [])
    game.do(2, "answer", question="1", yes="0")
    assert (game.value.questions, out(game)) == ((), [])
    game.do(1, "knock_out", who="2")
    game.do(2, "answer", question="2", yes="1")
    assert out(game) == [2] and game.value.state == "playing"


def test_nobody_makes_themselves_the_last_one_standing() -> None:
    game = TableFixture()
    for seat in (2, 3):
        game.do(1, "knock_out", who=str(seat))
    assert (game.value.state, out(game)) == ("playing", [])
    goes_away(game, 2, 3)
    for question in (1, 2):
        game.do(1, "answer", question=str(question), yes="0")  # never mind: they are away
    with pytest.raises(Refused, match="question.nobody"):
        game.do(1, "knock_out", who="2")
    assert (game.value.state, out(game)) == ("playing", [])


def test_of_somebody_who_is_away_the_others_say_it_and_oneself_needs_nobody() -> None:
    game = TableFixture()
    goes_away(game, 3)
    game.do(1, "knock_out", who="3")
    assert game.value.questions[0].seats == frozenset({2})
    game.do(2, "answer", question="1", yes="1")
    assert out(game) == [3]
    game.do(2, "knock_out", who="2")
    assert (game.value.state, game.value.winners) == ("over", (1,))


@pytest.mark.parametrize(
    ("verb", "fields", "leaves"),
    [
        ("remove", {"target": "2"}, 3), ("mute", {"target": "2"}, 3), ("knock_out", {"who": "2"}, 2),
        ("ask_hand", {"of": "2", "what": "hand_look"}, 2), ("ask_hand", {"of": "2", "what": "hand_random"}, 2),
    ],
)  # fmt: skip
def test_whoever_gets_up_instead_of_answering_has_not_said_yes(verb: str, fields: dict[str, str], leaves: int) -> None:
    game = TableFixture()
    game.do(1, verb, **fields)
    before, hands = game.value.seat(2), (game.hand(1), game.hand(2))
    game.do(leaves, "stand")
    after = game.value
    assert (after.questions, after.looking, after.removals) == ((), (), 0)
    assert (game.hand(1), game.hand(2)) == hands
    seat = after.seat(2)
    assert before is not None and seat is not None
    assert (seat.member, seat.is_out, seat.is_muted) == (None if leaves == 2 else before.member, False, False)


@pytest.mark.parametrize("is_removed", [False, True])
def test_whoever_gets_up_or_is_asked_to_leave_is_not_seated_again_by_an_undo(is_removed: bool) -> None:
    game = TableFixture()
    to = game.head
    game.do(1, "end_turn", confirmed="1")
    game.do(1, "undo", to=str(to))
    game.do(3, "answer", question="1", yes="1")
    if is_removed:
        game.do(1, "remove", target="2")
        game.do(3, "answer", question="2", yes="1")
    else:
        game.do(2, "stand")
    seat = game.value.seat(2)
    assert seat is not None and (seat.member, game.value.questions) == (None, ())


def test_a_question_about_somebody_who_is_out_already_is_closed() -> None:
    game = TableFixture()
    game.do(1, "knock_out", who="2")
    game.do(3, "knock_out", who="2")
    game.do(2, "answer", question="1", yes="1")
    assert (out(game), game.value.questions) == ([2], ())


def test_a_move_is_not_taken_back_while_all_the_others_are_away() -> None:
    game = TableFixture()
    before = game.head
    game.do(1, "skip", who="2")
    goes_away(game, 2, 3)
    game.do(1, "undo", to=str(before))
    assert game.value.questions[0].seats == frozenset({2, 3}) and game.value.turn.skipped
    for seat in (2, 3):
        game.do(seat, "answer", question="1", yes="1")
    assert not game.value.turn.skipped


def test_a_trifle_of_ones_own_is_taken_back_by_ones_own_word() -> None:
    game = TableFixture()
    before = game.head
    game.do(1, "counter", counter="gold", value="3")
    game.do(3, "say", text="Hm.")
    acts = {n: status.turn(TableView(game.table.stream_id, game.sight(n))).acts for n in (1, 3)}
    hints = {n: next(act.hint for act in acts[n] if act.verb == "undo") for n in acts}
    assert hints[1].endswith("Nobody need be asked.") and hints[3].endswith("The others are asked.")
    game.do(1, "undo", to=str(before))
    assert (game.value.counter_value("gold", on=1), game.value.questions) == (0, ())
    assert log(TableView(game.table.stream_id, game.sight(2))).lines[-1].words == "took that back"


def test_what_somebody_else_did_since_or_what_is_no_trifle_is_asked_about() -> None:
    game = TableFixture()
    before = game.head
    game.do(1, "counter", counter="gold", value="3")
    game.do(2, "counter", counter="gold", value="4")
    game.do(1, "undo", to=str(before))
    assert game.value.questions[0].seats == frozenset({2, 3}) and game.value.counter_value("gold", on=1) == 3


def asks(game: TableFixture, seat: int) -> str:
    return status.asked(TableView(game.table.stream_id, game.sight(seat))).questions[0].sentence


def test_the_question_names_what_would_be_taken_back() -> None:
    game = TableFixture()
    piece = game.in_play(1)
    before, name = game.head, game.value.cards[game.value.pieces[piece].card].title
    game.do(1, "tap", piece=piece)
    game.do(2, "counter", counter="gold", value="4")
    game.do(3, "say", text="Hm.")
    game.do(2, "undo", to=str(before))
    game.do(3, "say", text="Why?")
    moves = f"Ros tapped {name}. Idris changed Gold from 0 to 4."
    assert {asks(game, seat) for seat in (0, 1, 2, 3)} == {f"Idris asks to take this back: {moves}"}
    game.do(2, "answer", question="1", yes="0")
    for value in (1, 2):
        game.do(2, "counter", counter="gold", value=str(value))
    game.do(2, "undo", to=str(before))
    assert asks(game, 1).startswith("Idris asks to take this back: 1 more before that. Idris changed")


@pytest.mark.parametrize("how", ["play", "discard"])
def test_a_wrong_card_comes_back_into_its_hand_when_all_agree(how: str) -> None:
    game = TableFixture()
    before, count, id = game.head, len(game.hand(1)), game.card(1)
    title = game.value.cards[game.value.pieces[id].card].title
    game.do(1, how, **{"piece" if how == "play" else "pieces": id}, confirmed="1")
    game.do(1, "undo", to=str(before))
    moved = "played" if how == "play" else "discarded"
    said = f"{moved} {title}. Everybody has seen it: it goes back into Ros’s hand."
    assert all(asks(game, seat).endswith(said) for seat in (0, 1, 2, 3))
    assert "Ros asks to take this back: " in asks(game, 2)
    game.do(2, "answer", question="1", yes="1")
    assert len(game.hand(1)) == count - 1, "nobody takes it back before all have agreed"
    game.do(3, "answer", question="1", yes="1")
    assert len(game.hand(1)) == count and title in titles(game, 1)
    assert id not in game.value.pieces, "in a hand it is told from none of the others"
    assert not game.value.zones["discard"] and not game.value.zones["area.1"]


def titles(game: TableFixture, seat: int) -> set[str]:
    return {game.value.cards[game.value.pieces[id].card].title for id in game.hand(seat)}


def test_the_button_names_the_move_that_it_takes_back() -> None:
    game = TableFixture()
    piece = game.in_play(1)
    game.do(1, "tap", piece=piece)
    back = next(act for act in status.turn(TableView(game.table.stream_id, game.sight(3))).acts if act.verb == "undo")
    assert back.hint.startswith("Ros tapped ") and back.hint.endswith(". The others are asked.")


def test_what_is_too_long_ago_to_be_taken_back_is_refused_in_those_words() -> None:
    game = TableFixture()
    piece = game.in_play(1)
    before = game.head
    game.do(1, "tap", piece=piece)
    for n in range(UNDO_MAX):
        game.do(2, "counter", counter="gold", value=str(1 + n % 2))
    with pytest.raises(Refused, match="undo.far"):
        game.do(1, "undo", to=str(before))
    game.do(2, "flip")
    with pytest.raises(Refused, match="undo.revealed"):
        game.do(1, "undo", to=str(game.head - 2))


def test_an_undo_that_comes_too_late_says_that_it_did_not_happen() -> None:
    game = TableFixture()
    before = game.head
    game.do(1, "skip", who="2")
    game.do(1, "undo", to=str(before))
    game.do(2, "answer", question="1", yes="1")
    game.do(2, "flip")
    game.do(3, "answer", question="1", yes="1")
    assert game.value.turn.skipped and game.value.questions == ()
    assert "It stays as it is: something has been seen since then" in str(
        log(TableView(game.table.stream_id, game.sight(1)))
    )


# --- quiet ------------------------------------------------------------------------------------------------------------


def quiet(game: TableFixture) -> TableFixture:
    """The others have asked for some quiet from Idris."""
    game.do(1, "mute", target="2")
    game.do(3, "answer", question="1", yes="1")
    assert game.value.seat(2).is_muted  # type: ignore[union-attr]
    return game


@pytest.mark.parametrize(
    ("verb", "fields"),
    [
        ("say", {"text": "But"}), ("note", {"text": "But"}), ("token", {"token": "But", "count": "1"}),
        ("token", {"token": "But", "count": "1", "on": "1"}), ("claim", {"words": "But"}),
        ("abandon", {"words": "But"}), ("remove", {"target": "1", "words": "But"}),
    ],
)  # fmt: skip
def test_quiet_is_about_every_word_that_others_are_shown(verb: str, fields: dict[str, str]) -> None:
    game = quiet(TableFixture())
    piece = {"piece": game.in_play(2)} if verb == "note" or (verb == "token" and "on" not in fields) else {}
    with pytest.raises(Refused, match="seat.muted"):
        game.do(2, verb, **fields, **piece)


def test_whoever_is_to_be_quiet_plays_on() -> None:
    game = TableFixture()
    piece = game.in_play(1)
    game.do(1, "note", piece=piece, text="Mind this")
    game.do(1, "token", piece=piece, token="Sprout", count="1")
    quiet(game)
    game.do(2, "note", piece=piece, text="")  # wiped off
    game.do(2, "token", piece=piece, token="Sprout", count="2")  # a name that somebody else gave
    game.do(2, "token", piece=piece, token="Rosette", count="1")  # and one of the deck's own
    game.do(2, "counter", counter="gold", value="3")
    game.do(2, "claim")  # without a word
    assert game.value.questions[0].about == "win"
    with pytest.raises(Refused, match="win.why"):
        game.do(1, "claim")


def test_taking_a_move_back_gives_nobody_their_voice_back() -> None:
    game = TableFixture()
    before = game.head
    game.do(1, "skip", who="2")
    quiet(game)
    assert status.undo_to(TableView(game.table.stream_id)) == before  # the quiet is no move
    game.do(1, "undo", to=str(before))
    for seat in (2, 3):
        game.do(seat, "answer", question="2", yes="1")
    assert not game.value.turn.skipped
    with pytest.raises(Refused, match="seat.muted"):
        game.do(2, "say", text="But")


# --- sides ------------------------------------------------------------------------------------------------------------


def test_a_side_is_one_of_the_decks_and_chosen_before_the_cards_are_dealt() -> None:
    game = TableFixture(begun=False)
    with pytest.raises(Refused, match="side.none"):
        game.carry_out(1, c.ChooseSide(1, "Red"))
    with pytest.raises(Refused, match="table.has_begun"):
        TableFixture().carry_out(1, c.ChooseSide(1, ""))


def test_who_sits_down_and_is_ready_one_after_the_other_is_told_of_in_one_line() -> None:
    game = TableFixture()
    told = log(TableView(game.table.stream_id, game.sight(2))).lines
    people = [line.words for line in told if line.sort == "people"]
    assert people == ["The table is laid", "Ros, Idris and Maud sit down"]
