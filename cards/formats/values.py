"""What a file holds, as values that every reader makes and every writer takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cards.face.face import Face
from cards.rules.deck import Source
from cards.rules.events import Event
from cards.rules.kit import DVORAK, Kit
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class ListedCard:
    """A card of a list. `credit` names its maker where the face itself does not."""

    face: Face
    copies: int = 1
    number: int | None = None
    side: str = ""
    credit: str = ""


@dataclass(frozen=True, slots=True)
class ListedRule:
    """A Special Rule of a list."""

    face: Face
    number: int | None = None
    side: str = ""
    credit: str = ""


@dataclass(frozen=True, slots=True)
class VersionMark:
    """Which archived version a list shows. `digest` is that version's digest."""

    number: int
    name: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Somebody:
    """A member, as the entries of a history name them: by id; `name` is how they wished to be called."""

    id: int
    name: str
    colour: str = ""
    shape: str = ""


@dataclass(frozen=True, slots=True)
class PastEntry:
    """One numbered fact of a deck's log. `at` is a moment in ISO 8601 with its zone."""

    seq: int
    at: str
    event: Event
    by: int | None = None


@dataclass(frozen=True, slots=True)
class History:
    """A deck's whole log, with every face and everybody it names. A withdrawn face is a digest without words."""

    people: tuple[Somebody, ...]
    faces: tuple[Face, ...]
    entries: tuple[PastEntry, ...]
    withdrawn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CarriedPicture:
    """A picture that came with a list: the digest that faces name it by, and its file in base64."""

    digest: str
    content: str


@dataclass(frozen=True, slots=True)
class DeckListing:
    """A deck as a list: what it is about, its Special Rules and its cards, in order.

    `players_min` and `players_max` are None where the file does not say. `notes` are words that
    came with the deck and are neither a card nor a rule. `lineage` names the decks it was forked
    from, the nearest first, with their people by name. `pictures` are those that its faces name, as far as they fit.
    """

    title: str = ""
    blurb: str = ""
    theme: str = ""
    goal: str = ""
    players_min: int | None = None
    players_max: int | None = None
    status: str = ""
    tags: tuple[str, ...] = ()
    language: str = ""
    licence: str = ""
    rules: tuple[ListedRule, ...] = ()
    cards: tuple[ListedCard, ...] = ()
    notes: str = ""
    kit: Kit = DVORAK
    version: VersionMark | None = None
    lineage: tuple[Source, ...] = ()
    pictures: tuple[CarriedPicture, ...] = ()
    history: History | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """Something a reader wants to have said. `line` counts from 1; None where lines mean nothing.

    `stops` marks what must be put right before the list can become a deck.
    """

    line: int | None
    code: str
    said: Message | Refused
    stops: bool = False

    @property
    def with_line(self) -> Message | Refused:
        """The same, the line first where there is one."""
        return message("Line {line}: {said}", line=self.line, said=self.said) if self.line else self.said


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A line or a cell of a file that is on no card, in no rule and no word of the deck: it was not understood.

    `name` is what stands over its column or before it, "" for a line that nobody named. `is_asked` says that somebody
    wanted its column left out.
    """

    line: int | None
    words: str
    name: str = ""
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood of a file, what was said about it, and what has no place in it.

    What is in `unplaced` is in the remarks as well, which name each column once. `columns` are those of a table with a
    row of their names: what each was taken for, "" for one that nobody knows.
    """

    listing: DeckListing
    remarks: tuple[Diagnostic, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()

    @property
    def stops(self) -> tuple[Diagnostic, ...]:
        return tuple(remark for remark in self.remarks if remark.stops)


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file's text, and what its format could not carry: "the colour of 3 cards"."""

    text: str
    left_out: tuple[Message, ...] = ()


def faces_of(listing: DeckListing) -> Iterator[tuple[Face, bool]]:
    """Every face of the list, with whether it is a Special Rule's."""
    for rule in listing.rules:
        yield rule.face, True
    for card in listing.cards:
        yield card.face, False


def pictures_named(listing: DeckListing) -> Mapping[str, int]:
    """The pictures that the list's faces name, and those of its history: by digest, on how many of its faces."""
    faces = [face for face, _ in faces_of(listing)]
    past = listing.history.faces if listing.history else ()
    return Counter(face.picture.digest for face in (*faces, *past) if face.picture)
