"""How proposals were voted on: seals, tally, and for members what was said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, OuterRef, Subquery

from cards import models as rows
from cards.access import Door
from cards.queries.ledger import TALLY, name_of
from cards.values.mat import Reason
from studio.people.seal import Seal
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class BallotResult:
    """How a proposal was voted on. `reasons` and `grounds` are for members."""

    seals: tuple[Seal, ...]
    reasons: tuple[Reason, ...]
    tally: str
    state: str
    closed_at: datetime | None
    by: str
    source: int | None
    grounds: str


def ballots_of(door: Door, numbers: Collection[int]) -> dict[int, BallotResult]:
    """The ballots of these proposals of a deck, as this caller may know them. Three statements, none for none."""
    if not numbers:
        return {}
    proposals = rows.Proposal.objects.filter(deck_id=door.deck_id, number__in=numbers)
    counting = set(
        rows.Elector.objects.filter(proposal__in=proposals, standing="counts").values_list(
            "proposal__number", "member_id"
        )
    )
    votes: dict[int, list[tuple[Seal, str, str, bool]]] = {}
    found = (
        rows.Vote.objects.filter(wording__proposal__in=proposals, wording__number=F("wording__proposal__wording"))
        .order_by("at", "pk")
        .values_list(
            "wording__proposal__number", "voter_id", name_of("voter"), "voter__person__shape", "answer", "reason"
        )
    )
    for number, voter, name, shape, answer, reason in found:
        seal = Seal(name, shape, answer)
        votes.setdefault(number, []).append((seal, name, reason, (number, voter) in counting))
    among = Counter(number for number, _ in counting)
    latest = rows.Wording.objects.filter(proposal=OuterRef("pk"), number=OuterRef("wording"))
    described = proposals.annotate(grounds=Subquery(latest.values("grounds"))).values_list(
        "number", "state", "closed_at", name_of("by"), "source", "grounds"
    )
    return {
        number: _ballot(votes.get(number, []), among[number], state, closed_at, by, source, grounds, door)
        for number, state, closed_at, by, source, grounds in described
    }


def _ballot(
    votes: Iterable[tuple[Seal, str, str, bool]], among: int, state: str, closed_at: datetime | None, by: str,
    source: int | None, grounds: str, door: Door,
) -> BallotResult:  # fmt: skip
    votes = tuple(votes)
    in_favour = sum(counts and seal.state == "for" for seal, _, _, counts in votes)
    return BallotResult(
        seals=tuple(seal for seal, _, _, _ in votes),
        reasons=tuple(
            Reason(name, reason, seal, is_taken_back=seal.state == "for") for seal, name, reason, _ in votes if reason
        )
        if door.is_member
        else (),
        tally=say(TALLY.given(some=in_favour, all=among)) if among else "",
        state=state,
        closed_at=closed_at,
        by=by,
        source=source,
        grounds=grounds if door.is_member else "",
    )
