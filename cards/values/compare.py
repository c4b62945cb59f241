"""What a page shows of two versions side by side (see pages.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.safestring import SafeString

from cards.rules.limits import REASON_MAX
from cards.values.mat import Proof
from cards.values.pages import Choice
from studio.people.seal import Seal

ChangeSort = Literal["in", "re", "out", "count"]


@dataclass(frozen=True, slots=True)
class Printing:
    """A version that can be chosen: `value` is how an address says it. The words name its deck where there are two."""

    value: str
    words: str
    language: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Sum:
    """How many there are of a sort. `sort` is "" for those that are as they were."""

    number: int
    words: str
    sort: str = ""


@dataclass(frozen=True, slots=True)
class Voted:
    """A step between the two versions: what was done, by which vote. `deck` is named where there are two."""

    words: str
    seals: tuple[Seal, ...] = ()
    grounds: str = ""
    href: str = ""
    deck: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class CardThen:
    """An article in one of the two. `face` is its markup, "" where it is not drawn; `name` is what it is called aloud.
    `take` is the value by which it is taken over, "" where there is nothing to take over."""

    label: str
    href: str
    name: str
    face: SafeString | str = ""
    is_gone: bool = False
    take: str = ""
    is_ticked: bool = False


@dataclass(frozen=True, slots=True)
class ChangedCard:
    """A card or a Special Rule that is not as it was. `text` is what it says, where it came or went."""

    sort: ChangeSort
    word: str
    anchor: str
    title: str
    kind: str
    type_line: str
    was: CardThen | None
    now: CardThen | None
    proofs: tuple[Proof, ...] = ()
    counted: str = ""
    voted: tuple[Voted, ...] = ()
    text: str = ""
    language: str = ""
    own_kind: str = ""

    @property
    def then(self) -> CardThen:
        """Where it came or went, the one there is."""
        found = self.now or self.was
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change in the list of all: `href` leads to it, on another part of the page where it has several."""

    title: str
    word: str
    sort: ChangeSort
    href: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class ToPrint:
    """The print shop with what came or changed alone, and how many these are."""

    href: str
    words: str


@dataclass(frozen=True, slots=True)
class ComparePage:
    """`reworded` are told word by word, with what only has other copies; `came` and `went` are shown as they read.
    `parts` is empty where one page has all of them. `order` is how Special Rules hold now, where that changed. Where
    `takes_href` is not "" cards can be ticked to be taken over; `wrong` is why they were not, `typed` what was said."""

    deck_title: str
    deck_href: str
    language: str
    title: str
    was: tuple[Printing, ...]
    now: tuple[Printing, ...]
    sums: tuple[Sum, ...]
    heading: str
    lines: tuple[ChangeLine, ...]
    reworded: tuple[ChangedCard, ...]
    came: tuple[ChangedCard, ...]
    went: tuple[ChangedCard, ...]
    kit: tuple[Proof, ...]
    order: tuple[str, ...]
    parts: tuple[Choice, ...]
    nothing: str
    notice: str
    to_print: ToPrint | None
    json_href: str
    text_href: str
    takes_href: str = ""
    wrong: str = ""
    typed: str = ""
    grounds_limit: int = REASON_MAX


@dataclass(frozen=True, slots=True)
class RollBackPage:
    """What a deck rolled back to a version would differ in from its draft: nothing where `lines` is empty and `has_kit`
    is false. `is_withdrawn`: words of that version were taken down, and stay as they are now. `too_much` is what is
    said where one proposal cannot hold it, and `compare_href` where single cards are taken over."""

    deck_title: str
    deck_href: str
    language: str
    number: int
    address: str
    version: str
    href: str
    heading: str
    lines: tuple[ChangeLine, ...]
    has_kit: bool
    is_withdrawn: bool
    too_much: str = ""
    compare_href: str = ""
    wrong: str = ""
    typed: str = ""
    grounds_limit: int = REASON_MAX

    @property
    def is_something(self) -> bool:
        return bool(self.lines) or self.has_kit
