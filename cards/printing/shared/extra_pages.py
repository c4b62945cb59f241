"""What is as large as the paper and no sheet of cards, as values: cover, rules sheet, tokens, tuck box.

They are put before and after the sheets of one file. What is written here in words of ours is English, as the foot of
a sheet is; what people wrote is in the deck's language (`Heading.language`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from cards.face.lexicon import PLAIN, Lexicon
from cards.printing.geometry.tuck_box import BoxNet
from studio.kernel.codec import from_plain, to_plain

Turning = Literal["", "left", "top", "folded", "apart"]  # how backs come behind the fronts; "" without backs
CutBy = Literal["marks", "lines", "none", "machine"]  # what a cut is made by


@dataclass(frozen=True, slots=True)
class Heading:
    """What the page belongs to. `edition` is "Version 7, 21 November 2026"; `language` a tag, or empty."""

    title: str
    edition: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A line of a list of facts: its label, and what it says."""

    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Cover:
    """How to print and cut the file. How many sheets it has is told by whoever lays them."""

    heading: Heading
    facts: tuple[Fact, ...]
    blurb: str = ""
    turning: Turning = ""
    cut_by: CutBy = "marks"
    also: tuple[str, ...] = ()  # what stands behind the sheets: "a rules sheet"


@dataclass(frozen=True, slots=True)
class RuleWords:
    """A Special Rule as the group wrote it. `text` is light markup (cards/face/text.py)."""

    number: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A line of the contents."""

    number: str
    title: str
    type_line: str
    copies: int


@dataclass(frozen=True, slots=True)
class TurnWords:
    """The figures that the rules in brief have from the deck's kit. `hand_limit` None: any number of cards.

    `own_piles`: everybody draws from a pile of their own.
    """

    deal: int = 5
    draw: int = 1
    draw_if_empty: int = 0
    plays: tuple[str, ...] = ("one Thing", "one Action")
    hand_limit: int | None = 5
    own_piles: bool = False


@dataclass(frozen=True, slots=True)
class RulesSheet:
    """How the game is played. `address` opens the deck, and is empty where nobody could follow it."""

    heading: Heading
    turn: TurnWords = TurnWords()
    rules: tuple[RuleWords, ...] = ()
    cards: tuple[ContentsLine, ...] = ()
    lexicon: Lexicon = PLAIN
    address: str = ""


@dataclass(frozen=True, slots=True)
class TokenPiece:
    """A token to cut out, `count` times. `colour` is "" or "#rrggbb"."""

    name: str
    colour: str
    count: int


@dataclass(frozen=True, slots=True)
class CounterPiece:
    """A row of numbers to cut out, `count` times, with a mark to lay on it. `start` is where it begins."""

    name: str
    least: int
    most: int
    start: int
    count: int


@dataclass(frozen=True, slots=True)
class TokenSheet:
    """Tokens and counters of the deck's kit."""

    heading: Heading
    tokens: tuple[TokenPiece, ...] = ()
    counters: tuple[CounterPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class TuckBox:
    """A box to fold. `cards` says for how many it is; `spare` is what it is deeper than they need, in 1/100 mm."""

    heading: Heading
    net: BoxNet
    cards: str
    spare: int = 0


ExtraPage = Cover | RulesSheet | TokenSheet | TuckBox


@dataclass(frozen=True, slots=True)
class _Pages:
    pages: tuple[ExtraPage, ...] = ()


def plain_pages(pages: tuple[ExtraPage, ...]) -> dict[str, Any]:
    """Their plain form, each with its kind."""
    plain: dict[str, Any] = to_plain(_Pages(pages))
    return plain


def read_pages(plain: dict[str, Any]) -> tuple[ExtraPage, ...]:
    """The pages of that form. Raises Unreadable."""
    found: _Pages = from_plain(_Pages, plain)
    return found.pages
