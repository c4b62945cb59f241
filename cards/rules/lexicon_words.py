"""A lexicon in words, part by part: for its page, for ballots and for the minutes. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from cards.face.lexicon import CORNERS, SLOT, UNFILLED, CornerName, DeckKind, DeckSymbol, Keyword, Lexicon
from cards.face.text import meaning_of
from cards.rules.colour_words import in_colour
from cards.rules.icon_words import ICONS
from cards.rules.kit_part import KitPart
from studio.kernel.messages import Message, Sayable, Slot, message, series

SYMBOLS, KEYWORDS = message("Symbols"), message("Keywords")
KINDS, CORNERS_GROUP = message("Kinds"), message("Corners")

SHAPES: dict[str, Message] = {
    "": message("no shape"),
    "round": message("round", context="shape"),
    "square": message("square", context="shape"),
    "diamond": message("diamond", context="shape"),
    "triangle": message("triangle", context="shape"),
    "hexagon": message("hexagon", context="shape"),
    "octagon": message("octagon", context="shape"),
    "shield": message("shield", context="shape"),
    "star": message("star", context="shape"),
}
PLACES: dict[CornerName, Message] = {
    "cost": message("Upper left, cost"),
    "gain": message("Upper right, gain"),
    "value": message("Lower left, value"),
    "stat": message("Lower right, strength"),
}
DISC = message("a disc", context="mark")
USUAL = message("as everywhere")
UNUSED = message("not used")
PRINTED = message("printed in brackets on the cards")


def lexicon_parts(lexicon: Lexicon) -> tuple[KitPart, ...]:
    """Everything it says, in the order of its page; nothing of what is as everywhere."""
    return tuple(_parts(lexicon))


def _parts(lexicon: Lexicon) -> Iterator[KitPart]:
    for own in lexicon.symbols:
        name = message("Symbol “{name}”", name=own.name)
        yield KitPart(SYMBOLS, name, _symbol(own), own.drawing, f"{{{own.name}}}")
    for keyword in lexicon.keywords:
        yield _keyword(lexicon, keyword)
    if lexicon.reminders:
        yield KitPart(KEYWORDS, message("Meanings of keywords"), PRINTED)
    for kind in lexicon.kinds:
        yield KitPart(KINDS, message("Kind “{name}”", name=kind.name), _kind(kind), kind.drawing)
    for corner in CORNERS:
        called: str = getattr(lexicon.corners, corner)
        words: list[Slot] = [called] if called else []
        words += [UNUSED] if corner in lexicon.corners.unused else []
        if words:
            yield KitPart(CORNERS_GROUP, PLACES[corner], series(words, "comma"))


def said_with(keyword: Keyword) -> str:
    """The keyword as one speaks of it: "haste n" where something is written after it."""
    return f"{keyword.name} {UNFILLED}" if SLOT in keyword.meaning else keyword.name


def _keyword(lexicon: Lexicon, keyword: Keyword) -> KitPart:
    """What is written after it is called n, in its name and in what it means."""
    name = message("Keyword “{name}”", name=said_with(keyword))
    return KitPart(KEYWORDS, name, meaning_of(lexicon, keyword, ""), marked=keyword.filled(""))


def _symbol(own: DeckSymbol) -> Sayable:
    words: list[Slot] = []
    if own.letter:
        words.append(message("the letters {letters}", letters=own.letter))
    if own.icon in ICONS:
        words.append(message("a picture: {icon}", icon=ICONS[own.icon]))
    if own.shape:
        words.append(SHAPES[own.shape])
    words.append(in_colour(own.colour))
    if own.said:
        words.append(message("read aloud as “{words}”", words=own.said))
    return series(words, "comma")


def _kind(kind: DeckKind) -> Sayable:
    """What its mark is, in which colour, and how such a card is played."""
    mark = SHAPES.get(kind.mark) or ICONS.get(kind.mark) if kind.mark else DISC
    looks = series([mark or DISC, in_colour(kind.colour)], "comma")
    return series([looks, kind.meaning], "semicolon") if kind.meaning else looks
