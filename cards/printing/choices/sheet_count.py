"""How many sheets of paper a whole deck takes: the number that the print shop says, without drawing the deck. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from cards.face.credits import credits_face
from cards.face.face import Face
from cards.face.length import cards_taken
from cards.face.lexicon import PLAIN, Lexicon
from cards.printing.choices.choices import USUAL_CHOICES
from cards.printing.choices.resolved import layout_of


def sheets_to_cut(
    articles: Iterable[tuple[Face, bool, int]], language: str = "", lexicon: Lexicon = PLAIN
) -> int:  # fmt: skip
    """Of these, each with whether it is a Special Rule and how often it lies in the deck, printed as whoever chooses
    nothing prints them: with the cards that long texts go on over, and the one that names whose its pictures are."""
    every = list(articles)
    if (credits := credits_face(face for face, _, _ in every)) is not None:
        every.append((credits, False, 1))
    size = USUAL_CHOICES.size
    cards = sum(
        copies * cards_taken(face, is_rule=is_rule, size=size, language=language, lexicon=lexicon)
        for face, is_rule, copies in every
    )
    return layout_of(USUAL_CHOICES).sheets_of(cards)
