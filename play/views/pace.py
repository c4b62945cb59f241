"""How often somebody may speak at a table: what is said stays in the log, and everybody is sent it.

So are notes on cards, and what the others are asked, with the reasons that are given.
"""

from __future__ import annotations

from play.access import TableDoor
from play.verbs.commands import AskTable, SeatCommand, Speak, WriteNote
from studio.people.limits import TALK_PACE
from studio.web.ratelimit import keep_pace


def mind_the_pace(door: TableDoor, key: str, *commands: SeatCommand) -> None:
    """Refused("pace.person", "pace.group") for who floods the log. Five statements for a remark, none for a move."""
    if any(isinstance(command, Speak | WriteNote | AskTable) for command in commands):
        keep_pace(door, TALK_PACE, key)
