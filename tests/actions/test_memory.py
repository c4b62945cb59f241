"""What a process knows of decks is what it would read, whoever wrote meanwhile (cards/storage/memory.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import Deck
from cards.storage import memory, whole
from cards.storage.audit import disagreements
from studio.log.facts import UnknownFact
from studio.models import Stream
from tests.deck_fixture import DeckFixture

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_known() -> Iterator[None]:
    memory.forget()
    yield
    memory.forget()


@pytest.fixture
def committed(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> Callable[[Any], Any]:
    """Does something, and then all that is to happen once it is committed."""

    def do(work: Callable[[], Any]) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return work()

    return do


def asked(table: DeckFixture) -> tuple[Deck, int]:
    """The deck as a command or a page has it, and how many statements that takes."""
    row = rows.Deck.objects.select_related("stream").get(pk=table.deck.pk)
    with CaptureQueriesContext(connection) as queries:
        value = memory.load(row, row.stream)
    assert value == whole.load(row) == table.folded()
    return value, len(queries)


def test_what_was_committed_here_is_known_and_what_another_process_wrote_is_read(
    committed: Callable[[Any], Any],
) -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    assert asked(table)[1] > 1
    committed(lambda: table.propose("Ros"))
    assert asked(table)[1] == 0
    table.vote("Idris", 1)  # as if elsewhere: nobody here is told that it is committed
    table.propose("Maud", Face("Tea Urn", "Thing"))
    assert asked(table)[1] == 1
    committed(lambda: table.vote("Maud", 1))
    value, statements = asked(table)
    assert statements == 0 and value.articles
    table.leave("Maud")
    table.join("Wilf")
    assert asked(table)[1] == 1


def test_what_was_read_slowly_does_not_drive_out_what_was_committed_meanwhile(
    committed: Callable[[Any], Any],
) -> None:
    """A page looked at the head, a command was committed, and only then was the page done with reading."""
    table = DeckFixture("Ros", "Idris")
    before = Stream.objects.get(pk=table.deck.stream_id)
    older = whole.load(table.deck)
    committed(lambda: table.propose("Ros"))
    committed(lambda: memory.follow(before, before.head, older))
    assert asked(table)[1] == 0


def test_what_is_undone_was_never_known(committed: Callable[[Any], Any]) -> None:
    table = DeckFixture("Ros", "Idris")
    committed(lambda: table.propose("Ros"))

    def undone() -> None:
        with transaction.atomic():
            table.vote("Idris", 1)
            assert asked(table)[0].articles
            transaction.set_rollback(True)

    committed(undone)
    value, statements = asked(table)
    assert statements == 0 and not value.articles
    committed(lambda: table.vote("Idris", 1, "against", "Too slow"))  # the very number that the undone one had
    assert not asked(table)[0].articles


def test_too_far_behind_is_read_anew_and_an_older_look_is_not_answered_with_what_is_newer(
    committed: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = DeckFixture("Ros", "Idris")
    before = Stream.objects.get(pk=table.deck.stream_id)
    committed(lambda: table.propose("Ros"))
    monkeypatch.setattr(memory, "BEHIND_MAX", 0)
    table.vote("Idris", 1)
    assert asked(table)[1] > 1
    table.deck.refresh_from_db()
    assert memory.load(table.deck, before) == whole.load(table.deck)  # never older than was asked for


def test_entries_that_another_release_wrote_are_left_to_the_rows(
    committed: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = DeckFixture("Ros", "Idris")
    committed(lambda: table.propose("Ros"))
    table.vote("Idris", 1)

    def unreadable(*known: Any) -> Deck:
        raise UnknownFact("VoteCast", 99, "of a newer program")

    monkeypatch.setattr(memory.DECK_LOG, "load", unreadable)
    assert asked(table)[1] > 1


def test_a_row_that_was_changed_past_the_log_changes_nothing_that_is_known_and_the_audit_names_it(
    committed: Callable[[Any], Any],
) -> None:
    table = DeckFixture("Ros", "Idris")
    committed(lambda: table.propose("Ros"))
    rows.Deck.objects.filter(pk=table.deck.pk).update(last_proposal=99)
    row = rows.Deck.objects.select_related("stream").get(pk=table.deck.pk)
    assert memory.load(row, row.stream) == table.folded() != whole.load(row)
    assert list(disagreements(row)) == ["the log tells other last proposal than the rows hold"]
    committed(lambda: table.propose("Idris", Face("Tea Urn", "Thing")))  # numbered as the log goes on, and mended by it
    row.refresh_from_db()
    assert row.last_proposal == 2 and not list(disagreements(row))


@pytest.mark.django_db(transaction=True)
def test_a_deck_that_changes_while_it_is_read_is_not_kept() -> None:
    table = DeckFixture("Ros", "Idris")
    table.propose("Ros")
    memory.forget()
    row = rows.Deck.objects.select_related("stream").get(pk=table.deck.pk)
    waiting = [lambda: table.vote("Idris", 1, "against", "Slow")]

    def between(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if waiting and 'FROM "cards_vote"' in sql:
            waiting.pop()()
            memory.forget()
        return answer

    with connection.execute_wrapper(between):
        memory.load(row, row.stream)
    assert not waiting and asked(table)[1] > 1
    assert asked(table)[1] == 0


def test_what_is_known_is_bounded_by_articles_and_by_decks(
    committed: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "DECKS_MAX", 2)
    tables = [DeckFixture("Ros", "Idris", title=f"Deck {number}") for number in range(3)]
    for table in tables:
        committed(lambda table=table: table.propose("Ros"))
    assert [asked(table)[1] > 0 for table in tables] == [True, False, False]
    monkeypatch.setattr(memory, "ARTICLES_MAX", 1)
    committed(lambda: tables[1].vote("Idris", 1))
    assert asked(tables[1])[1] == asked(tables[2])[1] == 0
    committed(lambda: tables[2].vote("Idris", 1))
    assert asked(tables[2])[1] == 0 and asked(tables[1])[1] > 0
    monkeypatch.setattr(memory, "ARTICLES_MAX", 0)
    committed(lambda: tables[2].propose("Ros", Face("Tea Urn", "Thing")))
    assert asked(tables[2])[1] == 0, "one is kept, however large it is"


def test_the_deck_longest_unchanged_makes_way(committed: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "DECKS_MAX", 2)
    tables = [DeckFixture("Ros", "Idris", title=f"Deck {number}") for number in range(3)]
    for number, title in ((0, "Hen House"), (1, "Hen House"), (0, "Tea Urn"), (2, "Hen House")):
        committed(lambda number=number, title=title: tables[number].propose("Ros", Face(title, "Thing")))
    assert [asked(table)[1] > 0 for table in tables] == [False, True, False]
