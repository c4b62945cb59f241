"""Since when somebody sits in a chair, as the table's log has it."""

from __future__ import annotations

from datetime import datetime

from play.storage.log import TABLE_LOG
from play.table import events as e
from studio.kernel.schema import kinds

SEATINGS = kinds(e.SeatTaken, e.SeatLeft, e.SeatHandedOver)


def seated_since(stream_id: int, seat: int, member_id: int | None) -> datetime | None:
    """When this member last came to sit there; None where they do not. One statement."""
    since: datetime | None = None
    for one in TABLE_LOG.recorded(stream_id, kinds=SEATINGS):
        match one.fact:
            case e.SeatTaken(seat=where, member=who) | e.SeatHandedOver(seat=where, member=who) if where == seat:
                since = one.at if who == member_id else None
    return since
