"""A card that was begun on the front page: it goes with its writer to the deck they start. Never in an address.

It is kept in the session, for one deck, until the first card is put to its table.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest

from cards.queries.composer import BLANK, Subject, begun
from cards.queries.deck_view import DeckView
from cards.rules.limits import TEXT_MAX
from studio.web.inputs import posted

_NAMES = ("card_title", "card_kind", "card_text")
_KEPT = "begun"


def sent_along(request: HttpRequest) -> Mapping[str, str]:
    """What was typed on the front page, by the names of its fields; empty when nothing was."""
    typed = {name: posted(request).text(name, TEXT_MAX) for name in _NAMES}
    return typed if typed["card_title"].strip() or typed["card_text"].strip() else {}


def keep_begun(request: HttpRequest, slug: str, typed: Mapping[str, str]) -> None:
    request.session[_KEPT] = {"deck": slug, **typed}


def go_on_with(request: HttpRequest, view: DeckView, subject: Subject) -> Subject:
    """The blank card of a deck of nothing as it was begun on the front page; any other as it is.

    One statement for whoever has a session, on a deck of nothing.
    """
    if subject is not BLANK or not is_of_nothing(view):
        return subject
    kept = request.session.get(_KEPT) or {}
    return begun(kept) if kept.get("deck") == view.row.slug else subject


def is_of_nothing(view: DeckView) -> bool:
    """Whether nothing was ever put to this deck's table."""
    return view.deck.last_proposal == 0 and not view.deck.articles


def forget_begun(request: HttpRequest) -> None:
    """The deck's first card was put to the table."""
    request.session.pop(_KEPT, None)
