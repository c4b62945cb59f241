"""What is said of a picture while its card is written. Advice and no wall: a soft one goes in like any other. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.measures import USUAL, Size, card_size
from cards.face.picture import DPI_WANTED, dots_per_inch
from studio.kernel.messages import Message, message

SOFT = message(
    "It prints soft: {dpi} dots to the inch, where {wanted} are wanted. Show more of it, or bring a larger one."
)
WORDLESS = message("Say in a few words what it shows, for those who do not see it.")
UNSEEN = message("There is no room for it beside these words. Write fewer, or give it a height.")


def advice_on_picture(face: Face, size: Size = USUAL.name) -> Iterator[Message]:
    """Nothing for a card without one."""
    if face.picture is None:
        return
    if (dpi := printed_dpi(face, size)) is None:
        yield UNSEEN
    elif dpi < DPI_WANTED:
        yield SOFT.given(dpi=dpi, wanted=DPI_WANTED)
    if not face.art_words:
        yield WORDLESS


def printed_dpi(face: Face, size: Size = USUAL.name) -> int | None:
    """How fine its picture comes out of the press on a card of that size; None where it has no room."""
    drawn = draw_face(face, size=size)
    if face.picture is None or drawn.picture is None or drawn.picture.picture is None:
        return None
    card = card_size(size)
    return dots_per_inch(face.picture, card.column, drawn.rows * card.row)
