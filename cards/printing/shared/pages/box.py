"""A tuck box: its net with the deck's name on it."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.ornament import ornament
from cards.face.text import Markup
from cards.printing.geometry.tuck_box import THUMB, BoxNet, NetLine, Panel
from cards.printing.shared.extra_pages import TuckBox
from cards.printing.shared.pages.heads import HeadShown, head_of

_INK = "#171a21"
INSET = 4.0  # mm that ink keeps off a fold or a cut at the sides
ABOVE = 9.5  # mm above and below: the cut for the thumb takes most of it
_ONE_LINE = 30  # letters of a name on a side
_COLUMNS = 8  # of the ornament
_WORDS = 34.0  # mm below the net for the words that say how to fold it
_RATTLE = 100  # 1/100 mm of air more than a box has for its cards
_PLATE = 0.34  # of the front's height, for the name


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the paper in mm. `band` is how high the ornament is above and below the name of the front."""

    name: str
    x: float
    y: float
    width: float
    height: float
    band: float = 0.0

    @property
    def plate_top(self) -> float:
        """Where the plate of the name begins, below the upper ornament."""
        return round(ABOVE + self.band, 2)

    @property
    def plate(self) -> float:
        return round(self.height - 2 * self.plate_top, 2)

    @property
    def plate_width(self) -> float:
        return round(self.width - 2 * INSET, 2)

    @property
    def along(self) -> str:
        """The style of a line that runs from the top of a narrow panel to its bottom, turned about its middle."""
        left, top = (self.width - self.height) / 2, (self.height - self.width) / 2
        return f"left: {left + 3:.2f}mm; top: {top:.2f}mm; width: {self.height - 6:g}mm; height: {self.width:g}mm"


@dataclass(frozen=True, slots=True)
class BoxShown:
    """The net in mm from the upper left corner of the paper. `title` is the size of the name on the front, in pt."""

    template: str
    name: str
    head: HeadShown
    is_lying: bool
    width: float
    height: float
    cuts: tuple[str, ...]
    folds: tuple[str, ...]
    areas: tuple[Area, ...]
    art: Markup
    size: float
    small: float
    spine: float
    cards: str
    inside: str
    spare: str
    words_at: str
    inset: float = ABOVE


def box_shown(box: TuckBox, paper: tuple[float, float]) -> BoxShown:
    """The net of a box on a paper of that width and height, upright, in mm."""
    net = box.net
    width, height = (paper[1], paper[0]) if net.is_lying else paper
    front = next(panel for panel in net.panels if panel.name == "front")
    band = _band(front)
    columns, rows = _COLUMNS, max(1, round(band / ((front.width / 100 - 2 * INSET) / _COLUMNS)))
    return BoxShown(
        template="print/box.html",
        name="Tuck box",
        head=head_of(box.heading, most=28.0),
        is_lying=net.is_lying,
        width=width,
        height=height,
        cuts=(*(_path(cut) for cut in net.cuts), _thumb(net.thumb)),
        folds=tuple(_path(fold) for fold in net.folds),
        areas=tuple(_area(panel, band) for panel in net.panels),
        art=Markup(ornament(box.heading.title, "thing", rows, columns, ink=_INK)),
        size=_name_size(box.heading.title, front.width / 100 - 2 * INSET),
        small=_name_size(box.heading.title, front.width / 100 - 2 * INSET, most=16.0),
        spine=_spine_size(box.heading.title, net),
        cards=box.cards,
        inside=f"{net.width / 100:g} × {net.height / 100:g} × {net.depth / 100:g} mm inside",
        spare=_spare(box.spare),
        words_at=_words_at(net, width, height),
    )


def _spare(depth: int) -> str:
    """A box for few cards is as shallow as one can be folded, and they would rattle in it."""
    if depth < _RATTLE:
        return ""
    return f"No shallower box folds: fill the {depth / 100:g} mm the cards leave with folded paper, or blank cards."


def _area(panel: Panel, band: float) -> Area:
    x, y, width, height = (length / 100 for length in (panel.x, panel.y, panel.width, panel.height))
    return Area(panel.name, x, y, width, height, band if panel.name == "front" else 0.0)


def _band(front: Panel) -> float:
    return round((front.height / 100 - 2 * ABOVE) * (1 - _PLATE) / 2, 2)


def _name_size(title: str, column: float, most: float = 25.0) -> float:
    """In pt, so that the longest word goes on a line of so many mm and the whole on three."""
    longest = max((len(word) for word in title.split()), default=1)
    fits = column / 25.4 * 72
    return max(8.0, min(most, round(fits / (longest * 0.74), 1), round(3 * fits / (len(title) * 0.74 + 4), 1)))


def _spine_size(title: str, net: BoxNet) -> float:
    """In pt, so that the name goes along a side, a long one in two lines, and is no higher than the side is deep."""
    lines = 1 if len(title) <= _ONE_LINE else 2
    along = (net.height / 100 - 8) * 72 / 25.4
    deep = net.depth / 100 * 72 / 25.4 * 0.62 / lines
    return max(6.0, min(18.0, round(deep, 1), round(lines * along / (max(len(title), 1) * 0.48), 1)))


def _words_at(net: BoxNet, width: float, height: float) -> str:
    """How to fold it: below the net, or above the front beside the lid where there is no room for that."""
    lowest = max(max(cut.y1, cut.y2) for cut in net.cuts) / 100
    if height - lowest > _WORDS:
        return f"left: 14mm; width: 120mm; top: {lowest + 8:g}mm"
    front = next(panel for panel in net.panels if panel.name == "front")
    return f"left: {front.x / 100 + 1:g}mm; width: {front.width / 100 - 2:g}mm; top: 6mm"


def _path(stroke: NetLine) -> str:
    return f"M{stroke.x1 / 100:g} {stroke.y1 / 100:g}L{stroke.x2 / 100:g} {stroke.y2 / 100:g}"


def _thumb(thumb: Panel) -> str:
    """Half a circle in the upper edge of the front."""
    x, y, radius = thumb.x / 100, thumb.y / 100, THUMB / 100
    return f"M{x:g} {y:g}A{radius:g} {radius:g} 0 0 0 {x + 2 * radius:g} {y:g}"
