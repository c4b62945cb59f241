"""The whole deck out of its rows, votes and all. Only what decides and what keeps it reads it here: whoever shows
something of it is handed what its viewer may know (seen.py), which an import contract keeps."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from django.db.models import QuerySet

from cards import models as rows
from cards.rules.batch import FirstBatch
from cards.rules.deck import Article, Ballot, Change, Deck, Elector, Proposal, Ref, SuggestedStrokes, Vote, Wording
from cards.rules.gap import Gaps
from cards.rules.kit import Kit
from cards.storage.store import details_of, lineage_of, members_of, voting_of
from studio.kernel.codec import from_plain
from studio.speed.prepared import prepared

OPEN = ("queued", "open")


def load(deck: rows.Deck) -> Deck:
    """The deck as its rules see it. Six statements, whatever its size.

    Pages ask without a lock, so a turn may be taken between two of these statements. What is asked later may be newer:
    proposals come before the articles they name and before their own wordings, which both never go away.
    """
    proposals = _open_proposals(deck)
    articles = {
        Ref(kind, number): Article(Ref(kind, number), face, copies, side, in_force)  # type: ignore[arg-type]
        for kind, number, face, copies, side, in_force in _articles.rows(deck.pk)
    }
    return Deck(
        members=members_of(deck.group_id),
        articles=MappingProxyType(articles),
        proposals=MappingProxyType(proposals),
        voting=voting_of(deck.pk),
        details=details_of(deck),
        visibility=deck.visibility,  # type: ignore[arg-type]
        licence=deck.licence,
        lineage=lineage_of(deck),
        kit=from_plain(Kit, deck.kit),
        deleted=deck.deleted_at is not None,
        last_card=deck.last_card,
        last_rule=deck.last_rule,
        last_proposal=deck.last_proposal,
        last_version=deck.last_version,
        version_digest=deck.version_digest,
        last_batch=deck.last_batch,
        batch=None if deck.batch is None else from_plain(FirstBatch, deck.batch),
        last_gap=deck.last_gap,
        gaps=from_plain(Gaps, deck.gaps) if deck.gaps else (),
    )


@prepared
def _articles(deck_id: int) -> QuerySet[rows.Article, tuple[str, int, str, int, str, bool]]:
    return rows.Article.objects.filter(deck_id=deck_id).values_list(
        "kind", "number", "face_id", "copies", "side", "in_force"
    )


@prepared
def _proposals(deck_id: int) -> QuerySet[rows.Proposal]:
    return rows.Proposal.objects.filter(deck_id=deck_id, state__in=OPEN).order_by("number")


@prepared
def _electors(proposal_ids: Sequence[int]) -> QuerySet[rows.Elector]:
    return rows.Elector.objects.filter(proposal_id__in=proposal_ids)


@prepared
def _wordings(proposal_ids: Sequence[int]) -> QuerySet[rows.Wording]:
    return rows.Wording.objects.filter(proposal_id__in=proposal_ids).order_by("number")


@prepared
def _votes(wording_ids: Sequence[int]) -> QuerySet[rows.Vote]:
    """Also those that were taken back. A row is made once, under the stream's lock: their keys are the order."""
    return rows.Vote.ever.filter(wording_id__in=wording_ids).order_by("pk")


def _open_proposals(deck: rows.Deck) -> dict[int, Proposal]:
    found = _proposals.rows(deck.pk)
    wordings = {w.proposal_id: w for w in _wordings.rows([row.pk for row in found])}
    open_ones = [row.pk for row in found if row.state == "open"]
    electors = _electors.rows(open_ones)
    votes = _votes.rows([wordings[id].pk for id in open_ones])
    return {row.number: _proposal(row, wordings[row.pk], electors, votes) for row in found}


def _proposal(
    row: rows.Proposal, wording: rows.Wording, electors: Sequence[rows.Elector], votes: Sequence[rows.Vote]
) -> Proposal:
    """`electors` and `votes` are those of all open proposals."""
    changes = from_plain(tuple[Change, ...], wording.changes)
    ballot = None
    if row.state == "open":
        mine = [x for x in electors if x.proposal_id == row.pk]
        ballot = _ballot(row, mine, [v for v in votes if v.wording_id == wording.pk])
    suggestions = from_plain(tuple[SuggestedStrokes, ...], row.suggestions)
    latest = Wording(wording.number, wording.by_id, changes, wording.grounds)
    return Proposal(
        row.number, row.by_id, row.sort, latest, ballot, row.is_overtaken, row.gap, suggestions, row.moved_to  # type: ignore[arg-type]
    )  # fmt: skip


def _ballot(row: rows.Proposal, asked: Sequence[rows.Elector], given: Sequence[rows.Vote]) -> Ballot:
    electors = tuple(
        Elector(x.member_id, x.standing, tuple((m, at) for m, at in x.go_on))  # type: ignore[arg-type]
        for x in asked
    )
    cast = sorted((v for v in given if v.answer), key=lambda v: v.voter_id)
    votes = tuple(Vote(v.voter_id, v.answer, v.reason) for v in cast)  # type: ignore[arg-type]
    deadline = int(row.deadline.timestamp()) if row.deadline else None
    voteless = None if row.voteless is None else tuple(row.voteless)
    spoken = tuple(v.voter_id for v in given)
    return Ballot(row.ballot_sort, electors, votes, deadline, voteless, spoken)  # type: ignore[arg-type]
