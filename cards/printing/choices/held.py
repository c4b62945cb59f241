"""Which choices have no say as things stand, and what has it in their place. Pure.

What `reading.py` sets back to the usual is told here by the name of what did so, for a page to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.fields import FIELDS
from cards.printing.choices.reading import BY_MARKS, BY_SERVICE, BY_TEMPLATE, OF_A_SECOND_SIDE, READ_TOO, WHAT
from cards.printing.geometry.cutting import cutter_named
from cards.printing.geometry.templates import template_named

Holder = Literal["reading", "service", "template", "backing", "cutter", "outside_only", "blanks"]

_READ = READ_TOO | set(WHAT) - {"blanks", "whose", "test_page"}


def held(choices: PrintChoices) -> Mapping[str, Holder]:
    """The fields that change nothing, each with what holds it: the first that does. `choices` as they were read."""
    found: dict[str, Holder] = {}
    for holder, fields in _holders(choices):
        for name in fields:
            found.setdefault(name, holder)
    return found


def _holders(choices: PrintChoices) -> Iterator[tuple[Holder, Iterable[str]]]:
    if choices.output == "reading":
        yield "reading", (name for name in FIELDS if name not in _READ)
    if choices.service:
        yield "service", (*BY_SERVICE, "thickness", "sleeved")
    if choices.template:
        is_folded = bool(template_named(choices.template).layout.fold)
        yield "template", (*BY_TEMPLATE, "size", *(("backing", "flip") if is_folded else ()))
    if choices.backing != "duplex":
        yield "backing", OF_A_SECOND_SIDE
    if choices.cutter:
        yield "cutter", ("guides", "guides_on_backs", *(BY_MARKS if cutter_named(choices.cutter).arm else ()))
    if choices.outside_only:
        yield "outside_only", ("gap",)
    if choices.what == "blanks":
        yield "blanks", ("with_rules", "copies")
