""" "I am Maud": coming back without the old device, vouched for by somebody who knows one's voice."""

from __future__ import annotations

from django.db import transaction

from studio import membership
from studio.announcing import door_changed, people_changed
from studio.kernel.refusals import Refused
from studio.live import presence
from studio.live.clock import database_now
from studio.models import Claim, Device, Member, Person, Stream
from studio.names import free_name


def say_who_i_am(*, newcomer_id: int, claimed_id: int) -> Claim:
    """A member says they are an older member of the same group. Nothing changes until somebody else answers.

    Refused for somebody who is in the room just now, for somebody with an account (they can sign in),
    and where nobody is left to vouch.
    """
    newcomer = _standing(newcomer_id)
    claimed = _standing(claimed_id)
    if claimed.group_id != newcomer.group_id or claimed.pk == newcomer.pk:
        raise Refused("member.unknown")
    with membership.locked(newcomer.group_id):
        if Claim.objects.filter(newcomer=newcomer, answer="").exists():
            raise Refused("claim.open")
        if claimed.person.account_id is not None:
            raise Refused("claim.account_kept", name=claimed.person.name)
        rooms = Stream.objects.filter(group_id=newcomer.group_id).values_list("pk", flat=True)
        if any(claimed.pk in members for members in presence.present_in(rooms).values()):
            raise Refused("claim.here", name=claimed.person.name)
        others = Member.objects.filter(group_id=newcomer.group_id, left_at__isnull=True)
        if not others.exclude(pk__in=(newcomer.pk, claimed.pk)).exists():
            raise Refused("claim.alone")
        door_changed(newcomer.group_id)
        return Claim.objects.create(newcomer=newcomer, claimed=claimed, at=database_now())


def answer_claim(*, claim_key: str, group_id: int, by: int, is_same: bool) -> None:
    """Vouch for a newcomer, or not. The two become one member: the older one, with all it ever did.

    Only a member who was here before the newcomer may answer, or one person with two browsers could
    vouch for themselves. Raises Refused (claim.*, member.unknown).
    """
    claim = Claim.objects.select_related("newcomer__person", "claimed__person").filter(key=claim_key).first()
    if claim is None or claim.newcomer.group_id != group_id:
        raise Refused("member.unknown")
    with membership.locked_all(_groups_of(claim.newcomer.person_id, claim.claimed.person_id)):
        claim.refresh_from_db()
        if claim.answer:
            raise Refused("claim.settled")
        newcomer, claimed, voucher = _standing(claim.newcomer_id), _standing(claim.claimed_id), _standing(by)
        if voucher.pk == newcomer.pk:
            raise Refused("claim.own")
        if voucher.group_id != group_id or (voucher.joined_at, voucher.pk) > (newcomer.joined_at, newcomer.pk):
            raise Refused("claim.newcomer")
        if is_same and claimed.person.account_id is not None:
            raise Refused("claim.account_kept", name=claimed.person.name)
        now = database_now()
        Claim.objects.filter(pk=claim.pk).update(
            answer="yes" if is_same else "no", answered_by=voucher, answered_at=now
        )
        door_changed(group_id)
        if is_same:
            _merge(newcomer, claimed)


def absorb(guest_id: int, person_id: int, *, with_devices: bool) -> None:
    """Everything the guest has becomes the other person's, and the guest is no more.

    Where both sit in one group, the guest's seat ends and is marked as the other's. `with_devices`
    lets the guest's browsers in as well: right after somebody vouched for them; not after a sign-in,
    where one of them may be a browser that somebody else prepared.
    """
    with membership.locked_all(_groups_of(guest_id, person_id)):
        guest, person = Person.objects.get(pk=guest_id), Person.objects.get(pk=person_id)
        own = {m.group_id: m for m in Member.objects.filter(person_id=person_id, left_at__isnull=True)}
        for seat in Member.objects.filter(person_id=guest_id, left_at__isnull=True):
            if seat.group_id in own:
                membership.depart(seat, "merged", merged_into=own[seat.group_id])
        Member.objects.filter(person_id=guest_id).update(person_id=person_id)
        if with_devices:
            Device.objects.filter(person_id=guest_id).update(person_id=person_id)
        if guest.account_id is not None and person.account_id is None:
            account_id = guest.account_id
            Person.objects.filter(pk=guest_id).update(account_id=None)
            Person.objects.filter(pk=person_id).update(account_id=account_id)
        guest.delete()
        _settle_name(person_id, person.name)


def _merge(newcomer: Member, claimed: Member) -> None:
    """One seat of the two. Vouching reaches as far as this group: when the older member sits in other groups too,
    only this seat changes hands, and whoever holds the old device keeps the rest."""
    name = claimed.person.name
    elsewhere = Member.objects.filter(person_id=claimed.person_id, left_at__isnull=True).exclude(pk=claimed.pk)
    if not elsewhere.exists():
        absorb(newcomer.person_id, claimed.person_id, with_devices=True)
        return
    membership.depart(newcomer, "merged", merged_into=claimed)
    Member.objects.filter(pk=claimed.pk).update(person_id=newcomer.person_id)
    transaction.on_commit(lambda: membership.close_sockets(claimed.pk), robust=True)
    _settle_name(newcomer.person_id, name)


def _settle_name(person_id: int, wanted: str) -> None:
    """The wanted name, or the nearest that nobody beside this person has."""
    name = free_name(wanted, membership.names_beside(person_id))
    Person.objects.filter(pk=person_id).update(name=name)
    people_changed(_groups_of(person_id))


def _standing(member_id: int) -> Member:
    member = Member.objects.select_related("person").filter(pk=member_id, left_at__isnull=True).first()
    if member is None:
        raise Refused("member.unknown")
    return member


def _groups_of(*person_ids: int) -> list[int]:
    standing = Member.objects.filter(person_id__in=person_ids, left_at__isnull=True)
    return list(standing.values_list("group_id", flat=True).distinct())
