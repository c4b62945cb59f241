"""Fitting a card: text step, picture height, title step; `parting.py` says what goes on a second card.

Decided once, from the widths of our own letters, and written on the card (`data-fit`, `data-rows`,
`data-title`, …), so that screen and paper agree and nothing jumps while a page loads. All lengths are
mm, letters pt; the numbers are those of `measures.py`, as those of `card.css` are.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Literal

from cards.face.measures import (
    BESIDE,
    CARD_SIZES,
    CLASSIC_TITLES,
    CLASSIC_TYPES,
    CORNER_STEPS,
    HAND_BESIDE,
    HAND_CORNER,
    LEADING,
    Frame,
    Size,
)
from cards.face.symbols import Symbol
from cards.face.text import Bullet, Inline, Paragraph, Run, Text

Letters = Literal[
    "text", "text-bold", "text-semi", "text-italic", "display", "display-semi", "display-italic", "gothic", "hand"
]

PT = 0.352778  # mm
SLACK = 0.985  # engines differ by a hair
SYMBOL = 1.16  # em; the drawings are square
_LONG = 14.0  # em; a word wider than this is taken to pieces
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


@dataclass(frozen=True, slots=True)
class Fit:
    """The steps for `data-fit`, `data-rows`, `data-flavour`; `fits` is False when the smallest step is too big."""

    step: int
    rows: int
    fits: bool
    flavour: int = 1


@dataclass(frozen=True, slots=True)
class Atom:
    """What is not parted at the end of a line: its width in em, and the inlines it is made of."""

    width: float
    inlines: tuple[Inline, ...]
    is_after_space: bool = False
    is_after_break: bool = False  # a line break was written before it
    is_on_new_line: bool = False  # it begins a line, break or not
    is_after_hyphen: bool = False  # it goes on with a word that may be parted before it
    hyphen: float = 0.0  # em to be kept for a hyphen, should the word be parted after it


FIRST_WIDE = "\u2e80"  # no letter before it stands on its own in a line
_WORDS = re.compile(r"[^ \n\u00ad]+|[ \n\u00ad]")
SOFT_HYPHEN = "\u00ad"  # set by language.py, never written by anybody


# ---- widths ------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _tables() -> dict[str, dict[str, float]]:
    """Advance widths in em by face and character (written by cards/printing/tools/widths.py)."""
    rows = json.loads(Path(__file__).with_name("widths.json").read_text(encoding="ascii"))
    return {
        face: {character: int(width) / 1000 for width, found in by_width.items() for character in found}
        for face, by_width in rows.items()
    }


@lru_cache(maxsize=1)
def _stand_ins() -> dict[str, tuple[dict[str, float], ...]]:
    """By face, the widths in em of the fonts that stand in for it, in their order (written by widths.py)."""
    found = json.loads(Path(__file__).with_name("widths-more.json").read_text(encoding="ascii"))
    files: dict[str, dict[str, float]] = {}
    for name, by_width in found["files"].items():
        widths = files[name] = {}
        for width, runs in by_width.items():
            for first, _, last in (run.partition("-") for run in runs.split()):
                widths |= dict.fromkeys(map(chr, range(int(first, 16), int(last or first, 16) + 1)), int(width) / 1000)
    return {face: tuple(files[name] for name in names) for face, names in found["faces"].items()}


def measured() -> frozenset[str]:
    """The characters that the fonts we ship have in every face."""
    tables = ({*own, *(c for other in _stand_ins()[face] for c in other)} for face, own in _tables().items())
    return frozenset(set.intersection(*tables))


@lru_cache(maxsize=4096)
def _foreign(character: str, face: Letters) -> float:
    """The width in em of a character that our own fonts do not have: of the font that stands in, or a generous one."""
    for widths in _stand_ins()[face]:
        if character in widths:
            return widths[character]
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in ("W", "F"):
        return 1.3 if ord(character) >= 0x1F000 else 1.02
    return 0.9 if character.isupper() else 0.72


@lru_cache(maxsize=65536)
def width(letters: str, face: Letters) -> float:
    """Advance width in em."""
    table = _tables()[face]
    return sum(table.get(character) or _foreign(character, face) for character in letters)


def _is_wide(character: str) -> bool:
    return character >= FIRST_WIDE and unicodedata.east_asian_width(character) in ("W", "F")


# ---- lines -------------------------------------------------------------------------------


def _face_of(run: Run, frame: Frame) -> Letters:
    if frame == "hand":
        return "hand"
    return "text-bold" if run.bold else "text-italic" if run.italic else "text"


def _atoms(inlines: tuple[Inline, ...], frame: Frame, flavour: bool = False) -> tuple[Atom, ...]:
    """The inlines cut where a line may end."""
    found: list[Atom] = []
    spaced, broken, soft = False, False, False  # what stands before the atom being gathered
    parts: list[Inline] = []
    wide = 0.0

    def finish(hyphen: float = 0.0) -> None:
        nonlocal parts, wide, spaced, broken, soft
        if parts:
            first, *rest = _pieces_of(tuple(parts), wide, spaced, broken, frame)
            found.extend((replace(first, is_after_hyphen=soft), *rest))
            found[-1] = replace(found[-1], hyphen=hyphen) if hyphen else found[-1]
            parts, wide, spaced, broken, soft = [], 0.0, False, False, False

    for inline in inlines:
        if isinstance(inline, Symbol):
            parts.append(inline)
            wide += _symbol_width(inline, frame)
            continue
        face: Letters = ("hand" if frame == "hand" else "display-italic") if flavour else _face_of(inline, frame)
        for letters in _splits(inline.text):
            if letters == "\n":
                finish()
                if broken:  # an empty line
                    found.append(Atom(0.0, (), False, True, True))
                spaced, broken = False, True
            elif letters == " ":
                finish()
                spaced = True
            elif letters == SOFT_HYPHEN:
                finish(width("-", face))
                soft = True
            else:
                parts.append(Run(letters, inline.bold, inline.italic))
                wide += width(letters, face)
                if _is_wide(letters[-1]):
                    finish()
    finish()
    return tuple(found)


def _splits(text: str) -> list[str]:
    """Words, single spaces, line feeds, and wide characters each on their own."""
    if max(text, default="") < FIRST_WIDE:
        return _WORDS.findall(text)
    found: list[str] = []
    start = 0
    for index, character in enumerate(text):
        if character in " \n\u00ad" or _is_wide(character):
            if index > start:
                found.append(text[start:index])
            found.append(character)
            start = index + 1
    if start < len(text):
        found.append(text[start:])
    return found


def _symbol_width(drawn: Symbol, frame: Frame) -> float:
    face: Letters = "hand" if frame == "hand" else "gothic"
    if drawn.is_coin:
        return max(1.3, width(drawn.count, face) + 0.44) * 0.98
    return SYMBOL + (width(drawn.count, "text") + 0.25 if drawn.count else 0.0)


def _pieces_of(parts: tuple[Inline, ...], wide: float, spaced: bool, broken: bool, frame: Frame) -> tuple[Atom, ...]:
    """One atom, or the pieces of a word that would not fit on a line."""
    if wide <= _LONG:
        return (Atom(wide, parts, spaced, broken, broken),)
    found: list[Atom] = []
    for part in parts:
        if isinstance(part, Symbol):
            found.append(Atom(_symbol_width(part, frame), (part,)))
            continue
        for start in range(0, len(part.text), 4):
            run = Run(part.text[start : start + 4], part.bold, part.italic)
            found.append(Atom(width(run.text, _face_of(run, frame)) * 1.02, (run,)))
    # a word that is broken begins a line of its own
    return (Atom(found[0].width, found[0].inlines, spaced, broken, True), *found[1:])


def wrapped(atoms: tuple[Atom, ...], em: float, space: float) -> list[int]:
    """Greedy lines in a column `em` wide: the index of the first atom of each line."""
    starts: list[int] = [0]
    at = 0.0
    for index, atom in enumerate(atoms):
        gap = space if atom.is_after_space else 0.0
        if index and (atom.is_on_new_line or at + gap + atom.width + atom.hyphen > em):
            starts.append(index)
            at = atom.width
        else:
            at += atom.width + (gap if index else 0.0)
    return starts


def line_count(letters: str, face: Letters, pt: float, column: float, tracking: float = 0.0) -> int:
    """How many lines plain words, perhaps with soft hyphens, take in a column `column` mm wide."""
    em, space, hyphen, lines, at = column / (pt * PT) * SLACK, width(" ", face), width("-", face), 1, 0.0
    for word in letters.split(" "):
        pieces = word.split(SOFT_HYPHEN)
        for index, piece in enumerate(pieces):
            wide = width(piece, face) + tracking * len(piece)
            gap = space if at and not index else 0.0
            if at and at + gap + wide + (hyphen if index < len(pieces) - 1 else 0.0) > em:
                lines, at = lines + 1, wide
            else:
                at += gap + wide
            while at > em:  # a word longer than the line
                lines, at = lines + 1, at - em * 0.9
    return lines


# ---- title, type line, corners --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TitleRoom:
    """The place of a title: `column` mm wide, so many lines (`most`) of so many points (`steps`) at each step."""

    column: float
    face: Letters
    tracking: float
    steps: tuple[float, ...]
    most: tuple[int, ...]

    def holds(self, title: str, step: int) -> bool:
        """Whether the title has room at a step, 1 to 4."""
        return line_count(title, self.face, self.steps[step - 1], self.column, self.tracking) <= self.most[step - 1]

    def is_wide_enough(self, title: str, step: int) -> bool:
        """Whether every word of it goes on one line at a step, 1 to 4."""
        widest = max((width(word, self.face) for word in title.split(" ")), default=0.0)
        return widest * self.steps[step - 1] * PT <= self.column


def _title_room(frame: Frame, size: Size, has_left: bool, has_right: bool) -> TitleRoom:
    card = CARD_SIZES[size]
    match frame:
        case "hand":
            column = card.hand_column - HAND_BESIDE * (has_left + has_right)
            return TitleRoom(column, "hand", 0.0, tuple(pt * 1.03 for pt in card.hand.titles), (1, 1, 2, 3))
        case "classic":
            column = card.column - 8.0 * (has_left + has_right)
            return TitleRoom(column, "text-bold", 0.0, CLASSIC_TITLES, (1, 1, 2, 2))
        case _:
            column = card.title_column - (BESIDE if has_right else 0.0)
            return TitleRoom(column, "display", -0.012, card.titles, (1, 2, 2, 3))


@lru_cache(maxsize=8192)
def title_step(title: str, frame: Frame, size: Size, has_left: bool, has_right: bool) -> tuple[int, bool]:
    """The step for `data-title`, 1 to 4, and whether the title has room at it.

    `has_left`, `has_right`: a cost, a gain; they take room from the title where they stand beside it.
    """
    room = _title_room(frame, size, has_left, has_right)
    for step in range(1, 5):
        if room.is_wide_enough(title, step) and room.holds(title, step):
            return step, True
    return 4, room.holds(title, 4)


def is_title_parted(title: str, parted: str, frame: Frame, size: Size, has_left: bool, has_right: bool) -> bool:
    """Whether a title is set with its soft hyphens (`parted`): where a word is too long for a line in any size."""
    room = _title_room(frame, size, has_left, has_right)
    return not room.is_wide_enough(title, 4) and room.holds(parted, 4)


@lru_cache(maxsize=8192)
def shortened(title: str, frame: Frame, size: Size, has_left: bool, has_right: bool, ending: str = "…") -> str:
    """As much of a title as there is room for before the ending; the rest belongs in the text."""
    low, high = 0, len(title)
    while low < high:
        middle = (low + high + 1) // 2
        if title_step(title[:middle].rstrip() + ending, frame, size, has_left, has_right)[1]:
            low = middle
        else:
            high = middle - 1
    return title[:low].rstrip() + ending


def type_step(letters: str, frame: Frame, size: Size, has_number: bool) -> tuple[int, bool]:
    """The step for `data-type`, 1 to 3, and whether the type line has room at it."""
    card = CARD_SIZES[size]
    face: Letters
    match frame:
        case "hand":
            face, steps, shown, tracking = "hand", card.hand.types, letters, 0.0
        case "classic":
            face, steps, shown, tracking = "text-semi", CLASSIC_TYPES, letters, 0.0
        case _:
            face, steps, shown, tracking = "gothic", card.types, letters.upper(), 0.045
    column = card.hand_column if frame == "hand" else card.column - (9.0 if has_number else 0.0)
    wide = (width(shown, face) + tracking * len(shown)) * PT / SLACK
    for step, pt in enumerate(steps, 1):
        if wide * pt <= column:
            return step, True
    return 3, False


def corner_step(
    inlines: tuple[Inline, ...], place: Literal["cost", "gain", "value", "stat"], frame: Frame, size: Size
) -> int:
    """The step for `data-step`, 1 to 3; 0 when the value is too long for its corner."""
    card, is_top = CARD_SIZES[size], place in ("cost", "gain")
    room = card.tab[0] - 1.2 if is_top else card.column / 2 - 8.0
    first = HAND_CORNER if frame == "hand" else card.cost_pt if is_top else card.plate_pt
    wide = _corner_width(inlines, frame)
    for step, pt in enumerate((first, *CORNER_STEPS), 1):
        if wide * pt * PT <= room:
            return step
    return 0


def plate_width(inlines: tuple[Inline, ...], step: int, frame: Frame, size: Size) -> float:
    """How wide the plate of a lower corner is, in mm, with its padding."""
    first = HAND_CORNER if frame == "hand" else CARD_SIZES[size].plate_pt
    return _corner_width(inlines, frame) * (first, *CORNER_STEPS)[step - 1] * PT + 4.8


def _corner_width(inlines: tuple[Inline, ...], frame: Frame) -> float:
    """In em."""
    face: Letters = "hand" if frame == "hand" else "gothic"
    return sum(
        _symbol_width(part, frame) if isinstance(part, Symbol) else width(part.text, face) + 0.02 * len(part.text)
        for part in inlines
    )


# ---- the text --------------------------------------------------------------------------------


class Column:
    """The text of one card, cut into atoms once, and laid out at any step."""

    def __init__(self, words: Words, frame: Frame, size: Size) -> None:
        self.frame, self.card, self.words = frame, CARD_SIZES[size], words
        self.column: float = self.card.text_column(frame)
        self.blocks = tuple((block, _atoms(block.inlines, frame)) for block in words.text)
        self.flavour = tuple(_atoms(block.inlines, frame, flavour=True) for block in words.flavour)
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
        _, pt = self.pitch(step)
        return self.column / (pt * PT) * SLACK - (0.95 if isinstance(block, Bullet) else 0.0)

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
        return pt * PT * 1.28, 1.4 + (2.6 if self.frame == "classic" else 0.0), column

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
            plates = self.words.spare + 5.0 * self.words.has_plates
            # one pitch for the type line; the foot keeps 5.5 mm
            return high - card.hand.head - 5.5 - pitch - picture - plates
        plates = self.words.spare + card.plates * self.words.has_plates
        return high - card.fixed - rows * card.row - plates


def _order(words: Words, frame: Frame, size: Size) -> tuple[tuple[int, int], ...]:
    """The pairs of steps to try. Ornaments are for the press alone; a drawing is kept while it can be."""
    if frame != "press" and not words.has_drawing:
        return tuple((step, 0) for step in _STEPS)
    order: tuple[tuple[int, int], ...] = _ORDER
    if words.has_drawing:
        order = tuple(pair for pair in _ORDER if pair[1] >= 2) + tuple(pair for pair in _ORDER if pair[1] < 2)
    return (_TALL + order) if size == "tarot" else order


def fit_words(words: Words, frame: Frame = "press", size: Size = "poker", *, least: int = 0) -> Fit:
    """The largest steps at which everything is whole. `least` asks for a smaller text (a later step).

    The flavour takes its smaller step before the text takes its next one.
    """
    column = Column(words, frame, size)
    for step, group in groupby(_order(words, frame, size), key=itemgetter(0)):
        if step < least:
            continue
        rows_tried, text = [rows for _, rows in group], column.text_height(step)
        for flavour in column.flavours(step) if column.flavour else (1,):
            height = text + column.flavour_height(step, flavour)
            for rows in rows_tried:
                if height <= column.room(step, rows):
                    return Fit(step, rows, True, flavour)
    return Fit(5, 0, False)
