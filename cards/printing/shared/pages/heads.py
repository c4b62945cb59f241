"""The head of a page: the deck's title, as large as it goes, and which edition it is."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.language import parted
from cards.face.text import Direction, direction
from cards.printing.shared.extra_pages import Heading

_TITLES = ((14, 44.0), (24, 36.0), (40, 28.0), (80, 22.0))  # letters, pt
_LEAST = 14.0  # pt; words that are too wide even so are parted, where nothing is known of their language anywhere
_WIDE = 0.74  # of an em: a wide letter of the titles
COLUMN = 172.0  # mm that a title has on Letter and A4


@dataclass(frozen=True, slots=True)
class HeadShown:
    """The head of a page. `size` is the title's in pt."""

    title: str
    edition: str
    language: str
    side: Direction
    size: float


def head_of(heading: Heading, most: float = 44.0, column: float = COLUMN) -> HeadShown:
    """The head, with the title at most so many pt, in a column so many mm wide."""
    longest = max((len(word) for word in heading.title.split()), default=1)
    step = next((size for letters, size in _TITLES if len(heading.title) <= letters), _TITLES[-1][1])
    fits = round(column / 25.4 * 72 / (longest * _WIDE), 1)
    size = max(_LEAST, min(step, fits, most))
    title = heading.title if fits >= _LEAST else parted(heading.title, heading.language)
    return HeadShown(title, heading.edition, heading.language, direction(heading.title), size)
