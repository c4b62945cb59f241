"""Whose word counts when somebody says "I am Maud". Pure.

One stranger can hold any number of browsers, and sit with each of them in the room while Maud is there. What they
cannot have is a seat that is older than their coming: so a voice counts that was here a whole day before the newcomer,
or that never came in at all, because it founded the group. Everything else that could speak for a voucher (being in the
room together with Maud, being a member for long enough, being the steward) either follows from that or proves nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from studio.people.limits import CLAIM_ALONE_DAYS, CLAIM_LEAD_HOURS

LEAD = timedelta(hours=CLAIM_LEAD_HOURS)
LONG = timedelta(days=CLAIM_ALONE_DAYS)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a seat has to say for itself. A founder is a steward who came into the group by nobody's link."""

    member: int
    joined_at: datetime
    is_steward: bool = False
    is_founder: bool = False


def counts(voice: Standing, newcomer: Standing) -> bool:
    """Whether this member's yes can count for the newcomer at all."""
    if voice.member == newcomer.member:
        return False
    return voice.is_founder or voice.joined_at + LEAD <= newcomer.joined_at


def wanted(claimed: Standing) -> int:
    """How many voices a claim needs: a steward could remove everybody, so for one it is two."""
    return 2 if claimed.is_steward else 1


def is_only_voice(voice: Standing, others: Collection[Standing]) -> bool:
    """Whether nobody else is there who could ever be asked. `others`: all but the two in question."""
    return [other.member for other in others] == [voice.member]


def is_enough_at_once(
    claimed: Standing, voices: Collection[int], newcomer: Standing, others: Collection[Standing]
) -> bool:
    """Whether these voices need not wait for a no. For a steward one of them is who has been here longest of all
    others, and for long: whoever comes by the link may bring two browsers today and a third tomorrow, but comes last.
    """
    if not claimed.is_steward:
        return True
    eldest = min(others, key=lambda other: (not other.is_founder, other.joined_at))
    return eldest.member in voices and (eldest.is_founder or eldest.joined_at + LONG <= newcomer.joined_at)


def can_succeed(claimed: Standing, newcomer: Standing, others: Collection[Standing]) -> bool:
    """Whether enough voices are there that count."""
    voices = [other for other in others if counts(other, newcomer)]
    return len(voices) >= wanted(claimed) or (len(voices) == 1 and is_only_voice(voices[0], others))
