"""How a fact moves a deck on. Never refuses; fold(entries) is the deck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from types import MappingProxyType
from typing import assert_never

from cards.rules import events as e
from cards.rules.batch import BatchWriter, FirstBatch, Sweeper
from cards.rules.deck import Article, Ballot, Deck, Elector, Proposal, Ref, SuggestedStrokes, Vote, Wording
from cards.rules.details import as_a_group_says
from cards.rules.forking import bare_lineage, under_licence
from cards.rules.gap import SkeletonGap, changed, filled, hung, unhooked

# What `evolve` leaves to one function each: a fact in neither does not pass the type check.
_OfAnArticle = (
    e.ArticleAdded | e.ArticleAmended | e.ArticleRepealed | e.ArticleRestored | e.CopiesChanged | e.SideChanged
)
_OfAProposal = (
    e.ProposalMade | e.ProposalReworded | e.BallotOpened | e.VoteCast | e.VoteTakenBack | e.GoingOnAgreed
    | e.ElectorExcused | e.ElectorLeft | e.ProposalOvertaken | e.ProposalAccepted | e.ProposalSetAside
    | e.ProposalWithdrawn | e.StrokesSuggested | e.StrokesAnswered | e.WayGiven
)  # fmt: skip

_OfABatch = (
    e.BatchJoined | e.BatchCounted | e.BatchTimeGiven | e.BatchTurnedOver | e.BatchLookedAt | e.SweepGoingOnAgreed
    | e.SweeperExcused
)  # fmt: skip

_OfAGap = e.GapNamed | e.GapReworded | e.GapPutAway | e.GapTaken | e.GapFreed | e.GapFilled


def fold(deck: Deck, facts: Iterable[e.Event]) -> Deck:
    return reduce(evolve, facts, deck)


def steps(deck: Deck, since: int, facts: Sequence[tuple[int, e.Event]]) -> Iterator[tuple[e.Event, Deck, Deck]]:
    """Each numbered fact with the deck before and after it; `deck` is the one after entry `since`."""
    for _, fact in facts:
        before, deck = deck, evolve(deck, fact)
        yield fact, before, deck


def evolve(deck: Deck, fact: e.Event) -> Deck:
    match fact:
        case e.DeckStarted(by=by, details=details, forked_from=origin):
            return replace(deck, members=(by,), details=as_a_group_says(details), lineage=bare_lineage(origin))
        case e.LineageKept(lineage=lineage):
            return replace(deck, lineage=lineage)
        case e.MemberJoined(member=member):
            return replace(deck, members=tuple(sorted({*deck.members, member})))
        case e.MemberParted(member=member):
            return replace(deck, members=tuple(sorted({*deck.members, member})))
        case e.MemberLeft(member=member) | e.MemberMerged(member=member):
            batch = deck.batch.without(member) if deck.batch else None
            gaps = unhooked(deck.gaps, member)
            return replace(deck, members=tuple(m for m in deck.members if m != member), batch=batch, gaps=gaps)
        case e.DetailsEdited(now=now):
            return replace(deck, details=as_a_group_says(now))
        case e.VisibilityChanged(to=to):
            return replace(deck, visibility=to)
        case e.LicenceChanged(to=to, proposal=None):  # it came with the deck
            return replace(deck, licence=to, lineage=under_licence(deck.lineage, to))
        case e.LicenceChanged(to=to):
            return replace(deck, licence=to)
        case e.KitChanged(kit=kit):
            return replace(deck, kit=kit)
        case e.DeckDeleted():
            return replace(deck, deleted=True)
        case e.VersionArchived(number=number, digest=digest):
            return replace(deck, last_version=number, version_digest=digest)
        case e.RemarkMade() | e.FaceWithdrawn() | e.ClaimRefused():
            return deck
        case e.ArticleAdded() | e.ArticleAmended() | e.ArticleRepealed() | e.ArticleRestored():
            return _article(deck, fact)
        case e.CopiesChanged() | e.SideChanged():
            return _article(deck, fact)
        case e.BatchBegun(number=number, by=by, size=size, writers=writers, until=until, is_over_days=over_days):
            batch = FirstBatch(number, by, size, until, tuple(map(BatchWriter, sorted(writers))), over_days)
            return replace(deck, last_batch=number, batch=batch)
        case e.BatchCalledOff() | e.BatchSwept():
            return replace(deck, batch=None)
        case (
            e.BatchJoined() | e.BatchCounted() | e.BatchTimeGiven() | e.BatchTurnedOver() | e.BatchLookedAt()
            | e.SweepGoingOnAgreed() | e.SweeperExcused()
        ):  # fmt: skip
            assert deck.batch is not None
            return replace(deck, batch=_batch(deck.batch, fact))
        case e.GapNamed() | e.GapReworded() | e.GapPutAway() | e.GapTaken() | e.GapFreed() | e.GapFilled():
            return _gap(deck, fact)
        case _:
            return _proposal(deck, fact)


def _batch(batch: FirstBatch, fact: _OfABatch) -> FirstBatch:
    match fact:
        case e.BatchJoined(by=by):
            return batch.with_writer(BatchWriter(by, (batch.writer(by) or BatchWriter(by)).down))
        case e.BatchCounted(by=by, down=down):
            return batch.with_writer(BatchWriter(by, down))
        case e.BatchTimeGiven(until=until):
            return replace(batch, until=until)
        case e.BatchTurnedOver(by=by, cards=cards, sweepers=sweepers, voteless=voteless):
            asked = tuple(map(Sweeper, sweepers))
            return replace(batch, turned_by=by, cards=cards, sweepers=asked, voteless=voteless)
        case e.BatchLookedAt(by=by, cards=looked):
            sweeper = batch.sweeper(by)
            assert sweeper is not None
            return batch.with_sweeper(replace(sweeper, looked=looked))
        case e.SweepGoingOnAgreed(by=by, without=without, at=at):
            sweeper = batch.sweeper(without)
            assert sweeper is not None
            agreed = tuple(pair for pair in sweeper.go_on if pair[0] != by) + ((by, at),)
            return batch.with_sweeper(replace(sweeper, go_on=agreed))
        case e.SweeperExcused(member=member):
            return replace(batch, sweepers=tuple(s for s in batch.sweepers if s.member != member))
        case _:
            assert_never(fact)


def _gap(deck: Deck, fact: _OfAGap) -> Deck:
    match fact:
        case e.GapNamed(number=number, by=by, words=words, wanted=wanted):
            return replace(deck, last_gap=number, gaps=(*deck.gaps, SkeletonGap(number, by, words, wanted)))
        case e.GapReworded(number=number, words=words, wanted=wanted):
            worded = changed(deck.gaps, number, lambda gap: replace(gap, words=words, wanted=wanted))
            return replace(deck, gaps=worded)
        case e.GapPutAway(number=number):
            return replace(deck, gaps=tuple(gap for gap in deck.gaps if gap.number != number))
        case e.GapTaken(number=number, by=by):
            return replace(deck, gaps=hung(deck.gaps, number, by))
        case e.GapFreed(number=number, by=by):
            proposals = {
                n: replace(p, gap=None) if (p.by, p.gap) == (by, number) else p for n, p in deck.proposals.items()
            }
            gaps = changed(deck.gaps, number, lambda gap: gap.without_writer(by))
            return replace(deck, gaps=gaps, proposals=MappingProxyType(proposals))
        case e.GapFilled(number=number):
            return replace(deck, gaps=filled(deck.gaps, number))
        case _:
            assert_never(fact)


def _article(deck: Deck, fact: _OfAnArticle) -> Deck:
    match fact:
        case e.ArticleAdded(article=ref, face=face, copies=copies, side=side, voting=voting):
            deck = _with_article(deck, Article(ref, face, copies, side))
            if ref.kind == "card":
                deck = replace(deck, last_card=max(deck.last_card, ref.number))
            else:
                deck = replace(deck, last_rule=max(deck.last_rule, ref.number))
            return deck.deciding_by(ref, voting)
        case e.ArticleAmended(article=ref, face=face, voting=voting):
            return _with_article(deck, replace(deck.articles[ref], face=face)).deciding_by(ref, voting)
        case e.ArticleRepealed(article=ref):
            return _with_article(deck, replace(deck.articles[ref], in_force=False)).deciding_by(ref, None)
        case e.ArticleRestored(article=ref, voting=voting):
            return _with_article(deck, replace(deck.articles[ref], in_force=True)).deciding_by(ref, voting)
        case e.CopiesChanged(article=ref, copies=copies):
            return _with_article(deck, replace(deck.articles[ref], copies=copies))
        case e.SideChanged(article=ref, side=side):
            return _with_article(deck, replace(deck.articles[ref], side=side))
        case _:
            assert_never(fact)


def _proposal(deck: Deck, fact: _OfAProposal) -> Deck:
    match fact:
        case e.ProposalMade(number=number, by=by, sort=sort, changes=changes, gap=gap, grounds=grounds):
            made = Proposal(number, by, sort, Wording(1, by, changes, grounds), gap=gap)
            # From now on the proposal says whom the gap is on.
            gaps = deck.gaps if gap is None else changed(deck.gaps, gap, lambda one: one.without_writer(by))
            return replace(_with(deck, made), last_proposal=number, gaps=gaps)
        case e.ProposalReworded(number=number, by=by, changes=changes, deadline=deadline, grounds=grounds):
            wording = Wording(fact.wording, by, changes, grounds)
            old = deck.proposals[number]
            ballot = replace(old.ballot, votes=(), spoken=(), deadline=deadline) if old.ballot else None
            return _with(deck, replace(old, wording=wording, ballot=ballot, overtaken=False))
        case e.BallotOpened(number=number, sort=sort, electors=electors, deadline=deadline, voteless=voteless):
            # Opened anew, to every member: what was said on this wording is kept.
            old = deck.proposals[number]
            votes, spoken = (old.ballot.votes, old.ballot.spoken) if old.ballot else ((), ())
            ballot = Ballot(sort, tuple(Elector(m) for m in electors), votes, deadline, voteless, spoken)
            return _with(deck, replace(old, ballot=ballot))
        case e.VoteCast(number=number, by=by, answer=answer, reason=reason):
            old = deck.proposals[number]
            assert old.ballot is not None
            return _with(deck, replace(old, ballot=old.ballot.with_vote(Vote(by, answer, reason))))
        case e.VoteTakenBack(number=number, by=by):
            old = deck.proposals[number]
            assert old.ballot is not None
            return _with(deck, replace(old, ballot=old.ballot.without_vote(by)))
        case e.GoingOnAgreed(number=number, by=by, without=without, at=at):
            old = deck.proposals[number]
            assert old.ballot is not None
            elector = old.ballot.elector(without)
            assert elector is not None
            agreed = tuple(pair for pair in elector.go_on if pair[0] != by) + ((by, at),)
            return _with(deck, replace(old, ballot=old.ballot.with_elector(replace(elector, go_on=agreed))))
        case e.ElectorExcused(number=number, member=member):
            return _standing(deck, number, member, "excused")
        case e.ElectorLeft(number=number, member=member, removed=removed):
            return _standing(deck, number, member, "removed" if removed else "left")
        case e.StrokesSuggested(number=number, by=by, on=on, face=face):
            old = deck.proposals[number]
            return _with(deck, replace(old, suggestions=(*old.suggestions, SuggestedStrokes(by, on, face))))
        case e.StrokesAnswered(number=number, member=member):
            old = deck.proposals[number]
            left_over = tuple(one for one in old.suggestions if one.by != member)
            return _with(deck, replace(old, suggestions=left_over))
        case e.WayGiven(number=number, to=to):
            places = places_after(deck, number, to)
            moved = {n: replace(deck.proposals[n], moved_to=place) for n, place in places.items()}
            return replace(deck, proposals=MappingProxyType({**deck.proposals, **moved}))
        case e.ProposalOvertaken(number=number):
            return _with(deck, replace(deck.proposals[number], ballot=None, overtaken=True))
        case e.ProposalAccepted(number=number) | e.ProposalSetAside(number=number) | e.ProposalWithdrawn(number=number):
            left = {n: p for n, p in deck.proposals.items() if n != number}
            return replace(deck, proposals=MappingProxyType(left))
        case _:
            assert_never(fact)


def places_after(deck: Deck, number: int, to: int) -> Mapping[int, int]:
    """The places in the queue, by number, of all that move once `number` has given way to `to`."""
    mine, other = deck.proposals[number], deck.proposals[to]
    if mine.by == other.by:
        return {number: other.place, to: mine.place}
    between = [waiting for waiting in deck.queue if mine.place <= waiting.place <= other.place]
    # The first of them goes behind the last; every other takes the place before its own.
    return {moved.number: at.place for moved, at in zip((*between[1:], *between[:1]), between, strict=True)}


def _with(deck: Deck, proposal: Proposal) -> Deck:
    return replace(deck, proposals=MappingProxyType({**deck.proposals, proposal.number: proposal}))


def _with_article(deck: Deck, article: Article) -> Deck:
    # The union of a proxy is its dict's own: copied with its hashes, a hundred times faster than {**proxy}.
    articles = deck.articles | {article.ref: article}  # type: ignore[operator]
    latest = next(reversed(deck.articles.keys()), None)  # type: ignore[call-overload]
    if latest is not None and article.ref not in deck.articles and _place(article.ref) < _place(latest):
        articles = dict(sorted(articles.items(), key=lambda pair: _place(pair[0])))
    return replace(deck, articles=MappingProxyType(articles))


def _place(ref: Ref) -> tuple[str, int]:
    """Articles stand in the order of their numbers, cards before Special Rules."""
    return ref.kind, ref.number


def _standing(deck: Deck, number: int, member: int, standing: str) -> Deck:
    old = deck.proposals[number]
    assert old.ballot is not None
    elector = old.ballot.elector(member)
    assert elector is not None
    return _with(deck, replace(old, ballot=old.ballot.with_elector(replace(elector, standing=standing))))  # type: ignore[arg-type]
