"""A short walk in Safari's engine, beside somebody in Chromium: what is written and judged in one is seen in the other.

At the end that engine has no error and no broken policy to complain of.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.evening import House
from tests.browser.webkit import Webkit, opened
from tests.servers import Missing

pytestmark = pytest.mark.browser


@pytest.fixture
def webkit() -> Iterator[Webkit]:
    try:
        with opened() as window:
            yield window
    except Missing as problem:
        pytest.skip(str(problem))


def test_an_evening_begins_in_webkit(webkit: Webkit, house: House) -> None:
    ida = house.person("Ida")
    webkit.goes_to(ida.site + "/")
    webkit.presses("a[href='/decks/start/'], [formaction='/decks/start/']")
    webkit.is_at("/decks/start/")
    webkit.presses("#start-name, [name='name']")
    webkit.types("Ros")
    webkit.types("Enter")
    webkit.is_at("/workshop/")
    ida.join(webkit.asks("return document.querySelector('#join-link').value"))
    webkit.sees(".presence-words", "Two at the table")

    # Written on the card: what is marked turns bold as one types.
    webkit.presses("a[data-write]")
    webkit.presses("#w-title")
    webkit.types("Wandering Goat")
    webkit.types("Enter")
    webkit.types("It **moves** on.")
    assert webkit.asks("return document.querySelector('#w-text').value") == "It **moves** on."
    webkit.sees("#w-paper b", "moves")
    webkit.presses("#r-go button")
    ida.favours("Wandering Goat")
    webkit.sees("#moment h1", "It’s in.")
    webkit.types("Escape")

    # Judged by a no with its reason; the other sees it at once.
    ida.hears("It’s in.").goes_on().propose("Slug", "It crawls.")
    webkit.sees("#r-card .cf-title", "Slug")
    webkit.presses("[data-hotkey='n']")
    webkit.presses("#reason")
    webkit.types("Not yet")
    webkit.presses("[data-hotkey='n']")
    ida.hears("Not this time.")
    webkit.sees("#moment", "Not yet")
    complaints = webkit.asks("return complaints")

    # A card is called by its words.
    webkit.goes_to(ida.site + ida.home)
    assert "Wandering Goat" in webkit.name(f"a.card[href*='{ida.home}cards/1/'], a[href*='/cards/1/']")
    assert complaints + webkit.asks("return complaints") == []
