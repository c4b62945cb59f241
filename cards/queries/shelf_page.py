"""A page of answers of the archive: decks that have the words, cards that have them, or what stands in the way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.http import Http404

from cards.face.tongues import name_of
from cards.queries.covers import covers_of, foot_of, on_shelf
from cards.queries.faces import printed, read_for_page
from cards.queries.shelf_ask import FEED, ShelfAsk, address, letters
from cards.queries.shelf_hits import card_hits, deck_hits
from cards.queries.shelf_sentence import PLAYS, chip_words, sentence_of, size_words
from cards.search import shelf
from cards.search.answer import CardHit, Facet, FacetValue, Fewer, Finding, WhatIsShown
from cards.search.asked import Search, SearchFilters
from cards.search.finding import (
    DECKS_A_PAGE,
    PLAYERS_SHOWN,
    KnownCards,
    begun_alike,
    count,
    each_alone,
    fewer_pieces,
    find,
    one_letter_off,
)
from cards.search.language import read
from cards.values import counts
from cards.values.facts import STATES
from cards.values.pages import Choice
from cards.values.shelf import Chip, Example, FilterChoice, FilterGroup, Nothing, ShelfPage, WithoutPiece
from studio.kernel.messages import counted, message
from studio.web.link_tags import house_tags
from studio.web.words import say

ORDER_WORDS = {
    "best": message("Best answer"),
    "newest": message("Newest version"),
    "lately": message("Most played this month"),
    "played": message("Most played"),
    "printed": message("Most printed"),
    "title": message("Title", context="order"),
}
EXAMPLES_MAX = 6  # on one line of a desk


def shelf_page(ask: ShelfAsk) -> ShelfPage:
    """One page. Http404 for one beyond the end, and where nothing of what was counted stands there any more."""
    search, show = ask.search, _shown(ask)
    found = find(search, ask.ordered_by, ask.after, show, with_makers=ask.show == "filters")
    if found.is_past_the_end:
        raise Http404
    is_none = not (found.decks or found.cards or ask.after)
    is_empty = is_none and search.asks_nothing
    has_hits = show == "decks" and search.has_words
    return ShelfPage(
        words=search.words,
        hidden=(*search.filters, *_beside(ask)),
        subject=say(message("Cards") if search.has_words else message("Decks")),
        sentence=sentence_of(ask),
        remarks=tuple(map(say, search.remarks)),
        examples=() if ask.show == "filters" else _examples(ask, found),
        switch=_switch(ask, found),
        orders=tuple(
            Choice(say(ORDER_WORDS[one]), ask.in_order(one), one == ask.ordered_by) for one in ask.orders
        ),
        order_names=tuple(
            ("" if one == ask.usual_order else one, say(ORDER_WORDS[one]), one == ask.ordered_by) for one in ask.orders
        ),
        filters=filter_groups(ask, found, every=ask.show == "filters"),
        filters_href=ask.showing("filters"),
        chosen=len(search.filters),
        clear_href=address(search.words, show="filters", order=ask.order),
        decks_href=ask.showing("decks"),
        go_words=_go_words(found.deck_total),
        told=_told(found, search.has_words),
        is_counted=found.deck_total is not None,
        hits=deck_hits(ask, found.decks) if has_hits and ask.show != "filters" else (),
        covers=covers_of(on_shelf(hit.deck_id for hit in found.decks)) if ask.show == "decks" and not has_hits else (),
        cards=card_hits(search, found.cards) if found.cards else (),
        nothing=nothing_found(ask) if is_none and not is_empty else None,
        letters=letters() if ask.ordered_by == "title" and search.asks_nothing else (),
        later=ask.further(found.after) if found.after else "",
        first=ask.further("") if ask.after else "",
        afresh=address() if search.pieces or search.words else "",
        feed=address(search.words, search.filters, page=FEED),
        is_whole=found.is_whole,
        is_empty=is_empty and not len(shelf.catalogue()),
        link=house_tags(ask.at()),
    )  # fmt: skip


def _shown(ask: ShelfAsk) -> WhatIsShown:
    return "cards" if ask.show == "cards" else "decks"


def _beside(ask: ShelfAsk) -> tuple[tuple[str, str], ...]:
    """What a form carries along that is neither words nor a filter."""
    show = (("show", ask.show),) if ask.show == "cards" else ()
    return (*show, ("order", ask.order)) if ask.order else show


def _switch(ask: ShelfAsk, found: Finding) -> tuple[Choice, ...]:
    return (
        Choice(say(message("Decks")), ask.showing("decks"), ask.show != "cards", number=found.deck_total),
        Choice(say(message("Cards")), ask.showing("cards"), ask.show == "cards", number=found.card_total),
    )


def _told(found: Finding, has_words: bool) -> str:
    if found.deck_total is None:
        return say(message("More cards have this than are counted."))
    decks = counted("{count} deck", "{count} decks", found.deck_total)
    if not has_words or found.card_total is None:
        return say(decks)
    cards = counted("{count} card", "{count} cards", found.card_total)
    return say(message("{decks}, {cards}", decks=decks, cards=cards))


def _go_words(decks: int | None) -> str:
    if decks is None:
        return say(message("Show decks"))
    if not decks:
        return say(message("None. See what is in the way"))
    return say(counted("Show {count} deck", "Show {count} decks", decks))


def _examples(ask: ShelfAsk, found: Finding) -> tuple[Example, ...]:
    """What else is understood, by words of this very shelf: what is not asked yet, each a link that adds itself."""
    search, first = ask.search, {facet.name: facet.values[0].value for facet in found.facets if facet.values}
    asked = {piece.name for piece in search.pieces}
    draw = say(message("draw", context="a word to look for"))
    every = (
        ("phrase", "", f'"{say(message("draw two cards", context="words to look for"))}"', message("these very words")),
        ("text", "o:", draw, message("in the text")),
        ("by", "by:", _quoted(first.get("by", "")), message("a maker")),
        ("kind", "is:", "action", message("a kind")),
        ("players", "players:", "4", message("how many")),
        ("tag", "tag:", _quoted(first.get("tag", "")), message("a tag")),
        ("cards", "cards<", "60", message("a size")),
        ("type", "t:", _quoted(first.get("trait", "")), message("a type")),
        ("not", "-", draw, message("not that")),
    )
    begun = begun_alike(search) if found.deck_total is not None and found.deck_total < DECKS_A_PAGE else None
    so_begun = (
        [Example("", begun[0], say(message("whatever begins so")), ask.instead(begun[1], search.filters))]
        if begun
        else []
    )
    return (
        *so_begun,
        *(
            Example(sign, words, say(meaning), ask.instead(f"{search.words} {sign}{words}".strip(), search.filters))
            for name, sign, words, meaning in every
            if words and name not in asked and not (name == "not" and any(piece.is_not for piece in search.pieces))
        ),
    )[: EXAMPLES_MAX - len(so_begun)]  # its words are the longest: one line at a desk


def _quoted(value: str) -> str:
    return f'"{value}"' if " " in value else value


NAMES = {
    "players": message("Players"),
    "is": message("State"),
    "cards": message("How many cards"),
    "sheets": message("To cut out"),
    "plays": message("Plays with"),
    "lang": message("Language"),
    "licence": message("Licence"),
    "by": message("Made by"),
    "tag": message("Tags"),
    "trait": message("Traits"),
    "has": message("On its cards"),
}
LONG = frozenset({"by", "tag", "trait"})
BESIDE = 5  # values of a long group beside the answers; the page of filters has them all


def filter_groups(ask: ShelfAsk, found: Finding, *, every: bool) -> tuple[FilterGroup, ...]:
    """What the decks found can be narrowed by; of long groups a few where not `every` one is wanted."""
    return tuple(_group(ask, facet, every) for facet in found.facets if facet.name in NAMES)


def _group(ask: ShelfAsk, facet: Facet, every: bool) -> FilterGroup:
    values = facet.values
    if facet.name in LONG and not every:
        values = values[:BESIDE] + tuple(one for one in values[BESIDE:] if one.is_chosen)
    is_row = facet.name == "players"
    choices = {one.value: _choice(ask, facet.name, one) for one in values}
    if is_row:  # its numbers stand where they are, whatever they would leave
        none = {one: FilterChoice(one, "", 0, False, facet.name, one) for one in PLAYERS_SHOWN}
        choices = none | choices
    has_more = facet.name == "by" and (facet.more or len(values) < len(facet.values))
    all_href = f"{ask.showing('filters')}#filter-{facet.name}" if has_more else ""
    return FilterGroup(say(NAMES[facet.name]), tuple(choices.values()), is_row, facet.name, all_href)


def _choice(ask: ShelfAsk, name: str, of: FacetValue) -> FilterChoice:
    href = ask.toggled(name, _as_chosen(ask, name, of))
    language = of.value if name == "lang" else ""
    return FilterChoice(_words(name, of.value), href, of.count, of.is_chosen, name, of.value, language)


def _as_chosen(ask: ShelfAsk, name: str, of: FacetValue) -> str:
    """The value as it stands in the address, where one may have written it otherwise."""
    if not of.is_chosen or of.value in ask.search.chosen(name):
        return of.value
    return next((one for one in ask.search.chosen(name) if one.casefold() == of.value.casefold()), of.value)


def _words(name: str, value: str) -> str:
    match name:
        case "is":
            return say(message("Star of the house") if value == "star" else STATES[value.replace("-", " ")])
        case "cards" | "sheets":
            return _at_the_head(size_words(name, value))
        case "plays":
            return _at_the_head(say(PLAYS[value])) if value in PLAYS else value
        case "lang":
            return name_of(value)
        case "has":
            return say(message("Pictures"))
    return value


def _at_the_head(words: str) -> str:
    return words[:1].upper() + words[1:]


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
