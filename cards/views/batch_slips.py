"""Which slips lie on whose blanks. The browser's session holds the words alone: no row says who was given which."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest

from cards.queries.deck_view import DeckView
from cards.queries.prompts import prompts
from cards.values.batch import Prompt

_KEPT = "slips"
SEEN_MAX = 60  # slips of one sitting that are remembered; with so many seen there are no more


def slips_on(request: HttpRequest, view: DeckView, slots: tuple[int, ...]) -> dict[int, Prompt]:
    """A slip for each of these blanks: what lies there, else one that was not seen in this sitting."""
    kept = _kept(request, view)
    lying: dict[str, list[str]] = kept["lying"]
    if any(str(slot) not in lying for slot in slots):
        fresh = _fresh(view, kept)
        for slot in slots:
            if str(slot) not in lying and fresh:
                _lay(kept, slot, fresh.pop(secrets.randbelow(len(fresh))))
        request.session[_KEPT] = kept
    return {slot: Prompt(*lying[str(slot)]) for slot in slots if str(slot) in lying and lying[str(slot)]}


def another_slip(request: HttpRequest, view: DeckView, slot: int) -> bool:
    """Another one for this blank, never one that was seen before. False where there are no more."""
    kept = _kept(request, view)
    fresh = _fresh(view, kept)
    if fresh:
        _lay(kept, slot, secrets.choice(fresh))
        request.session[_KEPT] = kept
    return bool(fresh)


def take_slip_away(request: HttpRequest, view: DeckView, slot: int) -> None:
    """The card is down: its slip has gone, and no other comes in its place."""
    kept = _kept(request, view)
    kept["lying"][str(slot)] = []
    request.session[_KEPT] = kept


def _kept(request: HttpRequest, view: DeckView) -> dict[str, Any]:
    sitting = f"{view.row.stream.key}.{view.deck.last_batch}"
    kept = request.session.get(_KEPT)
    if isinstance(kept, dict) and kept.get("of") == sitting:
        return kept
    return {"of": sitting, "lying": {}, "seen": []}


def _fresh(view: DeckView, kept: dict[str, Any]) -> list[Prompt]:
    seen = set(kept["seen"])
    return [] if len(seen) >= SEEN_MAX else [slip for slip in prompts(view) if slip.words not in seen]


def _lay(kept: dict[str, Any], slot: int, slip: Prompt) -> None:
    kept["lying"][str(slot)] = [slip.label, slip.words]
    kept["seen"].append(slip.words)
