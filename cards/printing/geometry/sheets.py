"""Imposition as geometry: where fronts, backs, cut guides, the fold and the foot of a sheet lie.

Pure. Lengths are 1/100 mm from the upper left corner of the paper, x to the right, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from cards.printing.geometry.hexes import TICK_END, hex_ticks
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.papers import MARGIN

T = TypeVar("T")
Flip = Literal["left", "top"]
GuideStyle = Literal["marks", "lines", "none"]

GUIDE_GAP = 60  # a guide begins this far outside the trim, so no line is left on a card
GUIDE_LENGTH = 400
GUIDE_LEAST = 150  # a shorter one goes on into what some printers leave blank
PAPER_EDGE = 100  # nothing is drawn nearer to the edge but lines that run over it
CLEAR = 200  # the foot keeps this far off the trim: a knife that slips leaves no ink on a card
TIGHT = 60  # and this far where the sheet has no more room
FIELDS = 3  # of the foot: which deck, which sheet, a ruler
RULER = 4000
RULER_WORDS = f"{RULER // 100} mm when printed at its true size"  # in English, as all of our words on paper
FIELD_LEAST = 4300  # a field must hold the ruler
FOLD_FOOT = 100  # from the fold to the foot that stands along it
FOOT_PT = 7.0  # whatever must be read on paper is as large as that
# What the words of the second field take without the numbers in them, fewer words, a digit, and what is said of backs.
FOOT_WORDS, FOOT_FEWER, FOOT_DIGIT, FOOT_BACKS = 4640, 2790, 161, 750
SECOND_LINE = 300  # from the foot to a further line of words
FOOT_RISE, FOOT_FALL = 270, 60  # what the foot takes above and below its baseline


@dataclass(frozen=True, slots=True)
class CardPlace:
    """One card's place on a sheet: column and row, and the upper left corner of its trim.

    `is_turned`: the card lies upside down (backs of sheets that are flipped at the top, or folded across).
    """

    column: int
    row: int
    x: int
    y: int
    is_turned: bool = False


@dataclass(frozen=True, slots=True)
class Guide:
    """A line to cut or to fold by, outside the trim."""

    x0: int
    y0: int
    x1: int
    y1: int


@dataclass(frozen=True, slots=True)
class Foot:
    """The line of words beside the cards, in three fields.

    `baseline` is its y; of a turned one, which reads up the left side, its x. `fields` are where each begins and how
    long it is, counted along the line from the left of the paper; turned, from its lower edge.
    """

    fields: tuple[tuple[int, int], ...]
    baseline: int
    is_turned: bool = False

    @property
    def has_ruler(self) -> bool:
        """Whether the third field holds one: on a paper as small as a postcard it would run over the edge."""
        return self.fields[-1][1] >= RULER


def edition_words(version: int | None, since: int | None = None) -> str:
    """Which print of a deck it is. Part of the paper, as the words at the foot are."""
    edition = f"version {version}" if version else "draft"
    return f"{edition}, changed since version {since}" if since else edition


def foot_words(sheet: int, of: int, room: int, *, is_back: bool = False) -> str:
    """What stands in the second field, which is so wide. Part of the paper, and so in English whoever prints it."""
    left = room - FOOT_DIGIT * len(f"{sheet}{of}") - FOOT_BACKS * is_back
    how = " Print at 100 %, not “fit to page”." if left >= FOOT_WORDS else " Print at 100 %." * (left >= FOOT_FEWER)
    return f"Sheet {sheet} of {of}{', backs' if is_back else ''}.{how}"


def places(layout: SheetLayout) -> tuple[CardPlace, ...]:
    """All places of the fronts of a sheet, row by row."""
    return tuple(
        CardPlace(column, row, layout.left + column * layout.pitch_x, layout.top + row * layout.pitch_y)
        for row in range(layout.rows)
        for column in range(layout.columns)
    )


def backs(layout: SheetLayout, flip: Flip, offset: tuple[int, int] = (0, 0)) -> tuple[CardPlace, ...]:
    """The places of the backs, in the order of the fronts.

    On the other side of the paper, for a sheet flipped at its left or its top edge: at the left columns change sides,
    at the top rows do and every back is turned round. On a folded sheet beyond its fold, whatever the flip: across it
    every back is turned round too. A short last sheet keeps its empty places, so its backs lie behind their fronts.
    `offset` is what a printer lays its second side too far to the left and too high, as it is to be made good; a folded
    sheet has no second side, and there it moves nothing.
    """
    offset = (0, 0) if layout.fold else offset
    across = layout.fold == "across" or (not layout.fold and flip == "top")
    width, height = layout.paper.width, layout.paper.height
    turned: list[CardPlace] = []
    for place in places(layout):
        if across:
            y = height - place.y - layout.card.height
            back = (place.column, layout.rows - 1 - place.row, place.x + offset[0], y + offset[1])
        else:
            x = width - place.x - layout.card.width
            back = (layout.columns - 1 - place.column, place.row, x + offset[0], place.y + offset[1])
        turned.append(CardPlace(*back, is_turned=across))
    return tuple(turned)


def dealt(cards: Sequence[T], layout: SheetLayout) -> tuple[tuple[T, ...], ...]:
    """The cards sheet by sheet."""
    return tuple(tuple(cards[i : i + layout.places]) for i in range(0, len(cards), layout.places))


def turned_over(layout: SheetLayout, flip: Flip, offset: tuple[int, int] = (0, 0)) -> SheetLayout:
    """The other side of a sheet that was flipped: what stood at the left (at the top) stands at the right (below).

    All of it is shifted by `offset`, as its backs are (`backs`): a printer lays the whole side so far off.
    """
    left, top = layout.left, layout.top
    if flip == "left":
        left = layout.paper.width - layout.right
    else:
        top = layout.paper.height - layout.bottom
    return replace(layout, left=left + offset[0], top=top + offset[1])


def guides(layout: SheetLayout, style: GuideStyle = "marks") -> tuple[Guide, ...]:
    """Lines at both ends of every cut, outside trim and bleed: short, or as far as the paper goes.

    A folded sheet has those of its backs as well. Hexes have them for their flat sides, and ticks at every corner.
    """
    if style == "none":
        return ()
    columns, rows = _cuts(layout)
    width, height = layout.paper.width, layout.paper.height
    if layout.fold == "across":
        rows = sorted({*rows, *_mirrored(rows, height)})
    if layout.fold == "down":
        columns = sorted({*columns, *_mirrored(columns, width)})
    above_below = _outwards(rows[0], rows[-1], height, layout.bleed, style)
    beside = _outwards(columns[0], columns[-1], width, layout.bleed, style)
    across = [Guide(start, y, end, y) for y in rows for start, end in beside]
    if layout.card.shape == "hex":
        return (*across, *_ticks(layout))
    return (*(Guide(x, start, x, end) for x in columns for start, end in above_below), *across)


def _ticks(layout: SheetLayout) -> Iterator[Guide]:
    for place in places(layout) + (backs(layout, "left") if layout.fold else ()):
        for start, end in hex_ticks(layout.card, place.x, place.y):
            yield Guide(*start, *end)


def fold(layout: SheetLayout) -> Guide | None:
    """The line that a folded sheet is folded by, from edge to edge of the paper."""
    width, height = layout.paper.width, layout.paper.height
    match layout.fold:
        case "across":
            return Guide(0, height // 2, width, height // 2)
        case "down":
            return Guide(width // 2, 0, width // 2, height)
    return None


def _cuts(layout: SheetLayout) -> tuple[list[int], list[int]]:
    """Where a knife goes: every x and every y of a trim, once."""
    edges_x = {
        x for column in range(layout.columns) for x in _edges(layout.left, column, layout.pitch_x, layout.card.width)
    }
    edges_y = {y for row in range(layout.rows) for y in _edges(layout.top, row, layout.pitch_y, layout.card.height)}
    return sorted(edges_x), sorted(edges_y)


def _edges(first: int, index: int, pitch: int, length: int) -> tuple[int, int]:
    return first + index * pitch, first + index * pitch + length


def _mirrored(lines: Iterable[int], edge: int) -> list[int]:
    return sorted(edge - line for line in lines)


def _outwards(near: int, far: int, edge: int, bleed: int, style: GuideStyle) -> list[tuple[int, int]]:
    """The two ends of a cut: from the trim and its bleed outwards, at most to the margin unless that is too little."""
    found = []
    for start, outward, limit in ((near - bleed - GUIDE_GAP, -1, 0), (far + bleed + GUIDE_GAP, 1, edge)):
        if style == "lines":
            end = limit
        else:
            room = min(GUIDE_LENGTH, abs(limit - start) - MARGIN)
            if room < GUIDE_LEAST:
                room = min(GUIDE_LENGTH, abs(limit - start) - PAPER_EDGE)
            end = start + outward * room
        if (end - start) * outward > 0:
            found.append((start, end))
    return found


def foot(layout: SheetLayout, keep_off: int = MARGIN) -> Foot | None:
    """Where the words beside the cards stand: below them, up the left side, or where a sheet is full along its fold.

    Nowhere on a page as large as its card. Its ends keep off the sides of the paper, where marks may stand.
    Between the guides where three columns (turned: three rows) are wide enough, else beyond them.
    """
    paper, card = layout.paper, layout.card
    bottom = paper.height - layout.top if layout.fold == "across" else layout.bottom
    below = _Side(
        bottom + layout.bleed, paper.height, layout.left, layout.columns, layout.pitch_x, card.width, paper.width
    )
    near = paper.width - layout.left + max(layout.bleed, TICK_END // 2 if card.shape == "hex" else 0)
    beside = _Side(
        near, paper.width, paper.height - layout.bottom, layout.rows, layout.pitch_y, card.height, paper.height
    )
    for clear, margin in ((CLEAR, MARGIN), (TIGHT, 300), (TIGHT, PAPER_EDGE)):
        if (room := below.line(clear, margin, FOOT_RISE, FOOT_FALL, keep_off)) is not None:
            return Foot(*room)
        if (room := beside.line(clear, margin, FOOT_FALL, FOOT_RISE, keep_off)) is not None:
            return Foot(room[0], paper.width - room[1], is_turned=True)
    if (line := fold(layout)) is None:
        return None
    along, at = (paper.width, line.y0) if layout.fold == "across" else (paper.height, line.x0)
    return Foot(_thirds(along, keep_off), at - FOLD_FOOT, is_turned=layout.fold == "down")


def beyond_foot(place: Foot, layout: SheetLayout) -> int:
    """How far below the foot a second line of words stands, less than nothing above it: beyond it as seen from the
    cards, where the paper has room, else on their side of it."""
    if place.is_turned:
        return -SECOND_LINE if place.baseline - SECOND_LINE - FOOT_RISE >= MARGIN else SECOND_LINE
    return SECOND_LINE if place.baseline + SECOND_LINE + FOOT_FALL <= layout.paper.height - MARGIN else -SECOND_LINE


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of the cards that words may run along.

    From the cards (with bleed) to the paper's edge, counted towards the edge; and along it: where the cards begin, how
    many they are, their pitch, how long one is and how long the paper.
    """

    cards: int
    edge: int
    first: int
    count: int
    pitch: int
    card: int
    length: int

    def line(
        self, clear: int, margin: int, inner: int, outer: int, keep_off: int
    ) -> tuple[tuple[tuple[int, int], ...], int] | None:
        """The fields and the baseline, when there is so much room.

        Words take `inner` from their baseline towards the cards and `outer` towards the edge.
        """
        lowest = self.edge - margin - outer
        if self.cards + clear + inner > lowest:
            return None
        if self.count >= FIELDS and self.card - 300 >= FIELD_LEAST and self.first >= keep_off:
            fields = tuple((self.first + index * self.pitch + 150, self.card - 300) for index in range(FIELDS))
            middle = -(-(self.cards + self.edge - margin + inner - outer) // 2)
            wanted = self.cards + GUIDE_GAP + GUIDE_LENGTH + 250 if inner > outer else middle
            return fields, min(max(wanted, self.cards + clear + inner), lowest)
        beyond = self.cards + GUIDE_GAP + GUIDE_LENGTH + inner + 40
        if beyond > lowest:
            return None
        return _thirds(self.length, keep_off), beyond


def _thirds(length: int, keep_off: int) -> tuple[tuple[int, int], ...]:
    """Three fields along a paper that is so long."""
    third = (length - 2 * keep_off) // FIELDS
    return tuple((keep_off + field * third, third - 300) for field in range(FIELDS))
