"""Hints to open rooms about people: somebody was renamed, knocks at the door, or says who they are.

A hint carries nothing but its kind and goes after the commit; a lost one is repaired by the next page.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from studio.models import Stream
from studio.ports import HINTS, apps

PEOPLE = "people"  # a name or a seal changed
DOOR = "door"  # somebody knocks, or says they are an old member, or was answered


def people_changed(group_ids: Iterable[int]) -> None:
    """Every room of these groups may show a name that has changed, and is told so after the transaction."""
    groups = list(group_ids)
    for app in apps():
        app.names_changed(groups)
    _touch(Stream.objects.filter(group_id__in=groups).values_list("pk", flat=True), PEOPLE)


def door_changed(*group_ids: int) -> None:
    """Who waits at the doors of these groups has changed."""
    _touch(Stream.objects.filter(group_id__in=group_ids).values_list("pk", flat=True), DOOR)


def rights_changed(person_id: int) -> None:
    """A browser of this person was signed out: their sockets are looked at."""

    transaction.on_commit(lambda: HINTS.get().doubt(person_id), robust=True)


def _touch(stream_ids: Iterable[int], what: str) -> None:
    def tell(ids: tuple[int, ...] = tuple(stream_ids)) -> None:
        for stream_id in ids:
            HINTS.get().touch(stream_id, what)

    transaction.on_commit(tell, robust=True)
