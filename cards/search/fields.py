"""What of a card and of a deck is looked for, folded once; what the databases keep and what a catalogue knows. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cards.face.face import Face, kind_of, traits_of
from cards.rules.kit import Kit
from studio.kernel.folding import FOLD, fold, tokens

SLOTS = 2048  # of a deck: more than articles can be in force; in the first stands no card
FIELDS_FOLD = FOLD * 10 + 4  # how words and facts come to be what is kept of them; kept by another, they are made anew
SAME_MAX = 250  # of one word in one field: PostgreSQL keeps no more than 255 places of one
APART = "\ue001"  # stands between what is not beside each other, and in place of a word that comes too often

CardFields = tuple[str, str, str, str]  # title, type, text, more: folded words with a blank between
WordedCard = tuple[int, str, int, str, int, CardFields]  # its number here, kind, number, face, copies; fields
NO_WORDS: CardFields = ("", "", "", "")


def deck_of(card: int) -> int:
    return card // SLOTS


def slot_of(card: int) -> int:
    return card % SLOTS


def fields_of(face: Face, *, is_rule: bool) -> CardFields:
    """The words of a card by field. Beside those of its type line stands the mark of its kind, beside those of its text
    one for each symbol; "more" is what is neither, each part away from the next."""
    more = (face.flavour, face.credit, face.art_words)
    return (
        " ".join(_words(face.title)),
        " ".join([*_words(face.type_line), KIND + kind_of(face, is_rule=is_rule)]),
        " ".join([*_words(face.text), APART, *signs(face.text)]),
        f" {APART} ".join(" ".join(_words(part)) for part in more if part),
    )


def _words(text: str) -> list[str]:
    seen: dict[str, int] = {}
    found = []
    for word in tokens(text):
        seen[word] = seen.get(word, 0) + 1
        found.append(word if seen[word] <= SAME_MAX else APART)
    return found


def head_of(title: str, tags: Iterable[str], blurb: str, people: Iterable[str]) -> str:
    """What is looked for of a deck itself: a line each, so that no words stand beside each other across two of them."""
    return "\n".join(fold(text) for text in (title, *tags, blurb, *people))


def plays_with(kit: Kit) -> tuple[str, ...]:
    """What lies on the table beside the cards: "tokens", "die" or "dice", counters by their names, or "nothing"."""
    dice = ["die" if len(kit.dice) == 1 else "dice"] if kit.dice else []
    found = [*(["tokens"] if kit.tokens else []), *dice, *(counter.name for counter in kit.counters if counter.name)]
    return tuple(dict.fromkeys(found)) or ("nothing",)


def traits_in(faces: Iterable[Face]) -> tuple[str, ...]:
    """The traits of these cards, once each."""
    return tuple(dict.fromkeys(trait for face in faces for trait in traits_of(face.type_line)))


SYMBOL = re.compile(r"\{([^\s{}*\\](?:[^\n{}*\\]{0,58}[^\s{}*\\])?)\}")
_NUMBER = re.compile(r"\d+")
SIGN = "\ue000"  # begins the word of a symbol; a letter that no text folds to
KIND = "\ue002"  # begins the word of a card's kind, beside those of its type line


def signs(text: str) -> list[str]:
    """The symbols in a text as words of their own, so that `{gold 3}` is found and "gold 3" is not: a sign gold and a
    sign gold3."""
    found: dict[str, None] = {}
    for symbol in SYMBOL.finditer(text):
        words = tokens(symbol.group(1))
        numbers = [word for word in words if _NUMBER.fullmatch(word)]
        named = [word for word in words if word not in numbers] or words
        if named:
            found[SIGN + "".join(named)] = None
            if len(named) < len(words):
                found["".join([SIGN, *named, *numbers])] = None
    return list(found)
