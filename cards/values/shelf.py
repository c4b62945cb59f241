"""What the archive's pages show: a deck for tonight, and answers to what somebody looks for (see pages.py)."""

from __future__ import annotations

from dataclasses import dataclass

from cards.values.archive import DeckCover
from cards.values.facts import CoverFact
from cards.values.pages import Choice
from studio.web.dates import TimeWords
from studio.web.link_tags import LinkTags


@dataclass(frozen=True, slots=True)
class Chip:
    """A piece of what is asked, and where the same is asked without it. `language` is that of its words."""

    words: str
    href: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class ChipSaid:
    """A chip with the words that lead to it and those that follow."""

    before: str
    chip: Chip
    after: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """Something else that the language understands: what is typed, in two parts, what it means, and where it leads."""

    sign: str
    words: str
    meaning: str
    href: str


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """A value of a filter as a link, with how many decks it would leave; `name` and `value` are those of a form. What
    would leave none leads nowhere; in a row alone it stands there all the same."""

    words: str
    href: str
    count: int | None
    is_chosen: bool
    name: str
    value: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class FilterGroup:
    """`is_row`: numbers beside each other, of which one is chosen. `name` is that of the filter; `all_href` leads to
    all of its values where more are than stand here."""

    words: str
    choices: tuple[FilterChoice, ...]
    is_row: bool = False
    name: str = ""
    all_href: str = ""


@dataclass(frozen=True, slots=True)
class HitLine:
    """A card that has the words, as its title and a piece of its text; both are markup."""

    title: str
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class HitCard:
    """A card that has the words, as its face with these marked."""

    face: str
    href: str
    deck: str
    deck_href: str
    by: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class ShelfHit:
    """A deck that answers: the card that does best, at most two more as lines, how many there are besides."""

    cover: DeckCover
    title: str
    card: HitCard | None
    lines: tuple[HitLine, ...] = ()
    says: str = ""
    more: str = ""
    more_href: str = ""


@dataclass(frozen=True, slots=True)
class WithoutPiece:
    """What would be found without one piece: `struck` is it, `number` how many, `of` what."""

    struck: str
    href: str
    number: int | None
    of: str
    face: str = ""


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing was found. `meant` are words that may have been mistyped; `blank` is the title of one that could be."""

    total: str
    drops: tuple[WithoutPiece, ...]
    alone: tuple[WithoutPiece, ...]
    meant: tuple[Chip, ...]
    blank: str


@dataclass(frozen=True, slots=True)
class TitleLetter:
    """A letter that titles begin with; without decks it leads nowhere."""

    words: str
    href: str = ""


@dataclass(frozen=True, slots=True)
class ShelfPage:
    """A page of answers; numbers in `switch` are None where they are not counted."""

    words: str
    hidden: tuple[tuple[str, str], ...]  # what a form carries along beside the words
    subject: str
    sentence: tuple[ChipSaid, ...]
    remarks: tuple[str, ...]
    examples: tuple[Example, ...]
    switch: tuple[Choice, ...]
    orders: tuple[Choice, ...]
    order_names: tuple[tuple[str, str, bool], ...]  # as a form asks for one, the usual by nothing
    filters: tuple[FilterGroup, ...]
    filters_href: str
    chosen: int  # how many filters
    clear_href: str  # to the filters with none of them chosen
    decks_href: str
    go_words: str  # of the button that leads from the filters to the decks
    told: str
    is_counted: bool  # False: more cards answer than are counted
    hits: tuple[ShelfHit, ...] = ()
    covers: tuple[DeckCover, ...] = ()
    cards: tuple[HitCard, ...] = ()
    nothing: Nothing | None = None
    letters: tuple[TitleLetter, ...] = ()
    later: str = ""
    first: str = ""
    afresh: str = ""
    feed: str = ""
    is_whole: bool = True
    is_empty: bool = False
    link: LinkTags | None = None


@dataclass(frozen=True, slots=True)
class NewVersion:
    """A line of the shelf of new versions: `came` are sorts and words ("in", "2 in")."""

    title: str
    number: int
    name: str
    href: str
    when: TimeWords
    facts: tuple[CoverFact, ...]
    came: tuple[tuple[str, str], ...]
    language: str = ""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the shelf of what is played most."""

    rank: int
    title: str
    href: str
    facts: tuple[CoverFact, ...]
    count: int
    of: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class TonightQuestion:
    """One of three: its words and the answers, each a link that keeps the others."""

    words: str
    answers: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class TonightPage:
    """The archive's front. `dealt` is the deck on the cloth, `hands` those that lie round it."""

    players: TonightQuestion
    others: tuple[TonightQuestion, ...]
    told: tuple[str, ...]
    go_words: str
    go_href: str
    dealt: DeckCover | None
    again_href: str
    hands: tuple[int, ...]
    total: int
    all_href: str
    covers: tuple[DeckCover, ...] = ()  # of the newest, where no star is shown
    stars: tuple[DeckCover, ...] = ()
    stars_total: int = 0
    stars_href: str = ""
    newest: tuple[NewVersion, ...] = ()
    played: tuple[Ranked, ...] = ()
    played_href: str = ""
    unfinished: tuple[DeckCover, ...] = ()
    unfinished_total: int = 0
    unfinished_href: str = ""
    letters: tuple[TitleLetter, ...] = ()
    is_whole: bool = True
    link: LinkTags | None = None
