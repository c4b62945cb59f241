"""What the sentences of a Special Rule are given: finished, frozen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GapShown:
    """A gap as an input. `choices` are (value, words, chosen); `fresh` is what it holds in a sentence just taken;
    `wrong` says what cannot stand there."""

    name: str
    label: str
    sort: str
    value: str
    fresh: str = ""
    hint: str = ""
    choices: tuple[tuple[str, str, bool], ...] = ()
    most: int = 0
    least: int = 0
    may_be_empty: bool = False
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Bit:
    """Words of a sentence and the gap that comes after them, if one does. `example` stands for a gap in a list."""

    words: str
    gap: GapShown | None = None
    example: str = ""


@dataclass(frozen=True, slots=True)
class SentenceRow:
    """One sentence to fill in: `words` is all of it with "…" for its gaps, `note` what follows from it,
    which is of the "way" to decide or of its "votes".

    `box` is the name of the field that says it is taken; `hidden` goes back as it is.
    """

    sentence: str
    words: str
    bits: tuple[Bit, ...]
    box: str
    is_in: bool = False
    is_way: bool = False
    note: str = ""
    note_of: str = ""
    hidden: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SentenceLine:
    """A sentence in the list of all. `finds` is what somebody may type who looks for it."""

    sentence: str
    words: str
    bits: tuple[Bit, ...]
    finds: str
    is_in: bool
    repeats: bool


@dataclass(frozen=True, slots=True)
class SentenceLines:
    heading: str
    lines: tuple[SentenceLine, ...]


@dataclass(frozen=True, slots=True)
class EffectSheet:
    """Every sentence with a row for each time it was taken (and one to take), and all of them in a list.

    `counts` are hidden fields; `total` says how many sentences there are, `rows_limit` how often one may be said;
    `wrong` stands against the whole.
    """

    rows: tuple[SentenceRow, ...]
    groups: tuple[SentenceLines, ...]
    counts: tuple[tuple[str, int], ...]
    total: int
    rows_limit: int
    wrong: str = ""
