"""What of a deck somebody may carry into a deck of their own, and how the new deck names where it came from. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cards.rules.limits import DECK_TITLE_MAX
from studio.kernel.refusals import Refused

FORKED = ", forked"

# Licences under which anybody may change what they copy. "ND" forbids it; of other words nobody can be sure.
_OPEN = re.compile(
    r"public domain|cc0(?: \d\.\d)?|cc[ -]by(?:-nc)?(?:-sa)?(?: \d\.\d)?(?: (?:international|unported))?"
)
_LINEAGE = re.compile(r"([\w-]{16})(?:/([1-9]\d{0,8})|@(\d{1,9}))", re.ASCII)


@dataclass(frozen=True, slots=True)
class Lineage:
    """A deck by the key of its log, which no new title changes, and its version; 0 is the draft at entry `entry`."""

    key: str
    version: int = 0
    entry: int = 0

    def __str__(self) -> str:
        return f"{self.key}/{self.version}" if self.version else f"{self.key}@{self.entry}"


def read_lineage(written: str) -> Lineage | None:
    """What `str(lineage)` wrote; None for words of somebody else's."""
    found = _LINEAGE.fullmatch(written)
    return Lineage(found[1], int(found[2] or 0), int(found[3] or 0)) if found else None


def lets_others_change(licence: str) -> bool:
    """Whether a licence plainly allows anybody to change the deck and pass it on."""
    return _OPEN.fullmatch(" ".join(licence.split()).casefold()) is not None


def check_fork(*, licence: str, is_member: bool, articles: int, withdrawn: int) -> None:
    """Raise Refused for a state of a deck that may not be forked by this person.

    Members may always: the cards are theirs too. What was taken down is not carried on, nor what it was torn from.
    """
    if not articles:
        raise Refused("fork.empty")
    if withdrawn:
        raise Refused("fork.withdrawn")
    if is_member or lets_others_change(licence):
        return
    raise Refused("fork.licence" if licence else "fork.all_rights", licence=licence)


def title_of_fork(title: str) -> str:
    """What a fork is called when nobody says otherwise, at most DECK_TITLE_MAX characters. A fork of a fork is one."""
    stem = title.removesuffix(FORKED)[: DECK_TITLE_MAX - len(FORKED)].rstrip()
    return stem + FORKED
