"""What a deck is told of the people of its group."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F

from cards import models as rows
from cards.actions.execute import carry_out
from cards.storage import whole
from cards.verbs.people import JoinDeck, LeaveDeck, MergeMember, PartMember, RefuseClaim
from studio.ports import Identity


def follow_membership(group_id: int, member_id: int, what: str, at: datetime) -> None:
    """Called inside the transaction in which somebody joined, left or was removed (studio/people/membership.py)."""
    if what == "merged":
        return  # told as who they are: follow_identity
    command = JoinDeck(member_id) if what == "joined" else LeaveDeck(member_id, what == "removed")
    for deck_id in rows.Deck.objects.filter(group_id=group_id).order_by("pk").values_list("pk", flat=True):
        carry_out(deck_id, command, by=member_id, key=None, members_before=member_id)


def follow_identity(told: Identity) -> None:
    """Called by studio inside the transaction in which somebody was taken for an older member, or was not."""
    by = told.by[0] if told.by else None
    for deck_id in rows.Deck.objects.filter(group_id=told.group_id).order_by("pk").values_list("pk", flat=True):
        match told.what:
            case "merged":
                merge = MergeMember(told.member, told.into, told.by)
                carry_out(deck_id, merge, by=told.member, key=None, members_before=told.member)
            case "parted":
                part = PartMember(told.member, told.into, by, _votes_since(deck_id, told.into, told.since))
                carry_out(deck_id, part, by=by, key=None, members_before=told.member)
            case "refused" if by is not None:
                carry_out(deck_id, RefuseClaim(told.member, told.into, by), by=by, key=None)


def _votes_since(deck_id: int, member: int, since: datetime) -> tuple[int, ...]:
    """Open proposals on whose wording of now this member has voted since then, but for their own words."""
    open_ones = rows.Vote.objects.filter(
        wording__proposal__deck_id=deck_id, wording__proposal__state__in=whole.OPEN, voter_id=member, at__gte=since,
        wording__number=F("wording__proposal__wording"),
    ).exclude(wording__by_id=member)  # fmt: skip
    return tuple(open_ones.order_by("wording__proposal__number").values_list("wording__proposal__number", flat=True))
