"""Pages to be printed beside the sheets: one of each, for whoever looks at them."""

from __future__ import annotations

from cards.face.measures import CARD_SIZES
from cards.printing.geometry.papers import PAPERS
from cards.printing.geometry.tuck_box import tuck_box
from cards.printing.shared.extra_pages import (
    ContentsLine,
    CounterPiece,
    Cover,
    Fact,
    Heading,
    RulesSheet,
    RuleWords,
    TokenPiece,
    TokenSheet,
    TuckBox,
)

HEADING = Heading("Allotment Wars", "Version 7, 21 November 2026", "en")
NET = tuck_box(CARD_SIZES["poker"], 60, 30, PAPERS["a4"])
WANTED = (
    Cover(
        HEADING,
        (Fact("Cards", "60"), Fact("Size", "Poker, 63 × 88 mm")),
        "Bake it, guard it. Made by Class 5B in one wet lunch hour, and they would like you to know it is balanced.",
        "left",
    ),
    RulesSheet(
        HEADING,
        rules=(RuleWords(1, "The show", "Most Vegetables take a rosette.\n\n- three win"),),
        cards=tuple(ContentsLine(str(n), f"Marrow {n}", "Thing", 1) for n in range(1, 200)),
        address="https://cards.example.org/decks/allotment-wars/",
    ),
    TokenSheet(HEADING, (TokenPiece("Rosette", "#97193a", 12),), (CounterPiece("Gold", 0, 20, 5, 2),)),
    TuckBox(HEADING, NET, "60 cards"),
)
