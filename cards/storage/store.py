"""Between the rows and the value: what pages and actions read of a deck, and writing what became of it.

The whole deck is read in whole.py. `project` writes rows for facts already decided; fold(entries) == load(deck) is
proved by tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from cards import models as rows
from cards.face.face import Face
from cards.pictures import shelf
from cards.rules import events as e
from cards.rules.decision import DecisionRule
from cards.rules.deck import (
    Change,
    Deck,
    Details,
    Ref,
    Source,
)
from cards.storage.acceptance import holds_since
from cards.storage.projection import Projection
from studio.kernel.codec import from_plain, to_plain
from studio.models import Member
from studio.speed.prepared import prepared


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
def _voting(deck_id: int) -> QuerySet[rows.Article]:
    """Special Rules that say how is decided, in the order of their acceptance."""
    return rows.Article.objects.filter(deck_id=deck_id, in_force=True, voting__isnull=False).order_by(holds_since())


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


def project(deck: rows.Deck, before: Deck, facts: Iterable[e.Event], at: datetime, seq: int) -> Deck:
    """Write the rows of facts that follow `before`, the first of which gets entry number `seq`; the deck after them."""
    assert transaction.get_connection().in_atomic_block
    projection = Projection(deck, before, at, seq)
    projection.write(facts)
    return projection.value
