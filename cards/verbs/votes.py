"""What is said of a proposal: the vote, going on without somebody, talk."""

from __future__ import annotations

from dataclasses import dataclass

from cards.rules import events as e
from cards.rules.command import Facts, MemberCommand, Moment
from cards.rules.consequences import electors_in_time
from cards.rules.decision import ANSWERS, Answer
from cards.rules.deck import Ballot, Deck, Proposal, Vote
from cards.rules.limits import REMARK_MAX, clean_text, reason_line
from cards.rules.rewording import open_proposal
from cards.rules.verdict import has_no_vote, who_counts
from cards.verbs.verb import Guard, HowOften, Sent, Verb, number, one_of, text
from studio.kernel.inputs import Inputs
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class CastVote(MemberCommand):
    proposal: int
    wording: int
    answer: Answer
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GoOnWithout(MemberCommand):
    proposal: int
    without: int


@dataclass(frozen=True, slots=True)
class Remark(MemberCommand):
    proposal: int
    text: str


def vote(deck: Deck, command: CastVote, moment: Moment) -> Facts:
    if command.answer not in ("for", "against"):
        raise Refused("request.unreadable")
    proposal = open_proposal(deck, command.proposal)
    if proposal.overtaken:
        raise Refused("proposal.overtaken", proposal=proposal.number)
    if proposal.ballot is None:
        raise Refused("proposal.queued", proposal=proposal.number)
    if command.wording != proposal.wording.number:
        raise Refused("wording.superseded", now=proposal.wording.number)
    _counting(deck, proposal, proposal.ballot, command.by)
    rule = deck.decision_rule
    if command.by == proposal.wording.by and command.answer == "against":
        raise Refused("vote.own_wording")
    before = proposal.ballot.vote_of(command.by)
    reason = _words_with(command, before)
    if rule.reason_wanted and command.answer == "against" and not reason:
        raise Refused("reason.wanted")
    if before == Vote(command.by, command.answer, reason):
        return ()
    return (e.VoteCast(proposal.number, command.wording, command.by, command.answer, reason),)


def _words_with(command: CastVote, before: Vote | None) -> str:
    """The words of a no. Whoever comes round keeps theirs on record, and has them again with another no."""
    given = reason_line(command.reason) if command.answer == "against" else ""
    if given or before is None or command.answer == before.answer == "against":
        return given
    return before.reason


def _counting(deck: Deck, proposal: Proposal, ballot: Ballot, by: int) -> frozenset[int]:
    """Those whose votes count, `by` among them; else refused with the reason."""
    counting = who_counts(deck.decision_rule, proposal)
    if by not in counting:
        is_voteless = has_no_vote(ballot, by, counting)
        raise Refused("elector.voteless" if is_voteless else "elector.none", proposal=proposal.number)
    return counting


def go_on(deck: Deck, command: GoOnWithout, moment: Moment) -> Facts:
    proposal = open_proposal(deck, command.proposal)
    ballot = proposal.ballot
    if ballot is None or ballot.sort != "room":
        raise Refused("elector.none", proposal=proposal.number)
    counting = _counting(deck, proposal, ballot, command.by)
    if command.without not in counting or command.without == command.by:
        raise Refused("elector.not_away")
    if command.without not in moment.away:
        raise Refused("elector.not_away")
    if ballot.vote_of(command.without):
        raise Refused("elector.has_spoken")
    if not electors_in_time(deck, proposal, moment) - {proposal.by}:
        raise Refused("elector.one_more")
    return (e.GoingOnAgreed(proposal.number, command.by, command.without, moment.now),)


def remark(deck: Deck, command: Remark, moment: Moment) -> Facts:
    if not 0 < command.proposal <= deck.last_proposal:
        raise Refused("proposal.none", proposal=command.proposal)
    return (e.RemarkMade(command.by, _said(command.text), command.proposal),)


def _said(text: str) -> str:
    clean = clean_text(text).strip()
    if not clean:
        raise Refused("remark.empty")
    if len(clean) > REMARK_MAX:
        raise Refused("remark.long", limit=REMARK_MAX)
    return clean


def _reason(given: Inputs, field: str) -> str:
    """A no has one; what somebody had typed before they said yes is not sent to anybody."""
    return given.text(field) if given.get("answer") == "against" else ""


VERBS = (
    Verb(
        CastVote, vote,
        sent=(Sent(
            "vote", {"proposal": number, "wording": number, "answer": one_of(ANSWERS), "reason": _reason},
            (Guard.FOR_GOOD, Guard.EARLIER_VOTE), pace=HowOften.VOTE,
        ),),
    ),
    Verb(GoOnWithout, go_on, sent=(Sent("go-on", {"proposal": number, "without": number}, (Guard.THEIRS_ALONE,)),)),
    Verb(Remark, remark, sent=(Sent("remark", {"proposal": number, "text": text}, pace=HowOften.REMARK),)),
)  # fmt: skip
