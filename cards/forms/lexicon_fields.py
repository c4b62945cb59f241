"""The lists of a lexicon's form: symbols, keywords and kinds, row by row."""

from __future__ import annotations

from cards.face.lexicon import SLOT, DeckKind, DeckSymbol
from cards.forms.kit_fields import NAME, Choices, Column, Section, colour_column
from cards.rules.colour_words import INK
from cards.rules.icon_words import ICONS
from cards.rules.lexicon_words import DISC, SHAPES
from cards.rules.limits import KEYWORDS_MAX, SYMBOLS_MAX
from studio.kernel.messages import message

FIGURES: Choices = (("", message("none", context="icon")), *ICONS.items())
SHAPE_CHOICES: Choices = tuple(SHAPES.items())
MARKS: Choices = (("", DISC), *SHAPE_CHOICES[1:], *((name, ICONS[name]) for name in ICONS if name not in SHAPES))


def _icon(name: str) -> str:
    return DeckSymbol("", icon=name).drawing if name else ""


def _shape(name: str) -> str:
    return DeckSymbol("", shape=name).drawing if name else ""  # type: ignore[arg-type]


def _mark(name: str) -> str:
    return DeckKind("", mark=name).drawing


SYMBOLS = Section(
    "symbols", message("Symbols of this deck"), message("a symbol"), message("another symbol"), "name",
    (
        Column("name", NAME, hint=message("wool", context="a symbol’s name")),
        Column("icon", message("Icon"), "pick", FIGURES, picture=_icon),
        Column("letter", message("or letters"), hint="W"),
        Column("shape", message("Shape"), "pick", SHAPE_CHOICES, fresh="round", picture=_shape),
        colour_column("round", INK),
        Column("said", message("Read aloud as"), hint=message("its name")),
    ),
    message("On a card it is written in braces: {alone}, or {counted}.", alone="{wool}", counted="{wool 3}"),
    most=SYMBOLS_MAX + 1,
)  # fmt: skip
KEYWORDS = Section(
    "keywords", message("Keywords"), message("a keyword"), message("another keyword"), "name",
    (
        Column("name", NAME, hint=message("haste", context="a keyword")),
        Column("meaning", message("Means"), hint=message("It may be played at any time."), wide=True),
    ),
    message(
        "Written {word} on a card. Where a number or a word follows, as in {filled}, put {slot} into the meaning.",
        word="{haste}", filled="{haste 2}", slot=SLOT,
    ),
    most=KEYWORDS_MAX + 1,
)  # fmt: skip
KINDS = Section(
    "kinds", message("Kinds beside Thing and Action"), message("a kind"), message("another kind"), "name",
    (
        Column("name", NAME, hint=message("Blessing", context="a kind")),
        Column("mark", message("Mark"), "pick", MARKS, picture=_mark),
        colour_column("round", INK),
        Column("meaning", message("How it is played"), hint=message("At any time, face down."), wide=True),
    ),
)  # fmt: skip
LEXICON_SECTIONS = {s.name: s for s in (SYMBOLS, KEYWORDS, KINDS)}
