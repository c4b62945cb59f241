"""What somebody draws on another's card before it is laid down: one row a member and proposal.

It is no part of the deck: nothing follows from it, and it is in no log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from cards import models as rows
from cards.face.face import Stroke
from studio.kernel.codec import from_plain, to_plain
from studio.kernel.refusals import Refused

SKETCH = "sketch"  # what touches a room where something was drawn


@dataclass(frozen=True, slots=True)
class Sketched:
    """Strokes of `member`, written down so many times."""

    member: int
    version: int
    strokes: tuple[Stroke, ...]


NOTHING = Sketched(0, 0, ())


def sketches_on(deck_id: int, number: int, members: Iterable[int]) -> tuple[Sketched, ...]:
    """Those of these members on one proposal, the oldest first. One statement."""
    found = rows.Sketch.objects.filter(
        proposal__deck_id=deck_id, proposal__number=number, member_id__in=list(members)
    ).values_list("member_id", "version", "strokes")
    return tuple(
        Sketched(member, version, from_plain(tuple[Stroke, ...], strokes)) for member, version, strokes in found
    )


def keep_sketch(deck_id: int, number: int, member: int, *, on: int, strokes: tuple[Stroke, ...]) -> int:
    """Write it down on the version that whoever draws has seen; the new version. None at all is nothing to keep.

    Raises Refused("unfinished.newer") where it was written down elsewhere meanwhile.
    """
    with transaction.atomic():
        proposal = rows.Proposal.objects.select_for_update().get(deck_id=deck_id, number=number)  # two tabs queue
        row = rows.Sketch.objects.filter(proposal=proposal, member_id=member).first()
        if row is None:
            row = rows.Sketch(proposal=proposal, member_id=member, version=on)
            _clear_settled(deck_id, member)
        elif row.version != on:
            if row.strokes == to_plain(strokes):
                return row.version
            raise Refused("unfinished.newer")
        row.version, row.strokes, row.at = row.version + 1, to_plain(strokes), timezone.now()
        row.save()
    return row.version


def drop_sketch(deck_id: int, number: int, member: int) -> bool:
    """It is given up. Whether there was one."""
    found = rows.Sketch.objects.filter(proposal__deck_id=deck_id, proposal__number=number, member_id=member)
    return found.delete()[0] > 0


def _clear_settled(deck_id: int, member: int) -> None:
    """What they drew on cards that have their verdict is in nobody's sight any more."""
    mine = rows.Sketch.objects.filter(proposal__deck_id=deck_id, member_id=member)
    mine.exclude(proposal__state__in=("open", "queued")).delete()
