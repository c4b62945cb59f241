"""Fitting the text of a card: its step and the height of the picture. `title_fit.py` fits what stands around it,
`parting.py` says what goes on a second card.

Decided once, from the widths of our own letters, and written on the card (`data-fit`, `data-rows`,
`data-title`, …), so that screen and paper agree and nothing jumps while a page loads. All lengths are
mm, letters pt; the numbers are those of `measures.py`, as those of `card.css` are.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from cards.face.face import AS_IT_FITS
from cards.face.lines import PT, SLACK, atoms_of, wrapped
from cards.face.measures import LEADING, CardSize, Frame, Size, card_size
from cards.face.text import Bullet, Paragraph, Text, to_plain
from cards.face.widths import width

_STEPS = range(6)


# Tried in order: (text step, picture rows). Big text first, then the picture, then both give way.
_ORDER = (
    (0, 5), (0, 4), (0, 3), (1, 4), (1, 3), (2, 4), (2, 3), (1, 2), (2, 2), (3, 3),
    (3, 2), (2, 1), (3, 1), (2, 0), (3, 0), (4, 1), (4, 0), (5, 0),
)  # fmt: skip
_TALL = ((0, 7), (0, 6), (1, 7), (1, 6), (1, 5))


@dataclass(frozen=True, slots=True)
class Words:
    """What is to be fitted: text and flavour as values, and whether there is a drawing or an ornament."""

    text: Text
    flavour: Text = ()
    has_drawing: bool = False
    has_plates: bool = False  # corner values at the bottom
    spare: float = 0.0  # mm to be left free besides
    art_lines: int = AS_IT_FITS  # how high the drawing was asked to be


@dataclass(frozen=True, slots=True)
class Fit:
    """The steps for `data-fit`, `data-rows`, `data-flavour`; `fits` is False when the smallest step is too big."""

    step: int
    rows: int
    fits: bool
    flavour: int = 1


class TextColumn:
    """The text of one card, cut into atoms once, and laid out at any step."""

    def __init__(self, words: Words, frame: Frame, size: Size) -> None:
        self.frame, self.card, self.words = frame, card_size(size), words
        self.column: float = self.card.text_column(frame)
        self.blocks = tuple((block, atoms_of(block.inlines, frame)) for block in words.text)
        self.flavour = tuple(atoms_of(block.inlines, frame, flavour=True) for block in words.flavour)
        self.space = width(" ", "hand" if frame == "hand" else "text")
        self.flavour_space = width(" ", "hand" if frame == "hand" else "display-italic")

    def pitch(self, step: int) -> tuple[float, float]:
        """Line height in mm and letters in pt."""
        if self.frame == "hand":
            return self.card.hand.text[step]
        pt = self.card.text[step]
        return pt * PT * LEADING[step], pt

    def em(self, block: Paragraph | Bullet, step: int) -> float:
        """The width of the column for a block, in em."""
        return self.em_of_a_line(step) - (0.95 if isinstance(block, Bullet) else 0.0)

    def em_of_a_line(self, step: int) -> float:
        """The width of the column for a paragraph, in em."""
        return self.column / (self.pitch(step)[1] * PT) * SLACK

    def lines(self, step: int) -> list[int]:
        """How many lines each block takes."""
        return [len(wrapped(atoms, self.em(block, step), self.space)) for block, atoms in self.blocks]

    def gap_before(self, index: int, step: int) -> float:
        """The space above a block, in mm: none above the first, none within a list."""
        if not index:
            return 0.0
        both_points = isinstance(self.blocks[index][0], Bullet) and isinstance(self.blocks[index - 1][0], Bullet)
        return 0.0 if both_points else self.gap(step)

    def gap(self, step: int) -> float:
        """The space between two paragraphs, in mm."""
        return 0.0 if self.frame == "hand" else 0.45 * self.pitch(step)[1] * PT

    def text_height(self, step: int) -> float:
        """The height of all blocks in mm."""
        pitch, _ = self.pitch(step)
        return sum(n * pitch + self.gap_before(i, step) for i, n in enumerate(self.lines(step)))

    def flavours(self, step: int) -> tuple[int, ...]:
        """The steps the flavour may have beside a text at that step, larger first."""
        large, small = self.flavour_sizes
        return (1,) if large == small else (1, 2) if large <= self.pitch(step)[1] else (2,)

    @property
    def flavour_sizes(self) -> tuple[float, float]:
        """In pt."""
        return self.card.hand.flavour if self.frame == "hand" else self.card.flavour

    def flavour_pitch(self, step: int, flavour: int) -> tuple[float, float, float]:
        """Line height and what stands above the first line, in mm; the width of the column in em."""
        pt = self.flavour_sizes[flavour - 1]
        column = self.column / (pt * PT) * SLACK
        if self.frame == "hand":
            return self.pitch(step)[0], 0.0, column
        return pt * PT * 1.28, (4.0 if self.frame == "classic" else 1.4) * self.card.scale, column

    def flavour_gap(self, flavour: int) -> float:
        """The space between two paragraphs of flavour, in mm."""
        return 0.3 * self.flavour_sizes[flavour - 1] * PT

    def flavour_height(self, step: int, flavour: int = 1) -> float:
        """The height of the flavour text in mm, with what stands above it."""
        if not self.flavour:
            return 0.0
        pitch, above, column = self.flavour_pitch(step, flavour)
        lines = sum(len(wrapped(atoms, column, self.flavour_space)) for atoms in self.flavour)
        return above + lines * pitch + (len(self.flavour) - 1) * self.flavour_gap(flavour)

    def room(self, step: int, rows: int) -> float:
        """The height there is for text and flavour, in mm."""
        card, high = self.card, self.card.high
        if self.frame == "hand":
            pitch, _ = self.pitch(step)
            picture = (rows + 1) * pitch if rows else 0.0
            plates = self.words.spare + 5.0 * card.scale * self.words.has_plates
            # one pitch for the type line; the foot keeps 5.5 mm of a poker card
            return high - card.hand.head - 5.5 * card.scale - card.under - pitch - picture - plates
        plates = self.words.spare + card.plates * self.words.has_plates
        return high - card.fixed - rows * card.row - plates


def _order(words: Words, frame: Frame, card: CardSize) -> tuple[tuple[int, int], ...]:
    """The pairs of steps to try. A drawing is kept while it can be; but for the press an ornament only has what words
    leave, and in handwriting nothing.
    """
    if frame != "press" and not words.has_drawing:
        rows = (0,) if frame == "hand" else (7, 6, 5, 4, 3, 2, 0) if card.is_tall else (5, 4, 3, 2, 0)
        return tuple((step, n) for step in _STEPS for n in rows)
    if card.is_low and frame != "hand":
        return _beside_words(words.has_drawing)
    order: tuple[tuple[int, int], ...] = _ORDER
    if words.has_drawing and words.art_lines > 0:
        return _asked(words.art_lines)
    if words.has_drawing:
        order = tuple(pair for pair in _ORDER if pair[1] >= 2) + tuple(pair for pair in _ORDER if pair[1] < 2)
    return (_TALL + order) if card.is_tall else order


def _beside_words(has_drawing: bool) -> tuple[tuple[int, int], ...]:
    """On a low card: words as large as they can be, with what picture goes beside them; a drawing before their size."""
    without = tuple((step, 0) for step in _STEPS) if has_drawing else ()
    rows = (3, 2, 1) if has_drawing else (3, 2, 1, 0)
    return (*((step, n) for step in _STEPS for n in rows), *without)


def _asked(lines: int) -> tuple[tuple[int, int], ...]:
    """A drawing of so many lines: exactly these while the text is of a good size, at most these after that."""
    exact = tuple((step, lines) for step in range(3))
    fewer = [pair for pair in _ORDER if pair[1] <= lines and pair not in exact]
    return (*exact, *(pair for pair in fewer if pair[1] >= 2), *(pair for pair in fewer if pair[1] < 2))


def fit_words(words: Words, frame: Frame = "press", size: Size = "poker", *, least: int = 0) -> Fit:
    """The largest steps at which everything is whole. `least` asks for a smaller text (a later step).

    The flavour takes its smaller step before the text takes its next one.
    """
    column = TextColumn(words, frame, size)
    for step, group in groupby(_order(words, frame, column.card), key=itemgetter(0)):
        if step < least:
            continue
        rows_tried, text = [rows for _, rows in group], column.text_height(step)
        for flavour in column.flavours(step) if column.flavour else (1,):
            height = text + column.flavour_height(step, flavour)
            for rows in rows_tried:
                if height <= column.room(step, rows):
                    return Fit(step, rows, True, flavour)
    return Fit(5, 0, False)


WORD = 2.9  # em: a word of ordinary English and the space after it, where the card has too few to tell
TELLING = 6  # words from which on their own width is taken


def words_left(words: Words, fit: Fit, frame: Frame = "hand", size: Size = "poker") -> int:
    """About how many more fit at those steps; none where it is full or too long."""
    column = TextColumn(words, frame, size)
    pitch, _ = column.pitch(fit.step)
    used = column.text_height(fit.step) + column.flavour_height(fit.step, fit.flavour)
    lines = max(0, int((column.room(fit.step, fit.rows) - used + 0.01) / pitch))
    return int(lines * _in_a_line(words.text, column, fit.step))


def _in_a_line(text: Text, column: TextColumn, step: int) -> float:
    """Words in one line, as these are."""
    count, lines = len(to_plain(text).split()), sum(column.lines(step))
    if count < TELLING:
        return column.em_of_a_line(step) / WORD
    return count / max(1, lines)
