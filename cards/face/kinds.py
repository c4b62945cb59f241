"""What a card's kind lends it where the deck says so: its colour, and the mark on its tab."""

from __future__ import annotations

import re

from cards.face.colour import written_on
from cards.face.face import Face
from cards.face.lexicon import DeckKind
from cards.face.measures import Frame
from cards.face.symbols import drawing_address

_COLOUR = re.compile(r"#[0-9a-f]{6}\Z")


def is_colour(colour: str) -> bool:
    return _COLOUR.match(colour) is not None


def own_colour(face: Face, kind: DeckKind | None) -> str:
    """The card's, else that of its kind; "" where neither has one."""
    return face.colour or (kind.colour if kind is not None else "")


def colour_of(face: Face, frame: Frame, kind: DeckKind | None) -> str:
    """The same as it is printed: none on the ink saver."""
    colour = own_colour(face, kind)
    return colour if is_colour(colour) and frame != "saver" else ""


def mark_of(face: Face, frame: Frame, kind: DeckKind | None, art: str) -> str:
    """Where the mark of its kind is, drawn in the ink that can be read on the tab; "" where it has none of its own."""
    if kind is None or not kind.mark:
        return ""
    colour = colour_of(face, frame, kind)
    return drawing_address(kind.drawn_in("" if frame == "saver" else written_on(colour) if colour else "#ffffff"), art)
