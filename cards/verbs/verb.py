"""What a verb of a deck is: a command with all that belongs to it, in one value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeVar

from cards.face.face import Face
from cards.rules import events as e
from cards.rules.command import Command, Facts, MemberCommand, Moment
from cards.rules.deck import Change, Deck
from studio.kernel.inputs import Inputs

C = TypeVar("C", bound=Command)
ReadField = Callable[[Inputs, str], Any]


class When(Enum):
    """Who may ask for it, and of which deck."""

    MEMBER = "by a member, of a deck that is there"
    BEGINNING = "by whoever begins the deck"
    ALWAYS = "by the house, though the deck be put away"


class Guard(Enum):
    """What a seat that is lent for a day may not do with it (docs/decisions/0005); the view turns it into a look."""

    FOR_GOOD = "a proposal about what is not undone with the stand-in is answered by its owner"
    THEIRS_ALONE = "it is secret, or could not be told from its owner's afterwards"
    EARLIER = "what the seat had put to the table before they came is its owner's"
    EARLIER_VOTE = "the vote that the seat had given before they came would be lost"


class HowOften(Enum):
    """How often it may be asked; the figures stand in studio/people/limits.py."""

    VOTE = "a first vote is not counted, a change of it is"
    REMARK = "as remarks"
    DRAFT = "as what is done with one's own drafts"
    PROPOSAL = "as what is put to the table"
    WORDING = "the same; what is worded anew, as what is done with one's own drafts"
    GAP = "as gaps"
    MARK = "as marks of a sweep"
    SUGGESTION = "as strokes on the card of another"


class Back(Enum):
    """Where a plain form goes, once it is done or refused."""

    PROPOSAL = "the proposal's own page, where it was asked there; the room"
    ROOM = "the room"
    GAPS = "the page of gaps; the room where it was refused"
    DECK = "the deck's own page; the room where it was refused"
    PUT = "the proposal's own page"
    PRESS = "where the deck is printed"
    VERSION = "the page of the version that was made"
    ASKED = "the proposal's own page, or the deck's where it is decided by that; its details where it was refused"
    WRITE = "where one writes; the room where it was refused"
    JUDGED = "where the proposal is judged: on the mat, or its own page"
    WRITING = "a card that was taken back is written on; else as PROPOSAL"
    AGAIN = "the room; a script stays there, and goes where its reader votes from anywhere else"
    CAME = "the table at which the deck is played, for whoever came from there; the room"
    BATCH = "the page of the first batch"
    BATCH_ANEW = "the same, which is another page by then: a script goes there too"
    BLANK = "the same, at one's blank"


@dataclass(frozen=True, slots=True)
class Wish:
    """A command with the new faces that it names by digest: what a form comes to that is read as a whole."""

    command: MemberCommand
    faces: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class Sent:
    """The name under which a form sends a verb, and how each field is read. Who asks is never a field: it is the
    caller's own.

    `typed` names what stands in the form where that is other than `fields`, whose readers look into it. `guards` are
    asked with the number of each proposal that `about` names, in order. `enters`: whoever asks is in the room by it.
    What a form means only beside what the deck has is read as a whole, by its page (`Wish`, cards/views/verbs.py):
    its `fields` are those that are minded first. `lists` name rows of it, "zones" the fields zones-0-name and the like,
    or what may come more than once.
    """

    name: str
    fields: Mapping[str, ReadField]
    guards: tuple[Guard, ...] = ()
    about: tuple[str, ...] = ("proposal",)
    pace: HowOften | None = None
    back: Back = Back.PROPOSAL
    typed: tuple[str, ...] = ()
    enters: bool = True
    lists: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Of the form's fields."""
        return self.typed or tuple(self.fields)

    def has(self, field: str) -> bool:
        return field in self.names or field.partition("-")[0] in self.lists


def _nothing(*_: Any) -> tuple[()]:
    return ()


@dataclass(frozen=True, slots=True)
class Verb(Generic[C]):
    """A command, and `decide`, which gives the facts that follow or raises Refused(code).

    What it needs of the world, beside the faces of all that waits: `faces` it looks into, `adds` are those of them that
    would be new in the deck (their titles are looked for), `shows_pictures` whether the pictures on them must be the
    asker's to show or of the deck that `pictures_of` names, `not_played` whether it must be known if people sit at the
    deck's own table; `changes` are those it puts to the table, `anew` those of them that may have been asked before;
    `makes` is a face that comes of it.
    `written` are the faces that it put into words, once it is decided; `before` is the deck as it was, where the
    group's rows are already as they will be; `then` is the moment in which what follows is judged.
    """

    command: type[C]
    decide: Callable[[Deck, C, Moment], Facts]
    when: When = When.MEMBER
    sent: tuple[Sent, ...] = ()
    faces: Callable[[Deck, C], Iterable[str]] = _nothing
    adds: Callable[[Deck, C], Iterable[str]] = _nothing
    shows_pictures: bool = False
    not_played: bool = False
    changes: Callable[[Deck, C], tuple[Change, ...]] = _nothing
    anew: Callable[[Deck, C], tuple[Change, ...]] = _nothing
    pictures_of: Callable[[C], int | None] = field(default=lambda _: None)
    makes: Callable[[Deck, C, Mapping[str, Face]], Face | None] = field(default=lambda *_: None)
    written: Callable[[C, tuple[e.Event, ...]], Iterable[str]] = _nothing
    before: Callable[[Deck, C], Deck] = field(default=lambda deck, _: deck)
    then: Callable[[Moment, C], Moment] = field(default=lambda moment, _: moment)


# --- the fields of a form, each read from `Inputs`: a refusal for what cannot be read ---


def number(given: Inputs, field: str) -> int:
    """Of a proposal, a wording, a member."""
    return given.id(field)


def number_if_any(given: Inputs, field: str) -> int | None:
    return given.whole_number(field, otherwise=None)


def text(given: Inputs, field: str) -> str:
    """As it was typed; the rules say how much may stand."""
    return given.text(field)


def flag(given: Inputs, field: str) -> bool:
    """Whether it was ticked."""
    return given.flag(field)


def one_of(choices: Collection[str]) -> ReadField:
    return lambda given, field: given.choice(field, choices)
