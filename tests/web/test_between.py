"""A page that is drawn while a turn is taken: whichever statement it falls before, the page is drawn.

A run tries every third statement, each page with each thing that happens beginning at another one; a long run all.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.db import OperationalError, connection

from tests.actions.meanwhile import MEANWHILE
from tests.deck_fixture import DeckFixture
from tests.web.decks import as_member

pytestmark = pytest.mark.django_db


PAGES = ["workshop/", "proposals/1/", ""]


@pytest.mark.parametrize("address", PAGES)
@pytest.mark.parametrize("what", MEANWHILE)
def test_a_page_is_drawn_whatever_happens_meanwhile(what: str, address: str, rounds: Callable[[int, int], int]) -> None:
    step = rounds(3, 1)
    behind, is_done = (PAGES.index(address) + list(MEANWHILE).index(what)) % step, False
    while not is_done:
        table = DeckFixture("Ros", "Idris", title=f"Allotment {behind}")
        table.propose("Ros")
        table.deck.refresh_from_db()
        ros = as_member(table, "Ros")
        count, is_busy, is_done = 0, False, True

        def between(
            execute: Callable[..., Any], sql: str, *rest: Any, table: DeckFixture = table, turn: int = behind + 1
        ) -> Any:
            nonlocal count, is_busy, is_done
            if not is_busy and not sql.startswith(("SAVEPOINT", "RELEASE")):
                count += 1
                if count == turn:
                    is_busy, is_done = True, False
                    with suppress(OperationalError):  # this one connection is in the middle of an answer
                        MEANWHILE[what](table)
                    is_busy = False
            return execute(sql, *rest)

        with connection.execute_wrapper(between):
            assert ros.get(f"/decks/{table.deck.slug}/{address}").status_code == 200, (what, address, behind)
        behind += step
    assert behind > 5, "it was tried before many a statement"
