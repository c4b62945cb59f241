"""Where everybody sits round the cloth, for two to eight and for whoever watches, and what stands on a plate."""

from __future__ import annotations

import pytest

from play.values.felt import Felt, SeatView
from play.values.pieces import CounterView, Mark


def felt(count: int, me: int = 0, state: str = "playing") -> Felt:
    """So many seats; the others begin with whoever comes after `me`."""
    seats = [SeatView(n, f"Seat {n}", is_me=n == me) for n in range(1, count + 1)]
    others = sorted((s for s in seats if not s.is_me), key=lambda s: (s.number <= me, s.number))
    mine = next((s for s in seats if s.is_me), None)
    return Felt("Plot", "Plot", state, tuple(others), mine, (), ())  # type: ignore[arg-type]


def placed(cloth: Felt) -> tuple[list[int], list[int], list[int]]:
    laid = cloth.layout
    left, top, right = ([int(id.removeprefix("s-")) for id in ids] for ids in (laid.left, laid.top, laid.right))
    return left, top, right


@pytest.mark.parametrize(
    ("count", "left", "top", "right"),
    [
        (2, [], [2], []), (3, [], [2, 3], []), (4, [2], [3], [4]), (5, [2], [3, 4], [5]), (6, [2], [3, 4, 5], [6]),
        (7, [2, 3], [4, 5], [6, 7]), (8, [2, 3], [4, 5, 6], [7, 8]),
    ],
)  # fmt: skip
def test_the_others_sit_clockwise_from_ones_left(count: int, left: list[int], top: list[int], right: list[int]) -> None:
    cloth = felt(count, me=1)
    assert placed(cloth) == (left, top, right) and cloth.near is None


@pytest.mark.parametrize("count", range(2, 9))
def test_whoever_watches_looks_over_the_shoulder_of_the_first(count: int) -> None:
    cloth = felt(count)
    assert cloth.near is not None and cloth.near.number == 1
    assert placed(cloth) == placed(felt(count, me=1))
    assert felt(count, state="gathering").near is None  # before the game everybody stands at the door


def test_a_plate_names_two_numbers_and_counts_the_rest() -> None:
    counters = (CounterView("life", "Life", 60), CounterView("gold", "Gold", 5))
    seat = SeatView(1, "Ros", counters=counters, tokens=(Mark("Rosette", 2, "2 × Rosette"),))
    assert [(mark.name, mark.count) for mark in seat.marks_near] == [("Life", 60), ("Gold", 5)]
    assert seat.marks_folded == 1 and SeatView(1, "Ros", counters=counters).marks_folded == 0
    assert seat.marks_besides == 2, "in a crowd there is room for the first alone"
