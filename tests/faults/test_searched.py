"""The archive finds the same decks by the same words on PostgreSQL and on SQLite: neither knows of letters itself."""

from __future__ import annotations

from tests.faults.crew import Crew


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
