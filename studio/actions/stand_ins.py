""" "Maud 2 is Maud": for a day somebody stands in on a seat, and only then do the two become one.

Nothing of either is touched while they stand in. The newcomer's own seat has ended and keeps everything it had; the
older seat keeps its person, with all its browsers. So to part them again is to give one seat back and to end one leave.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from studio.actions.merges import absorb, groups_of, settle_name
from studio.kernel.refusals import Refused
from studio.live import presence
from studio.live.clock import database_now
from studio.live.reach import said_of_the_database
from studio.models import Claim, Member, Stream, Vouch
from studio.people import membership
from studio.people.hints import door_changed, people_changed, rights_changed
from studio.people.limits import CLAIM_HOLD_HOURS
from studio.people.vouching import wanted
from studio.people.watch import saw
from studio.ports import Identity

log = logging.getLogger(__name__)


def grant(claim: Claim, now: datetime) -> None:
    """The newcomer sits on the older seat from now on, and until tomorrow either can be had back. Under their groups'
    locks. Raises Refused (claim.*) where the older member is there after all."""
    newcomer, claimed = claim.newcomer, claim.claimed
    refuse_who_is_there(claimed)
    voices = tuple(Vouch.objects.filter(claim=claim, by__left_at=None).order_by("pk").values_list("by_id", flat=True))
    Claim.objects.filter(pk=claim.pk).update(
        answer="yes", answered_by=voices[-1], answered_at=now, ripe_at=None,
        held_until=now + timedelta(hours=CLAIM_HOLD_HOURS),
    )  # fmt: skip
    Member.objects.filter(pk=newcomer.pk).update(called=newcomer.person.name)
    membership.depart(newcomer, "merged", merged_into=claimed, vouched_by=voices)
    Member.objects.filter(pk=claimed.pk).update(stand_in_id=newcomer.person_id)
    # Whoever else said so of the same seat has nobody left to say it of.
    Claim.objects.filter(claimed=claimed, answer="").delete()
    people_changed([claimed.group_id])
    saw("claim.granted", group=claimed.group_id, newcomer=newcomer.pk, claimed=claimed.pk, voices=voices)


def refuse_who_is_there(claimed: Member) -> None:
    """Refuse to let anybody be somebody who is in the room, has an account, or has somebody standing in already."""
    name = claimed.person.name
    if claimed.person.account_id is not None:
        raise Refused("claim.account_kept", name=name)
    if claimed.stand_in_id is not None:
        raise Refused("claim.doubled", name=name)
    rooms = Stream.objects.filter(group_id=claimed.group_id).values_list("pk", flat=True)
    if any(claimed.pk in members for members in presence.present_in(rooms).values()):
        raise Refused("claim.here", name=name)


def part(claim: Claim, now: datetime, *, by: int | None) -> None:
    """Undo it: both have again what they had, under the names they had. Under their groups' locks.

    Votes that were given from the seat meanwhile on what is still open are taken back (the rooms see to it); what was
    decided meanwhile was decided by everybody, and stays. `by`: the member who undoes it, None where it ends by itself.
    """
    newcomer, claimed = claim.newcomer, claim.claimed
    assert claim.answered_at is not None
    Claim.objects.filter(pk=claim.pk).update(answer="back", answered_by_id=by, answered_at=now, settled_at=now)
    Member.objects.filter(pk=claimed.pk).update(stand_in=None)
    Member.objects.filter(pk=newcomer.pk).update(left_at=None, merged_into=None, called="")
    told = (by,) if by is not None else ()
    membership.tell_identity(Identity(claimed.group_id, newcomer.pk, claimed.pk, "parted", told, claim.answered_at))
    settle_name(newcomer.person_id, newcomer.person.name)
    saw("claim.undone", group=claimed.group_id, newcomer=newcomer.pk, claimed=claimed.pk, by=by)
    transaction.on_commit(lambda: membership.close_sockets(claimed.pk), robust=True)
    rights_changed(newcomer.person_id)
    door_changed(*groups_of(claimed.person_id))


def settle(claim_id: int, now: datetime) -> None:
    """The day is over: the two are one. Vouching reaches as far as this group: when the older member sits in other
    groups too, only this seat changes hands, and whoever holds the old device keeps the rest."""
    claim = Claim.objects.select_related("newcomer__person", "claimed__person").get(pk=claim_id)
    with membership.locked_all(groups_of(claim.newcomer.person_id, claim.claimed.person_id)):
        if not _held().filter(pk=claim_id, held_until__lte=now).exists():
            return
        claim.refresh_from_db()
        newcomer, claimed = claim.newcomer, claim.claimed
        if claimed.person.account_id is not None:  # made meanwhile: by their password they are known
            part(claim, now, by=None)
            return
        Claim.objects.filter(pk=claim_id).update(settled_at=now)
        saw("claim.settled", group=claimed.group_id, newcomer=newcomer.pk, claimed=claimed.pk)
        Member.objects.filter(pk=claimed.pk).update(stand_in=None)
        # Whoever of the two stands in somewhere else can be parted there still, and is nobody else until then.
        elsewhere = membership.seats_of(claimed.person_id).exclude(pk=claimed.pk)
        if elsewhere.exists() or Member.objects.filter(stand_in_id=newcomer.person_id).exists():
            name = claimed.person.name
            Member.objects.filter(pk=claimed.pk).update(person_id=newcomer.person_id)
            settle_name(newcomer.person_id, name)
        else:
            guest = newcomer.person_id
            absorb(guest, claimed.person_id, with_devices=True)
            rights_changed(guest)
        transaction.on_commit(lambda: membership.close_sockets(claimed.pk), robust=True)


def settle_due() -> int:
    """Run by a tick: days that are over, and a steward's only voice that nobody contradicted. How many there were."""
    now = database_now()
    held = list(_held().filter(held_until__lte=now).values_list("pk", flat=True))
    ripe = list(Claim.objects.filter(answer="", ripe_at__lte=now).values_list("pk", flat=True))
    for work, claims in ((settle, held), (ripen, ripe)):
        for claim_id in claims:
            try:
                work(claim_id, now)
            except Exception as problem:  # one that cannot be settled must not hold up the others
                if not said_of_the_database(problem):
                    log.exception("claim %s could not be settled; it will be tried again", claim_id)
    return len(held) + len(ripe)


