"""Being somebody here, and coming into a group."""

from __future__ import annotations

from django.db import transaction

from studio.actions.claims import say_who_i_am
from studio.kernel.refusals import Refused
from studio.models import SHAPES, Group, Member, Person
from studio.people import membership
from studio.people.devices import Entered, Visit, give_device
from studio.people.hints import people_changed
from studio.people.limits import ARRIVAL_PACE
from studio.people.names import clean_colour, clean_name, clean_shape, free_name, name_key
from studio.web.ratelimit import take_try


def arrive(visit: Visit, *, name: str, colour: str = "", shape: str = "") -> Entered:
    """Whoever asks: whom we know on this device, or a newcomer with this name, now known by it.

    Whoever is known stays who they are, whatever name was sent. Raises Refused (name.*, tries.too_many).
    """
    if visit.who.person_id is not None:
        return Entered(Person.objects.get(pk=visit.who.person_id), visit.who)
    with transaction.atomic():
        person = Person.objects.create(
            name=clean_name(name), colour=clean_colour(colour), shape=clean_shape(shape, SHAPES)
        )
        take_try("arrive", visit.network, ARRIVAL_PACE)
        return give_device(visit, person)


def start_group(*, person_id: int, name: str = "") -> Member:
    """A new group with one member, who is its steward."""
    with transaction.atomic():
        group = Group.objects.create(name=name)
        return membership.enter(group.pk, person_id)


def join(*, group_id: int, person_id: int, i_am: str = "") -> Member:
    """Come in by invitation. With `i_am` ("Maud") the newcomer says they are that member, come back without a device.

    The claim gives nothing by itself: the newcomer is a member under a name of their own until another
    member vouches for them. Raises Refused (join.*, name.taken, claim.*).
    """
    if not i_am:
        return membership.enter(group_id, person_id)
    with membership.locked(group_id):
        standing = Member.objects.filter(group_id=group_id, left_at__isnull=True).select_related("person")
        claimed = next((m for m in standing if name_key(m.person.name) == name_key(i_am)), None)
        if claimed is None:
            raise Refused("member.unknown")
        if claimed.person_id == person_id:
            return claimed
        person = Person.objects.get(pk=person_id)
        taken = [m.person.name for m in standing if m.person_id != person_id] + membership.names_beside(person_id)
        Person.objects.filter(pk=person_id).update(name=free_name(person.name, taken))
        newcomer = membership.enter(group_id, person_id)
        say_who_i_am(newcomer_id=newcomer.pk, claimed_id=claimed.pk)
        return newcomer


def rename(*, person_id: int, name: str, colour: str = "", shape: str = "") -> Person:
    """Another name, colour or seal, in all of one's groups. Past entries name people by id, so no digest changes."""
    name, colour, shape = clean_name(name), clean_colour(colour), clean_shape(shape, SHAPES)
    groups = list(Member.objects.filter(person_id=person_id, left_at__isnull=True).values_list("group_id", flat=True))
    with membership.locked_all(groups):
        for group_id in groups:
            membership.refuse_taken_name(group_id, name, shape, besides=person_id)
        Person.objects.filter(pk=person_id).update(name=name, colour=colour, shape=shape)
        people_changed(groups)
    return Person.objects.get(pk=person_id)
