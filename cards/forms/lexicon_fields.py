"""The lists of a lexicon's form: symbols, keywords and kinds, row by row."""

from __future__ import annotations

from cards.face.lexicon import SLOT
from cards.forms.icon_names import ICONS
from cards.forms.kit_fields import COLOUR, NAME, Choices, Column, Section
from cards.rules.lexicon_checks import KEYWORDS_MAX, SYMBOLS_MAX
from cards.rules.lexicon_words import SHAPES
from studio.kernel.messages import message

NO_ICON: Choices = (("", message("none", context="icon")),)
FIGURES: Choices = (*NO_ICON, *ICONS)
SHAPE_CHOICES: Choices = tuple(SHAPES.items())
MARKS: Choices = (("", message("a disc", context="mark")), *SHAPE_CHOICES[1:], *ICONS)

SYMBOLS = Section(
    "symbols", message("Symbols of this deck"), message("a symbol"), message("another symbol"), "name",
    (
        Column("name", NAME, hint=message("wool", context="a symbol’s name")),
        Column("icon", message("Icon"), "choice", FIGURES),
        Column("letter", message("or letters"), hint="W"),
        Column("shape", message("Shape"), "choice", SHAPE_CHOICES, fresh="round"),
        Column("colour", COLOUR, "colour"),
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
        Column("mark", message("Mark"), "choice", MARKS),
        Column("colour", COLOUR, "colour"),
        Column("meaning", message("How it is played"), hint=message("At any time, face down."), wide=True),
    ),
)  # fmt: skip
LEXICON_SECTIONS = {s.name: s for s in (SYMBOLS, KEYWORDS, KINDS)}
