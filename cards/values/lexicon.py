"""What the page of a deck's words is given: finished, frozen."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.text import Markup
from cards.values.composer import CornerChoice, KindChoice, SymbolChoice
from cards.values.kit import Cell, RowList


@dataclass(frozen=True, slots=True)
class Explained:
    """A keyword and what it means, its own symbols and keywords drawn."""

    word: str
    meaning: Markup


@dataclass(frozen=True, slots=True)
class LexiconForm:
    """Where members propose other words. `wrong` is said above, beside what it is about in the list of that name."""

    lists: tuple[RowList, ...]
    corners: tuple[tuple[str, Cell, Cell], ...]
    reminders: Cell
    hidden: tuple[tuple[str, str], ...]
    heading: str
    back: str
    wrong: str = ""
    wrong_at: str = ""


@dataclass(frozen=True, slots=True)
class LexiconPage:
    """A deck's words: of the draft for its members, of a version for everybody. `form` is for members alone."""

    deck_title: str
    language: str
    deck_href: str
    edition: str
    symbols: tuple[SymbolChoice, ...]
    starter: tuple[SymbolChoice, ...]
    keywords: tuple[Explained, ...]
    are_printed: bool
    kinds: tuple[KindChoice, ...]
    corners: tuple[CornerChoice, ...]
    form: LexiconForm | None = None
