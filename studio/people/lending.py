"""A seat that is lent: for the day after a claim somebody sits on it who may not be its owner (actions/stand_ins.py).

What the seat had before them stays its owner's own: it is not shown to them where it is secret, and changed by nobody
but its owner. So a no brings back all of it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Min, QuerySet

from studio.kernel.refusals import Refused
from studio.models import Claim, Member
from studio.people.membership import NOBODY
from studio.web.dates import ahead


def loan_of(person_id: int | None, member_id: int | None) -> Claim | None:
    """By which claim somebody stands in on a seat just now. One statement."""
    held = Claim.objects.filter(
        newcomer__person_id=person_id or NOBODY, claimed_id=member_id, answer="yes", held_until__isnull=False,
        settled_at=None,
    )  # fmt: skip
    return held.select_related("claimed__person").order_by("-held_until").first()


def refuse_theirs(
    person_id: int | None, member_id: int | None, earlier: QuerySet[Any] | None = None, at: str = ""
) -> None:
    """Refuse whoever stands in on this seat what is its owner's; with `earlier`, rows that have a moment `at`, only
    where one of them is from before they came. Two statements at most. Raises Refused("claim.theirs")."""
    loan = loan_of(person_id, member_id)
    if loan is None or loan.held_until is None or loan.answered_at is None:
        return
    if earlier is not None:
        first: datetime | None = earlier.aggregate(first=Min(at))["first"]
        if first is None or first >= loan.answered_at:
            return
    raise Refused("claim.theirs", name=loan.claimed.person.name, until=ahead(loan.held_until))


def came_as(person_id: int | None, member_id: int) -> int:
    """The seat of their own that somebody had who stands in on this one, for what counts towards them; this one for
    its owner. One statement."""
    own = Member.objects.filter(merged_into_id=member_id, person_id=person_id or NOBODY)
    return own.order_by("-pk").values_list("pk", flat=True).first() or member_id
