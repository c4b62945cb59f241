"""Several changes in one proposal: what goes together about one card, and in which order."""

from __future__ import annotations

import pytest

from cards.rules.deck import Amend, Change, Recount, Ref, Repeal, Restore
from studio.kernel.refusals import Refused
from tests.rules.rules_deck import MARROW, SLUG, RulesDeck

CARD = Ref("card", 1)
BACK, REWORDED = Restore(CARD, MARROW.digest), Amend(CARD, MARROW.digest, SLUG.digest)
COUNTED, REPEALED = Recount(CARD, MARROW.digest, 3), Repeal(CARD, MARROW.digest)


@pytest.fixture
def evening() -> RulesDeck:
    """One card, which went in and out again."""
    evening = RulesDeck(2)
    evening.keep(SLUG)
    evening.all_for(evening.propose(1, MARROW), (1, 2))
    evening.all_for(evening.propose(1, MARROW, REPEALED), (1, 2))
    return evening


def test_what_comes_back_may_be_reworded_and_counted_anew_with_it(evening: RulesDeck) -> None:
    evening.all_for(evening.propose(1, MARROW, BACK, REWORDED, COUNTED), (1, 2))
    article = evening.deck.articles[CARD]
    assert (article.in_force, article.face, article.copies) == (True, SLUG.digest, 3)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ((REWORDED, BACK), "article.repealed"), ((BACK, REPEALED), "changes.collide"),
        ((BACK, BACK), "changes.collide"), ((BACK, REWORDED, REWORDED), "changes.collide"),
    ],
)  # fmt: skip
def test_nothing_else_goes_together(evening: RulesDeck, changes: tuple[Change, ...], code: str) -> None:
    with pytest.raises(Refused, match=code):
        evening.propose(1, MARROW, *changes)
