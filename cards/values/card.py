"""What a card says of itself on paper, and its own page (see pages.py)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from django.utils.safestring import SafeString, mark_safe

from cards.face.drawn_back import DrawnBack
from cards.face.language import parted
from cards.face.terms import Term
from cards.values.mat import Proof, Reason
from cards.values.pages import ActionLink, Choice, ReaderKind
from studio.kernel.messages import counted, message, series
from studio.people.makers import maker_link
from studio.people.seal import Seal
from studio.templatetags.words import has_long_word
from studio.web.dates import TimeWords
from studio.web.link_tags import LinkTags
from studio.web.words import say, say_html, say_html_in


@dataclass(frozen=True, slots=True)
class Credit:
    """Who wrote an article and by which vote it is in: "5 of 5"; both may be empty (brought in with a file)."""

    by: str = ""
    tally: str = ""

    @property
    def words(self) -> str:
        tally = [message("{tally} in favour", tally=self.tally)] if self.tally else []
        return say(series([*([self.by] if self.by else []), *tally], "comma"))


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card or a Special Rule on a deck's page. `face` is its markup, "" when withdrawn, `name` what
    it is called aloud; `words` the text alone.

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
    name: str = ""
    words: str = ""
    is_new: bool = False
    effects: tuple[str, ...] = ()
    language: str = ""
    own_kind: str = ""
    since: int = 0  # the version that a reader knows, where it reads otherwise since

    @property
    def is_rule(self) -> bool:
        return self.kind == "rule"

    @property
    def mark(self) -> str:
        return f"§{self.number}" if self.is_rule else str(self.number)


@dataclass(frozen=True, slots=True)
class LifeLine:
    """One thing that happened to a card: a face, a vote. `proofs` show a rewording word by word,
    `grounds` what was said for it."""

    mark: str
    when: TimeWords | None
    words: str
    proofs: tuple[Proof, ...] = ()
    seals: tuple[Seal, ...] = ()
    tally: str = ""
    reasons: tuple[Reason, ...] = ()
    href: str = ""
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class Since:
    """What became of a card after the version that is shown; `proofs` say it word by word."""

    words: str
    proofs: tuple[Proof, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPage:
    """The life of one article. `state` is "in", "out" (repealed) or "withdrawn"; `faces` the markup of its cards,
    more than one when the text is long; `terms` the keywords it uses, explained; `own_kind` the look of
    the mark of a kind of the deck's own, as CSS properties; `pictures` are files of the card, to take along.

    In a `version` it has that version's words and `back`; `since` says what became of it, and `now_href` is where it is
    as it reads now. `cite_href` is where the words that are shown will always be. `makers` has the pages of
    whoever agreed to one, by name."""

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
    acts: tuple[ActionLink, ...] = ()
    sight: ReaderKind = "public"
    before: Choice | None = None
    after: Choice | None = None
    effects: tuple[str, ...] = ()
    language: str = ""
    terms: tuple[Term, ...] = ()
    own_kind: str = ""
    pictures: tuple[ActionLink, ...] = ()
    link: LinkTags | None = None
    back: DrawnBack | None = None
    version: Choice | None = None
    since: Since | None = None
    now_href: str = ""
    cite_href: str = ""
    makers: Mapping[str, str] = field(default_factory=dict)

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
        told = [say_html_in(one, self.language, "deck") for one in said]
        if self.credit.by:
            told.append(say_html(message("Written by {who}."), who=maker_link(self.makers, self.credit.by)))
        return mark_safe(" ".join(told))  # noqa: S308
