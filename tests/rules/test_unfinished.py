"""What became of what somebody writes about, while they wrote."""

from __future__ import annotations

import pytest

from cards.rules.deck import Article, Create, Deck, Proposal, Ref, Wording
from cards.rules.unfinished import UnfinishedOf, about

GOAT, MARROW = "a" * 64, "b" * 64
CARD, RULE = Ref("card", 5), Ref("rule", 2)


def deck() -> Deck:
    articles = {
        CARD: Article(CARD, GOAT),
        RULE: Article(RULE, MARROW, in_force=False),
    }
    lying = Proposal(7, 1, "room", Wording(2, 1, (Create("card", GOAT),)))
    return Deck(members=(1, 2), articles=articles, proposals={7: lying}, last_proposal=8)


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("new", UnfinishedOf("new")),
        ("pocket.x1", UnfinishedOf("new")),
        ("like.card-5", UnfinishedOf("new", CARD)),
        (f"amend.card-5.{GOAT[:12]}", UnfinishedOf("same", CARD)),
        (f"amend.card-5.{MARROW[:12]}", UnfinishedOf("amended", CARD)),
        (f"amend.rule-2.{MARROW[:12]}", UnfinishedOf("repealed", RULE)),
        ("reword.7.2", UnfinishedOf("same", None, 7, True)),
        ("reword.7.1", UnfinishedOf("reworded", None, 7, True)),
        ("reword.6.1", UnfinishedOf("settled", None, 6, True)),
        ("adjust.3", UnfinishedOf("same", None, 3)),
    ],
)
def test_each_place_says_what_became_of_its_card_meanwhile(place: str, told: UnfinishedOf) -> None:
    assert about(place, deck()) == told


@pytest.mark.parametrize(
    "place", ["", "batch.1.2", "like.card-6", f"amend.card-6.{GOAT[:12]}", "amend.card-5.x", "reword.9.1", "adjust.9"]
)
def test_a_place_that_is_none_of_these_says_nothing(place: str) -> None:
    assert about(place, deck()) is None
