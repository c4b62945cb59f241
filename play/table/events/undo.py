"""Whether what happened at a table may be taken back."""

from __future__ import annotations

from enum import Enum


class Undo(Enum):
    """Whether what happened may be taken back. Every kind of fact says so itself; there is no default.

    OPEN: nobody learnt anything by it. TRIFLE: nor did anybody else have a part in it, and whoever did it could do it
    the other way round: their own word is enough. SHOWN: it showed somebody what they had not seen. STANDS: people came
    or went, the deck changed, or a game ended. BESIDE: said or asked beside the game, which neither is taken back nor
    stands in the way. AS_IT_LAY: it depends on where the pieces lay (`play.table.undoable`).
    """

    OPEN = "open"
    TRIFLE = "trifle"
    SHOWN = "shown"
    STANDS = "stands"
    BESIDE = "beside"
    AS_IT_LAY = "as it lay"
