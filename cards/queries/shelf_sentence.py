"""A question read back as a sentence of chips: each thing that is asked, in an order that reads, with a way out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from cards.face.tongues import name_of
from cards.queries.shelf_ask import ShelfAsk
from cards.search.asked import SearchPiece
from cards.values.facts import STATES
from cards.values.shelf import Chip, ChipSaid
from studio.kernel.inputs import whole_number
from studio.kernel.messages import Message, counted, message, number_word
from studio.web.words import parted, say

KINDS = {
    "action": message("Actions", context="kind"),
    "thing": message("Things", context="kind"),
    "rule": message("Special Rules", context="kind"),
    "other": message("other kinds", context="kind"),
}
# What leads to a chip and what follows it, where it is asked for and where it is not wanted; in a sentence's order.
_LEADS: dict[str, tuple[Message, Message]] = {
    "word": (message("that say {it}"), message("never {it}")),
    "phrase": (message("that say “{it}”"), message("never “{it}”")),
    "title": (message("called {it}"), message("not called {it}")),
    "type": (message("with {it} in the type line"), message("without {it} in the type line")),
    "text": (message("with {it} in the text"), message("without {it} in the text")),
    "more": (message("with {it} in the flavour"), message("without {it} in the flavour")),
    "symbol": (message("with the symbol {it}"), message("without the symbol {it}")),
    "kind": (message("that are {it}", context="kind"), message("that are not {it}", context="kind")),
    "either": (message("that answer to {it}"), message("that do not answer to {it}")),
    "in": (message("in decks called {it}"), message("not in decks called {it}")),
    "by": (message("by {it}"), message("not by {it}")),
    "lang": (message("in {it}", context="language"), message("not in {it}", context="language")),
    "players": (message("for {it}", context="players"), message("not for {it}", context="players")),
    "star": (message("with a {it}", context="star"), message("without a {it}", context="star")),
    "status": (message("that are {it}", context="state"), message("that are not {it}", context="state")),
    "cards": (message("with {it}"), message("not with {it}")),
    "copies": (message("with {it}"), message("not with {it}")),
    "sheets": (message("with {it} to cut out"), message("not with {it} to cut out")),
    "versions": (message("with {it}"), message("not with {it}")),
    "played": (message("played {it}"), message("not played {it}")),
    "printed": (message("printed {it}"), message("not printed {it}")),
    "plays": (message("played with {it}"), message("not played with {it}")),
    "trait": (message("with the trait {it}"), message("without the trait {it}")),
    "tag": (message("tagged {it}"), message("not tagged {it}")),
    "has": (message("with {it}"), message("without {it}")),
    "licence": (message("under {it}", context="licence"), message("not under {it}", context="licence")),
}
_ORDER = {name: number for number, name in enumerate(_LEADS)}
PLAYS = {
    "tokens": message("tokens"), "die": message("one die"), "dice": message("several dice"),
    "nothing": message("nothing at all"),
}  # fmt: skip
_HOW_MANY = {
    ":": message("{number}"), "=": message("{number}"), "<": message("fewer than {number}"),
    "<=": message("up to {number}"), ">": message("more than {number}"), ">=": message("{number} or more"),
}  # fmt: skip


def sentence_of(ask: ShelfAsk) -> tuple[ChipSaid, ...]:
    """What is asked, chip by chip. Words of one sort stand together: "that say goat and slug"."""
    every = sorted(ask.search.pieces, key=lambda one: (_ORDER.get(one.name, 99), one.is_not))
    found: list[ChipSaid] = []
    for _, together in groupby(every, key=lambda one: (one.name, one.is_not)):
        found += _said(ask, together, ", " if found else " ")
    return tuple(found)


def _said(ask: ShelfAsk, together: Iterable[SearchPiece], gap: str) -> Iterator[ChipSaid]:
    """Pieces of one sort; `gap` is what parts them from what was said before."""
    pieces = list(together)
    lead = _LEADS.get(pieces[0].name, _LEADS["word"])[pieces[0].is_not]
    (before, _), (after, _) = _halves(lead)
    for number, piece in enumerate(pieces):
        is_first, is_last = number == 0, number == len(pieces) - 1
        joint = message("or") if piece.filter_name else message("and")
        yield ChipSaid(
            f"{gap}{before}" if is_first else f" {say(joint)} ",
            Chip(chip_words(piece), ask.instead(*ask.search.without(piece)), _language(piece)),
            after if is_last else "",
        )


def _halves(lead: Message) -> tuple[tuple[str, str], tuple[str, str]]:
    before, after = parted(lead)
    return before, after


def chip_words(piece: SearchPiece) -> str:
    """What stands on the chip."""
    value = piece.value
    match piece.name:
        case "kind":
            return say(KINDS.get(value.casefold(), KINDS["other"]))
        case "lang":
            return name_of(value)
        case "star":
            return say(message("star"))
        case "status":
            state = STATES.get(value.replace("-", " ").casefold())
            return say(state) if state else value
        case "has":
            return say(message("pictures"))
        case "plays":
            return say(PLAYS[value.casefold()]) if value.casefold() in PLAYS else value
        case "players":
            return _number(value, piece.op, words=True)
        case "cards" | "copies" | "sheets" | "versions" | "played" | "printed":
            return _counted(piece.name, value, piece.op)
    return value


def _language(piece: SearchPiece) -> str:
    return piece.value if piece.name == "lang" else ""


def size_words(name: str, value: str) -> str:
    """A size of a filter, "0-40", "91+", in words."""
    return _counted(name, value, ":")


def _counted(name: str, value: str, op: str) -> str:
    number = whole_number(value.rstrip("+").rpartition("-")[2]) or 0
    of = {
        "cards": counted("{many} card", "{many} cards", number),
        "copies": counted("{many} card with its copies", "{many} cards with their copies", number),
        "sheets": counted("{many} sheet", "{many} sheets", number),
        "versions": counted("{many} version", "{many} versions", number),
        "played": counted("{many} time", "{many} times", number),
        "printed": counted("{many} time", "{many} times", number),
    }[name]
    return say(of.given(many=_many(value, op)))


def _many(value: str, op: str, *, words: bool = False) -> Message:
    least, dash, most = value.partition("-")
    if dash and least in ("0", "1", ""):
        return _HOW_MANY["<="].given(number=_digits(most, words))
    if dash:
        return message("{least} to {most}", least=_digits(least, words), most=_digits(most, words))
    if value.endswith("+"):
        return _HOW_MANY[">="].given(number=_digits(value[:-1], words))
    return _HOW_MANY.get(op, _HOW_MANY[":"]).given(number=_digits(value, words))


def _digits(value: str, words: bool) -> Message | str:
    number = whole_number(value)
    return number_word(number) if words and number is not None else value


def _number(value: str, op: str, *, words: bool) -> str:
    return say(_many(value, op, words=words))
