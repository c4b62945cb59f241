"""How many sheets of paper a whole deck takes: the number that the print shop says, without drawing the deck. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from cards.face.credits import credits_face
from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.lexicon import CORNERS, PLAIN, Lexicon
from cards.face.lines import PT, SLACK
from cards.face.measures import LEADING, Size, card_size
from cards.face.widths import width
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


# --- one face ---------------------------------------------------------------------------------------------------------

# How many cards a face is printed on: its long text may go on over several. Whoever only counts does not wait for a
# drawing where none is needed: nearly every text is so short that it goes on one card however its lines fall.

SMALLEST = 5  # the step of the text beyond which it goes on over another card
SPREAD = 1.1  # as much wider than in bold letters may be what is set in others, or taken to pieces
SPACE = 0.3  # em, at most
BESIDE = 3.0  # em that stand before a bullet and behind a word that is parted, or around a drawn number
LABEL = 20.0  # em that the name of a corner takes at most, where its value has no room but in the text


def cards_taken(
    face: Face, *, is_rule: bool = False, size: Size = "poker", language: str = "", lexicon: Lexicon = PLAIN
) -> int:
    """As many as the press makes of it (cards/face/drawn.py), in the usual frame."""
    if is_surely_one(face, size, lexicon):
        return 1
    return 1 + len(draw_face(face, is_rule=is_rule, size=size, language=language, lexicon=lexicon).more)


def is_surely_one(face: Face, size: Size = "poker", lexicon: Lexicon = PLAIN) -> bool:
    """Whether all its words have room on one card however badly they fall. Of what is not sure nothing is said.

    Two lines in succession are together wider than the column, or the words of the second would stand on the first:
    so a paragraph takes twice its width in lines at most, and one more. All that may come into the text, because it has
    no room where it belongs, is counted as if it did.
    """
    if lexicon.reminders and lexicon.keywords:
        return False  # their meanings may be printed with it
    card, pt = card_size(size), max(card_size(size).text[SMALLEST], *card_size(size).flavour[1:])
    column = card.text_column("press") / (pt * PT) * SLACK - BESIDE
    corners = [value for name in CORNERS if (value := getattr(face, name))]
    written = (face.title, face.type_line, *corners, *face.text.split("\n"), *face.flavour.split("\n"))
    wide = SPREAD * sum(map(_width, written)) + LABEL * len(corners)
    lines = 2 * wide / column + len(written)
    pitch = pt * PT * max(LEADING[SMALLEST], 1.28)
    room = card.high - card.fixed - card.plates - 4.0 * card.scale
    return lines * pitch + len(written) * 0.45 * pt * PT <= room


def _width(line: str) -> float:
    """Of its words in bold letters, in em, and of the drawings among them."""
    words = line.split()
    return sum(width(word, "text-bold") + SPACE for word in words) + BESIDE * line.count("{")
