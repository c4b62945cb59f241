"""Rows of cells: quoted as spreadsheets write them, or between the bars of a Markdown table.

What is quoted may hold the mark between cells, a line break and doubled quotation marks. A quotation mark that never
ends, or ends in the middle of a cell, is only a letter: its row is parted at the marks alone, so that one stray mark
never swallows the rows below it.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

COLUMNS_MAX = 60  # a row of more is no row of a table of cards
QUOTED_LINES_MAX = 60  # lines that one row of quoted cells can have, and characters of those under its first
QUOTED_MAX = 20_000
STRAY_MAX = 50  # marks that never end: after so many the marks of this list are letters, where no line ends them

_BAR = re.compile(r"(?<!\\)\|")
_RULED = re.compile(r"[-:| ]+")


@dataclass(frozen=True, slots=True)
class TableRow:
    """`at` is the place of its first line among the rows, `height` how many lines it has."""

    at: int
    cells: tuple[str, ...]
    height: int = 1

    @property
    def is_empty(self) -> bool:
        return not any(self.cells)


def is_ruled(words: str) -> bool:
    """Whether it is the line between a header and its rows, or one that is drawn: no word in it."""
    return bool(_RULED.fullmatch(words))


def rows_of(lines: Sequence[str], mark: str) -> list[TableRow]:
    """The lines with that mark in them as rows, in order; `lines` may have blank ones. Linear in their letters."""
    found: list[TableRow] = []
    at = stray = 0
    while at < len(lines):
        row: TableRow | None = None
        line, marks = lines[at], lines[at].count(mark)
        if mark == "|":
            row = _barred(line, at) if 1 < marks < COLUMNS_MAX + 2 else None
        elif marks < COLUMNS_MAX and (marks or line.startswith('"')):
            if '"' in line:
                row = _quoted(lines, at, mark, QUOTED_LINES_MAX if stray < STRAY_MAX else 1)
                stray += row is None
            if row is None and marks:
                row = TableRow(at, tuple(cell.strip() for cell in line.split(mark)))
        if row is not None and (mark == "|" or len(row.cells) > 1) and len(row.cells) <= COLUMNS_MAX:
            found.append(row)
            at += row.height
        else:
            at += 1
    return found


def _quoted(lines: Sequence[str], at: int, mark: str, height: int) -> TableRow | None:
    """None where the quotation marks of this line are not those of a spreadsheet."""
    reader = csv.reader(_some(lines, at, height), delimiter=mark, strict=True, skipinitialspace=True)
    try:
        cells = next(reader)
    except csv.Error:
        return None
    return TableRow(at, tuple(cell.strip() for cell in cells), reader.line_num)


def _some(lines: Sequence[str], at: int, height: int) -> Iterator[str]:
    """As many lines as a row can have, so that marks which never end cost each line no more than that."""
    left = QUOTED_MAX
    for line in islice(lines, at, at + height):
        if left < 0:
            return
        yield f"{line}\n"
        left -= len(line)


def _barred(line: str, at: int) -> TableRow | None:
    words = line.strip()
    if words.startswith("#"):
        return None
    words = words[1:] if words.startswith("|") else words
    if words.endswith("|") and not words.endswith("\\|"):
        words = words[:-1]
    cells = tuple(cell.strip().replace("\\|", "|") for cell in _BAR.split(words))
    return None if is_ruled(line.strip()) else TableRow(at, cells)
