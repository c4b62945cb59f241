"""How many cards a face goes on, told without drawing the many that are short."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.lexicon import Keyword, Lexicon
from cards.printing.choices.sheet_count import cards_taken, is_surely_one, sheets_to_cut

WORDS = (
    "draw", "a", "card", "incomprehensibilities", "W", "MMMM", "ill", "{gold 3}", "{tap}", "–", "雨が", "*bold*", "🐐",
    "Ｆｕｌｌ", "שָׁלוֹם",
)  # fmt: skip
BETWEEN = (" ", " ", " ", " ", "\n", "\n- ", "\n\n", ". ")


def faces(seed: int, many: int) -> list[Face]:
    """Some of words that are long, wide or alone on a line, with whatever else may stand on a card."""
    luck = random.Random(seed)

    def text(most: int) -> str:
        words = luck.sample(WORDS, luck.randint(1, 5))
        return "".join(luck.choice(words) + luck.choice(BETWEEN) for _ in range(luck.randint(0, most)))

    return [
        Face(
            "T" * luck.randint(1, 50), "Thing — " + " ".join(luck.choices(WORDS, k=luck.randint(0, 4))), text(30),
            text(4) if luck.random() < 0.3 else "", cost="9" * luck.randint(0, 7), stat="w" * luck.choice((0, 0, 9)),
        )
        for _ in range(many)
    ]  # fmt: skip


def test_what_is_surely_on_one_card_is_on_one_however_its_lines_fall() -> None:
    """Also where every line ends as badly as it can: two words are a little wider than the column."""
    badly = [Face("Goat", "Thing", " ".join(["m" * wide] * many)) for wide in range(2, 30) for many in range(1, 40)]
    sure = [face for face in (*badly, *faces(7, 1500)) if is_surely_one(face)]
    assert len(sure) > 400
    assert [face for face in sure if draw_face(face, language="de").more] == []


def test_a_usual_text_is_surely_on_one_and_a_long_one_is_counted_as_it_is_drawn() -> None:
    usual = Face("Goat", "Thing — Pest", "Destroy target Vegetable. Its owner draws two cards and discards a card.")
    assert is_surely_one(usual) and cards_taken(usual) == 1
    for times in (5, 9, 14, 30):
        long = replace(usual, text=" ".join([usual.text] * times))
        assert not is_surely_one(long) and cards_taken(long) == 1 + len(draw_face(long).more)
    assert cards_taken(replace(usual, text=" ".join([usual.text] * 30))) > 2


def test_meanings_that_are_printed_with_a_card_take_their_room() -> None:
    haste = Lexicon(keywords=(Keyword("haste", "may be played at once. " * 60),), reminders=True)
    face = Face("Goat", "Thing", "{haste}")
    assert cards_taken(face) == 1 and cards_taken(face, lexicon=haste) == 1 + len(draw_face(face, lexicon=haste).more)
    assert cards_taken(face, lexicon=haste) > 1


@pytest.mark.parametrize(("copies", "sheets"), [(0, 0), (1, 1), (9, 1), (10, 2), (72, 8), (73, 9)])
def test_nine_cards_are_a_sheet_with_their_copies(copies: int, sheets: int) -> None:
    card, long = Face("Goat", "Thing"), Face("Long", "Thing", "Draw a card. " * 90)
    assert sheets_to_cut([(card, False, copies)]) == sheets
    assert sheets_to_cut([(card, True, 8), (long, False, copies)]) == -(-(8 + copies * cards_taken(long)) // 9)
