"""The rows by which a deck in the archive is found: there while it stands on the shelf, and not a moment longer."""

from __future__ import annotations

from django.db import transaction

from cards import models as rows
from cards.search import filling, keeping
from studio.kernel.folding import fold

TAG = "tag"
WORDED_BY = frozenset({"title", "blurb", "tags"})  # columns of a deck that its own words are made of
VALUE_MAX = 255
# Whatever else of a deck is asked for. `archived_at` is told apart: with it the whole deck comes and goes.
CHANGED_BY = WORDED_BY | {
    "players_min", "players_max", "status", "language", "licence", "last_version", "starred_at", "deleted_at",
}  # fmt: skip


def shelve(deck: rows.Deck, *, is_new_version: bool = True) -> None:
    """Write the rows of a deck that stands in the archive, or take those of another one away."""
    keeping.touch([deck.pk])
    if deck.archived_at is None:
        rows.ShelfDeck.objects.filter(deck=deck).delete()
        rows.ShelfFacet.objects.filter(deck=deck).delete()
        keeping.drop_cards(deck.pk)
        return
    facts = {"facts": keeping.keep_cards(deck)} if is_new_version else {}
    rows.ShelfDeck.objects.update_or_create(deck=deck, defaults={"words": words_of(deck), **facts})
    wanted = facets_of(deck)
    there = set(rows.ShelfFacet.objects.filter(deck=deck).values_list("name", "value"))
    for name, value in there - wanted:
        rows.ShelfFacet.objects.filter(deck=deck, name=name, value=value).delete()
    new = [rows.ShelfFacet(deck=deck, name=name, value=value) for name, value in sorted(wanted - there)]
    rows.ShelfFacet.objects.bulk_create(new)


def go_through() -> int:
    """Go through some of an archive that was there before its cards could be searched; how many decks."""
    return filling.go_on(shelve)


def shelve_anew() -> int:
    """Write the rows of every deck for which they are not what they should be, and how many those were.

    Processes of a release that knows of no shelf, beside this one while it takes their place, change decks and leave
    these rows as they were.
    """
    words = dict(rows.ShelfDeck.objects.values_list("deck_id", "words"))
    facets: dict[int, set[tuple[str, str]]] = {}
    for deck_id, name, value in rows.ShelfFacet.objects.values_list("deck_id", "name", "value"):
        facets.setdefault(deck_id, set()).add((name, value))
    wrong = set(words) | set(facets)
    for deck in rows.Deck.objects.filter(archived_at__isnull=False).only("pk", *CHANGED_BY).iterator(500):
        if (words.get(deck.pk), facets.get(deck.pk, set())) == (words_of(deck), facets_of(deck)):
            wrong.remove(deck.pk)
        else:
            wrong.add(deck.pk)
    for pk in sorted(wrong):
        with transaction.atomic():  # what is done to the deck meanwhile is done before or after
            shelve(rows.Deck.objects.select_for_update(of=("self",)).get(pk=pk))
    return len(wrong)


def is_shelved_rightly(deck: rows.Deck) -> bool:
    """Whether the rows are those of the deck as it is now."""
    kept = rows.ShelfDeck.objects.filter(deck=deck).values_list("words", flat=True).first()
    facets = set(rows.ShelfFacet.objects.filter(deck=deck).values_list("name", "value"))
    if deck.archived_at is None:
        return kept is None and not facets and keeping.is_kept_rightly(deck)
    if (kept, facets) != (words_of(deck), facets_of(deck)):
        return False
    return not filling.is_gone_through(deck.pk) or keeping.is_kept_rightly(deck)


def words_of(deck: rows.Deck) -> str:
    """A line each, so that no words are found that stand beside each other across two of them."""
    return "\n".join(fold(text) for text in (deck.title, deck.blurb, *deck.tags))


def facets_of(deck: rows.Deck) -> set[tuple[str, str]]:
    """Pairs of a name and a value; a tag of signs alone has no words and is none."""
    return {(TAG, value) for tag in deck.tags if (value := fold(tag)[:VALUE_MAX])}
