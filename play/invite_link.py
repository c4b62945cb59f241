"""The way to a table of a version: its code, until that is not enough; then the link of the day.

The code is not enough where the deck is private, nor once somebody was asked to leave.
Nothing is stored but how often that happened: each time the link is another, and so it is whenever the links of the
group that makes a private deck are renewed, as they are when a member is removed.
"""

from __future__ import annotations

import base64
import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from play import models as rows
from studio.models import Member
from studio.speed.prepared import prepared


@dataclass(frozen=True, slots=True)
class Makers:
    """The people of the group that makes a deck: who is in it, and who was shown out of it and is not."""

    standing: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()


def makers_of(group_id: int) -> Makers:
    """One statement."""
    found = _ever_in.rows(group_id)
    standing = frozenset(person for own, other, left, _ in found if left is None for person in (own, other) if person)
    removed = frozenset(own for own, _, left, was_removed in found if left is not None and was_removed)
    return Makers(standing, removed - standing)


@prepared
def _ever_in(group_id: int) -> QuerySet[Member, tuple[int, int | None, datetime | None, bool]]:
    return Member.objects.filter(group_id=group_id).values_list("person_id", "stand_in_id", "left_at", "was_removed")


def is_private(table: rows.Table) -> bool:
    """Whether what is played here is its makers' own: a version of a private deck, or of one that is no more."""
    return not table.is_creative and (table.deck is None or table.deck.visibility == "private")


def is_shut(table: rows.Table) -> bool:
    """Whether the code alone seats nobody. A creative table has its group's invitations instead."""
    return not table.is_creative and (table.removals > 0 or is_private(table))


def way_in(table: rows.Table) -> str:
    """What stands in the link of a table as `invite`; "" while its code is enough."""
    if not is_shut(table):
        return ""
    what = f"{table.code}:{table.removals}"
    if is_private(table):
        what += f":{table.deck.group.epoch if table.deck is not None else 0}"
    mac = salted_hmac("play.way_in", what, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac[:18]).decode()


def opens(table: rows.Table, invitation: str) -> bool:
    """Whether a stranger who brings this may come in at a table of a version."""
    return constant_time_compare(invitation, way_in(table)) if is_shut(table) else True


def lets_in(table: rows.Table, person_id: int | None, invitation: str) -> bool:
    """Whether somebody who was never at this table of a version may come in. Two statements for a private deck."""
    if is_private(table) and table.deck is not None:
        makers = makers_of(table.deck.group_id)
        if person_id in makers.standing:
            return True
        if person_id in makers.removed:
            return False
    return opens(table, invitation)


# The code by which a table is found: read aloud, typed and never given twice.
_LETTERS = "ABCDEFGHJKMNPQRTUVWXY346789"  # none that look alike
_LENGTH = 8


def new_code() -> str:
    """Eight letters that nobody can guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def spelt(code: str) -> str:
    """A code as people type it: in small letters, with a space or a hyphen in the middle."""
    return "".join(code[:20].upper().replace("-", " ").split())


def is_code(typed: str) -> bool:
    """Whether this could be a table's code at all. No statement."""
    code = spelt(typed)
    return len(code) == _LENGTH and set(code) <= set(_LETTERS)
