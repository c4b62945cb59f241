"""What the pages on paper show, finished: frozen values, made by cards/queries and met by templates.

Nothing here asks the database. `sight` decides what a value holds, never what a template hides:
a public value simply has no drawer, no reasons and no draft in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from django.utils.safestring import SafeString, mark_safe

from cards.face.language import parted
from cards.values import counts
from cards.values.proof import Proof
from cards.values.workshop import Reason
from studio.kernel.messages import counted, message, series, shortened
from studio.people.seal import Seal
from studio.templatetags.words import has_long_word
from studio.web.dates import When
from studio.web.words import say, say_html_in

Sight = Literal["member", "public"]
CARDS_A_PLAYER = 5  # C8: a creative game may begin with so many in the draw pile for each player


@dataclass(frozen=True, slots=True)
class Part:
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
    def parts(self) -> tuple[Part, ...]:
        """Only what there is, in the order of the strip."""
        every = (
            Part("thing", self.things, say(counted("{count} Thing", "{count} Things", self.things))),
            Part("action", self.actions, say(counted("{count} Action", "{count} Actions", self.actions))),
            Part("other", self.others, say(message("{count} of other kinds", count=self.others))),
            Part("rule", self.rules, say(counts.rules(self.rules))),
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
    when: When | None = None


@dataclass(frozen=True, slots=True)
class Tab:
    words: str
    href: str
    number: int | None = None
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class Act:
    """Something a reader may do from here: a link with a word. `icon` names a symbol of the sprite."""

    words: str
    href: str
    icon: str = ""
    style: Literal["", "line", "text"] = "line"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few ways to show a page, as a link. `kind` lends its mark; `icon` a symbol instead of the word."""

    words: str
    href: str
    is_current: bool = False
    kind: str = ""
    icon: str = ""
    number: int | None = None
    language: str = ""  # of the words, where they are the deck's


@dataclass(frozen=True, slots=True)
class Credit:
    """Who wrote an article and by which vote it is in: "5 of 5"; both may be empty (brought in with a file)."""

    by: str = ""
    tally: str = ""
    when: When | None = None

    @property
    def words(self) -> str:
        tally = [message("{tally} in favour", tally=self.tally)] if self.tally else []
        return say(series([*([self.by] if self.by else []), *tally], "comma"))


@dataclass(frozen=True, slots=True)
class CardSight:
    """A card or a Special Rule on a deck's page. `face` is its markup, "" when withdrawn; `words` the text alone.

    `effects` is what a Special Rule does to the table, in sentences.
    """

    kind: str
    number: int
    title: str
    type_line: str
    text: str
    copies: int
    href: str
    credit: Credit
    face: str = ""
    words: str = ""
    is_new: bool = False
    effects: tuple[str, ...] = ()
    language: str = ""

    @property
    def is_rule(self) -> bool:
        return self.kind == "rule"

    @property
    def mark(self) -> str:
        return f"§{self.number}" if self.is_rule else str(self.number)


@dataclass(frozen=True, slots=True)
class MinutesLine:
    """A line in the ledger: **name** words … tally. `text` is the plain sentence where no name leads."""

    when: When
    name: str
    words: str
    tally: str = ""
    href: str = ""
    by: str = ""
    language: str = ""  # of the name, where it is the deck's word


_ALTERED = {
    "in": message("In", context="change"),
    "out": message("Out", context="change"),
    "re": message("Reworded", context="change"),
}


@dataclass(frozen=True, slots=True)
class Altered:
    """What a version changed: `sort` is in, out or re(worded)."""

    sort: Literal["in", "out", "re"]
    name: str
    language: str = ""

    @property
    def word(self) -> str:
        return say(_ALTERED[self.sort])


@dataclass(frozen=True, slots=True)
class VersionSight:
    """An archived version in the history. `name` is "" when nobody gave it one of its own."""

    number: int
    name: str
    notes: str
    digest: str
    href: str
    when: When
    by: str
    composition: Composition
    changes: tuple[Altered, ...] = ()
    more_changes: int = 0
    is_withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class DeckHead:
    """The top of every page of a deck. `version` is None for the draft; `notice` is said under the title."""

    slug: str
    title: str
    blurb: str
    sight: Sight
    href: str
    people: tuple[Seal, ...]
    byline: str
    composition: Composition
    ticket: tuple[TicketLine, ...]
    tabs: tuple[Tab, ...]
    acts: tuple[Act, ...]
    version: VersionSight | None = None
    notice: str = ""
    tags: tuple[str, ...] = ()
    theme: str = ""
    goal: str = ""
    language: str = ""

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
    shown: int = 0
    of: int = 0
    clear: str = ""

    @property
    def is_narrowed(self) -> bool:
        return bool(self.find or self.kind or self.trait)


