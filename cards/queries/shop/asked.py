"""What the page of the print shop was asked for, and the address that asks for it again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from cards.printing.choices.bundles import BUNDLES, bundle_of, fields_of, taken_up
from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.choices.reading import as_query
from studio.kernel.refusals import Refused
from studio.web.words import say

EXPLICIT = "what=deck"  # said where all is as usual: without a word the page is as somebody had it last


@dataclass(frozen=True, slots=True)
class ShopAsked:
    """What the page was asked for: choices that make sense, and with `typed` what did not, by field.

    `sheet`, `side` and `page` are what is looked at: a sheet of cards, or the page beside the sheets of that name;
    `is_full` as large as the paper, `card` one card of it close up, counted from 1.
    """

    version: int | None = None
    choices: PrintChoices = USUAL_CHOICES
    typed: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, Refused] = field(default_factory=dict)
    sheet: int = 1
    side: str = "fronts"
    page: str = ""
    is_full: bool = False
    card: int = 0


def address_of(here: str, asked: ShopAsked) -> str:
    """The page's own address with everything that is chosen and looked at; what is usual is left out."""
    parts = (
        f"version={asked.version}" if asked.version else "",
        as_query(asked.choices) or EXPLICIT,
        f"sheet={asked.sheet}" if asked.sheet > 1 else "",
        f"side={asked.side}" if asked.side != "fronts" else "",
        f"page={asked.page}" if asked.page else "",
        "scale=100" if asked.is_full else "",
        f"card={asked.card}" if asked.card else "",
    )
    return f"{here}?{'&'.join(part for part in parts if part)}"


@dataclass(frozen=True, slots=True)
class BundleLink:
    """`href` is the page with it; `fields` are those a form sets to have the same, as a query has them."""

    name: str
    label: str
    note: str
    href: str
    fields: str
    is_here: bool


def bundle_links(here: str, asked: ShopAsked) -> tuple[BundleLink, ...]:
    """All of them; the one that the choices amount to is here."""
    choices, at = asked.choices, None if asked.wrong else bundle_of(asked.choices)
    return tuple(
        BundleLink(
            bundle.name,
            say(bundle.label),
            say(bundle.note),
            address_of(here, replace(asked, choices=taken_up(choices, bundle), sheet=1, page="")),
            urlencode(fields_of(choices, bundle)),
            bundle.name == at,
        )
        for bundle in BUNDLES
    )
