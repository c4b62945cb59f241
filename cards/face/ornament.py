"""Printer's ornaments: a card without a picture grows a pattern of its own.

The pattern is seeded with the card's title, so a card keeps its face for as long as it keeps its
name, and players learn to know it across the table. Cards with the same first trait are kin: they are
built from the same shapes and printed in one tint, so that a sheet of Things is no wall of one colour.
Tiles are 7 mm squares, a poker card is 8 tiles wide; the left half is mirrored on the right, as with
real cast ornaments. Things are built from solid shapes, Actions from arrows and diagonals, Special
Rules from bars and brackets, kinds of a deck's own from waves and rings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache

from cards.face.colour import tinted
from cards.face.face import Kind

SIDE = 70  # one tile = 70 user units = 7 mm

LINE = 1.6  # 0.16 mm: the outlines of an ornament on a plain card
JOINED = 0.6  # 0.06 mm: a filled shape goes over its edge, so that no paper shows between two that meet
FINE_LINE = 1.0  # and where ink is saved
LINE_INK = "#000000"  # of the ink saver, which has no tints

INKS: dict[Kind, str] = {"thing": "#1b4b8a", "action": "#97193a", "rule": "#8a6208", "other": "#5a3f86"}

# Corners count clockwise from the upper left: 0, 1, 2, 3.
_MIRRORED = {0: 1, 1: 0, 2: 3, 3: 2}
_TURNED = {0: 3, 3: 0, 1: 2, 2: 1}


class _Dice:
    """A small deterministic stream of numbers from a text."""

    def __init__(self, text: str) -> None:
        self._seed, self._count, self._pool = text.strip().casefold(), 0, b""

    def pick(self, most: int) -> int:
        if not self._pool:
            self._pool = hashlib.sha256(f"{self._seed}|{self._count}".encode()).digest()
            self._count += 1
        value, self._pool = self._pool[0], self._pool[1:]
        return value % most


@lru_cache(maxsize=4096)
def ornament(
    title: str, kind: Kind = "thing", rows: int = 4, cols: int = 8, ink: str = "", *, kin: str = "", line: float = 0.0
) -> str:
    """The pattern as SVG, `cols` x `rows` tiles. `ink` is "#rrggbb" or empty for the kind's own.

    `kin` is the word whose tint and shapes it has; a `line` so many user units wide draws its outlines alone.
    """
    dice = _Dice(title)
    sorts: list[int] = []
    for chosen, wanted in ((_Dice(kin), 2 if kin else 0), (dice, 3)):  # three sorts from the case, no more
        while len(sorts) < wanted:
            sort = chosen.pick(7)
            if sort not in sorts:
                sorts.append(sort)
    mode, is_big = dice.pick(3), bool(dice.pick(2))
    fill = tinted(ink or INKS[kind], kin) if kin and ink != LINE_INK else ink or INKS[kind]

    def path(outline: str, move: str = "") -> str:
        if line:
            width = line / 2 if move.startswith(' transform="scale') else line
            return f'<path{move} fill="none" stroke="{fill}" stroke-width="{width:g}" d="{outline}"/>'
        joined = JOINED / 2 if move.startswith(' transform="scale') else JOINED
        return (
            f'<path{move} fill="{fill}" fill-rule="evenodd" stroke="{fill}" stroke-width="{joined:g}" d="{outline}"/>'
        )

    large = rows // 2 if is_big and cols % 2 == 0 else 0
    if large:  # double-size sorts, and a border of small ones if a row is left
        body = path(_pattern(dice, kind, sorts, mode, is_big, large, cols // 2), ' transform="scale(2)"')
        if rows % 2:
            border = _pattern(dice, kind, sorts, mode, is_big, 1, cols)
            body += path(border, f' transform="translate(0 {large * 2 * SIDE})"')
    else:
        body = path(_pattern(dice, kind, sorts, mode, is_big, rows, cols))
    edge = line / 2
    box = (
        f"{-edge:g} {-edge:g} {cols * SIDE + line:g} {rows * SIDE + line:g}"
        if line
        else f"0 0 {cols * SIDE} {rows * SIDE}"
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'


def _pattern(dice: _Dice, kind: Kind, sorts: list[int], mode: int, is_big: bool, rows: int, cols: int) -> str:
    """Rows of tiles, the right half mirrored."""
    tile, outline = _TILES[kind], ""
    chosen: dict[tuple[int, int], tuple[int, int]] = {}
    for row in range(rows):
        for col in range((cols + 1) // 2):
            source = min(row, rows - 1 - row) if mode == 0 else row
            if (source, col) not in chosen:
                shift = col + source if mode == 1 or is_big else 0
                chosen[source, col] = (sorts[(dice.pick(3) + shift) % 3], dice.pick(4))
            sort, corner = chosen[source, col]
            corner = _TURNED[corner] if row != source else corner
            outline += tile(sort, col * SIDE, row * SIDE, corner)
            if cols - 1 - col != col:
                outline += tile(sort, (cols - 1 - col) * SIDE, row * SIDE, _MIRRORED[corner])
    return outline


# ---- shapes: path outlines at (x, y) ---------------------------------------------------


def _square(x: float, y: float, a: float = 0, b: float = SIDE) -> str:
    return f"M{x + a:g} {y + a:g}H{x + b:g}V{y + b:g}H{x + a:g}Z"


# Arcs are written as cubic curves: on paper an arc would become six of them.
_BEND = 0.5523


def _arc(dx: float, dy: float, *, is_level_first: bool) -> str:
    """A quarter circle to a point dx, dy away, setting out level or upright."""
    kx, ky = round(dx * _BEND, 1), round(dy * _BEND, 1)
    if is_level_first:
        return f"c{kx:g} 0 {dx:g} {round(dy - ky, 1):g} {dx:g} {dy:g}"
    return f"c0 {ky:g} {round(dx - kx, 1):g} {dy:g} {dx:g} {dy:g}"


def _quarter(x: float, y: float, corner: int, radius: float = SIDE) -> str:
    """A quarter disc with its centre in a corner."""
    left, top = x + (SIDE if corner in (1, 2) else 0), y + (SIDE if corner in (2, 3) else 0)
    dx, dy = (-radius if corner in (1, 2) else radius), (-radius if corner in (2, 3) else radius)
    return f"M{left:g} {top:g}h{dx:g}{_arc(-dx, dy, is_level_first=False)}Z"


def _disc(x: float, y: float, radius: float) -> str:
    r = round(radius, 1)
    start = f"M{x + SIDE / 2 - r:g} {y + SIDE / 2:g}"
    return (
        f"{start}{_arc(r, -r, is_level_first=False)}{_arc(r, r, is_level_first=True)}"
        f"{_arc(-r, r, is_level_first=False)}{_arc(-r, -r, is_level_first=True)}Z"
    )


def _leaf(x: float, y: float, lean: int) -> str:
    left, dx = (x, SIDE) if lean == 0 else (x + SIDE, -SIDE)
    there = _arc(dx, SIDE, is_level_first=True)
    return f"M{left:g} {y:g}{there}{_arc(-dx, -SIDE, is_level_first=True)}Z"


def _triangle(x: float, y: float, corner: int) -> str:
    corners = [(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)]
    a, b, c = corners[corner], corners[(corner + 1) % 4], corners[(corner + 3) % 4]
    return f"M{a[0]} {a[1]}L{b[0]} {b[1]}L{c[0]} {c[1]}Z"


def _chevron(x: float, y: float, points_up: int) -> str:
    half = SIDE / 2
    if points_up:
        return (
            f"M{x} {y + half:g}L{x + half:g} {y}L{x + SIDE} {y + half:g}V{y + SIDE}"
            f"L{x + half:g} {y + half:g}L{x} {y + SIDE}Z"
        )
    return f"M{x} {y}L{x + half:g} {y + half:g}L{x + SIDE} {y}V{y + half:g}L{x + half:g} {y + SIDE}L{x} {y + half:g}Z"


def _band(x: float, y: float, lean: int, width: float = SIDE / 2) -> str:
    """A diagonal band from corner to corner."""
    points = [(0, 0), (width, 0), (SIDE, SIDE - width), (SIDE, SIDE), (SIDE - width, SIDE), (0, width)]
    if lean:
        points = [(SIDE - a, b) for a, b in points]
    return "M" + "L".join(f"{x + a:g} {y + b:g}" for a, b in points) + "Z"


def _bars(x: float, y: float, is_level: bool, count: int = 3) -> str:
    width = SIDE / (2 * count)
    outline = ""
    for index in range(count):
        offset = width / 2 + index * 2 * width
        if is_level:
            outline += f"M{x:g} {y + offset:g}h{SIDE}v{width:g}h{-SIDE}Z"
        else:
            outline += f"M{x + offset:g} {y:g}v{SIDE}h{width:g}v{-SIDE}Z"
    return outline


def _wave(x: float, y: float, rises: int) -> str:
    """A ribbon that enters and leaves in the middle of the sides."""
    half, thick = SIDE / 2, SIDE / 4
    bend = half if rises else -half
    return (
        f"M{x:g} {y + half - thick / 2:g}q{half / 2:g} {-bend:g} {half:g} 0t{half:g} 0v{thick:g}"
        f"q{-half / 2:g} {bend:g} {-half:g} 0t{-half:g} 0Z"
    )


# ---- sorts: seven to a kind --------------------------------------------------------------


def _thing_tile(sort: int, x: float, y: float, corner: int) -> str:
    match sort:
        case 0:
            return _quarter(x, y, corner)
        case 1:
            return _leaf(x, y, corner % 2)
        case 2:
            return _disc(x, y, SIDE * 0.5)
        case 3:
            return _square(x, y) + _disc(x, y, SIDE * 0.3)
        case 4:
            return _quarter(x, y, corner) + _quarter(x, y, (corner + 2) % 4, SIDE * 0.42)
        case 5:
            return _disc(x, y, SIDE * 0.5) + _disc(x, y, SIDE * 0.3) + _disc(x, y, SIDE * 0.13)
        case _:
            return _square(x, y) + _leaf(x, y, corner % 2)


def _action_tile(sort: int, x: float, y: float, corner: int) -> str:
    h, q, far = SIDE / 2, SIDE / 4, SIDE
    match sort:
        case 0:
            return _triangle(x, y, corner)
        case 1:
            return _chevron(x, y, corner % 2)
        case 2:
            return _band(x, y, corner % 2)
        case 3:
            first = f"M{x:g} {y:g}L{x + h:g} {y + h:g}L{x:g} {y + far:g}Z"
            return first + f"M{x + h:g} {y:g}L{x + far:g} {y + h:g}L{x + h:g} {y + far:g}Z"
        case 4:
            return f"M{x + h:g} {y:g}L{x + far:g} {y + h:g}L{x + h:g} {y + far:g}L{x:g} {y + h:g}Z"
        case 5:
            upper = f"M{x:g} {y:g}L{x + far:g} {y:g}L{x + h:g} {y + h:g}Z"
            return upper + f"M{x:g} {y + far:g}L{x + far:g} {y + far:g}L{x + h:g} {y + h:g}Z"
        case _:
            lozenge = f"M{x + h:g} {y + q:g}L{x + far - q:g} {y + h:g}L{x + h:g} {y + far - q:g}L{x + q:g} {y + h:g}Z"
            return _square(x, y) + lozenge


def _rule_tile(sort: int, x: float, y: float, corner: int) -> str:
    e, far = SIDE / 8, SIDE
    match sort:
        case 0:
            return _bars(x, y, True)
        case 1:
            return _bars(x, y, False)
        case 2:
            return _square(x, y, e, far - e) + _square(x, y, 2 * e, far - 2 * e) + _square(x, y, 3 * e, far - 3 * e)
        case 3 if corner % 2:
            return f"M{x:g} {y:g}H{x + far:g}V{y + 2 * e:g}H{x + 2 * e:g}V{y + 6 * e:g}H{x + far:g}V{y + far:g}H{x:g}Z"
        case 3:
            return f"M{x:g} {y:g}H{x + far:g}V{y + far:g}H{x:g}V{y + 6 * e:g}H{x + 6 * e:g}V{y + 2 * e:g}H{x:g}Z"
        case 4:
            return _bars(x, y, True, 2)
        case 5:
            return _square(x, y) + _square(x, y, 2 * e, far - 2 * e)
        case _:
            return _bars(x, y, False, 2)


def _other_tile(sort: int, x: float, y: float, corner: int) -> str:
    match sort:
        case 0:
            return _wave(x, y, corner % 2)
        case 1:
            return _disc(x, y, SIDE * 0.5) + _disc(x, y, SIDE * 0.36)
        case 2:
            return _quarter(x, y, corner) + _quarter(x, y, corner, SIDE * 0.66) + _quarter(x, y, corner, SIDE * 0.33)
        case 3:
            return _square(x, y) + _wave(x, y, corner % 2)
        case 4:
            return _quarter(x, y, 0, SIDE / 2) + _quarter(x, y, 2, SIDE / 2) + _disc(x, y, SIDE * 0.14)
        case 5:
            return _leaf(x, y, corner % 2) + _disc(x, y, SIDE * 0.2)
        case _:
            return _disc(x, y, SIDE * 0.22)


_TILES: dict[Kind, Callable[[int, float, float, int], str]] = {
    "thing": _thing_tile,
    "action": _action_tile,
    "rule": _rule_tile,
    "other": _other_tile,
}
