"""What is asked of the archive, and the one function that writes an address of it: chips, filters, the switch of decks
and cards, orders, pages, feeds and lists as data all lead where it says, so that nothing drops another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Literal
from urllib.parse import urlencode

from cards.search import shelf
from cards.search.asked import Search, SearchFilters
from cards.search.language import FILTERS, read
from cards.values.shelf import TitleLetter
from studio.kernel.inputs import Inputs

Show = Literal["decks", "cards", "filters"]
SHOWN: tuple[Show, ...] = ("decks", "cards", "filters")
ORDERS = ("best", "newest", "lately", "played", "printed", "title")
PAGE, FEED, DATA = "/decks/", "/decks/feed.atom", "/decks.json"
BESIDE = frozenset({"q", "show", "order", "after"})  # what stands in an address and is no filter
ONE_OF = frozenset({"players"})  # filters of which one at a time is chosen
UNKNOWN_MAX = 5  # parameters that are nothing here and are told of
AFTER_MAX = 300


@dataclass(frozen=True, slots=True)
class ShelfAsk:
    """A page of answers: what is looked for, as what it is shown, in which order ("" for the usual), after what."""

    search: Search
    show: Show = "decks"
    order: str = ""
    after: str = ""

    @property
    def usual_order(self) -> str:
        return "best" if self.search.has_words else "newest"

    @property
    def ordered_by(self) -> str:
        return self.order or self.usual_order

    @property
    def orders(self) -> tuple[str, ...]:
        """Those that say something: nothing is a better answer than another where no word is looked for."""
        return ORDERS if self.search.has_words else ORDERS[1:]

    def at(self, page: str = PAGE) -> str:
        """Where it stands."""
        return address(self.search.words, self.search.filters, self.show, self.order, self.after, page)

    def showing(self, show: Show) -> str:
        """Where the same stands as something else, from its beginning."""
        return replace(self, show=show, after="").at()

    def in_order(self, order: str) -> str:
        """Where the same stands in another order, from its beginning."""
        return replace(self, order="" if order == self.usual_order else order, after="").at()

    def further(self, after: str) -> str:
        return replace(self, after=after).at()

    def instead(self, words: str, filters: SearchFilters) -> str:
        """Where something else is asked and shown alike, in the same order where that still says something."""
        order = self.order if self.order and self.order in replace(self, search=read(words, filters)).orders else ""
        return address(words, filters, self.show if self.show != "filters" else "decks", order)

    def toggled(self, name: str, value: str) -> str:
        """Where this value of a filter is chosen, or is not any more."""
        filters, pair = self.search.filters, (name, value)
        if pair in filters:
            return self.instead(self.search.words, tuple(one for one in filters if one != pair))
        kept = tuple(one for one in filters if name not in ONE_OF or one[0] != name)
        return self.instead(self.search.words, (*kept, pair))


def address(
    words: str = "", filters: Iterable[tuple[str, str]] = (), show: Show = "decks", order: str = "", after: str = "",
    page: str = PAGE,
) -> str:  # fmt: skip
    """An address of the archive's answers; the same question is the same address, in whichever order it was put
    together. What it shows is left out where a word says that it is no front door."""
    asked = [("q", words)] if words else []
    asked += sorted(set(filters), key=lambda one: (FILTERS.index(one[0]), one[1]))
    if page == PAGE and (show != "decks" or not words):
        asked.append(("show", show))
    asked += [(name, value) for name, value in (("order", order), ("after", after)) if value]
    return f"{page}?{urlencode(asked)}" if asked else page


def asked_in(fields: Inputs) -> ShelfAsk:
    """What an address asks. A filter that is none here is told of, as far as there are not too many."""
    filters = [(name, value) for name in FILTERS for value in sorted(set(fields.every(name)))]
    unknown = [name for name in fields if name not in BESIDE and name not in FILTERS and not name.startswith("utm_")]
    filters += [(name, fields.text(name)) for name in unknown[:UNKNOWN_MAX]]
    search = read(fields.text("q"), filters)
    order = fields.choice("order", ORDERS, otherwise="")
    return ShelfAsk(
        search,
        fields.choice("show", SHOWN, otherwise="decks"),
        order if order in ShelfAsk(search).orders and order != ShelfAsk(search).ordered_by else "",
        fields.text("after", AFTER_MAX),
    )


def asks(fields: Inputs) -> bool:
    """Whether an address asks for answers, or for the archive's front."""
    return any(name in fields for name in (*BESIDE, *FILTERS) if name != "players")


_BEYOND = "{"  # what comes after z, in the order of titles


def letters() -> tuple[TitleLetter, ...]:
    """A letter without a deck leads nowhere. What begins with a figure stands before A, other scripts after Z."""
    known = shelf.catalogue()
    places = {mark: known.after((mark, 0), "title") for mark in (*ascii_lowercase, _BEYOND)}
    ends = dict(zip(ascii_lowercase, (*ascii_lowercase[1:], _BEYOND), strict=True))
    found = [TitleLetter("0–9", address(order="title"))] if places["a"] else []
    found += [
        TitleLetter(mark.upper(), _from(mark) if places[ends[mark]] > places[mark] else "") for mark in ascii_lowercase
    ]
    return (*found, *([TitleLetter("…", _from(_BEYOND))] if places[_BEYOND] < len(known) else ()))


def _from(mark: str) -> str:
    """A page that begins with the first title after these signs (search/finding.py, the key of a page)."""
    return address(order="title", after=f"0~0~{mark}")
