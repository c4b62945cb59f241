"""The ratio that other tests ask for notices what it is there to notice."""

from __future__ import annotations

from tests.growing import grows_evenly


def test_work_that_grows_with_the_square_is_noticed() -> None:
    assert not grows_evenly(lambda n: sum(1 for _ in range(n * n)), 300)


def test_work_that_grows_with_the_number_is_not() -> None:
    assert grows_evenly(lambda n: sum(1 for _ in range(n)), 100_000)
    assert grows_evenly(lambda n: None, 1)
