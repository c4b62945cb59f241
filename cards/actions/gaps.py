"""The skeleton of a deck: what members do with its gaps."""

from __future__ import annotations

from cards.actions.execute import carry_out
from cards.verbs.gaps import HangOnGap, NameGap, PutGapAway, RewordGap, UnhookFromGap
from studio.log.committed import Committed


def name_gap(deck_id: int, *, by: int, key: str | None, words: str, wanted: int = 1) -> Committed:
    return carry_out(deck_id, NameGap(by, words, wanted), by=by, key=key)


def reword_gap(deck_id: int, *, by: int, key: str | None, gap: int, words: str, wanted: int = 1) -> Committed:
    return carry_out(deck_id, RewordGap(by, gap, words, wanted), by=by, key=key)


def put_gap_away(deck_id: int, *, by: int, key: str | None, gap: int) -> Committed:
    return carry_out(deck_id, PutGapAway(by, gap), by=by, key=key)


def hang_on_gap(deck_id: int, *, by: int, key: str | None, gap: int) -> Committed:
    """The card that one is writing is for this gap. Several people may write for the same."""
    return carry_out(deck_id, HangOnGap(by, gap), by=by, key=key)


def unhook_from_gap(deck_id: int, *, by: int, key: str | None, gap: int) -> Committed:
    return carry_out(deck_id, UnhookFromGap(by, gap), by=by, key=key)
