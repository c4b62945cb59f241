"""What the pages of a table are given: finished, frozen, drawn for one sight (a seat's, or everybody else's).

Addresses are finished strings, words finished sentences, faces finished markup (`SafeString`, cards/_face.html).
An `Act` is one press: a button of the page's form `act` with `formaction` = its address.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from django.utils.safestring import SafeString

from cards.face.drawn_back import DrawnBack
from cards.face.terms import Term
from cards.values.mat import GoOn, Reason, RemarkLine, Rival, SealView
from cards.values.proof import Proof
from play.table.state import State
from play.verbs.offers import Look
from studio.kernel.hashing import KeepsHash
from studio.live.parts import LaidOut, PartCall
from studio.people.seal import Seal
from studio.web.dates import TimeWords
from studio.web.words import in_language, isolated


@dataclass(frozen=True, slots=True)
class Act:
    """A button. `verb` is the table verb it sends (data-verb), `look` how much it stands out, `hint` says more."""

    label: str
    address: str
    verb: str = ""
    look: Look | Literal[""] = "line"
    hotkey: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Mark:
    """Tokens of one kind: how many, in which colour ("" or #rrggbb). `label` says both: "2 × Rosette". `is_first`: the
    kind that the equipment names first, which lies on the corner of a card."""

    name: str
    count: int
    label: str
    colour: str = ""
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class CounterView:
    """A number with one fewer and one more; None where the viewer may not press, or it would go beyond its bounds."""

    id: str
    name: str
    value: int
    fewer: Act | None = None
    more: Act | None = None


MARKS_NEAR = 2  # counters and tokens that a plate or a card has room for; more are counted


@dataclass(frozen=True, slots=True)
class PieceView(KeepsHash):
    """A card as it lies. `title` is "A card" while the viewer may not read it; then `glance` and `face` are "".

    `glance` is the face for across the table, `face` for reading. `label` says everything about it aloud. `address` is
    its sheet: the card full size and everything that can be done with it. `attached` hang on it, each with its own.
    `terms` are the keywords on it, explained where it is read.
    """

    id: str
    zone: str
    title: str
    label: SafeString
    language: str = ""
    number: int = 0
    kind: str = ""
    traits: str = ""
    type_line: str = ""
    is_known: bool = False
    is_face_up: bool = False
    is_tapped: bool = False
    is_pointed_at: bool = False
    is_mine: bool = False
    glance: SafeString = SafeString("")
    face: SafeString = SafeString("")
    tokens: tuple[Mark, ...] = ()
    counters: tuple[CounterView, ...] = ()
    note: str = ""
    attached: tuple[PieceView, ...] = ()
    acts: tuple[Act, ...] = ()
    address: str = ""
    is_for_any_time: bool = False
    terms: tuple[Term, ...] = ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Every number on it with its name: tokens, then counters."""
        return (*self.tokens, *(Mark(c.name, c.value, f"{isolated(c.name)} {c.value}") for c in self.counters))

    @property
    def marks_near(self) -> tuple[Mark, ...]:
        """Those that the card has room for. Of too many kinds one, and that is the kit's first if it lies there."""
        return tuple(sorted(self.marks, key=lambda mark: not mark.is_first)[:1]) if self.kinds_of_marks else self.marks

    @property
    def kinds_of_marks(self) -> int:
        """How many there are, where two have room; 0 where all of them are seen."""
        return len(self.marks) if len(self.marks) > MARKS_NEAR else 0

    @property
    def says_more(self) -> bool:
        """Whether the label has more than the title."""
        return self.label != in_language(self.title, self.language)


@dataclass(frozen=True, slots=True)
class ZoneView(KeepsHash):
    """A pile, row, area or hand. `words` counts ("27 cards"); `pieces` are what lies open, of a pile only its top.

    `address` is its sheet: browse, look at the top, search, shuffle. `short` is what stands under the pile. `owner` is
    the seat whose it is, 0 for the table's. A card that is dropped here is sent with the first of the verbs `drops`
    that it offers, and moved where it offers none of them; an Action with those of `drops_actions` before.
    """

    key: str
    name: str
    short: str
    is_pile: bool
    count: int
    words: str
    owner: int = 0
    pieces: tuple[PieceView, ...] = ()
    drops: tuple[str, ...] = ()
    is_hidden: bool = False
    may_browse: bool = False
    acts: tuple[Act, ...] = ()
    address: str = ""
    drops_actions: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Of its element."""
        return f"at-{self.key}"

    @property
    def top(self) -> PieceView | None:
        return self.pieces[0] if self.pieces else None


@dataclass(frozen=True, slots=True)
class SeatView(KeepsHash):
    """A place at the table. `member` is None when nobody sits there; `note` is "to move", "away", "out", "ready" …

    `hand` counts, `hand_key` is what the hand is called; `shown` are cards of it that the viewer was shown. `address`
    is the sheet of what can be asked of or done with this seat. `sit` is there while it is free and the viewer may
    take it.
    """

    number: int
    name: str
    seal: Seal | None = None
    member: int | None = None
    is_me: bool = False
    has_turn: bool = False
    is_playing: bool = False
    is_ready: bool = False
    is_out: bool = False
    is_away: bool = False
    is_muted: bool = False
    team: int = 0
    side: str = ""
    note: str = ""
    hand: int = 0
    hand_words: str = ""
    hand_key: str = ""
    shown: tuple[PieceView, ...] = ()
    zones: tuple[ZoneView, ...] = ()
    counters: tuple[CounterView, ...] = ()
    tokens: tuple[Mark, ...] = ()
    address: str = ""
    sit: Act | None = None

    @property
    def id(self) -> str:
        """Of its element."""
        return f"s-{self.number}"

    @property
    def plate(self) -> SeatView:
        """The same but for what lies there."""
        return _plate(self)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Every number that lies before this seat, with its name: its counters, then its tokens."""
        counters = tuple(Mark(c.name, c.value, f"{isolated(c.name)} {c.value}") for c in self.counters)
        return (*counters, *self.tokens)

    @property
    def marks_near(self) -> tuple[Mark, ...]:
        """Those that a plate has room for."""
        return self.marks[:MARKS_NEAR]

    @property
    def marks_folded(self) -> int:
        """How many more its sheet shows."""
        return len(self.marks[MARKS_NEAR:])

    @property
    def marks_besides(self) -> int:
        """How many more there are than the first, which alone stands on the plates of a crowd."""
        return len(self.marks[1:])


@lru_cache(maxsize=1000)
def _plate(seat: SeatView) -> SeatView:
    return replace(seat, zones=(), shown=())


@dataclass(frozen=True, slots=True)
class DieView:
    """`face` is what it shows ("" until rolled); `pips` 1 to 6 where the faces are those of a common die. `last` says
    who threw it and what came of it."""

    id: str
    name: str
    face: str
    pips: int = 0
    colour: str = ""
    roll: Act | None = None
    last: str = ""
    is_coin: bool = False


@dataclass(frozen=True, slots=True)
class BlankPile:
    """The pile of blank cards at a creative table; `count` is None while there is no limit (C12).

    `address` is where one writes; "" for whoever only watches.
    """

    count: int | None
    words: str
    address: str
    fresh: Act | None = None


@dataclass(frozen=True, slots=True)
class FeltLayout(KeepsHash):
    """Where the parts of a cloth stand, by their ids; and what stands there that is no part. See `Felt`."""

    state: State
    is_paused: bool
    others: int
    near: str
    left: tuple[str, ...]
    top: tuple[str, ...]
    right: tuple[str, ...]
    free: tuple[Act | None, ...]  # chairs nobody sits on, each with how to sit down there
    rows: tuple[str, ...]
    piles: tuple[str, ...]
    mine: int  # the number of my seat, or 0
    my_zones: tuple[str, ...]

    @property
    def around(self) -> int:
        return len(self.left) + len(self.top) + len(self.right)


def _ids(shown: Iterable[SeatView | ZoneView]) -> tuple[str, ...]:
    return tuple(one.id for one in shown)


@dataclass(frozen=True, slots=True)
class Felt(LaidOut):
    """The cloth: the others in the order of the seats after mine, what is everybody's, and my own place.

    `others` are occupied or in the game; `free` may still be taken. A spectator has no `mine` and looks over the
    shoulder of the first, who then sits `near`. The rest sit round the cloth, clockwise: at the `left` from near to
    far, at the `top`, at the `right` from far to near. `tokens` are kinds that one may put somewhere.
    """

    title: str
    back: DrawnBack
    state: State
    others: tuple[SeatView, ...]
    mine: SeatView | None
    free: tuple[SeatView, ...]
    zones: tuple[ZoneView, ...]
    counters: tuple[CounterView, ...] = ()
    dice: tuple[DieView, ...] = ()
    blanks: BlankPile | None = None
    is_paused: bool = False
    round: int = 0
    held: str = ""
    tokens: tuple[Mark, ...] = ()

    @property
    def near(self) -> SeatView | None:
        return self.others[0] if self.mine is None and self.others and self.state != "gathering" else None

    @property
    def around(self) -> tuple[SeatView, ...]:
        return self.others[1:] if self.near is not None else self.others

    @property
    def _beside(self) -> int:
        """How many sit at each side."""
        count = len(self.around)
        return 0 if count < 3 else 1 if count < 6 else 2

    @property
    def left(self) -> tuple[SeatView, ...]:
        return self.around[: self._beside]

    @property
    def top(self) -> tuple[SeatView, ...]:
        return self.around[self._beside : len(self.around) - self._beside]

    @property
    def right(self) -> tuple[SeatView, ...]:
        return self.around[len(self.around) - self._beside :]

    @property
    def piles(self) -> tuple[ZoneView, ...]:
        return tuple(zone for zone in self.zones if zone.is_pile)

    @property
    def rows(self) -> tuple[ZoneView, ...]:
        """What lies open for everybody, each in a row of its own."""
        return tuple(zone for zone in self.zones if not zone.is_pile)

    @property
    def _has_tray(self) -> bool:
        return bool(self.dice or self.counters or self.tokens)

    @property
    def layout(self) -> FeltLayout:
        beside = ("blanks",) * (self.blanks is not None) + ("tray",) * self._has_tray
        return FeltLayout(
            state=self.state,
            is_paused=self.is_paused,
            others=len(self.others),
            near=self.near.id if self.near else "",
            left=_ids(self.left),
            top=_ids(self.top),
            right=_ids(self.right),
            free=tuple(seat.sit for seat in self.free),
            rows=_ids(self.rows),
            piles=(*_ids(self.piles), *beside),
            mine=self.mine.number if self.mine else 0,
            my_zones=_ids(self.mine.zones) if self.mine else (),
        )

    @property
    def parts(self) -> dict[str, PartCall]:
        back = self.back
        found = {seat.id: PartCall("play/_seat.html", (("seat", seat), ("back", back))) for seat in self.others}
        mine = self.mine.zones if self.mine is not None else ()
        for zone, whose in (*((zone, "") for zone in self.zones), *((zone, "Yours") for zone in mine)):
            found[zone.id] = PartCall("play/_zone.html", (("zone", zone), ("back", back), ("whose", whose)))
        if self.blanks is not None:
            found["blanks"] = PartCall("play/_blanks.html", (("blanks", self.blanks),))
        if self._has_tray:
            lies = (("dice", self.dice), ("counters", self.counters), ("tokens", self.tokens))
            found["tray"] = PartCall("play/_tray.html", lies)
        if self.mine is not None:
            found["youplate"] = PartCall("play/_youplate.html", (("seat", self.mine.plate), ("held", self.held)))
        return found


@dataclass(frozen=True, slots=True)
class LookingView:
    """What I have in front of me: the top of a pile, a searched pile, somebody's hand.

    `is_ordered`: it may go back in an order of one's own, also at `address`; `note` says what is told of it.
    """

    words: str
    zone: str
    pieces: tuple[PieceView, ...]
    must_shuffle: bool
    acts: tuple[Act, ...]
    address: str = ""
    is_list: bool = False  # too many to show their faces: by title
    is_ordered: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class HandView:
    """My hand. `words` is "6 cards, 1 over the limit of 5"; `acts` are for the hand as a whole."""

    is_mine: bool
    count: int
    words: str
    pieces: tuple[PieceView, ...] = ()
    looking: LookingView | None = None
    acts: tuple[Act, ...] = ()
    key: str = ""


@dataclass(frozen=True, slots=True)
class PhaseView:
    """A part of a turn; `todo` is what still belongs into it, in words."""

    name: str
    is_now: bool
    is_past: bool
    todo: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Readying:
    """C8: cards against five a player; who is ready."""

    cards: int
    players: int
    wanted: int
    is_enough: bool
    words: str
    ready: int


@dataclass(frozen=True, slots=True)
class TurnView(LaidOut):
    """Whose turn it is and what is still to do, in words; before and after the game what comes next.

    In somebody else's turn `headline` says whose, `line` who comes after. `code` is read out to whoever is still
    missing; "" where it alone seats nobody. `limit` is the hand limit in force (None: there is none), `limited_by` the
    number of the Special Rule that sets it (0: no rule does), `is_over` that one holds more in one's own turn.
    """

    state: State
    title: str
    language: str = ""
    round: int = 0
    seat: int = 0
    seal: Seal | None = None
    member: int | None = None
    is_mine: bool = False
    words: str = ""
    phases: tuple[PhaseView, ...] = ()
    acts: tuple[Act, ...] = ()
    paused: str = ""
    may_talk: bool = False
    headline: str = ""
    line: str = ""
    code: str = ""
    readying: Readying | None = None
    limit: int | None = None
    limited_by: int = 0
    is_over: bool = False

    @property
    def layout(self) -> TurnView:
        """The same without what one may do, which changes with each move; before a game it stands among words."""
        return self if self.state == "gathering" else replace(self, acts=())

    @property
    def parts(self) -> dict[str, PartCall]:
        may_talk = bool(self.headline) and self.may_talk
        return {"tturn-acts": PartCall("play/_turn_acts.html", (("acts", self.acts), ("may_talk", may_talk)))}


@dataclass(frozen=True, slots=True)
class QuestionView:
    """Something asked of the table. `waiting` names who has not answered; `acts` are mine to give."""

    number: int
    seal: Seal
    name: str
    sentence: str
    words: str
    waiting: str
    acts: tuple[Act, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """All open questions, and who is looking where. `looks` are sentences."""

    questions: tuple[QuestionView, ...] = ()
    looks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleView:
    """A Special Rule in force; `text` is markup, `effects` what it does to the table, in words.

    `is_long`: it is folded to three lines until all of it is asked for.
    """

    number: int
    title: str
    text: SafeString
    language: str = ""
    effects: tuple[str, ...] = ()
    acts: tuple[Link, ...] = ()
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class RulesView:
    """`decides` says how the deck decides, where it is written on as it is played; `kit` leads to what lies here;
    `aside` is what was set aside, for who may ask again."""

    rules: tuple[RuleView, ...]
    count: int
    decides: str = ""
    kit: str = ""
    aside: tuple[AsideLine, ...] = ()


@dataclass(frozen=True, slots=True)
class AsideLine:
    """What was set aside this evening: `adjust` leads to its words, "" where it has none; `again` asks it as it is."""

    number: int
    title: str
    adjust: str
    again: Act
    language: str = ""


@dataclass(frozen=True, slots=True)
class LogLine(KeepsHash):
    """`words` is markup with the cards' titles in bold; `seen` says who saw more; `sort` narrows the log.

    `again`: on the page of the whole log, what was set aside there and may be asked again.
    """

    seq: int
    words: SafeString
    sort: str
    seal: Seal | None = None
    name: str = ""
    member: int | None = None
    seen: str = ""
    at: str = ""
    again: AsideLine | None = None


@dataclass(frozen=True, slots=True)
class LastPlay(KeepsHash):
    """What another played last in this turn, told as in the minutes; `address` and `piece` while one may read it."""

    line: LogLine | None = None
    address: str = ""
    piece: str = ""


@dataclass(frozen=True, slots=True)
class LogView:
    """The latest lines, the oldest first. `language` is theirs where that is not English."""

    lines: tuple[LogLine, ...]
    address: str
    more: bool = False
    language: str = ""


@dataclass(frozen=True, slots=True)
class LogPage:
    """A page of the whole log, the newest line first: what entries `first` to `last` of `head` say to this sight.

    Pages are cut by the numbers of entries, which are everybody's: where one ends tells nothing of what it leaves out.
    `older` and `newer` are addresses, "" where there is nothing more.
    """

    lines: tuple[LogLine, ...]
    first: int
    last: int
    head: int
    older: str
    newer: str

    @property
    def is_all(self) -> bool:
        return not (self.older or self.newer)


@dataclass(frozen=True, slots=True)
class VerdictSlip:
    """How the last vote of this table ended: `was` is the card as it was put, `now` as it prints, where it is in;
    `aside` is how it may be asked again, where it is not."""

    number: int
    is_in: bool
    heading: str
    stamp: str
    count: str
    words: str
    seals: tuple[SealView, ...]
    reasons: tuple[Reason, ...]
    was: SafeString
    now: SafeString
    aside: AsideLine | None = None


@dataclass(frozen=True, slots=True)
class VoteSheet:
    """The room ballot that the game waits for (C1, C2), or nothing while `number` is 0.

    `face` is the proposed card as markup, `now` the printed one of an amendment. `answer` is my vote so far and
    `reason` what I said with a no; `mine` my buttons: `for_act`, which `for_settles` where it closes the ballot,
    `against_act` (its reason is the field `reason`), `withdraw`, `reword` (an address). `verdict`
    is how the vote before it ended.
    """

    number: int = 0
    wording: int = 0
    author: SealView | None = None
    sentence: str = ""
    question: str = ""
    face: SafeString = SafeString("")
    now: SafeString = SafeString("")
    stamp: str = ""
    proof: tuple[Proof, ...] = ()
    also: tuple[str, ...] = ()
    seals: tuple[SealView, ...] = ()
    tally: str = ""
    rule: str = ""
    deadline: str = ""
    reasons: tuple[Reason, ...] = ()
    because_at: int = 0
    go_on: tuple[GoOn, ...] = ()
    rivals: tuple[Rival, ...] = ()
    talk: tuple[RemarkLine, ...] = ()
    queue: tuple[str, ...] = ()
    answer: Literal["", "for", "against"] = ""
    reason: str = ""
    words: str = ""
    for_act: Act | None = None
    for_settles: bool = False
    against_act: Act | None = None
    withdraw: Act | None = None
    reword: str = ""
    talk_address: str = ""
    verdict: VerdictSlip | None = None


@dataclass(frozen=True, slots=True)
class PeopleView:
    """Everybody at the table. `words` is "Three of eight seats taken"; `acts` are about my own seat.

    `new_link` is where whoever sits here finds the link that is needed since somebody was asked to leave.
    """

    seats: tuple[SeatView, ...]
    words: str
    acts: tuple[Act, ...] = ()
    new_link: str = ""


@dataclass(frozen=True, slots=True)
class AsideCard:
    """A proposal of this evening that was set aside (C10), with the two ways back."""

    number: int
    title: str
    face: SafeString
    tally: str
    reasons: tuple[Reason, ...]
    again: Act | None
    adjust: str


@dataclass(frozen=True, slots=True)
class AfterCard:
    """A card of the deck as it is now: `adjust` tones it down or boosts it, `copies` asks for another number."""

    number: int
    title: str
    face: SafeString
    copies: int
    is_new: bool
    adjust: str
    recount: str
    repeal: str


@dataclass(frozen=True, slots=True)
class Aftermath:
    """After the game (C10). Nothing but `heading` while it is not over. `rollback` is None when nothing has changed."""

    is_over: bool
    heading: str = ""
    words: str = ""
    seals: tuple[Seal, ...] = ()
    aside: tuple[AsideCard, ...] = ()
    cards: tuple[AfterCard, ...] = ()
    archive: Link | None = None
    again: Act | None = None
    rollback: Act | None = None
    rollback_words: str = ""
    replay: Link | None = None


# --- the page around the regions --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Invite:
    """How somebody gets to the table: `qr` is safe SVG of `link`. `note` says why there is no code."""

    link: str
    qr: str
    code: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where a page of a table is, and as whom: what does not change while it is open. `seat` is 0 for a spectator."""

    code: str
    spoken: str
    title: str
    language: str
    stream_key: str
    seat: int
    me: int | None
    is_creative: bool
    edition: str
    address: str
    act_address: str
    say_address: str
    log_address: str
    propose_address: str = ""
    preview_address: str = ""
    fork_address: str = ""
    deck_address: str = ""
    replay_address: str = ""
    close: Act | None = None
    leave: Act | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a form."""

    value: str
    label: str
    is_chosen: bool = False
    language: str = ""  # of the label, where it begins with a card's title
    group: str = ""  # whose it is, above those that are theirs


@dataclass(frozen=True, slots=True)
class SheetForm:
    """A verb that wants something typed or chosen: one small form of a sheet.

    `inputs` are in order; `hidden` goes back with it. `address` takes the POST.
    """

    verb: str
    heading: str
    button: str
    address: str
    inputs: tuple[Input, ...]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Input:
    """`sort` is number, text, choice or choices (several); `least` and `most` bound a number, `most` a text."""

    name: str
    label: str
    sort: Literal["number", "text", "choice", "choices"]
    value: str = ""
    least: int | None = None
    most: int | None = None
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about one piece, pile, seat, or what one is looking at: a page of its own, or a sheet over the table.

    `piece` is shown full size; `pieces` are the cards of a pile that may be browsed. `links` lead to the composer.
    """

    heading: str
    words: str
    back: str
    piece: PieceView | None = None
    pieces: tuple[PieceView, ...] = ()
    acts: tuple[Act, ...] = ()
    forms: tuple[SheetForm, ...] = ()
    links: tuple[Link, ...] = ()
    is_list: bool = False  # `pieces` by title, without their faces


@dataclass(frozen=True, slots=True)
class Asking:
    """A verb that goes against a limit: the question, and the same again with a yes. `fields` are what was sent."""

    words: str
    address: str
    fields: tuple[tuple[str, str], ...]
    back: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table in a list."""

    title: str
    language: str
    address: str
    code: str
    people: str
    edition: str
    state: State
    words: str
    changed: TimeWords
    seals: tuple[Seal, ...] = ()


@dataclass(frozen=True, slots=True)
class TableLists:
    """Tables one sits at, and public ones that look for players."""

    mine: tuple[TableLine, ...]
    open: tuple[TableLine, ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """The form that opens a table on a deck. `versions`: ("3", "Version 3, Harvest"), and ("draft", …) for members."""

    title: str
    language: str
    slug: str
    address: str
    versions: tuple[Option, ...]
    seats: tuple[Option, ...]
    may_create: bool
    is_private: bool = False
    wrong: str = ""
    running: Link | None = None


@dataclass(frozen=True, slots=True)
class DoorView:
    """A table as somebody sees it who has no seat: what is played, who sits there, and whether one may sit or watch.

    `joins` says that sitting down joins the group; `join_address` is where an invited stranger does so while there is
    no seat. `sides` may be chosen where the deck has them. `come_to_watch` takes
    a name from whoever watches a private deck being played.
    """

    title: str
    language: str
    code: str
    edition: str
    words: str
    seats: tuple[SeatView, ...]
    sit_address: str
    watch_address: str
    may_sit: bool
    come_to_watch: str = ""
    joins: str = ""
    join_address: str = ""
    sides: tuple[str, ...] = ()
    token: str = ""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A moment of a finished game: what happened last, the table after it, and the ways on. `views` are whose eyes."""

    number: int
    last: int
    line: LogLine | None
    felt: Felt
    hands: tuple[tuple[str, tuple[PieceView, ...]], ...]
    first: str
    before: str
    after: str
    end: str
    views: tuple[Option, ...]
    address: str
