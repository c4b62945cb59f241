"""What the workshop's fragments are given: finished, frozen, the same for all who see alike.

Addresses are finished strings; words are finished sentences; faces are `cards.face.drawn.DrawnFace`.
Only `MineSlip` (mat.py) is drawn for one member.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.face.drawn import DrawnFace
from cards.values.mat import Reason, SealView

SEALS_SHOWN, SEALS_SHOWN_NARROW = 5, 3  # as wide as presence.css makes the row


@dataclass(frozen=True, slots=True)
class PresenceStrip:
    """Who is here, those with a vote first. `words` is "Five at the table", or "Twelve here" where `voting` says "five
    vote"; `elsewhere` names the members who are not."""

    people: tuple[SealView, ...]
    words: str
    voting: str = ""
    elsewhere: tuple[SealView, ...] = ()
    group_address: str = ""
    language: str = ""  # where it is not the page's own

    @property
    def beyond(self) -> int:
        """How many seals a wide window leaves out; a narrow one two more."""
        return max(0, len(self.people) - SEALS_SHOWN)

    @property
    def beyond_narrow(self) -> int:
        return max(0, len(self.people) - SEALS_SHOWN_NARROW)


@dataclass(frozen=True, slots=True)
class RailLine:
    number: int
    title: str
    traits: str
    address: str
    is_new: bool = False
    copies: int = 1
    language: str = ""
    is_rest: bool = False  # folded away until it is asked for
    own_kind: str = ""  # the look of the mark of a kind of the deck's own, as CSS properties


@dataclass(frozen=True, slots=True)
class RailGroup:
    """`kind` is thing, action, other or rule; `count` counts copies, rules once; `more` are in no line, `rest` also
    those that are folded away."""

    kind: str
    heading: str
    count: int
    lines: tuple[RailLine, ...]
    more: int = 0

    @property
    def rest(self) -> int:
        return sum(line.is_rest for line in self.lines) + self.more


@dataclass(frozen=True, slots=True)
class RailLists:
    """What is in the deck. `words` says the strip aloud; `deck_address` leads to all of it."""

    total: int
    words: str
    groups: tuple[RailGroup, ...]
    deck_address: str


@dataclass(frozen=True, slots=True)
class DrawerCard:
    """A proposal set aside, with its reasons and the two ways back to the table."""

    number: int
    title: str
    face: DrawnFace | None
    tally: str
    why: str
    reasons: tuple[Reason, ...]
    address: str
    adjust_address: str
    again_address: str
    seals: tuple[SealView, ...] = ()
    effects: tuple[str, ...] = ()
    language: str = ""
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class DrawerSlip:
    """The drawer under the mat: the latest few and how many there are."""

    count: int
    cards: tuple[DrawerCard, ...]
    address: str


@dataclass(frozen=True, slots=True)
class Readiness:
    """C8: cards in the draw pile against five a player."""

    cards: int
    players: int
    wanted: int
    is_enough: bool
    words: str


@dataclass(frozen=True, slots=True)
class ClosedBallot:
    """How the last ballot closed: `tally` is "3 of 5 in favour", `count` "Three of five". `words` say what that means;
    `told` does so as HTML, with the title in bold, "" where there is nothing to say.

    `now` is the face as it prints, for what came in or changed. What was set aside and asked again `is_taken_up`.
    """

    number: int
    outcome: Literal["accepted", "aside"]
    title: str
    language: str
    tally: str
    count: str
    heading: str
    stamp: str
    words: str
    seals: tuple[SealView, ...]
    reasons: tuple[Reason, ...] = ()
    grounds: str = ""
    was: DrawnFace | None = None
    now: DrawnFace | None = None
    address: str = ""
    adjust_address: str = ""
    again_address: str = ""
    aside_count: int = 0
    told: str = ""
    is_taken_up: bool = False


@dataclass(frozen=True, slots=True)
class OnSide:
    """What lies on the mat while somebody's bench lies over it, or waits behind it: `words` say how many have spoken,
    `whose` by whom it is."""

    title: str
    kind: str
    words: str
    language: str = ""
    whose: str = ""


@dataclass(frozen=True, slots=True)
class Beside:
    """The table as it is told beside a card that is written: what lies there now with its face, and what is next."""

    now: OnSide | None = None
    face: DrawnFace | None = None
    number: int = 0
    next: OnSide | None = None


@dataclass(frozen=True, slots=True)
class ThemeLines:
    """What the group agreed before the first card. `asks` says what nobody has said yet, and leads to `address`."""

    theme: str = ""
    goal: str = ""
    asks: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    """How somebody gets in: `qr` is safe SVG of `link`; `code` is "" while nobody may use one."""

    link: str
    qr: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class TitleLine:
    """`where` of the deck's pages one is. `is_untitled`: nobody has said what the deck is called."""

    where: str
    title: str
    address: str
    language: str = ""
    is_untitled: bool = False


@dataclass(frozen=True, slots=True)
class WorkshopPlace:
    """Where a page of the workshop is: its deck, its stream, and the addresses that never change while it is open."""

    title: str
    language: str
    slug: str
    stream_key: str
    address: str
    deck_address: str
    write_address: str
    preview_address: str
    agree_address: str
    me: int
    is_blank: bool = False
    is_lent: bool = False
