"""Why a list is no list of cards, though some were found in it, or none was: the reason, with what was seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.formats.lines import Line
from cards.formats.parts import Found
from cards.formats.shapes import BULLET
from cards.formats.values import Remark
from cards.rules.limits import TEXT_MAX

# Remarks that say of the whole that it is no list of cards: what else was noticed in it is of no use to anybody.
NO_LIST = frozenset({"listing.no_cards", "listing.order", "listing.prose", "listing.long"})

_HOW = (
    "A card is a line with its title, under it a line with its type "
    "(Thing, Action, or a kind of your own after “Type:”), then its text."
)
_LONG = 120  # characters: a line of prose rather than a title
_SENTENCE = 6  # words: a line that ends like a sentence and has more of them is one


def misgivings(found: Found, lines: Sequence[Line], *, has_cards: bool) -> Iterator[Remark]:
    """What makes a list no list of cards, though some were found in it, or none was: the reason, with what is seen."""
    kinds = [line for line in lines if line.kind and line.kind.certainty == "known"]
    if not found.shape and not found.is_marked and len(kinds) > max(1, 3 * found.typed):
        text = (
            f"{len(kinds)} lines say only a type, and {found.typed} of them stand under a title: this looks like a "
            f"list in another order (title, text, type). {_HOW}"
        )
        yield Remark(kinds[0].number, "listing.order", text, stops=True)
    elif found.typed and not found.is_marked and _is_mostly_prose(found):
        text = f"This looks like prose in which {found.typed} cards stand. Bring the list of cards alone."
        yield Remark(None, "listing.prose", text, stops=True)
    elif has_cards and not found.shape and not found.is_marked and _is_shifted(found):
        text = (
            "There are words before the first card, and the last card has none: if this list says title, text, type, "
            f"in this order, every card has the text of the next one. {_HOW}"
        )
        yield Remark(found.parts[-1].title.number, "listing.maybe_order", text)
    elif not has_cards:
        yield Remark(None, "listing.no_cards", f"No card was found. {_seen(lines)}{_HOW}", stops=True)


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


def _seen(lines: Sequence[Line]) -> str:
    """What a list without cards looks like, in a sentence."""
    if not lines:
        return ""
    many = len(lines)
    piped = sum(line.words.count("|") > 1 for line in lines)
    celled = sum("\t" in line.raw.strip() or line.words.count(";") > 1 for line in lines)
    pointed = sum(bool(BULLET.match(line.words)) for line in lines)
    long = sum(len(line.words) > _LONG or _is_sentence(line) for line in lines)
    headed = sum(bool(line.level) for line in lines)
    short = sum(line.is_short and not line.ends_a_sentence for line in lines)
    for count, words in (
        (piped, "This looks like a table, without a column that says Thing or Action. "),
        (celled, "This looks like rows of a table, without a column that says Thing or Action. "),
        (long * 2, "This looks like prose. "),
        (headed * 3, "There are headings, and no type line under any of them. "),
        (pointed, "This looks like a list with bullets that says no type. "),
        (short, "This looks like a list of titles alone. "),
    ):
        if count * 2 > many:
            return words
    return ""


def _is_sentence(line: Line) -> bool:
    return line.words[-1] in ".!?:" and line.words.count(" ") >= _SENTENCE
