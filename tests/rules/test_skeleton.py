"""The skeleton of a deck: gaps that anybody names, cards that hang on them, and how they go by themselves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.rules import events as e
from cards.rules.deck import Create, Ref, Repeal
from cards.rules.gap import SkeletonGap
from cards.rules.limits import GAP_CARDS_MAX, GAP_MAX, GAPS_MAX
from cards.rules.skeleton import on_it
from studio.kernel.refusals import Refused
from tests import commands as c
from tests.rules.rules_deck import FROST, MARROW, SLUG, RulesDeck

GOATS = "an answer to goats"


def named(words: str = GOATS, wanted: int = 1) -> RulesDeck:
    t = RulesDeck()
    t.do(c.NameGap(1, words, wanted))
    return t


def propose(t: RulesDeck, by: int = 2, gap: int | None = 1, face: object = SLUG) -> int:
    t.do(c.Propose(by, (Create("card", face.digest),), gap=gap))  # type: ignore[attr-defined]
    return t.deck.last_proposal


def refused(t: RulesDeck, command: c.Command) -> str:
    before = t.deck
    with pytest.raises(Refused) as told:
        t.do(command)
    assert t.deck == before
    return told.value.code


def test_anybody_names_a_gap_words_it_otherwise_and_puts_it_away() -> None:
    t = named("  an\u202e answer\nto goats ", 2)
    assert t.deck.gaps == (SkeletonGap(1, 1, GOATS, 2),)
    assert t.do(c.RewordGap(2, 1, "goats, answered", 3)) == (e.GapReworded(1, 2, GOATS, "goats, answered", 3),)
    assert t.do(c.RewordGap(2, 1, "goats, answered", 3)) == ()
    assert t.do(c.PutGapAway(3, 1)) == (e.GapPutAway(1, 3, "goats, answered"),)
    assert t.do(c.PutGapAway(2, 1)) == ()  # whoever pressed second has what they want
    assert t.do(c.NameGap(2, GOATS)) == (e.GapNamed(2, 2, GOATS, 1),)  # naming it again brings it back


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.NameGap(2, " \n\u202e "), "gap.empty"), (c.NameGap(2, "x" * (GAP_MAX + 1)), "gap.long"),
        (c.NameGap(2, "An answer  to GOATS"), "gap.same"), (c.NameGap(2, "Things", 0), "gap.cards"),
        (c.NameGap(2, "Things", GAP_CARDS_MAX + 1), "gap.cards"), (c.NameGap(9, "Things"), "member.none"),
        (c.RewordGap(2, 1, ""), "gap.empty"), (c.RewordGap(2, 1, "Things", -1), "gap.cards"),
        (c.RewordGap(2, 7, "Things"), "gap.none"), (c.PutGapAway(2, 0), "gap.none"), (c.HangOnGap(2, -1), "gap.none"),
        (c.UnhookFromGap(2, 10**12), "gap.none"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_gap_is_refused_with_its_reason(command: c.Command, code: str) -> None:
    assert refused(named(), command) == code


def test_a_deck_holds_a_dozen_gaps_at_a_time() -> None:
    t = RulesDeck()
    for number in range(GAPS_MAX):
        t.do(c.NameGap(1, f"gap {number}", GAP_CARDS_MAX))
    assert refused(t, c.NameGap(1, "one more")) == "gap.many"
    t.do(c.PutGapAway(2, 1))
    t.do(c.NameGap(1, "one more"))


def test_two_may_write_for_the_same_gap_and_each_for_one_at_a_time() -> None:
    t = named()
    t.do(c.NameGap(1, "a way to win"))
    for by in (2, 1):
        assert t.do(c.HangOnGap(by, 1)) == (e.GapTaken(1, by),)
    assert t.do(c.HangOnGap(1, 1)) == ()
    assert on_it(t.deck, t.deck.gaps[0]) == (1, 2)
    t.do(c.HangOnGap(1, 2))
    assert [gap.writers for gap in t.deck.gaps] == [(2,), (1,)]
    assert t.do(c.UnhookFromGap(2, 1)) == (e.GapFreed(1, 2),)
    assert t.do(c.UnhookFromGap(2, 1)) == ()


def test_a_gap_goes_when_the_card_that_hangs_on_it_is_in() -> None:
    t = named()
    t.do(c.HangOnGap(2, 1))
    number = propose(t)
    assert t.deck.gaps[0].writers == () and on_it(t.deck, t.deck.gaps[0]) == (2,)
    t.all_for(number, (1, 2, 3))
    assert t.deck.gaps == () and e.GapFilled(1, number, GOATS) in t.log
    assert refused(t, c.HangOnGap(3, 1)) == "gap.gone"


def test_a_gap_for_several_cards_asks_for_one_fewer() -> None:
    t = named("Things", 2)
    t.all_for(propose(t), (1, 2, 3))
    assert t.deck.gaps == (SkeletonGap(1, 1, "Things", 1),)


def test_two_who_fill_the_same_gap_both_have_their_card_in() -> None:
    t = named()
    first, second = propose(t, 1), propose(t, 2, face=MARROW)
    t.all_for(first, (1, 2, 3))
    assert t.deck.gaps == ()
    t.all_for(second, (1, 2, 3))
    assert t.outcome(second) == "accepted"
    assert sum(isinstance(fact, e.GapFilled) for fact in t.log) == 1


def test_what_is_set_aside_or_taken_back_leaves_the_gap_free() -> None:
    t = named()
    number = propose(t)
    t.vote(1, number, "against")
    t.vote(3, number, "against")
    assert t.outcome(number) == "against" and on_it(t.deck, t.deck.gaps[0]) == ()
    number = propose(t, face=MARROW)
    t.do(c.Withdraw(2, number))
    assert on_it(t.deck, t.deck.gaps[0]) == () and t.deck.gaps[0].wanted == 1


def test_a_card_worded_anew_still_hangs_on_its_gap() -> None:
    t = named()
    number = propose(t)
    t.do(c.Reword(2, number, 1, (Create("card", t.keep(FROST).digest),)))
    t.all_for(number, (1, 2, 3))
    assert t.deck.gaps == ()


def test_unhooked_on_the_table_a_card_fills_nothing() -> None:
    t = named()
    number = propose(t)
    assert t.do(c.UnhookFromGap(2, 1)) == (e.GapFreed(1, 2),)
    t.all_for(number, (1, 2, 3))
    assert t.deck.gaps == (SkeletonGap(1, 1, GOATS),)


@pytest.mark.parametrize("gap", [1, 7, 0, -3, 10**12])
def test_a_gap_that_has_gone_holds_nobodys_card_up(gap: int) -> None:
    t = named()
    t.do(c.HangOnGap(2, 1))
    t.do(c.PutGapAway(1, 1))
    number = propose(t, gap=gap)
    assert t.deck.proposals[number].gap is None
    t.all_for(number, (1, 2, 3))
    assert t.outcome(number) == "accepted"


def test_a_gap_put_away_while_its_card_is_on_the_table_stays_away() -> None:
    t = named()
    number = propose(t)
    t.do(c.PutGapAway(1, 1))
    t.all_for(number, (1, 2, 3))
    assert t.outcome(number) == "accepted" and not any(isinstance(fact, e.GapFilled) for fact in t.log)


def test_only_a_new_card_is_written_for_a_gap() -> None:
    t = named()
    t.all_for(t.propose(1), (1, 2, 3))
    t.do(c.Propose(1, (Repeal(Ref("card", 1), SLUG.digest),), gap=1))
    assert t.deck.proposals[t.deck.last_proposal].gap is None


def test_whoever_leaves_is_on_no_gap() -> None:
    t = named()
    t.do(c.HangOnGap(2, 1))
    t.do(c.LeaveDeck(2))
    assert t.deck.gaps[0].writers == ()


def test_a_deck_that_was_put_away_has_no_gaps_to_name() -> None:
    t = named()
    t.deck = replace(t.deck, deleted=True)
    assert refused(t, c.NameGap(1, "Things")) == "deck.deleted"
