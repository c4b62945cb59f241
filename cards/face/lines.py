"""Where lines end: words cut into what is not parted, and set one after the other in a column."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from cards.face.measures import Frame
from cards.face.symbols import Symbol
from cards.face.text import Inline, Run
from cards.face.widths import FIRST_WIDE, FontName, is_wide, width

PT = 0.352778  # mm
SLACK = 0.985  # engines differ by a hair
SYMBOL = 1.16  # em; the drawings are square
SOFT_HYPHEN = "\u00ad"  # set by language.py, never written by anybody
_LONG = 14.0  # em; a word wider than this is taken to pieces
_WORDS = re.compile(r"[^ \n\u00ad]+|[ \n\u00ad]")


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


def _face_of(run: Run, frame: Frame) -> FontName:
    if frame == "hand":
        return "hand"
    return "text-bold" if run.bold else "text-italic" if run.italic else "text"


def atoms_of(inlines: tuple[Inline, ...], frame: Frame, flavour: bool = False) -> tuple[Atom, ...]:
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
            wide += symbol_width(inline, frame)
            continue
        face: FontName = ("hand" if frame == "hand" else "display-italic") if flavour else _face_of(inline, frame)
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
                parts.append(inline.saying(letters))
                wide += width(letters, face)
                if is_wide(letters[-1]):
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
        if character in " \n\u00ad" or is_wide(character):
            if index > start:
                found.append(text[start:index])
            found.append(character)
            start = index + 1
    if start < len(text):
        found.append(text[start:])
    return found


def symbol_width(drawn: Symbol, frame: Frame) -> float:
    face: FontName = "hand" if frame == "hand" else "gothic"
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
            found.append(Atom(symbol_width(part, frame), (part,)))
            continue
        for start in range(0, len(part.text), 4):
            run = part.saying(part.text[start : start + 4])
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


def line_count(letters: str, face: FontName, pt: float, column: float, tracking: float = 0.0) -> int:
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
