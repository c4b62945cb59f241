"""A page that stands: whoever asks it something waits until it is not just being left for another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Error, Page

# What Chromium says when the page that was asked is no more.
LEFT = ("Execution context was destroyed", "Cannot find context with specified id", "frame was detached")
PAGES = 5  # that one is led through at most by one press
STEPS = 600  # of 50 ms, at most

# The page that stands, with its scripts: another one than was marked. It is asked again and again from outside: in a
# page without a script nothing comes round by itself.
CAME = "() => document.readyState === 'complete' && !('isLeft' in window)"


def asks(page: Page, script: str, given: Any = None) -> Any:
    """What a script says of the page. Where it is left for another in the middle, it is asked of that one once it
    stands: the answer is always of one whole page."""
    for _ in range(PAGES):
        page.wait_for_load_state()
        try:
            return page.evaluate(script, given)
        except Error as problem:
            if not any(words in problem.message for words in LEFT):
                raise
    raise AssertionError(f"led on and on, at last to {page.url}")


@contextmanager
def leads_on(page: Page) -> Iterator[None]:
    """What is done within leads to another page, which stands at the end. A frame may lead there as well as an answer,
    and whichever comes first."""
    asks(page, "() => { window.isLeft = true; }")
    yield
    comes_about(page, lambda: asks(page, CAME), f"another page than {page.url}")


# Where every piece of a table lies, and how many lie in a place; at a ballot, who has said what. In this page, or in
# one that is read from its text.
LIES = """(text) => {
  // without its own styles, which are of another answer: the page's policy would complain of them
  const bare = text?.replace(/<style[^]*?<[/]style>/g, '') ?? null;
  const page = bare === null ? document : new DOMParser().parseFromString(bare, 'text/html');
  const lying = [...page.querySelectorAll('[data-piece][data-zone], [data-place][data-count]')]
    .map(({ dataset: part }) => `${part.piece ?? part.place} ${part.zone ?? part.count}`);
  const said = [...page.querySelectorAll('#r-ballot .voter')]
    .map((voter) => /m-\\d+/.exec(voter.className) + `${/is-(for|against)/.exec(voter.firstElementChild.className)}`);
  return [...new Set(lying), ...said].sort();
}"""
TOLD = re.compile(r"/tables/\w+/(#.*)?$|/decks/[\w-]+/(#.*)?$")


def stands_as_it_is(page: Page) -> None:
    """Until a table shows where everything lies by now, and a ballot what was said. What was sent beside a page is told
    to it after the answer: a hand or a button that is aimed at before is laid anew under the finger."""

    def is_told() -> bool:
        text = page.context.request.get(page.url).text()
        return bool(asks(page, LIES, text) == asks(page, LIES, None))

    if TOLD.search(page.url):
        comes_about(page, is_told, "what lies there by now")


def comes_about(page: Page, question: Callable[[], Any], what: str, steps: int = STEPS) -> None:
    """Until this is so of what the test keeps by itself, such as requests that are held."""
    for _ in range(steps):
        if question():
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"waited in vain for {what}")
