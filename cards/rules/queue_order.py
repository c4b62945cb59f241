"""The order of what waits for the mat: whoever's card waits may let others go first, and order their own. Pure.

Nobody can bring their own card forward past another's: all that is asked here moves somebody else's up, or one's own.
"""

from __future__ import annotations

from cards.rules import commands as c
from cards.rules import events as e
from cards.rules.deck import Deck
from cards.rules.rewording import open_proposal, own_proposal
from studio.kernel.refusals import Refused


def decide(deck: Deck, command: c.GiveWay) -> tuple[e.Event, ...]:
    """Behind another's later one, or in the place of one's own. Raises Refused."""
    mine = own_proposal(deck, command.proposal, command.by)
    other = open_proposal(deck, command.to)
    if mine.ballot is not None or other.ballot is not None:
        raise Refused("queue.not_waiting")
    if mine == other or (other.by != mine.by and other.place < mine.place):
        return ()  # it goes first already
    return (e.WayGiven(mine.number, command.by, other.number),)
