"""Blank cards, slips and backs as they are drawn: everything decided once, for the press and the preview. Pure.

    draw_piece(ChangeSlip(…), "press", "poker", art="asset:art/")

gives the values that `templates/cards/_blank.html`, `_slip.html` and `_back.html` write. All lengths come from the
table of card sizes (cards/face/measures.py).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cards.face.back import DeckBack
from cards.face.back_art import art_of
from cards.face.card_size import CardSize, scaled_pt
from cards.face.colour import readable, written_on
from cards.face.drawn_back import DrawnBack, art_room, data_uri, on_plate
from cards.face.kinds import is_colour
from cards.face.lines import PT, line_count
from cards.face.measures import Frame, Size, card_size
from cards.face.symbols import drawing_address
from cards.face.text import clean_line
from cards.printing.shared.pieces import BlankCard, CardBack, ChangeSlip, SlipLine

_PITCH = 7.0  # mm from one ruled line to the next, whatever the size of the card: hands do not shrink with the paper
BETWEEN_LINES = "\u00a0· "  # of a slip, where they run on
_WORDS = {"thing": "Thing", "action": "Action", "rule": "Special Rule"}


@dataclass(frozen=True, slots=True)
class DrawnBlank:
    """A card to write on. `lines` are where its ruled lines are, in mm below the upper edge."""

    frame: Frame
    kind: str  # "any" where it may become whatever is written
    size: Size
    word: str = ""
    lines: tuple[str, ...] = ()
    style: str = ""
    edge: str = ""
    part: int = 1
    parts: int = 1
    fit: int = 0

    @property
    def title(self) -> str:
        return "A blank card"

    @property
    def words(self) -> str:
        """Everything that is written on it, for the proof-reader."""
        return self.word


@dataclass(frozen=True, slots=True)
class SlipGroup:
    """What is to be done with some cards. `is_out`: they are struck through."""

    label: str
    lines: tuple[SlipLine, ...]
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class DrawnSlip:
    """One card of a change slip. Where it `is_run`, lines follow each other as words of a text do."""

    size: Size
    title: str
    under: str
    groups: tuple[SlipGroup, ...]
    part: int = 1
    parts: int = 1
    fit: int = 0
    style: str = ""
    is_run: bool = False

    @property
    def words(self) -> str:
        """Everything that is written on it, for the proof-reader."""
        joint = BETWEEN_LINES if self.is_run else " "
        cards = (joint.join(f"{line.number} {line.words}" for line in group.lines) for group in self.groups)
        labels = (group.label for group in self.groups)
        return " ".join(("Change slip", self.title, self.under, *labels, *cards))


DrawnPiece = DrawnBlank | DrawnSlip | DrawnBack


def draw_piece(
    piece: BlankCard | ChangeSlip | CardBack, frame: Frame, size: Size, *, art: str, least: int = 0,
    bleed: int | None = None,
) -> tuple[DrawnPiece, ...]:  # fmt: skip
    """Its cards, in order. `least` asks for so many lines less on a card, where a page engine found no room; `bleed` is
    as a face has it (cards/face/drawn.py)."""
    card = card_size(size)
    edge = f"--cf-b:{bleed / 100:g}mm" if bleed else ""
    match piece:
        case BlankCard():
            drawn = _blank(piece, frame, card, edge)
            return (replace(drawn, edge="clear") if bleed == 0 else drawn,)
        case CardBack():
            return (_back(piece, frame, card, art, edge),)
        case ChangeSlip():
            return _slips(piece, card, least, edge)


# ---- blank cards ---------------------------------------------------------------------------------


def _blank(piece: BlankCard, frame: Frame, card: CardSize, edge: str) -> DrawnBlank:
    colour = piece.colour if is_colour(piece.colour) and frame != "saver" else ""
    own = f"--cf-fill:{colour};--cf-kind:{readable(colour)};--cf-on-kind:{written_on(colour)}" if colour else ""
    lines: tuple[str, ...] = ()
    if piece.is_ruled and frame != "hand":  # which is ruled already
        first, last = card.head + card.type_line + _PITCH, card.high - card.under - 5.2 * card.scale - 1.5
        lines = tuple(f"{first + n * _PITCH:g}" for n in range(max(0, int((last - first) / _PITCH) + 1)))
    style = ";".join(filter(None, (own, edge)))
    return DrawnBlank(frame, piece.kind or "any", card.name, _WORDS.get(piece.kind or "", ""), lines, style)


# ---- the change slip -----------------------------------------------------------------------------


def _slips(slip: ChangeSlip, card: CardSize, least: int, edge: str) -> tuple[DrawnSlip, ...]:
    groups = (
        SlipGroup("Put in", slip.put_in), SlipGroup("Swap for the new one", slip.swap),
        SlipGroup("Take out", slip.take_out, is_out=True),
    )  # fmt: skip
    title, under = clean_line(slip.title), f"From {slip.before} to {slip.after}"
    wanted = tuple(group for group in groups if group.lines)
    rooms = [_SlipRoom(card, title, f"{under} (10 of 10)", least, is_run=is_run) for is_run in (False, True)]
    room, cards = min(((room, room.dealt(wanted)) for room in rooms), key=lambda dealt: len(dealt[1]))
    counted = [f" ({n}\u00a0of\u00a0{len(cards)})" if len(cards) > 1 else "" for n in range(1, len(cards) + 1)]
    style = ";".join(filter(None, (room.style, edge)))
    return tuple(
        DrawnSlip(card.name, title, under + part, each, n, len(cards), style=style, is_run=room.is_run)
        for n, (each, part) in enumerate(zip(cards, counted, strict=True), 1)
    )


class _SlipRoom:
    """How many lines go on a card of a slip. Lengths are mm; the spaces are those of card-pieces.css.

    Each on a line of its own they are found with ease; run on, in smaller letters, a long slip takes fewer cards.
    """

    def __init__(self, card: CardSize, title: str, under: str, least: int, *, is_run: bool) -> None:
        k = card.scale
        self.is_run = is_run
        letters, labels, above = (7.6, 8.6, 1.6) if is_run else (8.8, 9.6, 2.6)
        self.pt, label = scaled_pt(letters, min(k, 1.2)), scaled_pt(labels, min(k, 1.2))
        small = scaled_pt(8.0, k)
        heading = scaled_pt(14.0, k)
        inset = card.safe + card.inset + 0.8  # the dashed line stands off the edge, words off the line
        self.column = card.wide - 2 * inset
        lines = line_count(title, "text-bold", small, self.column) + line_count(under, "text", small, self.column)
        head = heading * 1.05 * PT + 0.8 + lines * small * 1.25 * PT
        self.line = self.pt * 1.3 * PT
        self.label = above * k + 1.1 + label * 1.15 * PT
        self.high = card.high - card.under - 9.7 * k - head - 0.4 - least * self.line
        lengths = {
            "m": f"{inset:g}mm", "t": f"{heading:g}pt", "s": f"{small:g}pt", "f": f"{self.pt:g}pt",
            "l": f"{label:g}pt", "a": f"{above * k:.3g}mm",
        }  # fmt: skip
        self.style = ";".join(f"--cs-{name}:{length}" for name, length in lengths.items())

    def dealt(self, groups: tuple[SlipGroup, ...]) -> list[tuple[SlipGroup, ...]]:
        """The groups card by card; what has no room goes on over another, under its label again."""
        cards: list[list[SlipGroup]] = [[]]
        left = self.high  # below all groups but the last
        for group in groups:
            if cards[-1]:
                left -= self.label + self.height(cards[-1][-1].lines)
            lines: tuple[SlipLine, ...] = ()
            for line in map(self.whole, group.lines):
                if self.label + self.height((*lines, line)) > left and cards[-1]:
                    cards.append([])
                    left, lines = self.high, ()
                if lines:
                    cards[-1].pop()
                lines = (*lines, line)
                cards[-1].append(replace(group, lines=lines))
        return [tuple(card) for card in cards]

    def height(self, lines: tuple[SlipLine, ...]) -> float:
        """Of the lines of a group."""
        if self.is_run:
            words = BETWEEN_LINES.join(f"{line.number}\u00a0{line.words}" for line in lines)
            return line_count(words, "text-bold", self.pt, self.column) * self.line + 0.3
        column = self.column - 2.9 * self.pt * PT  # the numbers stand in a column of their own
        return sum(line_count(line.words, "text", self.pt, column) * self.line + 0.3 for line in lines)

    def whole(self, line: SlipLine) -> SlipLine:
        """The line, on a tiny card with no more of its title than goes on it: its number says which it is."""
        line = replace(line, title=clean_line(line.title), now=clean_line(line.now))
        room = max(self.high - self.label, self.line + 0.3)
        if self.height((line,)) <= room:
            return line
        title, line = line.title, replace(line, now="")
        while title and self.height((replace(line, title=f"{title}…"),)) > room:
            title = title[:-1].rstrip()
        return replace(line, title=f"{title}…")


# ---- backs ---------------------------------------------------------------------------------------


def _back(piece: CardBack, frame: Frame, card: CardSize, art: str, edge: str) -> DrawnBack:
    wide, high, plate = art_room(card)
    title, sub = clean_line(piece.title), clean_line(piece.sub)
    is_saver = frame == "saver"
    colour = piece.colour if is_colour(piece.colour) and not is_saver else ""
    chosen = DeckBack(piece.face_kind, piece.seed, colour, piece.doodle, bool(title))
    svg = "" if piece.kind == "plain" else art_of(chosen, title, wide, high, plate, is_saver=is_saver)
    mark = drawing_address(piece.mark, art) if piece.mark and piece.kind == "kind" else ""
    ruled = f"--cf-kind:{readable(colour)}" if colour else ""
    title, sizes = on_plate(title, card, has_sub=bool(sub), above=5.2 * card.scale if mark else 0)
    style = ";".join(filter(None, (sizes, ruled, edge)))
    return DrawnBack(card.name, piece.kind, title, sub, svg, data_uri(svg), mark, style)
