"""The ways to decide, told a second time: of how many must be in favour how many, and every sentence that is said."""

from __future__ import annotations

import pytest

from cards.rules.decision import DecisionRule, Way
from cards.rules.ways import (
    WAYS,
    ballot_words,
    card_words,
    decides_alone,
    hides_votes,
    next_card_words,
    price_of,
    price_words,
    sweep_words,
)
from studio.kernel.messages import english

WANTED: dict[Way, tuple[int, ...]] = {  # of one to nine whose votes weigh
    "unanimity": (1, 2, 3, 4, 5, 6, 7, 8, 9), "consent": (1, 2, 3, 4, 5, 6, 7, 8, 9),
    "majority": (1, 2, 2, 3, 3, 4, 4, 5, 5), "two_thirds": (1, 2, 2, 3, 4, 4, 5, 6, 6),
    "decider": (1, 2, 3, 4, 5, 6, 7, 8, 9), "veto": (1, 2, 3, 4, 5, 6, 7, 8, 9),
}  # fmt: skip
# Beside the card, on a ballot, on the next card of one, three and four, in a sweep of three.
NEEDS = "From the next card on. This one still needs {} of you."
UNLESS = "From the next card on. This one still goes in unless somebody objects in time."
ALONE = "From the next card on. This one is still decided by one of you alone."
SAID: list[tuple[DecisionRule, str, str, str, str, str]] = [
    (
        DecisionRule(), "Everybody must be in favour.",
        "Everyone must be in favour. A no sets it aside, with your reason.", NEEDS.format("all three"),
        NEEDS.format("all four"),
        "Kept by all three, it goes straight in. One wish to talk, and it comes to the table.",
    ),
    (
        DecisionRule("consent"), "It goes in unless somebody objects in time.",
        "It goes in unless somebody objects in time.", UNLESS, UNLESS,
        "Kept by all three, it goes straight in. One wish to talk, and it comes to the table.",
    ),
    (
        DecisionRule("majority"), "More than half must be in favour.", "More than half must be in favour.",
        NEEDS.format("two of the three"), NEEDS.format("three of the four"),
        "Kept by most of you, it goes straight in. Anything else comes to the table.",
    ),
    (
        DecisionRule("two_thirds"), "Two thirds must be in favour.", "Two thirds must be in favour.",
        NEEDS.format("two of the three"), NEEDS.format("three of the four"),
        "Kept by two thirds of you, it goes straight in. Anything else comes to the table.",
    ),
    (
        DecisionRule("decider", decider=7), "Maud decides.", "Maud decides.", ALONE,
        ALONE, "What Maud keeps goes straight in. Anything else comes to the table.",
    ),
    (
        DecisionRule("veto", cost="a card"),
        "Everybody must be in favour, and a no has its price: a card.", "One no stops it. A no costs a card.",
        NEEDS.format("all three"),
        NEEDS.format("all four"),
        "Kept by all three, it goes straight in. One wish to talk, and it comes to the table.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("way", "wanted"), WANTED.items())
def test_of_so_many_so_many_must_be_in_favour(way: Way, wanted: tuple[int, ...]) -> None:
    found = [WAYS[way].wanted(everyone) for everyone in range(1, 10)]
    assert found == [*wanted] and {type(one) for one in found} == {int}


@pytest.mark.parametrize(("rule", "card", "ballot", "of_three", "of_four", "sweep"), SAID)
def test_every_way_is_said_in_its_words(
    rule: DecisionRule, card: str, ballot: str, of_three: str, of_four: str, sweep: str
) -> None:
    assert english(card_words(rule, "Maud")) == card
    assert english(ballot_words(rule, "Maud", False)) == ballot
    assert english(ballot_words(rule, "Maud", True)) == f"{ballot} Every member is asked."
    for everyone, wanted in ((3, of_three), (4, of_four)):
        assert english(next_card_words(rule, everyone)) == wanted
    assert english(next_card_words(rule, 1)) == "From the next card on. This one is still decided the old way."
    assert english(sweep_words(rule, 3, "Maud")) == sweep


def test_of_two_both_are_needed_whatever_is_counted() -> None:
    for way in ("unanimity", "majority", "two_thirds", "veto"):
        assert english(next_card_words(DecisionRule(way), 2)) == NEEDS.format("all two"), way  # type: ignore[arg-type]


def test_what_a_no_costs_and_whose_vote_weighs_alone_is_told_of_the_way_that_has_it() -> None:
    costly = {way: DecisionRule(way, decider=7, cost="a card") for way in WAYS}
    assert {way: price_of(rule) for way, rule in costly.items() if price_of(rule)} == {"veto": "a card"}
    assert [way for way, rule in costly.items() if price_words(rule) is not None] == ["veto"]
    assert price_words(DecisionRule("veto")) is None
    assert {way: decides_alone(rule) for way, rule in costly.items()} == {**dict.fromkeys(WAYS), "decider": 7}
    assert decides_alone(DecisionRule("decider")) == 0
    assert english(card_words(DecisionRule("decider"), "")) == "One person decides."
    assert english(card_words(DecisionRule("veto"), "Maud")) == "Everybody must be in favour, and a no has its price."
    assert english(card_words(DecisionRule(cost="a card"), "Maud")) == "Everybody must be in favour."
    assert not any(map(hides_votes, costly.values()))
