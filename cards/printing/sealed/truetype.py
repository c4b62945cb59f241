"""Font programs (TrueType) picked apart and put together again, with just the glyphs that are wanted.

Glyphs keep their numbers, so that what was written with one subset of a font can be shown with another.
What a PDF reader needs is kept: outlines, advances and the three tables of measures.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

_ARGS_ARE_WORDS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 0x1, 0x8, 0x20, 0x40, 0x80


@dataclass(frozen=True, slots=True)
class Outlines:
    """One font program, or a subset of one: glyph data and metrics (advance, bearing: 4 bytes) by number."""

    head: bytes
    hhea: bytes
    maxp: bytes
    glyphs: tuple[bytes, ...]
    metrics: tuple[bytes, ...]

    @property
    def heights(self) -> tuple[int, int]:
        """Ascent and descent in 1/1000 em."""
        (unit,) = struct.unpack_from(">H", self.head, 18)
        ascent, descent = struct.unpack_from(">hh", self.hhea, 4)
        return round(ascent * 1000 / unit), round(descent * 1000 / unit)


def outlines(program: bytes) -> Outlines:
    """Reads a font program. Raises ValueError when it is not TrueType."""
    try:
        return _outlines(program)
    except (struct.error, KeyError, IndexError, UnicodeDecodeError) as problem:
        raise ValueError(f"no TrueType font: {problem}") from problem


def _outlines(program: bytes) -> Outlines:
    (count,) = struct.unpack_from(">H", program, 4)
    tables: dict[str, bytes] = {}
    for at in range(12, 12 + 16 * count, 16):
        tag, _, offset, length = struct.unpack_from(">4sLLL", program, at)
        tables[tag.decode("ascii")] = program[offset : offset + length]
    head, hhea, maxp, glyf = tables["head"], tables["hhea"], tables["maxp"], tables["glyf"]
    (number,) = struct.unpack_from(">H", maxp, 4)
    if struct.unpack_from(">H", head, 50)[0]:
        loca = struct.unpack_from(f">{number + 1}L", tables["loca"])
    else:
        loca = tuple(2 * half for half in struct.unpack_from(f">{number + 1}H", tables["loca"]))
    (wide,) = struct.unpack_from(">H", hhea, 34)
    hmtx = tables["hmtx"]
    metrics = [hmtx[4 * n : 4 * n + 4] for n in range(min(wide, number))]
    for n in range(number - wide):
        metrics.append(metrics[-1][:2] + hmtx[4 * wide + 2 * n : 4 * wide + 2 * n + 2])
    return Outlines(head, hhea, maxp, tuple(glyf[a:b] for a, b in zip(loca, loca[1:], strict=False)), tuple(metrics))


def picked(chosen: Mapping[int, Outlines]) -> bytes:
    """A font program of the wanted glyphs, each from the subset given for its number.

    The subsets must be of one font file. What composite glyphs are made of has other numbers in each subset,
    so it is moved behind the wanted glyphs. Raises ValueError when nothing is wanted, or not where it should be.
    """
    numbers = sorted(chosen)
    if not numbers or any(number >= len(part.glyphs) for number, part in chosen.items()):
        raise ValueError("no font to pick from")
    gathered = _Gathered(numbers[-1] + 1)
    for number in numbers:
        part = chosen[number]
        if not _components(part.glyphs[number]):
            gathered.put(number, part.glyphs[number], part.metrics[number])
    for number in numbers:
        part = chosen[number]
        if number not in gathered.glyphs:
            gathered.put(number, gathered.moved(part, number), part.metrics[number])
    glyf, loca, hmtx = bytearray(), [0], bytearray()
    for number in range(gathered.end):
        glyph, metric = gathered.glyphs.get(number, (b"", bytes(4)))
        glyf += glyph + bytes(-len(glyph) % 4)
        loca.append(len(glyf))
        hmtx += metric
    count = len(loca) - 1
    is_long = len(glyf) > 0x1FFFE
    first = chosen[numbers[0]]
    locations = struct.pack(f">{count + 1}L", *loca) if is_long else _halves(loca)
    return _program(
        {
            b"glyf": bytes(glyf),
            b"head": first.head[:8] + bytes(4) + first.head[12:50] + struct.pack(">H", is_long) + first.head[52:54],
            b"hhea": first.hhea[:34] + struct.pack(">H", count),
            b"hmtx": bytes(hmtx),
            b"loca": locations,
            b"maxp": first.maxp[:4] + struct.pack(">H", count) + first.maxp[6:],
        }
    )


def with_box(part: Outlines) -> Outlines:
    """The same with a frame as glyph 0, which stands for letters the font does not have, where it has none."""
    if part.glyphs[0]:
        return part
    (unit,) = struct.unpack_from(">H", part.head, 18)
    (advance,) = struct.unpack_from(">H", part.metrics[0])
    line, left, right, top = unit // 25, unit // 12, max(advance - unit // 12, unit // 4), unit * 7 // 10
    frame = [(left, 0), (left, top), (right, top), (right, 0)]
    frame += [(left + line, line), (right - line, line), (right - line, top - line), (left + line, top - line)]
    steps = [(x - a, y - b) for (a, b), (x, y) in zip([(0, 0), *frame], frame, strict=False)]
    glyph = struct.pack(">hhhhhHHH", 2, left, 0, right, top, 3, 7, 0) + bytes([1] * 8)
    glyph += struct.pack(">8h8h", *(x for x, _ in steps), *(y for _, y in steps))
    metric = part.metrics[0][:2] + struct.pack(">h", left)
    return replace(part, glyphs=(glyph, *part.glyphs[1:]), metrics=(metric, *part.metrics[1:]))


class _Gathered:
    """Glyphs of the new program by number; each outline that others are made of is there once."""

    def __init__(self, end: int) -> None:
        self.end = end
        self.glyphs: dict[int, tuple[bytes, bytes]] = {}
        self._numbers: dict[tuple[bytes, bytes], int] = {}

    def put(self, number: int, glyph: bytes, metric: bytes) -> None:
        self.glyphs[number] = (glyph, metric)
        self._numbers.setdefault((glyph, metric), number)

    def moved(self, part: Outlines, number: int, depth: int = 0) -> bytes:
        """A glyph of a part, with the numbers its components have here."""
        glyph = bytearray(part.glyphs[number])
        for at, component in _components(part.glyphs[number]):
            if depth > 8 or component >= len(part.glyphs):
                raise ValueError("a glyph made of what is not there")
            made = (self.moved(part, component, depth + 1), part.metrics[component])
            if made not in self._numbers:
                self.put(self.end, *made)
                self.end += 1
            struct.pack_into(">H", glyph, at, self._numbers[made])
        return bytes(glyph)


def _components(glyph: bytes) -> list[tuple[int, int]]:
    """Of a composite glyph, where each component's number stands, and the number."""
    found: list[tuple[int, int]] = []
    if len(glyph) < 12 or struct.unpack_from(">h", glyph)[0] >= 0:
        return found
    at, flags = 10, _MORE
    while flags & _MORE:
        flags, number = struct.unpack_from(">HH", glyph, at)
        found.append((at + 2, number))
        at += 8 if flags & _ARGS_ARE_WORDS else 6
        at += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
    return found


