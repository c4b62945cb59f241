"""Choices out of what was sent, typed or kept, and back into an address or a row.

read_choices({"paper": "letter", "bleed": "3.18"}, strict=True)
as_query(choices)      "paper=letter&bleed=3.18": in one order, what is usual left out
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any
from urllib.parse import quote

from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.choices.fields import FIELDS, Senseless, echoed, refused
from cards.printing.choices.services import service_named
from cards.printing.geometry.cutting import cutter_named
from cards.printing.geometry.templates import template_named
from studio.kernel.refusals import Refused

# What a choice has no meaning without, and so is as usual with any other: (field, those it belongs to).
DEPENDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "since": ("what", ("update",)),
    "picked": ("what", ("picked",)),
    "kind": ("what", ("picked",)),
    "trait": ("what", ("picked",)),
    "maker": ("what", ("picked",)),
}
# What a named sheet says itself.
BY_TEMPLATE = ("paper", "orientation", "margin", "gap", "bleed", "outside_only", "cutter")
# What the marks of a cutting machine say.
BY_MARKS = ("orientation", "margin")
# What a print service says itself, or has no place for.
BY_SERVICE = (
    *BY_TEMPLATE, "template", "backing", "guides", "guides_on_backs", "footer", "whose", "spare", "back_x", "back_y",
    "back_bleed", "flip", "cover", "rules_sheet", "tokens", "box", "test_page",
)  # fmt: skip
# What a printer does to the second side of a sheet, where that is printed on.
OF_A_SECOND_SIDE = ("back_x", "back_y")
INCHES = "poker-us"  # what services call a poker card
WHAT = ("what", *DEPENDS, "output", "blanks", "whose", "test_page")
READ_TOO = frozenset({"output", "what", "with_rules", "copies", "paper"})  # what an edition to be read takes as well
DEPENDS |= {name: ("output", ("sheets",)) for name in FIELDS if name not in DEPENDS and name not in READ_TOO}


def read_choices(sent: Mapping[str, object], *, strict: bool) -> PrintChoices:
    """The choices in an address, a form, a file or a row.

    `strict`: an unknown name and a value that makes no sense raise Refused, with `field` among its facts. Otherwise,
    for rows that another version of this program wrote, each is as usual.
    """
    found: dict[str, Any] = {}
    for name, value in sent.items():
        if name not in FIELDS:
            if strict:
                raise Refused("print.unknown", field=echoed(name))
            continue
        try:
            found[name] = FIELDS[name].read(value)
        except Senseless as senseless:
            if strict:
                raise refused(name, value, senseless) from None
    return _sensible(replace(USUAL_CHOICES, **found))


def _sensible(choices: PrintChoices) -> PrintChoices:
    """Without what has no meaning beside the rest: a form sends the fields of what was not chosen too. A named sheet
    says for what cards it is, and all of how they lie."""
    if choices.service:
        usual = {name: getattr(USUAL_CHOICES, name) for name in BY_SERVICE}
        is_usual = choices.size == USUAL_CHOICES.size and bool(service_named(choices.service).sizes)
        choices = replace(choices, **usual, size=INCHES if is_usual else choices.size)
    if choices.template:
        layout = template_named(choices.template).layout
        backing = "folded" if layout.fold else choices.backing
        usual = {name: getattr(USUAL_CHOICES, name) for name in BY_TEMPLATE}
        choices = replace(choices, **usual, size=layout.size, backing=backing)
    if choices.backing != "duplex":
        choices = replace(choices, **{name: getattr(USUAL_CHOICES, name) for name in OF_A_SECOND_SIDE})
    if choices.cutter and cutter_named(choices.cutter).arm:
        choices = replace(choices, **{name: getattr(USUAL_CHOICES, name) for name in BY_MARKS})
    usual = {
        name: getattr(USUAL_CHOICES, name)
        for name, (other, values) in DEPENDS.items()
        if getattr(choices, other) not in values
    }
    return replace(choices, **usual)


def how_of(choices: PrintChoices) -> PrintChoices:
    """How it is printed, and not what: that is remembered from one print to the next."""
    return replace(choices, **{name: getattr(USUAL_CHOICES, name) for name in WHAT})


def chosen(choices: PrintChoices) -> dict[str, Any]:
    """What differs from what is usual, by field, in their order."""
    pairs = ((field.name, getattr(choices, field.name)) for field in fields(choices))
    return {name: value for name, value in pairs if value != getattr(USUAL_CHOICES, name)}


def to_plain(choices: PrintChoices) -> dict[str, str]:
    """As it is kept in a row: what differs from the usual, in words that read_choices takes."""
    return {name: FIELDS[name].written(value) for name, value in chosen(choices).items()}


def as_query(choices: PrintChoices) -> str:
    """As it stands in an address: the same choices are always the same letters; "" is as usual."""
    return "&".join(f"{name}={quote(value, safe=',-.')}" for name, value in to_plain(choices).items())
