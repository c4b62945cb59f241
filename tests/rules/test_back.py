"""The back of a deck's cards as data: what may stand, what is said of it, and what it leaves as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.back import DeckBack
from cards.face.face import Stroke
from cards.face.lexicon import Keyword, Lexicon
from cards.rules.back_words import NUMBERS_MAX, STROKES_MAX, back_parts, check_back
from cards.rules.change_checks import check_whole_kit
from cards.rules.kit import DVORAK, MULTI_DECK, Kit
from cards.rules.kit_words import change_line, kit_about, kit_changes
from studio.kernel.codec import digest, from_plain, to_plain
from studio.kernel.messages import english
from studio.kernel.refusals import Refused

LINE = Stroke("pen", "#1f2a4a", (0, 0, 100, 100))
DRAWN = DeckBack(colour="#2c62a8", doodle=(LINE, Stroke("felt", "#e2b23c", (5, 5, 900, 900))))


def test_a_deck_without_a_back_of_its_own_keeps_the_digest_it_had() -> None:
    assert "back" not in to_plain(Kit()) and digest(Kit()) == digest(Kit(back=DeckBack()))
    assert digest(Kit(back=DRAWN)) != digest(Kit())


def test_a_back_comes_back_from_its_plain_form() -> None:
    for back in (DeckBack(), DRAWN, DeckBack("action", "sheep", "#2c62a8", (), False)):
        assert from_plain(Kit, to_plain(Kit(back=back))).back == back


@pytest.mark.parametrize(
    "back",
    [
        DeckBack("wallpaper"),  # type: ignore[arg-type]
        DeckBack(seed="x" * 61),
        DeckBack(seed="two\nlines"),
        DeckBack(colour="blue"),
        DeckBack(colour="#2C62A8"),
        DeckBack(doodle=(LINE,) * (STROKES_MAX + 1)),
        DeckBack(doodle=(replace(LINE, points=(1, 1) * 1999),) * (NUMBERS_MAX // 3998 + 1)),
        DeckBack(doodle=(replace(LINE, ink="red"),)),
        DeckBack(doodle=(replace(LINE, points=(1, 2, 3)),)),
        DeckBack(doodle=(replace(LINE, points=(0, 99_999)),)),
    ],
)
def test_a_back_that_cannot_be_drawn_is_refused(back: DeckBack) -> None:
    with pytest.raises(Refused):
        check_back(back)
    with pytest.raises(Refused):
        check_whole_kit(Kit(back=back))


def test_a_drawing_may_have_more_numbers_than_the_rest_of_a_kit() -> None:
    check_whole_kit(Kit(back=DeckBack(doodle=(replace(LINE, points=(1, 1) * 1900),) * 2)))


def test_what_a_kit_is_about_is_told_apart() -> None:
    words = replace(DVORAK, lexicon=Lexicon(keywords=(Keyword("haste", "Soon."),)))
    assert kit_about(DVORAK, replace(DVORAK, back=DRAWN)) == "back"
    assert kit_about(DVORAK, words) == "words"
    assert kit_about(DVORAK, MULTI_DECK) == kit_about(DVORAK, replace(words, back=DRAWN)) == "table"


def test_another_back_is_told_in_words_even_where_only_the_hand_moved() -> None:
    (line,) = kit_changes(DVORAK, replace(DVORAK, back=DRAWN))
    assert english(change_line(line)) == "The back: a drawing of 2 strokes, 4 points, in blue, with the deck’s title"
    moved = replace(DRAWN, doodle=(DRAWN.doodle[0], replace(DRAWN.doodle[1], points=(6, 5, 900, 900))))
    (line,) = kit_changes(replace(DVORAK, back=DRAWN), replace(DVORAK, back=moved))
    assert english(change_line(line)).startswith("The back: drawn anew, was a drawing of 2 strokes")
    (part,) = back_parts(DeckBack("rule", "sheep", has_plate=False))
    assert english(part.words) == (  # type: ignore[arg-type]
        "a pattern of bars and frames, grown from “sheep”, in ink, without a title"
    )
    assert not back_parts(DeckBack())
