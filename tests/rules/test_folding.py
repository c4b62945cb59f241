"""Words as they are looked for: what is one word in every spelling, and what stays two."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.kernel.folding import WORD_MAX, fold, tokens


@pytest.mark.parametrize(
    ("spellings", "words"),
    [
        (("Ångström", "ångström", "ANGSTROM", "A\u030angstro\u0308m"), "angstrom"),
        (("ång\u00adström", "ＡＮＧＳＴＲＯＭ"), "angstrom"),
        (("KÜCHENDECK", "Küchendeck"), "kuchendeck"), (("Straße", "STRASSE", "STRAẞE"), "strasse"),
        (("İstanbul", "ISTANBUL", "ıstanbul"), "istanbul"), (("ŁÓDŹ", "Łódź", "lodz"), "lodz"),
        (("Œuvre", "oeuvre"), "oeuvre"), (("L’échelle", "l'echelle", "L ECHELLE"), "l echelle"),
        (("ﬁsh № 5", "fish no 5"), "fish no 5"),
        (("カード", "ｶｰﾄﾞ"), "カ ー ド"), (("ガ", "ｶﾞ", "カ\u3099"), "ガ"), (("天気", "天 気"), "天 気"),
        (("2枚引く",), "2 枚 引 く"),
        (("שָׁלוֹם", "שלום"), "שלום"), (("كِتَاب", "كتــاب", "كتاب"), "كتاب"), (("ΣΊΣΥΦΟΣ", "Σίσυφος", "σισυφοσ"),
        "σισυφοσ"),
        (("हिन्दी",), "हिन्दी"), (("한국어",), "한국어"), (("Ring 🐐",), "ring 🐐"), (("x²",), "x2"),
        (("snake_case", "snake-case"), "snake case"),
        (("{gold 3}",), "gold 3"), (("C++ & ™",), "c"), (("!?% \"'", "", "  ", "\u200b"), ""), (("1,000 +1",),
        "1 000 1"),
    ],
)  # fmt: skip
def test_every_spelling_of_a_word_is_one(spellings: tuple[str, ...], words: str) -> None:
    assert {fold(one) for one in spellings} == {words}


def test_words_that_are_others_stay_so() -> None:
    assert fold("カ") != fold("ガ") and fold("goat") != fold("goats") and fold("kueche") != fold("küche")
    assert tokens("x" * (WORD_MAX + 1)) == ["x" * WORD_MAX] == tokens("é" * 0 + "x" * 200)


@given(st.text(max_size=30))
def test_what_is_folded_is_folded_once_and_for_all(text: str) -> None:
    words = fold(text)
    assert fold(words) == words and words == " ".join(words.split())
    assert not any(letter.isupper() or letter in "%_\\'\"" for letter in words)
