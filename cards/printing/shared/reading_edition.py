"""A deck to be read, by eye or aloud, as a value: one section a card, in one tagged PDF."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.face import Face
from cards.face.lexicon import PLAIN, Lexicon
from cards.printing.shared.extra_pages import Fact, Heading


@dataclass(frozen=True, slots=True)
class ReadArticle:
    """An article of it, with the number that it is shown with ("7", "§ 2")."""

    face: Face
    is_rule: bool
    number: str
    copies: int = 1


@dataclass(frozen=True, slots=True)
class ReadingEdition:
    """`date` is the edition's, as 2026-11-21T09:00:00Z; `paper` a name of the table, or measured."""

    heading: Heading
    date: str
    articles: tuple[ReadArticle, ...]
    facts: tuple[Fact, ...] = ()
    blurb: str = ""
    lexicon: Lexicon = PLAIN
    paper: str = "a4"
    keywords: tuple[str, ...] = ()
    author: str = ""
    licence: str = ""
