"""Two people turn out to be one: everything the one has becomes the other's."""

from __future__ import annotations

from studio.models import Device, Member, Person
from studio.people import membership, unfinished
from studio.people.hints import people_changed
from studio.people.names import free_name
from studio.ports import apps


def absorb(guest_id: int, person_id: int, *, with_devices: bool) -> None:
    """Everything the guest has becomes the other person's, and the guest is no more.

    Where both sit in one group, the guest's seat ends and is marked as the other's. `with_devices`
    lets the guest's browsers in as well: a day after somebody vouched for them; not after a sign-in,
    where one of them may be a browser that somebody else prepared. Raises Refused("claim.not_yet") where the person
    stands in in a group of the guest's: nobody may come to have two seats of one group when that is undone.
    """
    with membership.locked_all(groups_of(guest_id, person_id)):
        guest, person = Person.objects.get(pk=guest_id), Person.objects.get(pk=person_id)
        own = {m.group_id: m for m in membership.seats_of(person_id)}
        for seat in Member.objects.filter(person_id=guest_id, left_at__isnull=True):
            if seat.group_id in own:
                if own[seat.group_id].person_id != person_id:  # only lent: a seat of their own is owed to them there
                    membership.refuse_stand_in(person_id)
                Member.objects.filter(pk=seat.pk).update(called=guest.name)
                membership.depart(seat, "merged", merged_into=own[seat.group_id])
        Member.objects.filter(person_id=guest_id).update(person_id=person_id)
        unfinished.bring_along(guest_id, person_id)
        for app in apps():
            app.bring_along(guest_id, person_id)
        if with_devices:
            Device.objects.filter(person_id=guest_id).update(person_id=person_id)
        if guest.account_id is not None and person.account_id is None:
            account_id = guest.account_id
            Person.objects.filter(pk=guest_id).update(account_id=None)
            Person.objects.filter(pk=person_id).update(account_id=account_id)
        guest.delete()
        settle_name(person_id, person.name)


def settle_name(person_id: int, wanted: str) -> None:
    """The wanted name, or the nearest that nobody beside this person has."""
    name = free_name(wanted, membership.names_beside(person_id))
    Person.objects.filter(pk=person_id).update(name=name)
    people_changed(groups_of(person_id))


def groups_of(*person_ids: int) -> list[int]:
    """The groups in which any of these people sits, or stands in."""
    seats = (membership.seats_of(one).values_list("group_id", flat=True) for one in person_ids)
    return sorted({group for groups in seats for group in groups})
