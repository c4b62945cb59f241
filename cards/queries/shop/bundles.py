"""The first choices of the print shop, as ways to the page with all that each sets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from cards.printing.choices.bundles import BUNDLES, bundle_of, fields_of, taken_up
from cards.queries.shop.asked import ShopAsked, address_of
from studio.web.words import say


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
