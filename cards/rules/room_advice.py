"""Advice on a card's room: how many words less make its type larger, and whether a picture shows. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.lexicon import PLAIN, Lexicon
from cards.face.measures import USUAL, Size, card_size
from cards.face.picture import DPI_WANTED, dots_per_inch
from cards.rules.thoughts import Thought
from studio.kernel.messages import Message, counted, message

SMALL_FROM, SMALLEST = 4, 5  # text steps
EXACT = 5  # words: more are given in fives

CONTINUES = message("It goes on over {parts} cards when it is printed. Shorter is easier to play.")
SMALL = message("It fits, in small type. Shorter is easier to read across a table.")

_WORD = re.compile(r"\S+")


def on_room(face: Face, *, is_rule: bool = False, lexicon: Lexicon = PLAIN) -> Iterator[Thought]:
    """One thought at most. Some ten drawings of a card in the smallest type, one of any other."""
    drawn = draw_face(face, is_rule=is_rule, lexicon=lexicon)
    if drawn.parts > 1:
        yield Thought("print.parts", CONTINUES.given(parts=drawn.parts))
    elif drawn.fit == SMALLEST and (many := words_too_many(face, is_rule=is_rule, lexicon=lexicon)):
        yield Thought(
            "print.smallest",
            counted(
                "The smallest type there is. About {count} word less, and it is a size larger.",
                "The smallest type there is. About {count} words less, and it is a size larger.",
                many if many < EXACT else -(-many // 5) * 5,
            ),
        )
    elif drawn.fit >= SMALL_FROM:
        yield Thought("print.small", SMALL)


def words_too_many(face: Face, *, is_rule: bool = False, lexicon: Lexicon = PLAIN) -> int:
    """How many words of its text, from the last on, keep it in the smallest type; 0 where no fewer help."""
    ends = [found.end() for found in _WORD.finditer(face.text)]

    def is_smallest(kept: int) -> bool:
        shorter = replace(face, text=face.text[: ends[kept - 1]] if kept else "")
        drawn = draw_face(shorter, is_rule=is_rule, lexicon=lexicon)
        return drawn.parts > 1 or drawn.fit == SMALLEST

    kept = bisect_left(range(len(ends) + 1), True, key=is_smallest) - 1
    return len(ends) - kept if kept > 0 else 0


# --- its picture ------------------------------------------------------------------------------------------------------

# Advice and no wall: a soft one goes in like any other.
SOFT = message(
    "It prints soft: {dpi} dots to the inch, where {wanted} are wanted. Show more of it, or bring a larger one."
)
WORDLESS = message("Say in a few words what it shows, for those who do not see it.")
UNSEEN = message("There is no room for it beside these words. Write fewer, or give it a height.")


def advice_on_picture(face: Face) -> Iterator[Message]:
    """Nothing for a card without one."""
    if face.picture is None:
        return
    if (dpi := printed_dpi(face)) is None:
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
