"""Symbols on a card as words of their own, so that `{gold 3}` is found and "gold 3" is not. Pure."""

from __future__ import annotations

import re

from studio.kernel.folding import tokens

SYMBOL = re.compile(r"\{([^\s{}*\\](?:[^\n{}*\\]{0,58}[^\s{}*\\])?)\}")
_NUMBER = re.compile(r"\d+")
SIGN = "\ue000"  # begins the word of a symbol; a letter that no text folds to
KIND = "\ue002"  # begins the word of a card's kind, beside those of its type line


def signs(text: str) -> list[str]:
    """The words of the symbols in a text: `{gold 3}` is a sign gold and a sign gold3."""
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
