"""Every choice of the print shop, one row a choice. Pure.

The page makes its controls of these rows (cards/queries/shop/controls.py), a command line its options, `reading.py`
reads what was sent by them, and `held.py` says what has a say in a choice's place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args, get_type_hints

from cards.printing.choices import limits
from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.fields import (
    ChoiceField,
    Count,
    FromTable,
    LengthInMm,
    OneOf,
    OwnWords,
    PaperName,
    PickedNumbers,
    SizeName,
    YesOrNo,
)
from cards.printing.choices.services import SERVICES
from cards.printing.geometry.cutting_machines import CUTTERS
from cards.printing.geometry.templates import TEMPLATES
from studio.kernel.messages import Message, message

Holder = Literal["reading", "service", "template", "backing", "cutter", "outside_only", "blanks"]
Needs = tuple[str, tuple[str, ...]]

SHEETS: Needs = ("output", ("sheets",))  # an edition to be read has none of its own
PICKED: Needs = ("what", ("picked",))


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """One choice: how it is read and written again (`reads`, which also says what it is called in a refusal), and

    *on the page* its `label`, None where the control says enough; the `words` that are offered; `none`, what a table is
    called when nothing of it is chosen; `switch`, two words that are a tick, as (on, off); `lengths` that are offered;
    `is_folded` where it stands in the part that is folded away;

    *beside others* what it `needs` to mean anything: a field, and the values of it; whether it is of `what` is printed,
    which is not remembered as how is; what says it itself (`set_back_by`), so that it is as usual; and what leaves it
    no say but keeps it (`held_by`).
    """

    reads: ChoiceField
    label: Message | None = None
    words: Mapping[str, Message] = field(default_factory=dict)
    none: Message | None = None
    switch: tuple[str, str] | None = None
    lengths: tuple[int, ...] = ()
    is_folded: bool = False
    needs: Needs | None = SHEETS
    is_what: bool = False
    set_back_by: tuple[Holder, ...] = ()
    held_by: tuple[Holder, ...] = ()


def _words(name: str) -> tuple[str, ...]:
    """The words that a choice's type knows."""
    return get_args(get_type_hints(PrintChoices)[name])


