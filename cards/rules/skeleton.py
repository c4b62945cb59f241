"""The skeleton of a deck: named gaps, made by anyone of it, and cards that are written for them. Pure.

Nothing is voted on here: a gap is a wish. Anybody names one, words it otherwise or puts it away, and naming it again
brings it back. It goes by itself, one card at a time, as cards that hang on it are accepted.
"""

from __future__ import annotations

from typing import assert_never

from cards.rules import commands as c
from cards.rules import events as e
from cards.rules.change_checks import fold_title
from cards.rules.deck import Change, Create, Deck, Proposal
from cards.rules.gap import SkeletonGap, gap_of
from cards.rules.limits import GAP_CARDS_MAX, GAP_MAX, GAPS_MAX, clean_line
from studio.kernel.refusals import Refused


def decide(deck: Deck, command: c.GapCommand) -> tuple[e.Event, ...]:
    """The facts that follow from what a member asks. Raises Refused(code)."""
    match command:
        case c.NameGap():
            return _name(deck, command)
        case c.RewordGap():
            return _reword(deck, command)
        case c.PutGapAway(by=by, gap=number):
            gap = _known(deck, number)
            return () if gap is None else (e.GapPutAway(gap.number, by, gap.words),)
        case c.HangOnGap(by=by, gap=number):
            gap = _there(deck, number)
            return () if by in gap.writers else (e.GapTaken(gap.number, by),)
        case c.UnhookFromGap(by=by, gap=number):
            gap = _known(deck, number)
            return () if gap is None or by not in on_it(deck, gap) else (e.GapFreed(gap.number, by),)
        case _:
            assert_never(command)


def on_it(deck: Deck, gap: SkeletonGap) -> tuple[int, ...]:
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


def _name(deck: Deck, command: c.NameGap) -> tuple[e.Event, ...]:
    words = _words(deck, command.words)
    _check_wanted(command.wanted)
    if len(deck.gaps) >= GAPS_MAX:
        raise Refused("gap.many", limit=GAPS_MAX)
    return (e.GapNamed(deck.last_gap + 1, command.by, words, command.wanted),)


def _reword(deck: Deck, command: c.RewordGap) -> tuple[e.Event, ...]:
    gap = _there(deck, command.gap)
    words = _words(deck, command.words, gap.number)
    _check_wanted(command.wanted)
    if (words, command.wanted) == (gap.words, gap.wanted):
        return ()
    return (e.GapReworded(gap.number, command.by, gap.words, words, command.wanted),)


def _known(deck: Deck, number: int) -> SkeletonGap | None:
    """None for one that was there and has gone: who wants it gone has what they want."""
    if not 0 < number <= deck.last_gap:
        raise Refused("gap.none")
    return gap_of(deck.gaps, number)


def _there(deck: Deck, number: int) -> SkeletonGap:
    gap = _known(deck, number)
    if gap is None:
        raise Refused("gap.gone")
    return gap


def _words(deck: Deck, given: str, number: int = 0) -> str:
    """Cleaned; no other gap of the deck goes by them."""
    words = clean_line(given)
    if not words:
        raise Refused("gap.empty")
    if len(words) > GAP_MAX:
        raise Refused("gap.long", limit=GAP_MAX, length=len(words))
    if any(fold_title(gap.words) == fold_title(words) for gap in deck.gaps if gap.number != number):
        raise Refused("gap.same", words=words)
    return words


def _check_wanted(wanted: int) -> None:
    if not 1 <= wanted <= GAP_CARDS_MAX:
        raise Refused("gap.cards", limit=GAP_CARDS_MAX)
