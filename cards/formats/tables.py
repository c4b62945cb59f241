"""Lists that are tables: Markdown's, and rows with tabs, semicolons or commas, with a header or without one.

A column that nobody knows, a cell beyond the header, a count that is no number and a row without a title are
unplaced: none of them is printed on a card.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from cards.formats.cells import TableRow, is_ruled, rows_of
from cards.formats.columns import LEFT_OUT, NOTHING_SAID, ColumnFields, fields_of, folded
from cards.formats.lines import Line, line_of, title_of
from cards.formats.parts import Found, Part, trimmed
from cards.formats.rows import kind_beside
from cards.formats.type_lines import TypeLine, plain, type_line
from cards.formats.unplaced import excerpt
from cards.formats.values import Diagnostic, Unplaced
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused

_HEADLESS_MAX = 16  # columns of a table without a header
_HEADER_BY = 10  # rows among which a header is looked for: sheets have a name above it, and rows of nothing
_COUNT = re.compile(r"[x\u00d7*]?\s?0*(\d{1,3})(?:[.,]0+)?\s?[x\u00d7]?")
_SETTING = re.compile(r"sep=.|#[a-z][a-z\s]*:.*", re.IGNORECASE)  # what a program writes above its rows for another


@dataclass(slots=True)
class _Table:
    """What has been read so far."""

    front: list[Line] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    said: list[Diagnostic] = field(default_factory=list)
    unplaced: list[Unplaced] = field(default_factory=list)


def tables(lines: Sequence[Line]) -> list[Found]:
    """What every kind of row makes of the list."""
    rows = _rows(lines)
    return [found for mark, shape in _SHAPES if (found := _table(lines, rows, mark, shape)) is not None]


def table_with(lines: Sequence[Line], said: ColumnFields) -> Found:
    """The table whose header has every column that something is said of. Raises Refused: column.unknown,
    column.no_title, column.no_table."""
    rows = _rows(lines)
    found = [one for mark, shape in _SHAPES if (one := _table(lines, rows, mark, shape, said)) is not None]
    if not found:
        raise _why_none(rows, said)
    return max(found, key=lambda one: len(one.parts))


def _why_none(rows: Sequence[str], said: ColumnFields) -> Refused:
    """By the row that names most of the columns."""
    cells = [row.cells for mark, _ in _SHAPES for row in _cells(rows, mark)[:_HEADER_BY] if len(row.cells) > 1]
    if not cells:
        return Refused("column.no_table")
    names = max(cells, key=lambda row: len({*map(folded, row)} & {*map(folded, said)}))
    known = ", ".join(excerpt(name) for name in names if name)
    strange = [name for name in said if folded(name) not in map(folded, names)]
    if strange:
        return Refused("column.unknown", name=excerpt(strange[0]), known=known)
    if "title" not in fields_of(names, said):
        return Refused("column.no_title", known=known)
    return Refused("column.no_table")


def _rows(lines: Sequence[Line]) -> list[str]:
    """The rows again, blank ones where none of the lines is."""
    rows = [""] * (lines[-1].number if lines else 0)
    for line in lines:
        rows[line.number - 1] = line.raw.strip(" ")
    return rows


def _cells(rows: Sequence[str], mark: str) -> list[TableRow]:
    return [row for row in rows_of(rows, mark) if not _is_none(rows[row.at])]


def _table(
    lines: Sequence[Line], rows: Sequence[str], mark: str, shape: Message, said: ColumnFields = NOTHING_SAID
) -> Found | None:
    cells = _cells(rows, mark)
    head = next((index for index, row in enumerate(cells[:_HEADER_BY]) if _by_header(row.cells, said)), None)
    if head is None and said:
        return None
    if head is None:
        body = [row for row in cells if row.cells[0]]
        columns = _by_kinds([row.cells for row in body]) if mark != "," else None
    else:
        body = [row for row in cells[head + 1 :] if not row.is_empty]
        columns = _checked(cells[head].cells, [row.cells for row in body], said)
    if (
        columns is None
        or "title" not in columns
        or not body
        or not _is_mostly(lines, [*cells[head:][:1], *body] if head is not None else body)
    ):
        return None
    table = _Table()
    named = cells[head].cells if head is not None else ()
    _read(table, lines, {row.at: row for row in cells}, columns, named)
    copies = columns.index("copies") if "copies" in columns else None
    if head is not None and copies is not None and fields_of(named, said)[copies] == "number":
        table.said.append(_counted_by(cells[head].at + 1, named[copies]))
    if not table.parts:
        return None
    return Found(
        trimmed(table.front), tuple(table.parts), tuple(table.said), shape, unplaced=tuple(table.unplaced),
        columns=tuple(zip(named, columns, strict=False)),
    )  # fmt: skip


def _is_none(line: str) -> bool:
    """A heading, or what a program says to another above its rows, is no row of cards."""
    return line.startswith(("# ", "##")) or bool(_SETTING.fullmatch(line))


def _counted_by(number: int, name: str) -> Diagnostic:
    text = message("The numbers in the column “{name}” were taken for copies.", name=name)
    return Diagnostic(number, "listing.copies_column", text)


def _is_mostly(lines: Sequence[Line], rows: Sequence[TableRow]) -> bool:
    """Two lines in three from the first row on belong to rows."""
    inside = sum(row.height for row in rows)
    return inside * 3 >= sum(line.number > rows[0].at and not is_ruled(line.words) for line in lines) * 2


# --- columns ---------------------------------------------------------------------------------------------------------


def _by_header(row: Sequence[str], said: ColumnFields) -> bool:
    """Whether the row names columns: each that something is said of, else that of the titles and another one that is
    known."""
    if said:
        return {*map(folded, said)} <= {*map(folded, row)}
    fields = fields_of(row, said)
    return "title" in fields and len({*fields} - {"", "number"}) + ("number" in fields) > 1


def _checked(header: Sequence[str], rows: Sequence[Sequence[str]], said: ColumnFields) -> list[str]:
    """The fields of the columns; "" is a column nobody knows. A column of numbers holds copies where it can."""
    fields = fields_of(header, said)
    for index, one in enumerate(fields):
        if one == "number":
            column = [row[index] for row in rows if len(row) > index]
            fields[index] = "copies" if "copies" not in fields and _are_copies(column) else ""
    return fields


def _are_copies(column: Sequence[str]) -> bool:
    """Whole numbers from 1 to 99 in every row, which do not count the rows."""
    counts = [int(cell) for cell in column if cell.isdecimal() and len(cell) < 3]
    goes_up = len(counts) > 1 and all(b == a + 1 for a, b in zip(counts, counts[1:], strict=False))
    return bool(counts) and len(counts) == len(column) and min(counts) > 0 and not goes_up


def _by_kinds(table: Sequence[Sequence[str]]) -> list[str] | None:
    """The fields of the columns by what stands in them: one holds nearly nothing but kinds."""
    if not table:
        return None
    width = Counter(map(len, table)).most_common(1)[0][0]
    if width > _HEADLESS_MAX:
        return None
    for column in range(width):
        kinds = [kind_beside(row[column]) for row in table if len(row) > column]
        known = sum(kind is not None and kind.certainty == "known" for kind in kinds)
        if known * 3 >= len(table) * 2:
            break
    else:
        return None
    fields = ["text"] * width
    fields[column] = "type"
    others = [index for index in range(width) if index != column]
    counts = [
        index
        for index in others
        if all(row[index].isdecimal() and len(row[index]) < 3 for row in table if len(row) > index)
    ]
    if counts and len(others) > 1 and all(len(row) > counts[0] for row in table):
        fields[counts[0]] = "copies"
        others.remove(counts[0])
    fields[others[0]] = "title"
    return fields


# --- rows ------------------------------------------------------------------------------------------------------------


def _read(
    table: _Table, lines: Sequence[Line], rows: dict[int, TableRow], columns: Sequence[str], header: Sequence[str]
) -> None:
    """Each line in its order: a row, the header, a line above or between them."""
    upto = 0  # the number of the last line that is read
    is_above = True
    named_at = 0  # the number of the header's line
    for line in lines:
        if line.number <= upto:
            continue
        row = rows.get(line.number - 1)
        if row is None:
            _beside(table, line, is_above)
            continue
        upto = row.at + row.height
        if header and row.cells is header:
            is_above = False
            named_at = line.number
        elif header and is_above:
            _above(table, line, row)
        elif not row.is_empty:
            is_above = False
            _card(table, line, row, columns, header)
    used = {one.name for one in table.unplaced}
    for name, one in zip(header, columns, strict=False):
        if name and name not in used and one in ("", LEFT_OUT):
            table.unplaced.append(Unplaced(named_at, "", name, is_asked=True) if one else Unplaced(named_at, name))


def _beside(table: _Table, line: Line, is_above: bool) -> None:
    """A line that is no row: words about the deck above the rows, words of the row it stands under at once."""
    if is_ruled(line.words) or line.is_separator:
        return
    if is_above and not table.parts:
        if _SETTING.fullmatch(line.words):
            table.unplaced.append(Unplaced(line.number, line.words))
        else:
            table.front.append(line)
    elif table.parts and not line.stands_apart and not line.level:
        last = table.parts[-1]
        table.parts[-1] = replace(last, body=(*last.body, line))
        text = message(
            "“{words}” is no row of the table; it was kept as words on “{title}”.",
            words=line.words[:60], title=last.title.words[:60],
        )  # fmt: skip
        table.said.append(Diagnostic(line.number, "listing.row", text))
    else:
        table.unplaced.append(Unplaced(line.number, line.raw.strip()))


def _above(table: _Table, line: Line, row: TableRow) -> None:
    """A row above the header: the name of the sheet where it is one cell."""
    words = [cell for cell in row.cells if cell]
    if len(words) == 1 and row.height == 1 and (alone := line_of(line.number, words[0], line.after_blank)):
        table.front.append(alone)
    else:
        table.unplaced += [Unplaced(line.number, cell) for cell in words]


def _card(table: _Table, line: Line, row: TableRow, columns: Sequence[str], header: Sequence[str]) -> None:
    fields: dict[str, list[tuple[str, str]]] = {}  # what stands in the columns of a field, each with its name
    beyond = "" if header else "text"
    for index, cell in enumerate(row.cells):
        if cell:
            name = header[index] if index < len(header) else ""
            fields.setdefault(columns[index] if index < len(columns) else beyond, []).append((cell, name))
    titles = [cell for cell, _ in fields.get("title", [])]
    if not titles:
        cells = " | ".join(cell for cell in row.cells if cell)
        table.unplaced.append(Unplaced(line.number, cells))
        return
    copies, no_counts = _copies(fields.get("copies", []))
    more = [(cell, "") for cell in titles[1:]]
    left = [*fields.get("", []), *no_counts, *more]
    table.unplaced += [Unplaced(line.number, cell, name) for cell, name in left]
    table.unplaced += [Unplaced(line.number, cell, name, is_asked=True) for cell, name in fields.get(LEFT_OUT, [])]
    kind = " ".join(cell for cell, _ in fields.get("type", []))
    traits = ", ".join(cell for cell, _ in fields.get("trait", []))
    kind = f"{kind} \u2014 {traits}" if kind and traits else kind or traits
    titled = replace(line, words=plain(_on_a_line(titles[0])))
    table.parts.append(
        Part(
            titled,
            type_line(plain(_on_a_line(kind))) or TypeLine(_on_a_line(kind), "said"),
            line,
            tuple(_body(line.number, [cell for cell, _ in fields.get("text", [])])),
            copies,
            _joined(fields, "flavour", "\n"), _joined(fields, "cost"), _joined(fields, "maker"),
            has_column_of_copies="copies" in columns and bool(header) and title_of(titled)[1] == 1,
        )
    )  # fmt: skip


def _joined(fields: dict[str, list[tuple[str, str]]], name: str, between: str = " ") -> str:
    words = between.join(cell for cell, _ in fields.get(name, []))
    return words if between == "\n" else _on_a_line(words)


def _on_a_line(words: str) -> str:
    return " ".join(words.split("\n"))


def _copies(cells: Sequence[tuple[str, str]]) -> tuple[int, list[tuple[str, str]]]:
    """The copies that the first number says, and the cells that say none, or something else."""
    left: list[tuple[str, str]] = []
    said: int | None = None
    for cell, name in cells:
        found = _COUNT.fullmatch(cell)
        count = int(found[1]) if found else None
        if count is None or said not in (None, count):
            left.append((cell, name))
        else:
            said = count
    return 1 if said is None else said, left


def _body(number: int, texts: Sequence[str]) -> Iterator[Line]:
    """The lines of the text; a line break in a cell is one on the card."""
    for text in texts:
        after_blank = False
        for below, row in enumerate(text.split("\n")):
            line = line_of(number + below, row, after_blank)
            if line is not None:
                yield line
            after_blank = line is None


_SHAPES = (
    ("|", message("a table")),
    ("\t", message("a table with tabs")),
    (";", message("a table with semicolons")),
    (",", message("a table with commas")),
)
