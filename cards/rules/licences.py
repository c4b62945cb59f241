"""What a licence allows, and what it asks of whatever is made of a deck. Pure.

The Creative Commons licences are known by their names; of other words nobody can be sure, so they allow nothing and
stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

_FREE = re.compile(r"public domain|cc0(?: \d\.\d)?")
_ATTRIBUTION = re.compile(
    r"cc[ -]by(?P<trade>-nc)?(?P<alike>-sa)?(?P<whole>-nd)?(?: (?P<version>\d\.\d))?(?: (?:international|unported))?"
)
ONLY_ITSELF = "1.0"  # the first CC BY-SA knows no later version

# What a licence that does not fit offends against: to stay as it is, to stay alike, to name makers, to bar trade.
Demand = Literal["kept", "share_alike", "credit", "trade"]


@dataclass(frozen=True, slots=True)
class Terms:
    """A licence as far as it is known. `is_free`: public domain; `is_known` is False for all other words, and none."""

    is_known: bool = False
    is_free: bool = False
    no_trade: bool = False
    share_alike: bool = False
    no_changes: bool = False
    version: str = ""

    @property
    def asks_for_credit(self) -> bool:
        return self.is_known and not self.is_free


def terms_of(licence: str) -> Terms:
    name = " ".join(licence.split()).casefold()
    if _FREE.fullmatch(name):
        return Terms(is_known=True, is_free=True)
    found = _ATTRIBUTION.fullmatch(name)
    if found is None:
        return Terms()
    return Terms(
        is_known=True, no_trade=bool(found["trade"]), share_alike=bool(found["alike"]), no_changes=bool(found["whole"]),
        version=found["version"] or "",
    )  # fmt: skip


def lets_others_change(licence: str) -> bool:
    """Whether a licence plainly allows anybody to change the deck and pass it on."""
    terms = terms_of(licence)
    return terms.is_known and not terms.no_changes


def unmet(licence: str, source: str) -> Demand | None:
    """What of `source`, the licence of a deck that was forked, `licence` would not keep; None when all is kept.

    Whoever keeps all rights to a fork of a CC BY deck keeps naming its makers: the fork's page does.
    """
    if licence == source:
        return None
    now, was = terms_of(licence), terms_of(source)
    if was.is_free:
        return None
    if not was.is_known or was.no_changes:
        return "kept"
    if was.share_alike:
        return None if _alike(now, was) else "share_alike"
    if not licence:
        return None
    if was.no_trade and not now.no_trade:
        return "trade"
    return None if now.asks_for_credit else "credit"


def _alike(now: Terms, was: Terms) -> bool:
    """The same licence in the same version or a later one."""
    same = (now.share_alike, now.no_trade, now.no_changes) == (was.share_alike, was.no_trade, was.no_changes)
    if was.version == ONLY_ITSELF or not was.version:
        return same and (now.version == was.version or not was.version)
    return same and now.version >= was.version
