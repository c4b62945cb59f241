"""What the forms of a kit and of a rule's effects are given: finished, frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True)
class PartShown:
    """A part of a kit, in words."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class PartGroup:
    heading: str
    parts: tuple[PartShown, ...]


@dataclass(frozen=True, slots=True)
class PictureChoice:
    """One of what is chosen by eye. `src` is its drawing, "" where there is nothing to see."""

    value: str
    words: str
    is_chosen: bool
    src: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One input. `choices` are (value, words, chosen); `pictures` are what a sheet to choose from shows instead. With
    `asks` that sheet is drawn when it is asked for by that name, and `pictures` is the chosen one alone."""

    name: str
    label: str
    sort: str
    value: str
    choices: tuple[tuple[str, str, bool], ...] = ()
    hint: str = ""
    wide: bool = False
    pictures: tuple[PictureChoice, ...] = ()
    asks: str = ""
    is_open: bool = False

    @property
    def picked(self) -> PictureChoice:
        """The chosen picture; a form always has one."""
        return next((one for one in self.pictures if one.is_chosen), self.pictures[0])


@dataclass(frozen=True, slots=True)
class KitRow:
    """`out` is the name of the box that takes it away, "" for an empty row. `sample` shows it as it lies on a card, ""
    while there is nothing to show; None where rows have none. `id` is the row's own on its page."""

    label: str
    cells: tuple[Cell, ...]
    hidden: tuple[tuple[str, str], ...] = ()
    out: str = ""
    is_out: bool = False
    sample: str | None = None
    id: str = ""


@dataclass(frozen=True, slots=True)
class RowList:
    name: str
    heading: str
    one: str
    rows: tuple[KitRow, ...]
    count: int
    note: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class KitPage:
    """What lies there now, and the form. `wrong` is said above, `places` beside what it is about, by section."""

    deck_title: str
    slug: str
    language: str
    deck_href: str
    workshop: str
    now: tuple[PartGroup, ...]
    rules: tuple[str, ...]
    ready: SafeString
    seats: tuple[Cell, ...]
    turn: tuple[Cell, ...]
    lists: Mapping[str, RowList]
    hidden: tuple[tuple[str, str], ...]
    heading: str = ""
    wrong: str = ""
    wrong_at: str = ""
