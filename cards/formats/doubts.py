"""Why a list is no list of cards, though some were found in it, or none was: the reason, with what was seen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cards.formats.lines import Line
from cards.formats.parts import Found
from cards.formats.shapes import BULLET
from cards.formats.values import Diagnostic
from cards.rules.limits import TEXT_MAX
from studio.kernel.messages import Message, counted, message

# Remarks that say of the whole that it is no list of cards: what else was noticed in it is of no use to anybody.
NO_LIST = frozenset({"listing.no_cards", "listing.order", "listing.prose", "listing.long"})

_HOW = message(
    "A card is a line with its title, under it a line with its type "
    "(Thing, Action, or a kind of your own after “Type:”), then its text."
)
_LONG = 120  # characters: a line of prose rather than a title
_SENTENCE = 6  # words: a line that ends like a sentence and has more of them is one
_COUNTS = re.compile(r"(?:card|karte|carte)\s?(?:no\.?|nr\.?|#)?\s?\d{1,4}[.:)]?", re.IGNORECASE)
_TYPE_LAST = re.compile(r"([^:]{1,60}[^:\s]): (\S.*\S)\s?[(\[](thing|action|rule|special rule)[)\]]", re.IGNORECASE)
_TYPE_AMID = re.compile(r"([^:]{1,60}[^:\s]) [(\[](thing|action|rule|special rule)[)\]]: \S.*", re.IGNORECASE)

_DIGIT = re.compile(r"[(#]*\d")
_COUNTED = re.compile(r"\d{1,3}(?:\s?[x\u00d7])?[\s,;]+[^\s\d].{0,80}")
_NUMBER = re.compile(r"\(?#?(\d{1,4})[.):]\s")
# How a line begins that says title and type, by the words that name the shape.
_HEADS = {
    "type in brackets": re.compile(r"[^\s(\[{][^(\[{.!?]{0,79}[(\[{][^)\]}.!?]{1,60}[)\]}]\s*[-\u2013\u2014:]\s"),
    "dashes between": re.compile(r"[^.!?]{1,60}? [-\u2013\u2014|/] [^.!?]{1,40}? [-\u2013\u2014|/] \S"),
}


def misgivings(found: Found, lines: Sequence[Line], *, has_cards: bool) -> Iterator[Diagnostic]:
    """What makes a list no list of cards, though some were found in it, or none was: the reason, with what is seen."""
    kinds = [line for line in lines if line.kind and line.kind.certainty == "known"]
    if not found.shape and not found.is_marked and len(kinds) > max(1, 3 * found.typed):
        text = message(
            "{count} lines say only a type, and {typed} of them stand under a title: this looks like a "
            "list in another order (title, text, type). {how}",
            count=len(kinds), typed=found.typed, how=_HOW,
        )  # fmt: skip
        yield Diagnostic(kinds[0].number, "listing.order", text, stops=True)
    elif found.typed and not found.is_marked and _is_mostly_prose(found):
        text = counted(
            "This looks like prose in which one card stands. Bring the list of cards alone.",
            "This looks like prose in which {count} cards stand. Bring the list of cards alone.",
            found.typed,
        )
        yield Diagnostic(None, "listing.prose", text, stops=True)
    elif has_cards and not found.shape and not found.is_marked and _is_shifted(found):
        text = message(
            "There are words before the first card, and the last card has none: if this list says title, text, type, "
            "in this order, every card has the text of the next one. {how}",
            how=_HOW,
        )
        yield Diagnostic(found.parts[-1].title.number, "listing.maybe_order", text)
    elif not has_cards:
        seen = _seen(lines)
        text = message("No card was found. {how}", how=_HOW)
        if seen is not None:
            text = message("No card was found. {seen} {how}", seen=seen, how=_HOW)
        yield Diagnostic(None, "listing.no_cards", text, stops=True)


def misread(found: Found, lines: Sequence[Line]) -> Iterator[Diagnostic]:
    """Lines that could well mean something else than they were taken for: a number of a card alone on its line; title,
    text and type on one, in this order; and all three on one where the other cards have a line for each."""
    titled = {part.title.number for part in found.parts}
    on = {line.number: part.title.words for part in found.parts for line in part.body}
    for line in lines:
        taken, last = _taken_for(line, titled, on), _TYPE_LAST.fullmatch(line.words)
        if _COUNTS.fullmatch(line.words):
            yield Diagnostic(
                line.number, "listing.number_alone",
                message("{taken} If it only counts the cards, leave it out.", taken=taken),
            )  # fmt: skip
        elif last and found.shape:
            title, text, kind = last.groups()
            yield Diagnostic(
                line.number, "listing.type_last",
                message(
                    "{taken} If it is a card of its own, write “{title} ({kind}): {text}”.",
                    taken=taken, title=title, kind=kind, text=text,
                ),
            )  # fmt: skip
        elif last or not found.shape and _TYPE_AMID.fullmatch(line.words):
            yield Diagnostic(
                line.number, "listing.type_last" if last else "listing.type_beside",
                message("{taken} If it is a card of its own, write its type on a line under its title.", taken=taken),
            )  # fmt: skip


def overlooked(found: Found, lines: Sequence[Line]) -> Iterator[Diagnostic]:
    """Lines that look like the beginning of a card and were taken for words: they begin as the cards do, or they are a
    title over a kind that no other card has. And numbers that are missing among those of the titles."""
    titled = {part.title.number for part in found.parts if part.kind}
    if found.is_marked or not titled:
        return
    typed = {part.kind_line.number for part in found.parts if part.kind_line}
    on = {line.number: part.title.words for part in found.parts for line in part.body}
    heads = [line for line in lines if line.number in titled]
    others = [line for line in lines if line.number not in titled and line.number not in typed]
    alike = [*_begun_alike(heads, others), *_shaped_alike(found, others), *_over_a_kind(found, lines, titled)]
    for line in sorted({line.number: line for line in alike}.values(), key=lambda one: one.number):
        text = message(
            "{taken} It looks like a card of its own; if it is one, write its type on a line under its title.",
            taken=_taken_for(line, titled, on),
        )  # fmt: skip
        yield Diagnostic(line.number, "listing.maybe_card", text)
    yield from _missing(heads)


def _mark(line: Line) -> str:
    """What a line at the margin begins with: "1" for any number, "" for no mark."""
    found = None if line.raw[0] in " \t" else BULLET.match(line.words)
    return "1" if found and _DIGIT.match(found[0]) else found[0].strip() if found else ""


def _begun_alike(heads: Sequence[Line], others: Sequence[Line]) -> Sequence[Line]:
    """Where the titles have one bullet, or a number, the other lines at the margin that have it, if they are few."""
    marks = {_mark(line) for line in heads}
    alike = [line for line in others if _mark(line) in marks] if len(marks) == 1 and "" not in marks else []
    return alike if 2 * len(alike) <= len(heads) else []


def _shaped_alike(found: Found, others: Sequence[Line]) -> Iterator[Line]:
    """Where titles, types and texts stand on one line, the lines that have the same marks at the same places."""
    on_a_line = [part for part in found.parts if part.kind_line and part.kind_line.number == part.title.number]
    if not found.shape or len(on_a_line) < 2:
        return
    for words, pattern in _HEADS.items():
        if words in found.shape.text:
            yield from (line for line in others if pattern.match(line.words))


def _over_a_kind(found: Found, lines: Sequence[Line], titled: set[int]) -> Iterator[Line]:
    """Where titles stand over types, the paragraphs of a title over one capitalised word over a text."""
    if found.shape:
        return
    for line, below, text in zip(lines, lines[1:], lines[2:], strict=False):
        kind = below.kind
        if (
            line.number not in titled and line.may_be_title and not line.level and not line.says_kind
            and kind and kind.certainty == "own" and " " not in kind.words and not below.stands_apart
            and not text.stands_apart and text.ends_a_sentence
        ):  # fmt: skip
            yield line


def _missing(heads: Sequence[Line]) -> Iterator[Diagnostic]:
    """The first number that is left out where the titles are numbered upwards."""
    found = [_NUMBER.match(line.words) for line in heads]
    numbers = [int(one[1]) for one in found if one]
    if len(numbers) < 2 or len(numbers) < len(heads) or numbers != sorted(set(numbers)):
        return
    for line, before, number in zip(heads[1:], numbers, numbers[1:], strict=False):
        if number > before + 1:
            text = message("The numbers go from {before} to {number} here. Look whether a card is missing.",
                           before=before, number=number)  # fmt: skip
            yield Diagnostic(line.number, "listing.numbers_missing", text)
            return


def _taken_for(line: Line, titled: set[int], on: dict[int, str]) -> Message:
    if line.number in titled:
        return message("“{words}” was taken for the title of a card.", words=line.words)
    if line.number in on:
        return message("“{words}” was taken for words on “{title}”.", words=line.words, title=on[line.number])
    return message("“{words}” was taken for words about the deck.", words=line.words)


def _is_shifted(found: Found) -> bool:
    """A title, a text and a type for each card, in this order, and a blank line after each of them."""
    if len(found.parts) < 3:
        return False
    *others, last = found.parts
    return bool(found.front) and not last.body and all(len(part.body) == 1 for part in others)


def _is_mostly_prose(found: Found) -> bool:
    """Under a title stands more than a card can hold, and four letters in five are outside what could be a card."""
    lengths = [sum(len(line.words) for line in part.body) for part in found.parts]
    every = sum(lengths) + sum(len(line.words) for line in found.front)
    return max(lengths) > TEXT_MAX and sum(min(length, 300) for length in lengths) * 5 < every


def _seen(lines: Sequence[Line]) -> Message | None:
    """What a list without cards looks like, in a sentence."""
    if not lines:
        return None
    many = len(lines)
    piped = sum(line.words.count("|") > 1 for line in lines)
    celled = sum("\t" in line.raw.strip() or line.words.count(";") > 1 for line in lines)
    counted_names = sum(bool(_COUNTED.fullmatch(line.words)) for line in lines)
    commas = lines[0].words.count(",")
    alike = sum(line.words.count(",") == commas for line in lines) if commas and many > 1 else 0
    pointed = sum(bool(BULLET.match(line.words)) for line in lines)
    long = sum(len(line.words) > _LONG or _is_sentence(line) for line in lines)
    headed = sum(bool(line.level) for line in lines)
    short = sum(line.is_short and not line.ends_a_sentence for line in lines)
    for count, words in (
        (piped, message("This looks like a table, without a column that says Thing or Action.")),
        (celled, message("This looks like rows of a table, without a column that says Thing or Action.")),
        (counted_names, message("This looks like a list of names with counts, and it says no types and no texts.")),
        (long * 2, message("This looks like prose.")),
        (
            alike,
            message("This looks like a spreadsheet, and its first row names no column for the titles (Name or Title)."),
        ),
        (headed * 3, message("There are headings, and no type line under any of them.")),
        (pointed, message("This looks like a list with bullets that says no type.")),
        (short, message("This looks like a list of titles alone.")),
    ):
        if count * 2 > many:
            return words
    return None


def _is_sentence(line: Line) -> bool:
    return line.words[-1] in ".!?:" and line.words.count(" ") >= _SENTENCE
