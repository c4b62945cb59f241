"""The one reader of votes that are kept: how wordings were voted on, as one viewer may know it.

Ballots under way are read with their deck (cards/storage/whole.py); here are those that are over, and wordings that
were replaced. What comes out has gone through `cards.rules.seeing`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, QuerySet
from django.db.models.functions import Coalesce

from cards import models as rows
from cards.rules.seeing import see_past
from cards.rules.sight import DeckSight, GivenVote, PastBallotSight
from studio.speed.prepared import prepared

Counted = tuple[int, int, int]  # a deck, the number of a proposal, how many
OVER = ("accepted", "aside", "withdrawn")


def name_of(path: str) -> Coalesce:
    """The name beside a member id; somebody who was merged goes by the name they were merged into."""
    return Coalesce(F(f"{path}__merged_into__person__name"), F(f"{path}__person__name"))


def ballot_on(seen: DeckSight, row: rows.Proposal, wording: rows.Wording) -> PastBallotSight:
    """For a member: how that wording of the proposal was voted on. Two statements."""
    is_still = row.state == "open" and wording.number == row.wording
    return see_past(
        _given([wording.pk])[wording.pk], _counting([row.pk])[row.pk], wording.grounds, is_member=True,
        still_by=seen.decision_rule if is_still else None, own=seen.own,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class PastProposal:
    """A proposal that is over, and how it was voted on. `by` is the name of who made it."""

    state: str
    closed_at: datetime | None
    by: str
    source: int | None
    ballot: PastBallotSight


def past_ballots(deck_id: int, numbers: Iterable[int], *, is_member: bool) -> dict[int, PastProposal]:
    """Those of these proposals of a deck that are over, by number. Three statements."""
    found = list(
        rows.Wording.objects.filter(
            proposal__deck_id=deck_id, proposal__number__in=numbers, proposal__state__in=OVER,
            number=F("proposal__wording"),
        ).values_list(
            "pk", "grounds", "proposal_id", "proposal__number", "proposal__state", "proposal__closed_at",
            name_of("proposal__by"), "proposal__source",
        )
    )  # fmt: skip
    given, counting = _given([pk for pk, *_ in found]), _counting([proposal for _, _, proposal, *_ in found])
    return {
        number: PastProposal(
            state, closed_at, by, source, see_past(given[pk], counting[proposal], grounds, is_member=is_member)
        )
        for pk, grounds, proposal, number, state, closed_at, by, source in found
    }


def _given(wordings: Sequence[int]) -> Mapping[int, tuple[GivenVote, ...]]:
    """The votes on each wording, in the order in which they first spoke. One statement."""
    found: dict[int, tuple[GivenVote, ...]] = defaultdict(tuple)
    for wording, *vote in _votes.rows(wordings):
        found[wording] += (GivenVote(*vote),)
    return found


@prepared
def _votes(wording_ids: Sequence[int]) -> QuerySet[rows.Vote, Any]:
    """A row is made once, under the stream's lock: their keys are the order."""
    given = rows.Vote.objects.filter(wording_id__in=wording_ids).order_by("pk")
    return given.values_list(
        "wording_id", "voter_id", "answer", "reason", "at", name_of("voter"), "voter__person__shape"
    )


def _counting(proposals: Sequence[int]) -> Mapping[int, tuple[int, ...]]:
    """Whose votes count, by proposal. One statement."""
    found: dict[int, tuple[int, ...]] = defaultdict(tuple)
    for proposal, member in _electors.rows(proposals):
        found[proposal] += (member,)
    return found


@prepared
def _electors(proposal_ids: Sequence[int]) -> QuerySet[rows.Elector, Any]:
    counting = rows.Elector.objects.filter(proposal_id__in=proposal_ids, standing="counts").order_by("pk")
    return counting.values_list("proposal_id", "member_id")


def said_against(wording: int, most: int) -> tuple[str, ...]:
    """To a member: what those said against a wording that is over whose votes counted, as the drawer shows it. One
    statement."""
    counting = rows.Elector.objects.filter(proposal__wordings=wording, standing="counts").values("member_id")
    against = rows.Vote.objects.filter(wording_id=wording, answer="against", voter_id__in=counting)
    return tuple(against.exclude(reason="").values_list("reason", flat=True)[:most])


# --- tallies: of what is over, for everybody --------------------------------------------------------------------------


def counted(proposals: QuerySet[rows.Proposal]) -> Mapping[tuple[int, int], tuple[int, int]]:
    """How many were in favour, of how many whose votes counted, by deck and number; of those that are over. Two
    statements."""
    over = proposals.filter(state__in=OVER)
    return _by_proposal(_many_counting(over), _many_in_favour(over))


def counted_in(deck_id: int, state: str) -> Mapping[int, tuple[int, int]]:
    """The same of a deck's proposals that ended so, by number. Two statements."""
    found = _by_proposal(_counting_in.rows(deck_id, state), _in_favour_in.rows(deck_id, state))
    return {number: tally for (_, number), tally in found.items()}


def _by_proposal(
    counting: Iterable[Counted], in_favour: Iterable[Counted]
) -> Mapping[tuple[int, int], tuple[int, int]]:
    votes = {(deck_id, number): given for deck_id, number, given in in_favour}
    return {(deck_id, number): (votes.get((deck_id, number), 0), among) for deck_id, number, among in counting}


def _many_counting(proposals: QuerySet[rows.Proposal]) -> QuerySet[rows.Elector, Any]:
    counting = rows.Elector.objects.filter(proposal__in=proposals, standing="counts")
    return counting.values_list("proposal__deck_id", "proposal__number").annotate(Count("pk"))


def _many_in_favour(proposals: QuerySet[rows.Proposal]) -> QuerySet[rows.Vote, Any]:
    given = rows.Vote.objects.filter(
        wording__proposal__in=proposals,
        wording__number=F("wording__proposal__wording"),
        wording__proposal__electors__member=F("voter"),
        wording__proposal__electors__standing="counts",
        answer="for",
    )
    by_proposal = given.values_list("wording__proposal__deck_id", "wording__proposal__number")
    return by_proposal.annotate(Count("pk", distinct=True))


@prepared
def _counting_in(deck_id: int, state: str) -> QuerySet[rows.Elector, Any]:
    return _many_counting(rows.Proposal.objects.filter(deck_id=deck_id, state=state))


@prepared
def _in_favour_in(deck_id: int, state: str) -> QuerySet[rows.Vote, Any]:
    return _many_in_favour(rows.Proposal.objects.filter(deck_id=deck_id, state=state))
