"""A list taken apart: titles with the lines under them, by headings or by the type lines that stand under titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cards.formats.lines import Line
from cards.formats.type_lines import TypeLine, has_shape
from cards.formats.values import Diagnostic, Unplaced
from studio.kernel.messages import Message, message


@dataclass(frozen=True, slots=True)
class Part:
    """A title with the lines under it; `kind` is its type line, where it has one. The rest is what labels said.

    `has_column_of_copies`: a table says its copies in a column that is called so, and its title says none.
    """

    title: Line
    kind: TypeLine | None
    kind_line: Line | None
    body: tuple[Line, ...]
    copies: int = 1
    flavour: str = ""
    cost: str = ""
    maker: str = ""
    has_column_of_copies: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a shape makes of a list: the prose before its first title, and its parts. `shape` is None for the plain one.

    `unplaced` are its lines and cells that are in neither; `columns` what those of a table were taken for.
    `is_marked` says that headings stand over type lines: then nothing else has to be tried.
    """

    front: tuple[Line, ...]
    parts: tuple[Part, ...]
    remarks: tuple[Diagnostic, ...] = ()
    shape: Message | None = None
    is_marked: bool = False
    unplaced: tuple[Unplaced, ...] = ()
    columns: tuple[tuple[str, str], ...] = ()

    @property
    def typed(self) -> int:
        return sum(part.kind is not None for part in self.parts)


def plain_list(lines: Sequence[Line]) -> Found:
    """The shape that is written as well: a heading or a line with the title, under it a type line, then the text."""
    said: list[Diagnostic] = []
    kinds, is_marked = _kinds_at(lines, said)
    front, parts = _parts(lines, kinds)
    return Found(front, tuple(parts), tuple(said), is_marked=is_marked)


def dense_list(lines: Sequence[Line]) -> Found:
    """The same without a blank line between one card and the next: the line above each type line is a title."""
    kinds: dict[int, TypeLine | None] = {}
    for index, (line, below) in enumerate(zip(lines, lines[1:], strict=False)):
        if below.kind and below.kind.certainty in ("known", "said") and _may_stand_above(line, below):
            kinds[index] = below.kind
    front, parts = _parts(lines, kinds)
    return Found(front, tuple(parts), shape=message("a list without blank lines between its cards"))


def _may_stand_above(line: Line, below: Line) -> bool:
    """A short line that is no type line itself; one that ends like a sentence only at the head of its paragraph."""
    if line.level or line.says_kind:
        return False
    return line.is_short and (not line.ends_a_sentence or (line.stands_apart and not below.after_blank))


def _kinds_at(lines: Sequence[Line], said: list[Diagnostic]) -> tuple[dict[int, TypeLine | None], bool]:
    """For every line that is a title, by index: its type line, or None where it has none (a heading alone)."""
    pairs = [(index, line, below.kind) for index, (line, below) in enumerate(zip(lines, lines[1:], strict=False))]
    spelt = Counter(kind.kind_key for _, line, kind in pairs if kind and (line.level or line.may_be_title))
    headed = [(index, kind) for index, line, kind in pairs if line.level and kind and _counts(kind, spelt)]
    first_known = next((index for index, kind in headed if kind.certainty in ("known", "said")), 0)
    is_marked = bool(headed)
    is_each = not is_marked and _is_each_paragraph(lines, spelt)
    found: dict[int, TypeLine | None] = {}
    for index, line in enumerate(lines):
        kind = lines[index + 1].kind if index + 1 < len(lines) else None
        if line.level:
            found[index] = _under_heading(kind, spelt, index >= first_known)
        elif not (kind and line.may_be_title) or found.get(index - 1):
            continue  # no title, or itself the type line of the title above
        elif not is_marked and (is_each or _counts(kind, spelt)):
            found[index] = kind
        elif is_marked and line.is_shouted and kind.certainty == "known":
            found[index] = kind
            text = message("“{words}” has no heading mark; it was read as a card.", words=line.words)
            said.append(Diagnostic(line.number, "listing.heading", text))
    return found, is_marked


def _is_each_paragraph(lines: Sequence[Line], spelt: Counter[str]) -> bool:
    """Whether every paragraph is a title over a kind over a text: then a kind of one word may stand there once."""
    heads = [index for index, line in enumerate(lines) if line.stands_apart]
    shown = 0
    for start, end in zip(heads, [*heads[1:], len(lines)], strict=False):
        kind = lines[start + 1].kind if end - start > 2 else None
        if kind is None or not lines[start].may_be_title or lines[start].says_kind or lines[start].is_separator:
            return False
        is_sure = _counts(kind, spelt)
        if not is_sure and (" " in kind.words or lines[start + 2].says_kind):
            return False
        shown += is_sure
    return len(heads) > 1 and shown > 0


def _under_heading(kind: TypeLine | None, spelt: Counter[str], among_cards: bool) -> TypeLine | None:
    """Before the first card a heading stands over prose more often than over a kind nobody has heard of."""
    if kind is None or kind.certainty != "own":
        return kind
    is_kind = _counts(kind, spelt) if among_cards else spelt[kind.kind_key] > 1
    return kind if is_kind else None


def _counts(kind: TypeLine, spelt: Counter[str]) -> bool:
    """A kind of the deck's own shows its shape or comes again."""
    return kind.certainty != "own" or has_shape(kind) or spelt[kind.kind_key] > 1


def _parts(lines: Sequence[Line], kinds: dict[int, TypeLine | None]) -> tuple[tuple[Line, ...], list[Part]]:
    starts = sorted(kinds)
    front = tuple(lines[: starts[0]] if starts else lines)
    spelt = Counter(kind.kind_key for kind in kinds.values() if kind)
    parts: list[Part] = []
    for position, start in enumerate(starts):
        end = starts[position + 1] if position + 1 < len(starts) else len(lines)
        kind = kinds[start]
        if kind and kind.certainty == "slip" and (spelt[kind.kind_key] > 1 or not _is_spelt_right(kinds)):
            kind = TypeLine(kind.spelling, "own")  # made more than once, or where nothing is spelt right, it is no slip
        body = start + 2 if kind else start + 1
        parts.append(Part(lines[start], kind, lines[start + 1] if kind else None, trimmed(lines[body:end])))
    return trimmed(front), parts


def _is_spelt_right(kinds: dict[int, TypeLine | None]) -> bool:
    """Whether another card of the list has a kind that the rules know, or this one is alone."""
    return len(kinds) == 1 or any(kind and kind.certainty in ("known", "said") for kind in kinds.values())


def trimmed(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Without the rows of dashes that part one card from the next."""
    end = len(lines)
    while end and lines[end - 1].is_separator and not lines[end - 1].level:
        end -= 1
    return tuple(lines[:end])
