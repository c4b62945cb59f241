"""Which back a card is printed with. Pure."""

from __future__ import annotations

from typing import Literal

from cards.face.back import DeckBack
from cards.face.drawn_back import SUB
from cards.face.face import Face, kind_of
from cards.face.kinds import is_colour
from cards.face.lexicon import Lexicon
from cards.face.ornament import INKS
from cards.printing.shared.pieces import CardBack, CardPiece
from studio.kernel.refusals import Refused

BackChoice = Literal["none", "plain", "deck", "kind", "drawn"]


def back_behind(
    piece: CardPiece, choice: BackChoice, back: DeckBack, title: str, lexicon: Lexicon, *, is_rule: bool = False
) -> CardBack | None:
    """The back of one card of a deck of that title, or None. `back` is what its group chose.

    Blank cards and slips have the deck's whatever is chosen: nobody knows yet of which kind they will be.
    Raises Refused("print.back_none") where a drawing is asked for and the group drew none.
    """
    match choice:
        case "none":
            return None
        case "plain":
            return CardBack("plain", title)
        case "drawn" if not back.doodle:
            raise Refused("print.back_none", field="back")
        case "kind" if isinstance(piece, Face):
            return _of_kind(piece, title, lexicon, is_rule=is_rule)
        case _:
            return _of_deck(back, title)


def _of_deck(back: DeckBack, title: str) -> CardBack:
    return CardBack(
        "drawn" if back.doodle else "deck", title if back.has_plate else "", SUB if back.has_plate else "",
        back.seed or title, back.shapes, back.colour, doodle=back.doodle,
    )  # fmt: skip


def _of_kind(face: Face, title: str, lexicon: Lexicon, *, is_rule: bool) -> CardBack:
    """In the kind's colour, with its shapes and its mark: the same for all cards of the kind, whatever is on them."""
    kind = kind_of(face, is_rule=is_rule)
    own = lexicon.kind(face.kind_word) if kind == "other" else None
    colour = own.colour if own is not None and is_colour(own.colour) else INKS[kind]
    mark = own.drawn_in(colour) if own is not None else ""
    word = "Special Rule" if is_rule else own.name if own is not None else face.kind_word.capitalize()
    return CardBack("kind", title, word, title, kind, colour, mark)
