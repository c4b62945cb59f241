"""Rooms and their codes. A room is a stream; the app that keeps it says what it is called and where (studio/ports.py).

A code ("K7M 42") exists while somebody is in the room, lasts for one evening, and only knocks.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet

from studio.kernel.messages import Series, message, series
from studio.live import presence
from studio.live.clock import database_now
from studio.models import Device, Member, Person, RoomCode, Stream
from studio.people.limits import ROOM_CODE_HOURS
from studio.ports import DECKS, TABLES, RoomLink
from studio.speed.prepared import prepared
from studio.web.words import say

# No letter or digit that is taken for another when read out or written by hand (0 O Q D, 1 I L, 2 Z, 5 S, 8 B, U V),
# and no vowel, so that no code is a word.
LETTERS, DIGITS = "CFGHJKMNPRTVWXY34679", "34679"
LISTED = 5  # titles named in one sentence
_CODE = re.compile(f"[{LETTERS}]{{3}}[{DIGITS}]{{2}}")


def room_of(stream: Stream) -> RoomLink | None:
    """Title and address of a room; None for a stream that is none, or is gone."""
    return (DECKS if stream.kind == "deck" else TABLES).get().room_of(stream.pk)


def rooms_of_group(group_id: int) -> tuple[RoomLink, ...]:
    """The rooms of a group, oldest first. One statement, and what each room says."""
    found = (room_of(stream) for stream in Stream.objects.filter(group_id=group_id).order_by("pk"))
    return tuple(room for room in found if room is not None)


def left_behind(person_id: int, device_id: int | None) -> str:
    """What would be lost to a guest whose only device becomes somebody else's, in words; "" when nothing would.

    Whoever has another way back loses nothing. Three statements at most, and what each room says.
    """
    ways = Q(account__isnull=False) | Q(recovery_code__isnull=False)
    others = Device.objects.filter(person_id=person_id, revoked_at__isnull=True).exclude(pk=device_id or 0)
    if Person.objects.filter(ways, pk=person_id).exists() or others.exists():
        return ""
    seats = Member.objects.filter(person_id=person_id, left_at__isnull=True, group__sort="decks").annotate(
        people=Count("group__members", filter=Q(group__members__left_at__isnull=True))
    )
    alone: list[str] = []
    shared: list[str] = []
    for seat in seats.order_by("pk"):
        titles = [f"“{room.title}”" for room in rooms_of_group(seat.group_id)]
        (alone if seat.people == 1 else shared).extend(titles)
    if not shared:
        return say(message("{rooms}, where nobody else is a member", rooms=_some(alone))) if alone else ""
    if not alone:
        return say(message("your seat in {rooms}", rooms=_some(shared)))
    both = message("{rooms}, where nobody else is a member, and your seat in {others}")
    return say(both.given(rooms=_some(alone), others=_some(shared)))


def _some(titles: list[str]) -> Series:
    more = [message("{count} more", count=len(titles) - LISTED)] if len(titles) > LISTED else []
    return series([*titles[:LISTED], *more])


def code_of_room(stream_id: int) -> str:
    """The code on the wall ("K7M42"), or "" while there is none. One statement."""
    return _code.first(stream_id, database_now() - timedelta(hours=ROOM_CODE_HOURS)) or ""


@prepared
def _code(stream_id: int, since: datetime) -> QuerySet[RoomCode, str]:
    return RoomCode.objects.filter(stream_id=stream_id, made_at__gt=since).values_list("code", flat=True)


def open_room(stream_id: int) -> str:
    """The room's code, made when there is none for this evening. To be called when a member enters the room.

    One statement while the code holds.
    """
    while not (code := code_of_room(stream_id)):
        try:
            with transaction.atomic():
                RoomCode.objects.filter(made_at__lt=database_now() - timedelta(hours=ROOM_CODE_HOURS)).delete()
                RoomCode.objects.create(stream_id=stream_id, code=_new_code(), made_at=database_now())
        except IntegrityError:
            continue  # somebody else made one at this moment, or the code is another room's: look again
    return code


def spoken(code: str) -> str:
    """As it stands on the wall: "K7M 42"."""
    return f"{code[:3]} {code[3:]}" if code else ""


def find_room(typed: str) -> Stream | None:
    """The room that answers to what was typed, while somebody is in it. Three statements at most."""
    code = "".join(unicodedata.normalize("NFKC", typed[:40]).upper().replace("-", " ").split())
    if not _CODE.fullmatch(code):
        return None
    since = database_now() - timedelta(hours=ROOM_CODE_HOURS)
    stream = Stream.objects.filter(room_code__code=code, room_code__made_at__gt=since).first()
    if stream is None or not presence.present(stream.pk):
        return None
    return stream


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(3)) + "".join(secrets.choice(DIGITS) for _ in range(2))
