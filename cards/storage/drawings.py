"""How much room drawings take: those that are kept for good with a face, and those that are just being drawn.

A drawing is the one thing on a card that can be large, and what was put to a table stays. So there is an end to it for
a person, a deck and this machine; whoever meets it keeps what they drew, where they write.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import QuerySet, Sum

from cards import models as rows
from cards.face.face import Face, Stroke
from cards.rules import limits
from studio.kernel.codec import to_plain
from studio.kernel.refusals import Refused
from studio.models import Person
from studio.people.shared_room import is_full

LIGHT = 4_000  # bytes: a drawing that takes no more than words do is not counted


def size_of(strokes: tuple[Stroke, ...]) -> int:
    """In bytes, as it is kept."""
    return len(json.dumps(to_plain(strokes))) if strokes else 0


def heavy_ones(faces: Iterable[Face]) -> Mapping[str, int]:
    """Sizes of the drawings that count, by the digest of their face."""
    return {face.digest: size for face in faces if (size := size_of(face.doodle)) > LIGHT}


def keep_count(deck_id: int, by: int, heavy: Mapping[str, int], at: datetime) -> None:
    """These are put to a deck's table for good: before their faces are kept, since those that are there take nothing
    more. Eight statements at most. Raises Refused("drawing.*_full") where there is no room for them."""
    known = set(rows.Face.objects.filter(digest__in=heavy).values_list("digest", flat=True))
    new = {digest: size for digest, size in heavy.items() if digest not in known}
    if not new:
        return
    drawn = rows.KeptDrawing.objects
    _refuse_beyond(
        sum(new.values()),
        ("drawing.person_full", drawn.filter(by__person__memberships=by), limits.DRAWINGS_PERSON_BYTES_MAX),
        ("drawing.deck_full", drawn.filter(deck_id=deck_id), limits.DRAWINGS_DECK_BYTES_MAX),
    )
    most = limits.DRAWINGS_SITE_BYTES_MAX
    if is_full(
        _taken(drawn.all()), sum(new.values()), most, Person.objects.filter(memberships=by),
        lambda then: _taken(drawn.filter(by__person__created_at__gte=then)),
        lambda: _taken(drawn.filter(by__person__memberships=by)),
    ):  # fmt: skip
        raise Refused("drawing.site_full", limit=most // 1_000_000)
    drawn.bulk_create(
        [rows.KeptDrawing(deck_id=deck_id, face=digest, by_id=by, size=size, at=at) for digest, size in new.items()],
        ignore_conflicts=True,
    )


def forget(face: str) -> None:
    """Its words were taken down. One statement."""
    rows.KeptDrawing.objects.filter(face=face).delete()


def refuse_sketch(deck_id: int, member: int, more: int) -> None:
    """Refuse to write down so much more of what is just being drawn. Three statements, none for what takes no more.
    Raises Refused("sketch.*_full")."""
    drawn = rows.Sketch.objects.order_by()
    _refuse_beyond(
        more,
        ("sketch.person_full", drawn.filter(member__person__memberships=member), limits.SKETCHES_PERSON_BYTES_MAX),
        ("sketch.deck_full", drawn.filter(proposal__deck_id=deck_id), limits.SKETCHES_DECK_BYTES_MAX),
    )


def _refuse_beyond(more: int, *ceilings: tuple[str, QuerySet[Any], int]) -> None:
    if more <= 0:
        return
    for code, kept, most in ceilings:
        if _taken(kept) + more > most:
            raise Refused(code, limit=most // 1_000_000)


def _taken(kept: QuerySet[Any]) -> int:
    return kept.aggregate(all=Sum("size"))["all"] or 0
