"""Where pieces lie: what a zone of a table is called, and how each form of zone behaves.

A key is read and printed here and nowhere else. What differs between a pile, a hand, a row and an area is one table,
`FORMS`; a form that comes later (slots, the spaces of a board) is another row of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from cards.rules.kit import ZoneForm, ZoneKit
from studio.kernel.refusals import Refused

_KEY = re.compile(r"([a-z][a-z0-9_]{0,19})(?:\.([1-9][0-9]?))?")


class ZoneKey(str):
    """What a zone of a table is called: "draw", or "hand.3" for the zone that seat 3 has of the kit's "hand".

    It is its own stored form: text, with `id`, the kit's, and `seat`, 0 for a zone of the table. ValueError for text
    that is no key. `NOWHERE`, the empty one, stands for no zone at all.
    """

    __slots__ = ("id", "seat")
    id: str
    seat: int

    def __new__(cls, text: str = "") -> ZoneKey:
        if isinstance(text, cls):
            return text
        found = _KEY.fullmatch(text)
        if found is None and text:
            raise ValueError(f"{text[:40]!r} names no zone")
        key = super().__new__(cls, text)
        key.id, key.seat = (found[1], int(found[2] or 0)) if found is not None else ("", 0)
        return key


NOWHERE = ZoneKey()


@lru_cache(maxsize=512)
def key_of(id: str, seat: int = 0) -> ZoneKey:
    """The zone of the kit's `id` that the seat has; the table's for seat 0."""
    return ZoneKey(f"{id}.{seat}" if seat else id)


def seats_key(zone: ZoneKit, seat: int) -> ZoneKey:
    """The shared zone of the kit, or the one that the seat has of it."""
    return key_of(zone.id, 0 if zone.scope == "shared" else seat)


def read_key(text: str) -> ZoneKey:
    """What somebody has sent. Refused("zone.none") where it can be no zone."""
    try:
        return ZoneKey(text)
    except ValueError:
        raise Refused("zone.none", zone=text[:40]) from None


Refill = Literal["whole", "each"]


@dataclass(frozen=True, slots=True)
class FormRules:
    """How zones of one form behave; what is said of faces comes from the kit besides (`ZoneKit.face`).

    `lies_open`: pieces lie beside each other, where all see that they are there; they can be turned over, tapped, hung
    onto each other and marked, and their controller may look at those that lie face down. `is_pile`: pieces lie on each
    other and count from the top, which alone is shown; it is shuffled, drawn from and looked into. `is_held`: its owner
    holds them; others put something in as a gift alone, and who was shown some of it sees them in no order.
    `newest_last`: what is put "on top" comes to lie at the end. `refill`: what comes where the kit says that it
    refills; "whole": all of the other zone is shuffled and becomes it (B3); "each": one after another from its top,
    as many as there is room for.
    """

    lies_open: bool = False
    is_pile: bool = False
    is_held: bool = False
    newest_last: bool = True
    refill: Refill = "whole"


FORMS: Mapping[ZoneForm, FormRules] = MappingProxyType(
    {
        "pile": FormRules(is_pile=True, newest_last=False),
        "hand": FormRules(is_held=True, refill="each"),
        "row": FormRules(lies_open=True, refill="each"),
        "area": FormRules(lies_open=True, refill="each"),
    }
)


def rules_of(zone: ZoneKit) -> FormRules:
    return FORMS[zone.form]


def dropped_on(discard_to: str, key: ZoneKey) -> tuple[str, ...]:
    """The verbs that a card let go over a zone is sent with, the first that it is offered; none: it is moved there.

    `discard_to` is the kit's zone for what is discarded.
    """
    return ("discard", "destroy") if key.id == discard_to else ()


def acted_on(act_to: str, key: ZoneKey, *, must_discard: bool) -> tuple[str, ...]:
    """The same for an Action: where Actions go when they are played, letting one go is playing it, unless one has to
    discard. `act_to` is the kit's zone for played Actions."""
    return ("play",) if key.id == act_to and not must_discard else ()