def _halves(offsets: Sequence[int]) -> bytes:
    return struct.pack(f">{len(offsets)}H", *(offset // 2 for offset in offsets))


def _program(tables: dict[bytes, bytes]) -> bytes:
    """The tables as a font file, with its sums."""
    count = len(tables)
    power = 1 << count.bit_length() - 1
    directory = struct.pack(">LHHHH", 0x00010000, count, power * 16, power.bit_length() - 1, (count - power) * 16)
    body, offset = bytearray(), 12 + 16 * count
    for tag, table in sorted(tables.items()):
        directory += struct.pack(">4sLLL", tag, _sum(table), offset + len(body), len(table))
        body += table + bytes(-len(table) % 4)
    whole = bytearray(directory + body)
    (at,) = (struct.unpack_from(">4sLLL", directory, 12 + 16 * n)[2] for n in range(count)
             if directory[12 + 16 * n :][:4] == b"head")  # fmt: skip
    struct.pack_into(">L", whole, at + 8, (0xB1B0AFBA - _sum(bytes(whole))) & 0xFFFFFFFF)
    return bytes(whole)


def _sum(table: bytes) -> int:
    padded = table + bytes(-len(table) % 4)
    return int(sum(struct.unpack(f">{len(padded) // 4}L", padded))) & 0xFFFFFFFF
