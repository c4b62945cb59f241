"""What the workshop's fragments are given: finished, frozen, the same for all who see alike.

Addresses are finished strings; words are finished sentences; faces are `cards.face.drawn.DrawnFace`.
Only `MineSlip` is drawn for one member.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.face.drawn import DrawnFace
from cards.values.kit import EffectSheet
from cards.values.proof import Proof
from studio.people.seal import Seal

ChangeKind = Literal["create", "amend", "repeal", "restore", "recount", "deck", "package"]


@dataclass(frozen=True, slots=True)
class SealView:
    """A member's seal with a word under it: "wrote it", "away", "left". `is_last` spoke last."""

    member: int
    seal: Seal
    note: str = ""
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class PresenceStrip:
    """Who is here. `words` is "Five at the table", `elsewhere` names the members who are not."""

    people: tuple[SealView, ...]
    words: str
    elsewhere: tuple[SealView, ...] = ()
    group_address: str = ""
    language: str = ""  # where it is not the page's own


@dataclass(frozen=True, slots=True)
class MatCard:
    """The card that is judged. `now` is the printed face it would replace or touch; `also` the rest of a package.

    `effects` is what a Special Rule would do to the table, in sentences; `boxes` which letters have no form in print.
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


@dataclass(frozen=True, slots=True)
class GoOn:
    """Somebody is away: who may be gone on without, and how many have agreed so far."""

    member: int
    name: str
    words: str
    address: str


@dataclass(frozen=True, slots=True)
class Reason:
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Rival:
    """Another ballot about the same thing, open or accepted since: `words` lead up to its `title`, which is a link."""

    words: str
    title: str
    address: str


@dataclass(frozen=True, slots=True)
class BallotSlip:
    """The slip beside the card. `overtaken` waits to be reworded by its author.

    When it is over, `question` is the verdict, `reasons` are those of the opposed, and what was set aside has two ways
    back to the table.
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
    overtaken: bool = False
    address: str = ""
    reasons: tuple[Reason, ...] = ()
    adjust_address: str = ""
    again_address: str = ""
    rivals: tuple[Rival, ...] = ()


@dataclass(frozen=True, slots=True)
class MineSlip:
    """One member's own buttons for one ballot. `answer` is their vote so far, `reason` what they said with a no, which
    nobody else is shown here yet; who wrote the wording need not vote."""

    number: int
    wording: int
    is_open: bool = False
    is_elector: bool = False
    may_vote: bool = False
    is_author: bool = False
    answer: Literal["", "for", "against"] = ""
    reason: str = ""
    words: str = ""
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
    ballot: BallotSlip | None = None
    talk: Talk = Talk(0)
    is_blank: bool = False
    clear_words: str = ""
    write_address: str = ""


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A proposal that waits its turn. `why` says what it waits for when it is not simply next."""

    number: int
    title: str
    kind: str
    by: Seal
    address: str
    why: str = ""
    language: str = ""


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


@dataclass(frozen=True, slots=True)
class RailLine:
    number: int
    title: str
    traits: str
    address: str
    is_new: bool = False
    copies: int = 1


@dataclass(frozen=True, slots=True)
class RailGroup:
    """`kind` is thing, action, other or rule; `count` counts copies, rules once."""

    kind: str
    heading: str
    count: int
    lines: tuple[RailLine, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class RailLists:
    """What is in the deck. `words` says the strip aloud; `deck_address` leads to all of it."""

    total: int
    words: str
    groups: tuple[RailGroup, ...]
    deck_address: str
    language: str = ""


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
class Verdict:
    """How the last ballot closed: `tally` is "3 of 5 in favour", `count` "Three of five". `words` say what that means;
    `told` does so as HTML, with the title in bold, "" where there is nothing to say.

    `now` is the face as it prints, for what came in or changed.
    """

    number: int
    outcome: Literal["accepted", "aside"]
    title: str
    language: str
    tally: str
    count: str
    heading: str
    words: str
    seals: tuple[SealView, ...]
    reasons: tuple[Reason, ...] = ()
    was: DrawnFace | None = None
    now: DrawnFace | None = None
    address: str = ""
    adjust_address: str = ""
    again_address: str = ""
    aside_count: int = 0
    told: str = ""


@dataclass(frozen=True, slots=True)
class ThemeLines:
    """What the group agreed before the first card."""

    theme: str = ""
    goal: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    """How somebody gets in: `qr` is safe SVG of `link`; `code` is "" while nobody may use one."""

    link: str
    qr: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class TitleLine:
    title: str
    address: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class GoWords:
    """What the composer's button says, and when the card would come up."""

    button: str
    note: str


@dataclass(frozen=True, slots=True)
class Field:
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
    face. `wrong` says what stands against the whole.
    `effects` is what a rule may change at the table. `then` is where a script goes when the card is on the table.
    """

    mode: Literal["create", "amend", "reword"]
    context: str
    heading: str
    address: str
    preview_address: str
    then: str
    kind: str
    fields: dict[str, Field]
    hidden: tuple[tuple[str, str], ...] = ()
    wrong: str = ""
    preview: DrawnFace | None = None
    proof: tuple[Proof, ...] = ()
    advice: tuple[str, ...] = ()
    symbols: tuple[tuple[str, str], ...] = ()
    colours: tuple[tuple[str, str], ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    has_copies: bool = True
    has_sort: bool = True
    sort: str = "room"
    copies_limit: int = 99
    rule_text_limit: int = 0
    effects: EffectSheet | None = None


@dataclass(frozen=True, slots=True)
class PlainAsk:
    """A change that needs no writing: repeal, restore, another number of copies."""

    heading: str
    sentence: str
    face: DrawnFace
    address: str
    hidden: tuple[tuple[str, str], ...]
    button: str
    back: str
    copies: int = 0
    copies_limit: int = 99
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Place:
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
