"""The archive as data, a page at a time: for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC
from typing import Any

from django.http import Http404

from cards import models as rows
from cards.queries.covers import on_shelf, told_of
from cards.queries.shelf_ask import DATA, ShelfAsk
from cards.search.finding import find
from studio.web.addresses import path_to


def deck_list(ask: ShelfAsk) -> dict[str, Any]:
    """The decks that answer, and where the next page is, "" after the last. Http404 beyond it."""
    found = find(ask.search, ask.ordered_by, ask.after, "decks", with_numbers=False)
    if found.is_past_the_end:
        raise Http404
    shown = on_shelf(hit.deck_id for hit in found.decks)
    told = told_of(shown.decks)
    decks = [_deck(deck, told[deck.pk]) for deck in shown.decks]
    following = replace(ask, show="decks", after=found.after).at(DATA) if found.after else ""
    return {"total": found.deck_total, "decks": decks, "next": following}


def _deck(deck: rows.Deck, told: Mapping[str, Any]) -> dict[str, Any]:
    """What is not known is null."""
    home = path_to("deck", slug=deck.slug)
    return {
        "title": deck.title,
        "blurb": deck.blurb,
        "page": home,
        "feed": f"{home}feed.atom",
        "version": deck.last_version,
        "digest": deck.version_digest,
        "deck": f"{home}versions/{deck.last_version}/deck.json",
        "archived_at": deck.archived_at.astimezone(UTC).isoformat() if deck.archived_at else None,
        "players": [deck.players_min or None, deck.players_max or None],
        "cards": told["cards"],
        "copies": told["copies"],
        "sheets": told["sheets"],
        "rules": told["articles"] - told["cards"],
        "status": deck.status,
        "is_star": deck.starred_at is not None,
        "language": deck.language,
        "licence": deck.licence,
        "tags": list(deck.tags),
    }
