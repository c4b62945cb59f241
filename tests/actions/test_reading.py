"""Reading without a lock: whatever happens between two statements, the deck is read and a page is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from cards.storage import whole
from tests.actions.meanwhile import MEANWHILE
from tests.deck_fixture import DeckFixture

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("asked", ["cards_proposal", "cards_elector", "cards_wording", "cards_vote", "cards_article"])
@pytest.mark.parametrize("what", MEANWHILE)
def test_the_deck_can_be_read_while_a_turn_is_taken(what: str, asked: str) -> None:
    table = DeckFixture("Ros", "Idris")
    table.propose("Ros")
    table.deck.refresh_from_db()
    waiting = [MEANWHILE[what]]

    def between(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if waiting and f'FROM "{asked}"' in sql:
            waiting.pop()(table)
        return answer

    with connection.execute_wrapper(between):
        read = whole.load(table.deck)
    assert not waiting, "it happened in between"
    for proposal in read.proposals.values():
        for change in proposal.wording.changes:
            named = getattr(change, "article", None)
            assert named is None or named in read.articles
