"""What is as large as a card and no face: blank cards, the change slip of an update pack, card backs.

Values that cross the pipe to the sealed process, which draws them as pages of the card's size beside the faces. Words
of ours on them are English, as the foot of a sheet is; what people wrote is as they wrote it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from cards.face.face import Face, Kind, Stroke
from studio.kernel.codec import digest, from_plain, to_plain
from studio.kernel.messages import english, number_word
from studio.speed.lately import weighed

KEPT = 16_000_000  # bytes of pieces whose names or forms are known

BackKind = Literal["plain", "deck", "kind", "drawn"]


@dataclass(frozen=True, slots=True)
class BlankCard:
    """A card to write on, in the frame of the print: of a kind, or of any. `colour` is "" or "#rrggbb"."""

    kind: Kind | None = None
    colour: str = ""
    is_ruled: bool = False


@dataclass(frozen=True, slots=True)
class SlipLine:
    """A card on a slip: "7" or "§ 2", its title, and how many of it are meant.

    `had` is how many there are in the old print, where not all of them are meant (0: all); `now` is what it is called
    from now on, where that is something else.
    """

    number: str
    title: str
    copies: int = 1
    had: int = 0
    now: str = ""

    @property
    def words(self) -> str:
        """ "Slug × 3", "Delta, one of two", "Epsilon, now Epsilon the Second"."""
        title = f"{self.title}, now {self.now}" if self.now else self.title
        if self.had:
            return f"{title}, {_word(self.copies)}\u00a0of\u00a0{_word(self.had)}"
        return f"{title} ×\u00a0{self.copies}" if self.copies != 1 else title


def _word(number: int) -> str:
    return english(number_word(number))


@dataclass(frozen=True, slots=True)
class ChangeSlip:
    """What to do with an update pack. `before` and `after` are editions: "version 5", "the draft".

    A slip that is too long for one card goes on over others, in this order.
    """

    title: str
    before: str
    after: str
    put_in: tuple[SlipLine, ...] = ()
    swap: tuple[SlipLine, ...] = ()
    take_out: tuple[SlipLine, ...] = ()


@dataclass(frozen=True, slots=True)
class CardBack:
    """The back of a card: nothing, or a pattern grown from `seed`, or a drawing, with `title` on a plate.

    `face_kind` chooses the pattern's shapes; `mark` names the drawing of a kind's own mark ("" for none). `colour` is
    "" for ink or "#rrggbb". One without a title has no plate.
    """

    kind: BackKind = "deck"
    title: str = ""
    sub: str = ""
    seed: str = ""
    face_kind: Kind = "thing"
    colour: str = ""
    mark: str = ""
    doodle: tuple[Stroke, ...] = ()


CardPiece = Face | BlankCard | ChangeSlip | CardBack


@dataclass(frozen=True, slots=True)
class _Pieces:
    pieces: tuple[CardPiece, ...] = ()


@weighed(KEPT)
def piece_digest(piece: CardPiece) -> str:
    """The name of what is drawn on it; a face's is its own."""
    return piece.digest if isinstance(piece, Face) else digest(_Pieces((piece,)))


def plain_pieces(pieces: tuple[CardPiece, ...]) -> list[Any]:
    """Their plain form, each with its kind."""
    plain: list[Any] = to_plain(_Pieces(pieces)).get("pieces", [])
    return plain


def read_pieces(plain: list[Any]) -> tuple[CardPiece, ...]:
    """The pieces of that form. Raises Unreadable."""
    found: _Pieces = from_plain(_Pieces, {"pieces": plain})
    return found.pieces
