"""Between the rows and the value: load a deck, write what became of it.

`load` takes 6 statements whatever the size of the deck. `project` writes rows for facts already decided;
fold(entries) == load(deck) is proved by tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from cards import models as rows
from cards.face.face import Face
from cards.pictures import shelf
from cards.rules import events as e
from cards.rules.batch import FirstBatch
from cards.rules.decision import DecisionRule
from cards.rules.deck import (
    Article,
    Ballot,
    Change,
    Deck,
    Details,
    Elector,
    Proposal,
    Ref,
    Source,
    SuggestedStrokes,
    Vote,
    Wording,
)
from cards.rules.gap import Gaps
from cards.rules.kit import Kit
from cards.storage.acceptance import holds_since
from cards.storage.projection import Projection
from studio.kernel.codec import from_plain, to_plain
from studio.models import Member
from studio.prepared import prepared

OPEN = ("queued", "open")


def load(deck: rows.Deck) -> Deck:
    """The deck as its rules see it.

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


def voting_of(deck_id: int) -> tuple[tuple[Ref, DecisionRule], ...]:
    """What the draft's Special Rules say about how is decided, in the order of their acceptance. One statement."""
    found = _voting.rows(deck_id)
    return tuple((Ref(a.kind, a.number), from_plain(DecisionRule, a.voting)) for a in found)  # type: ignore[arg-type]


def members_of(group_id: int) -> tuple[int, ...]:
    """Active members' ids, in order."""
    return tuple(_active.rows(group_id))


@prepared
def _active(group_id: int) -> QuerySet[Member, int]:
    return Member.objects.filter(group_id=group_id, left_at__isnull=True).order_by("pk").values_list("pk", flat=True)


@prepared
def _faces(digests: Sequence[str]) -> QuerySet[rows.Face, tuple[str, dict[str, Any], datetime | None]]:
    return rows.Face.objects.filter(digest__in=digests).values_list("digest", "content", "withdrawn_at")


@prepared
def _articles(deck_id: int) -> QuerySet[rows.Article, tuple[str, int, str, int, str, bool]]:
    return rows.Article.objects.filter(deck_id=deck_id).values_list(
        "kind", "number", "face_id", "copies", "side", "in_force"
    )


@prepared
def _voting(deck_id: int) -> QuerySet[rows.Article]:
    """Special Rules that say how is decided, in the order of their acceptance."""
    return rows.Article.objects.filter(deck_id=deck_id, in_force=True, voting__isnull=False).order_by(holds_since())


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


def lineage_of(deck: rows.Deck) -> tuple[Source, ...]:
    """The decks it comes from, the nearest first."""
    found: tuple[Source, ...] = from_plain(tuple[Source, ...], deck.lineage)
    return found


def details_of(deck: rows.Deck) -> Details:
    return Details(
        deck.title, deck.blurb, deck.theme, deck.goal, deck.players_min, deck.players_max, deck.status,
        tuple(deck.tags), deck.language_said,
    )  # fmt: skip


def faces_of(digests: Iterable[str]) -> Mapping[str, Face]:
    """Faces by digest; a withdrawn one comes back as a face that says so. One statement."""
    found = _faces.rows(sorted(set(digests)))
    return {digest: read_face(content, withdrawn is not None) for digest, content, withdrawn in found}


# What stands where a face was withdrawn; told from every other face by being this one.
WITHDRAWN = Face(title="Withdrawn", text="*The words on this card were taken down.*")


def read_face(content: dict[str, Any], is_withdrawn: bool = False) -> Face:
    return WITHDRAWN if is_withdrawn else from_plain(Face, content)


def keep_faces(faces: Iterable[Face]) -> dict[str, Face]:
    """Store faces under their digests (those already there are left alone) and return them by digest."""
    by_digest = {face.digest: face for face in faces}
    rows.Face.objects.bulk_create(
        [rows.Face(digest=digest, content=to_plain(face)) for digest, face in by_digest.items()], ignore_conflicts=True
    )
    shelf.link_faces({digest: face.picture.digest for digest, face in by_digest.items() if face.picture})
    return by_digest


def changes_of(row: rows.Proposal) -> tuple[Change, ...]:
    """The changes of a proposal's latest wording."""
    wording = rows.Wording.objects.get(proposal=row, number=row.wording)
    found: tuple[Change, ...] = from_plain(tuple[Change, ...], wording.changes)
    return found


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


def project(deck: rows.Deck, before: Deck, facts: Iterable[e.Event], at: datetime, seq: int) -> Deck:
    """Write the rows of facts that follow `before`, the first of which gets entry number `seq`; the deck after them."""
    assert transaction.get_connection().in_atomic_block
    projection = Projection(deck, before, at, seq)
    projection.write(facts)
    return projection.value
