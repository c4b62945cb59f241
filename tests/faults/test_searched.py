"""The archive finds the same decks by the same words on PostgreSQL and on SQLite: neither knows of letters itself."""

from __future__ import annotations

from tests.faults.crew import Crew


def test_the_archive_finds_the_same_decks_on_every_database(pair: Crew) -> None:
    assert pair.do("searched") == []


def test_each_question_hits_the_same_cards_on_every_database(pair: Crew) -> None:
    assert pair.do("hits") == []
