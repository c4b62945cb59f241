"""Which faces were taken down is known by how many there are (cards/queries/faces.py)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cards import models as rows
from cards.queries.faces import taken_down
from tests.memories import forget_faces

pytestmark = pytest.mark.django_db(transaction=True)
DIGESTS = [f"{letter * 64}" for letter in "abc"]


@pytest.fixture(autouse=True)
def faces() -> Iterator[None]:
    forget_faces()
    rows.Face.objects.bulk_create([rows.Face(digest=digest, content={"title": digest[0]}) for digest in DIGESTS])
    yield
    forget_faces()


def take_down(digest: str) -> None:
    """As any process does."""
    rows.Face.objects.filter(digest=digest).update(content={}, withdrawn_at=timezone.now())


def asked() -> tuple[frozenset[str], int]:
    """What is gone of all, and how many statements that took."""
    with CaptureQueriesContext(connection) as statements:
        gone = taken_down(DIGESTS)
    return gone, len(statements)


def test_a_take_down_is_known_at_the_next_look_and_costs_one_statement_more() -> None:
    assert [asked(), asked()] == [(frozenset(), 1)] * 2
    for number in (1, 2):
        take_down(DIGESTS[number - 1])
        gone = frozenset(DIGESTS[:number])
        assert [asked(), asked()] == [(gone, 2), (gone, 1)]
    assert taken_down(DIGESTS[1:]) == {DIGESTS[1]}
    with CaptureQueriesContext(connection) as statements:
        assert taken_down([]) == frozenset() and not statements


def test_what_was_not_taken_down_after_all_is_forgotten() -> None:
    with transaction.atomic():
        take_down(DIGESTS[0])
        assert asked() == ({DIGESTS[0]}, 1)
        transaction.set_rollback(True)
    take_down(DIGESTS[1])
    assert asked()[0] == {DIGESTS[1]}, "as many, and another one"


def test_they_are_counted_by_an_index_of_nothing_else() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite says which index it takes in one line")
    counted = rows.Face.objects.filter(withdrawn_at__isnull=False).order_by().values("digest")
    assert "face_withdrawn" in counted.explain()
