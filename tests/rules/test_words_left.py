"""About how many more words a card takes at the size it has."""

from __future__ import annotations

import pytest

from cards.face.fit import Words, fit_words, words_left
from cards.face.text import parse

SENTENCE = "While Tea Urn is in play, nobody may destroy anything on their first turn."


@pytest.mark.parametrize("sentences", range(8))
def test_what_is_said_to_fit_fits_at_that_size_and_twice_as_much_does_not(sentences: int) -> None:
    text = " ".join([SENTENCE] * sentences)
    words = Words(text=parse(text))
    fit = fit_words(words, "hand")
    left = words_left(words, fit)
    assert left >= 0
    more = (SENTENCE.split() * 40)[:left]
    fuller = fit_words(Words(text=parse(f"{text} {' '.join(more[: left * 4 // 5])}")), "hand")
    assert fuller.step == fit.step, (left, fit)
    over = fit_words(Words(text=parse(f"{text} {' '.join((SENTENCE.split() * 80)[: left * 2 + 14])}")), "hand")
    assert (over.step, over.fits) != (fit.step, True)
