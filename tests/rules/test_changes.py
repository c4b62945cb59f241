"""Several changes in one proposal: what goes together about one card, and in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.face import Face
from cards.rules import events as e
from cards.rules.decision import DecisionRule
from cards.rules.deck import (
    Amend,
    Article,
    Change,
    Create,
    Deck,
    DeleteDeck,
    Recount,
    Ref,
    Repeal,
    Reside,
    Restore,
    SetKit,
    SetLicence,
    SetVisibility,
)
from cards.rules.kit import DVORAK, MULTI_DECK
from studio.kernel.codec import digest
from studio.kernel.refusals import Refused
from tests import commands as c
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


def test_each_change_does_what_it_says_and_nothing_else() -> None:
    evening = RulesDeck(2)
    law = evening.keep(Face("How we vote", "", "Most are enough.", effects=(DecisionRule("majority"),)))
    other = evening.keep(Face("How we vote", "", "All, again."))

    def agreed(*changes: Change) -> Deck:
        evening.all_for(evening.propose(1, MARROW, *changes), (1, 2))
        return evening.deck

    rule = Ref("rule", 1)
    made = agreed(Create("card", SLUG.digest, 2, "Red", "Ros"), Create("rule", law.digest))
    assert made.articles[CARD] == Article(CARD, SLUG.digest, 2, "Red") and made.voting == ((rule, law.effects[0]),)
    added = [fact for fact in evening.log if isinstance(fact, e.ArticleAdded)]
    assert [(fact.credit_to, fact.maker) for fact in added] == [(None, "Ros"), (1, "")]
    assert agreed(Reside(CARD, SLUG.digest, "Blue")).articles[CARD] == Article(CARD, SLUG.digest, 2, "Blue")
    assert agreed(Recount(CARD, SLUG.digest, 3)).articles[CARD] == Article(CARD, SLUG.digest, 3, "Blue")
    assert agreed(Amend(CARD, SLUG.digest, MARROW.digest)).articles[CARD].face == MARROW.digest
    assert agreed(Repeal(rule, law.digest)).voting == ()
    assert agreed(Restore(rule, law.digest)).decision_rule.by == "majority"
    assert agreed(Amend(rule, law.digest, other.digest)).decision_rule.by == "unanimity"
    assert agreed(SetVisibility("public")).visibility == "public"
    assert agreed(SetLicence("CC0")).licence == "CC0"
    assert agreed(SetKit(MULTI_DECK, digest(DVORAK))).kit == MULTI_DECK
    before = evening.deck
    after = agreed(DeleteDeck())
    assert after == replace(before, deleted=True, last_proposal=after.last_proposal)
    told = [fact for fact in evening.log if isinstance(fact, e.CopiesChanged | e.SideChanged | e.ArticleAmended)]
    assert told[:3] == [
        e.SideChanged(CARD, "Red", "Blue", 2), e.CopiesChanged(CARD, 2, 3, 3),
        e.ArticleAmended(CARD, MARROW.digest, SLUG.digest, 4),
    ]  # fmt: skip


def test_what_is_before_everybody_already_is_not_put_to_them_twice() -> None:
    deck = RulesDeck(2)
    marrow = (Create("card", MARROW.digest),)
    deck.do(c.Propose(1, marrow))
    with pytest.raises(Refused) as twice:
        deck.do(c.Propose(2, marrow))
    assert (twice.value.code, twice.value.facts) == ("proposal.same", {"proposal": 1})
    deck.do(c.Propose(2, (Create("card", SLUG.digest),)))
    deck.do(c.Withdraw(1, 1))
    assert deck.do(c.Propose(2, marrow))
