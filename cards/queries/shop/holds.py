"""What holds in place of choices that have no say, in words beside them: "DriveThruCards wants no marks." """

from __future__ import annotations

from dataclasses import dataclass, replace

from cards.face.measures import card_size
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.fields import in_mm
from cards.printing.choices.services import SERVICES
from cards.printing.geometry.cutting_machines import cutter_named, to_type
from cards.printing.geometry.layouts import SheetLayout
from studio.kernel.messages import Message, message, number_word
from studio.web.words import say


@dataclass(frozen=True, slots=True)
class Holds:
    """A sentence for each part of the form that something else decides; "" where its own fields do."""

    design: str = ""
    size: str = ""
    paper: str = ""
    backs: str = ""
    marks: str = ""
    besides: str = ""
    cutter: str = ""
    service: str = ""
    shift: str = ""


def what_holds(choices: PrintChoices, layout: SheetLayout | None) -> Holds:
    """`layout` is that of the print; None where there is none."""
    holds = _by_others(choices, layout)
    if choices.backing == "duplex" or choices.output == "reading":
        return holds
    return replace(holds, shift=say(message("Fronts and backs are not two sides of one paper: nothing is shifted.")))


def _by_others(choices: PrintChoices, layout: SheetLayout | None) -> Holds:
    if choices.output == "reading":
        own, none = message("An edition to read has its own."), message("An edition to read has none.")
        return Holds(design=say(own), size=say(own), backs=say(none), marks=say(none), besides=say(none))
    if layout is None:
        return Holds()
    if choices.service:
        service = SERVICES[choices.service]
        label = service.label
        is_bare = service.is_back_first and choices.back == "none"
        wanted = message("{service} prints a back with every card: choose one.", service=label)
        return Holds(
            paper=say(message("{service} says: each card by itself, {bleed}.", service=label, bleed=_bleed(layout))),
            backs=say(wanted) if is_bare else "",
            marks=say(message("{service} wants no marks.", service=label)),
            besides=say(message("{service} takes cards alone.", service=label)),
            service=say(service.lacks) if service.lacks else "",
        )
    if choices.template:
        return _of_template(layout, has_backs=choices.back != "none")
    if not choices.cutter:
        return Holds()
    told = to_type(cutter_named(choices.cutter))
    return Holds(
        marks=say(message("The machine finds its own marks, and needs no lines.")),
        cutter=say(message("Type into {told}", told=told)) if told else "",
    )


def _of_template(layout: SheetLayout, *, has_backs: bool) -> Holds:
    card = card_size(layout.size)
    lies = message("{paper} on its side") if layout.is_landscape else message("{paper} upright")
    size = message(
        "The chosen sheet says: {size} ({wide} × {high} mm).",
        size=card.label, wide=in_mm(card.width), high=in_mm(card.height),
    )  # fmt: skip
    paper = message(
        "The chosen sheet says: {paper}, {count} to a sheet, {bleed}.",
        paper=lies.given(paper=layout.paper.label), count=number_word(layout.places), bleed=_bleed(layout),
    )  # fmt: skip
    backs = message("The chosen sheet says: beside the fronts, to fold.")
    return Holds(size=say(size), paper=say(paper), backs=say(backs) if layout.fold and has_backs else "")


def _bleed(layout: SheetLayout) -> Message:
    return message("{length} mm of bleed", length=in_mm(layout.bleed)) if layout.bleed else message("no bleed")
