"""What the pages of one deck show: its head, its cards, its versions (see pages.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from django.utils.safestring import SafeString

from cards.face.drawn_back import DrawnBack
from cards.face.language import parted
from cards.values import counts
from cards.values.card import CardShown
from cards.values.pages import ActionLink, Altered, Choice, MinutesLine, ReaderKind
from studio.kernel.messages import counted, message
from studio.people.seal import Seal
from studio.templatetags.words import has_long_word
from studio.web.dates import TimeWords
from studio.web.link_tags import LinkTags
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class KindCount:
    """One patch of the control strip and of its key. `kind` is thing, action, other or rule."""

    kind: str
    number: int
    words: str


@dataclass(frozen=True, slots=True)
class Composition:
    """What a deck is made of: different cards by kind, Special Rules, and sheets of card with the copies."""

    things: int = 0
    actions: int = 0
    others: int = 0
    rules: int = 0
    copies: int = 0

    @property
    def cards(self) -> int:
        return self.things + self.actions + self.others

    @property
    def parts(self) -> tuple[KindCount, ...]:
        """Only what there is, in the order of the strip."""
        every = (
            KindCount("thing", self.things, say(counted("{count} Thing", "{count} Things", self.things))),
            KindCount("action", self.actions, say(counted("{count} Action", "{count} Actions", self.actions))),
            KindCount("other", self.others, say(message("{count} of other kinds", count=self.others))),
            KindCount("rule", self.rules, say(counts.rules(self.rules))),
        )
        return tuple(part for part in every if part.number)

    @property
    def label(self) -> str:
        return ", ".join(part.words for part in self.parts) or say(message("Nothing yet"))


@dataclass(frozen=True, slots=True)
class TicketLine:
    """A fact about a deck on its ticket. `when` follows the words, as a time of the reader's own zone."""

    term: str
    words: str
    href: str = ""
    when: TimeWords | None = None


@dataclass(frozen=True, slots=True)
class Tab:
    words: str
    href: str
    number: int | None = None
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class VersionShown:
    """An archived version in the history. `name` is "" when nobody gave it one of its own; `compare_href` leads to it
    beside the one before, "" for the first."""

    number: int
    name: str
    notes: str
    digest: str
    href: str
    when: TimeWords
    by: str
    composition: Composition
    changes: tuple[Altered, ...] = ()
    more_changes: int = 0
    is_withdrawn: bool = False
    compare_href: str = ""


@dataclass(frozen=True, slots=True)
class Kin:
    """A deck in the tree of another: what it is called, where it is ("" where one may not go), what is said of it."""

    title: str
    href: str
    words: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class DeckTree:
    """Where a deck comes from and what came of it: `parents` with the nearest last, so many `before` them; of `count`
    forks those that are drawn."""

    before: int
    parents: tuple[Kin, ...]
    here: str
    forks: tuple[Kin, ...]
    count: int
    more_href: str = ""

    @property
    def more(self) -> int:
        return self.count - len(self.forks)


@dataclass(frozen=True, slots=True)
class DeckHead:
    """The top of every page of a deck. `version` is None for the draft; `notice` is said under the title."""

    slug: str
    title: str
    blurb: str
    sight: ReaderKind
    href: str
    people: tuple[Seal, ...]
    byline: SafeString
    composition: Composition
    ticket: tuple[TicketLine, ...]
    more_sources: tuple[TicketLine, ...]  # folded under the words for how many decks they are
    more_sources_words: str
    tabs: tuple[Tab, ...]
    back: DrawnBack
    acts: tuple[ActionLink, ...]
    more: tuple[ActionLink, ...] = ()  # folded under one word
    version: VersionShown | None = None
    notice: str = ""
    tags: tuple[str, ...] = ()
    theme: str = ""
    goal: str = ""
    language: str = ""
    tree: DeckTree | None = None
    feed_href: str = ""  # of its versions, while it stands in the archive

    @property
    def is_member(self) -> bool:
        return self.sight == "member"

    @property
    def has_long_word(self) -> bool:
        """An unbroken title is set smaller, so that it stays on the sheet."""
        return has_long_word(self.title, 14)

    @property
    def parted_title(self) -> str:
        """With soft hyphens where a word may go on no line."""
        return parted(self.title, self.language) if self.has_long_word else self.title


@dataclass(frozen=True, slots=True)
class Filters:
    """How the cards are being looked at, and the links that look at them otherwise."""

    kinds: tuple[Choice, ...]
    traits: tuple[Choice, ...]
    views: tuple[Choice, ...]
    find: str = ""
    kind: str = ""
    trait: str = ""
    view: Literal["faces", "list"] = "faces"
    is_view_chosen: bool = False  # it is another one than that of a deck of this size
    shown: int = 0
    of: int = 0
    clear: str = ""

    @property
    def is_narrowed(self) -> bool:
        return bool(self.find or self.kind or self.trait)


@dataclass(frozen=True, slots=True)
class Letter:
    """The cards of a long list whose titles begin alike, as far as they lie on the page, and how many they are in all.
    `key` is where a link to them leads; `words` is "" where all stand together."""

    words: str
    key: str
    cards: tuple[CardShown, ...]
    count: int = 0
    lines: tuple[SafeString, ...] = ()  # these cards as markup


@dataclass(frozen=True, slots=True)
class Parts:
    """Which of many cards lie on the page, counted from 1, from which part on; and where those before and after are."""

    first: int
    last: int
    of: int
    part: int
    before: str = ""
    before_first: int = 0
    after: str = ""
    after_last: int = 0


@dataclass(frozen=True, slots=True)
class ForkShown:
    """A deck that was forked from the one that is shown. `of` is "version 2" or "the draft"; `compare_href` leads to
    the newest versions of both beside each other, "" where one has none."""

    title: str
    href: str
    people: str
    of: str
    compare_href: str = ""


@dataclass(frozen=True, slots=True)
class DeckPage:
    """A deck as its draft (members), as its latest version (everybody else) or as any version."""

    head: DeckHead
    tab: Literal["cards", "rules", "history"]
    filters: Filters
    cards: tuple[CardShown, ...]
    rules: tuple[CardShown, ...]
    minutes: tuple[MinutesLine, ...]
    versions: tuple[VersionShown, ...]
    letters: tuple[Letter, ...] = ()  # of a long list, which has its cards by them
    jumps: tuple[Choice, ...] = ()  # to each of its letters
    parts: Parts | None = None  # of a long deck's faces, or of its list
    minutes_href: str = ""
    history_href: str = ""
    forks: tuple[ForkShown, ...] = ()
    alike: tuple[Kin, ...] = ()  # other decks of the archive
    picture_credits: tuple[tuple[str, str], ...] = ()  # a card's title, and whose its picture is
    link: LinkTags | None = None


@dataclass(frozen=True, slots=True)
class MinutesPage:
    """The ledger of a deck, newest first, some at a time."""

    head: DeckHead
    days: tuple[tuple[str, tuple[MinutesLine, ...]], ...]
    older: str = ""
