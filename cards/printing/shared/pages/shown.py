"""A page as large as the paper as its template wants it, and where on the paper its words are: the press draws it so
and the print shop shows it so. Pure; lengths are mm."""

from __future__ import annotations

from cards.printing.geometry.layouts import SheetLayout
from cards.printing.geometry.papers import Paper
from cards.printing.shared.extra_pages import Cover, ExtraPage, RulesSheet, TokenSheet, TuckBox
from cards.printing.shared.pages.box import BoxShown, box_shown
from cards.printing.shared.pages.cover import CoverShown, cover_shown
from cards.printing.shared.pages.rules import ART, RulesShown, rules_shown
from cards.printing.shared.pages.tokens import TokensShown, tokens_shown

PageShown = CoverShown | RulesShown | TokensShown | BoxShown

ABOVE, _BESIDE, BELOW = 13.0, 14.0, 15.0  # left white
FOOT = 56.0  # below on a cover, where its rulers and patches are
_WIDEST = 230.0  # of a column of words; larger paper is left white beside it


def page_shown(page: ExtraPage, layout: SheetLayout, sheets: int, art: str = ART) -> PageShown:
    """The page beside so many sheets that are laid like that; its drawings are under `art`."""
    match page:
        case Cover():
            return cover_shown(page, layout, sheets)
        case RulesSheet():
            return rules_shown(page, art)
        case TokenSheet():
            return tokens_shown(page, column(layout.paper))
        case TuckBox():
            return box_shown(page, upright(layout.paper))


def upright(paper: Paper) -> tuple[float, float]:
    """Width and height of the paper when it stands."""
    return min(paper.width, paper.height) / 100, max(paper.width, paper.height) / 100


def column(paper: Paper) -> float:
    """Width of what is written on it."""
    return min(upright(paper)[0] - 2 * _BESIDE, _WIDEST)


def beside(paper: Paper) -> float:
    """What is left white to the left and to the right of that."""
    return (upright(paper)[0] - column(paper)) / 2