def ripen(claim_id: int, now: datetime) -> None:
    """Nobody said no in the days in which a steward's own devices could: the one voice there is will do, and so will
    two without that of who has been here longest.

    Whoever is in the room by then, or has an account, was not lost: the claim waits for a second voice after all.
    """
    claim = Claim.objects.select_related("newcomer__person", "claimed__person").get(pk=claim_id)
    with membership.locked_all(groups_of(claim.newcomer.person_id, claim.claimed.person_id)):
        if not Claim.objects.filter(pk=claim_id, answer="", ripe_at__lte=now).exists():
            return
        between = (claim.newcomer_id, claim.claimed_id)
        others = Member.objects.filter(group_id=claim.claimed.group_id, left_at__isnull=True).exclude(pk__in=between)
        voices = list(Vouch.objects.filter(claim=claim, by__left_at=None).values_list("by_id", flat=True))
        try:
            is_enough = len(voices) >= wanted(membership.as_told(claim.claimed))
            if not is_enough and list(others.values_list("pk", flat=True)) != voices:
                raise Refused("claim.newcomer")
            grant(claim, now)
        except Refused:
            Claim.objects.filter(pk=claim_id).update(ripe_at=None)
        door_changed(*groups_of(claim.claimed.person_id))


def stand_down(person_id: int, *, but_for: int | None = None) -> None:
    """Somebody takes on another identity on their browser (signs in): the seats they stand in on go back, but for
    those of the very person they turn out to be: these are theirs."""
    _end_all(_held().filter(newcomer__person_id=person_id), but_for)


def nobody_stands_in_for(person_id: int, *, but_for: int | None = None) -> None:
    """Somebody is known for certain from now on (has an account): whoever stood in for them does so no more, but for
    the very person they turn out to be."""
    _end_all(_held().filter(claimed__person_id=person_id), but_for)


def nobody_stands_in_on(member_id: int) -> None:
    """Somebody is about to leave of their own: whoever stood in for them is a member of their own again."""
    _end_all(_held().filter(claimed_id=member_id), None)


def _end_all(claims: Iterable[Claim], proved: int | None) -> None:
    for claim_id in [claim.pk for claim in claims]:
        claim = Claim.objects.select_related("newcomer__person", "claimed__person").get(pk=claim_id)
        with membership.locked_all(groups_of(claim.newcomer.person_id, claim.claimed.person_id)):
            if not _held().filter(pk=claim_id).exists():
                continue
            now = database_now()
            if proved is not None and proved in (claim.claimed.person_id, claim.newcomer.person_id):
                Claim.objects.filter(pk=claim_id).update(settled_at=now)
                Member.objects.filter(pk=claim.claimed_id).update(stand_in=None)
            else:
                part(claim, now, by=None)


def _held() -> QuerySet[Claim]:
    return Claim.objects.filter(answer="yes", held_until__isnull=False, settled_at=None)
