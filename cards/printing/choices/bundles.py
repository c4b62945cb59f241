"""First choices: five ways of printing that people have in mind, each of which sets the rest. Pure.

A bundle is nothing that is kept or stands in an address: it sets fields, and is known again by what they say. What is
printed, in which design and size, on which paper, and what a printer does to backs is left as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.choices.reading import INCHES, read_choices, to_plain
from cards.printing.choices.rows import CHOICES
from cards.printing.choices.services import SERVICES
from cards.printing.geometry.cutting_machines import CUTTERS
from studio.kernel.messages import Message, message

BundleName = Literal["sleeves", "sides", "shop", "machine", "service"]

# What a bundle decides: as usual, or as it says.
DECIDED = (
    "back", "backing", "bleed", "gap", "outside_only", "guides", "guides_on_backs", "orientation", "margin", "template",
    "cutter", "service", "cover", "output",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bundle:
    """A first choice. `sets` are the fields in which it is not as usual; one that `has_backs` leaves their kind."""

    name: BundleName
    label: Message
    note: Message
    has_backs: bool
    sets: Mapping[str, Any]


BUNDLES: tuple[Bundle, ...] = (
    Bundle("sleeves", message("At home, for sleeves"), message("Fronts alone, cut out by hand"), False, {}),
    Bundle("sides", message("At home, both sides"), message("A back behind each card"), True, {}),
    Bundle(
        "shop", message("Copy shop"), message("Both sides, 3 mm of bleed, a cover"), True,
        {"bleed": 300, "cover": True},
    ),
    Bundle(
        "machine", message("Cutting machine"), message("With marks for its camera"), False,
        {"cutter": next(iter(CUTTERS))},
    ),
    Bundle("service", message("Print service"), message("The files that they ask for"), True, {}),
)  # fmt: skip


def taken_up(choices: PrintChoices, bundle: Bundle) -> PrintChoices:
    """The choices with all that a bundle decides. A machine or a service that was chosen stays."""
    fields: dict[str, Any] = {name: getattr(USUAL_CHOICES, name) for name in DECIDED} | dict(bundle.sets)
    if bundle.has_backs:
        fields["back"] = choices.back if choices.back != "none" else "deck"
    if bundle.name == "machine" and choices.cutter:
        fields["cutter"] = choices.cutter
    if bundle.name == "service":
        fields["service"] = choices.service or _service_for(choices.size)
    elif choices.service and choices.size == INCHES:  # which a service made of the usual size
        fields["size"] = USUAL_CHOICES.size
    return read_choices(to_plain(replace(choices, **fields)), strict=False)


def _service_for(size: str) -> str:
    """The first that takes cards of that size; the usual size goes as what services call a poker card."""
    asked = INCHES if size == USUAL_CHOICES.size else size
    return next(name for name, service in SERVICES.items() if not service.sizes or asked in service.sizes)


def bundle_of(choices: PrintChoices) -> BundleName | None:
    """The first choice that these amount to: by the machine or the service where there is one, else to the letter."""
    if choices.service:
        return "service"
    if choices.cutter:
        return "machine"
    return next((bundle.name for bundle in BUNDLES if taken_up(choices, bundle) == choices), None)


def fields_of(choices: PrintChoices, bundle: Bundle) -> Mapping[str, str]:
    """Every field that a bundle decides, as a form has it."""
    after = taken_up(choices, bundle)
    names = (*DECIDED, "size") if after.size != choices.size else DECIDED
    return {name: CHOICES[name].reads.written(getattr(after, name)) for name in names}
