"""kill -9, of us and of PostgreSQL: what was acknowledged is there, and nothing is half there."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.faults.crew import Crew, Worker, crew
from tests.servers import PROJECT, Postgres, wait_until

SLOW = 120.0  # seconds; these are no races against a clock, and a process takes its time to begin
Rounds = Callable[[int, int], int]


def turned(members: list[int], first: int) -> list[int]:
    """The same members, beginning with another."""
    return members[first:] + members[:first]


def test_what_a_killed_process_acknowledged_is_there_and_nothing_is_torn(pair: Crew, rounds: Rounds) -> None:
    chance = random.Random()
    at = pair.do("table", people=3)
    said = []
    for n in range(rounds(2, 30)):
        doomed = [Worker(pair.environ) for _ in range(2)]
        for k, worker in enumerate(doomed):
            worker.tell("act_until_killed", deck=at["deck"], members=turned(at["members"], k), name=f"{n}.{k}")
        for worker in doomed:
            wait_until(lambda w=worker: len(w.said) >= 2, "a first word", SLOW)  # type: ignore[misc]
            time.sleep(chance.uniform(0, 0.4))
            worker.kill()
            said += worker.said
        pair.check(at["deck"])
    assert pair.do("kept", deck=at["deck"], said=said) == []
    # The others go on as if nothing had happened, and a request sent again gets the answer it was given.
    first = next(done for done in said if done["did"] == "vote")
    given = {"deck": at["deck"], "by": first["voter"], "proposal": first["proposal"], "key": first["key"]}
    again = pair.do("vote", **given)
    assert (again["v"], again["repeat"]) == (first["v"], True)


def test_a_process_killed_between_two_moves_leaves_the_table_as_it_said(pair: Crew, rounds: Rounds) -> None:
    chance = random.Random()
    at = pair.do("lay_table")
    said = []
    for n in range(rounds(2, 20)):
        doomed = Worker(pair.environ)
        doomed.tell("move_until_killed", table=at["table"], members=at["members"], name=f"{n}")
        wait_until(lambda w=doomed: len(w.said) >= 4, "a few moves", SLOW)  # type: ignore[misc]
        time.sleep(chance.uniform(0, 0.4))
        doomed.kill()
        said += doomed.said
    assert pair.do("check_table", table=at["table"], cards=at["cards"], said=said) == []
    assert pair.do("check_table", table=at["table"], cards=at["cards"] + 1, said=[]) != []


def test_killed_between_commit_and_announcement_it_counts_and_says_so_when_asked_again(pair: Crew) -> None:
    at = pair.do("table", people=3)
    deck, (ros, idris, maud) = at["deck"], at["members"]
    number = pair.do("propose", deck=deck, by=ros, title="Slug")["proposal"]
    doomed = Worker(pair.environ)
    doomed.tell("vote_and_die_untold", deck=deck, by=idris, proposal=number, key="mine")
    assert doomed.process.wait(60) == -9
    doomed.end()
    pair.check(deck)
    head = pair.do("count", deck=deck)["head"]
    again = pair.do("vote", deck=deck, by=idris, proposal=number, key="mine")
    assert (again["v"], again["repeat"]) == (head, True)
    pair.do("vote", deck=deck, by=maud, proposal=number)
    assert pair.do("state", deck=deck, proposal=number) == ["accepted", 1, "", 3]


def test_killed_at_any_statement_a_vote_is_whole_or_not_at_all(pair: Crew) -> None:
    environ = pair.environ
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.torn"], env=environ, cwd=PROJECT, capture_output=True, text=True,
        timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *killed, (_, lived, sound) = json.loads(done.stdout.splitlines()[-1])
    assert len(killed) > 10  # a vote that accepts a card takes more statements than that
    assert (lived, sound) == (True, [])
    assert [row for row in killed if row[1] or row[2]] == []


def test_postgresql_killed_and_started_again_keeps_what_it_acknowledged(
    postgres: Postgres, postgres_database: str, tmp_path: Path, rounds: Rounds
) -> None:
    with crew(tmp_path, postgres_database) as both:
        at = both.do("table", people=3)
        for k, worker in enumerate(both.workers):
            worker.tell("act_until_killed", deck=at["deck"], members=turned(at["members"], k), name=f"p{k}")
        for _ in range(rounds(1, 10)):
            before = [len(worker.said) for worker in both.workers]
            wait_until(
                lambda b=before: all(len(w.said) > n + 3 for w, n in zip(both.workers, b, strict=True)), "words", SLOW
            )  # type: ignore[misc]
            postgres.kill()
            postgres.start()
        before = [len(worker.said) for worker in both.workers]
        wait_until(lambda: all(len(w.said) > n for w, n in zip(both.workers, before, strict=True)), "work again", SLOW)
        for worker in both.workers:
            worker.kill()
        said = [done for worker in both.workers for done in worker.said]
    with crew(tmp_path, postgres_database, count=1) as one:
        assert one.do("kept", deck=at["deck"], said=said) == []
        one.check(at["deck"])
