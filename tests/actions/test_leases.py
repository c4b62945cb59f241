"""Leases of who is in a room, written for all rooms of a process in one go: each its own, however many rooms."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from studio.live import presence
from studio.models import Group, Lease, Member, Person, Stream

pytestmark = pytest.mark.django_db

MANY = 1_100  # rooms; SQLite takes no condition that is a thousand deep


def lasts(stream: int, member: int) -> float:
    """Seconds."""
    return (Lease.objects.get(stream=stream, member=member).until - timezone.now()).total_seconds()


def rooms_of_two(many: int) -> tuple[list[int], list[int]]:
    """Streams of one group, and two members of it."""
    group = Group.objects.create(name="open")
    streams = Stream.objects.bulk_create([Stream(group=group, kind="deck") for _ in range(many)])
    members = [Member.objects.create(group=group, person=Person.objects.create(name=name)) for name in ("Ros", "Maud")]
    return [stream.pk for stream in streams], [member.pk for member in members]


def test_a_process_with_more_than_a_thousand_rooms_keeps_all_their_leases() -> None:
    streams, (ros, maud) = rooms_of_two(MANY)
    everybody = {(stream, member) for stream in streams for member in (ros, maud)}
    assert presence.note(everybody, set()) == set(streams)
    Lease.objects.update(until=timezone.now() + timedelta(seconds=1))
    presence.renew_sockets(everybody)
    assert Lease.objects.filter(until__gt=timezone.now() + timedelta(seconds=30)).count() == 2 * MANY
    presence.note(set(), everybody)
    assert Lease.objects.filter(until__lte=timezone.now() + presence.GRACE).count() == 2 * MANY


def test_whoever_left_one_room_stays_in_the_other_and_so_does_whoever_left_that() -> None:
    (deck, table), (ros, maud) = rooms_of_two(2)
    presence.note({(deck, ros), (deck, maud), (table, ros), (table, maud)}, set())
    presence.note(set(), {(deck, ros), (table, maud)})
    assert max(lasts(deck, ros), lasts(table, maud)) <= presence.GRACE.total_seconds() < 30
    assert min(lasts(deck, maud), lasts(table, ros)) > 30


def test_sockets_cut_no_lease_of_a_request_short() -> None:
    (deck, table), (ros, maud) = rooms_of_two(2)
    presence.renew(deck, ros)
    presence.renew_sockets({(deck, ros), (deck, maud), (table, ros)})
    assert lasts(deck, ros) > 80
    assert max(lasts(deck, maud), lasts(table, ros)) <= 40
