"""The keywords a card uses, explained: under it on a page, and in brackets on it where the deck wishes."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.face import Face
from cards.face.lexicon import CORNERS, Lexicon
from cards.face.text import Paragraph, Run, Text, meaning_of, said_in
from studio.speed.lately import weighed

KEPT = 4_000_000  # bytes of faces that were looked at
DEPTH_MAX = 4  # a keyword that another's meaning names, and so on


@dataclass(frozen=True, slots=True)
class Term:
    """A keyword as a card writes it, and what it means there, in plain words."""

    word: str
    meaning: str


@weighed(KEPT)
def terms_of(face: Face, lexicon: Lexicon) -> tuple[Term, ...]:
    """Every keyword of the face in the order of reading, then those that their meanings name. Each once."""
    words = (face.text, face.flavour, *(getattr(face, name) for name in CORNERS))
    return terms_in("\n".join(words), lexicon, DEPTH_MAX)


def terms_in(text: str, lexicon: Lexicon, depth: int) -> tuple[Term, ...]:
    """Every keyword of a text, and `depth` - 1 times those that meanings name."""
    found: dict[str, Term] = {}
    waiting = said_in(text, lexicon) if lexicon.keywords else ()
    for _ in range(depth):
        fresh = [said for said in waiting if said.shown.casefold() not in found]
        for said in fresh:
            term = Term(said.shown, meaning_of(lexicon, said.keyword, said.detail))
            found.setdefault(said.shown.casefold(), term)
        waiting = tuple(inner for said in fresh for inner in said_in(said.keyword.filled(said.detail), lexicon))
    return tuple(found.values())


def reminders(text: str, lexicon: Lexicon) -> Text:
    """What is printed in brackets below a text: each keyword of it once; nothing where the deck does not wish it."""
    if not lexicon.reminders:
        return ()
    terms = terms_in(text, lexicon, 1)
    return tuple(Paragraph((Run(f"({_capital(term.word)}: {term.meaning})", italic=True),)) for term in terms)


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
