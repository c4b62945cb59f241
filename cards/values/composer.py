"""What the composer shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.face.drawn import DrawnFace
from cards.values.effects import EffectSheet
from cards.values.gaps import GapChoice
from cards.values.mat import Proof, Reason


@dataclass(frozen=True, slots=True)
class GoWords:
    """What the composer's button says, and when the card would come up."""

    button: str
    note: str


@dataclass(frozen=True, slots=True)
class SymbolChoice:
    """A symbol to put in: `code` with its braces, `words` as it is read aloud, `drawing` the address of its drawing,
    "" for a number of gold, which is set in type."""

    code: str
    words: str
    drawing: str = ""


@dataclass(frozen=True, slots=True)
class KeywordChoice:
    """A keyword to put in: `code` with its braces and, where something is written after it, an n."""

    code: str
    word: str
    meaning: str


@dataclass(frozen=True, slots=True)
class KindChoice:
    """A kind of the deck's own: `colour` "" or #rrggbb, `mark` the address of its mark in ink, or ""."""

    word: str
    colour: str
    mark: str
    meaning: str


@dataclass(frozen=True, slots=True)
class CornerChoice:
    """A corner: `name` is its field, `label` what the deck calls it, `place` where it is; one that is not used is
    offered only where a card has it."""

    name: str
    label: str
    place: str
    is_used: bool = True


@dataclass(frozen=True, slots=True)
class RoomKnown:
    """What an open composer is told of the room, again whenever it changes: the deck's own words, and its people.

    `ways` are the ways to decide, in numbers of those who are members now; `way_note` and `votes_note` what follows
    from taking a sentence about them. `stands` is another for every other state of cards and questions: then a card
    that is being changed asks what became of the one it belongs to.
    """

    symbols: tuple[SymbolChoice, ...]
    keywords: tuple[KeywordChoice, ...]
    own_kinds: tuple[KindChoice, ...]
    corners: tuple[CornerChoice, ...]
    ways: tuple[tuple[str, str], ...]
    members: tuple[tuple[str, str], ...]
    way_note: str
    votes_note: str
    stands: str


@dataclass(frozen=True, slots=True)
class MendLine:
    """The button that mends: its words, and what in the text becomes what."""

    words: str
    was: str
    becomes: str


@dataclass(frozen=True, slots=True)
class ThoughtLine:
    """One thing to mention about a card. Silenced by its `name`, for as long as one writes that card.

    `span` is what is meant, as it stands in the text, or "".
    """

    name: str
    words: str
    span: str = ""
    mend: MendLine | None = None


@dataclass(frozen=True, slots=True)
class ComposerField:
    """One input of the composer: `value` as typed, `limit` in characters, `wrong` in words."""

    name: str
    label: str
    value: str = ""
    limit: int = 0
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class ComposerSheet:
    """The blank card, or a written one to be changed.

    `context` names the draft in the browser's store; `hidden` goes back with the form: what is changed, and on which
    face. `wrong` says what stands against the whole; `takes_up` is the `context` of a draft that goes on in this one.
    `hand` is the card as it is written, for the steps of its type; `room` says how much more goes on it.
    `because` leads up to the `reasons` that were given against what is written anew.
    `sides` are those that a new card may be of, in decks that have sides (V2).
    `symbols` are those of every deck; `known` is the rest, where it does not come live.
    `trait_words` are the traits in use, the commonest first; `own_kinds` are the deck's besides `kinds`,
    each of which has its name and what such a card does.
    `pictures_address` is where a picture is brought, `picture_notes` what is said of the one that is there;
    `picture_side_kept` are the pixels of its longer side, `crop_least` the thousandths of it that are shown at least.
    `gaps` are there where no rail is, to say which of them a new card is for.
    `has_grounds`: there is a line for what speaks for it.
    `effects` is what a rule may change at the table. `then` is where a script goes when the card is on the table.
    """

    mode: Literal["create", "amend", "reword"]
    context: str
    heading: str
    address: str
    preview_address: str
    unfinished_address: str
    pictures_address: str
    then: str
    kind: str
    fields: dict[str, ComposerField]
    hand: DrawnFace
    room: str = ""
    hidden: tuple[tuple[str, str], ...] = ()
    wrong: str = ""
    takes_up: str = ""
    because: str = ""
    reasons: tuple[Reason, ...] = ()
    preview: DrawnFace | None = None
    proof: tuple[Proof, ...] = ()
    picture_notes: tuple[str, ...] = ()
    thoughts: tuple[ThoughtLine, ...] = ()
    symbols: tuple[SymbolChoice, ...] = ()
    known: RoomKnown | None = None
    trait_words: tuple[str, ...] = ()
    own_kinds: tuple[KindChoice, ...] = ()
    corners: tuple[CornerChoice, ...] = ()
    colours: tuple[tuple[str, str], ...] = ()
    kinds: tuple[tuple[str, str, str], ...] = ()
    sides: tuple[tuple[str, str], ...] = ()
    gaps: tuple[GapChoice, ...] = ()
    has_copies: bool = True
    has_grounds: bool = True
    has_sort: bool = True
    sort: str = "room"
    copies_limit: int = 99
    rule_text_limit: int = 0
    doodle_numbers_limit: int = 0
    picture_bytes_limit: int = 0
    picture_side_kept: int = 0
    crop_least: int = 0
    effects: EffectSheet | None = None


@dataclass(frozen=True, slots=True)
class PlainAsk:
    """A change that needs no writing: repeal, restore, another number of copies, another side out of `sides`.

    `grounds` is the line for it, as it was typed.
    """

    heading: str
    sentence: str
    face: DrawnFace
    address: str
    hidden: tuple[tuple[str, str], ...]
    button: str
    back: str
    copies: int = 0
    copies_limit: int = 99
    sides: tuple[tuple[str, str], ...] = ()
    side: str = ""
    wrong: str = ""
    grounds: str = ""
    grounds_limit: int = 0
