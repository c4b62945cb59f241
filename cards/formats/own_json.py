"""Our own format, "carte-blanche/1": the only one that loses nothing.

`{"schema": "carte-blanche/1", "deck": {…}, "history": {…}}`. The deck is a DeckListing as the codec
writes it (a field equal to its default is left out). The history, for members, is the whole log:
every fact with its number and moment, every face, everybody it names. Folded, it must lead to the
cards listed, and every version in it to its own digest; docs/formats.md describes both.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from cards.formats.checking import checked
from cards.formats.past import check_history
from cards.formats.strict_json import in_words, read_strictly
from cards.formats.values import DeckListing, History, Reading, Written
from cards.rules.limits import CARDS_MAX, clean_line
from studio.kernel.codec import Unreadable, from_plain, to_plain

NAME = "json"
SCHEMA = "carte-blanche/1"

_READ_MAX = 5 * CARDS_MAX  # a deck that is too large is said with all that is in it; beyond this it is not looked at

_FAMILY = re.compile(r"carte-blanche/\d{1,9}")


def write(listing: DeckListing) -> Written:
    """The listing as JSON, two-space indent, ending in a line feed. Nothing is left out."""
    plain = {"schema": SCHEMA, "deck": to_plain(replace(listing, history=None))}
    if listing.history is not None:
        plain["history"] = to_plain(listing.history)
    return Written(json.dumps(plain, ensure_ascii=False, indent=2, allow_nan=False) + "\n")


def read(text: str) -> Reading:
    """The listing of a file. Raises Unreadable, with the place in words, for anything out of shape."""
    plain = read_strictly(text)
    try:
        listing = _listing(plain)
        if listing.history is not None:
            check_history(listing.history, listing)
    except Unreadable as error:
        raise in_words(error) from None
    return checked(listing)


def _listing(plain: Any) -> DeckListing:
    if not isinstance(plain, dict) or "schema" not in plain:
        raise Unreadable("", f'an object with "schema": "{SCHEMA}" was expected')
    schema = plain["schema"]
    if schema != SCHEMA:
        if isinstance(schema, str) and _FAMILY.fullmatch(schema):
            raise Unreadable("schema", f"{schema} was written by a newer Carte Blanche; this one reads {SCHEMA}")
        raise Unreadable("schema", f"{SCHEMA} was expected")
    for name in plain:
        if name not in ("schema", "deck", "history"):
            raise Unreadable(clean_line(name)[:40], "this field is not known")
    if "deck" not in plain:
        raise Unreadable("", "the deck is missing")
    if isinstance(plain["deck"], dict) and "history" in plain["deck"]:
        raise Unreadable("deck.history", "the history stands beside the deck, not in it")
    if isinstance(plain["deck"], dict):
        for name, articles in plain["deck"].items():
            if name in ("cards", "rules") and isinstance(articles, list) and len(articles) > _READ_MAX:
                raise Unreadable(f"deck.{name}", f"there are {len(articles):,} of them; a deck holds {CARDS_MAX:,}")
    listing: DeckListing = from_plain(DeckListing, plain["deck"], "deck")
    history = from_plain(History, plain["history"], "history") if "history" in plain else None
    return replace(listing, history=history)
