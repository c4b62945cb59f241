"""The fields of the print shop as its page shows them: what can be had, what is chosen, what was refused."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace

from cards.face.measures import CARD_SIZES
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.fields import FIELDS, Count, LengthInMm, OneOf, Senseless, YesOrNo, in_mm
from cards.printing.choices.held import held
from cards.printing.choices.services import SERVICES
from cards.printing.geometry.cutting import CUTTERS
from cards.printing.geometry.papers import PAPERS
from cards.printing.geometry.templates import TEMPLATES
from cards.queries.print_words import FRAMES
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused
from studio.web.words import say

CUSTOM = "custom"  # the word of a form for a size or a paper that somebody measured
FIRST_SIZES, FIRST_PAPERS = ("mini", "poker", "tarot"), ("a4", "letter")
BLEEDS = (0, 100, 200, 300, 318)  # the last is an eighth of an inch
SILHOUETTE = 45  # thousandths of a pixel for 1/100 mm

LABELS: Mapping[str, Message] = {
    "with_rules": message("Special Rules as cards"),
    "copies": message("One of each card"),
    "spare": message("Spare places as blank cards"),
    "blanks": message("Blank cards besides"),
    "margin": message("Margins"),
    "gap": message("Gap between cards"),
    "outside_only": message("Bleed on the outside only"),
    "guides_on_backs": message("Guides on the backs as well"),
    "back_x": message("Shift to the right"),
    "back_y": message("Shift down"),
    "back_bleed": message("Bleed of backs"),
    "cover": message("A cover with how to print it"),
    "rules_sheet": message("A sheet of the rules"),
    "tokens": message("Tokens and counters"),
    "box": message("A box to fold"),
    "thickness": message("One card is as thick as"),
    "sleeved": message("For cards in sleeves"),
    "footer": message("A line below the cards"),
    "numbers": message("Number and maker on each card"),
    "whose": message("Whose copy it is"),
    "test_page": message("A page to test the alignment"),
}
WORDS: Mapping[str, Mapping[str, Message]] = {
    "what": {
        "deck": message("The whole deck"),
        "update": message("Update pack"),
        "picked": message("Cards I pick"),
        "blanks": message("Blank cards"),
    },
    "output": {"sheets": message("Sheets to cut out"), "reading": message("An edition to read")},
    "blank_style": {"plain": message("Plain"), "ruled": message("Ruled")},
    "frame": FRAMES,
    "orientation": {
        "best": message("Whichever holds more"),
        "upright": message("Upright", context="paper"),
        "lying": message("On its side", context="paper"),
    },
    "guides": {
        "marks": message("Crop marks"),
        "lines": message("Lines to the edge"),
        "none": message("None", context="guides"),
    },
    "back": {
        "deck": message("Deck", context="backs"),
        "kind": message("By kind", context="backs"),
        "drawn": message("Drawn", context="backs"),
        "plain": message("Plain"),
        "none": message("None", context="backs"),
    },
    "backing": {
        "duplex": message("On both sides"),
        "folded": message("Beside the fronts, to fold"),
        "apart": message("On sheets of their own"),
    },
    "flip": {"left": message("Flip on the left edge"), "top": message("Flip on the top edge")},
}
# What is chosen from a table, with what it is called when nothing of it is.
TABLES: Mapping[str, tuple[Message, Mapping[str, str]]] = {
    "template": (message("None: laid as chosen here"), {name: one.label for name, one in TEMPLATES.items()}),
    "cutter": (message("None: cut by hand"), {name: one.label for name, one in CUTTERS.items()}),
    "service": (message("None: printed by yourselves"), {name: one.label for name, one in SERVICES.items()}),
}
SWITCHES: Mapping[str, tuple[str, str]] = {"copies": ("one", "deck")}  # words that are a tick: (on, off)
# Fields in the part of the page that is folded away, and those beside which there is a place for a refusal.
FOLDED = frozenset(
    {
        "cover",
        "rules_sheet",
        "tokens",
        "box",
        "thickness",
        "sleeved",
        "test_page",
        "orientation",
        "margin",
        "gap",
        "back_x",
        "back_y",
        "back_bleed",
        "numbers",
        "footer",
        "guides",
        "guides_on_backs",
        "bleed",
        "outside_only",
        "template",
        "whose",
        "output",
    }
)


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
    for name, field in FIELDS.items():
        value = typed.get(name, "") if name in wrong else field.written(getattr(choices, name))
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
    label = say(LABELS[name]) if name in LABELS else ""
    match FIELDS[name]:
        case _ if name in ("size", "paper"):
            return _measured(name, value)
        case _ if name == "bleed":
            return Control(name, label, value, options=_bleeds(value))
        case _ if name in TABLES:
            return Control(name, label, value, options=_of_table(name, value))
        case OneOf() if name in SWITCHES:
            return Control(name, label, value, on=SWITCHES[name][0], off=SWITCHES[name][1])
        case OneOf():
            words = WORDS.get(name, {}).items()
            options = tuple(ControlOption(word, say(said), word == value) for word, said in words)
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


def _bleeds(value: str) -> tuple[ControlOption, ...]:
    lengths = {in_mm(length): length for length in BLEEDS}
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


def _of_table(name: str, value: str) -> tuple[ControlOption, ...]:
    none, table = TABLES[name]
    labels = {"": say(none), **table}
    return tuple(ControlOption(known, label, known == value) for known, label in labels.items())


def _reads(name: str, value: str) -> bool:
    try:
        FIELDS[name].read(value)
    except (Senseless, Refused):
        return False
    return True
