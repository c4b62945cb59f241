"""A snapshot is a cache of the log: one that is any good saves reading it, and one that is not changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards.storage import store as decks
from cards.storage.log import DECK_LOG
from play.storage import store
from play.storage.log import TABLE_LOG
from play.table.state import Table
from studio.kernel.codec import to_plain
from studio.log.states import SNAPSHOT_EVERY
from studio.models import Snapshot
from tests.deck_fixture import DeckFixture
from tests.table_fixture import TableFixture

pytestmark = pytest.mark.django_db


def loaded(game: TableFixture) -> tuple[Table, int]:
    """The table as another process finds it, and how many statements that takes."""
    store.forget(game.table.code)
    head = game.head
    with CaptureQueriesContext(
        connection,
    ) as asked:
        value = store.load(game.table, head)
    return value, len(asked)


def test_no_snapshot_is_trusted_but_one_that_this_program_would_make() -> None:
    game = TableFixture(cards=20)
    Snapshot.objects.all().delete()
    told = store.at(game.table, game.head)
    wrong = to_plain(Table(state="over"))
    kept: list[dict[str, Any]] = [
        {"seq": game.head, "fold": 1, "state": {"seats": 3}},  # another shape
        {"seq": game.head, "fold": 1, "state": {**wrong, "schema": 99}},  # a newer program's
        {"seq": game.head, "fold": 1, "state": {**wrong, "venue": ""}},  # an older one's: a field that went
        {"seq": game.head, "fold": 1, "state": []},
        {"seq": game.head, "fold": 0, "state": wrong},  # folded another way
        {"seq": game.head + 1, "fold": 1, "state": wrong},  # what has not happened yet
    ]
    for row in kept:
        Snapshot.objects.update_or_create(stream=game.table.stream, defaults=row)
        assert loaded(game)[0] == told, row


def test_a_snapshot_and_what_came_after_it_are_the_table() -> None:
    game = TableFixture(cards=20)
    stream, seq = game.table.stream_id, game.head - 2
    TABLE_LOG.keep(stream, store.at(game.table, seq), seq, SNAPSHOT_EVERY)
    assert Snapshot.objects.get(stream=stream).seq == seq
    with CaptureQueriesContext(connection) as asked:
        assert len([*TABLE_LOG.steps(stream, after=seq)]) == 2
    assert len(asked) == 1
    assert loaded(game) == (store.at(game.table, game.head), 2)


def test_a_deck_s_log_is_folded_by_the_same_hand() -> None:
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros"))
    table.deck.refresh_from_db()
    assert DECK_LOG.at(table.deck.stream_id, table.deck.stream.head) == decks.load(table.deck)
    assert [step.after for step in DECK_LOG.steps(table.deck.stream_id)][-1] == table.folded()
