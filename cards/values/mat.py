"""What lies on the mat: the card, its ballot, what is said about it, what waits (see workshop.py)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.face.drawn import DrawnFace
from cards.face.drawn_back import DrawnBack
from cards.rules.word_diff import DiffRun
from studio.people.seal import Seal


@dataclass(frozen=True, slots=True)
class Proof:
    """A field of a face, or a part of a kit. `language` is that of the pieces, for `lang`; empty where they are the
    site's own words. Of a drawing `was` and `now` are the addresses of pictures, "" for none; the `field` "mark" is a
    small one (a symbol, a colour), of which the pieces tell everything."""

    field: str
    name: str
    pieces: tuple[DiffRun, ...]
    language: str = ""
    was: str = ""
    now: str = ""


ChangeKind = Literal["create", "amend", "repeal", "restore", "recount", "deck", "package"]


@dataclass(frozen=True, slots=True)
class SealView:
    """A member's seal with a word under it: "wrote it", "away", "left". `is_last` closed
    the ballot with what they said."""

    member: int
    seal: Seal
    note: str = ""
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Ghost:
    """What `name` would add to the drawing, over the card on the mat: `face` is that card with nothing else drawn on
    it. `is_drawing`: it is not laid before the card's writer yet."""

    member: int
    name: str
    seal: Seal
    face: DrawnFace
    is_drawing: bool


@dataclass(frozen=True, slots=True)
class MatCard:
    """The card that is judged. `now` is the printed face it would replace or touch; `also` the rest of a package.

    `effects` is what a Special Rule would do to the table, in sentences; `boxes` which letters have no form in print;
    `backs` the back as it is and as it would be, `ghosts` what others draw on it.
    """

    number: int
    wording: int
    change: ChangeKind
    face: DrawnFace
    words: str
    stamp: str = ""
    now: DrawnFace | None = None
    proof: tuple[Proof, ...] = ()
    also: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    boxes: str = ""
    backs: tuple[DrawnBack, DrawnBack] | None = None
    ghosts: tuple[Ghost, ...] = ()

    @property
    def is_told(self) -> bool:
        """Whether there is more to say about it than the card itself says."""
        return bool(self.proof or self.effects or self.boxes or self.now or self.also or self.face.terms)


@dataclass(frozen=True, slots=True)
class GoOn:
    """Somebody is away: who may be gone on without, and who has agreed so far. `words` is HTML."""

    member: int
    name: str
    words: str
    address: str


@dataclass(frozen=True, slots=True)
class Reason:
    """What somebody said with a no; `is_taken_back` when they came round and the words only stay on record."""

    name: str
    words: str
    seal: Seal | None = None
    is_taken_back: bool = False


@dataclass(frozen=True, slots=True)
class FormerAsk:
    """A wording that was asked about before. `tally` is "First wording: 3 of 5, at 16:31" as HTML, `proof` what the
    next one changed in it, `because` leads up to the `reasons`, `why` is what else kept it out."""

    tally: str
    proof: tuple[Proof, ...]
    because: str
    reasons: tuple[Reason, ...]
    why: str
    address: str


@dataclass(frozen=True, slots=True)
class AgainSlip:
    """What a new wording changed and why the last one was set aside; `earlier` are those before it, the latest first,
    `was` the card as it lay there last."""

    last: FormerAsk
    earlier: tuple[FormerAsk, ...] = ()
    was: DrawnFace | None = None


@dataclass(frozen=True, slots=True)
class Rival:
    """Another ballot about the same thing, open or accepted since: `words` lead up to its `title`, which is a link."""

    words: str
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class BallotSlip:
    """The slip beside the card. `overtaken` says what is to be done with one that stands on old words.

    `grounds` is what its author says for it, `drawn` whose strokes it has
    taken. `reasons` are what was said with a no, seen by everybody as soon as it is
    said; `because_at` is how far along the row the first seal stands that has words, in hundredths, 0 where the seals
    stand in more than one row. When it is over, `question` is the verdict, and what was set aside has two ways back to
    the table.
    """

    number: int
    wording: int
    author: SealView
    sentence: str
    question: str
    seals: tuple[SealView, ...]
    rule: str
    deadline: str = ""
    go_on: tuple[GoOn, ...] = ()
    overtaken: str = ""
    address: str = ""
    reasons: tuple[Reason, ...] = ()
    because_at: int = 0
    grounds: str = ""
    adjust_address: str = ""
    again_address: str = ""
    rivals: tuple[Rival, ...] = ()
    drawn: str = ""


@dataclass(frozen=True, slots=True)
class MineSlip:
    """One member's own buttons for one ballot. `answer` is their vote so far, `reason` what they said with a no; who
    wrote the wording need not vote. `yes` and `no` are what the two buttons say; the one that closes the ballot says
    what it would come to, and `yes_settles`, `no_settles` that a key alone does not press it."""

    number: int
    wording: int
    is_open: bool = False
    is_elector: bool = False
    may_vote: bool = False
    is_author: bool = False
    answer: Literal["", "for", "against"] = ""
    reason: str = ""
    words: str = ""
    yes: str = ""
    no: str = ""
    yes_settles: bool = False
    no_settles: bool = False
    vote_address: str = ""
    reword_address: str = ""
    withdraw_address: str = ""


NOTHING_OF_MINE = MineSlip(number=0, wording=0)


@dataclass(frozen=True, slots=True)
class RemarkLine:
    seal: Seal
    words: str
    at: str = ""


@dataclass(frozen=True, slots=True)
class Talk:
    """What was said about a proposal; `address` takes the next remark, "" when there is nothing to talk about."""

    number: int
    remarks: tuple[RemarkLine, ...] = ()
    address: str = ""


@dataclass(frozen=True, slots=True)
class Mat:
    """What lies on the mat; nothing when `card` and `ballot` are None. `is_blank`: nothing was ever proposed."""

    card: MatCard | None = None
    again: AgainSlip | None = None
    ballot: BallotSlip | None = None
    talk: Talk = Talk(0)
    is_blank: bool = False
    clear_words: str = ""
    write_address: str = ""


@dataclass(frozen=True, slots=True)
class QueueStep:
    """What its writer may do about its place: `words` say it, a POST to `address` does it."""

    words: str
    address: str
    is_back: bool


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A proposal that waits its turn. `why` says what it waits for when it is not simply next; `steps` are for its
    writer alone, `member`."""

    number: int
    title: str
    kind: str
    by: Seal
    member: int
    address: str
    why: str = ""
    language: str = ""
    steps: tuple[QueueStep, ...] = ()


@dataclass(frozen=True, slots=True)
class AskSlip:
    """An every-member ballot: it lies beside the others until its deadline."""

    number: int
    title: str
    face: DrawnFace | None
    sentence: str
    seals: tuple[SealView, ...]
    deadline: str
    address: str
    effects: tuple[str, ...] = ()
    rivals: tuple[Rival, ...] = ()
    language: str = ""
    grounds: str = ""
