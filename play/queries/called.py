"""A first batch that is called while the draft is played: said to whoever sits, where they write."""

from __future__ import annotations

from cards.queries.batch import offer_beside
from cards.values.batch import BatchOffer
from play.queries.parts import takes_cards
from play.queries.table_view import TableView


def batch_call(view: TableView) -> BatchOffer:
    """No statement while none runs."""
    deck = view.row.deck
    if deck is None or deck.batch is None or not takes_cards(view.row) or not view.seen.me:
        return BatchOffer()
    return offer_beside(view.draft)
