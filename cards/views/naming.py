"""A deck that nobody gave a title is asked for one again before it is kept for ever or printed."""

from __future__ import annotations

from dataclasses import replace

from cards import actions
from cards import models as rows
from cards.access import Door
from cards.queries.workshop import has_no_title
from cards.storage import store


def name_untitled(door: Door, by: int, title: str) -> None:
    """Nothing where the deck has a title by now (so a second press does nothing), or nothing was said. Raises Refused:
    details.*."""
    if not title.strip():
        return
    deck = rows.Deck.objects.get(pk=door.deck_id)
    if has_no_title(deck.title):
        details = replace(store.details_of(deck), title=title)
        actions.edit_details(door.deck_id, by=by, key=None, details=details)
