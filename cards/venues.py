"""Where a deck's room ballots are held: in its workshop, or at its creative table while people sit there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from studio.kernel.messages import message
from studio.live import presence
from studio.ports import TABLES, Venue
from studio.web.words import say


def voting_here_and_away(
    deck_id: int, stream_id: int, members: Iterable[int], now: datetime
) -> tuple[frozenset[int], Mapping[int, int]]:
    """Of these members: who is where the ballots are held, and since which second the others are not (0: never came).

    At a table whoever is up from it is away, though they be in the room. `stream_id` is the deck's. Three statements.
    """
    venue = TABLES.get().venue_of(deck_id)
    return presence.here_and_away(stream_id, members, now) if venue is None else seated_and_away(venue, members, now)


def seated_and_away(venue: Venue, members: Iterable[int], now: datetime) -> tuple[frozenset[int], Mapping[int, int]]:
    """The same for one table. One statement."""
    here, away = presence.here_and_away(venue.stream_id, members, now)
    return here & venue.seated, {**away, **dict.fromkeys(here - venue.seated, 0)}


def told_of(venue: Venue | None) -> tuple[str, str] | None:
    """That room ballots wait for a table, and not for whoever is in the workshop: in words, and its address."""
    if venue is None:
        return None
    words = message("This deck is being played. Votes wait for those at the table, and you can answer here too.")
    return say(words), venue.address


def room_of_votes(deck_id: int, member: int) -> str:
    """The address of the table at which this member judges the deck's cards just now; "" where it is the workshop."""
    venue = TABLES.get().venue_of(deck_id)
    return venue.address if venue is not None and member in venue.seated else ""
