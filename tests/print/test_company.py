"""A printed card does not differ from its words, whatever it is printed with, before or after."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cards.printing.press import Press
from cards.rules.face import Face
from tests.print.conftest import items_of, job
from tests.print.reading import cards_inked, differing

NEST = "An ant sat at a tan sand nest."
RICH = (
    "Pay 7 Gold 🎉 to fix the jukebox", "Quiz. Vex the wizard; jump!", "Zebra & Xylophone: 4 coins",
    "Kick the Golf Van", "Brave Yak, 9 points (why?)", "Fox/Dog: 35% off", "Hobby Mule, “quick”", "Wolf eats Pig",
    "Jar of Plum Jam", "Vow: KEEP QUIET", "Mix CUPS by 2", "Fly High, Big Bird",
)  # fmt: skip
PLAIN = tuple(Face(f"Nest {n}", "Thing", NEST) for n in range(12))
PARTY = tuple(Face(f"Rich {n}", "Action", text) for n, text in enumerate(RICH))


def test_an_emoji_takes_no_letter_from_any_card(fresh: Press) -> None:
    """Twelve rich cards, one with a letter no font has, drawn in one batch; twelve poor ones in another."""
    fresh.print_sheets(job(items_of(PLAIN)))
    for asked in (job(items_of((*PLAIN, *PARTY))), job(items_of((*PARTY, *PLAIN)), paper="letter")):
        assert differing(fresh.print_sheets(asked), asked) == []


@pytest.mark.parametrize("frame", ["press", "hand", "saver", "classic"])
def test_a_used_data_folder_harms_no_plain_deck(press: Press, fresh: Press, tmp_path: Path, frame: str) -> None:
    """Emoji and Chinese first; then plain decks that hold some of the cards, also for another process."""
    odd = (Face("Xylophone 🐐", "Thing", "Zebra 山."), Face("Jukebox", "Thing", "Quiz."))
    first = job(items_of(odd), frame=frame)
    assert differing(fresh.print_sheets(first), first) == []
    other = Press(tmp_path, workers=1)
    other._workers = press._workers
    for shop in (fresh, other):
        for deck in ((odd[1],), (odd[1], *PLAIN), (Face("Emoji 🐐", "Thing", "Vex the wizard 7 8 9"), odd[1], *PARTY)):
            asked = job(items_of(deck), frame=frame)
            assert differing(shop.print_sheets(asked), asked) == []


def test_a_card_in_bad_company_is_inked_like_the_same_card_alone(fresh: Press) -> None:
    """Letters that can be selected may still be blank: the points are compared."""
    fresh.print_sheets(job(items_of(PLAIN)))
    together = cards_inked(fresh.print_sheets(job(items_of((*PLAIN, *PARTY)))))
    for place in (12, 13, 15):
        alone = Press(fresh._folder / str(place), workers=1)
        alone._workers = fresh._workers
        item = replace(items_of((*PLAIN, *PARTY))[place], copies=9)  # one of them lies at the same place of a sheet
        assert cards_inked(alone.print_sheets(job((item,))))[place % 9] == together[place]
