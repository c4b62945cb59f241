"""What another played last in their turn: one line, and a way to read the card."""

from __future__ import annotations

from play.queries.log_lines import line_of
from play.queries.parts import all_zones, base
from play.queries.table_view import TableView
from play.storage.store import Happening
from play.table import events as e
from play.values.log import LastPlay
from studio.live.view import once_a_drawing


def last_play(view: TableView) -> LastPlay:
    """The latest card that somebody else played in this turn, where it is not one's own; nothing in one's own turn."""
    now = view.seen
    one = _played(view, now.me) if now.turn is not None and now.turn.seat != now.me else None
    line = line_of(view, one) if one is not None else None
    if one is None or line is None:
        return LastPlay()
    laid = {move.id for move in one.fact.moved} if isinstance(one.fact, e.PiecesMoved) else set()
    pieces = (piece for zone in all_zones(now) for piece in zone.pieces)
    read = next((piece for piece in pieces if piece.id in laid and piece.is_known), None)
    return LastPlay(line, f"{base(view.row)}pieces/{read.id}/", read.id) if read is not None else LastPlay(line)


@once_a_drawing
def _played(view: TableView, besides: int) -> Happening | None:
    """What was played last since the turn began and was not taken back, by any seat but this one."""
    until = view.head
    for one in reversed(view.recent(until)):
        if one.seq > until:
            continue
        match one.fact:
            case e.TakenBack(to=to):
                until = to
            case e.TurnBegan() | e.GameBegun():
                return None
            case e.PiecesMoved(how="play", seat=seat) if seat != besides:
                return one
            case _:
                pass
    return None
