"""What follows by itself: verdicts, electors excused, the next proposal onto the mat (C2, Electors)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cards.rules import events as e
from cards.rules.apply_change import carry_out
from cards.rules.command import Moment
from cards.rules.deck import Ballot, BallotSort, Deck, Proposal
from cards.rules.evolve import fold
from cards.rules.skeleton import filled_by
from cards.rules.sweep import swept
from cards.rules.verdict import ACCEPTED, judge, who_counts, with_a_vote
from cards.rules.ways import decides_alone, way_of

MEMBERS_DEADLINE = 7 * 24 * 3600  # seconds an every-member ballot stays open


def consequences(deck: Deck, moment: Moment) -> tuple[e.Event, ...]:
    """Everything that follows without anybody asking, in order, until nothing more does."""
    facts: list[e.Event] = []
    while step := _next_step(deck, moment):
        facts.extend(step)
        deck = fold(deck, step)
    return tuple(facts)


def _next_step(deck: Deck, moment: Moment) -> tuple[e.Event, ...]:
    batch = deck.batch
    if batch is not None and batch.is_turned and (done := swept(deck, batch, moment)):
        return done
    for _, proposal in sorted(deck.proposals.items()):
        if proposal.ballot is None:
            if proposal.overtaken and proposal.by not in deck.members:
                return (e.ProposalSetAside(proposal.number, proposal.wording.number, "overtaken"),)
            continue
        if excused := _excused(deck, proposal, proposal.ballot, moment):
            return excused
        if settled := _settle(deck, proposal, proposal.ballot, moment):
            return settled
    return _open_next(deck, moment)


def _excused(deck: Deck, proposal: Proposal, ballot: Ballot, moment: Moment) -> tuple[e.Event, ...]:
    """Those who are here, at least one besides the proposer, have all agreed to go on without somebody away."""
    if ballot.sort != "room":
        return ()
    here = electors_in_time(deck, proposal, moment)
    if not here - {proposal.by}:
        return ()
    for elector in ballot.electors:
        since = moment.away.get(elector.member)
        if elector.standing != "counts" or since is None or ballot.vote_of(elector.member):
            continue
        # What was agreed before they last came back is void.
        agreed = {member for member, at in elector.go_on if at >= since}
        if here <= agreed:
            return (e.ElectorExcused(proposal.number, elector.member),)
    return ()


def electors_in_time(deck: Deck, proposal: Proposal, moment: Moment) -> frozenset[int]:
    """The electors who count and are not away."""
    return who_counts(deck.decision_rule, proposal) - frozenset(moment.away)


def _settle(deck: Deck, proposal: Proposal, ballot: Ballot, moment: Moment) -> tuple[e.Event, ...]:
    others = frozenset(deck.members) - {proposal.by}
    if ballot.sort == "room" and not ballot.counting - {proposal.by} and others:
        return tuple(_opened(deck, proposal, "members", deck.members, moment))
    verdict = judge(deck.decision_rule, proposal, moment.now)
    if verdict is None:
        return ()
    number, wording = proposal.number, proposal.wording.number
    if verdict != ACCEPTED:
        why = verdict[1]
        assert why is not None
        return (e.ProposalSetAside(number, wording, why),)
    changed = carry_out(deck, proposal, moment.faces)
    filled = filled_by(deck, proposal)
    return (e.ProposalAccepted(number, wording), *changed, *filled, *_overtaken(deck, proposal))


def _overtaken(deck: Deck, accepted: Proposal) -> Iterator[e.Event]:
    """Others about the same article were written on a face that is no longer current."""
    for _, other in sorted(deck.proposals.items()):
        if other.number == accepted.number or other.overtaken:
            continue
        if both := sorted(accepted.touches & other.touches):
            yield e.ProposalOvertaken(other.number, both[0], accepted.number)


def _open_next(deck: Deck, moment: Moment) -> tuple[e.Event, ...]:
    for proposal in deck.queue:
        if proposal.overtaken:
            continue
        if proposal.sort == "members":
            return tuple(_opened(deck, proposal, "members", deck.members, moment))
        if deck.on_the_mat is None:
            return tuple(_come_to_the_mat(deck, proposal, moment))
    return ()


def _come_to_the_mat(deck: Deck, proposal: Proposal, moment: Moment) -> Iterator[e.Event]:
    """A room ballot: those present now who have a vote; with nobody else there it opens to every member."""
    rule = deck.decision_rule
    here = moment.present | {proposal.by, decides_alone(rule)}
    asked = frozenset(m for m in with_a_vote(rule, deck.members, proposal.by) if m in here)
    if asked - {proposal.by} or not set(deck.members) - {proposal.by}:
        yield from _opened(deck, proposal, "room", asked, moment)
    else:
        yield from _opened(deck, proposal, "members", deck.members, moment)


def _opened(
    deck: Deck, proposal: Proposal, sort: BallotSort, asked: Collection[int], moment: Moment
) -> Iterator[e.Event]:
    """Those of `asked` who have a vote by the rule in force are its electors; the members without one are named."""
    number, wording = proposal.number, proposal.wording
    voting = with_a_vote(deck.decision_rule, deck.members, proposal.by)
    electors = tuple(member for member in voting if member in asked)
    voteless = tuple(member for member in deck.members if member not in voting)
    yield e.BallotOpened(number, wording.number, sort, electors, new_deadline(deck, sort, moment.now), voteless)
    # Whoever wrote the latest wording counts as For (C2).
    if wording.by in electors and not (proposal.ballot and proposal.ballot.vote_of(wording.by)):
        yield e.VoteCast(number, wording.number, wording.by, "for")


def new_deadline(deck: Deck, sort: BallotSort, now: int) -> int | None:
    """Epoch seconds; None for a room ballot that waits until all have spoken."""
    after = MEMBERS_DEADLINE if sort == "members" else way_of(deck.decision_rule).room_deadline
    return None if after is None else now + after
