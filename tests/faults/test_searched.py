"""The archive finds the same decks by the same words on PostgreSQL and on SQLite: neither knows of letters itself."""

from __future__ import annotations

from collections.abc import Callable

from tests.faults.crew import Crew, Worker
from tests.servers import wait_until


def test_the_archive_finds_the_same_decks_on_every_database(pair: Crew) -> None:
    assert pair.do("searched") == []


def test_each_question_hits_the_same_cards_on_every_database(pair: Crew) -> None:
    assert pair.do("hits") == []


def test_what_one_process_takes_out_of_the_archive_the_next_answer_of_another_has_nowhere(pair: Crew) -> None:
    assert pair.do("seen_on_the_shelf", process=1, question="zebra") == [[], 0, []]
    deck = pair.do("put_on_the_shelf")
    for question in ("zebra", "tag:zebra", "by:zebedee"):
        assert pair.do("seen_on_the_shelf", process=1, question=question) == [[deck], 1, [["zebra", 1]]]
    pair.do("take_off_the_shelf", deck=deck)
    for question in ("zebra", "tag:zebra", "by:zebedee"):
        assert pair.do("seen_on_the_shelf", process=1, question=question) == [[], 0, []]
    assert pair.do("seen_on_the_shelf", process=1, question="")[2] == []


def test_versions_that_are_archived_while_two_are_compared_and_searched_are_read_whole_or_not_at_all(
    pair: Crew, rounds: Callable[[int, int], int]
) -> None:
    last = rounds(30, 55)
    at = pair.do("table", people=1)
    deck, by = at["deck"], at["members"][0]
    pair.do("begin_to_archive", deck=deck, by=by)
    reader, writer = pair.at_once(
        [
            (0, "read_until", {"deck": deck, "last": last}),
            (1, "archive_again", {"deck": deck, "by": by, "first": 2, "last": last}),
        ]
    )
    assert writer == {"ok": None} and reader == {"ok": []}
    pair.check(deck)


def test_an_archive_of_before_is_gone_through_to_the_end_whoever_is_killed_meanwhile(pair: Crew) -> None:
    """Several processes go through it; while one of them is amidst the last decks no other takes it for whole."""
    every = pair.do("leave_the_archive_as_before")
    doomed, others = Worker(pair.environ), Crew(pair.environ)
    doomed.tell("fill_until_killed", several=every - 3)
    wait_until(lambda: doomed.said, "the last decks", 120)
    assert others.do("gone_through") == every - 3 and not others.do("is_said_to_be_whole")
    told = others.workers[1].tell("go_through_archive")
    passes_over = bool(pair.environ["DATABASE_URL"])  # what is locked, as PostgreSQL does; SQLite waits for it
    if passes_over:
        assert others.workers[1].answer(told) == {"ok": 0} and not others.do("is_said_to_be_whole", process=1)
    assert not others.do("is_said_to_be_whole")
    doomed.kill()
    done = 0 if passes_over else others.workers[1].answer(told)["ok"]
    done += sum(said["ok"] for said in others.at_once([(0, "go_through_archive", {}), (1, "go_through_archive", {})]))
    assert done == 3 and others.do("gone_through") == every
    assert [others.do("is_said_to_be_whole", process=n) for n in (0, 1)] == [True, True]
    for worker in others.workers:
        worker.end()
