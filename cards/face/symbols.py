"""Symbols that every deck has: `{gold 3} {die 5} {dice fire} {energy red} {tap} {life} {shield} {time} {token} {card}`.

Numbers of gold are set in type as a coin; every other symbol is a drawing in `static/art`. A count
before or after a symbol is part of the token: `{life 3}` is drawn as 3 and a heart. A deck's own are in
its lexicon (cards/face/lexicon.py); what neither knows stays as it was written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

TOKEN = re.compile(r"\{([^\s{}*\\](?:[^\n{}*\\]{0,58}[^\s{}*\\])?)\}")
_COUNT = re.compile(r"[0-9]{1,3}")

DICE = ("fire", "water", "earth", "nature", "magic", "chance")
ENERGY = ("red", "blue", "green", "black", "any")
_PLAIN = {
    "tap": "turn this card",
    "life": "life",
    "shield": "shield",
    "time": "time",
    "token": "token",
    "card": "card",
}
# Drawings that also exist as outlines, for the ink saver.
_OUTLINED = frozenset(
    {"gold", "life", *(f"dice-{name}" for name in DICE), *(f"energy-{name}" for name in ENERGY if name != "any")}
)


@dataclass(frozen=True, slots=True)
class Symbol:
    """One symbol as it is drawn.

    `art` names the drawing (`sym-<art>.svg`), `drawing` one of a deck's own (cards/face/drawings.py); a coin has
    neither. `count` is set in type before it; `spoken` is what a screen reader says; `token` is what was written,
    without braces.
    """

    token: str
    spoken: str
    art: str = ""
    count: str = ""
    drawing: str = ""

    @property
    def is_coin(self) -> bool:
        """Whether the number stands inside a coin."""
        return not self.art and not self.drawing

    def address(self, art: str, *, outlined: bool) -> str:
        """Where its drawing is, in outline for the ink saver. `art` is where those that every deck has are."""
        if self.drawing:
            return drawing_address(self.drawing, art, outlined=outlined)
        return f"{art}sym-{self.art}{'-line' if outlined and self.art in _OUTLINED else ''}.svg"


def drawing_address(drawing: str, art: str, *, outlined: bool = False) -> str:
    """Beside the drawings of every deck: the site draws it when it is asked for, and so does the page engine."""
    shape, colour, figure = drawing.split(".")
    return f"{art.removesuffix('static/art/')}symbols/{shape}.{'line' if outlined else colour}.{figure}.svg"


def is_count(detail: str) -> bool:
    """Whether it is a number that stands beside a symbol."""
    return _COUNT.fullmatch(detail) is not None


def symbol(name: str, detail: str = "") -> Symbol | None:
    """The symbol of `{name detail}`, or None when there is no such symbol."""
    name, detail = name.lower(), detail.lower()
    token = f"{name} {detail}".strip()
    number = detail if is_count(detail) else ""
    match name:
        case "gold" if number:
            return Symbol(token, f"{number} gold", count=number)
        case "gold" if not detail:
            return Symbol(token, "gold", "gold")
        case "die" if detail in ("1", "2", "3", "4", "5", "6"):
            return Symbol(token, f"a roll of {detail}", f"die-{detail}")
        case "die" if not detail:
            return Symbol(token, "a die", "die-5")
        case "dice" if detail in DICE:
            return Symbol(token, f"{detail} die", f"dice-{detail}")
        case "energy" if detail in ENERGY:
            return Symbol(token, f"{detail} energy", f"energy-{detail}")
        case _ if name in _PLAIN and (number or not detail):
            return Symbol(token, _PLAIN[name], name, number)
    return None


def known() -> tuple[str, ...]:
    """Every token the composer offers, in the order it shows them."""
    return (
        "gold 3",
        *(f"die {n}" for n in range(1, 7)),
        *(f"dice {name}" for name in DICE),
        *(f"energy {name}" for name in ENERGY),
        *_PLAIN,
    )
