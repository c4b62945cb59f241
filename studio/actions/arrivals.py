"""Being somebody here, and coming into a group: by its link, or let in by somebody who is inside."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from studio.actions.claims import say_who_i_am
from studio.kernel.refusals import Refused
from studio.live.clock import database_now
from studio.models import SHAPES, Group, Knock, Member, Person
from studio.people import membership
from studio.people.devices import Entered, Visit, give_device
from studio.people.hints import door_changed, people_changed
from studio.people.join_codes import find_room
from studio.people.limits import ARRIVAL_PACE, KNOCK_SEEN_SECONDS, KNOCKS_WAITING_MAX, ROOM_CODE_PACE
from studio.people.names import DEFAULT_SHAPE, clean_colour, clean_name, clean_shape, free_name, name_key
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


def knock(visit: Visit, *, code: str, name: str = "", colour: str = "", shape: str = "") -> tuple[Knock, Entered]:
    """Knock at the room that answers to this code; somebody unknown says their name first.

    Every code that is typed costs a try. Knocking twice is one knock. A member who knocks is let in
    by nobody: the knock is answered at once. Raises Refused (tries.too_many, room.unknown, knock.many, name.*).
    """
    take_try("room code", visit.network, ROOM_CODE_PACE)
    stream = find_room(code)
    if stream is None or stream.group_id is None:
        raise Refused("room.unknown")
    with transaction.atomic():
        shape = _free_shape(stream.group_id, shape)
        entered = arrive(visit, name=name, colour=colour, shape=shape)
        person = entered.person
        Group.objects.select_for_update().get(pk=stream.group_id)
        now = database_now()
        is_member = membership.is_member(stream.group_id, person.pk)
        waiting = Knock.objects.filter(
            stream=stream, answer="", seen_at__gt=now - timedelta(seconds=KNOCK_SEEN_SECONDS)
        )
        if not is_member and waiting.exclude(person=person).count() >= KNOCKS_WAITING_MAX:
            raise Refused("knock.many")
        Knock.objects.filter(stream=stream, person=person, answer="").delete()
        made = Knock.objects.create(stream=stream, person=person, at=now, seen_at=now, answer="in" if is_member else "")
        door_changed(stream.group_id)
    return made, entered


def _free_shape(group_id: int, shape: str) -> str:
    """Who knocks cannot see who is inside: the seal that was offered gives way to one nobody there has."""
    if shape not in ("", DEFAULT_SHAPE):
        return shape
    standing = Member.objects.filter(group_id=group_id, left_at__isnull=True)
    used = set(standing.values_list("person__shape", flat=True))
    return next((one for one in SHAPES if one not in used), shape)


def let_in(*, knock_key: str, group_id: int, by: int) -> None:
    """A member opens: the one who knocked is a member from now on. Raises Refused (knock.gone, join.*, name.taken)."""
    _answer(knock_key, group_id, by, "in")


def turn_away(*, knock_key: str, group_id: int, by: int) -> None:
    """Not this time. The one who knocked may knock again."""
    _answer(knock_key, group_id, by, "away")


def _answer(knock_key: str, group_id: int, by: int, answer: str) -> None:
    with membership.locked(group_id):
        asked = Knock.objects.filter(key=knock_key, stream__group_id=group_id, answer="").first()
        if asked is None:
            raise Refused("knock.gone")
        now = database_now()
        if asked.seen_at < now - timedelta(seconds=2 * KNOCK_SEEN_SECONDS):
            raise Refused("knock.gone")
        if answer == "in":
            membership.enter(group_id, asked.person_id)
        Knock.objects.filter(pk=asked.pk).update(answer=answer, answered_by_id=by, answered_at=now)
        door_changed(group_id)
