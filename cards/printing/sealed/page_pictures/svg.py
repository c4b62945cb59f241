"""A page of a PDF as SVG: every letter as its outline, so that it looks the same where our fonts are not.

Made for pages as the press draws them. What has no words here raises Unknown, and whoever asks sends a PNG instead.
"""

from __future__ import annotations

import base64
import io
import struct
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pikepdf

from cards.face.text import escape
from cards.printing.sealed.matrices import SAME, inverse, matrix_of, moved, number, times, told
from cards.printing.sealed.page_pictures.glyphs import Unknown
from cards.printing.sealed.page_pictures.paints import colour, gradient
from cards.printing.sealed.page_pictures.state import EVERYWHERE, GraphicsState, SvgPage

MM = 25.4 / 72
_DEEPEST = 8
_SILENT = frozenset({"ET", "i", "ri", "BMC", "BDC", "EMC", "MP", "DP", "Tr", "Tw"})
_FILLS = {
    "f": "nonzero",
    "F": "nonzero",
    "f*": "evenodd",
    "B": "nonzero",
    "B*": "evenodd",
    "b": "nonzero",
    "b*": "evenodd",
}
_LINES = frozenset({"S", "s", "B", "B*", "b", "b*"})
_CLOSES = frozenset({"s", "b", "b*"})
_COLOURS = frozenset({"rg", "g", "k", "RG", "G", "K", "cs", "CS", "sc", "SC", "scn", "SCN"})
_PATHS: dict[str, Callable[[list[str]], str]] = {
    "m": lambda n: f"M{n[0]} {n[1]}",
    "l": lambda n: f"L{n[0]} {n[1]}",
    "c": lambda n: "C" + " ".join(n),
    "h": lambda n: "Z",
    "re": lambda n: f"M{n[0]} {n[1]}h{n[2]}v{n[3]}h{number(-float(n[2]))}Z",
}
_PENS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "w": lambda given: {"width": float(given[0])},
    "J": lambda given: {"cap": int(given[0])},
    "j": lambda given: {"join": int(given[0])},
    "M": lambda given: {"limit": float(given[0])},
    "d": lambda given: {"dashes": (tuple(float(one) for one in given[0]), float(given[1]))},
    "Tc": lambda given: {"tracking": float(given[0])},
    "Tz": lambda given: {"stretch": float(given[0]) / 100},
    "Ts": lambda given: {"rise": float(given[0])},
}


