"""The skeleton of a deck: named gaps, made by anyone of it, and cards that are written for them. Pure.

Nothing is voted on here: a gap is a wish. Anybody names one, words it otherwise or puts it away, and naming it again
brings it back. It goes by itself, one card at a time, as cards that hang on it are accepted.
"""

from __future__ import annotations

from cards.rules import events as e
from cards.rules.deck import Change, Create, Deck, Proposal
from cards.rules.gap import SkeletonGap, gap_of
from cards.rules.sight import DeckSight


def on_it(deck: Deck | DeckSight, gap: SkeletonGap) -> tuple[int, ...]:
    """Who writes for it, or has a card for it on the table or in line; in the order of their ids."""
    asking = (proposal.by for proposal in deck.proposals.values() if proposal.gap == gap.number)
    return tuple(sorted({*gap.writers, *asking}))


def hangs_on(deck: Deck, gap: int | None, changes: tuple[Change, ...]) -> int | None:
    """The gap that a proposal hangs on. One that has gone meanwhile holds nobody's card up: it comes without."""
    is_new = any(isinstance(change, Create) for change in changes)
    return gap if is_new and gap_of(deck.gaps, gap) is not None else None


def filled_by(deck: Deck, proposal: Proposal) -> tuple[e.Event, ...]:
    """What follows once it is accepted."""
    gap = gap_of(deck.gaps, proposal.gap)
    return () if gap is None else (e.GapFilled(gap.number, proposal.number, gap.words),)
