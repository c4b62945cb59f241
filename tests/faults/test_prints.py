"""Several processes that want to print at the same instant, on PostgreSQL and on an SQLite file."""

from __future__ import annotations

from typing import Any

import pytest

from cards.printing.queue.runner import AT_ONCE
from tests.faults.crew import Crew


@pytest.fixture
def deck(pair: Crew) -> int:
    return int(pair.do("table", people=1)["deck"])


def claimed(both: Crew, tries: int) -> list[Any]:
    """What so many threads of two processes have claimed at once."""
    answers = both.at_once([(n % 2, "claim_print", {}) for n in range(tries)])
    assert [answer["error"] for answer in answers if "error" in answer] == []
    return [answer["ok"] for answer in answers if answer["ok"] is not None]


def test_no_more_than_so_many_prints_are_under_way_however_many_claim_at_once(pair: Crew, deck: int) -> None:
    for _ in range(5):
        pair.do("queue_prints", deck=deck, count=6)
        taken = claimed(pair, 6)
        assert len(taken) == len(set(taken)) <= AT_ONCE
        taken += claimed(pair, 2)  # who lost a slot to another finds the one that is left
        assert len(taken) == len(set(taken)) == AT_ONCE
        assert pair.do("prints", deck=deck) == {"running": AT_ONCE, "queued": 6 - AT_ONCE}
        assert claimed(pair, 2) == []
        pair.do("end_prints", deck=deck)


def test_who_asks_for_other_prints_at_once_has_one_and_is_told_so_of_the_rest(pair: Crew, deck: int) -> None:
    for n in range(5):
        asked = [(i % 2, "ask_print", {"deck": deck, "person": 7, "name": f"Print {n}.{i}"}) for i in range(4)]
        answers = pair.at_once(asked)
        given = [answer["ok"] for answer in answers if "ok" in answer]
        assert len(given) == 1, answers
        assert [answer.get("refused") for answer in answers if "ok" not in answer] == ["print.under_way"] * 3, answers
        assert pair.do("prints", deck=deck) == {"queued": 1}
        pair.do("end_prints", deck=deck)


def test_without_slots_more_than_so_many_would_be(pair: Crew, deck: int) -> None:
    """The claims above can fail: where a claim counts first, as it once did, all threads find room."""
    for process in range(2):
        pair.do("forget_the_slots", process=process, first=100 + 1000 * process)
    pair.do("queue_prints", deck=deck, count=6)
    assert len(claimed(pair, 6)) > AT_ONCE
    pair.do("end_prints", deck=deck)
