"""Between the rows and the value: load a deck, write what became of it.

`load` takes 6 statements whatever the size of the deck. `project` writes rows for facts already decided;
fold(entries) == load(deck) is proved by tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType

from django.db import transaction

from cards import models as rows
from cards.face.face import Face
from cards.rules import events as e
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
    Vote,
    Wording,
)
from cards.rules.kit import Kit
from cards.storage.acceptance import holds_since
from cards.storage.projection import Projection
from studio.kernel.codec import from_plain, to_plain
from studio.models import Member

OPEN = ("queued", "open")


def load(deck: rows.Deck) -> Deck:
    """The deck as its rules see it.

    Pages ask without a lock, so a turn may be taken between two of these statements. What is asked later may be newer:
    proposals come before the articles they name and before their own wordings, which both never go away.
    """
    proposals = _open_proposals(deck)
    articles = {
        Ref(kind, number): Article(Ref(kind, number), face, copies, side, in_force)  # type: ignore[arg-type]
        for kind, number, face, copies, side, in_force in rows.Article.objects.filter(deck=deck).values_list(
            "kind", "number", "face_id", "copies", "side", "in_force"
        )
    }
    voting = rows.Article.objects.filter(deck=deck, in_force=True, voting__isnull=False).order_by(holds_since())
    return Deck(
        members=members_of(deck.group_id),
        articles=MappingProxyType(articles),
        proposals=MappingProxyType(proposals),
        voting=tuple((Ref(a.kind, a.number), from_plain(DecisionRule, a.voting)) for a in voting),  # type: ignore[arg-type]
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
    )


def members_of(group_id: int) -> tuple[int, ...]:
    """Active members' ids, in order."""
    active = Member.objects.filter(group_id=group_id, left_at__isnull=True)
    return tuple(active.order_by("pk").values_list("pk", flat=True))


def lineage_of(deck: rows.Deck) -> tuple[Source, ...]:
    """The decks it comes from, the nearest first."""
    return from_plain(tuple[Source, ...], deck.lineage)


def details_of(deck: rows.Deck) -> Details:
    return Details(
        deck.title, deck.blurb, deck.theme, deck.goal, deck.players_min, deck.players_max, deck.status,
        tuple(deck.tags), deck.language,
    )  # fmt: skip


def faces_of(digests: Iterable[str]) -> Mapping[str, Face]:
    """Faces by digest; a withdrawn one comes back as a face that says so. One statement."""
    found = rows.Face.objects.filter(digest__in=set(digests)).values_list("digest", "content", "withdrawn_at")
    return {digest: read_face(content, withdrawn is not None) for digest, content, withdrawn in found}


# What stands where a face was withdrawn; told from every other face by being this one.
WITHDRAWN = Face(title="Withdrawn", text="*The words on this card were taken down.*")


def read_face(content: dict, is_withdrawn: bool = False) -> Face:
    return WITHDRAWN if is_withdrawn else from_plain(Face, content)


def keep_faces(faces: Iterable[Face]) -> dict[str, Face]:
    """Store faces under their digests (those already there are left alone) and return them by digest."""
    by_digest = {face.digest: face for face in faces}
    rows.Face.objects.bulk_create(
        [rows.Face(digest=digest, content=to_plain(face)) for digest, face in by_digest.items()], ignore_conflicts=True
    )
    return by_digest


def changes_of(row: rows.Proposal) -> tuple[Change, ...]:
    """The changes of a proposal's latest wording."""
    wording = rows.Wording.objects.get(proposal=row, number=row.wording)
    return from_plain(tuple[Change, ...], wording.changes)


def _open_proposals(deck: rows.Deck) -> dict[int, Proposal]:
    found = list(
        rows.Proposal.objects.filter(deck=deck, state__in=OPEN).order_by("number").prefetch_related("electors")
    )
    wordings = {
        w.proposal_id: w
        for w in rows.Wording.objects.filter(proposal__in=found).prefetch_related("votes").order_by("number")
    }
    return {row.number: _proposal(row, wordings[row.pk]) for row in found}


def _proposal(row: rows.Proposal, wording: rows.Wording) -> Proposal:
    changes = from_plain(tuple[Change, ...], wording.changes)
    ballot = _ballot(row, wording) if row.state == "open" else None
    latest = Wording(wording.number, wording.by_id, changes)
    return Proposal(row.number, row.by_id, row.sort, latest, ballot, row.is_overtaken)  # type: ignore[arg-type]


def _ballot(row: rows.Proposal, wording: rows.Wording) -> Ballot:
    electors = tuple(
        Elector(x.member_id, x.standing, tuple((m, at) for m, at in x.go_on))  # type: ignore[arg-type]
        for x in row.electors.all()
    )
    cast = sorted(wording.votes.all(), key=lambda v: v.voter_id)
    votes = tuple(Vote(v.voter_id, v.answer, v.reason) for v in cast)  # type: ignore[arg-type]
    deadline = int(row.deadline.timestamp()) if row.deadline else None
    voteless = None if row.voteless is None else tuple(row.voteless)
    return Ballot(row.ballot_sort, electors, votes, deadline, voteless)  # type: ignore[arg-type]


def project(deck: rows.Deck, before: Deck, facts: Iterable[e.Event], at: datetime, seq: int) -> None:
    """Write the rows of facts that follow `before`, the first of which gets entry number `seq`."""
    assert transaction.get_connection().in_atomic_block
    Projection(deck, before, at, seq).write(facts)
