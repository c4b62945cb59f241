"""Knocking with a room code, and being let in by somebody who is inside."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from studio.actions.arrivals import arrive
from studio.kernel.refusals import Refused
from studio.live.clock import database_now
from studio.models import SHAPES, Group, Knock, Member
from studio.people import membership
from studio.people.devices import Entered, Visit
from studio.people.hints import door_changed
from studio.people.join_codes import find_room
from studio.people.limits import KNOCK_SEEN_SECONDS, KNOCKS_WAITING_MAX, ROOM_CODE_PACE
from studio.people.names import DEFAULT_SHAPE
from studio.web.ratelimit import take_try


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
