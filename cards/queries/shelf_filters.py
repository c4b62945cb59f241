"""The filters of the archive as links, each with how many decks it would leave."""

from __future__ import annotations

from cards.face.tongues import name_of
from cards.queries.shelf_ask import ShelfAsk
from cards.queries.shelf_sentence import PLAYS, size_words
from cards.search.answer import Facet, FacetValue, Finding
from cards.search.finding import PLAYERS_SHOWN
from cards.values.facts import STATES
from cards.values.shelf import FilterChoice, FilterGroup
from studio.kernel.messages import message
from studio.web.words import say

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
