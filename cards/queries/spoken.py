"""What a card is called aloud where it is a link by itself: "Goat, Thing. It wanders."

Its words are those of its markup, in their order, as a browser would take them if it drew the card. One that is far
down a long page is not drawn yet, and would have no name.
"""

from __future__ import annotations

from functools import lru_cache
from html.parser import HTMLParser

NAMES_KEPT = 8000
_VOID = frozenset({"img", "br", "image"})
_PARTS = frozenset({"h3", "p", "li", "div", "header", "footer"})  # what is read with a pause behind it


class _SpokenFace(HTMLParser):
    def __init__(self, markup: str) -> None:
        super().__init__()
        self.parts: list[str] = [""]
        self._hidden = 0  # how deep in what is not read
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag in _PARTS:
            self.parts.append("")
        if self._hidden and tag not in _VOID:
            self._hidden += 1
        elif said.get("aria-hidden") == "true" and tag not in _VOID:
            self._hidden = 1
        elif not self._hidden and (words := said.get("alt") or said.get("aria-label")):
            self.parts[-1] += f" {words} "

    def handle_endtag(self, tag: str) -> None:
        if self._hidden and tag not in _VOID:
            self._hidden -= 1
        if tag in _PARTS:
            self.parts.append("")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts[-1] += data


@lru_cache(maxsize=NAMES_KEPT)
def spoken(markup: str) -> str:
    """The name of a card from the markup of its face; "" for none."""
    parts = [" ".join(part.replace("\u00ad", "").split()) for part in _SpokenFace(markup).parts]
    name = ""
    for number, part in enumerate(part for part in parts if part):
        pause = " " if name.endswith((".", "!", "?", "…", ":", ",")) else ", " if number == 1 else ". "
        name += pause * bool(name) + part
    return name
