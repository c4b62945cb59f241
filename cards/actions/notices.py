"""Telling members who asked for it, and are not here, that a vote waits. Beside the commits, so no vote waits for it.

Each browser is claimed by a row before anything is sent: whatever dies or comes twice, nobody is told twice.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F

from cards import models as rows
from studio.kernel.messages import message
from studio.live.clock import database_now
from studio.models import Lease, PushSubscription
from studio.people.notices import PushTarget
from studio.server import push
from studio.server.ticks import Duty, perform
from studio.web.words import say

QUIET = timedelta(seconds=20)  # that a ballot lies open before anybody is called to it
KEPT = timedelta(days=1)  # for which a notice of a closed ballot is remembered
A_VOTE_WAITS = message("A vote waits for you.")

_at_work = threading.Lock()


@dataclass(frozen=True, slots=True)
class WaitingVote:
    """A ballot's wording that a member has not spoken on, and one of their browsers that asked to be told."""

    wording_id: int
    member_id: int
    device_id: int
    target: PushTarget


def tell_who_waits_in_a_thread() -> None:
    """A duty: push services are slow, and the other duties wait for none."""
    if not settings.PUSH_PUBLIC_KEY or not _at_work.acquire(blocking=False):
        return

    def work() -> None:
        try:
            perform(Duty(5, "tell that a vote waits", tell_who_waits))
        finally:
            _at_work.release()

    threading.Thread(target=work, name="notices", daemon=True).start()


def tell_who_waits() -> None:
    """Everybody who asked for it, is not here and has not spoken, once for each ballot. Some five statements."""
    now = database_now()
    failing: set[str] = set()  # services that are left alone until the next time: one that is slow holds up no other
    for waiting in _waiting(now):
        service = waiting.target.endpoint.split("/")[2]
        if service in failing or not _claimed(waiting, now):
            continue
        outcome = push.send(waiting.target, say(A_VOTE_WAITS))
        if outcome == "failed":
            failing.add(service)
        elif outcome == "gone":
            PushSubscription.objects.filter(device_id=waiting.device_id, endpoint=waiting.target.endpoint).delete()


def forget_old_notices() -> None:
    """Those of ballots that are closed. One statement."""
    old = rows.BallotNotice.objects.filter(at__lt=database_now() - KEPT)
    old.exclude(wording__proposal__state="open", wording__number=F("wording__proposal__wording")).delete()


def _waiting(now: datetime) -> Iterator[WaitingVote]:
    asked = PushSubscription.objects.filter(device__revoked_at=None)
    by_person: dict[int, list[PushSubscription]] = {}
    for one in asked.select_related("device"):
        by_person.setdefault(one.device.person_id, []).append(one)
    if not by_person:
        return
    open_now = rows.Wording.objects.filter(
        proposal__state="open", number=F("proposal__wording"), proposal__opened_at__lte=now - QUIET,
        at__lte=now - QUIET,
    )  # fmt: skip
    wordings = {w.proposal_id: w for w in open_now.select_related("proposal")}
    electors = rows.Elector.objects.filter(
        proposal_id__in=wordings, standing="counts", member__left_at=None, member__person_id__in=by_person
    ).select_related("member")
    here = set(Lease.objects.filter(until__gt=now).values_list("member_id", flat=True))
    spoken = set(
        rows.Vote.objects.filter(wording__in=wordings.values()).values_list("wording__proposal_id", "voter_id")
    )
    told = set(rows.BallotNotice.objects.filter(wording__in=wordings.values()).values_list("wording_id", "device_id"))
    for elector in electors:
        wording, member = wordings[elector.proposal_id], elector.member
        has_spoken = member.pk == wording.by_id or (elector.proposal_id, member.pk) in spoken
        if has_spoken or member.pk in here or member.pk in (wording.proposal.voteless or ()):
            continue
        for one in by_person[member.person_id]:
            if (wording.pk, one.device_id) not in told:
                yield WaitingVote(wording.pk, member.pk, one.device_id, PushTarget(one.endpoint, one.p256dh, one.auth))


def _claimed(waiting: WaitingVote, now: datetime) -> bool:
    """Whether it is this process that tells this browser."""
    try:
        with transaction.atomic():
            rows.BallotNotice.objects.create(wording_id=waiting.wording_id, device_id=waiting.device_id, at=now)
    except IntegrityError:
        return False
    return True
