"""A seat of a deck's group that is lent for a day to somebody who says it is theirs (docs/decisions/0005): what of it
stays its owner's own meanwhile. Each door through which a stand-in could see or change that goes by here.
"""

from __future__ import annotations

from django.db.models import F

from cards import models as rows
from cards.access import Door
from studio.people.lending import came_as, refuse_theirs
from studio.ports import TABLES


def refuse_theirs_alone(door: Door) -> None:
    """Refuse a stand-in what of a seat is secret, or could not be told from its owner's afterwards: cards and marks of
    a first batch, strokes on others' cards, the gap that it writes for, whom it would go on without.

    Raises Refused("claim.theirs"); one statement for who stands in, none for others.
    """
    if door.is_standing_in:
        refuse_theirs(door.person_id, door.member_id)


def refuse_earlier(door: Door, *numbers: int | None) -> None:
    """Refuse a stand-in to touch what this seat had put to the table before they came. Two statements, none for
    others. Raises Refused("claim.theirs")."""
    if door.is_standing_in:
        own = rows.Proposal.objects.filter(
            deck_id=door.deck_id, number__in=[n for n in numbers if n], by_id=door.member_id
        )
        refuse_theirs(door.person_id, door.member_id, own, "made_at")


def refuse_earlier_vote(door: Door, proposal: int) -> None:
    """Refuse a stand-in to change the vote that this seat had given before they came: it would be lost. Two
    statements, none for others. Raises Refused("claim.theirs")."""
    if door.is_standing_in:
        given = rows.Vote.objects.filter(
            wording__proposal__deck_id=door.deck_id, wording__proposal__number=proposal, voter_id=door.member_id,
            wording__number=F("wording__proposal__wording"),
        )  # fmt: skip
        refuse_theirs(door.person_id, door.member_id, given, "at")


def refuse_asking_from_a_hand(door: Door) -> None:
    """Refuse a stand-in to ask for a change to a card while a game is dealt: whether they may (C5) would tell what lies
    in their owner's hand. Two statements, none for others. Raises Refused("claim.theirs")."""
    if door.is_standing_in and TABLES.get().is_dealt(door.group_id):
        refuse_theirs(door.person_id, door.member_id)


def own_gap(door: Door, gap: int | None) -> int | None:
    """The gap that a card is written for. A stand-in's is for none: the seat may write another for it already."""
    return None if door.is_standing_in else gap


def bringer(door: Door) -> int:
    """As which member somebody brings a picture or a drawing, which counts towards what they may keep: a stand-in as
    who they came as. One statement for who stands in, none for others."""
    assert door.member_id is not None
    return came_as(door.person_id, door.member_id) if door.is_standing_in else door.member_id
