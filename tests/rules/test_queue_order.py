"""The queue: whose card waits lets others go first and orders their own, and brings nothing past anybody."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.face.face import Face
from cards.rules import events as e
from studio.kernel.refusals import Refused
from tests import commands as c
from tests.rules.rules_deck import RulesDeck

ROS, IDRIS, MAUD = 1, 2, 3


def waiting(*writers: int) -> tuple[RulesDeck, list[int]]:
    """One of Ros's lies on the mat; behind it a card of each of these, in order."""
    deck = RulesDeck(3)
    deck.propose(ROS)
    return deck, [deck.propose(by, Face(f"Card {n}", "Thing")) for n, by in enumerate(writers)]


def order(deck: RulesDeck) -> list[int]:
    return [proposal.number for proposal in deck.deck.queue]


def test_a_card_goes_behind_anothers_and_all_between_move_up() -> None:
    deck, (first, second, third, last) = waiting(IDRIS, MAUD, ROS, MAUD)
    facts = deck.do(c.GiveWay(IDRIS, first, third))
    assert facts == (e.WayGiven(first, IDRIS, third),) and order(deck) == [second, third, first, last]
    assert deck.do(c.GiveWay(IDRIS, first, third)) == (), "it goes first already"
    deck.do(c.Withdraw(ROS, 1))
    assert deck.deck.on_the_mat is not None and deck.deck.on_the_mat.number == second
    fresh = deck.propose(ROS, Face("Late", "Thing"))
    assert order(deck) == [third, first, last, fresh], "who comes later is behind all"


def test_two_of_ones_own_change_places_and_nobody_elses_moves() -> None:
    deck, (first, other, last) = waiting(IDRIS, MAUD, IDRIS)
    deck.do(c.GiveWay(IDRIS, last, first))
    assert order(deck) == [last, other, first]
    deck.do(c.GiveWay(IDRIS, last, first))
    assert order(deck) == [first, other, last]


@pytest.mark.parametrize(
    ("by", "mine", "to", "code"),
    [
        (MAUD, 2, 3, "proposal.not_yours"), (ROS, 1, 2, "queue.not_waiting"), (IDRIS, 2, 1, "queue.not_waiting"),
        (IDRIS, 2, 9, "proposal.none"), (IDRIS, 9, 2, "proposal.none"), (9, 2, 3, "member.none"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(by: int, mine: int, to: int, code: str) -> None:
    deck, numbers = waiting(IDRIS, MAUD)
    assert numbers == [2, 3]
    with pytest.raises(Refused) as refused:
        deck.do(c.GiveWay(by, mine, to))
    assert refused.value.code == code and order(deck) == numbers
    assert deck.do(c.GiveWay(MAUD, 3, 2)) == () and order(deck) == numbers, "nobody goes past another"


@given(st.lists(st.sampled_from([ROS, IDRIS, MAUD]), min_size=2, max_size=6), st.data())
def test_whatever_is_asked_nobody_elses_card_goes_later(writers: list[int], data: st.DataObject) -> None:
    deck, numbers = waiting(*writers)
    for _ in range(4):
        mine, to = data.draw(st.sampled_from(numbers)), data.draw(st.sampled_from(numbers))
        by = deck.deck.proposals[mine].by
        before = order(deck)
        deck.do(c.GiveWay(by, mine, to))
        after = order(deck)
        assert sorted(after) == sorted(numbers)
        for number in numbers:
            if deck.deck.proposals[number].by != by:
                assert after.index(number) <= before.index(number)
