"""What is written on an article at one moment. Immutable; an amendment makes a new face."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from cards.face.picture import Picture
from cards.face.stroke import Kind as Kind
from cards.face.stroke import Stroke as Stroke
from cards.rules.decision import Effect
from studio.kernel.codec import digest

# The word before the first dash is the kind, the rest are traits.
_DASH = re.compile(r"(?<!\s)\s*[-\u2013\u2014]\s*")


AS_IT_FITS = -1  # lines: as many as the words leave


@dataclass(frozen=True, slots=True)
class Face:
    """A card's or a Special Rule's words.

    `text` and `flavour` are light markup (cards/face/text.py). The four corner values are free
    text: `cost` upper left, `gain` upper right, `value` lower left, `stat` lower right ("2/3").
    `colour` is "" or "#rrggbb". `credit` is a maker's name that came with an imported card.
    `effects` belong to Special Rules only (C7, C9). `art_words` say what the drawing or picture shows, for those who
    do not see it; `art_lines` is its height in ruled lines, 0 for none of it, or AS_IT_FITS.
    A card that has a `picture` shows it, and keeps its doodle underneath for another day.
    """

    title: str
    type_line: str = ""
    text: str = ""
    flavour: str = ""
    cost: str = ""
    gain: str = ""
    value: str = ""
    stat: str = ""
    colour: str = ""
    credit: str = ""
    doodle: tuple[Stroke, ...] = ()
    effects: tuple[Effect, ...] = ()
    art_words: str = ""
    art_lines: int = AS_IT_FITS
    picture: Picture | None = None

    @property
    def digest(self) -> str:
        """The name of this face: SHA-256 of its canonical JSON."""
        return digest(self)

    @property
    def kind_word(self) -> str:
        """ "Thing" of "Thing — Space Goal"."""
        return _parted(self.type_line)[0]

    @property
    def traits(self) -> str:
        """ "Space Goal" of "Thing — Space Goal"; empty when there are none."""
        return _parted(self.type_line)[1]


@lru_cache(maxsize=4000)
def _parted(type_line: str) -> tuple[str, str]:
    """Kind and traits. A deck has few type lines, and a page of it asks for them again with every card."""
    kind, *traits = _DASH.split(type_line.strip(), maxsplit=1)
    return kind.strip(), "".join(traits).strip()


def traits_of(type_line: str) -> tuple[str, ...]:
    """ "Space Goal, Pest" names two traits; a space alone parts nothing."""
    return tuple(trait for trait in (bit.strip() for bit in _parted(type_line)[1].split(",")) if trait)


def kind_of(face: Face, *, is_rule: bool = False) -> Kind:
    """The kind a face is drawn as. Kinds beyond Thing and Action are a deck's own ("other")."""
    if is_rule:
        return "rule"
    word = face.kind_word.casefold()
    if word in ("thing", "action"):
        return "thing" if word == "thing" else "action"
    return "other"
