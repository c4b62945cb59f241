"""Reading the form of a lexicon: a lexicon as fields, and the fields as a lexicon, with what was called otherwise.

A row's hidden `id` is what it was called in the deck when the form was drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards.face import lexicon as lx
from cards.face.lexicon import SLOT, DeckKind, DeckSymbol
from cards.forms.kit import rows_of
from cards.forms.kit_fields import NAME, Choices, Column, Section, colour_column
from cards.rules.colour_words import INK
from cards.rules.icon_words import ICONS
from cards.rules.lexicon_words import DISC, SHAPES
from cards.rules.limits import KEYWORDS_MAX, SYMBOLS_MAX, clean_line
from cards.rules.renaming import Renames
from studio.kernel.messages import message


def fields_of_lexicon(lexicon: lx.Lexicon, was: lx.Lexicon) -> dict[str, str]:
    """Every field as the lexicon has it. `was` is the deck's own: what a row was called there is its id."""
    corners = lexicon.corners
    fields = {f"corner-{name}": str(getattr(corners, name)) for name in lx.CORNERS}
    fields |= {f"corner-{name}-used": "" if name in corners.unused else "1" for name in lx.CORNERS}
    fields["reminders"] = "1" if lexicon.reminders else ""
    for section in LEXICON_SECTIONS:
        entries: tuple[Any, ...] = getattr(lexicon, section)
        former = [item.name for item in getattr(was, section)]
        now = [item.name for item in entries]
        fields[f"{section}-count"] = str(len(entries))
        for n, item in enumerate(entries):
            row = {name: getattr(item, name) for name in item.__slots__}
            row["id"] = _former_name(item.name, n, former, now)
            fields |= {f"{section}-{n}-{name}": value for name, value in row.items()}
    return fields


def _former_name(name: str, n: int, former: list[str], now: list[str]) -> str:
    """Of a proposal that is worded anew: what stood in that row in the deck, where nothing is called so any more."""
    if name in former:
        return name
    return former[n] if n < len(former) and former[n] not in now else ""


def read_lexicon(typed: Mapping[str, str]) -> lx.Lexicon:
    """The lexicon that the fields say. Whether it may stand is for `check_lexicon`."""
    corners = {name: clean_line(typed.get(f"corner-{name}", "")) for name in lx.CORNERS}
    unused = tuple(name for name in lx.CORNERS if not typed.get(f"corner-{name}-used"))
    return lx.Lexicon(
        symbols=tuple(map(symbol_of, rows_of(typed, SYMBOLS))),
        keywords=tuple(map(keyword_of, rows_of(typed, KEYWORDS))),
        kinds=tuple(map(kind_of, rows_of(typed, KINDS))),
        corners=lx.CornerNames(**corners, unused=unused),
        reminders=bool(typed.get("reminders")),
    )


def symbol_of(row: Mapping[str, str]) -> lx.DeckSymbol:
    return lx.DeckSymbol(
        _name(row), _word(row, "said"), _word(row, "colour").lower(), _word(row, "shape"),  # type: ignore[arg-type]
        _word(row, "letter"), _word(row, "icon"),
    )  # fmt: skip


def keyword_of(row: Mapping[str, str]) -> lx.Keyword:
    return lx.Keyword(_name(row), _word(row, "meaning"))


def kind_of(row: Mapping[str, str]) -> lx.DeckKind:
    return lx.DeckKind(_word(row, "name"), _word(row, "colour").lower(), _word(row, "mark"), _word(row, "meaning"))


def read_renames(typed: Mapping[str, str], was: lx.Lexicon) -> Renames:
    """What is called otherwise than it was in the deck. An id that names nothing there says nothing."""
    words: dict[str, str] = {}
    for section in (SYMBOLS, KEYWORDS):
        known = {lx.fold(item.name) for item in getattr(was, section.name)}
        words |= {
            lx.fold(row["id"]): _name(row)
            for row in rows_of(typed, section)
            if lx.fold(row["id"]) in known and row["id"] != _name(row)
        }
    kinds = {
        lx.fold(row["id"]): clean_line(row["name"])
        for row in rows_of(typed, KINDS)
        if was.kind(row["id"]) is not None and row["id"] != clean_line(row["name"])
    }
    return Renames(words, kinds)


def _name(row: Mapping[str, str]) -> str:
    """Braces that somebody typed round it are not part of it."""
    return clean_line(row.get("name", "")).removeprefix("{").removesuffix("}").strip()


def _word(row: Mapping[str, str], name: str) -> str:
    return clean_line(row.get(name, ""))


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
