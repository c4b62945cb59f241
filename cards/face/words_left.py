"""How many more words a card takes before its type becomes smaller: an estimate, from the card's own words."""

from __future__ import annotations

from cards.face.fit import Fit, TextColumn, Words
from cards.face.measures import Frame, Size
from cards.face.text import Text, to_plain

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