CHOICES: Mapping[str, PrintChoice] = {
    "what": PrintChoice(
        OneOf(message("what is printed"), _words("what")),
        words={
            "deck": message("The whole deck"),
            "update": message("Update pack"),
            "picked": message("Cards I pick"),
            "blanks": message("Blank cards"),
        },
        needs=None, is_what=True,
    ),
    "since": PrintChoice(
        Count(message("the version changes count from"), 1, limits.VERSION_MAX, is_optional=True),
        needs=("what", ("update",)), is_what=True,
    ),
    "picked": PrintChoice(PickedNumbers(message("the numbers picked")), needs=PICKED, is_what=True),
    "kind": PrintChoice(OwnWords(message("the kind")), needs=PICKED, is_what=True),
    "trait": PrintChoice(OwnWords(message("the trait")), needs=PICKED, is_what=True),
    "maker": PrintChoice(OwnWords(message("the maker")), needs=PICKED, is_what=True),
    "with_rules": PrintChoice(
        YesOrNo(message("Special Rules as cards")), message("Special Rules as cards"), needs=None, held_by=("blanks",),
    ),
    "copies": PrintChoice(
        OneOf(message("copies"), _words("copies")), message("One of each card"), switch=("one", "deck"), needs=None,
        held_by=("blanks",),
    ),
    "output": PrintChoice(
        OneOf(message("what it is printed for"), _words("output")),
        words={"sheets": message("Sheets to cut out"), "reading": message("An edition to read")},
        is_folded=True, needs=None, is_what=True,
    ),
    "spare": PrintChoice(
        YesOrNo(message("blank cards in spare places")), message("Spare places as blank cards"),
        set_back_by=("service",),
    ),
    "blanks": PrintChoice(
        Count(message("the number of blank cards"), 0, limits.BLANKS_MAX), message("Blank cards besides"), is_what=True,
    ),
    "blank_style": PrintChoice(
        OneOf(message("what blank cards look like"), _words("blank_style")),
        words={"plain": message("Plain"), "ruled": message("Ruled")},
    ),
    "frame": PrintChoice(
        OneOf(message("the design"), _words("frame")),
        words={
            "press": message("Press", context="frame"),
            "saver": message("Ink saver"),
            "classic": message("Classic"),
            "hand": message("Handwritten"),
        },
    ),
    "size": PrintChoice(SizeName(message("the size of the cards")), held_by=("template",)),
    "paper": PrintChoice(PaperName(message("the paper")), needs=None, set_back_by=("service", "template")),
    "orientation": PrintChoice(
        OneOf(message("how the paper lies"), _words("orientation")),
        words={
            "best": message("Whichever holds more"),
            "upright": message("Upright", context="paper"),
            "lying": message("On its side", context="paper"),
        },
        is_folded=True, set_back_by=("service", "template", "cutter"),
    ),
    "margin": PrintChoice(
        LengthInMm(message("the margin"), 0, limits.MARGIN_MAX), message("Margins"), is_folded=True,
        set_back_by=("service", "template", "cutter"),
    ),
    "template": PrintChoice(
        FromTable(message("the template"), TEMPLATES), none=message("None: laid as chosen here"), is_folded=True,
        set_back_by=("service",),
    ),
    "bleed": PrintChoice(
        LengthInMm(message("the bleed"), 0, limits.BLEED_MAX), is_folded=True,
        lengths=(0, 100, 200, 300, 318),  # the last is an eighth of an inch
        set_back_by=("service", "template"),
    ),
    "gap": PrintChoice(
        LengthInMm(message("the gap between cards"), 0, limits.GAP_MAX, is_optional=True), message("Gap between cards"),
        is_folded=True, set_back_by=("service", "template"), held_by=("outside_only",),
    ),
    "outside_only": PrintChoice(
        YesOrNo(message("bleed on the outside only")), message("Bleed on the outside only"), is_folded=True,
        set_back_by=("service", "template"),
    ),
    "guides": PrintChoice(
        OneOf(message("the cut guides"), _words("guides")),
        words={
            "marks": message("Crop marks"),
            "lines": message("Lines to the edge"),
            "none": message("None", context="guides"),
        },
        is_folded=True, set_back_by=("service",), held_by=("cutter",),
    ),
    "guides_on_backs": PrintChoice(
        YesOrNo(message("cut guides on backs")), message("Guides on the backs as well"), is_folded=True,
        set_back_by=("service",), held_by=("cutter",),
    ),
    "back": PrintChoice(
        OneOf(message("the backs"), _words("back")),
        words={
            "deck": message("Deck", context="backs"),
            "kind": message("By kind", context="backs"),
            "drawn": message("Drawn", context="backs"),
            "plain": message("Plain"),
            "none": message("None", context="backs"),
        },
    ),
    "backing": PrintChoice(
        OneOf(message("how backs are printed"), _words("backing")),
        words={
            "duplex": message("On both sides"),
            "folded": message("Beside the fronts, to fold"),
            "apart": message("On sheets of their own"),
        },
        set_back_by=("service",),
    ),
    "flip": PrintChoice(
        OneOf(message("the edge the sheet is turned over at"), _words("flip")),
        words={"left": message("Flip on the left edge"), "top": message("Flip on the top edge")},
        set_back_by=("service",),
    ),
    "back_x": PrintChoice(
        LengthInMm(message("how far backs are shifted to the right"), -limits.OFFSET_MAX, limits.OFFSET_MAX),
        message("Shift to the right"), is_folded=True, set_back_by=("service", "backing"),
    ),
    "back_y": PrintChoice(
        LengthInMm(message("how far backs are shifted down"), -limits.OFFSET_MAX, limits.OFFSET_MAX),
        message("Shift down"), is_folded=True, set_back_by=("service", "backing"),
    ),
    "back_bleed": PrintChoice(
        LengthInMm(message("the bleed of backs"), 0, limits.BACK_BLEED_MAX), message("Bleed of backs"), is_folded=True,
        set_back_by=("service",),
    ),
    "cover": PrintChoice(
        YesOrNo(message("the cover sheet")), message("A cover with how to print it"), is_folded=True,
        set_back_by=("service",),
    ),
    "rules_sheet": PrintChoice(
        YesOrNo(message("the rules sheet")), message("A sheet of the rules"), is_folded=True, set_back_by=("service",),
    ),
    "tokens": PrintChoice(
        YesOrNo(message("tokens and counters")), message("Tokens and counters"), is_folded=True,
        set_back_by=("service",),
    ),
    "box": PrintChoice(YesOrNo(message("the box")), message("A box to fold"), is_folded=True, set_back_by=("service",)),
    "thickness": PrintChoice(
        LengthInMm(message("the thickness of a card"), limits.THICKNESS_LEAST, limits.THICKNESS_MAX),
        message("One card is as thick as"), is_folded=True, held_by=("service",),
    ),
    "sleeved": PrintChoice(
        YesOrNo(message("the sleeves in the box")), message("For cards in sleeves"), is_folded=True,
        held_by=("service",),
    ),
    "footer": PrintChoice(
        YesOrNo(message("the foot of the sheets")), message("A line below the cards"), is_folded=True,
        set_back_by=("service",),
    ),
    "numbers": PrintChoice(
        YesOrNo(message("numbers on the cards")), message("Number and maker on each card"), is_folded=True,
    ),
    "whose": PrintChoice(
        OwnWords(message("whose copy it is")), message("Whose copy it is"), is_folded=True, is_what=True,
        set_back_by=("service",),
    ),
    "test_page": PrintChoice(
        YesOrNo(message("the test page")), message("A page to test the alignment"), is_folded=True, is_what=True,
        set_back_by=("service",),
    ),
    "cutter": PrintChoice(
        FromTable(message("the cutting machine"), CUTTERS), none=message("None: cut by hand"),
        set_back_by=("service", "template"),
    ),
    "service": PrintChoice(
        FromTable(message("the print service"), SERVICES), none=message("None: printed by yourselves"),
    ),
}  # fmt: skip


def set_back_by(holder: Holder) -> tuple[str, ...]:
    """The choices that this says itself, and that are as usual beside it."""
    return tuple(name for name, choice in CHOICES.items() if holder in choice.set_back_by)


def held_by(holder: Holder) -> tuple[str, ...]:
    """The choices that have no say beside it."""
    return tuple(name for name, one in CHOICES.items() if holder in (*one.set_back_by, *one.held_by))
