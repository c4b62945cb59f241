"""How much ink a print takes: which share of its paper is covered, black all over being 100. Pure.

Measured over the sample decks as they come out of the press (tests/print/test_edges.py); what a picture takes is
guessed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cards.face.face import Face
from cards.printing.queue.values import Item, Job
from cards.printing.shared.extra_pages import Cover, RulesSheet, TokenSheet, TuckBox
from cards.printing.shared.pieces import BlankCard, CardBack, CardPiece
from cards.queries.shop.sheets import DrawnItem
from studio.kernel.messages import Message, message, number_word, series

FRAME_INK: Mapping[str, int] = {"press": 18, "hand": 5, "saver": 7, "classic": 11}  # of a card without a picture
BORDER_INK = 5  # of the border that a card in Classic has where it is drawn past the cut
BACK_INK: Mapping[str, int] = {"deck": 28, "kind": 27, "drawn": 8, "plain": 2}
PICTURE_INK = 16  # what a picture takes besides, where it stands in place of no ornament
BLANK_INK, SLIP_INK = 1, 5
PAGE_INK: Mapping[type, int] = {Cover: 9, RulesSheet: 5, TokenSheet: 9, TuckBox: 4}  # of a page of paper
WRITING = 5  # of a page of letters, as makers of printers count


def frame_ink(frame: str, bleed: int) -> int:
    """How much of a card's paper is inked in a frame, drawn so far past the cut."""
    return FRAME_INK[frame] + (BORDER_INK if frame == "classic" and bleed else 0)


def frames_words(frames: Mapping[str, str], bleed: int) -> Message:
    """How much of a card's paper is inked in each frame, of which the labels are given."""
    shares = series(
        [message("{share}\u00a0% in {frame}", share=frame_ink(name, bleed), frame=frames[name]) for name in frames]
    )
    return message("Ink covers about {shares} of a card’s paper, more where it has a picture.", shares=shares)


def ink_words(share: int) -> Message:
    """How much of all the paper is inked, and beside a page of writing, which everybody has printed."""
    times = round(share / WRITING)
    if times < 1:
        words = message("Ink on about {share}\u00a0% of the paper, less than on a page of writing.")
    elif times == 1:
        words = message("Ink on about {share}\u00a0% of the paper, as on a page of writing.")
    elif times == 2:
        words = message("Ink on about {share}\u00a0% of the paper, twice a page of writing.")
    else:
        words = message("Ink on about {share}\u00a0% of the paper, {times} times a page of writing.")
    return words.given(share=max(share, 1), times=number_word(times))


def ink_share(job: Job, items: Sequence[DrawnItem], sheets: int) -> int:
    """In hundredths of the paper of all pages; at least one sheet."""
    layout = job.layout
    paper, card = layout.paper.width * layout.paper.height, layout.card.width * layout.card.height
    cards = sum(item.length * (_piece_ink(item.item, job.frame, layout.bleed) + _back_ink(item.item)) for item in items)
    has_backs = any(item.item.back for item in items) and not layout.fold
    beside = [PAGE_INK[type(page)] for page in (*job.before, *job.after)]
    pages = sheets * (2 if has_backs else 1) + len(beside)
    return round((cards * card / paper + sum(beside)) / max(pages, 1))


def _piece_ink(item: Item, frame: str, bleed: int) -> int:
    piece: CardPiece = item.piece
    if isinstance(piece, BlankCard):
        return BLANK_INK
    if not isinstance(piece, Face):
        return SLIP_INK
    return frame_ink(frame, bleed) + (PICTURE_INK if piece.picture and frame != "press" else 0)


def _back_ink(item: Item) -> int:
    back: CardBack | None = item.back
    return BACK_INK[back.kind] if back else 0
