"""How often somebody may speak at a table: what is said stays in the log, and everybody is sent it."""

from __future__ import annotations

from play.rules.commands import Command, Speak
from studio.limits import Pace
from studio.ratelimit import take_try

TALK_PACE = Pace(30, 30)  # remarks of one member at one table: a lively quarrel gets through


def mind_the_pace(table_id: int, member_id: int, *commands: Command) -> None:
    """Refused("tries.too_many") for somebody who floods the log. Two statements for a remark, none for a move."""
    if any(isinstance(command, Speak) for command in commands):
        take_try("talk at a table", f"{table_id}.{member_id}", TALK_PACE)
