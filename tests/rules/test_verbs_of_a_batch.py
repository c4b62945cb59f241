"""Whose marks a first batch asks for, who may do what with it, and where its limits lie: each small case."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from cards.rules import events as e
from cards.rules.batch import BatchSecrets, BatchWriter, CardDown, FirstBatch, LyingCard, Sweeper
from cards.rules.command import MemberCommand, Moment
from cards.rules.decision import DecisionRule
from cards.rules.deck import Deck, Ref
from cards.rules.limits import BATCH_CARDS_MAX
from cards.verbs.batch import MORE, TIME_LEFT_MAX
from cards.verbs.registry import BY_COMMAND
from studio.kernel.refusals import Refused
from tests import commands as c

CARD = LyingCard("card", "a" * 64)
DOWN = BatchSecrets((CardDown(1, 1, CARD),), (0,))
NOW = Moment(1000, frozenset({1}), batch=DOWN)
WRITTEN = FirstBatch(7, 1, 2, 1500, (BatchWriter(1, 2), BatchWriter(2, 2)))
TURNED = replace(
    WRITTEN, cards=(CARD, CARD), sweepers=(Sweeper(1), Sweeper(2, 1), Sweeper(3, 2)), voteless=(4,), turned_by=1
)


def deck(batch: FirstBatch | None = WRITTEN, rule: DecisionRule | None = None, members: int = 5) -> Deck:
    voting = ((Ref("rule", 1), rule),) if rule is not None else ()
    return Deck(tuple(range(1, members + 1)), batch=batch, last_batch=7 if batch else 6, voting=voting)


def done(at: Deck, command: MemberCommand, moment: Moment = NOW) -> tuple[e.Event, ...]:
    """What the verb itself decides, without what follows from it."""
    return BY_COMMAND[type(command)].decide(at, command, moment)


def refused(at: Deck, command: MemberCommand, moment: Moment = NOW) -> Refused:
    with pytest.raises(Refused) as caught:
        done(at, command, moment)
    return caught.value


WRITERS = (None, (0, False), (2, False), (1, True), (0, True))


@pytest.mark.parametrize("is_over_days", [False, True])
@pytest.mark.parametrize("decider", [None, 3])
def test_asked_are_who_wrote_who_is_here_and_who_decides_and_all_where_that_is_one(
    decider: int | None, is_over_days: bool
) -> None:
    rule = DecisionRule("decider", decider=decider) if decider else DecisionRule("majority")
    for of_two, of_three, present in product(
        WRITERS, WRITERS, (frozenset[int](), frozenset({1}), frozenset({2, 4, 9}))
    ):
        writers = [BatchWriter(1, 2)]
        writers += [BatchWriter(who, *state) for who, state in ((2, of_two), (3, of_three)) if state]
        batch = replace(WRITTEN, writers=tuple(writers), is_over_days=is_over_days, until=900)
        (fact,) = done(deck(batch, rule, 4), c.TurnBatchOver(1, 7, True), replace(NOW, present=present))
        wrote = {1} | {who for who, state in ((2, of_two), (3, of_three)) if state == (2, False)}
        asked = (wrote | present | {decider}) & {1, 2, 3, 4}
        asked = {1, 2, 3, 4} if is_over_days or len(asked) == 1 else asked
        assert fact == e.BatchTurnedOver(7, 1, (CARD,), tuple(sorted(asked)), ()), (of_two, of_three, present)


@pytest.mark.parametrize("first", [1, 2])
def test_whom_the_rule_leaves_without_a_vote_sweeps_nothing_and_is_named(first: int) -> None:
    """Nobody has proposed it, so that a rule which leaves one person a vote leaves it to them alone."""
    others = frozenset({1, 2, 3} - {first})
    (fact,) = done(deck(rule=DecisionRule("majority", excluded=others), members=3), c.TurnBatchOver(1, 7))
    assert isinstance(fact, e.BatchTurnedOver)
    assert set(fact.voteless) == others and set(fact.sweepers) <= {first}


def test_it_begins_with_those_who_are_here_and_tells_by_whom_and_how() -> None:
    here = replace(NOW, present=frozenset({2, 3, 9}))
    assert done(deck(None), c.BeginBatch(1, 3), here) == (e.BatchBegun(7, 1, 3, (1, 2, 3), 1000 + 900, False),)
    (over_days,) = done(deck(None), c.BeginBatch(1, 3, True), here)
    assert isinstance(over_days, e.BatchBegun) and over_days.is_over_days and over_days.writers == (1, 2, 3, 4, 5)
    assert refused(deck(None), c.BeginBatch(1, 3), replace(NOW, is_played=True)) == Refused("batch.played")
    many = deck(None, members=BATCH_CARDS_MAX // 3 + 1)
    assert refused(many, c.BeginBatch(1, 3, True)) == Refused("batch.full", limit=BATCH_CARDS_MAX)


def test_there_is_room_for_whoever_comes_while_all_blanks_together_are_not_too_many() -> None:
    """Cards of those who have left count as they lie; one's own that one left are taken up again."""
    for there, left, own, is_full in (
        (BATCH_CARDS_MAX // 2 - 1, 0, None, False), (BATCH_CARDS_MAX // 2, 0, None, True),
        (BATCH_CARDS_MAX // 2 - 2, 2, None, False), (BATCH_CARDS_MAX // 2 - 2, 3, None, True),
        (BATCH_CARDS_MAX // 2 - 1, 0, 2, False), (BATCH_CARDS_MAX // 2 - 2, 2, 2, False),
    ):  # fmt: skip
        writers = [BatchWriter(100 + n) for n in range(there)]
        writers += [BatchWriter(90, left, True)] if left else []
        writers += [BatchWriter(5, own, True)] if own is not None else []
        at = deck(replace(WRITTEN, writers=tuple(writers)))
        if is_full:
            assert refused(at, c.JoinBatch(5, 7)) == Refused("batch.full", limit=BATCH_CARDS_MAX), (there, left, own)
        else:
            assert done(at, c.JoinBatch(5, 7)) == (e.BatchJoined(7, 5),), (there, left, own)


def test_more_time_is_given_by_name_and_not_beyond_two_hours_before_the_end() -> None:
    at = deck(replace(WRITTEN, until=1000 + TIME_LEFT_MAX))
    assert done(at, c.GiveTime(2, 7)) == (e.BatchTimeGiven(7, 2, 1000 + TIME_LEFT_MAX + MORE),)
    assert refused(at, c.GiveTime(2, 7), replace(NOW, now=999)) == Refused("batch.time_enough")


def test_whoever_turns_over_is_told_how_many_still_write() -> None:
    late = replace(NOW, now=2000)
    at = deck(replace(WRITTEN, writers=(BatchWriter(1, 2), BatchWriter(2, 1), BatchWriter(3), BatchWriter(4, 0, True))))
    assert refused(at, c.TurnBatchOver(1, 7), late) == Refused("batch.still_writing", count=2)
    assert refused(at, c.TurnBatchOver(1, 7, True)) == Refused("batch.not_yet")


def test_only_a_place_that_lies_there_is_marked_by_whoever_is_asked() -> None:
    at, unreadable = deck(TURNED), Refused("request.unreadable")
    for place, mark in ((0, "keep"), (3, "keep"), (-1, "talk"), (1, "burn"), (1, "")):
        assert refused(at, c.MarkCard(1, 7, place, mark)) == unreadable, (place, mark)  # type: ignore[arg-type]
    assert done(at, c.MarkCard(1, 7, 2, "talk")) == (e.BatchLookedAt(7, 1, 1),)
    for command in (c.MarkCard(4, 7, 1, "keep"), c.SweepWithout(4, 7, 2)):
        assert refused(at, command) == Refused("elector.voteless")
        assert refused(at, replace(command, by=5)) == Refused("batch.not_asked")
        assert refused(deck(), command) == Refused("batch.not_turned")


def test_it_goes_on_without_somebody_away_who_still_has_cards_to_mark() -> None:
    at, away = deck(TURNED), replace(NOW, away={2: 0, 3: 0, 5: 0, 1: 0})
    assert done(at, c.SweepWithout(1, 7, 2), away) == (e.SweepGoingOnAgreed(7, 1, 2, 1000),)
    told = {without: refused(at, c.SweepWithout(1, 7, without), away).code for without in (1, 3, 5)}
    assert told == {1: "elector.not_away", 3: "elector.has_spoken", 5: "elector.not_away"}
    assert refused(at, c.SweepWithout(1, 7, 2)) == Refused("elector.not_away"), "they are here"


def test_it_is_called_off_by_name_while_nothing_is_down() -> None:
    empty = replace(WRITTEN, writers=(BatchWriter(1), BatchWriter(2)))
    assert done(deck(empty), c.CallOffBatch(2, 7)) == (e.BatchCalledOff(7, 2),)
    assert refused(deck(), c.CallOffBatch(2, 7)) == Refused("batch.has_cards")


@pytest.mark.parametrize(
    "command",
    [
        c.JoinBatch(1, 7), c.PutDown(1, 7, 1, "card", "a" * 64), c.PickUp(1, 7, 1), c.GiveTime(1, 7),
        c.TurnBatchOver(1, 7), c.CallOffBatch(1, 7), c.MarkCard(1, 7, 1, "keep"), c.SweepWithout(1, 7, 2),
    ],
    ids=lambda one: type(one).__name__,
)  # fmt: skip
def test_of_another_batch_or_of_one_that_is_over_nothing_is_done(command: Any) -> None:
    assert refused(deck(None), command) == refused(deck(), replace(command, batch=6)) == Refused("batch.over")
    is_swept = isinstance(command, c.MarkCard | c.SweepWithout)
    other_time = deck(WRITTEN if is_swept else TURNED)
    assert refused(other_time, command) == Refused("batch.not_turned" if is_swept else "batch.turned_over")
