"""Choices out of what was sent, typed or kept, and back into an address or a row.

read_choices({"paper": "letter", "bleed": "3.18"}, strict=True)
as_query(choices)      "paper=letter&bleed=3.18": in one order, what is usual left out
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from typing import Any
from urllib.parse import quote

from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.choices.fields import ECHOED, Senseless, echoed, said
from cards.printing.choices.rows import CHOICES, PrintChoice, set_back_by
from cards.printing.choices.services import service_named
from cards.printing.geometry.cutting_machines import cutter_named
from cards.printing.geometry.templates import template_named
from studio.kernel.refusals import Refused

BY_TEMPLATE = set_back_by("template")  # what a named sheet says itself
BY_SERVICE = set_back_by("service")  # what a print service says itself, or has no place for
INCHES = "poker-us"  # what services call a poker card


def read_choices(sent: Mapping[str, object], *, strict: bool) -> PrintChoices:
    """The choices in an address, a form, a file or a row.

    `strict`: an unknown name and a value that makes no sense raise Refused, with `field` among its facts. Otherwise,
    for rows that another version of this program wrote, each is as usual.
    """
    found: dict[str, Any] = {}
    for name, value in sent.items():
        if name not in CHOICES:
            if strict:
                raise Refused("print.unknown", field=echoed(name))
            continue
        try:
            found[name] = CHOICES[name].reads.read(value)
        except Senseless as senseless:
            if strict:
                raise _refused(name, value, senseless) from None
    return _sensible(replace(USUAL_CHOICES, **found))


def _sensible(choices: PrintChoices) -> PrintChoices:
    """Without what has no meaning beside the rest: a form sends the fields of what was not chosen too. A named sheet
    says for what cards it is, and all of how they lie."""
    if choices.service:
        is_usual = choices.size == USUAL_CHOICES.size and bool(service_named(choices.service).sizes)
        choices = replace(choices, **_usual(BY_SERVICE), size=INCHES if is_usual else choices.size)
    if choices.template:
        layout = template_named(choices.template).layout
        backing = "folded" if layout.fold else choices.backing
        choices = replace(choices, **_usual(BY_TEMPLATE), size=layout.size, backing=backing)
    if choices.backing != "duplex":
        choices = replace(choices, **_usual(set_back_by("backing")))
    if choices.cutter and cutter_named(choices.cutter).arm:
        choices = replace(choices, **_usual(set_back_by("cutter")))
    return replace(choices, **_usual(name for name, one in CHOICES.items() if not _means_something(one, choices)))


def _means_something(one: PrintChoice, choices: PrintChoices) -> bool:
    return one.needs is None or getattr(choices, one.needs[0]) in one.needs[1]


def _usual(names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(USUAL_CHOICES, name) for name in names}


def how_of(choices: PrintChoices) -> PrintChoices:
    """How it is printed, and not what: that is remembered from one print to the next."""
    return replace(choices, **_usual(name for name, one in CHOICES.items() if one.is_what))


def chosen(choices: PrintChoices) -> dict[str, Any]:
    """What differs from what is usual, by field, in their order."""
    pairs = ((field.name, getattr(choices, field.name)) for field in fields(choices))
    return {name: value for name, value in pairs if value != getattr(USUAL_CHOICES, name)}


def to_plain(choices: PrintChoices) -> dict[str, str]:
    """As it is kept in a row: what differs from the usual, in words that read_choices takes."""
    return {name: CHOICES[name].reads.written(value) for name, value in chosen(choices).items()}


def as_query(choices: PrintChoices) -> str:
    """As it stands in an address: the same choices are always the same letters; "" is as usual."""
    return "&".join(f"{name}={quote(value, safe=',-.')}" for name, value in to_plain(choices).items())


def _refused(name: str, value: object, senseless: Senseless) -> Refused:
    """The refusal of a value, with the field's name for programs and its label for people."""
    typed = ", ".join(map(said, value[:ECHOED])) if isinstance(value, (list, tuple)) else said(value)
    return Refused(senseless.code, field=name, label=CHOICES[name].reads.label, value=echoed(typed), **senseless.facts)
