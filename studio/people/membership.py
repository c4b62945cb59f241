"""Coming into a group and going out of it: the one place where membership rows change.

Every change is made under the group's row lock and told, in the same transaction, to the apps built on top
(`studio/ports.py`): they settle their open ballots there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Literal

from django.db import transaction
from django.db.models import FilteredRelation, Q, QuerySet

from studio import ports
from studio.kernel.refusals import Refused
from studio.live.clock import database_now
from studio.models import Claim, Group, Lease, Member, Person
from studio.people.limits import GROUP_MEMBERS_MAX, PERSON_GROUPS_MAX
from studio.people.names import differs_by_accents, is_two_in_one, looks_like
from studio.people.vouching import Standing
from studio.ports import Identity, MembershipChange
from studio.speed.prepared import prepared
from studio.web.dates import ahead

NOBODY = 0  # no person has this id


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
        if (standing := seat_in_group.first(person_id, group_id)) is not None:
            return standing
        own = Member.objects.filter(group_id=group_id, person_id=person_id, merged_into__isnull=True)
        seat = own.order_by("left_at", "-pk").first()
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


def depart(
    member: Member, what: Literal["left", "removed", "merged"], *, merged_into: Member | None = None,
    vouched_by: tuple[int, ...] = (), by: int | None = None,
) -> None:  # fmt: skip
    """End a membership under the group's lock: the room is left, ballots are settled, a steward succeeds.

    Whoever stood in on the seat goes with it. `by` is the member who removes them.
    """
    with locked(member.group_id):
        now = database_now()
        ended = Member.objects.filter(pk=member.pk, left_at__isnull=True).update(
            left_at=now,
            was_removed=what == "removed",
            is_steward=False,
            merged_into=merged_into,
            stand_in=None,
            removed_by=by,
        )
        if not ended:
            raise Refused("member.unknown")
        Lease.objects.filter(member_id=member.pk).delete()
        Claim.objects.filter(Q(newcomer_id=member.pk) | Q(claimed_id=member.pk), answer="").delete()
        held = Claim.objects.filter(claimed_id=member.pk, held_until__isnull=False, settled_at=None)
        if what == "removed":  # whoever sat there for the day is shown out as well, wherever that is asked
            Member.objects.filter(pk__in=held.values("newcomer_id")).update(was_removed=True)
        held.update(settled_at=now)
        _succeed(member.group_id)
        _tell(member.group_id, member.pk, what, now)
        if merged_into is not None:
            tell_identity(Identity(member.group_id, member.pk, merged_into.pk, "merged", vouched_by, now))
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


def seats_of(person_id: int) -> QuerySet[Member]:
    """Where somebody sits now: on their own seats, and on those where they stand in for the day after a claim."""
    return Member.objects.filter(Q(person_id=person_id) | Q(stand_in_id=person_id), left_at__isnull=True)


def seat_beside(group: str, person_id: int) -> FilteredRelation:
    """`seats_of` in the group that a row names, as a relation of the row: for a door that looks once. `group` is the
    row's own name for it."""
    of = f"{group}__members"
    sits = Q(**{f"{of}__person_id": person_id}) | Q(**{f"{of}__stand_in_id": person_id})
    return FilteredRelation(of, condition=sits & Q(**{f"{of}__left_at__isnull": True}))


@prepared
def seat_in_group(person_id: int, group_id: int) -> QuerySet[Member]:
    """`seats_of` in one group."""
    return seats_of(person_id).filter(group_id=group_id)


def as_told(member: Member) -> Standing:
    """What a seat has to say for itself when somebody's voice is asked for. Two statements."""
    return all_as_told(member.group_id, [member])[0]


def all_as_told(group_id: int, members: Sequence[Member]) -> tuple[Standing, ...]:
    """The same for seats of one group. Two statements.

    A table of a version is opened by anybody, and has no founder. A seat that somebody was vouched into speaks for
    nobody longer than for them, or one seat would open the next.
    """
    taken = _taken_over([member.pk for member in members])
    ever = Member.objects.filter(group_id=group_id, group__sort="decks")
    founder = ever.order_by("pk").values_list("pk", flat=True).first()
    return tuple(_as_told(member, taken.get(member.pk), founder) for member in members)


def _as_told(member: Member, came_back: datetime | None, founder: int | None) -> Standing:
    if came_back is not None and came_back > member.joined_at:
        return Standing(member.pk, came_back, member.is_steward)
    return Standing(member.pk, member.joined_at, member.is_steward, member.is_steward and member.pk == founder)


def _taken_over(member_ids: Collection[int]) -> dict[int, datetime]:
    """When somebody who was vouched for came to own these seats for good, of those that were. One statement."""
    settled = Claim.objects.filter(claimed_id__in=member_ids, answer="yes").order_by("settled_at")
    return {member: at for member, at in settled.values_list("claimed_id", "settled_at") if at is not None}


def refuse_stand_in(person_id: int) -> None:
    """Refuse somebody who stands in for another: what they would do could not be undone. One statement."""
    held = Claim.objects.filter(newcomer__person_id=person_id, held_until__isnull=False, settled_at=None)
    claim = held.select_related("claimed__person").order_by("-held_until").first()
    if claim is not None and claim.held_until is not None:
        raise Refused("claim.not_yet", name=claim.claimed.person.name, until=ahead(claim.held_until))


def is_member(group_id: int, person_id: int) -> bool:
    """Whether the person is in the group now. One statement."""
    return seat_in_group.exists(person_id, group_id)


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


def _tell(group_id: int, member_id: int, what: MembershipChange, at: datetime) -> None:
    for app in ports.apps():
        app.membership_changed(group_id, member_id, what, at)


def tell_identity(told: Identity) -> None:
    """Say who is who now, to the apps that keep it."""
    for app in ports.apps():
        app.identity_changed(told)


def close_sockets(member_id: int) -> None:
    """After a commit: whoever sits on this seat's sockets must come in by the door again."""
    ports.HINTS.get().departed(member_id)
