"""Searching the archive: what each question of the table hits."""

from __future__ import annotations

import pytest

from tests.search_decks import CASES, on_the_shelf

pytestmark = pytest.mark.django_db


def test_each_question_hits_what_the_table_says() -> None:
    shelf = on_the_shelf()
    said = {question: shelf.answer(question) for question, _ in CASES["questions"]}
    assert said == {question: shelf.expected(hits) for question, hits in CASES["questions"]}
