"""The last votes of a ballot, cast at the same instant in two processes, on real PostgreSQL and on an SQLite file.

Why the stream is locked: without the row lock of `studio/log/commit.py` two processes do not see each other's vote.
Measured on PostgreSQL, 40 ballots each with 2, 3 and 5 last voters at once:

- as it is: 0 lost, no error;
- without the lock: the second wall (an entry's number is given once) turns 39, 40 and 40 of 40 ballots into errors;
- without both: 37, 37 and 39 of 40 ballots have everybody's For and are never accepted, and nobody is told.

`test_without_the_lock_the_race_is_lost` keeps these tests honest: it shows that they can fail.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.faults.crew import Crew, crew

Rounds = Callable[[int, int], int]


def propose(both: Crew, at: dict[str, Any], title: str) -> int:
    done = both.do("propose", deck=at["deck"], by=at["members"][0], title=title)
    return int(done["proposal"])


def all_vote_at_once(both: Crew, at: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """Everybody but the proposer, by turns in one and the other process."""
    voters = at["members"][1:]
    return both.at_once(
        [(n % 2, "vote", {"deck": at["deck"], "by": voter, "proposal": number}) for n, voter in enumerate(voters)]
    )


@pytest.mark.parametrize("voters", [2, 3, 5])
def test_the_last_votes_at_once_accept_exactly_once(pair: Crew, rounds: Rounds, voters: int) -> None:
    at = pair.do("table", people=voters + 1)
    times = rounds(5, 100)
    for n in range(times):
        number = propose(pair, at, f"Slug {n}")
        answers = all_vote_at_once(pair, at, number)
        assert [answer for answer in answers if "ok" not in answer] == []
        assert sum("accepted" in answer["ok"] for answer in answers) == 1  # told to the one whose vote was the last
        assert pair.do("state", deck=at["deck"], proposal=number) == ["accepted", 1, "", voters + 1]
    pair.check(at["deck"])
    counted = pair.do("count", deck=at["deck"])
    assert (counted["cards"], counted["accepted"], counted["votes"]) == (times, times, times * (voters + 1))


def test_without_the_lock_the_race_is_lost(postgres_database: str, tmp_path: Path) -> None:
    with crew(tmp_path, postgres_database) as both:
        for process in (0, 1):
            both.do("forget_the_lock", process=process)
        at = both.do("table", people=4)
        for n in range(20):
            number = propose(both, at, f"Slug {n}")
            answers = all_vote_at_once(both, at, number)
            if any("IntegrityError" in answer.get("error", "") for answer in answers):
                break  # the second wall stood: the vote is an error, but nothing is torn
        else:
            raise AssertionError("20 times three last votes met, and none of them collided")
        both.check(at["deck"])
        both.do("forget_the_wall")
        at = both.do("table", people=4)
        for n in range(20):
            number = propose(both, at, f"Slug {n}")
            all_vote_at_once(both, at, number)
            if both.do("check", deck=at["deck"]):
                return
        raise AssertionError("with neither lock nor wall nothing was lost in 20 ballots: the check sees nothing")
