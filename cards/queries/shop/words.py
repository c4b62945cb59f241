"""What will come out of the press, in words: "One sheet, both sides. Seven cards, a change slip, a blank." Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.rows import CHOICES
from cards.printing.choices.services import SERVICES, PrintService
from cards.printing.shared.extra_pages import Cover, RulesSheet, TokenSheet, TuckBox
from studio.kernel.messages import Message, Series, counted, message, number_word, series

BESIDE: Mapping[type, Message] = {
    Cover: message("a cover"),
    RulesSheet: message("a sheet of the rules"),
    TokenSheet: message("tokens"),
    TuckBox: message("a box"),
}


@dataclass(frozen=True, slots=True)
class Made:
    """How many there are of what is printed. `sheets` have fronts of cards; `beside` are sorts of pages as large.
    `more` are the cards that long texts go on over, as many as design and size make of them."""

    sheets: int
    cards: int
    rules: int = 0
    more: int = 0
    slips: int = 0
    blanks: int = 0
    beside: tuple[type, ...] = ()
    is_folded: bool = False


BACKS: Mapping[str, Message] = {
    "deck": message("the deck’s back"),
    "kind": message("a back for each kind"),
    "drawn": message("the drawn back"),
    "plain": message("plain backs"),
}


def how_words(choices: PrintChoices, size: str, paper: str) -> Series:
    """ "Press, Poker, A4, the deck’s back": how the cards of a print look and on what they are."""
    if choices.output == "reading":
        return series([message("An edition to read"), paper], "comma")
    backs = [BACKS[choices.back]] if choices.back in BACKS else []
    return series([CHOICES["frame"].words[choices.frame], size, paper, *backs], "comma")


def paper_words(made: Made, choices: PrintChoices) -> Message:
    """ "One sheet, both sides": what one has in hand."""
    if choices.output == "reading":
        return message("An edition to read")
    if choices.service:
        return _for_service(SERVICES[choices.service], has_backs=choices.back != "none")
    sheets = counted("{number} sheet", "{number} sheets", made.sheets, number=number_word(made.sheets))
    match choices.back, choices.backing:
        case "none", _:
            return sheets
        case _ if made.is_folded:
            return message("{sheets}, to fold", sheets=sheets)
        case _, "duplex":
            return message("{sheets}, both sides", sheets=sheets)
    return message("{sheets}, and as many of backs", sheets=sheets)


def _for_service(service: PrintService, *, has_backs: bool) -> Message:
    if service.takes == "pages":
        words = message("{service}: a page for each side") if has_backs else message("{service}: a page for each card")
    else:
        backs, alone = (
            message("{service}: a picture of each card and back"),
            message("{service}: a picture of each card"),
        )
        words = backs if has_backs else alone
    return words.given(service=service.label)


def card_words(made: Made) -> Series:
    """ "Seven cards, one more for a long text, a change slip, a blank": only what there is."""
    parts = (
        (made.cards, counted("{number} card", "{number} cards", made.cards, number=number_word(made.cards))),
        (made.rules, counted("a Special Rule", "{number} Special Rules", made.rules, number=number_word(made.rules))),
        (
            made.more,
            counted(
                "one more for a long text", "{number} more for long texts", made.more, number=number_word(made.more)
            ),
        ),
        (made.slips, counted("a change slip", "{number} change slips", made.slips, number=number_word(made.slips))),
        (made.blanks, counted("a blank", "{number} blanks", made.blanks, number=number_word(made.blanks))),
    )
    return series([*(words for count, words in parts if count), *(BESIDE[kind] for kind in made.beside)], "comma")


def sentence(words: str) -> str:
    """With a capital and a full stop."""
    return f"{words[:1].upper()}{words[1:]}." if words else ""
