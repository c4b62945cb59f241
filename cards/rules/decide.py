"""Which facts follow from a command, or a refusal. The rules of creating as one pure function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from cards.face.tongues import well_formed
from cards.rules import commands as c
from cards.rules import events as e
from cards.rules import first_batch, queue_order, skeleton, together
from cards.rules.apply_change import voting_effect
from cards.rules.change_checks import check_changes, check_licence, check_maker, check_new, check_whole_kit
from cards.rules.command import Facts, Moment
from cards.rules.consequences import consequences, electors_in_time
from cards.rules.deck import Ballot, BallotSort, Deck, Proposal, Vote
from cards.rules.details import check_details, check_language
from cards.rules.evolve import fold
from cards.rules.forking import check_descent, check_lineage
from cards.rules.kit import DVORAK
from cards.rules.limits import (
    CARDS_MAX,
    NAME_MAX,
    NOTES_MAX,
    NUMBER_MAX,
    PROPOSALS_WAITING_MAX,
    REASON_MAX,
    REMARK_MAX,
    clean_line,
    clean_text,
)
from cards.rules.manifest import manifest_digest
from cards.rules.rewording import open_proposal, own_proposal, reworded
from cards.rules.verdict import has_no_vote, who_counts
from studio.kernel.refusals import Refused

_OfAMember = (
    c.RefuseClaim | c.BringIn | c.Propose | c.Reword | c.Withdraw | c.GiveWay | c.CastVote | c.GoOnWithout | c.Remark
    | c.EditDetails | c.ArchiveVersion | c.BatchCommand | c.GapCommand | c.DrawingCommand
)  # fmt: skip
# The group goes on when a deck of it is put away.
_ABOUT_PEOPLE = c.JoinDeck | c.LeaveDeck | c.LeaveRoom | c.MergeMember | c.PartMember | c.RefuseClaim


def decide(deck: Deck, command: c.Command, moment: Moment) -> Facts:
    """The facts that follow, consequences included. Raises Refused(code)."""
    if deck.deleted and not isinstance(command, _ABOUT_PEOPLE | c.SettleDue | c.TakeDown):
        raise Refused("deck.deleted")
    settled = consequences(deck, moment)  # what fell due meanwhile comes first
    deck = fold(deck, settled)
    facts = _facts(deck, command, moment)
    return (*settled, *facts, *consequences(fold(deck, facts), first_batch.with_own_mark(moment, command)))


def _facts(deck: Deck, command: c.Command, moment: Moment) -> Facts:
    match command:
        case c.StartDeck():
            return _start(deck, command)
        case c.JoinDeck(member=member):
            return () if member in deck.members else (e.MemberJoined(member),)
        case c.LeaveDeck():
            return _leave(deck, command)
        case c.LeaveRoom(member=member, removed=removed):
            return _electors_left(deck, member, removed, only="room")
        case c.MergeMember():
            return _merge(deck, command)
        case c.PartMember():
            return _part(deck, command)
        case c.SettleDue():
            return ()
        case c.TakeDown(face=face, why=why):
            return (e.FaceWithdrawn(face, clean_line(why)),)
        case _:
            if command.by not in deck.members:
                raise Refused("member.none")
            return _member_facts(deck, command, moment)


def _member_facts(deck: Deck, command: _OfAMember, moment: Moment) -> Facts:
    match command:
        case c.RefuseClaim(member=member, claimed=claimed, by=by):
            return (e.ClaimRefused(member, claimed, by),)
        case c.BringIn():
            return _bring_in(deck, command, moment)
        case c.Propose():
            return _propose(deck, command, moment)
        case c.Reword():
            return _reword(deck, command, moment)
        case c.Withdraw():
            return _withdraw(deck, command)
        case c.GiveWay():
            return queue_order.decide(deck, command)
        case c.CastVote():
            return _vote(deck, command)
        case c.GoOnWithout():
            return _go_on(deck, command, moment)
        case c.Remark():
            return _remark(deck, command)
        case c.SuggestStrokes() | c.TakeStrokes() | c.LeaveStrokes():
            return together.decide(deck, command, moment)
        case c.EditDetails():
            return _edit(deck, command)
        case c.ArchiveVersion():
            return _archive(deck, command)
        case (
            c.BeginBatch() | c.JoinBatch() | c.PutDown() | c.PickUp() | c.GiveTime() | c.TurnBatchOver() | c.MarkCard()
            | c.SweepWithout() | c.CallOffBatch()
        ):  # fmt: skip
            return first_batch.decide(deck, command, moment)
        case c.NameGap() | c.RewordGap() | c.PutGapAway() | c.HangOnGap() | c.UnhookFromGap():
            return skeleton.decide(deck, command)
        case _:
            assert_never(command)


def _start(deck: Deck, command: c.StartDeck) -> Facts:
    if deck.members:
        raise Refused("deck.started")
    check_licence(command.licence)
    check_lineage(command.lineage)
    check_descent(command.lineage, command.licence)
    check_whole_kit(command.kit)
    lineage = (e.LineageKept(command.lineage),) if command.lineage else ()
    licence = (e.LicenceChanged(command.licence),) if command.licence else ()
    kit = (e.KitChanged(command.kit),) if command.kit != DVORAK else ()
    started = e.DeckStarted(command.by, check_details(command.details), command.forked_from)
    return (started, *lineage, *licence, *kit)


def _leave(deck: Deck, command: c.LeaveDeck) -> Facts:
    if command.member not in deck.members:
        return ()
    return (e.MemberLeft(command.member, command.removed), *_electors_left(deck, command.member, command.removed))


def _merge(deck: Deck, command: c.MergeMember) -> Facts:
    """For a ballot it is as if the newcomer had left: the older member has one vote, not two."""
    if command.member not in deck.members:
        return ()
    merged = e.MemberMerged(command.member, command.into, command.vouched_by)
    return (merged, *_electors_left(deck, command.member))


def _part(deck: Deck, command: c.PartMember) -> Facts:
    """The newcomer may vote from the next ballot on, as anybody who comes back."""
    if command.member in deck.members:
        return ()
    taken_back = tuple(
        e.VoteTakenBack(number, proposal.wording.number, command.into)
        for number in command.votes
        if (proposal := deck.proposals.get(number)) and proposal.ballot and proposal.ballot.vote_of(command.into)
    )
    return (e.MemberParted(command.member, command.into, command.by), *taken_back)


def _electors_left(deck: Deck, member: int, removed: bool = False, only: BallotSort | None = None) -> Facts:
    return tuple(
        e.ElectorLeft(p.number, member, removed)
        for _, p in sorted(deck.proposals.items())
        if p.ballot and member in p.ballot.counting and only in (None, p.ballot.sort)
    )


def _bring_in(deck: Deck, command: c.BringIn, moment: Moment) -> Facts:
    """Before anything was voted on a deck may come with its cards; afterwards there is only the vote."""
    if deck.last_proposal or deck.articles:
        raise Refused("deck.has_begun")
    if len(command.articles) > CARDS_MAX:
        raise Refused("deck.full", limit=CARDS_MAX)
    facts: list[e.Event] = list(_descent(deck, command))
    numbers = {ref for ref, _, _, _ in command.articles}
    if len(numbers) < len(command.articles) or not all(0 < ref.number <= NUMBER_MAX for ref in numbers):
        raise Refused("article.numbers", limit=NUMBER_MAX)
    credits = command.credits or (command.by,) * len(command.articles)
    makers = command.makers or ("",) * len(command.articles)
    for (ref, face, copies, side), credit_to, maker in zip(command.articles, credits, makers, strict=True):
        check_new(moment, ref.kind, face, copies, side)
        check_maker(maker)
        voting = voting_effect(moment.faces[face].effects) if ref.kind == "rule" else None
        facts.append(e.ArticleAdded(ref, face, copies, side, None, voting, credit_to, maker))
    return tuple(facts)


def _descent(deck: Deck, command: c.BringIn) -> Iterator[e.Event]:
    """Where brought cards come from, and the licence that came with them."""
    if not command.lineage:
        return
    check_licence(command.licence)
    check_lineage(command.lineage)
    check_descent(command.lineage, command.licence)
    yield e.LineageKept(command.lineage)
    if command.licence != deck.licence:
        yield e.LicenceChanged(command.licence)


def _propose(deck: Deck, command: c.Propose, moment: Moment) -> Facts:
    if command.sort not in ("room", "members"):
        raise Refused("request.unreadable")
    if command.source is not None and not 0 < command.source <= deck.last_proposal:
        raise Refused("proposal.none", proposal=command.source)
    check_changes(deck, command.changes, moment)
    if sum(proposal.by == command.by for proposal in deck.proposals.values()) >= PROPOSALS_WAITING_MAX:
        raise Refused("proposal.many", limit=PROPOSALS_WAITING_MAX)
    for waiting in deck.proposals.values():
        if waiting.wording.changes == command.changes:
            raise Refused("proposal.same", proposal=waiting.number)
    number = deck.last_proposal + 1
    gap = skeleton.hangs_on(deck, command.gap, command.changes)
    source = moment.aside if command.source is None else command.source
    grounds = _line_of_reason(command.grounds)
    return (e.ProposalMade(number, command.by, command.sort, command.changes, source, gap, grounds),)


def _reword(deck: Deck, command: c.Reword, moment: Moment) -> Facts:
    proposal = own_proposal(deck, command.proposal, command.by)
    if command.wording != proposal.wording.number:
        raise Refused("wording.superseded", now=proposal.wording.number)
    if command.changes == proposal.wording.changes:
        raise Refused("wording.same")
    return reworded(deck, proposal, command.changes, moment, _line_of_reason(command.grounds))


def _withdraw(deck: Deck, command: c.Withdraw) -> Facts:
    return (e.ProposalWithdrawn(own_proposal(deck, command.proposal, command.by).number, command.by),)


def _vote(deck: Deck, command: c.CastVote) -> Facts:
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


def _line_of_reason(typed: str) -> str:
    """Why somebody is for it, or against."""
    line = clean_line(typed)
    if len(line) > REASON_MAX:
        raise Refused("reason.long", limit=REASON_MAX)
    return line


def _words_with(command: c.CastVote, before: Vote | None) -> str:
    """The words of a no. Whoever comes round keeps theirs on record, and has them again with another no."""
    given = _line_of_reason(command.reason) if command.answer == "against" else ""
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


def _go_on(deck: Deck, command: c.GoOnWithout, moment: Moment) -> Facts:
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


def _edit(deck: Deck, command: c.EditDetails) -> Facts:
    details = check_details(command.details)
    if details.language != deck.details.language:  # what an older entry said in words stays until somebody changes it
        check_language(details.language)
        details = replace(details, language=well_formed(details.language))
    return () if details == deck.details else (e.DetailsEdited(command.by, deck.details, details),)


def _archive(deck: Deck, command: c.ArchiveVersion) -> Facts:
    if not any(a.in_force for a in deck.articles.values()):
        raise Refused("version.empty")
    digest = manifest_digest(deck)
    if digest == deck.version_digest:
        raise Refused("version.unchanged", version=deck.last_version)
    name = clean_line(command.name)
    if len(name) > NAME_MAX:
        raise Refused("version.name_long", limit=NAME_MAX)
    notes = clean_text(command.notes).strip()
    if len(notes) > NOTES_MAX:
        raise Refused("version.notes_long", limit=NOTES_MAX)
    number = deck.last_version + 1
    return (e.VersionArchived(number, command.by, name, notes, digest),)


def _remark(deck: Deck, command: c.Remark) -> Facts:
    if not 0 < command.proposal <= deck.last_proposal:
        raise Refused("proposal.none", proposal=command.proposal)
    return (e.RemarkMade(command.by, _short(command.text, REMARK_MAX, "remark"), command.proposal),)


def _short(text: str, limit: int, what: str) -> str:
    clean = clean_text(text).strip()
    if not clean:
        raise Refused(f"{what}.empty")
    if len(clean) > limit:
        raise Refused(f"{what}.long", limit=limit)
    return clean
