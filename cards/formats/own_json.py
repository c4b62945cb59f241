"""Our own format, "carte-blanche/1": the only one that loses nothing.

`{"schema": "carte-blanche/1", "deck": {…}, "history": {…}}`. The deck is a DeckListing as the codec
writes it (a field equal to its default is left out). The history, for members, is the whole log:
every fact with its number and moment, every face, everybody it names. Folded, it must lead to the
cards listed, and every version in it to its own digest; docs/formats.md describes both.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cards.formats.checking import checked
from cards.formats.strict_json import in_words, read_strictly
from cards.formats.values import DeckListing, History, Reading, Written
from cards.rules.deck import Deck
from cards.rules.events import VersionArchived
from cards.rules.evolve import evolve
from cards.rules.face import Face
from cards.rules.limits import check_face, clean_line
from cards.rules.manifest import manifest, manifest_digest
from studio.kernel.codec import Unreadable, from_plain, to_plain
from studio.kernel.refusals import Refused
from studio.wording import say

NAME = "json"
SCHEMA = "carte-blanche/1"

ENTRIES_MAX = 20_000

_FAMILY = re.compile(r"carte-blanche/\d{1,9}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|\+00:00)")
_DIGEST = re.compile(r"[0-9a-f]{64}")


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
    listing: DeckListing = from_plain(DeckListing, plain["deck"], "deck")
    history = from_plain(History, plain["history"], "history") if "history" in plain else None
    return replace(listing, history=history)


def check_history(history: History, listing: DeckListing) -> Deck:
    """The deck that the log leads to. Raises Unreadable where it does not hold together."""
    if len(history.entries) > ENTRIES_MAX:
        raise Unreadable("history.entries", f"there are more than {ENTRIES_MAX:,}")
    faces = _faces(history)
    people = {person.id for person in history.people}
    if len(people) != len(history.people):
        raise Unreadable("history.people", "one id is given to two people")
    deck = Deck()
    for index, entry in enumerate(history.entries):
        where = f"history.entries.{index}"
        if entry.seq != index + 1:
            raise Unreadable(where, f"it should have the number {index + 1}")
        if not _MOMENT.fullmatch(entry.at):
            raise Unreadable(where, "its moment should look like 2026-03-01T19:30:00+00:00")
        if entry.by is not None and entry.by not in people:
            raise Unreadable(where, f"nobody in the history has the id {entry.by}")
        _names_known(to_plain(entry.event), faces, where)
        deck = _step(deck, entry.event, where)
    if set(deck.members) - people:
        raise Unreadable("history.people", "somebody is named in the entries and missing here")
    _leads_to(deck, faces, listing)
    return deck


def _faces(history: History) -> Mapping[str, Face | None]:
    """Faces by digest; None for what was withdrawn."""
    found: dict[str, Face | None] = {}
    for digest in history.withdrawn:
        if not _DIGEST.fullmatch(digest):
            raise Unreadable("history.withdrawn", "a digest has 64 digits and letters a to f")
        found[digest] = None
    for index, face in enumerate(history.faces):
        try:
            check_face(face, is_rule=True)
        except Refused as refused:
            raise Unreadable(f"history.faces.{index}", say(refused)) from None
        found[face.digest] = face
    return found


def _step(deck: Deck, event: Any, where: str) -> Deck:
    try:
        after = evolve(deck, event)
    except (AssertionError, AttributeError, KeyError, TypeError, ValueError):
        raise Unreadable(where, "it does not follow from what came before") from None
    if isinstance(event, VersionArchived) and manifest_digest(deck) != event.digest:
        raise Unreadable(where, f"version {event.number} does not have the digest that is given")
    return after


def _names_known(plain: Any, faces: Mapping[str, Face | None], where: str) -> None:
    """Every face that a fact names has its words here, or is said to be withdrawn."""
    if isinstance(plain, dict):
        for name, value in plain.items():
            names_face = name in ("face", "on") or (name == "was" and "face" in plain)
            if names_face and isinstance(value, str) and value not in faces:
                raise Unreadable(where, "it names a face whose words are missing")
            _names_known(value, faces, where)
    elif isinstance(plain, list):
        for item in plain:
            _names_known(item, faces, where)


def _leads_to(deck: Deck, faces: Mapping[str, Face | None], listing: DeckListing) -> None:
    """The cards and rules listed are those in force at the end of the log."""
    end = manifest(deck)
    rules = [[rule.number, rule.face.digest] for rule in listing.rules]
    cards = [[card.number, card.face.digest, card.copies, card.side] for card in listing.cards]
    if deck.kit != listing.kit:
        raise Unreadable("kit", "the history leads to something else")
    # A withdrawn face is listed with words that say so, so only the others can be compared.
    for what, there, here in (("rules", end["rules"], rules), ("cards", end["cards"], cards)):
        if len(there) != len(here):
            raise Unreadable(what, f"the history ends with {len(there)}, and {len(here)} are listed")
        for index, (past, now) in enumerate(zip(there, here, strict=True)):
            if past != now and not (faces.get(past[1]) is None and past[0] == now[0]):
                raise Unreadable(f"{what}.{index}", "the history leads to something else")
