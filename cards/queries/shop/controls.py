"""The fields of the print shop as its page shows them: what can be had, what is chosen, what was refused."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from cards.face.measures import CARD_SIZES, card_size
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.fields import (
    Count,
    FromTable,
    LengthInMm,
    Named,
    OneOf,
    PaperName,
    Senseless,
    SizeName,
    YesOrNo,
    in_mm,
)
from cards.printing.choices.held import held
from cards.printing.choices.rows import CHOICES, PrintChoice
from cards.printing.choices.services import SERVICES
from cards.printing.geometry.cutting_machines import cutter_named, to_type
from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.papers import PAPERS
from studio.kernel.messages import Message, message, number_word
from studio.kernel.refusals import Refused
from studio.web.words import say

CUSTOM = "custom"  # the word of a form for a size or a paper that somebody measured
FIRST_SIZES, FIRST_PAPERS = ("mini", "poker", "tarot"), ("a4", "letter")
SILHOUETTE = 45  # thousandths of a pixel for 1/100 mm


@dataclass(frozen=True, slots=True)
class ControlOption:
    """One value of a field. `note` stands in small letters beside it, `style` measures its silhouette."""

    value: str
    label: str
    is_chosen: bool
    note: str = ""
    style: str = ""


@dataclass(frozen=True, slots=True)
class Control:
    """A field of the form.

    `value` is what stands in it, also what was refused; `wrong` are the words of the refusal. A tick sends `on` or
    `off`. `width` and `height` are what was measured, in mm, where the field has a measured value. One that `is_held`
    has no say as things stand; `placeholder` is what an empty one means.
    """

    name: str
    label: str
    value: str
    wrong: str = ""
    options: tuple[ControlOption, ...] = ()
    more: tuple[ControlOption, ...] = ()
    on: str = "1"
    off: str = "0"
    width: str = ""
    height: str = ""
    least: str = ""
    most: str = ""
    has_custom: bool = False
    is_held: bool = False
    placeholder: str = ""

    @property
    def is_on(self) -> bool:
        return self.value == self.on

    @property
    def is_custom(self) -> bool:
        return bool(self.width or self.height)

    @property
    def is_further(self) -> bool:
        """Whether what is chosen is not among the first."""
        return self.is_custom or any(option.is_chosen for option in self.more)


def controls_of(
    choices: PrintChoices, typed: Mapping[str, str], wrong: Mapping[str, Refused], *, without: Container[str] = ()
) -> Mapping[str, Control]:
    """Every field by its name.

    `typed` is what was sent, shown again where it is `wrong`; what is printed, and backs, come without the words
    `without`.
    """
    found: dict[str, Control] = {}
    without_say = held(choices)
    for name, choice in CHOICES.items():
        value = typed.get(name, "") if name in wrong else choice.reads.written(getattr(choices, name))
        control = _with_wrong(_control(name, value), wrong.get(name))
        found[name] = replace(control, is_held=name in without_say)
    for name in ("what", "back"):
        options = tuple(o for o in found[name].options if o.is_chosen or o.value not in without)
        found[name] = replace(found[name], options=options)
    return found


def merged(sent: Mapping[str, str]) -> dict[str, str]:
    """What a form sent, with measured sizes and papers as one value: "custom", 63.5 and 88 are "63.5x88"."""
    found = {name: value for name, value in sent.items() if not name.endswith(("_wide", "_high"))}
    for name in ("size", "paper"):
        if found.get(name) == CUSTOM:
            edges = (sent.get(f"{name}_{edge}", "").strip().replace(",", ".") for edge in ("wide", "high"))
            found[name] = "x".join(edges)
    return found


def _control(name: str, value: str) -> Control:
    choice = CHOICES[name]
    label = say(choice.label) if choice.label is not None else ""
    match choice.reads:
        case SizeName() | PaperName():
            return _measured(name, value)
        case LengthInMm() if choice.lengths:
            return Control(name, label, value, options=_bleeds(choice.lengths, value))
        case FromTable(table=table):
            return Control(name, label, value, options=_of_table(choice, table, value))
        case OneOf() if choice.switch is not None:
            return Control(name, label, value, on=choice.switch[0], off=choice.switch[1])
        case OneOf():
            options = tuple(ControlOption(word, say(said), word == value) for word, said in choice.words.items())
            return Control(name, label, value, options=options)
        case Count(least=least, most=most):
            return Control(name, label, value, least=str(least), most=str(most))
        case LengthInMm(least=least, most=most, is_optional=is_optional):
            empty = say(message("as needed")) if is_optional else ""
            return Control(name, label, value, least=in_mm(least), most=in_mm(most), placeholder=empty)
        case YesOrNo() | _:
            return Control(name, label, value)


def _with_wrong(control: Control, refused: Refused | None) -> Control:
    return replace(control, wrong=say(refused)) if refused else control


def _measured(name: str, value: str) -> Control:
    """Sizes of cards or papers: the usual ones first, the rest of the table, and where it can be read one's own."""
    if name == "size":
        first: tuple[str, ...] = FIRST_SIZES
        every = {size.name: (size.label, size.width, size.height) for size in CARD_SIZES.values()}
    else:
        first = FIRST_PAPERS
        every = {paper.name: (paper.label, paper.width, paper.height) for paper in PAPERS.values()}
    options = {known: _sized(known, *measures, is_chosen=known == value) for known, measures in every.items()}
    width, _, height = value.partition("x") if value not in every else ("", "", "")
    return Control(
        name,
        "",
        value,
        options=tuple(options.pop(known) for known in first if known in options),
        more=tuple(options.values()),
        width=width,
        height=height,
        has_custom=_reads(name, "100x150"),
    )


def _sized(name: str, label: str, width: int, height: int, *, is_chosen: bool) -> ControlOption:
    note = say(message("{wide} × {high}", wide=in_mm(width), high=in_mm(height)))
    return ControlOption(
        name, label, is_chosen, note, f"--w: {width * SILHOUETTE // 100}; --h: {height * SILHOUETTE // 100}"
    )


def _bleeds(offered: tuple[int, ...], value: str) -> tuple[ControlOption, ...]:
    lengths = {in_mm(length): length for length in offered}
    options = [
        ControlOption(
            written,
            say(message("{length} mm bleed", length=written) if length else message("No bleed")),
            written == value,
        )
        for written, length in lengths.items()
    ]
    if value not in lengths:
        options.append(ControlOption(value, say(message("{length} mm bleed", length=value)), True))
    return tuple(options)


def _of_table(choice: PrintChoice, table: Mapping[str, Named], value: str) -> tuple[ControlOption, ...]:
    none = say(choice.none) if choice.none is not None else ""
    labels = {"": none, **{name: one.label for name, one in table.items()}}
    return tuple(ControlOption(known, label, known == value) for known, label in labels.items())


def _reads(name: str, value: str) -> bool:
    try:
        CHOICES[name].reads.read(value)
    except (Senseless, Refused):
        return False
    return True


# --- what something else decides --------------------------------------------------------------------------------------


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
