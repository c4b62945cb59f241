"""What is printed beside the cards of a deck: the slip of an update, and blank cards to write on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cards.face.drawn import DrawnFace, draw_face
from cards.face.face import Face
from cards.face.lexicon import Lexicon
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.selection import Exchange
from cards.printing.queue.values import Item
from cards.printing.shared.drawn_pieces import DrawnPiece, draw_piece
from cards.printing.shared.pieces import BlankCard, ChangeSlip, SlipLine
from cards.rules.deck import Ref

PaperCard = DrawnFace | DrawnPiece
ART = "/static/art/"


def slip_of(
    title: str, before: str, after: str, lines: Iterable[Exchange], old: Mapping[Ref, str], new: Mapping[Ref, str]
) -> ChangeSlip:
    """What whoever has the older print does with this one; `old` and `new` are titles. What they look for among their
    cards is called as it was."""
    put_in: list[SlipLine] = []
    swap: list[SlipLine] = []
    take_out: list[SlipLine] = []
    for line in lines:
        both = min(line.out, line.put_in)
        number, was, now = number_of(line.ref), old.get(line.ref, "…"), new.get(line.ref, "…")
        if both:
            had = line.had if both < line.had else 0
            swap.append(SlipLine(number, was, both, had, now if now != was else ""))
        if line.put_in > both:
            put_in.append(SlipLine(number, now, line.put_in - both))
        if (out := line.out - both) > 0:
            take_out.append(SlipLine(number, was, out, line.had if out < line.had else 0))
    return ChangeSlip(title, before, after, tuple(put_in), tuple(swap), tuple(take_out))


def number_of(ref: Ref) -> str:
    """As it stands on the card: "12", "§ 3"."""
    return f"§ {ref.number}" if ref.kind == "rule" else str(ref.number)


def blank_items(choices: PrintChoices, foot_line: str, laid: int, places: int) -> tuple[Item, ...]:
    """Blank cards: as many as were asked for, and those in places that so many other cards leave over on their sheets.

    A print of blank cards alone that says no number is one sheet of them.
    """
    count = choices.blanks
    if choices.what == "blanks" and not count:
        count = places
    if choices.spare and places:
        count += -(laid + count) % places
    if not count:
        return ()
    return (Item(BlankCard(is_ruled=choices.blank_style == "ruled"), False, "", foot_line, count),)


def cards_of(
    item: Item, choices: PrintChoices, language: str, lexicon: Lexicon, bleed: int | None
) -> tuple[PaperCard, ...]:
    """The cards that an item is printed on, one after the other, as the screen shows them and the press draws them."""
    if not isinstance(item.piece, Face):
        return draw_piece(item.piece, choices.frame, choices.size, art=ART, bleed=bleed)
    face = draw_face(
        item.piece, is_rule=item.is_rule, frame=choices.frame, size=choices.size, language=language, lexicon=lexicon,
        bleed=bleed,
    )  # fmt: skip
    return (face, *face.more)
