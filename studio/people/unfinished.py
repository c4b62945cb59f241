"""What somebody is writing and has put to nobody yet: kept for its writer alone, by room (a stream) and place.

It is in no log and no page of anybody else; it goes when it was put to somebody, and when its writer signs out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from secrets import token_hex

from django.db import transaction
from django.db.models import QuerySet, Sum
from django.utils import timezone

from studio.kernel.codec import can_be_kept
from studio.kernel.refusals import Refused
from studio.models import Person, Unfinished
from studio.people import limits
from studio.people.limits import POCKET_MAX, UNFINISHED_BYTES_MAX, UNFINISHED_FIELDS_MAX, UNFINISHED_MAX
from studio.people.shared_room import is_full

POCKET = "pocket."  # begins the places of what was put away for later
_PLACE = re.compile(r"[a-z][a-z0-9]*(\.[a-z0-9-]+)*")
PLACE_MAX = 80  # characters

FormWords = Mapping[str, str | bool]


@dataclass(frozen=True, slots=True)
class Writing:
    """One of them: `words` by the names of the form's fields, `version` how often it was written down."""

    place: str
    version: int
    words: FormWords
    at: datetime


def writings_in(person_id: int, stream_id: int) -> tuple[Writing, ...]:
    """Of one person in one room, the oldest first. One statement."""
    found = Unfinished.objects.filter(person_id=person_id, stream_id=stream_id)
    return tuple(Writing(*row) for row in found.values_list("place", "version", "words", "at"))


def keep_writing(person_id: int, stream_id: int, *, place: str, on: int, words: FormWords) -> int:
    """Write it down on the version that whoever writes has seen; the new version. Nothing old makes room for it.

    Raises Refused: unfinished.newer where it was written down elsewhere meanwhile, unfinished.many and
    unfinished.pocket_full where there is no room for another, unfinished.person_full, .room_full and .site_full where
    there is none for so much, unfinished.large, request.unreadable.
    """
    check_words(place, words)
    if not 0 <= on < 2**31 - 1:
        raise Refused("request.unreadable")
    with transaction.atomic():
        Person.objects.select_for_update().filter(pk=person_id).first()  # two tabs of one person come one by one
        mine = Unfinished.objects.filter(person_id=person_id, stream_id=stream_id)
        row = mine.filter(place=place).first()
        if row is None:
            _refuse_too_many(list(mine.values_list("place", flat=True)), place)
            row = Unfinished(person_id=person_id, stream_id=stream_id, place=place, version=on)
        elif row.words == dict(words):
            return row.version
        elif row.version != on:
            raise Refused("unfinished.newer")
        size = _size_of(words)
        _refuse_beyond(person_id, stream_id, size - (row.size or 0))
        row.version, row.words, row.size, row.at = row.version + 1, dict(words), size, timezone.now()
        row.save()
    return row.version


def check_words(place: str, words: FormWords) -> None:
    """Refuse a place that no page of ours names, and words beyond any card's."""
    if len(place) > PLACE_MAX or not _PLACE.fullmatch(place):
        raise Refused("request.unreadable")
    if any(len(name) > PLACE_MAX for name in words) or not can_be_kept(dict(words)):
        raise Refused("request.unreadable")
    if len(words) > UNFINISHED_FIELDS_MAX or _size_of(words) > UNFINISHED_BYTES_MAX:
        raise Refused("unfinished.large")


def _refuse_too_many(places: list[str], place: str) -> None:
    if place.startswith(POCKET) and sum(one.startswith(POCKET) for one in places) >= POCKET_MAX:
        raise Refused("unfinished.pocket_full", limit=POCKET_MAX)
    if len(places) >= UNFINISHED_MAX:
        raise Refused("unfinished.many", limit=UNFINISHED_MAX)


def _size_of(words: FormWords) -> int:
    return len(json.dumps(dict(words)))


def _refuse_beyond(person_id: int, stream_id: int, more: int) -> None:
    """Refuse what would be more than a person, a room or this machine may keep; less of it is never refused. Six
    statements at most, none for what takes no more."""
    if more <= 0:
        return
    for code, kept, most in (
        ("unfinished.person_full", Unfinished.objects.filter(person_id=person_id), limits.UNFINISHED_PERSON_BYTES_MAX),
        ("unfinished.room_full", Unfinished.objects.filter(stream_id=stream_id), limits.UNFINISHED_ROOM_BYTES_MAX),
    ):
        if _taken(kept) + more > most:
            raise Refused(code, limit=most // 1_000_000)
    most = limits.UNFINISHED_SITE_BYTES_MAX
    every = Unfinished.objects.all()
    if is_full(
        _taken(every), more, most, Person.objects.filter(pk=person_id),
        lambda then: _taken(every.filter(person__created_at__gte=then)),
        lambda: _taken(every.filter(person_id=person_id)),
    ):  # fmt: skip
        raise Refused("unfinished.site_full", limit=most // 1_000_000)


def _taken(kept: QuerySet[Unfinished]) -> int:
    return kept.order_by().aggregate(all=Sum("size"))["all"] or 0


def drop_writing(person_id: int, stream_id: int, *places: str, on: int | None = None) -> None:
    """It was put to somebody, or its writer does not want it any more. With `on` only what lies there in that version:
    what another tab has written there since stays. One statement."""
    found = Unfinished.objects.filter(person_id=person_id, stream_id=stream_id, place__in=places)
    (found if on is None else found.filter(version=on)).delete()


def drop_all(person_id: int) -> None:
    """Its writer has signed out, or is forgotten."""
    Unfinished.objects.filter(person_id=person_id).delete()


def bring_along(guest_id: int, person_id: int) -> None:
    """The guest turns out to be this person: what both write at one place stays apart, the guest's in the pocket."""
    taken = set(Unfinished.objects.filter(person_id=person_id).values_list("stream_id", "place"))
    for row in Unfinished.objects.filter(person_id=guest_id):
        if (row.stream_id, row.place) in taken:
            row.place = f"{POCKET}{token_hex(6)}"
        row.person_id = person_id
        row.save(update_fields=["person", "place"])
