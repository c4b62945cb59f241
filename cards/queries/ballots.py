"""How proposals were voted on: seals, tally, and for members what was said."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from cards.access import Door
from cards.queries.ledger import tally
from cards.storage.ballot_rows import PastProposal, past_ballots
from cards.values.mat import Reason
from studio.people.seal import Seal


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
    """The ballots of these proposals of a deck that are over, as this caller may know them. Three statements, none for
    none."""
    past = past_ballots(door.deck_id, numbers, is_member=door.is_member) if numbers else {}
    return {number: _result(one) for number, one in past.items()}


def _result(past: PastProposal) -> BallotResult:
    ballot = past.ballot
    votes = sorted(ballot.votes, key=lambda vote: vote.at)
    seals = {vote.by: Seal(vote.name, vote.shape, vote.answer) for vote in votes}
    return BallotResult(
        seals=tuple(seals.values()),
        reasons=tuple(
            Reason(vote.name, vote.reason, seals[vote.by], is_taken_back=vote.answer == "for")
            for vote in votes
            if vote.reason
        ),
        tally=tally(ballot.in_favour, len(ballot.counting)) if ballot.counting else "",
        state=past.state,
        closed_at=past.closed_at,
        by=past.by,
        source=past.source,
        grounds=ballot.grounds,
    )
