"""Whose word counts when somebody says "I am Maud": as values, without a group."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.people.vouching import LEAD, Standing, can_succeed, counts, is_enough_at_once, is_only_voice, wanted

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def seat(member: int, hours: float, *, steward: bool = False, founder: bool = False) -> Standing:
    """A seat that was taken so many hours before noon."""
    return Standing(member, NOON - timedelta(hours=hours), steward or founder, founder)


NEWCOMER = seat(9, 0)


@pytest.mark.parametrize(
    ("voice", "does"),
    [
        (seat(1, 24), True),
        (seat(1, 23.99), False),
        (seat(1, 0), False),
        (seat(1, -5), False),
        (seat(1, 0, steward=True), False),
        (seat(1, 0.1, founder=True), True),
        (seat(9, 100, founder=True), False),
    ],
)
def test_a_voice_counts_that_was_here_a_day_before_or_never_came_in(voice: Standing, does: bool) -> None:
    assert counts(voice, NEWCOMER) is does


@given(st.lists(st.floats(0, 23.9), min_size=1, max_size=6), st.floats(0, 23.9))
def test_browsers_that_came_on_one_day_never_bring_each_other_in(hours: list[float], own: float) -> None:
    """However many a stranger has, in whatever order they came, and whoever among them was made a steward."""
    doubles = tuple(seat(number, hour, steward=True) for number, hour in enumerate(hours, 1))
    newcomer = seat(9, own)
    assert not any(counts(double, newcomer) for double in doubles)
    assert not can_succeed(seat(20, 5), newcomer, doubles)


def test_a_steward_wants_two_and_anybody_else_one() -> None:
    assert (wanted(seat(1, 50, steward=True)), wanted(seat(1, 50))) == (2, 1)
    steward, voice, late = seat(1, 90, founder=True), seat(2, 80), seat(3, 1)
    assert can_succeed(steward, NEWCOMER, (voice, seat(4, 30)))
    assert not can_succeed(steward, NEWCOMER, (voice, late))
    assert can_succeed(seat(5, 60), NEWCOMER, (voice, late))
    assert not can_succeed(seat(5, 60), NEWCOMER, (late,))


def test_one_voice_may_be_enough_for_a_steward_only_where_nobody_else_is_there() -> None:
    steward, voice = seat(1, 90, founder=True), seat(2, 80)
    assert can_succeed(steward, NEWCOMER, (voice,)) and is_only_voice(voice, (voice,))
    assert not is_only_voice(voice, (voice, seat(3, 0)))
    assert LEAD == timedelta(days=1)


def test_two_browsers_of_one_day_are_not_enough_at_once_for_a_steward_the_longest_here_is_one_of_the_voices() -> None:
    steward, old, one, two = seat(1, 900, founder=True), seat(2, 800), seat(3, 30), seat(4, 29)
    assert not is_enough_at_once(steward, {3, 4}, NEWCOMER, (old, one, two))
    assert is_enough_at_once(steward, {2, 4}, NEWCOMER, (old, one, two))
    assert not is_enough_at_once(steward, {3, 4}, NEWCOMER, (one, two)), "the longest here of strangers is a stranger"
    assert is_enough_at_once(seat(5, 60), {3}, NEWCOMER, (old, one, two))
