"""A to Z: where titles begin that do so with a letter, told by what is known of the decks that stand there."""

from __future__ import annotations

from string import ascii_lowercase

from cards.queries.shelf_ask import address
from cards.search import shelf
from cards.values.shelf import TitleLetter

_BEYOND = "{"  # what comes after z, in the order of titles


def letters() -> tuple[TitleLetter, ...]:
    """A letter without a deck leads nowhere. What begins with a figure stands before A, other scripts after Z."""
    known = shelf.catalogue()
    places = {mark: known.after((mark, 0), "title") for mark in (*ascii_lowercase, _BEYOND)}
    ends = dict(zip(ascii_lowercase, (*ascii_lowercase[1:], _BEYOND), strict=True))
    found = [TitleLetter("0–9", address(order="title"))] if places["a"] else []
    found += [
        TitleLetter(mark.upper(), _from(mark) if places[ends[mark]] > places[mark] else "") for mark in ascii_lowercase
    ]
    return (*found, *([TitleLetter("…", _from(_BEYOND))] if places[_BEYOND] < len(known) else ()))


def _from(mark: str) -> str:
    """A page that begins with the first title after these signs (search/finding.py, the key of a page)."""
    return address(order="title", after=f"0~0~{mark}")
