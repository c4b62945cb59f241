"""What a page is given of a change to words that stand: what was cut and what was added."""

from __future__ import annotations

from dataclasses import dataclass

from cards.rules.word_diff import DiffRun


@dataclass(frozen=True, slots=True)
class Proof:
    """A field of a face, or a part of a kit. `language` is that of the pieces, for `lang`; empty where they are the
    site's own words. Of a drawing `was` and `now` are the addresses of pictures, "" for none; the `field` "mark" is a
    small one (a symbol, a colour), of which the pieces tell everything."""

    field: str
    name: str
    pieces: tuple[DiffRun, ...]
    language: str = ""
    was: str = ""
    now: str = ""
