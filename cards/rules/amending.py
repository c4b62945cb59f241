"""What an amendment changes, word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from difflib import SequenceMatcher
from typing import Literal

from cards.rules.face import Face

Mark = Literal["same", "cut", "added"]

_WORDS = re.compile(r"\s+|[^\s\w]|\w+")
_WORDS_MAX = 2000  # beyond that the whole field counts as rewritten: the comparison is quadratic

# The fields of a face in the order in which they are read, and what they are called on a page.
FIELD_NAMES = {
    "title": "Title",
    "type_line": "Type",
    "text": "Text",
    "flavour": "Flavour",
    "cost": "Cost",
    "gain": "Gain",
    "value": "Value",
    "stat": "Corner",
    "colour": "Colour",
    "credit": "Credit",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text that stayed, was cut, or was added."""

    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class FieldChange:
    field: str
    name: str
    pieces: tuple[Piece, ...]


def word_diff(old: str, new: str) -> tuple[Piece, ...]:
    """The new text with what was cut and added, in runs of whole words."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    if len(before) > _WORDS_MAX or len(after) > _WORDS_MAX:
        return tuple(Piece(mark, text) for mark, text in (("cut", old), ("added", new)) if text)  # type: ignore[arg-type]
    pieces: list[Piece] = []
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(Piece("same", "".join(before[i:j])))
            continue
        if j > i:
            pieces.append(Piece("cut", "".join(before[i:j])))
        if m > k:
            pieces.append(Piece("added", "".join(after[k:m])))
    return tuple(pieces)


def face_diff(old: Face, new: Face) -> tuple[FieldChange, ...]:
    """Every field that differs, with its pieces; effects and doodles are compared elsewhere."""
    named = [f.name for f in fields(Face) if f.name in FIELD_NAMES]
    return tuple(
        FieldChange(name, FIELD_NAMES[name], word_diff(getattr(old, name), getattr(new, name)))
        for name in sorted(named, key=list(FIELD_NAMES).index)
        if getattr(old, name) != getattr(new, name)
    )
