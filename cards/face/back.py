"""The back of a deck's cards, as data that its group votes on; it belongs to the deck's kit (cards/rules/kit.py).

cards/face/back_art.py draws it; what it refuses is in cards/rules/back_words.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.stroke import Kind, Stroke


@dataclass(frozen=True, slots=True)
class DeckBack:
    """What a group chose for the backs of its deck. One that says nothing is the pattern of the deck's title, in ink.

    `shapes` is the family of the pattern and `seed` the words it grows from, "" for the title; `doodle` is drawn in its
    stead. `colour` is "" (ink) or "#rrggbb". `has_plate`: the deck's title stands on a plate in the middle.
    """

    shapes: Kind = "thing"
    seed: str = ""
    colour: str = ""
    doodle: tuple[Stroke, ...] = ()
    has_plate: bool = True
