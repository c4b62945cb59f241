"""Reading the form of a deck's back: a back as fields, and the fields as a back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from cards.face.back import DeckBack
from cards.face.face import Kind
from cards.forms.doodle import read_doodle, written_doodle
from cards.rules.back_words import SPOT
from cards.rules.kit_checks import kit_amiss
from cards.rules.limits import KIT_WORD_MAX, clean_line
from studio.kernel.messages import message

DRAWN = "drawn"
VARIANTS = 3  # patterns of one family that are offered


def fields_of_back(back: DeckBack, title: str) -> dict[str, str]:
    """Every field as the back has it."""
    seeds = [seed_of(title, n) for n in range(VARIANTS)]
    known = seeds.index(back.seed) if back.seed in seeds else -1
    return {
        "look": DRAWN if back.doodle else f"{back.shapes}.{max(known, 0)}",
        "seed": "" if known >= 0 else back.seed,
        "colour": back.colour,
        "plate": "1" if back.has_plate else "",
        "doodle": written_doodle(back.doodle),
    }


def read_back(typed: Mapping[str, str], title: str) -> DeckBack:
    """The back that the fields say. Whether it may stand is for `check_back`. Raises Refused for what is none."""
    look, colour, has_plate = typed.get("look", ""), typed.get("colour", "").lower(), bool(typed.get("plate"))
    if look == DRAWN:
        doodle = read_doodle(typed.get("doodle", ""))
        if not doodle:
            raise kit_amiss(SPOT, message("nothing is drawn on it yet"))
        return DeckBack(colour=colour, doodle=doodle, has_plate=has_plate)
    shapes, _, number = look.partition(".")
    if shapes not in get_args(Kind) or number not in map(str, range(VARIANTS)):
        raise kit_amiss(SPOT, message("choose a pattern, or draw one"))
    seed = clean_line(typed.get("seed", "")) or seed_of(title, int(number))
    return DeckBack(shapes, seed, colour, (), has_plate)  # type: ignore[arg-type]


def seed_of(title: str, number: int) -> str:
    """The words that a pattern of so many on offer grows from: the title, then the title with a number."""
    return f"{clean_line(title)[: KIT_WORD_MAX - 2].rstrip()} {number + 1}" if number else ""
