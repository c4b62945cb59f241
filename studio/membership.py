"""Coming into a group and going out of it: the one place where membership rows change.

Every change is made under the group's row lock and told, in the same transaction, to `FOLLOWERS`: the
rooms built on top settle their open ballots there. The studio knows none of them by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Literal

from django.db import transaction
from django.db.models import Q

from studio.kernel.refusals import Refused
from studio.limits import GROUP_MEMBERS_MAX, PERSON_GROUPS_MAX
from studio.live.clock import database_now
from studio.models import Claim, Group, Lease, Member, Person
from studio.names import differs_by_accents, is_two_in_one, looks_like

What = Literal["joined", "left", "removed", "merged"]
Follower = Callable[[int, int, str, datetime], None]

# Called as follower(group_id, member_id, what, at). "merged" means the member's seat is now another
# member's (`Member.merged_into`); for a ballot it is the same as having left.
FOLLOWERS: list[Follower] = []

# Called as departed(member_id) after the commit: closes the sockets of somebody who has gone.
DEPARTED: list[Callable[[int], None]] = []


@contextmanager
def locked(group_id: int) -> Iterator[Group]:
    """The group's row, locked until the end of the transaction: memberships of one group change one at a time.

    Who needs several groups takes them in the order of their ids.
    """
    with transaction.atomic():
        yield Group.objects.select_for_update().get(pk=group_id)


@contextmanager
def locked_all(group_ids: Iterable[int]) -> Iterator[None]:
    """Several groups' rows, locked in the order of their ids."""
    with transaction.atomic():
        list(Group.objects.select_for_update().filter(pk__in=set(group_ids)).order_by("pk"))
        yield


def enter(group_id: int, person_id: int) -> Member:
    """Make somebody a member, or find that they are. Who comes back gets the seat they had.

    Refuses when the group or the person's list of groups is full, or when a reader would confuse the
    name with another member's. The first to enter an empty group is its steward.
    """
    with locked(group_id):
        own = Member.objects.filter(group_id=group_id, person_id=person_id, merged_into__isnull=True)
        seat = own.order_by("left_at", "-pk").first()
        if (standing := own.filter(left_at__isnull=True).first()) is not None:
            return standing
        _refuse_a_crowd(group_id, person_id)
        person = Person.objects.get(pk=person_id)
        refuse_taken_name(group_id, person.name, person.shape)
        now = database_now()
        has_steward = Member.objects.filter(group_id=group_id, left_at__isnull=True, is_steward=True).exists()
        if seat is None:
            seat = Member(group_id=group_id, person_id=person_id)
            seat.save()
        seat.joined_at, seat.left_at, seat.was_removed, seat.is_steward = now, None, False, not has_steward
        seat.save()
        _tell(group_id, seat.pk, "joined", now)
        return seat


def depart(member: Member, what: Literal["left", "removed", "merged"], *, merged_into: Member | None = None) -> None:
    """End a membership under the group's lock: the room is left, ballots are settled, a steward succeeds."""
    with locked(member.group_id):
        now = database_now()
        ended = Member.objects.filter(pk=member.pk, left_at__isnull=True).update(
            left_at=now, was_removed=what == "removed", is_steward=False, merged_into=merged_into
        )
        if not ended:
            raise Refused("member.unknown")
        Lease.objects.filter(member_id=member.pk).delete()
        Claim.objects.filter(Q(newcomer_id=member.pk) | Q(claimed_id=member.pk), answer="").delete()
        _succeed(member.group_id)
        _tell(member.group_id, member.pk, what, now)
        transaction.on_commit(lambda: close_sockets(member.pk), robust=True)


def refuse_taken_name(group_id: int, name: str, shape: str, *, besides: int | None = None) -> None:
    """Refuse a name that a reader would take for another member's, or for two of them. One statement.

    Where only accents differ, the seals must be of different shapes.
    """
    others = Member.objects.filter(group_id=group_id, left_at__isnull=True)
    if besides is not None:
        others = others.exclude(person_id=besides)
    seals = list(others.values_list("person__name", "person__shape"))
    for other, seal in seals:
        if looks_like(other, name):
            raise Refused("name.taken", name=other)
        if seal == shape and differs_by_accents(other, name):
            raise Refused("name.alike", name=other, typed=name)
    if is_two_in_one(name, [other for other, _ in seals]):
        raise Refused("name.two_in_one")


def is_member(group_id: int, person_id: int) -> bool:
    """Whether the person is in the group now. One statement."""
    return Member.objects.filter(group_id=group_id, person_id=person_id, left_at__isnull=True).exists()


def names_beside(person_id: int) -> list[str]:
    """The names of everybody who shares a group with this person. One statement."""
    groups = Member.objects.filter(person_id=person_id, left_at__isnull=True).values("group_id")
    others = Member.objects.filter(group_id__in=groups, left_at__isnull=True).exclude(person_id=person_id)
    return list(others.values_list("person__name", flat=True).distinct())


def _refuse_a_crowd(group_id: int, person_id: int) -> None:
    if Member.objects.filter(group_id=group_id, left_at__isnull=True).count() >= GROUP_MEMBERS_MAX:
        raise Refused("join.group_full", limit=GROUP_MEMBERS_MAX)
    groups = Member.objects.filter(person_id=person_id, left_at__isnull=True, group__sort="decks")
    if groups.count() >= PERSON_GROUPS_MAX:
        raise Refused("join.groups_many", limit=PERSON_GROUPS_MAX)


def _succeed(group_id: int) -> None:
    """A group always has a steward: when the last one goes, the longest-standing member succeeds."""
    standing = Member.objects.filter(group_id=group_id, left_at__isnull=True)
    if standing.filter(is_steward=True).exists():
        return
    successor = standing.order_by("joined_at", "pk").first()
    if successor is not None:
        Member.objects.filter(pk=successor.pk).update(is_steward=True)


def _tell(group_id: int, member_id: int, what: What, at: datetime) -> None:
    for follower in FOLLOWERS:
        follower(group_id, member_id, what, at)


def close_sockets(member_id: int) -> None:
    """After a commit: whoever sits on this seat's sockets must come in by the door again."""
    for departed in DEPARTED:
        departed(member_id)
