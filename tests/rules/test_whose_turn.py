"""Whose turn comes next (B2, B10), gone through for every small table and told a second time; what a table finds."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations

import pytest

from cards.rules.kit import DVORAK, CounterKit
from play.table import events as e
from play.table.evolve import fold
from play.table.state import Piece, Seat, Table, Turn
from play.table.turns import is_playing, next_turn, upcoming, winners
from play.table.zones import ZoneKey
from play.verbs import commands as c
from tests.rules.rules_table import RulesTable

SEATS = (1, 2, 3)
SOME = tuple(chain.from_iterable(combinations(SEATS, count) for count in range(4)))


def game(now: int, out: tuple[int, ...], skipped: tuple[int, ...], clockwise: bool) -> Table:
    """Four seats, of which nobody was dealt to the last."""
    return Table(
        kit=replace(DVORAK, turn=replace(DVORAK.turn, clockwise=clockwise)), state="playing",
        seats=(*(Seat(n, 10 + n, is_out=n in out) for n in SEATS), Seat(4, 14)),
        turn=Turn(5, 2, now, skipped=frozenset(skipped)), zones={ZoneKey(f"hand.{n}"): () for n in SEATS},
    )  # fmt: skip


def told(now: int, out: tuple[int, ...], skipped: tuple[int, ...], clockwise: bool) -> list[e.Event]:
    """Walked round the table from seat to seat."""
    step, passed, seat, round = 1 if clockwise else -1, [], now, 2
    walked = []
    for _ in SEATS:
        seat += step
        if seat not in SEATS:
            seat, round = (1 if clockwise else 3), 3
        if seat not in out:
            walked.append((seat, round))
    for seat, round in walked:
        if seat not in skipped:
            return [*passed, e.TurnBegan(seat, 6, round)]
        passed.append(e.TurnPassed(seat))
    return [e.TurnBegan(seat, 6, round) for seat, round in walked[:1]]  # all were to be passed over: nobody is


@pytest.mark.parametrize("clockwise", [True, False])
@pytest.mark.parametrize("now", SEATS)
def test_the_turn_goes_round_the_table_past_who_is_out_and_who_misses_one(now: int, clockwise: bool) -> None:
    for out in SOME:
        for skipped in SOME:
            expected = told(now, out, skipped, clockwise)
            assert list(next_turn(game(now, out, skipped, clockwise))) == expected, (out, skipped)


@pytest.mark.parametrize("clockwise", [True, False])
def test_a_round_ends_where_it_comes_to_whoever_began(clockwise: bool) -> None:
    order = [2, 3, 1] if clockwise else [2, 1, 3]
    table, rounds = game(2, (), (), clockwise), []
    table = replace(table, turn=replace(table.turn, round=1, first=2))
    for seat in [*order[1:], *order]:
        (began,) = next_turn(table)
        assert isinstance(began, e.TurnBegan) and began.seat == seat
        rounds.append(began.round)
        table = fold(table, [began])
    assert rounds == [1, 1, 2, 2, 2]


def test_whoever_began_the_game_is_known_from_its_beginning() -> None:
    begun = fold(game(1, (), (), True), [e.GameBegun(1, (), (), 3)])
    assert (begun.turn.seat, begun.turn.first) == (3, 3)


def test_a_round_ends_also_where_whoever_began_is_out() -> None:
    table = game(1, (2,), (), True)
    assert list(next_turn(replace(table, turn=replace(table.turn, first=2)))) == [e.TurnBegan(3, 6, 3)]


def test_who_comes_after_is_told_as_far_as_it_is_known() -> None:
    assert upcoming(game(1, (), (), True)) == [2, 3]
    assert upcoming(game(1, (), (2,), True)) == [3]
    assert upcoming(game(2, (1,), (), False)) == [3]
    extra = replace(game(1, (), (), True), turn=Turn(5, 2, 1, extra=(3,)))
    assert upcoming(extra) == [3, 2, 3]


def test_whoever_has_an_extra_turn_comes_first_unless_they_are_out() -> None:
    table = game(1, (3,), (2,), True)
    for extra, expected in (
        ((2, 3), [e.TurnBegan(2, 6, 2, is_extra=True)]), ((1,), [e.TurnBegan(1, 6, 2, is_extra=True)]),
        ((3, 2), [e.TurnPassed(2), e.TurnBegan(1, 6, 3)]), ((9,), [e.TurnPassed(2), e.TurnBegan(1, 6, 3)]),
    ):  # fmt: skip
        assert list(next_turn(replace(table, turn=replace(table.turn, extra=extra)))) == expected, extra


def test_an_empty_seat_has_no_turn_and_is_not_waited_for() -> None:
    table = game(1, (), (), True)
    left = replace(table, seats=tuple(replace(s, member=None) if s.number == 2 else s for s in table.seats))
    assert list(next_turn(left)) == [e.TurnBegan(3, 6, 2)]
    given = replace(left, turn=replace(left.turn, extra=(2,)))
    assert list(next_turn(given)) == [e.TurnBegan(3, 6, 2)]
    nobody = replace(table, seats=tuple(replace(s, member=None) for s in table.seats))
    assert list(next_turn(nobody)) == [e.TurnBegan(2, 6, 2)]


def test_whoever_sits_down_where_an_empty_seat_was_to_move_finds_the_turn_at_somebody() -> None:
    played = RulesTable(seats=2)
    mover = played.table.turn.seat
    played.do(c.Stand(3 - mover))
    played.do(c.Stand(mover))
    assert not played.table.sitting and played.table.turn.seat == mover
    facts = played.do(c.TakeSeat(9, 3 - mover))
    assert [type(fact).__name__ for fact in facts] == ["SeatTaken", "TurnBegan"]
    assert played.table.turn.seat == 3 - mover
    assert len(played.do(c.TakeSeat(8))) == 1


def test_a_team_wins_together_and_whoever_has_none_alone() -> None:
    table = replace(game(1, (), (), True), seats=(Seat(1, 11, team=1), Seat(2, 12), Seat(3, 13, team=1), Seat(4, 14)))
    assert (winners(table, 1), winners(table, 2), winners(table, 3)) == ((1, 3), (2,), (1, 3))
    assert [is_playing(game(1, (2,), (), True), seat) for seat in (1, 2, 3, 4, 9)] == [True, False, True, False, False]


# --- what a table finds -----------------------------------------------------------------------------------------------

PIECES = (Piece("a", 1, counters=(("age", 2),)), *(Piece(id, 1, onto=host) for id, host in ("ba", "ca", "db", "ec")))
COUNTERS = (CounterKit("gold", "Gold", start=3, differs=((2, 5),)), CounterKit("bank", "Bank", "shared", 7),
            CounterKit("age", "Age", "card", 1))  # fmt: skip
FOUND = Table(
    kit=replace(DVORAK, counters=COUNTERS), seats=(Seat(1, 11, counters=(("gold", 0),)), Seat(2, 12), Seat(3)),
    pieces={piece.id: piece for piece in PIECES}, zones={ZoneKey("area.1"): tuple("abcde")}, counters=(("bank", 9),),
)  # fmt: skip


def test_what_hangs_on_a_piece_is_found_with_what_hangs_on_that() -> None:
    assert FOUND.attached_to("a") == ("b", "c") and FOUND.attached_below("a") == ["b", "d", "c", "e"]
    assert FOUND.attached_below("b") == ["d"] and FOUND.attached_below("e") == []


def test_a_piece_is_found_where_it_lies() -> None:
    assert FOUND.zone_of("e") == "area.1"
    with pytest.raises(KeyError, match="'x'"):
        FOUND.zone_of("x")


def test_a_counter_stands_where_it_was_set_or_where_it_starts() -> None:
    assert [FOUND.counter_value("gold", on=seat) for seat in (1, 2, 3, 9)] == [0, 5, 3, 3]
    assert (FOUND.counter_value("bank"), replace(FOUND, counters=()).counter_value("bank")) == (9, 7)
    assert (FOUND.counter_value("age", piece="a"), FOUND.counter_value("age", piece="b")) == (2, 1)
    with pytest.raises(KeyError, match="'none'"):
        FOUND.counter_value("none")
