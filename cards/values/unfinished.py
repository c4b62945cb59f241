"""What somebody has begun to write in a deck, as their own page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from studio.web.dates import TimeWords


@dataclass(frozen=True, slots=True)
class UnfinishedHere:
    """What lies at the place where one writes: `words` is a JSON object of the form's fields."""

    place: str
    version: int
    words: str
    when: TimeWords


@dataclass(frozen=True, slots=True)
class UnfinishedLine:
    """Another one: `title` "" where it has none yet, `note` what became of its card meanwhile; `address` is where it is
    gone on with, "" for what lies in the pocket, whose `words` are taken out of it."""

    place: str
    version: int
    title: str
    note: str
    when: TimeWords
    address: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class UnfinishedSheet:
    here: UnfinishedHere | None
    lines: tuple[UnfinishedLine, ...]
    has_pocket: bool  # whether what is written here can be put into it
