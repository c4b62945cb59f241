"""The doors to people and their groups. What is not yours is not there: 404, and nothing tells why."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404

from studio.kernel.messages import Message, Series, message, series
from studio.kernel.refusals import Refused
from studio.models import Member, Person
from studio.people.devices import Caller
from studio.people.membership import NOBODY, refuse_stand_in, seats_of


@dataclass(frozen=True, slots=True)
class GroupDoor:
    """A group as one of its members enters it."""

    group_id: int
    group_key: str
    member_id: int
    person_id: int
    is_steward: bool
    is_standing_in: bool = False


class TakenOut(Exception):
    """Somebody whom a member took out of the group asks for it, its deck or a table of it: they are told, in `words`,
    and nothing else of it is. `stream_key` is what their browser keeps under it that they typed; "" for nothing."""

    def __init__(self, stream_key: str, words: Message | Refused) -> None:
        super().__init__(stream_key)
        self.stream_key, self.words = stream_key, words


def seats_taken_from(who: Caller) -> QuerySet[Member]:
    """The seats that were taken from somebody, the latest first."""
    return Member.objects.filter(person_id=who.person_id or NOBODY, was_removed=True).order_by("-left_at")


def taken_out_by(name: str | None) -> Message:
    if not name:
        return message(
            "You were taken out of the group that makes this deck. What you made stays in it, under your name."
        )
    return message(
        "{who} took you out of the group that makes this deck. What you made stays in it, under your name.", who=name
    )


def knower(who: Caller) -> int:
    """The person id of somebody we know, or Refused("person.unknown")."""
    if who.person_id is None:
        raise Refused("person.unknown")
    return who.person_id


def group_door(who: Caller, group_key: str) -> GroupDoor:
    """The door of a group, for its members; Http404 for everybody else and for a group that is not, and TakenOut for
    whoever was taken out of it. One statement, two where it stays shut."""
    if who.person_id is None:
        raise Http404
    member = seats_of(who.person_id).select_related("group").filter(group__key=group_key).first()
    if member is None:
        taken = seats_taken_from(who).filter(group__key=group_key).values_list("removed_by__person__name").first()
        raise Http404 if taken is None else TakenOut("", taken_out_by(taken[0]))
    return GroupDoor(
        member.group_id, member.group.key, member.pk, who.person_id, member.is_steward,
        member.person_id != who.person_id,
    )  # fmt: skip


def stewards_of(group_id: int) -> Series:
    """Their names in words: "Ros", "Ros and Idris". One statement."""
    return series(
        Person.objects.filter(
            memberships__group_id=group_id, memberships__is_steward=True, memberships__left_at__isnull=True
        )
        .order_by("memberships__joined_at")
        .values_list("name", flat=True)
    )


def own_door(who: Caller, group_key: str) -> GroupDoor:
    """The same door for what only somebody whose seat it surely is may do. One statement, two for whoever stands in."""
    door = group_door(who, group_key)
    if door.is_standing_in:
        refuse_stand_in(door.person_id)
    return door


def steward_door(who: Caller, group_key: str) -> GroupDoor:
    """The same door for what only stewards may do; a member who is none is told who is."""
    door = own_door(who, group_key)
    if not door.is_steward:
        raise Refused("steward.only", stewards=stewards_of(door.group_id))
    return door
