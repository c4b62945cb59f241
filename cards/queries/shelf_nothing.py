"""Nothing was found: what each piece of the question stands in the way of, and the card that nobody has written yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cards.queries.covers import foot_of, on_shelf
from cards.queries.faces import printed, read_for_page
from cards.queries.shelf_ask import ShelfAsk
from cards.queries.shelf_sentence import chip_words
from cards.search.answer import CardHit, Fewer
from cards.search.asked import Search, SearchFilters
from cards.search.finding import KnownCards, begun_alike, count, each_alone, fewer_pieces, find, one_letter_off
from cards.search.language import read
from cards.values import counts
from cards.values.shelf import Chip, Nothing, WithoutPiece
from studio.kernel.messages import counted
from studio.web.words import say

SHOWN = 4  # ways out
TITLED_BY = 2  # words that the blank card is titled by


def nothing_found(ask: ShelfAsk) -> Nothing:
    """Each piece is tried alone taken away; the four that give most are shown, each with a card of what is there."""
    search = ask.search
    known: KnownCards = {}  # a piece left out of two is the other alone
    without = ((one, search.without(search.pieces[one.piece])) for one in fewer_pieces(search, known))
    ways = sorted(((_let_go(ask, *way), way[1]) for way in without), key=_most)[:SHOWN]
    faces = _faces([other for _, other in ways], known)
    drops = tuple(replace(drop, face=face) for (drop, _), face in zip(ways, faces, strict=True))
    alone = tuple(_let_go(ask, one, search.alone(search.pieces[one.piece])) for one in each_alone(search, known))
    decks, every = count(read(""))
    there = counts.cards(every or 0) if search.has_words else counted("{count} deck", "{count} decks", decks or 0)
    words = [word for typed in search.plain_words for word in typed.split()][:TITLED_BY]
    return Nothing(
        total=say(there) if decks and every else "",
        drops=drops,
        alone=alone if len(search.pieces) > 1 else (),
        meant=tuple(Chip(words, ask.instead(words, search.filters)) for words in _meant(search, known)),
        blank=", ".join(words).capitalize() if words else "",
    )


def _meant(search: Search, known: KnownCards) -> Iterator[str]:
    """Searches with a word that is one letter from one of these, then with one that is the beginning of what is
    there."""
    for words, _ in one_letter_off(search, known):
        yield words
    begun = begun_alike(search)
    if begun and count(read(begun[1], search.filters), known)[0] != 0:
        yield begun[1]


def _most(way: tuple[WithoutPiece, object]) -> tuple[bool, int]:
    """Those that give most come first, by the numbers that are shown; before all what is too much to be counted."""
    number = way[0].number
    return number is not None, -(number or 0)


def _let_go(ask: ShelfAsk, one: Fewer, other: tuple[str, SearchFilters]) -> WithoutPiece:
    piece = ask.search.pieces[one.piece]
    are_cards = one.cards is not None and read(*other).has_words and bool(one.cards)
    number = one.cards if are_cards else one.decks
    of = counted("card", "cards", number or 2) if are_cards else counted("deck", "decks", number or 2)
    struck = chip_words(piece) if piece.filter_name else piece.text
    return WithoutPiece(struck, ask.instead(*other), number, say(of))


def _faces(others: Sequence[tuple[str, SearchFilters]], known: KnownCards) -> list[str]:
    """A card of what each would find, "" where it finds decks alone."""
    found: list[CardHit | None] = []
    for words, filters in others:
        search = read(words, filters)
        page = find(search, show="cards", size=1, with_numbers=False, known=known) if search.has_words else None
        found.append(page.cards[0] if page and page.cards else None)
    hits = [card for card in found if card is not None]
    shown = on_shelf(card.deck_id for card in hits)
    decks, faces = {deck.pk: deck for deck in shown.decks}, read_for_page(card.face for card in hits)
    drawn = {
        card: printed(
            faces[card.face], card.ref.kind == "rule", card.ref.number, foot_of(decks[card.deck_id]),
            decks[card.deck_id].language, shown.lexicon(decks[card.deck_id]),
        )
        for card in hits
        if card.deck_id in decks
    }  # fmt: skip
    return [drawn.get(card, "") if card else "" for card in found]
