"""The back of a deck's cards: in words, and where it cannot stand. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from cards.face.back import DeckBack
from cards.face.face import Face, Kind
from cards.rules.colour_words import in_colour
from cards.rules.kit_checks import Spot, kit_amiss
from cards.rules.kit_part import KitPart
from cards.rules.limits import KIT_WORD_MAX, check_doodle, clean_line
from studio.kernel.messages import Message, Slot, counted, message, series

STROKES_MAX, NUMBERS_MAX = 300, 8000  # it is kept with every kit, and lies on a table a hundred times

SECTION = message("The back")
SPOT = Spot("back", SECTION)
SHAPES: dict[Kind, Message] = {
    "thing": message("a pattern of discs and leaves"),
    "action": message("a pattern of arrows and lozenges"),
    "rule": message("a pattern of bars and frames"),
    "other": message("a pattern of rings and waves"),
}
_COLOUR = re.compile(r"#[0-9a-f]{6}")


def check_back(back: DeckBack) -> None:
    """Raise Refused("kit.amiss", section="back", …), or what a drawing is refused for."""
    for why in _contradictions(back):
        raise kit_amiss(SPOT, why)
    check_doodle(Face("x", doodle=back.doodle))


def _contradictions(back: DeckBack) -> Iterator[Message]:
    if back.shapes not in get_args(Kind):
        yield message("there is no such pattern")
    if len(back.seed) > KIT_WORD_MAX or clean_line(back.seed) != back.seed:
        yield message("the words it grows from are one line of {limit} characters", limit=KIT_WORD_MAX)
    if back.colour and not _COLOUR.fullmatch(back.colour):
        yield message("its colour cannot be read")
    if len(back.doodle) > STROKES_MAX:
        yield message("a drawing on it has {limit} strokes at most", limit=STROKES_MAX)
    if sum(len(stroke.points) + len(stroke.pressure) for stroke in back.doodle) > NUMBERS_MAX:
        yield message("the drawing on it is too long: there are {limit:,} points at most", limit=NUMBERS_MAX // 2)


def back_parts(back: DeckBack) -> tuple[KitPart, ...]:
    """What it shows; nothing of one that says nothing."""
    if back == DeckBack():
        return ()
    words: list[Slot] = [_drawing(back)] if back.doodle else [SHAPES[back.shapes], *_grown(back)]
    words.append(in_colour(back.colour))
    words.append(message("with the deck’s title") if back.has_plate else message("without a title"))
    return (KitPart(SECTION, SECTION, series(words, "comma")),)


def _grown(back: DeckBack) -> Iterator[Message]:
    if back.seed:
        yield message("grown from “{words}”", words=back.seed)


def _drawing(back: DeckBack) -> Message:
    points = sum(len(stroke.points) for stroke in back.doodle) // 2
    return counted(
        "a drawing of one stroke, {points:,} points", "a drawing of {count} strokes, {points:,} points",
        len(back.doodle), points=points,
    )  # fmt: skip
