"""What was made lately (studio/speed/lately.py)."""

from __future__ import annotations

from studio.speed.lately import Lately


def test_what_is_asked_for_stays_and_the_rest_goes() -> None:
    memory: Lately[int] = Lately(4)
    for number in range(20):
        memory.get(number, lambda number=number: number)  # type: ignore[misc]
        assert memory.get(0, lambda: -1) == 0
    assert memory.get(1, lambda: -1) == -1 and memory.held <= 6
