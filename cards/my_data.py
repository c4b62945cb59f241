"""What is kept about a person in the decks they had a hand in: proposals, votes, talk, credits, minutes."""

from __future__ import annotations

from typing import Any

from cards import models as rows
from studio.models import Entry
from studio.people.my_data import listed


def papers_of(members: tuple[int, ...], person_id: int) -> dict[str, Any]:
    """Sixteen statements."""
    wordings = rows.Wording.objects.filter(by_id__in=members).order_by("pk")
    votes = rows.Vote.objects.filter(voter_id__in=members).order_by("pk")
    remarks = rows.Remark.objects.filter(by_id__in=members).order_by("pk")
    electors = rows.Elector.objects.filter(member_id__in=members).order_by("pk")
    credits = rows.Article.objects.filter(by_id__in=members).order_by("pk")
    steps = rows.Change.objects.filter(by_id__in=members).order_by("pk")
    versions = rows.Version.objects.filter(by_id__in=members).order_by("pk")
    entries = Entry.objects.filter(by_id__in=members, stream__kind="deck").order_by("pk")
    return {
        "proposals": listed(
            wordings.values_list("proposal__deck__slug", "proposal__number", "number", "changes", "grounds", "at"),
            "deck", "number", "wording", "changes", "grounds", "at",
        ),
        "proposals_made": listed(
            rows.Proposal.objects.filter(by_id__in=members)
            .order_by("pk")
            .values_list("deck__slug", "number", "state", "made_at"),
            "deck", "number", "state", "at",
        ),
        "faces": {
            face.digest: face.content
            for face in rows.Face.objects.filter(digest__in=_digests(wordings), withdrawn_at__isnull=True)
        },
        "votes": listed(
            votes.values_list(
                "wording__proposal__deck__slug", "wording__proposal__number", "wording__number", "answer", "reason",
                "at",
            ),
            "deck", "proposal", "wording", "answer", "reason", "at",
        ),
        "asked_to_vote": listed(
            electors.values_list("proposal__deck__slug", "proposal__number", "standing"), "deck", "proposal", "standing"
        ),
        "remarks": listed(
            remarks.values_list("proposal__deck__slug", "proposal__number", "text", "at"),
            "deck", "proposal", "text", "at",
        ),
        "credits": listed(
            credits.values_list("deck__slug", "kind", "number", "accepted_at"), "deck", "kind", "number", "at"
        ),
        "changes": listed(
            steps.values_list("article__deck__slug", "article__kind", "article__number", "kind", "at"),
            "deck", "kind", "number", "what", "at",
        ),
        "versions_archived": listed(versions.values_list("deck__slug", "number", "at"), "deck", "version", "at"),
        "printing_of_yours": listed(
            rows.PrintMemory.objects.filter(person_id=person_id).order_by("pk")
            .values_list("deck__slug", "choices", "version", "printed_at", "at"),
            "deck", "choices", "version", "printed_at", "at",
        ),
        "pictures": listed(
            rows.PictureUpload.objects.filter(by_id__in=members).order_by("pk")
            .values_list("deck__slug", "picture_id", "picture__size", "at"), "deck", "picture", "bytes", "at",
        ),
        "votes_told_of": listed(
            rows.BallotNotice.objects.filter(device__person_id=person_id).order_by("pk")
            .values_list("wording__proposal__deck__slug", "wording__proposal__number", "at"), "deck", "proposal", "at",
        ),
        "first_batch": listed(
            rows.BatchCard.objects.filter(member_id__in=members).order_by("pk")
            .values_list("deck__slug", "batch", "slot", "is_down", "kind", "content", "copies", "at"),
            "deck", "batch", "blank", "is_down", "kind", "face", "copies", "at",
        ),
        "first_batch_marks": listed(
            rows.BatchMark.objects.filter(member_id__in=members).order_by("pk")
            .values_list("card__deck__slug", "card__batch", "card__place", "mark", "at"),
            "deck", "batch", "place", "mark", "at",
        ),
        "drawn_on_cards": listed(
            rows.Sketch.objects.filter(member_id__in=members).order_by("pk")
            .values_list("proposal__deck__slug", "proposal__number", "strokes", "at"),
            "deck", "proposal", "strokes", "at",
        ),
        "minutes": listed(entries.values_list("stream__deck__slug", "kind", "at"), "deck", "what", "at"),
    }  # fmt: skip


def _digests(wordings: Any) -> set[str]:
    put = (change for changes in wordings.values_list("changes", flat=True) for change in changes)
    return {change["face"] for change in put if change.get("face")}
