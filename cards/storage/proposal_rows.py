"""From facts about proposals to rows: proposals, wordings, electors and votes. Decides nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from django.db.models import QuerySet

from cards import models as rows
from cards.rules import events as e
from cards.rules.deck import SuggestedStrokes
from cards.storage.sketches import drop_sketch
from studio.kernel.codec import to_plain
from studio.speed.inserted import insert
from studio.speed.prepared import prepared


class ProposalRows:
    """Writes the rows of one deck's proposals. What changes of `deck` itself is saved by the caller."""

    def __init__(self, deck: rows.Deck, at: datetime) -> None:
        self.deck, self.at = deck, at

    def row(self, number: int) -> rows.Proposal:
        return _proposal.one(self.deck.pk, number)

    def _update(self, number: int, **fields: object) -> None:
        _proposal.update(fields, self.deck.pk, number)

    def _wording(self, number: int, wording: int) -> rows.Wording:
        return _wording.one(self.deck.pk, number, wording)

    def write(self, fact: e.Event) -> None:
        match fact:
            case e.ProposalMade():
                self._made(fact)
            case e.ProposalReworded(number=number, wording=wording, deadline=deadline):
                self._worded(self.row(number), wording, fact)
                self._update(number, wording=wording, is_overtaken=False, overtaken_by=None, deadline=_moment(deadline))
            case e.ProposalWithdrawn(number=number):
                self._update(number, state="withdrawn", closed_at=self.at, suggestions=[])
            case e.BallotOpened():
                self._opened(fact)
            case e.VoteCast():
                self.cast((fact,))
            case e.VoteTakenBack(number=number, wording=wording, by=by):
                rows.Vote.objects.filter(wording=self._wording(number, wording), voter_id=by).update(
                    answer="", reason="", at=self.at
                )
            case e.GoingOnAgreed(number=number, by=by, without=without, at=at):
                elector = self._elector(number, without)
                elector.go_on = [pair for pair in elector.go_on if pair[0] != by] + [[by, at]]
                elector.save(update_fields=["go_on"])
            case e.StrokesSuggested(number=number, by=by, on=on, face=face):
                there = self.row(number).suggestions
                self._update(number, suggestions=[*there, to_plain(SuggestedStrokes(by, on, face))])
                drop_sketch(self.deck.pk, number, by)
            case e.StrokesAnswered(number=number, member=member):
                there = self.row(number).suggestions
                self._update(number, suggestions=[one for one in there if one["by"] != member])
            case e.ElectorExcused(number=number, member=member):
                self._stand(number, member, "excused")
            case e.ElectorLeft(number=number, member=member, removed=removed):
                self._stand(number, member, "removed" if removed else "left")
            case e.GapFreed(number=gap, by=by):
                self._of_gap(gap, by).update(gap=None)
            case e.ProposalAccepted(number=number):
                self._update(number, state="accepted", closed_at=self.at, suggestions=[])
            case e.ProposalSetAside(number=number, why=why):
                # What fell due is dated at its deadline, whenever it was noticed.
                proposal = self.row(number)
                due = proposal.deadline if why == "not_everyone_spoke" else None
                self._update(number, state="aside", why_aside=why, closed_at=due or self.at, suggestions=[])
            case e.ProposalOvertaken(number=number, by_proposal=other):
                rows.Elector.objects.filter(proposal__deck=self.deck, proposal__number=number).delete()
                self._update(
                    number, state="queued", is_overtaken=True, overtaken_by=other, deadline=None, ballot_sort=""
                )

    def cast(self, facts: Sequence[e.VoteCast]) -> None:
        """Votes on one wording. Of several it is asked at once who has voted on it before."""
        voted_on = self._wording(facts[0].number, facts[0].wording)
        new = []
        before = None
        if len(facts) > 1:
            before = set(rows.Vote.ever.filter(wording=voted_on).values_list("voter_id", flat=True))
        for fact in {fact.by: fact for fact in facts}.values():  # of one voter's the last
            said = {"answer": fact.answer, "reason": fact.reason, "at": self.at}
            # A wall stops every insert where there is a vote, so one that is changed is looked for first.
            is_there = before is None or fact.by in before
            if not (is_there and _vote.update(said, voted_on.pk, fact.by)):
                new.append(rows.Vote(wording=voted_on, voter_id=fact.by, **said))
        if new:
            insert(new)

    def move(self, places: Mapping[int, int]) -> None:
        """In the queue."""
        for number, place in places.items():
            self._update(number, moved_to=place)

    def _made(self, fact: e.ProposalMade) -> None:
        proposal = rows.Proposal.objects.create(
            deck=self.deck, number=fact.number, by_id=fact.by, sort=fact.sort, source=fact.source,
            gap=fact.gap, made_at=self.at,
        )  # fmt: skip
        self._worded(proposal, 1, fact)
        self.deck.last_proposal = fact.number

    def _worded(self, proposal: rows.Proposal, number: int, fact: e.ProposalMade | e.ProposalReworded) -> None:
        rows.Wording.objects.create(
            proposal=proposal, number=number, by_id=fact.by, changes=as_stored(fact.changes), grounds=fact.grounds,
            at=self.at,
        )  # fmt: skip

    def _opened(self, fact: e.BallotOpened) -> None:
        proposal = self.row(fact.number)
        rows.Elector.objects.filter(proposal=proposal).delete()
        rows.Elector.objects.bulk_create([rows.Elector(proposal=proposal, member_id=m) for m in fact.electors])
        self._update(
            fact.number,
            state="open",
            ballot_sort=fact.sort,
            opened_at=self.at,
            deadline=_moment(fact.deadline),
            voteless=None if fact.voteless is None else list(fact.voteless),
        )

    def _of_gap(self, gap: int, by: int) -> QuerySet[rows.Proposal]:
        """Those of one member that are not settled; the others keep what they were written for."""
        return rows.Proposal.objects.filter(deck=self.deck, by_id=by, gap=gap, state__in=("queued", "open"))

    def _elector(self, number: int, member: int) -> rows.Elector:
        return rows.Elector.objects.get(proposal__deck=self.deck, proposal__number=number, member_id=member)

    def _stand(self, number: int, member: int, standing: str) -> None:
        elector = self._elector(number, member)
        elector.standing = standing
        elector.save(update_fields=["standing"])


@prepared
def _proposal(deck_id: int, number: int) -> QuerySet[rows.Proposal]:
    return rows.Proposal.objects.filter(deck_id=deck_id, number=number)


@prepared
def _wording(deck_id: int, proposal: int, number: int) -> QuerySet[rows.Wording]:
    return rows.Wording.objects.filter(proposal__deck_id=deck_id, proposal__number=proposal, number=number)


@prepared
def _vote(wording_id: int, voter_id: int) -> QuerySet[rows.Vote]:
    return rows.Vote.ever.filter(wording_id=wording_id, voter_id=voter_id)


def as_stored(changes: tuple[object, ...]) -> list[object]:
    """The changes of a wording as its row holds them."""
    stored: list[object] = to_plain(changes, tagged=True)
    return stored


def _moment(seconds: int | None) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if seconds is not None else None
