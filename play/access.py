"""The door of a table. A code that no table answers to, one that was put away, and one that is not yours: all 404.

A sight is "open" for whoever watches, or "seat:3.57" for member 57 in seat 3: were it the seat alone, whoever handed
it over would go on seeing what lies in its hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest

from play import models as rows
from play.actions import CODE_LENGTH, CODE_LETTERS
from play.way import opens
from studio.invitations import group_of
from studio.limits import Pace
from studio.live.regions import once_a_drawing
from studio.models import Member, Stream
from studio.people import Caller, caller_of
from studio.ratelimit import place_of, take_try

OPEN = "open"
UNKNOWN_CODE_PACE = Pace(20, 60)  # codes that no table has, per address


@dataclass(frozen=True, slots=True)
class TableDoor:
    """A table as one caller enters it. `seat` is 0 and `sight` "open" for whoever has no seat.

    `may_watch` without a seat; `may_sit` says whether the caller could take one: at a creative table its group's
    members and whoever was invited to it, at another one everybody until somebody was asked to leave (`is_shut`), and
    then its people and whoever has its new link.
    """

    table_id: int
    code: str
    stream_id: int
    stream_key: str
    group_id: int
    deck_id: int | None
    is_creative: bool
    sight: str
    seat: int = 0
    member_id: int | None = None
    person_id: int | None = None
    may_watch: bool = True
    may_sit: bool = True
    invitation: str = ""
    is_shut: bool = False

    @property
    def may_look(self) -> bool:
        return bool(self.seat) or self.may_watch


def table_door(request: HttpRequest, code: str) -> TableDoor:
    """Http404, and Refused("tries.too_many") for somebody who goes on guessing. Four statements at most."""
    table = rows.Table.objects.select_related("stream").filter(code=spelt(code), removed_at__isnull=True).first()
    invitation = (request.POST.get("invite") or request.GET.get("invite") or "")[:60]
    door = _door(caller_of(request), table, invitation) if table is not None else None
    if door is None:
        take_try("table", place_of(request), UNKNOWN_CODE_PACE)
        raise Http404
    return door


def stream_door(who: Caller, stream: Stream) -> TableDoor | None:
    """The same for a socket: only for those who sit or may watch."""
    table = _of_stream(stream.pk)
    door = _door(who, table) if table is not None else None
    return door if door is not None and door.may_look else None


@once_a_drawing
def _of_stream(stream_id: int) -> rows.Table | None:
    """One statement for all who look at it."""
    return rows.Table.objects.select_related("stream").filter(stream_id=stream_id, removed_at__isnull=True).first()


@once_a_drawing
def _members(group_id: int) -> Mapping[int, int]:
    """Member ids by person, of those who have not left. One statement for all of them."""
    return dict(Member.objects.filter(group_id=group_id, left_at__isnull=True).values_list("person_id", "pk"))


@once_a_drawing
def _seats(table_id: int) -> Mapping[int, int]:
    """Seats by member. One statement for all of them."""
    return dict(rows.SeatRow.objects.filter(table_id=table_id).values_list("member_id", "number"))


def spelt(code: str) -> str:
    """A code as people type it: in small letters, with a space or a hyphen in the middle."""
    return "".join(code[:20].upper().replace("-", " ").split())


def is_code(typed: str) -> bool:
    """Whether this could be a table's code at all. No statement."""
    code = spelt(typed)
    return len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS)


def address_of_code(typed: str) -> str | None:
    """The page of the table with this code, whether or not there is one: the door says so, and counts the tries."""
    return f"/tables/{spelt(typed)}/" if is_code(typed) else None


def sight_of(seat: int, member: int | None) -> str:
    return f"seat:{seat}.{member}" if seat and member is not None else OPEN


def seat_in(sight: str) -> tuple[int, int]:
    """(seat, member) of a sight; (0, 0) for one who watches."""
    if not sight.startswith("seat:"):
        return 0, 0
    seat, _, member = sight[5:].partition(".")
    return int(seat), int(member)


def _door(who: Caller, table: rows.Table, invitation: str = "") -> TableDoor | None:
    member = None if who.person_id is None else _members(table.group_id).get(who.person_id)
    seat = 0 if member is None else _seats(table.pk).get(member, 0)
    is_invited = False
    if table.is_creative and member is None:
        # A draft is its makers' own: only they, and whom they invited, find this table at all.
        group = group_of(invitation) if invitation else None
        is_invited = group is not None and group.pk == table.group_id
        if not is_invited:
            return None
    is_shut = not table.is_creative and table.removals > 0
    may_sit = not is_shut or member is not None or opens(table, invitation)
    is_brought = is_invited or (is_shut and may_sit and member is None)
    return TableDoor(
        table.pk, table.code, table.stream_id, table.stream.key, table.group_id, table.deck_id, table.is_creative,
        sight_of(seat, member), seat, member, who.person_id,
        may_watch=table.allows_spectators and not is_invited, may_sit=may_sit,
        invitation=invitation if is_brought else "", is_shut=is_shut,
    )  # fmt: skip
