"""A lexicon in words, part by part: for its page, for ballots and for the minutes. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from cards.face.lexicon import CORNERS, CornerName, DeckKind, DeckSymbol, Lexicon
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
USUAL = message("as everywhere")
UNUSED = message("not used")
PRINTED, NOT_PRINTED = message("printed in brackets on the cards"), message("not printed on the cards")


def lexicon_parts(lexicon: Lexicon) -> tuple[KitPart, ...]:
    """Everything it says, in the order of its page; nothing of what is as everywhere."""
    return tuple(_parts(lexicon))


def _parts(lexicon: Lexicon) -> Iterator[KitPart]:
    for own in lexicon.symbols:
        yield KitPart(SYMBOLS, f"{{{own.name}}}", _symbol(own))
    for keyword in lexicon.keywords:
        yield KitPart(KEYWORDS, keyword.name, keyword.meaning)
    if lexicon.reminders:
        yield KitPart(KEYWORDS, message("Their meanings"), PRINTED)
    for kind in lexicon.kinds:
        yield KitPart(KINDS, kind.name, _kind(kind))
    for corner in CORNERS:
        name: str = getattr(lexicon.corners, corner)
        words: list[Slot] = [name] if name else []
        words += [UNUSED] if corner in lexicon.corners.unused else []
        if words:
            yield KitPart(CORNERS_GROUP, PLACES[corner], series(words, "comma"))


def _symbol(own: DeckSymbol) -> Sayable:
    words: list[Slot] = []
    if own.letter:
        words.append(message("the letters {letters}", letters=own.letter))
    if own.icon:
        words.append(message("a picture: {icon}", icon=own.icon.replace("-", " ")))
    if own.shape:
        words.append(SHAPES[own.shape])
    words += [own.colour] if own.colour else [message("in ink")]
    if own.said:
        words.append(message("read aloud as “{words}”", words=own.said))
    return series(words, "comma")


def _kind(kind: DeckKind) -> Sayable:
    words: list[Slot] = [kind.meaning] if kind.meaning else []
    if kind.mark:
        words.append(SHAPES.get(kind.mark) or kind.mark.replace("-", " "))
    words += [kind.colour] if kind.colour else []
    return series(words, "semicolon") if words else message("no more than its name")