@dataclass(frozen=True, slots=True)
class ForkSight:
    """A deck that was forked from the one that is shown. `of` is "version 2" or "the draft"."""

    title: str
    href: str
    people: str
    of: str


@dataclass(frozen=True, slots=True)
class DeckPage:
    """A deck as its draft (members), as its latest version (everybody else) or as any version."""

    head: DeckHead
    tab: Literal["cards", "rules", "history"]
    filters: Filters
    cards: tuple[CardSight, ...]
    rules: tuple[CardSight, ...]
    minutes: tuple[MinutesLine, ...]
    versions: tuple[VersionSight, ...]
    minutes_href: str = ""
    history_href: str = ""
    forks: tuple[ForkSight, ...] = ()


@dataclass(frozen=True, slots=True)
class LifeLine:
    """One thing that happened to a card: a face, a vote. `proofs` show a rewording word by word."""

    mark: str
    when: When | None
    words: str
    proofs: tuple[Proof, ...] = ()
    seals: tuple[Seal, ...] = ()
    tally: str = ""
    reasons: tuple[Reason, ...] = ()
    href: str = ""


@dataclass(frozen=True, slots=True)
class CardPage:
    """The life of one article. `state` is "in", "out" (repealed) or "withdrawn"; `faces` the markup of its cards,
    more than one when the text is long."""

    deck_title: str
    deck_href: str
    kind: str
    number: int
    title: str
    type_line: str
    text: str
    copies: int
    credit: Credit
    state: Literal["in", "out", "withdrawn"]
    life: tuple[LifeLine, ...]
    faces: tuple[str, ...] = ()
    acts: tuple[Act, ...] = ()
    sight: Sight = "public"
    before: Choice | None = None
    after: Choice | None = None
    effects: tuple[str, ...] = ()
    language: str = ""

    @property
    def parted_title(self) -> str:
        """With soft hyphens where a word may go on no line."""
        return parted(self.title, self.language) if has_long_word(self.title, 14) else self.title

    @property
    def is_rule(self) -> bool:
        return self.kind == "rule"

    @property
    def fine(self) -> SafeString:
        """ "Card 3 of Allotment Wars. One copy. Written by Idris." As markup."""
        said = [message("Special Rule {number} of {deck}.", number=self.number, deck=self.deck_title)]
        if not self.is_rule:
            said = [
                message("Card {number} of {deck}.", number=self.number, deck=self.deck_title),
                counted("One copy.", "{count} copies.", self.copies),
            ]
        if self.credit.by:
            said.append(message("Written by {who}.", who=self.credit.by))
        return mark_safe(" ".join(say_html_in(one, self.language, "deck") for one in said))  # noqa: S308


@dataclass(frozen=True, slots=True)
class DeckCover:
    """A deck as three cards (their markup) fanned out of their paper band."""

    title: str
    href: str
    people: str
    meta: str
    blurb: str
    composition: Composition
    faces: tuple[str, ...]
    tags: tuple[str, ...] = ()
    language: str = ""

    @property
    def has_long_word(self) -> bool:
        return has_long_word(self.title, 18)


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """`total` decks are public; `shown` answer the search; `covers` is one page of them."""

    covers: tuple[DeckCover, ...]
    find: str
    tag: str
    order: str
    orders: tuple[Choice, ...]
    total: int
    shown: int
    earlier: str = ""
    later: str = ""


@dataclass(frozen=True, slots=True)
class HomePage:
    covers: tuple[DeckCover, ...]
    minutes: tuple[MinutesLine, ...]
    total: int


@dataclass(frozen=True, slots=True)
class MinutesPage:
    """The ledger of a deck, newest first, some at a time."""

    head: DeckHead
    days: tuple[tuple[str, tuple[MinutesLine, ...]], ...]
    older: str = ""


def named(names: Iterable[str], at_most: int = 5) -> str:
    """ "Ros", "Ros and Idris", "Ros, Idris, Maud and two more"."""
    return say(shortened(names, at_most))


def players_words(least: int, most: int) -> str:
    """ "3 to 6", "4", "2 or 3"; "3 or more" and "up to 4" where one of them was not said (0)."""
    if not most:
        return say(message("{least} or more", least=least)) if least else ""
    if not least:
        return say(message("up to {most}", most=most))
    if least == most:
        return str(least)
    if most == least + 1:
        return say(message("{least} or {most}", least=least, most=most))
    return say(message("{least} to {most}", least=least, most=most))


def readiness(copies: int, least: int, most: int) -> str:
    """C8 in words: how many players the draw pile would serve at five cards each."""
    serves = copies // CARDS_A_PLAYER
    least = least or 1
    if serves >= most > 0:
        return say(message("Enough cards for {players}", players=most))
    if serves >= least:
        return say(message("Enough cards for {players}", players=serves))
    short = least * CARDS_A_PLAYER - copies
    return say(counted("{count} card short for {players}", "{count} cards short for {players}", short, players=least))
