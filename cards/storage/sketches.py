"""What somebody draws on another's card before it is laid down: one row a member and proposal.

It is no part of the deck: nothing follows from it, and it is in no log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from cards import models as rows
from cards.face.face import Stroke
from cards.rules import limits
from cards.storage import drawings
from studio.kernel.codec import from_plain, to_plain
from studio.kernel.refusals import Refused
from studio.speed.prepared import prepared

SKETCH = "sketch"  # what touches a room where something was drawn


@dataclass(frozen=True, slots=True)
class Sketched:
    """Strokes of `member`, written down so many times."""

    member: int
    version: int
    strokes: tuple[Stroke, ...]


NOTHING = Sketched(0, 0, ())


def sketches_on(deck_id: int, number: int, members: Iterable[int]) -> tuple[Sketched, ...]:
    """The latest few of these members' on one proposal, the oldest first; of the others nothing is read. One
    statement."""
    found = _on_proposal.rows(deck_id, number, sorted(members))
    return tuple(
        Sketched(member, version, from_plain(tuple[Stroke, ...], strokes))
        for member, version, strokes in reversed(found)
    )


@prepared
def _on_proposal(deck_id: int, number: int, members: Sequence[int]) -> QuerySet[rows.Sketch, Any]:
    found = rows.Sketch.objects.filter(proposal__deck_id=deck_id, proposal__number=number, member_id__in=members)
    return found.order_by("-at", "-pk").values_list("member_id", "version", "strokes")[: limits.SKETCHES_SHOWN]


def keep_sketch(deck_id: int, number: int, member: int, *, on: int, strokes: tuple[Stroke, ...]) -> int:
    """Write it down on the version that whoever draws has seen; the new version. None at all is nothing to keep.

    Raises Refused("unfinished.newer") where it was written down elsewhere meanwhile, "sketch.*_full" where there is no
    room for so much.
    """
    with transaction.atomic():
        proposal = rows.Proposal.objects.select_for_update().get(deck_id=deck_id, number=number)  # two tabs queue
        row = rows.Sketch.objects.filter(proposal=proposal, member_id=member).first()
        if row is None:
            row = rows.Sketch(proposal=proposal, member_id=member, version=on)
        elif row.version != on:
            if row.strokes == to_plain(strokes):
                return row.version
            raise Refused("unfinished.newer")
        size = drawings.size_of(strokes)
        drawings.refuse_sketch(deck_id, member, size - (row.size or 0))
        row.version, row.strokes, row.size, row.at = row.version + 1, to_plain(strokes), size, timezone.now()
        row.save()
    return row.version


def drop_sketch(deck_id: int, number: int, member: int) -> bool:
    """It is given up. Whether there was one."""
    found = rows.Sketch.objects.filter(proposal__deck_id=deck_id, proposal__number=number, member_id=member)
    return found.delete()[0] > 0


def drop_sketches_of(deck_id: int, member: int) -> None:
    """They left."""
    rows.Sketch.objects.filter(proposal__deck_id=deck_id, member_id=member).delete()


def hand_sketches_over(deck_id: int, member: int, into: int) -> None:
    """`member` is `into` from now on, who may draw on some of the same cards already."""
    there = rows.Sketch.objects.filter(proposal__deck_id=deck_id)
    own = list(there.filter(member_id=into).values_list("proposal_id", flat=True))
    there.filter(member_id=member).exclude(proposal_id__in=own).update(member_id=into)
    there.filter(member_id=member).delete()


def settled_sketches_of(deck_id: int, member: int) -> tuple[tuple[int, Sketched], ...]:
    """What they drew on cards that have their verdict, by the proposal's number. One statement."""
    found = rows.Sketch.objects.filter(proposal__deck_id=deck_id, member_id=member).exclude(
        proposal__state__in=("open", "queued")
    )
    return tuple(
        (number, Sketched(member, version, from_plain(tuple[Stroke, ...], strokes)))
        for number, version, strokes in found.values_list("proposal__number", "version", "strokes")
    )
