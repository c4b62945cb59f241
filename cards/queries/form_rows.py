"""The lists of a form as its page shows them: rows filled in, an empty one to go on with, each cell with its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from cards.forms.kit import row_count
from cards.forms.kit_fields import Choices, Column, Section, cell, pick_cell
from cards.values.kit import Cell, KitRow, RowList
from studio.web.words import say

BLANK_ROWS = 1  # empty rows at the end of a list, to be filled in without a script
ASKS = "pick-"  # with the name of a field after it: whoever presses that button wants its sheet of pictures

_NOTHING: Mapping[str, Choices] = MappingProxyType({})


def row_list(
    section: Section, fields: Mapping[str, str], choices: Mapping[str, Choices] = _NOTHING, *, blank: int = BLANK_ROWS,
    wrong: str = "", sample: Callable[[Mapping[str, str]], str] | None = None,
) -> RowList:  # fmt: skip
    """`choices` are those of a sort of column that depends on what is there, as zones do. A row is labelled by its key,
    in the words of that choice where it is one. `sample` shows what the fields of a row make."""
    filled = row_count(fields, section)
    while filled and not fields.get(f"{section.name}-{filled - 1}-{section.key}", "").strip():
        filled -= 1  # empty rows at the end are drawn anew
    key_sort = next(column.sort for column in section.columns if column.name == section.key)
    key_words = dict(choices.get(key_sort, ()))
    lines = []
    for n in range(filled + blank):
        start = f"{section.name}-{n}-"
        names = ("id", "out", *(column.name for column in section.columns))
        own = {name: fields.get(f"{start}{name}", "") for name in names}
        is_new = n >= filled
        cells = tuple(_cell(column, start, fields, choices, is_new) for column in section.columns)
        hidden = ((f"{start}id", own["id"]),) if own["id"] else ()
        label = own[section.key] or say(section.another)
        out = "" if is_new else f"{start}out"
        shown = sample(own) if sample is not None else None
        words = str(key_words.get(label, label))
        lines.append(KitRow(words, cells, hidden, out, bool(own["out"]), shown, f"{start}sample"))
    return RowList(
        section.name, say(section.heading), say(section.one), tuple(lines), filled + blank,
        say(section.note) if section.note else "", wrong,
    )  # fmt: skip


def _cell(column: Column, start: str, fields: Mapping[str, str], given: Mapping[str, Choices], is_new: bool) -> Cell:
    name = f"{start}{column.name}"
    value = fields.get(name, column.fresh if is_new else "")
    if column.picture is not None:
        return _picked(pick_cell(column, name, value), column, fields, is_new)
    choices = given.get(column.sort, column.choices)
    sort = "choice" if column.sort in given else column.sort
    return cell(name, column.label, sort, value, choices, column.hint, column.wide)


def _picked(whole: Cell, column: Column, fields: Mapping[str, str], is_new: bool) -> Cell:
    """The sheet of pictures stands in the empty row and where it was asked for: in every row of two dozen it is most of
    the page."""
    asks = f"{ASKS}{whole.name}"
    if fields.get("add") == asks:
        return replace(whole, is_open=True)
    if is_new or column.own is not None:
        return whole
    return replace(whole, pictures=(whole.picked,), asks=asks)
