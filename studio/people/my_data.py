"""Everything that is kept about a person, for them to take away: who they are, and all they wrote, did and were told.

Each app adds its part (studio/ports.py). Nothing of others is in it but what the person could see when it happened; no
hash of a secret is. What is about a person and still left out stands in tests/actions/test_papers.py, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db.models import Max, Q

from studio import ports
from studio.models import Claim, Device, Knock, Lease, Member, Person, PushSubscription, RecoveryCode, Unfinished, Vouch
from studio.people.join_codes import rooms_of_group
from studio.people.makers import makers_address
from studio.people.membership import seats_of


def everything_about(person_id: int) -> dict[str, Any]:
    """All of it as plain JSON. Its time grows with what the person did."""
    members = tuple(Member.objects.filter(person_id=person_id).order_by("pk").values_list("pk", flat=True))
    told = _oneself(person_id) | _doors(members, person_id)
    for app in ports.apps():
        told |= app.papers_of(members, person_id)
    return told


def left_behind(person_id: int) -> dict[int, datetime]:
    """When somebody left the groups that they are of no more. What came after is not theirs to know. One statement."""
    there = set(seats_of(person_id).values_list("group_id", flat=True))
    ended = Member.objects.filter(person_id=person_id, left_at__isnull=False).exclude(group_id__in=there)
    return dict(ended.values("group_id").annotate(last=Max("left_at")).values_list("group_id", "last"))


def when(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment is not None else None


def listed(rows: Iterable[tuple[Any, ...]], *names: str) -> list[dict[str, Any]]:
    """Rows as objects, moments as they are written."""
    return [
        {name: when(value) if isinstance(value, datetime) else value for name, value in zip(names, row, strict=True)}
        for row in rows
    ]


def _oneself(person_id: int) -> dict[str, Any]:
    """Seven statements, and what each room says."""
    person = Person.objects.select_related("account").get(pk=person_id)
    seats = Member.objects.filter(person_id=person_id).select_related("group", "removed_by__person").order_by("pk")
    devices = Device.objects.filter(person_id=person_id).order_by("pk")
    code = RecoveryCode.objects.filter(person_id=person_id).first()
    return {
        "name": person.name,
        "colour": person.colour,
        "seal": person.shape,
        "here_since": when(person.created_at),
        "makers_page": makers_address(person.name, person.maker_key),
        "sign_in_name": person.account.first_name if person.account else None,
        "account": {"since": when(person.account.date_joined), "last_signed_in": when(person.account.last_login)}
        if person.account
        else None,
        "recovery_code": {"since": when(code.created_at)} if code else None,
        "devices": listed(
            devices.values_list("label", "created_at", "seen_at", "revoked_at"),
            "label", "since", "seen", "signed_out",
        ),
        "told_by_browser": listed(
            PushSubscription.objects.filter(device__person_id=person_id).order_by("pk")
            .values_list("device__label", "endpoint", "at"), "device", "push_service", "since",
        ),
        "unfinished": listed(
            Unfinished.objects.filter(person_id=person_id).values_list("stream__key", "place", "words", "at"),
            "room", "about", "words", "at",
        ),
        "groups": [
            {
                "member": seat.pk,
                "sort": seat.group.sort,
                "joined": when(seat.joined_at),
                "left": when(seat.left_at),
                "removed": seat.was_removed,
                "removed_by": seat.removed_by.person.name if seat.removed_by else None,
                "steward": seat.is_steward,
                "called_before": seat.called,
                "rooms": [room.title for room in rooms_of_group(seat.group_id)] if seat.left_at is None else [],
            }
            for seat in seats
        ],
    }  # fmt: skip


def _doors(members: tuple[int, ...], person_id: int) -> dict[str, Any]:
    """At which doors one stood, and whom one let in; where one is just now. Six statements."""
    knocks = Knock.objects.filter(person_id=person_id).order_by("pk")
    opened = Knock.objects.filter(answered_by_id__in=members).order_by("pk")
    claims = (
        Claim.objects.filter(Q(newcomer_id__in=members) | Q(claimed_id__in=members) | Q(answered_by_id__in=members))
        .order_by("pk")
        .select_related("claimed")
    )
    vouched = Vouch.objects.filter(by_id__in=members).order_by("pk").select_related("claim__claimed")
    left = left_behind(person_id)
    return {
        "knocks": listed(
            knocks.values_list("at", "seen_at", "answer", "answered_at"), "at", "seen", "answer", "answered"
        ),
        "knocks_answered": listed(opened.values_list("at", "answer", "answered_at"), "at", "answer", "answered"),
        "claims": [
            {
                "you_said_who_you_are": claim.newcomer_id in members,
                "somebody_said_they_are_you": claim.claimed_id in members,
                "you_answered": claim.answered_by_id in members,
                "at": when(claim.at),
                "answer": claim.answer,
                "answered": when(claim.answered_at),
                "enough_at": when(claim.ripe_at),
                "can_be_undone_until": when(claim.held_until),
                "settled": when(_by(claim.settled_at, left.get(claim.claimed.group_id))),
            }
            for claim in claims
        ],
        "vouched": [
            {
                "asked": when(one.claim.at),
                "at": when(one.at),
                "answer": one.claim.answer if _by(one.claim.answered_at, left.get(one.claim.claimed.group_id)) else "",
            }
            for one in vouched
        ],
        "stands_in": listed(
            Member.objects.filter(stand_in_id=person_id).order_by("pk").values_list("pk", "person__name"),
            "member", "for",
        ),
        "in_a_room_until": listed(
            Lease.objects.filter(member_id__in=members).order_by("pk").values_list("stream__kind", "until"),
            "room", "until",
        ),
    }  # fmt: skip


def _by(at: datetime | None, left: datetime | None) -> datetime | None:
    """A moment that somebody was told of: not one after they had left."""
    return at if at is None or left is None or at <= left else None
