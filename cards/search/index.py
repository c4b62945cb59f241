"""Which cards in the archive have which words. A card is known by one number: of its deck, and its slot in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set

from cards import models as rows
from cards.face.face import Face
from cards.rules.manifest import state_in
from cards.search.answer import CardHit
from cards.search.asked import EVERYWHERE, FIELDS, CardWords, SearchClause
from cards.search.catalogue import is_in
from cards.search.fields import CardFields, fields_of
from studio.kernel.codec import from_plain

SLOTS = 2048  # of a deck: more than articles can be in force; slot 0 stays free


def deck_of(card: int) -> int:
    return card // SLOTS


def slot_of(card: int) -> int:
    return card % SLOTS


def cards(asked: SearchClause, most: int) -> list[int] | None:
    """The cards that have the words, in order; None where there are more than `most`."""
    found = [card for card, fields in _every().items() if _answers(fields, asked)]
    return found if len(found) <= most else None


def cards_in(asked: SearchClause, decks: Collection[int]) -> list[int]:
    """Those of these decks, in order."""
    return [card for card, fields in _every().items() if deck_of(card) in decks and _answers(fields, asked)]


def decks(asked: SearchClause) -> Set[int]:
    """Every deck with a card that has the words."""
    return {deck_of(card) for card, fields in _every().items() if _answers(fields, asked)}


def all_cards(decks: Collection[int]) -> list[int]:
    """Every card of these decks, in order."""
    return [card for card in _every() if deck_of(card) in decks]


def hits(found: Sequence[int]) -> Mapping[int, CardHit]:
    """What these cards are."""
    return {card: _hits()[card] for card in found}


def known_words(words: Iterable[str]) -> Mapping[str, int]:
    """Those of these words that are on cards, and on how many."""
    every = _every().values()
    asked = {word: SearchClause(cards=(CardWords(EVERYWHERE, (word,)),)) for word in words}
    counts = {word: sum(_answers(fields, clause) for fields in every) for word, clause in asked.items()}
    return {word: count for word, count in counts.items() if count}


def _answers(fields: CardFields, asked: SearchClause) -> bool:
    return all(_has(fields, one) for one in asked.cards) and not any(_has(fields, one) for one in asked.no_cards)


def _has(fields: CardFields, words: CardWords) -> bool:
    return any(
        is_in(words, text) for name, text in zip(FIELDS, fields, strict=True) if words.field in (name, EVERYWHERE)
    )


def _hits() -> dict[int, CardHit]:
    found = {}
    for deck in rows.Deck.objects.filter(rows.IN_THE_ARCHIVE).order_by("pk"):
        manifest = rows.Version.objects.get(deck=deck, number=deck.last_version).manifest
        for slot, (ref, (digest, copies)) in enumerate(state_in(manifest).items(), 1):
            found[deck.pk * SLOTS + slot] = CardHit(deck.pk, ref, digest, copies)
    return found


def _every() -> dict[int, CardFields]:
    hits = _hits()
    faces = rows.Face.objects.filter(withdrawn_at__isnull=True, digest__in={hit.face for hit in hits.values()})
    contents = {digest: from_plain(Face, content) for digest, content in faces.values_list("digest", "content")}
    return {
        card: fields_of(contents[hit.face], is_rule=hit.ref.kind == "rule")
        for card, hit in hits.items()
        if hit.face in contents
    }
