"""Where each processor has a process of the press a vote waits for it now and then: a busy site keeps one."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cards.face.face import Face
from cards.printing.queue import press as presses
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.leisure import BUSY, LOOK, Leisure
from cards.printing.queue.page_cache import PageCache
from cards.printing.queue.press import BATCH, Press
from cards.printing.queue.values import Item
from tests.print.conftest import items_of, job

CARDS = 4 * BATCH


class Hands:
    """A process of the press that draws nothing: how much it was asked to, and what it does then."""

    def __init__(self, then: Callable[[], object]) -> None:
        self.lots, self.then, self.print = 0, then, None

    def ask(self, request: dict[str, Any], blobs: list[bytes], progress: object) -> tuple[dict[str, Any], list[bytes]]:
        self.lots += 1
        self.then()
        return {"done": [[{"page": 0}] for _ in range(BATCH)]}, [str(id(self)).encode() * self.lots]

    def stop(self) -> None:
        """Nothing runs."""

    end = stop


def drawn(folder: Path, hands: list[Hands], leisure: Callable[[int], bool]) -> dict[str, object]:
    press = Press(folder, workers=0)
    press._workers = hands  # type: ignore[assignment]
    press._leisure.for_all = leisure  # type: ignore[method-assign]
    items: dict[str, Item] = {str(n): item for n, item in enumerate(items_of((Face("Goat"),) * CARDS))}
    count = presses._Count(0, CARDS, lambda done, total: None)
    return dict(press._drawn(items, job(tuple(items.values())), PageCache(folder, "b"), count))


@pytest.mark.parametrize(("taken", "is_there"), [(0.0, True), (0.9 * BUSY, True), (1.1 * BUSY, False), (2.0, False)])
def test_a_site_that_computes_has_none(taken: float, is_there: bool) -> None:
    """`taken`: of one processor, as the system counts it."""
    now, slept = [100.0], Counter[float]()

    def sleep(seconds: float) -> None:
        slept[seconds] += 1
        now[0] += seconds

    leisure = Leisure(2, lambda: now[0], lambda: 7 + (now[0] - 100) * taken, sleep)
    assert [leisure.for_all(2) for _ in range(2)] == [is_there, is_there]
    assert slept == {LOOK: 2}
    assert leisure.for_all(1) and Leisure(3, sleep=pytest.fail).for_all(2), "there are more processors than that"


def test_at_rest_two_draw_and_beside_a_busy_site_one(tmp_path: Path) -> None:
    both = threading.Barrier(2, timeout=20)
    hands = [Hands(both.wait), Hands(both.wait)]
    assert len(drawn(tmp_path / "rest", hands, lambda processes: processes == 2)) == CARDS
    assert [one.lots for one in hands] == [2, 2]
    hands = [Hands(lambda: None), Hands(lambda: None)]
    assert len(drawn(tmp_path / "busy", hands, lambda processes: False)) == CARDS
    assert [one.lots for one in hands] == [4, 0]


def test_the_second_joins_when_the_site_comes_to_rest(tmp_path: Path) -> None:
    rests, joined = threading.Event(), threading.Event()
    hands = [Hands(lambda: (rests.set(), joined.wait(20))), Hands(joined.set)]
    assert len(drawn(tmp_path, hands, lambda processes: rests.is_set())) == CARDS
    assert hands[0].lots + hands[1].lots == 4 and hands[1].lots >= 1


def test_when_the_first_fails_whoever_waits_for_leisure_goes_home(tmp_path: Path) -> None:
    def breaks() -> None:
        raise PressFailed("print.cancelled")

    hands = [Hands(breaks), Hands(lambda: None)]
    with pytest.raises(PressFailed):
        drawn(tmp_path, hands, lambda processes: False)
    assert [one.lots for one in hands] == [1, 0]
