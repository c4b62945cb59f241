"""The rows by which a deck in the archive is found: there while it stands on the shelf, and not a moment longer."""

from __future__ import annotations

from cards import models as rows
from studio.kernel.folding import fold

TAG = "tag"
CHANGED_BY = frozenset({"title", "blurb", "tags"})  # columns of a deck that these rows are made of
VALUE_MAX = 255


def shelve(deck: rows.Deck) -> None:
    """Write the rows of a deck that stands in the archive, or take those of another one away."""
    if deck.archived_at is None:
        rows.ShelfDeck.objects.filter(deck=deck).delete()
        rows.ShelfFacet.objects.filter(deck=deck).delete()
        return
    rows.ShelfDeck.objects.update_or_create(deck=deck, defaults={"words": words_of(deck)})
    wanted = facets_of(deck)
    there = set(rows.ShelfFacet.objects.filter(deck=deck).values_list("name", "value"))
    for name, value in there - wanted:
        rows.ShelfFacet.objects.filter(deck=deck, name=name, value=value).delete()
    new = [rows.ShelfFacet(deck=deck, name=name, value=value) for name, value in sorted(wanted - there)]
    rows.ShelfFacet.objects.bulk_create(new)


def is_shelved_rightly(deck: rows.Deck) -> bool:
    """Whether the rows are those of the deck as it is now."""
    kept = rows.ShelfDeck.objects.filter(deck=deck).values_list("words", flat=True).first()
    facets = set(rows.ShelfFacet.objects.filter(deck=deck).values_list("name", "value"))
    if deck.archived_at is None:
        return kept is None and not facets
    return (kept, facets) == (words_of(deck), facets_of(deck))


def words_of(deck: rows.Deck) -> str:
    """A line each, so that no words are found that stand beside each other across two of them."""
    return "\n".join(fold(text) for text in (deck.title, deck.blurb, *deck.tags))


def facets_of(deck: rows.Deck) -> set[tuple[str, str]]:
    """Pairs of a name and a value; a tag of signs alone has no words and is none."""
    return {(TAG, value) for tag in deck.tags if (value := fold(tag)[:VALUE_MAX])}
