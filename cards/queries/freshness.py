"""What a deck's page is told while it lies open: that it would read otherwise now. Its script then fetches it anew.

So the frame is the same few bytes for a deck of ten cards and of a thousand, for every filter and every tab.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

from cards.access import Door, stream_door
from cards.rules import events as e
from studio.kernel.codec import digest
from studio.kernel.schema import kinds
from studio.live.catch_up import entries_of
from studio.live.view import Drawing, View
from studio.models import Member, Stream
from studio.people.devices import Caller
from studio.speed.prepared import prepared

# Kinds of entries that change what a reader sees, and what a member sees besides.
FOR_READERS = kinds(e.DetailsEdited, e.LicenceChanged, e.VersionArchived)
FOR_MEMBERS = FOR_READERS | kinds(
    e.ArticleAdded, e.ArticleAmended, e.ArticleRepealed, e.ArticleRestored, e.CopiesChanged, e.SideChanged,
    e.FaceWithdrawn, e.KitChanged, e.MemberJoined, e.MemberLeft, e.MemberMerged, e.MemberParted, e.VisibilityChanged,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EditionMark:
    """`mark` counts what this sight may know of; for members it is another one too when somebody took a new name."""

    mark: str


def edition_mark(view: View) -> EditionMark:
    """Two statements for members, one for readers."""
    is_member = view.sight == "member"
    count = entries_of.count(view.stream_id, sorted(FOR_MEMBERS if is_member else FOR_READERS))
    return EditionMark(f"{count}.{_names(view.stream_id)}" if is_member else str(count))


def _names(stream_id: int) -> str:
    """Twelve characters for how everybody is called and drawn who was ever a member: they stand beside the cards."""
    return digest([list(person) for person in _people.rows(stream_id)])[:12]


@prepared
def _people(stream_id: int) -> QuerySet[Member, Any]:
    found = Member.objects.filter(group__in=Stream.objects.filter(pk=stream_id).values("group")).order_by("pk")
    return found.values_list("pk", "merged_into", "person__name", "person__shape", "person__colour")


def onlooker(door: Door) -> Door:
    """The same without a place in the room: who looks at the deck's page is not at the table, and no vote waits."""
    return replace(door, member_id=None)


def watching_door(who: Caller, stream: Stream, drawing: Drawing | None = None) -> Door | None:
    """Everybody who may see the page may be told that it changed."""
    door = stream_door(who, stream, drawing)
    return onlooker(door) if door is not None else None
