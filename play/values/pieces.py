"""A card, a token, a counter as they lie at a table; one's own hand, and what one is looking at."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from cards.face.terms import Term
from play.values.acts import Act
from studio.live.parts import KeepsDrawn
from studio.speed.hashing import KeepsHash
from studio.web.words import in_language, isolated


@dataclass(frozen=True, slots=True)
class Mark:
    """Tokens of one kind: how many, in which colour ("" or #rrggbb). `label` says both: "2 × Rosette". `is_first`: the
    kind that the equipment names first, which lies on the corner of a card."""

    name: str
    count: int
    label: str
    colour: str = ""
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class CounterView:
    """A number with one fewer and one more; None where the viewer may not press, or it would go beyond its bounds."""

    id: str
    name: str
    value: int
    fewer: Act | None = None
    more: Act | None = None


MARKS_NEAR = 2  # counters and tokens that a plate or a card has room for; more are counted


@dataclass(frozen=True, slots=True)
class PieceView(KeepsHash):
    """A card as it lies. `title` is "A card" while the viewer may not read it; then `glance` and `face` are "".

    `glance` is the face for across the table, `face` for reading. `label` says everything about it aloud. `address` is
    its sheet: the card full size and everything that can be done with it. `attached` hang on it, each with its own.
    `terms` are the keywords on it, explained where it is read; `words` stand under its title in an open pile's list.
    """

    id: str
    zone: str
    title: str
    label: SafeString
    language: str = ""
    number: int = 0
    kind: str = ""
    traits: str = ""
    type_line: str = ""
    words: str = ""
    is_known: bool = False
    is_face_up: bool = False
    is_tapped: bool = False
    is_pointed_at: bool = False
    is_mine: bool = False
    glance: SafeString = SafeString("")
    face: SafeString = SafeString("")
    tokens: tuple[Mark, ...] = ()
    counters: tuple[CounterView, ...] = ()
    note: str = ""
    attached: tuple[PieceView, ...] = ()
    acts: tuple[Act, ...] = ()
    address: str = ""
    is_for_any_time: bool = False
    terms: tuple[Term, ...] = ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Every number on it with its name: tokens, then counters."""
        return (*self.tokens, *(Mark(c.name, c.value, f"{isolated(c.name)} {c.value}") for c in self.counters))

    @property
    def marks_near(self) -> tuple[Mark, ...]:
        """Those that the card has room for. Of too many kinds one, and that is the kit's first if it lies there."""
        return tuple(sorted(self.marks, key=lambda mark: not mark.is_first)[:1]) if self.kinds_of_marks else self.marks

    @property
    def kinds_of_marks(self) -> int:
        """How many there are, where two have room; 0 where all of them are seen."""
        return len(self.marks) if len(self.marks) > MARKS_NEAR else 0

    @property
    def says_more(self) -> bool:
        """Whether the label has more than the title."""
        return self.label != in_language(self.title, self.language)


@dataclass(frozen=True, slots=True)
class LookingView:
    """What I have in front of me: the top of a pile, a searched pile, somebody's hand.

    `is_ordered`: it may go back in an order of one's own, also at `address`; `note` says what is told of it.
    """

    words: str
    zone: str
    pieces: tuple[PieceView, ...]
    must_shuffle: bool
    acts: tuple[Act, ...]
    address: str = ""
    is_list: bool = False  # too many to show their faces: by title
    is_ordered: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class HandView(KeepsDrawn):
    """My hand. `words` is "6 cards, 1 over the limit of 5"; `acts` are for the hand as a whole."""

    is_mine: bool
    count: int
    words: str
    pieces: tuple[PieceView, ...] = ()
    looking: LookingView | None = None
    acts: tuple[Act, ...] = ()
    key: str = ""
