"""Reading what was drawn: the strokes of a form's field, in the shape of our own JSON, or why they cannot stand."""

from __future__ import annotations

import json

from cards.face.face import AS_IT_FITS, Stroke
from cards.formats.strict_json import read_strictly
from cards.rules.limits import ART_LINES_MAX, DOODLE_CHARACTERS_MAX, DOODLE_NUMBERS_MAX, STROKES_MAX
from studio.kernel.codec import Unreadable, from_plain, to_plain
from studio.kernel.inputs import whole_number
from studio.kernel.refusals import Refused

UNREADABLE = "face.doodle_unreadable"


def read_doodle(typed: str) -> tuple[Stroke, ...]:
    """The strokes; none where nothing was sent. Raises Refused for what is too much, or no drawing."""
    if len(typed) > DOODLE_CHARACTERS_MAX:
        raise Refused("face.doodle_long", limit=DOODLE_NUMBERS_MAX // 2)
    if not typed.strip():
        return ()
    try:
        plain = read_strictly(typed)
        if isinstance(plain, list) and len(plain) > STROKES_MAX:
            raise Refused("face.doodle_large", limit=STROKES_MAX, length=len(plain))
        strokes: tuple[Stroke, ...] = from_plain(tuple[Stroke, ...], plain)
    except Unreadable:
        raise Refused(UNREADABLE) from None
    return strokes


def written_doodle(strokes: tuple[Stroke, ...]) -> str:
    """The same strokes as the field holds them; "" for none."""
    return json.dumps(to_plain(strokes), separators=(",", ":")) if strokes else ""


def read_lines(typed: str) -> int:
    """How many lines high; AS_IT_FITS where nothing was said. Raises Refused."""
    if not typed.strip():
        return AS_IT_FITS
    lines = whole_number(typed.strip(), 1)
    if lines is None or lines > ART_LINES_MAX:
        raise Refused("face.art_lines_amiss", limit=ART_LINES_MAX)
    return lines


def written_lines(lines: int) -> str:
    """The same as the field holds it."""
    return "" if lines == AS_IT_FITS else str(lines)
