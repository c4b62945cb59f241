"""What the page of a deck's back is given: finished, frozen."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.drawn_back import DrawnBack


@dataclass(frozen=True, slots=True)
class PatternChoice:
    """A pattern that is offered, drawn: `value` is what is sent."""

    value: str
    words: str
    src: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class BackForm:
    """Where members propose another back. `shown` is what the form says now, drawn."""

    shown: DrawnBack
    patterns: tuple[PatternChoice, ...]
    is_drawn: bool
    inks: tuple[tuple[str, str, bool], ...]
    seed: str
    has_plate: bool
    doodle: str
    strokes_limit: int
    numbers_limit: int
    lines: int
    hidden: tuple[tuple[str, str], ...]
    heading: str
    back: str
    title: str
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class BackPage:
    """The back of a deck's cards as it is, and the form for another."""

    deck_title: str
    language: str
    deck_href: str
    now: DrawnBack
    words: str
    form: BackForm
