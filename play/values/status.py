"""Whose turn it is, what was asked, who sits at the table, and its Special Rules."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from play.table.state import State
from play.values.acts import Act, Link
from play.values.felt import SeatView
from play.values.log import AsideLine
from play.values.sheets import SheetForm
from studio.live.parts import KeepsDrawn, LaidOut, PartCall
from studio.people.seal import Seal


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
class TurnSummary(KeepsDrawn):
    """Whose turn it is and what is still to do, in words; before and after the game what comes next.

    In somebody else's turn `headline` says whose, `line` who comes after. `code` is read out to whoever is still
    missing; "" where it alone seats nobody. `limit` is the hand limit in force (None: there is none), `limited_by` the
    number of the Special Rule that sets it (0: no rule does), `is_over` that one holds more in one's own turn. `acts`
    are what one may do before a game, which stands among words; `may_talk`: it is another's turn, and one sits too.
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
    paused: str = ""
    headline: str = ""
    line: str = ""
    code: str = ""
    readying: Readying | None = None
    limit: int | None = None
    limited_by: int = 0
    is_over: bool = False
    acts: tuple[Act, ...] = ()
    may_talk: bool = False


@dataclass(frozen=True, slots=True)
class TurnView(LaidOut):
    """What is said of the turn, and what one may do now, some of which changes with each move."""

    summary: TurnSummary
    acts: tuple[Act, ...] = ()

    @property
    def layout(self) -> TurnSummary:
        return self.summary

    @property
    def parts(self) -> dict[str, list[PartCall]]:
        acts = [PartCall("play/_act.html", ("act", "plain", "at"), (act, True, "turn")) for act in self.acts]
        if self.summary.is_mine and acts and all(act.verb != "undo" for act in self.acts):
            acts.append(PartCall("play/_no_undo.html", ("at",), ("turn",)))
        return {"acts": acts}


@dataclass(frozen=True, slots=True)
class QuestionView:
    """Something asked of the table. `waiting` names who has not answered; `acts` are mine to give, `because` a no with
    its reason."""

    number: int
    seal: Seal
    name: str
    sentence: str
    words: str
    waiting: str
    acts: tuple[Act, ...] = ()
    because: SheetForm | None = None

    @property
    def id(self) -> str:
        """Of its form on a page without a script."""
        return f"no-{self.number}"


@dataclass(frozen=True, slots=True)
class NoView:
    """What one of those who were asked did not agree to; `sentence` says what that was, `words` the reason given for
    it, `why` the one against it. `may_say`: it is oneself who said no without one, and may tell the others why."""

    number: int
    seal: Seal | None
    told: str
    sentence: str
    words: str = ""
    may_say: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """All open questions, and who is looking where. `looks` are sentences; `no` is the last answer, where it was a no
    and nothing has moved since."""

    questions: tuple[QuestionView, ...] = ()
    looks: tuple[str, ...] = ()
    no: NoView | None = None


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
class PeopleView:
    """Everybody at the table. `words` is "Three of eight seats taken"; `acts` are about my own seat.

    `new_link` is where whoever sits here finds the link that is needed since somebody was asked to leave.
    """

    seats: tuple[SeatView, ...]
    words: str
    acts: tuple[Act, ...] = ()
    new_link: str = ""
