"""A page of answers of the archive: decks that have the words, cards that have them, or what stands in the way."""

from __future__ import annotations

from django.http import Http404

from cards.queries.covers import covers_of, on_shelf
from cards.queries.shelf_ask import FEED, ShelfAsk, address
from cards.queries.shelf_filters import filter_groups
from cards.queries.shelf_hits import card_hits, deck_hits
from cards.queries.shelf_letters import letters
from cards.queries.shelf_nothing import nothing_found
from cards.queries.shelf_sentence import sentence_of
from cards.search import shelf
from cards.search.answer import Finding, WhatIsShown
from cards.search.finding import DECKS_A_PAGE, begun_alike, find
from cards.values.pages import Choice
from cards.values.shelf import Example, ShelfPage
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
