"""Turns that follow from turns, and turns beside each other."""

from __future__ import annotations

import threading
from datetime import datetime

import pytest
from django.db import connection, transaction

from studio.log.commit import Uncommitted, commit
from studio.models import Stream
from tests.live.fake import MarkMade, mark, room


@pytest.mark.django_db(transaction=True)
def test_what_runs_after_a_commit_may_take_a_turn_of_its_own() -> None:
    at = room()
    other = Stream.objects.create(kind="deck", group=at.stream.group)

    def work(stream: Stream, now: datetime) -> Uncommitted:
        transaction.on_commit(lambda: mark(other.pk, at.members[0].pk, "what follows"))
        return Uncommitted((MarkMade(0, "first"),), {})

    def both() -> None:
        try:
            commit(at.stream.pk, by=None, key=None, asked="both", work=work)
        finally:
            connection.close()

    acting = threading.Thread(target=both, daemon=True)
    acting.start()
    acting.join(15)
    assert not acting.is_alive(), "it waits for itself"
    assert [Stream.objects.get(pk=pk).head for pk in (at.stream.pk, other.pk)] == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_a_turn_inside_a_transaction_and_one_beside_it_do_not_wait_for_each_other() -> None:
    """The one has the database's lock and wants no place in line; the other stands in line and waits for the lock."""
    at = room()
    in_line = threading.Event()

    def beside() -> None:
        try:
            in_line.set()
            mark(at.stream.pk, at.members[1].pk, "beside")
        finally:
            connection.close()

    acting = threading.Thread(target=beside, daemon=True)
    with transaction.atomic():
        mark(at.stream.pk, at.members[0].pk, "inside")
        acting.start()
        assert in_line.wait(5)
        mark(at.stream.pk, at.members[0].pk, "inside, again")
    acting.join(30)
    assert not acting.is_alive()
    assert Stream.objects.get(pk=at.stream.pk).head == 3
