"""What is worded once asks the same and finds the same as its plain queryset (studio/prepared.py)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from studio.models import Group, Person
from studio.prepared import PREPARED, Prepared
from tests import prepared_cases

pytestmark = pytest.mark.django_db


def test_each_asks_the_same_words_and_finds_the_same_as_its_plain_queryset() -> None:
    assert prepared_cases.differences(prepared_cases.evening()) == []


def made(queryset: Any) -> Prepared[..., Any]:
    """One of our own, that the others are not counted with."""
    one: Prepared[..., Any] = Prepared(queryset)
    PREPARED.remove(one)
    return one


def people(names: Sequence[str]) -> QuerySet[Person]:
    return Person.objects.filter(name__in=names).order_by("name")


def since(at: datetime, shape: str) -> QuerySet[Person]:
    return Person.objects.filter(created_at__gte=at, shape=shape)


def test_lists_of_every_length_and_moments_are_arguments_too() -> None:
    for name in ("Ros", "Idris", "Maud"):
        Person.objects.create(name=name, shape="round")
    asked = made(people)
    for names in (["Ros"], ["Ros", "Maud"], ["Ros", "Maud", "Nobody"], ["Maud", "Maud"]):
        assert [one.name for one in asked.rows(names)] == sorted({*names} - {"Nobody"})
    assert asked.rows([]) == [] and asked.first(["Ros"]).name == "Ros"
    assert made(since).exists(timezone.now() - timedelta(hours=1), shape="round")
    assert not made(since).exists(datetime(2999, 1, 1, tzinfo=UTC), "round")


def by_number(pk: int) -> QuerySet[Group]:
    return Group.objects.filter(pk=pk)


def test_what_no_column_holds_finds_nothing_and_none_is_no_argument() -> None:
    asked = made(by_number)
    assert asked.rows(10**30) == [] and asked.first(2**40) is None and asked.rows(-1) == []
    with pytest.raises(TypeError, match="another query"):
        asked.rows(None)
    with pytest.raises(Group.DoesNotExist):
        asked.one(1)


def forgetful(pk: int, name: str) -> QuerySet[Group]:
    return Group.objects.filter(pk=pk)


def test_an_argument_that_does_not_come_to_stand_in_the_query_is_noticed() -> None:
    with pytest.raises(TypeError, match="does not hand all"):
        made(forgetful).rows(1, "Ros")


def test_the_wordings_that_are_kept_are_bounded() -> None:
    asked = made(people)
    for length in range(1, 60):
        assert asked.rows([f"Nobody {n}" for n in range(length)]) == []
    assert len(asked._wordings) <= 40
    assert connection.vendor
