"""Going: leaving, being removed, revoking a link or a device, being forgotten, and what is forgotten by itself."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from studio.actions import stand_ins
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.models import Claim, Device, Group, Knock, Member, Person, RecoveryCode, RoomCode
from studio.people import membership, unfinished
from studio.people.hints import people_changed, rights_changed
from studio.people.limits import ROOM_CODE_HOURS, STRANGER_DAYS
from studio.people.names import DEFAULT_COLOUR, DEFAULT_SHAPE, SOMEBODY
from studio.people.watch import saw
from studio.ports import apps


def leave(*, member_id: int) -> None:
    """Leave a group. Open ballots go on without the one who left; what they made stays."""
    with transaction.atomic():
        stand_ins.nobody_stands_in_on(member_id)
        membership.depart(_standing(member_id), "left")


def remove(*, group_id: int, by: int, member_id: int) -> None:
    """A steward removes a member. The link they came by stops working, or they would be back with the next tap."""
    with membership.locked(group_id):
        member = _standing(member_id)
        if member.group_id != group_id:
            raise Refused("member.unknown")
        if member.pk == by:
            raise Refused("member.self")
        if not Member.objects.filter(pk=by, group_id=group_id, left_at__isnull=True, is_steward=True).exists():
            raise Refused("steward.only", stewards=message("A steward"))
        membership.depart(member, "removed", by=by)
        saw("member.removed", group=group_id, member=member_id, by=by)
        raise_epoch(group_id=group_id, by=by)


def raise_epoch(*, group_id: int, by: int | None = None) -> None:
    """Every link given out so far stops working; the next one shown is new. `by`: the member who wanted it so."""
    Group.objects.filter(pk=group_id).update(epoch=F("epoch") + 1)
    saw("link.renewed", group=group_id, by=by)


def revoke_device(*, person_id: int, device_id: int) -> None:
    """Sign another browser out."""
    mine = Device.objects.filter(pk=device_id, person_id=person_id, revoked_at__isnull=True)
    if not mine.update(revoked_at=timezone.now()):
        raise Refused("device.unknown")
    saw("device.signed_out", person=person_id, device=device_id)
    rights_changed(person_id)


def forget_me(*, person_id: int) -> None:
    """Leave every group and be called Somebody from now on. Ids and digests stay, and with them every vote."""
    membership.refuse_stand_in(person_id)
    stand_ins.nobody_stands_in_for(person_id)
    groups = list(Member.objects.filter(person_id=person_id).values_list("group_id", flat=True).distinct())
    with membership.locked_all(groups):
        for member in Member.objects.filter(person_id=person_id, left_at__isnull=True):
            membership.depart(member, "left")
        person = Person.objects.select_for_update().get(pk=person_id)
        account = person.account
        person.name, person.colour, person.shape = SOMEBODY, DEFAULT_COLOUR, DEFAULT_SHAPE
        person.account, person.forgotten_at, person.maker_key = None, timezone.now(), None
        person.save()
        if account is not None:
            account.delete()
        Device.objects.filter(person_id=person_id).delete()
        RecoveryCode.objects.filter(person_id=person_id).delete()
        Knock.objects.filter(person_id=person_id).delete()
        unfinished.drop_all(person_id)
        for app in apps():
            app.forget_person(person_id)
        Member.objects.filter(person_id=person_id).update(called="")
        Claim.objects.filter(newcomer__person_id=person_id).delete()
        people_changed(groups)
        saw("person.forgotten", person=person_id)


def _standing(member_id: int) -> Member:
    member = Member.objects.filter(pk=member_id, left_at__isnull=True).first()
    if member is None:
        raise Refused("member.unknown")
    return member


def sweep_people() -> int:
    """Four statements; how many people went. Whoever ever was a member, has an account or a spare key stays."""
    now = timezone.now()
    long_ago = now - timedelta(days=STRANGER_DAYS)
    Knock.objects.filter(seen_at__lt=now - timedelta(days=1)).delete()
    RoomCode.objects.filter(made_at__lt=now - timedelta(hours=ROOM_CODE_HOURS)).delete()
    Device.objects.filter(revoked_at__lt=long_ago).delete()
    strangers = Person.objects.filter(
        memberships__isnull=True, account__isnull=True, recovery_code__isnull=True, created_at__lt=long_ago
    ).exclude(Q(devices__seen_at__gt=long_ago))
    return strangers.delete()[1].get("studio.Person", 0)
