"""The pages beside the sheets of a print as its page shows them: cover, test page, rules, tokens, box.

The same values and templates as in the press (`printing/shared/pages`, `templates/print`). Where the words of several
pages are parted is the page engine's to say: here they flow on, page by page, as the browser parts them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards.printing.geometry.alignment import (
    WORDS_ABOVE,
    WORDS_BESIDE,
    WORDS_WIDE,
    AlignmentSide,
    alignment_back,
    alignment_front,
)
from cards.printing.geometry.papers import Paper
from cards.printing.queue.values import Job
from cards.printing.shared.extra_pages import Cover, ExtraPage, RulesSheet, TokenSheet, TuckBox
from cards.printing.shared.pages.box import BoxShown
from cards.printing.shared.pages.shown import ABOVE, BELOW, FOOT, beside, page_shown, upright
from cards.queries.shop.pieces import ART
from cards.queries.shop.sheet_preview import SheetShown, SideShown, line_style
from studio.kernel.messages import Message, message
from studio.web.words import say

TEST = "test_page"
# By the name of the choice that puts them there.
NAMES: Mapping[type, str] = {Cover: "cover", RulesSheet: "rules_sheet", TokenSheet: "tokens", TuckBox: "box"}
LABELS: Mapping[str, Message] = {
    "cover": message("Cover", context="a page of a print"),
    TEST: message("Test page"),
    "rules_sheet": message("Rules", context="a page of a print"),
    "tokens": message("Tokens", context="a page of a print"),
    "box": message("Box", context="a page of a print"),
}
_FIRST_LINE = 2.8  # mm from the top of a line of the test page's words to its baseline


@dataclass(frozen=True, slots=True)
class PagesBeside:
    """What stands before the sheets and behind them, by name, as the file has it."""

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    def __contains__(self, name: str) -> bool:
        return name in self.before or name in self.after


def pages_beside(job: Job) -> PagesBeside:
    test = (TEST,) if job.finish.has_test_page else ()
    return PagesBeside(tuple(_named(job.before)) + test, tuple(_named(job.after)))


def _named(pages: tuple[ExtraPage, ...]) -> list[str]:
    return [NAMES[type(page)] for page in pages]


def page_preview(job: Job, name: str, sheets: int, side: str) -> SheetShown:
    """One of them, beside so many sheets; of the test page the `side` that is looked at."""
    label = say(LABELS[name])
    if name == TEST:
        paper = job.layout.paper
        sides = (
            _test_side("fronts", alignment_front(paper), paper),
            _test_side("backs", alignment_back(paper, job.finish.offset), paper),
        )
        return SheetShown(
            0,
            0,
            _measures(paper.width / 100, paper.height / 100),
            sides,
            label,
            side,
            False,
            is_lying=paper.width > paper.height,
        )
    page = next(page for page in (*job.before, *job.after) if NAMES[type(page)] == name)
    shown = page_shown(page, job.layout, sheets, ART)
    width, height = upright(job.layout.paper)
    is_lying = isinstance(shown, BoxShown) and shown.is_lying
    style = _measures(*((height, width) if is_lying else (width, height)))
    inner = {"pp-above": ABOVE, "pp-beside": beside(job.layout.paper), "pp-below": BELOW, "pp-foot": FOOT}
    style += "".join(f";--{name}:{length:g}mm" for name, length in inner.items())
    return SheetShown(0, 0, style, (SideShown("fronts", (), page=shown),), label, "fronts", False, is_lying=is_lying)


def _measures(width: float, height: float) -> str:
    return f"--pw:{width:g}mm;--ph:{height:g}mm"


def _test_side(name: str, side: AlignmentSide, paper: Paper) -> SideShown:
    ticks = (tick.line for tick in (*side.across, *side.down))
    return SideShown(
        name,
        tuple(map(line_style, (*side.lines, *ticks, *side.now))),
        labels=tuple((_at(tick.line.x1, tick.line.y1 - 80), tick.label) for tick in side.across if tick.label),
        labels_beside=tuple((_at(tick.line.x1 - 80, tick.line.y1), tick.label) for tick in side.down if tick.label),
        words=side.words,
        words_at=_words_at(paper),
    )


def _at(x: int, y: int) -> str:
    return f"left:{x / 100:g}mm;top:{y / 100:g}mm"


def _words_at(paper: Paper) -> str:
    top = (paper.height / 2 - WORDS_ABOVE) / 100 - _FIRST_LINE
    side = max(WORDS_BESIDE, (paper.width - WORDS_WIDE) / 2) / 100
    return f"left:{side:g}mm;top:{top:g}mm;width:{paper.width / 100 - 2 * side:g}mm"
