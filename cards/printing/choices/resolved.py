"""What was chosen, resolved: how cards lie on a sheet, and how sheets are finished. Pure."""

from __future__ import annotations

from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.services import service_named
from cards.printing.geometry.cutting_machines import arranged_for_cutter, cutter_named
from cards.printing.geometry.finish import SheetFinish
from cards.printing.geometry.layouts import SheetLayout, arranged
from cards.printing.geometry.papers import paper_named
from cards.printing.geometry.templates import template_named
from studio.kernel.refusals import Refused


def layout_of(choices: PrintChoices) -> SheetLayout:
    """The sheet of these choices. A print service or a template says all of it.

    Raises Refused for a size that a service does not take, a paper, template or machine that is not known, and where
    not one card has room. Raises Refused("print.not_folded") for backs beyond a fold where a sheet has none.
    """
    layout = _laid(choices)
    if choices.back != "none" and choices.backing == "folded" and not layout.fold:
        raise Refused("print.not_folded", field="backing")
    return layout


def _laid(choices: PrintChoices) -> SheetLayout:
    if choices.service:
        return service_named(choices.service).layout(choices.size)
    if choices.template:
        return template_named(choices.template).layout
    paper, gap = paper_named(choices.paper), 0 if choices.outside_only else choices.gap
    if choices.cutter and (cutter := cutter_named(choices.cutter)).arm:
        return arranged_for_cutter(cutter, paper, choices.size, gap=gap, bleed=choices.bleed)
    return arranged(
        paper,
        choices.size,
        margin=choices.margin,
        gap=gap,
        bleed=choices.bleed,
        orientation=choices.orientation,
        is_folded=choices.back != "none" and choices.backing == "folded",
    )


def finish_of(choices: PrintChoices) -> SheetFinish:
    """Guides, backs, foot and marks of these choices. What goes to a print service has nothing but its cards."""
    if choices.service:
        return SheetFinish(guides="none", has_foot=False, is_back_first=service_named(choices.service).is_back_first)
    return SheetFinish(
        guides=choices.guides,
        has_guides_on_backs=choices.guides_on_backs,
        backing=choices.backing,
        flip=choices.flip,
        back_x=choices.back_x,
        back_y=choices.back_y,
        back_bleed=choices.back_bleed,
        has_foot=choices.footer,
        whose=choices.whose,
        cutter=choices.cutter,
        has_test_page=choices.test_page,
    )
