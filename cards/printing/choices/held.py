"""Which choices have no say as things stand, and what has it in their place. Pure.

What `reading.py` sets back to the usual is told here by the name of what did so, for a page to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.rows import CHOICES, SHEETS, Holder, held_by, set_back_by
from cards.printing.geometry.cutting_machines import cutter_named
from cards.printing.geometry.templates import template_named


def held(choices: PrintChoices) -> Mapping[str, Holder]:
    """The fields that change nothing, each with what holds it: the first that does. `choices` as they were read."""
    found: dict[str, Holder] = {}
    for holder, fields in _holders(choices):
        for name in fields:
            found.setdefault(name, holder)
    return found


def _holders(choices: PrintChoices) -> Iterator[tuple[Holder, Iterable[str]]]:
    if choices.output == "reading":
        yield "reading", (name for name, one in CHOICES.items() if one.needs == SHEETS)
    if choices.service:
        yield "service", held_by("service")
    if choices.template:
        is_folded = bool(template_named(choices.template).layout.fold)
        yield "template", (*held_by("template"), *(("backing", "flip") if is_folded else ()))
    if choices.backing != "duplex":
        yield "backing", held_by("backing")
    if choices.cutter:
        by_marks = set_back_by("cutter")
        has_arm = bool(cutter_named(choices.cutter).arm)
        yield "cutter", (name for name in held_by("cutter") if has_arm or name not in by_marks)
    if choices.outside_only:
        yield "outside_only", held_by("outside_only")
    if choices.what == "blanks":
        yield "blanks", held_by("blanks")
