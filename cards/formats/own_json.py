"""Our own format, "carte-blanche/1": the only one that loses nothing.

`{"schema": "carte-blanche/1", "deck": {…}, "history": {…}}`. The deck is a DeckListing as the codec
writes it (a field equal to its default is left out). The history, for members, is the whole log:
every fact with its number and moment, every face, everybody it names. Folded, it must lead to the
cards listed, and every version in it to its own digest; docs/formats.md describes both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cards.formats.checks import checked
from cards.formats.history import check_history
from cards.formats.strict_json import in_words, path_in_words, read_strictly
from cards.formats.values import DeckListing, Diagnostic, History, Reading, Unplaced, WrittenFile, pictures_named
from cards.rules.kit import DVORAK
from cards.rules.limits import CARDS_MAX, clean_line, clean_text
from studio.kernel.codec import Unreadable, from_plain, to_plain, without_unknown
from studio.kernel.messages import counted, message

NAME = "json"
SCHEMA = "carte-blanche/1"

_READ_MAX = 5 * CARDS_MAX  # a deck that is too large is said with all that is in it; beyond this it is not looked at

_NAMED_MAX = 20  # unknown fields that are named one by one
_FAMILY = re.compile(r"carte-blanche/\d{1,9}")


def write(listing: DeckListing) -> WrittenFile:
    """The listing as JSON, two-space indent, ending in a line feed. Nothing is left out but pictures beyond measure."""
    deck = to_plain(replace(listing, history=None))
    for source in deck.get("lineage", ()):
        source.setdefault("licence", "")  # of one that only its members saw it may be all: that its rights are kept
    plain = {"schema": SCHEMA, "deck": deck}
    if listing.history is not None:
        plain["history"] = to_plain(listing.history)
    text = json.dumps(plain, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    missing = _uncarried(listing)
    left_out = counted("{count} picture", "{count} pictures", missing)
    return WrittenFile(text, (left_out,) if missing else ())


def _uncarried(listing: DeckListing) -> int:
    """How many pictures its faces name that are not in the file: they had no room, or were not there."""
    return len(pictures_named(listing).keys() - {picture.digest for picture in listing.pictures})


def read(text: str) -> Reading:
    """The listing of a file. Raises Unreadable, with the place in words, for anything out of shape."""
    plain = read_strictly(text)
    try:
        listing, lost = _listing(plain)
        if listing.history is not None:
            check_history(listing.history, listing)
    except Unreadable as error:
        raise in_words(error) from None
    reading = checked(listing, (*_left_out(lost), *_without_pictures(listing), *_without_cards(listing)))
    return replace(reading, unplaced=tuple(_unplaced(plain, path) for path in lost))


def _unplaced(plain: Any, path: tuple[str, ...]) -> Unplaced:
    for step in path:
        plain = plain[int(step)] if isinstance(plain, list) else plain[step]
    words = plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)
    return Unplaced(None, clean_text(words), clean_line(path[-1]))


def _without_pictures(listing: DeckListing) -> Iterator[Diagnostic]:
    if missing := _uncarried(listing):
        text = counted(
            "{count} picture is not in the file. Its cards come without it, unless it is here already.",
            "{count} pictures are not in the file. Their cards come without them, unless they are here already.",
            missing,
        )  # fmt: skip
        yield Diagnostic(None, "json.pictures", text)


def _left_out(lost: list[tuple[str, ...]]) -> Iterator[Diagnostic]:
    """A field that is not known (a newer edition's, or a note by hand) is named once, with its first place."""
    paths: dict[str, list[tuple[str, ...]]] = {}
    for path in lost:
        paths.setdefault(path[-1], []).append(path[:-1])
    for named, (field, above) in enumerate(paths.items()):
        if named == _NAMED_MAX:
            text = message("{count} more fields are not known and were left out.", count=len(paths) - named)
            yield Diagnostic(None, "json.unknown", text)
            return
        name, where = clean_line(field)[:40], path_in_words(above[0]) or message("the deck")
        text = message("“{name}” is not known here and was left out ({where}).", name=name, where=where)
        if len(above) > 1:
            text = message(
                "“{name}” is not known here and was left out ({where}, and {more} more).",
                name=name, where=where, more=len(above) - 1,
            )  # fmt: skip
        yield Diagnostic(None, "json.unknown", text)


def _without_cards(listing: DeckListing) -> Iterator[Diagnostic]:
    if listing.cards:
        return
    has_more = bool(listing.rules or listing.history or listing.kit != DVORAK)
    yield Diagnostic(None, "listing.no_cards", message("There are no cards in this file."), stops=not has_more)


def _listing(plain: Any) -> tuple[DeckListing, list[tuple[str, ...]]]:
    """The listing, and the paths of what is not known. A history is kept whole, so in it nothing may be unknown."""
    if not isinstance(plain, dict) or "schema" not in plain:
        raise Unreadable("", message('an object with "schema": "{schema}" was expected', schema=SCHEMA))
    schema = plain["schema"]
    if schema != SCHEMA:
        if isinstance(schema, str) and _FAMILY.fullmatch(schema):
            newer = message(
                "{schema} was written by a newer Carte Blanche; this one reads {today}", schema=schema, today=SCHEMA
            )
            raise Unreadable("schema", newer)
        raise Unreadable("schema", message("{schema} was expected", schema=SCHEMA))
    if "deck" not in plain:
        raise Unreadable("", message("the deck is missing"))
    if isinstance(plain["deck"], dict) and "history" in plain["deck"]:
        raise Unreadable("deck.history", message("the history stands beside the deck, not in it"))
    if isinstance(plain["deck"], dict):
        for name, articles in plain["deck"].items():
            if name in ("cards", "rules") and isinstance(articles, list) and len(articles) > _READ_MAX:
                many = message(
                    "there are {count:,} of them; a deck holds {limit:,}", count=len(articles), limit=CARDS_MAX
                )
                raise Unreadable(f"deck.{name}", many)
    lost = [(name,) for name in plain if name not in ("schema", "deck", "history")]
    deck, more = without_unknown(DeckListing, plain["deck"], ("deck",))
    listing: DeckListing = from_plain(DeckListing, deck, "deck")
    history = from_plain(History, plain["history"], "history") if "history" in plain else None
    return replace(listing, history=history), lost + more
