"""Which shape a plain list has: each shape is tried by a recogniser of its own, and the one that finds the cards reads.

Headings over type lines are never read as anything else. Otherwise another shape has to find twice what the plain
one does, or more; what is read as another shape than the plain one is said.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from cards.formats.labels import labelled_list
from cards.formats.lines import Line, lined
from cards.formats.parts import Found, Part, dense_list, plain_list, trimmed
from cards.formats.rows import beside_lists
from cards.formats.tables import tables
from cards.formats.type_lines import TypeLine, type_line
from studio.kernel.messages import Message, message

BULLET = re.compile(r"(?:[-*+\u2022\u2013\u2023\u25cf\u25e6]|\(?#?\d{1,4}[.)])[ \t]+(?:\[[ xX]?\][ \t]+)?(?=\S)")
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_SECTION = re.compile(
    r"(thing|action|rule|special rule|basic rule)s?(?: cards?)?\s*:?(?:\s*\(\d{1,4}\))?", re.IGNORECASE
)


def found_in(lines: tuple[Line, ...]) -> Found:
    """The parts of a list, whatever its shape."""
    plain = plain_list(lines)
    if plain.is_marked:
        return plain
    rows = _rows(lines)
    if (again := _underlined(rows)) is not None:
        under = plain_list(lined(again))
        if under.is_marked:
            return replace(under, shape=message("a list with underlined titles"))
    labelled = labelled_list(lines)
    if labelled and labelled.typed >= max(plain.typed, 1):
        return labelled
    best = plain
    for other in _others(lines, rows):
        if other.typed >= 2 * plain.typed and other.typed > best.typed:
            best = other
    return best


def _others(lines: tuple[Line, ...], rows: Sequence[str]) -> Iterator[Found]:
    """Every shape that is not the plain one, the surer ones first."""
    if (under := _kind_below(lines)) is not None:
        yield under
    quoted = _unquoted(rows)
    if quoted is not None:
        yield from _within(quoted, message("a list in quotation marks"))
    bare = _unbulleted(rows)
    if bare is not None:
        for found in _within(bare, message("a list with bullets or numbers")):
            if all(BULLET.match(rows[part.title.number - 1]) for part in found.parts if part.kind):
                yield found
    yield from _by_shape(lines)


def _within(rows: Sequence[str], shape: Message) -> Iterator[Found]:
    lines = lined(rows)
    plain = plain_list(lines)
    for found in (plain, *_by_shape(lines)):
        yield replace(found, shape=shape)


def _by_shape(lines: tuple[Line, ...]) -> Iterator[Found]:
    readers: tuple[Callable[[tuple[Line, ...]], Found | None], ...] = (labelled_list, _sections, dense_list)
    for read in readers:
        if (found := read(lines)) is not None:
            yield found
    yield from tables(lines)
    yield from beside_lists(lines)


# --- what stands round the rows --------------------------------------------------------------------------------------


def _rows(lines: Sequence[Line]) -> list[str]:
    """The rows again, blank ones where none of the lines is."""
    rows = [""] * (lines[-1].number if lines else 0)
    for line in lines:
        rows[line.number - 1] = line.raw
    return rows


def _unquoted(rows: Sequence[str]) -> list[str] | None:
    """Without the mark of a quotation, where every row has it."""
    standing = [row.lstrip() for row in rows if row.strip()]
    if not standing or not all(row.startswith(">") for row in standing):
        return None
    return [row.lstrip().removeprefix(">").removeprefix(" ") for row in rows]


def _underlined(rows: Sequence[str]) -> list[str] | None:
    """Titles over rows of dashes or equals signs, as headings. None where a type line stands under none of them."""
    made = list(rows)
    is_title = [
        bool(0 < index and _UNDERLINE.fullmatch(row.strip()) and rows[index - 1].strip())
        and (index == 1 or not rows[index - 2].strip() or row.strip()[0] == "=" or _below(rows, index))
        for index, row in enumerate(rows)
    ]
    if not any(is_title[index] and _below(rows, index) for index in range(len(rows))):
        return None
    for index, is_one in enumerate(is_title):
        if is_one:
            made[index - 1] = f"{'#' if rows[index].strip()[0] == '=' else '##'} {rows[index - 1].strip()}"
            made[index] = ""
    return made


def _below(rows: Sequence[str], index: int) -> bool:
    """Whether a type line stands under this row, at once or below a blank one."""
    kind = type_line(next((row.strip() for row in rows[index + 1 : index + 3] if row.strip()), ""))
    return kind is not None and kind.certainty in ("known", "said")


def _unbulleted(rows: Sequence[str]) -> list[str] | None:
    """Without the marks of points. Those at the margin begin a card, unless a type line stands behind them."""
    made: list[str] = []
    has_points = False
    for row in rows:
        bullet = BULLET.match(row.lstrip())
        if bullet is None:
            made.append(row.strip())
            continue
        words = row.lstrip()[bullet.end() :].strip()
        kind = type_line(words)
        if row[0] not in " \t" and not (kind and kind.certainty == "known"):
            has_points = True
            made.append(words)
        else:
            made.append(words if kind and kind.certainty == "known" else row.strip())
    return _apart(rows, made) if has_points else None


def _apart(rows: Sequence[str], made: Sequence[str]) -> list[str]:
    """A point alone under a type line is the text of its card, and no point of it."""
    plain = list(made)
    for index in range(1, len(made)):
        above = type_line(made[index - 1])
        if above and above.certainty == "known" and (bullet := BULLET.match(made[index])):
            beneath = made[index + 1] if index + 1 < len(made) else ""
            if not (beneath and rows[index + 1][:1] in " \t"):
                plain[index] = made[index][bullet.end() :]
    return plain


# --- shapes of whole blocks ------------------------------------------------------------------------------------------


def _kind_below(lines: Sequence[Line]) -> Found | None:
    """Paragraphs of title, text and type, in this order."""
    blocks = _blocks(lines)
    cards = [block for block in blocks if _ends_with_kind(block)]
    first = next((index for index, block in enumerate(blocks) if _ends_with_kind(block)), 0)
    if len(cards) < 2 or len(cards) * 3 < (len(blocks) - first) * 2:
        return None
    parts: list[Part] = []
    for block in blocks[first:]:
        if _ends_with_kind(block):
            parts.append(Part(block[0], block[-1].kind, block[-1], trimmed(block[1:-1])))
        else:
            parts[-1] = replace(parts[-1], body=(*parts[-1].body, *block))
    front = tuple(line for block in blocks[:first] for line in block)
    return Found(trimmed(front), tuple(parts), shape=message("a list with the type under the text"))


def _blocks(lines: Iterable[Line]) -> list[tuple[Line, ...]]:
    blocks: list[list[Line]] = []
    for line in lines:
        if line.is_separator and not line.level:
            continue
        if line.stands_apart or not blocks:
            blocks.append([])
        blocks[-1].append(line)
    return [tuple(block) for block in blocks]


def _ends_with_kind(block: Sequence[Line]) -> bool:
    last = block[-1].kind
    return (
        len(block) > 2
        and last is not None
        and last.certainty == "known"
        and not any(line.kind and line.kind.certainty == "known" for line in block[:-1])
        and block[0].is_short
    )


def _sections(lines: Sequence[Line]) -> Found:
    """Headings that name a kind ("Things"), and under each the cards of that kind with headings of their own."""
    heads = [index for index, line in enumerate(lines) if line.level]
    front = trimmed(lines[: heads[0]] if heads else lines)
    kind: TypeLine | None = None
    level = 0
    parts: list[Part] = []
    for head, end in zip(heads, [*heads[1:], len(lines)], strict=False):
        title, body = lines[head], trimmed(lines[head + 1 : end])
        section = _SECTION.fullmatch(title.words.strip("*_ "))
        if section:
            words = section[1].capitalize() if section[1].casefold() in ("thing", "action") else "Special Rule"
            kind, level = (
                TypeLine("" if words == "Special Rule" else words, "said", words == "Special Rule"),
                title.level,
            )
            if body:
                parts.append(Part(title, None, None, body))
        elif kind and title.level > level:
            parts.append(Part(title, kind, title, body))
        else:
            kind = None
            parts.append(Part(title, None, None, body))
    return Found(front, tuple(parts), shape=message("a list in sections by kind"))
