"""The first batch in secret: what members do with it. What is on a card goes into rows of its own, never into a log."""

from __future__ import annotations

from cards.actions.execute import carry_out
from cards.face.face import Face
from cards.rules.batch import SweepMark
from cards.rules.deck import ArticleKind
from cards.verbs.batch import (
    BeginBatch,
    CallOffBatch,
    GiveTime,
    JoinBatch,
    MarkCard,
    PickUp,
    PutDown,
    SweepWithout,
    TurnBatchOver,
)
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.ports import TABLES


def begin_batch(deck_id: int, *, by: int, key: str | None, size: int, is_over_days: bool = False) -> Committed:
    """Everybody who is here writes so many cards at once. Not while people sit at the deck's own table."""
    if TABLES.get().venue_of(deck_id) is not None:
        raise Refused("batch.played")
    return carry_out(deck_id, BeginBatch(by, size, is_over_days), by=by, key=key)


def join_batch(deck_id: int, *, by: int, key: str | None, batch: int) -> Committed:
    return carry_out(deck_id, JoinBatch(by, batch), by=by, key=key)


def put_down(
    deck_id: int, *, by: int, key: str | None, batch: int, slot: int, kind: ArticleKind, face: Face, copies: int = 1,
    side: str = "",
) -> Committed:  # fmt: skip
    """A card is written, for now. The face is kept among nobody's faces until all are turned over."""
    command = PutDown(by, batch, slot, kind, face.digest, copies, side)
    return carry_out(deck_id, command, by=by, key=key, faces=(face,))


def pick_up(deck_id: int, *, by: int, key: str | None, batch: int, slot: int) -> Committed:
    return carry_out(deck_id, PickUp(by, batch, slot), by=by, key=key)


def give_time(deck_id: int, *, by: int, key: str | None, batch: int) -> Committed:
    return carry_out(deck_id, GiveTime(by, batch), by=by, key=key)


def turn_over(deck_id: int, *, by: int, key: str | None, batch: int, even_so: bool = False) -> Committed:
    return carry_out(deck_id, TurnBatchOver(by, batch, even_so), by=by, key=key)


def mark_card(deck_id: int, *, by: int, key: str | None, batch: int, place: int, mark: SweepMark) -> Committed:
    return carry_out(deck_id, MarkCard(by, batch, place, mark), by=by, key=key)


def sweep_without(deck_id: int, *, by: int, key: str | None, batch: int, without: int) -> Committed:
    return carry_out(deck_id, SweepWithout(by, batch, without), by=by, key=key)


def call_off_batch(deck_id: int, *, by: int, key: str | None, batch: int) -> Committed:
    return carry_out(deck_id, CallOffBatch(by, batch), by=by, key=key)
