"""The creative vote: what members do with a proposal."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from cards import models as rows
from cards.actions.execute import carry_out
from cards.face.face import Face
from cards.rules.deck import BallotSort, Change
from cards.verbs.people import LeaveRoom
from cards.verbs.proposing import Propose, Reword
from cards.verbs.whole import SettleDue
from studio.live.clock import database_now
from studio.live.reach import said_of_the_database
from studio.log.committed import Committed

log = logging.getLogger(__name__)


def propose(
    deck_id: int,
    *,
    by: int,
    key: str | None,
    changes: tuple[Change, ...],
    faces: Iterable[Face] = (),
    sort: BallotSort = "room",
    source: int | None = None,
    gap: int | None = None,
    grounds: str = "",
    drawn_by: int | None = None,
) -> Committed:
    """Put changes to the table. `faces` are the new ones that the changes name by digest. Result: {"proposal": n}.

    `gap` is the one of the deck's skeleton that a new card is written for, `grounds` a line that speaks for it.
    `drawn_by` is the member for whom the room counts that drawings take, where that is not `by` (lent.py).
    """
    command = Propose(by, changes, sort, source, gap, grounds)
    return carry_out(deck_id, command, by=by, key=key, faces=faces, drawn_by=drawn_by)


def reword(
    deck_id: int, *, by: int, key: str | None, proposal: int, wording: int, changes: tuple[Change, ...],
    faces: Iterable[Face] = (), grounds: str = "", drawn_by: int | None = None,
) -> Committed:  # fmt: skip
    command = Reword(by, proposal, wording, changes, grounds)
    return carry_out(deck_id, command, by=by, key=key, faces=faces, drawn_by=drawn_by)


def leave_room(deck_id: int, *, member: int, removed: bool = False) -> Committed:
    """Whoever is no longer where the votes are held stops counting, and the room's ballots are judged again."""
    return carry_out(deck_id, LeaveRoom(member, removed), by=member, key=None)


def settle_due() -> int:
    """Close what fell due and bring up what waits; run by a tick. How many decks were touched."""
    due = rows.Proposal.objects.filter(state="open", deadline__lte=database_now())
    ids = sorted(set(due.values_list("deck_id", flat=True)))
    for deck_id in ids:
        try:
            carry_out(deck_id, SettleDue(), by=None, key=None)
        except Exception as problem:  # one deck that cannot be settled must not hold up the others
            if not said_of_the_database(problem):
                log.exception("deck %s could not be settled; it will be tried again", deck_id)
    return len(ids)
