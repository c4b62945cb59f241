"""What is kept about a person in the decks they had a hand in: proposals, votes, talk, credits, minutes.

Whoever has left a group is told of its decks as they were when they did: a deck is named by its key in all lists, and
by the title that it had then in one. What became of a proposal, or of a card of theirs, since then is the others'.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import F, Q

from cards import models as rows
from cards.rules import events as e
from cards.storage.log import DECK_LOG
from studio.kernel.schema import kinds
from studio.models import Entry
from studio.people.my_data import left_behind, listed, when

_KEY = "deck__stream__key"


def papers_of(members: tuple[int, ...], person_id: int) -> dict[str, Any]:
    """Twenty statements, and two for each deck."""
    left = left_behind(person_id)
    wordings = rows.Wording.objects.filter(by_id__in=members).order_by("pk")
    votes = rows.Vote.objects.filter(voter_id__in=members).order_by("pk")
    remarks = rows.Remark.objects.filter(by_id__in=members).order_by("pk")
    electors = rows.Elector.objects.filter(member_id__in=members).order_by("pk")
    # A fork names whoever wrote a card in the deck that it comes from: it is theirs who made it.
    credits = rows.Article.objects.filter(by_id__in=members, by__group=F("deck__group")).order_by("pk")
    steps = rows.Change.objects.filter(by_id__in=members, by__group=F("article__deck__group")).order_by("pk")
    versions = rows.Version.objects.filter(by_id__in=members).order_by("pk")
    entries = Entry.objects.filter(by_id__in=members, stream__kind="deck").order_by("pk")
    return {
        "decks": _decks(members, left),
        "proposals": listed(
            wordings.values_list(f"proposal__{_KEY}", "proposal__number", "number", "changes", "grounds", "at"),
            "deck", "number", "wording", "changes", "grounds", "at",
        ),
        "proposals_made": _made(members, left),
        "faces": {
            face.digest: face.content
            for face in rows.Face.objects.filter(digest__in=_digests(wordings), withdrawn_at__isnull=True)
        },
        "votes": listed(
            votes.values_list(
                f"wording__proposal__{_KEY}", "wording__proposal__number", "wording__number", "answer", "reason", "at",
            ),
            "deck", "proposal", "wording", "answer", "reason", "at",
        ),
        "asked_to_vote": listed(
            electors.values_list(f"proposal__{_KEY}", "proposal__number", "standing"), "deck", "proposal", "standing"
        ),
        "remarks": listed(
            remarks.values_list(f"proposal__{_KEY}", "proposal__number", "text", "at"),
            "deck", "proposal", "text", "at",
        ),
        "credits": listed(
            credits.filter(_until(left, "deck__group", "accepted_at"))
            .values_list(_KEY, "kind", "number", "accepted_at"), "deck", "kind", "number", "at",
        ),
        "changes": listed(
            steps.filter(_until(left, "article__deck__group", "at"))
            .values_list(f"article__{_KEY}", "article__kind", "article__number", "kind", "at"),
            "deck", "kind", "number", "what", "at",
        ),
        "versions_archived": listed(versions.values_list(_KEY, "number", "at"), "deck", "version", "at"),
        "printing_of_yours": listed(
            rows.PrintMemory.objects.filter(person_id=person_id).order_by("pk")
            .values_list(_KEY, "choices", "version", "printed_at", "at"),
            "deck", "choices", "version", "printed_at", "at",
        ),
        "decks_you_keep": listed(
            rows.KeptDeck.objects.filter(person_id=person_id).order_by("pk").values_list(_KEY, "seen", "at"),
            "deck", "seen_version", "at",
        ),
        "pictures": listed(
            rows.PictureUpload.objects.filter(by_id__in=members).order_by("pk")
            .values_list(_KEY, "picture_id", "picture__size", "at"), "deck", "picture", "bytes", "at",
        ),
        "drawings": listed(
            rows.KeptDrawing.objects.filter(by_id__in=members).order_by("at", "pk")
            .values_list(_KEY, "face", "size", "at"), "deck", "face", "bytes", "at",
        ),
        "votes_told_of": listed(  # while such a ballot is open: of decks of others nobody is told when one is over
            rows.BallotNotice.objects.filter(device__person_id=person_id).order_by("pk")
            .exclude(wording__proposal__deck__group__in=left)
            .values_list(f"wording__proposal__{_KEY}", "wording__proposal__number", "at"), "deck", "proposal", "at",
        ),
        "first_batch": listed(
            rows.BatchCard.objects.filter(member_id__in=members).order_by("pk")
            .values_list(_KEY, "batch", "slot", "is_down", "kind", "content", "copies", "at"),
            "deck", "batch", "blank", "is_down", "kind", "face", "copies", "at",
        ),
        "first_batch_marks": listed(
            rows.BatchMark.objects.filter(member_id__in=members).order_by("pk")
            .values_list(f"card__{_KEY}", "card__batch", "card__place", "mark", "at"),
            "deck", "batch", "place", "mark", "at",
        ),
        "drawn_on_cards": listed(
            rows.Sketch.objects.filter(member_id__in=members).order_by("pk")
            .values_list(f"proposal__{_KEY}", "proposal__number", "strokes", "at"),
            "deck", "proposal", "strokes", "at",
        ),
        "minutes": listed(entries.values_list("stream__key", "kind", "at"), "deck", "what", "at"),
    }  # fmt: skip


def _until(left: Mapping[int, datetime], group: str, at: str) -> Q:
    """Of groups that somebody has left what was there by then."""
    known = ~Q(**{f"{group}__in": left})
    for one, moment in left.items():
        known |= Q(**{group: one, f"{at}__lte": moment})
    return known


def _decks(members: tuple[int, ...], left: Mapping[int, datetime]) -> list[dict[str, Any]]:
    """Every deck of a group of theirs; with its address while they are of it, else as it was called when they left."""
    of_theirs = rows.Deck.objects.filter(group__members__in=members).distinct().order_by("pk").select_related("stream")
    return [
        {
            "deck": deck.stream.key,
            "title": deck.title if deck.group_id not in left else _title_at(deck, left[deck.group_id]),
            "address": deck.slug if deck.group_id not in left else None,
            "you_left": when(left.get(deck.group_id)),
        }
        for deck in of_theirs.filter(_until(left, "group", "created_at"))
    ]


def _title_at(deck: rows.Deck, moment: datetime) -> str:
    title = ""
    for one in DECK_LOG.recorded(deck.stream_id, kinds=kinds(e.DeckStarted, e.DetailsEdited)):
        if one.at <= moment:
            title = one.fact.details.title if isinstance(one.fact, e.DeckStarted) else one.fact.now.title  # type: ignore[union-attr]
    return title


def _made(members: tuple[int, ...], left: Mapping[int, datetime]) -> list[dict[str, Any]]:
    made = rows.Proposal.objects.filter(by_id__in=members).order_by("pk").select_related("deck__stream")
    return [
        {
            "deck": one.deck.stream.key,
            "number": one.number,
            "state": _state_at(one, left.get(one.deck.group_id)),
            "at": when(one.made_at),
        }
        for one in made
    ]


def _state_at(proposal: rows.Proposal, moment: datetime | None) -> str:
    """How it stood when its writer left; today's for whoever has not."""
    if moment is None or (proposal.closed_at is not None and proposal.closed_at <= moment):
        return proposal.state
    return "open" if proposal.opened_at is not None and proposal.opened_at <= moment else "queued"


def _digests(wordings: Any) -> set[str]:
    put = (change for changes in wordings.values_list("changes", flat=True) for change in changes)
    return {change["face"] for change in put if change.get("face")}
