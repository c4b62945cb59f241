"""What is put to the table, and what its author does with it: word it anew, take it back, let others go first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import get_args

from cards.rules import events as e
from cards.rules.change_checks import check_changes
from cards.rules.command import Facts, MemberCommand, Moment
from cards.rules.deck import (
    Amend,
    BallotSort,
    Change,
    Create,
    Deck,
    DeleteDeck,
    Restore,
    SetLicence,
    SetVisibility,
    Visibility,
)
from cards.rules.limits import PROPOSALS_WAITING_MAX, reason_line
from cards.rules.rewording import open_proposal, own_proposal, reworded
from cards.rules.skeleton import hangs_on
from cards.verbs.telling import Telling, Touches
from cards.verbs.verb import Back, Guard, HowOften, Sent, Verb, number, number_if_any
from studio.kernel.inputs import UNREADABLE, Inputs
from studio.kernel.messages import message
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class Propose(MemberCommand):
    """`grounds` is what speaks for it, in one line, where its author says so."""

    changes: tuple[Change, ...]
    sort: BallotSort = "room"
    source: int | None = None
    gap: int | None = None
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class Reword(MemberCommand):
    """`grounds` as they are from now on, "" for none."""

    proposal: int
    wording: int
    changes: tuple[Change, ...]
    grounds: str = ""


@dataclass(frozen=True, slots=True)
class Withdraw(MemberCommand):
    proposal: int


@dataclass(frozen=True, slots=True)
class GiveWay(MemberCommand):
    """One's own `proposal`, that waits, goes behind `to`; where that is one's own too, the two change places.

    Nobody can bring their own card forward past another's: what is asked moves somebody else's up, or one's own.
    """

    proposal: int
    to: int


def propose(deck: Deck, command: Propose, moment: Moment) -> Facts:
    if command.sort not in ("room", "members"):
        raise Refused("request.unreadable")
    if command.source is not None and not 0 < command.source <= deck.last_proposal:
        raise Refused("proposal.none", proposal=command.source)
    check_changes(deck, command.changes, moment)
    if sum(proposal.by == command.by for proposal in deck.proposals.values()) >= PROPOSALS_WAITING_MAX:
        raise Refused("proposal.many", limit=PROPOSALS_WAITING_MAX)
    for waiting in deck.proposals.values():
        if _is_the_same(waiting.wording.changes, command.changes):
            raise Refused("proposal.same", proposal=waiting.number)
    number = deck.last_proposal + 1
    gap = hangs_on(deck, command.gap, command.changes)
    source = moment.aside if command.source is None else command.source
    grounds = reason_line(command.grounds)
    return (e.ProposalMade(number, command.by, command.sort, command.changes, source, gap, grounds),)


def _is_the_same(one: tuple[Change, ...], other: tuple[Change, ...]) -> bool:
    """Whoever is said to have written it: two who take over a card of one of them say that differently."""
    return len(one) == len(other) and all(
        a == b or _uncredited(a) == _uncredited(b) for a, b in zip(one, other, strict=True)
    )


def _uncredited(change: Change) -> Change:
    return replace(change, credit_to=None) if isinstance(change, Create | Amend) else change


def reword(deck: Deck, command: Reword, moment: Moment) -> Facts:
    proposal = own_proposal(deck, command.proposal, command.by)
    if command.wording != proposal.wording.number:
        raise Refused("wording.superseded", now=proposal.wording.number)
    if command.changes == proposal.wording.changes:
        raise Refused("wording.same")
    return reworded(deck, proposal, command.changes, moment, reason_line(command.grounds))


def withdraw(deck: Deck, command: Withdraw, moment: Moment) -> Facts:
    return (e.ProposalWithdrawn(own_proposal(deck, command.proposal, command.by).number, command.by),)


def give_way(deck: Deck, command: GiveWay, moment: Moment) -> Facts:
    """Behind another's later one, or in the place of one's own. Raises Refused."""
    mine = own_proposal(deck, command.proposal, command.by)
    other = open_proposal(deck, command.to)
    if mine.ballot is not None or other.ballot is not None:
        raise Refused("queue.not_waiting")
    if mine == other or (other.by != mine.by and other.place < mine.place):
        return ()  # it goes first already
    return (e.WayGiven(mine.number, command.by, other.number),)


def faces_in(deck: Deck, changes: Iterable[Change]) -> Iterable[str]:
    """Those that these changes look into, by digest."""
    for change in changes:
        if isinstance(change, Create | Amend):
            yield change.face
        elif isinstance(change, Restore) and change.article in deck.articles:
            yield deck.articles[change.article].face


def new_in(changes: Iterable[Change]) -> Iterable[str]:
    """Those that would be new in the deck."""
    return [change.face for change in changes if isinstance(change, Create)]


def worded_in(changes: Iterable[Change]) -> Iterable[str]:
    """Those that these changes put into words."""
    return [change.face for change in changes if isinstance(change, Create | Amend)]


def _asks_anew(_: Deck, command: Propose) -> tuple[Change, ...]:
    return command.changes if command.source is None else ()


def _standing(given: Inputs, _: str) -> tuple[Change, ...]:
    """Who may read the deck, its licence, or putting it away. Raises Refused for what is none of the three."""
    to = given.text("to")
    match given.get("ask"):
        case "visibility" if to in get_args(Visibility):
            return (SetVisibility(to),)  # type: ignore[arg-type]
        case "licence":
            return (SetLicence(to),)
        case "delete":
            return (DeleteDeck(),)
    raise UNREADABLE.raised()


def _of_everybody(*_: object) -> BallotSort:
    return "members"


def _of_the_kit(name: str, typed: tuple[str, ...], *lists: str) -> Sent:
    """A part of the kit, put to the table or worded anew; the rest of it stays."""
    return Sent(
        name, {"reword": number_if_any}, (Guard.EARLIER,), ("reword",), HowOften.WORDING, Back.CAME,
        ("was", "reword", "wording", "adjust", "from", "sort", *typed), lists=lists,
    )  # fmt: skip


TELLINGS = (
    Telling(
        e.WayGiven, Touches.LYING, lambda _: message("let another card go first"),
        lambda fact, name, _: message("{who} lets another card go first.", who=name(fact.by)),
    ),
)  # fmt: skip
VERBS = (
    Verb(
        Propose, propose,
        sent=(
            Sent(
                "ask-for-standing", {"changes": _standing, "sort": _of_everybody}, (Guard.FOR_GOOD,), (),
                HowOften.PROPOSAL, Back.ASKED, typed=("ask", "to"), enters=False,
            ),
            Sent("ask-again", {"proposal": number}, (Guard.FOR_GOOD,), pace=HowOften.PROPOSAL, back=Back.AGAIN),
            _of_the_kit(
                "ask-for-kit",
                (
                    "least", "most", "teams", "first", "sides", "draw", "draw_if_empty", "draw_from", "hand_limit",
                    "hand", "play_to", "act_to", "discard_to", "abilities_use", "abilities_each", "clockwise",
                ),
                "zones", "sources", "deals", "phases", "plays", "counters", "tokens", "dice",
            ),
            _of_the_kit("ask-for-words", ("reminders",), "symbols", "keywords", "kinds", "corner"),
            _of_the_kit("ask-for-back", ("look", "seed", "colour", "plate", "doodle", "art_lines", "art_words")),
        ),
        faces=lambda deck, command: faces_in(deck, command.changes), adds=lambda _, command: new_in(command.changes),
        shows_pictures=True, changes=lambda _, command: command.changes, anew=_asks_anew,
        written=lambda command, _: worded_in(command.changes),
    ),
    Verb(
        Reword, reword,
        faces=lambda deck, command: faces_in(deck, command.changes), adds=lambda _, command: new_in(command.changes),
        shows_pictures=True, changes=lambda _, command: command.changes,
        written=lambda command, _: worded_in(command.changes),
    ),
    Verb(Withdraw, withdraw, sent=(Sent("withdraw", {"proposal": number}, (Guard.EARLIER,), back=Back.WRITING),)),
    Verb(
        GiveWay, give_way,
        sent=(Sent(
            "give-way", {"proposal": number, "to": number}, (Guard.EARLIER,), ("proposal", "to"), HowOften.DRAFT,
            Back.ROOM,
        ),),
    ),
)  # fmt: skip