def svg(pdf: bytes, page: int, title: str, described: str, language: str = "") -> str:
    """The page of that number in mm, with words for those who do not see it. Raises Unknown, IndexError."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        found = document.pages[page]
        left, bottom, right, top = (float(value) for value in found.mediabox)
        written = SvgPage()
        state = GraphicsState(matrix=(MM, 0, 0, -MM, -left * MM, top * MM))
        try:
            _Stream(found, found.obj.Resources, written, 0).draw(state)
        except (KeyError, TypeError, AttributeError, IndexError, ZeroDivisionError, struct.error) as problem:
            raise Unknown(f"{type(problem).__name__}: {problem}") from problem
    wide, high = number((right - left) * MM), number((top - bottom) * MM)
    spoken = f' lang="{escape(language)}"' if language else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}" '
        f'role="img"{spoken}><title>{escape(title)}</title><desc>{escape(described)}</desc>'
        f"<defs>{''.join(written.definitions)}</defs>"
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>{"".join(written.body)}</svg>\n'
    )


class _Stream:
    """One stream of operators: a page, a form or the tile of a pattern."""

    def __init__(self, stream: Any, resources: Any, written: SvgPage, deep: int) -> None:
        if deep > _DEEPEST:
            raise Unknown("forms in forms")
        self._stream, self._resources, self._written, self._deep = stream, resources, written, deep
        self._kept: list[GraphicsState] = []
        self._path: list[str] = []
        self._clipping = ""
        self._line = self._text = SAME

    def draw(self, state: GraphicsState) -> None:
        """Everything it paints, beginning with this state."""
        state = replace(state, base=state.matrix)
        for instruction in pikepdf.parse_content_stream(self._stream):
            state = self._do(str(instruction.operator), list(instruction.operands), state)

    def _do(self, what: str, given: list[Any], state: GraphicsState) -> GraphicsState:
        """The state after one operator."""
        match what:
            case "q":
                self._kept.append(state)
            case "Q":
                return self._kept.pop() if self._kept else state
            case "cm":
                return replace(state, matrix=times(matrix_of(given), state.matrix))
            case "W" | "W*":
                self._clipping = "evenodd" if what == "W*" else "nonzero"
            case "gs":
                return self._graded(state, self._resources.ExtGState[given[0]])
            case "sh":
                self._shade(self._resources.Shading[given[0]], state)
            case "Do":
                self._thing(self._resources.XObject[given[0]], state)
            case _ if what in _PATHS:
                self._path.append(_PATHS[what]([number(float(value)) for value in given]))
            case _ if what in _FILLS or what in _LINES or what == "n":
                return self._paint(what, state)
            case _ if what in _COLOURS:
                return self._coloured(what, given, state)
            case _ if what in _PENS:
                return replace(state, **_PENS[what](given))
            case _ if what.startswith(("T", "B")) and what not in _SILENT:
                return self._lettered(what, given, state)
            case _ if what not in _SILENT:
                raise Unknown(what)
        return state

    def _paint(self, what: str, state: GraphicsState) -> GraphicsState:
        """The path that was gathered, filled and drawn; what holds from then on is the clip that it is."""
        path = " ".join(self._path) + ("Z" if what in _CLOSES else "")
        if path and what != "n":
            looks = [f'transform="{told(state.matrix)}"', f'fill="{state.fill if what in _FILLS else "none"}"']
            if _FILLS.get(what) == "evenodd":
                looks.append('fill-rule="evenodd"')
            if what in _FILLS and state.fill_alpha != 1:
                looks.append(f'fill-opacity="{number(state.fill_alpha)}"')
            if what in _LINES:
                looks += state.pen()
            self._written.body.append(state.within(f'<path d="{path}" {" ".join(looks)}/>'))
        if self._clipping:
            state = self._clipped(state, path)
        self._path, self._clipping = [], ""
        return state

    def _clipped(self, state: GraphicsState, path: str) -> GraphicsState:
        """Clips are told once, each inside the one that held before."""
        inside = f' clip-path="url(#{state.clip})"' if state.clip else ""
        drawn = f'<path d="{path}" transform="{told(state.matrix)}" clip-rule="{self._clipping or "nonzero"}"/>'
        definition = f'<clipPath id="{{name}}"{inside}>{drawn}</clipPath>'
        return replace(state, clip=self._written.named("c", definition, definition))

    def _coloured(self, what: str, given: Sequence[Any], state: GraphicsState) -> GraphicsState:
        shade = "#000000"
        if what not in ("cs", "CS"):
            is_pattern = bool(given) and isinstance(given[-1], pikepdf.Name)
            shade = self._pattern(self._resources.Pattern[given[-1]], state) if is_pattern else colour(given)
        return replace(state, stroke=shade) if what.isupper() else replace(state, fill=shade)

    def _pattern(self, pattern: Any, state: GraphicsState) -> str:
        """A tile, laid from where the stream began and seen from where the matrix is now."""
        if int(pattern.PatternType) != 1:
            raise Unknown("a gradient")
        tile = self._written.aside()
        _Stream(pattern, pattern.get("/Resources"), tile, self._deep + 1).draw(GraphicsState())
        x, y = (number(float(value)) for value in list(pattern.BBox)[:2])
        place = f'x="{x}" y="{y}" width="{number(float(pattern.XStep))}" height="{number(float(pattern.YStep))}"'
        laid = times(times(matrix_of(pattern.get("/Matrix", SAME)), state.base), inverse(state.matrix))
        looks = f'{place} patternUnits="userSpaceOnUse" patternTransform="{told(laid)}"'
        definition = f'<pattern id="{{name}}" {looks}>{"".join(tile.body)}</pattern>'
        return f"url(#{self._written.named('p', definition, definition)})"

    def _graded(self, state: GraphicsState, grade: Any) -> GraphicsState:
        """Opacities, and a mask whose lightness is one."""
        if grade.get("/BM", "/Normal") not in ("/Normal", "/Compatible"):
            raise Unknown("a blend")
        mask = grade.get("/SMask", None)
        if mask is not None:
            state = replace(state, mask="" if mask == "/None" else self._mask(mask, state))
        return replace(
            state,
            fill_alpha=float(grade.get("/ca", state.fill_alpha)),
            stroke_alpha=float(grade.get("/CA", state.stroke_alpha)),
        )

    def _mask(self, mask: Any, state: GraphicsState) -> str:
        if mask.S != "/Luminosity":
            raise Unknown("a mask")
        drawn = self._written.aside()
        _Stream(mask.G, mask.G.get("/Resources"), drawn, self._deep + 1)._thing(mask.G, GraphicsState(state.matrix))
        looks = f'{EVERYWHERE} maskUnits="userSpaceOnUse"'
        definition = f'<mask id="{{name}}" {looks}>{"".join(drawn.body)}</mask>'
        return self._written.named("m", definition, definition)

    def _shade(self, shading: Any, state: GraphicsState) -> None:
        """A gradient over all that the clip leaves."""
        definition = gradient(shading)
        name = self._written.named("l", definition, definition)
        drawn = f'<rect {EVERYWHERE} transform="{told(state.matrix)}" fill="url(#{name})"/>'
        self._written.body.append(state.within(drawn))

    def _thing(self, thing: Any, state: GraphicsState) -> None:
        """A form, drawn in its box; or a picture."""
        if thing.Subtype == "/Form":
            left, bottom, right, top = (number(float(value)) for value in thing.BBox)
            inner = replace(state, matrix=times(matrix_of(thing.get("/Matrix", SAME)), state.matrix))
            inner = self._clipped(inner, f"M{left} {bottom}H{right}V{top}H{left}Z")
            _Stream(thing, thing.get("/Resources", self._resources), self._written, self._deep + 1).draw(inner)
            return
        place = told(times((1, 0, 0, -1, 0, 1), state.matrix))
        alpha = f' opacity="{number(state.fill_alpha)}"' if state.fill_alpha != 1 else ""
        href = f"data:image/png;base64,{base64.b64encode(_as_png(thing)).decode('ascii')}"
        box = 'width="1" height="1" preserveAspectRatio="none"'
        self._written.body.append(state.within(f'<image {box} transform="{place}"{alpha} href="{href}"/>'))

    def _lettered(self, what: str, given: list[Any], state: GraphicsState) -> GraphicsState:
        """The operators of text."""
        match what:
            case "BT":
                self._line = self._text = SAME
            case "Tf":
                return replace(state, font=self._written.glyphs(self._resources.Font[given[0]]), pt=float(given[1]))
            case "Tm":
                self._line = self._text = matrix_of(given)
            case "Td" | "TD":
                self._line = self._text = times(moved(float(given[0]), float(given[1])), self._line)
            case "Tj" | "TJ":
                for shown in given[0] if what == "TJ" else given:
                    self._show(shown, state)
            case _:
                raise Unknown(what)
        return state

    def _show(self, shown: Any, state: GraphicsState) -> None:
        """Letters where the text is, or a step between two of them."""
        if state.font is None:
            raise Unknown("letters without a font")
        if not isinstance(shown, (pikepdf.String, bytes)):
            self._text = times(moved(-float(shown) / 1000 * state.pt * state.stretch, 0), self._text)
            return
        codes = bytes(shown)
        for code in struct.unpack(f">{len(codes) // 2}H", codes[: len(codes) & ~1]):
            if outline := state.font.outline(code):
                name = self._written.named("g", (id(state.font), code), f'<path id="{{name}}" d="{outline}"/>')
                scale = state.pt / state.font.unit
                place = times((scale * state.stretch, 0, 0, scale, 0, state.rise), times(self._text, state.matrix))
                alpha = f' fill-opacity="{number(state.fill_alpha)}"' if state.fill_alpha != 1 else ""
                drawn = f'<use href="#{name}" transform="{told(place)}" fill="{state.fill}"{alpha}/>'
                self._written.body.append(state.within(drawn))
            step = (state.font.width(code) / 1000 * state.pt + state.tracking) * state.stretch
            self._text = times(moved(step, 0), self._text)


def _as_png(thing: Any) -> bytes:
    """A picture of the file, with its mask as transparency."""
    picture = pikepdf.PdfImage(thing).as_pil_image()
    if "/SMask" in thing:
        mask = pikepdf.PdfImage(thing.SMask).as_pil_image().convert("L").resize(picture.size)
        picture = picture.convert("RGB")
        picture.putalpha(mask)
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=6)
    return out.getvalue()
