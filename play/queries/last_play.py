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
    if now.turn is None or now.turn.seat == now.me:
        return LastPlay()
    one, play = next((play for play in _played(view) if play[1].seat != now.me), (None, None))
    line = line_of(view, one) if one is not None else None
    if play is None or line is None:
        return LastPlay()
    laid = {move.id for move in play.moved}
    pieces = (piece for zone in all_zones(now) for piece in zone.pieces)
    read = next((piece for piece in pieces if piece.id in laid and piece.is_known), None)
    return LastPlay(line, f"{base(view.row)}pieces/{read.id}/", read.id) if read is not None else LastPlay(line)


@once_a_drawing
def _played(view: TableView) -> tuple[tuple[Happening, e.PiecesMoved], ...]:
    """What was played since the turn began and was not taken back, the latest first."""
    until, played = view.head, list[tuple[Happening, e.PiecesMoved]]()
    for one in reversed(view.recent(until)):
        if one.seq > until:
            continue
        match one.fact:
            case e.TakenBack(to=to):
                until = to
            case e.TurnBegan() | e.GameBegun():
                break
            case e.PiecesMoved(how="play") as play:
                played.append((one, play))
            case _:
                pass
    return tuple(played)
