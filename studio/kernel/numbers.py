"""Numbers as people and programs write them."""

from __future__ import annotations

DIGITS = 9  # of a number that somebody typed, where nothing else is said: it fits into every column
ID_DIGITS = 18  # of a row's id


def whole_number(typed: str, digits: int = DIGITS) -> int | None:
    """What `typed` says in at most so many of the digits 0 to 9; None for everything else, "" and "-1" too."""
    if not typed.isascii() or not typed.isdecimal() or len(typed) > digits:
        return None
    return int(typed)
