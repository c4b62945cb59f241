"""Whose the pictures of a deck are: one line for each card that says so, and the card on which they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cards.face.face import Face
from cards.face.picture import credit_line

TITLE = "Pictures"

_MARKS = re.compile(r"[\\*{]")


def picture_credits(faces: Iterable[Face]) -> tuple[tuple[str, str], ...]:
    """Title and credit of each card that shows a picture of somebody's, in the order of the cards, each once."""
    shown = ((face.title, credit_line(face.picture)) for face in faces if face.picture)
    return tuple(dict.fromkeys((title, credit) for title, credit in shown if credit))


def credits_face(faces: Iterable[Face]) -> Face | None:
    """The card of credits, printed at the end of a deck; None where nobody is to be named."""
    lines = [f"- *{_as_letters(title)}*: {_as_letters(credit)}" for title, credit in picture_credits(faces)]
    return Face(TITLE, text="\n".join(lines)) if lines else None


def _as_letters(words: str) -> str:
    return _MARKS.sub(r"\\\g<0>", words)
