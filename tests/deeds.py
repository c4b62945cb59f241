"""Commands of a deck as tests ask them most: with a name for each field."""

from __future__ import annotations

from cards import actions
from cards.rules.deck import Details
from cards.verbs.whole import ArchiveVersion, EditDetails
from studio.log.committed import Committed


def edit_details(deck_id: int, *, by: int, key: str | None, details: Details) -> Committed:
    return actions.do(deck_id, EditDetails(by, details), key=key)


def archive_version(deck_id: int, *, by: int, key: str | None, name: str, notes: str = "") -> Committed:
    """Result: {"version": n}."""
    return actions.do(deck_id, ArchiveVersion(by, name, notes), key=key)
