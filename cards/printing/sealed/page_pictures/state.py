"""What is known while a page is told as SVG: the graphics state, and what was written so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cards.printing.sealed.matrices import SAME, Matrix, number
from cards.printing.sealed.page_pictures.glyphs import Glyphs

EVERYWHERE = 'x="-9999" y="-9999" width="19998" height="19998"'


@dataclass(frozen=True, slots=True)
class GraphicsState:
    """What PDF keeps between q and Q, as far as the press uses it. Lengths are the stream's own, `pt` too.

    `base` is the matrix the stream began with, to which patterns keep; `clip` and `mask` are names of definitions.
    """

    matrix: Matrix = SAME
    base: Matrix = SAME
    fill: str = "#000000"
    stroke: str = "#000000"
    fill_alpha: float = 1
    stroke_alpha: float = 1
    width: float = 1
    cap: int = 0
    join: int = 0
    limit: float = 10
    dashes: tuple[tuple[float, ...], float] = ((), 0)
    clip: str = ""
    mask: str = ""
    font: Glyphs | None = None
    pt: float = 0
    tracking: float = 0
    stretch: float = 1
    rise: float = 0

    def within(self, drawn: str) -> str:
        """What is drawn, behind the clip and the mask that hold."""
        if self.clip:
            drawn = f'<g clip-path="url(#{self.clip})">{drawn}</g>'
        return f'<g mask="url(#{self.mask})">{drawn}</g>' if self.mask else drawn

    def pen(self) -> Iterator[str]:
        """The attributes of a line."""
        yield f'stroke="{self.stroke}" stroke-width="{number(self.width)}"'
        if self.cap:
            yield f'stroke-linecap="{("butt", "round", "square")[self.cap]}"'
        if self.join:
            yield f'stroke-linejoin="{("miter", "round", "bevel")[self.join]}"'
        else:
            yield f'stroke-miterlimit="{number(self.limit)}"'
        if self.dashes[0]:
            dashes = " ".join(map(number, self.dashes[0]))
            yield f'stroke-dasharray="{dashes}" stroke-dashoffset="{number(self.dashes[1])}"'
        if self.stroke_alpha != 1:
            yield f'stroke-opacity="{number(self.stroke_alpha)}"'


@dataclass
class SvgPage:
    """A page so far. Outlines, clips, gradients and patterns are told once and used by name."""

    body: list[str] = field(default_factory=list)
    defined: dict[Any, str] = field(default_factory=dict)
    definitions: list[str] = field(default_factory=list)
    fonts: dict[Any, Glyphs] = field(default_factory=dict)

    def named(self, letter: str, key: Any, definition: str) -> str:
        """The name of a definition, which is written when it is new; it has {name} in it."""
        if key not in self.defined:
            self.defined[key] = f"{letter}{len(self.defined)}"
            self.definitions.append(definition.replace("{name}", self.defined[key]))
        return self.defined[key]

    def aside(self) -> SvgPage:
        """A body of its own for what stands in a definition."""
        return SvgPage([], self.defined, self.definitions, self.fonts)

    def glyphs(self, font: Any) -> Glyphs:
        key = font.objgen if font.is_indirect else id(font)
        if key not in self.fonts:
            self.fonts[key] = Glyphs(font)
        return self.fonts[key]
