"""The first batch in secret (C13): what is told of it, what one may do, and how it is swept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from cards.face.face import Face
from cards.rules import events as e
from cards.rules import limits
from cards.rules.batch import BatchSecrets, CardDown, FirstBatch, LyingCard, SweepMark, laid_out
from cards.rules.command import Moment
from cards.rules.decision import DecisionRule
from cards.rules.deck import Create, Ref
from cards.rules.evolve import fold
from cards.verbs.batch import A_CARD, MORE, OVER_DAYS, TIME_LEFT_MAX
from cards.verbs.decide import decide
from studio.kernel.codec import to_plain
from studio.kernel.refusals import Refused
from tests import commands as c
from tests.rules.rules_deck import SLUG, RulesDeck


class SecretBatch(RulesDeck):
    """A deck with the rows that only the rules look into, kept as the store keeps them."""

    def __init__(self, members: int = 3) -> None:
        self.down: list[CardDown] = []
        self.order: tuple[int, ...] | None = None
        self.places: dict[int, int] = {}
        self.marks: dict[tuple[int, int], SweepMark] = {}
        self.titles: frozenset[tuple[str, str]] = frozenset()
        super().__init__(members)

    def moment(self) -> Moment:
        order = self.order if self.order is not None else tuple(range(len(self.down)))
        secrets = BatchSecrets(tuple(self.down), order, self.places, self.marks)
        return replace(super().moment(), batch=secrets, titles=self.titles)

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        moment = self.moment()
        facts = decide(self.deck, command, moment)
        self.deck = fold(self.deck, facts)
        self.log += facts
        match command:
            case c.PutDown(by=by, slot=slot, kind=kind, face=face, copies=copies, side=side):
                self.down.append(CardDown(by, slot, LyingCard(kind, face, copies, side)))
            case c.PickUp(by=by, slot=slot):
                self.down = [one for one in self.down if (one.writer, one.slot) != (by, slot)]
            case c.TurnBatchOver():
                self.places = {n: one.writer for n, one in enumerate(laid_out(moment.batch), 1)}
            case c.MarkCard(by=by, place=place, mark=mark):
                self.marks[place, by] = mark
        return facts

    def begin(self, size: int = 2, **more: Any) -> FirstBatch:
        self.do(c.BeginBatch(1, size, **more))
        return self.batch

    @property
    def batch(self) -> FirstBatch:
        assert self.deck.batch is not None
        return self.deck.batch

    def write(self, by: int, slot: int, face: Face | None = None, kind: str = "card") -> tuple[e.Event, ...]:
        face = self.keep(face or Face(f"Card {slot} of {by}", "Thing", "A secret."))
        return self.do(c.PutDown(by, self.batch.number, slot, kind, face.digest))  # type: ignore[arg-type]

    def all_write(self, *members: int) -> None:
        for member in members:
            for slot in range(1, self.batch.size + 1):
                self.write(member, slot)

    def turn(self, by: int = 1, even_so: bool = False) -> FirstBatch:
        self.do(c.TurnBatchOver(by, self.batch.number, even_so))
        return self.batch

    def mark(self, by: int, place: int, mark: SweepMark = "keep") -> tuple[e.Event, ...]:
        return self.do(c.MarkCard(by, self.deck.last_batch, place, mark))

    def sweep(self, members: Iterable[int], talk: Iterable[tuple[int, int]] = ()) -> tuple[e.Event, ...]:
        wishes, facts, number = set(talk), (), len(self.batch.cards)
        for member in members:
            for place in range(1, number + 1):
                facts = self.mark(member, place, "talk" if (place, member) in wishes else "keep")
        return facts

    def refused(self, command: c.Command) -> str:
        with pytest.raises(Refused) as caught:
            decide(self.deck, command, self.moment())
        return caught.value.code


def swept(talk: Iterable[tuple[int, int]]) -> SecretBatch:
    evening = SecretBatch(3)
    evening.begin(2)
    evening.all_write(1, 2, 3)
    evening.turn()
    evening.sweep((1, 2, 3), talk)
    return evening


def test_everybody_who_is_here_writes_and_whoever_comes_may_join_until_the_turn_over() -> None:
    evening = SecretBatch(4)
    evening.go_away(3, 4)
    batch = evening.begin(3)
    assert [w.member for w in batch.writers] == [1, 2]
    assert (batch.size, batch.until, batch.wanted) == (3, 1000 + 3 * A_CARD, 6)
    assert evening.refused(c.PutDown(3, 1, 1, "card", SLUG.digest)) == "batch.not_in"
    assert evening.do(c.JoinBatch(3, 1)) == (e.BatchJoined(1, 3),)
    assert evening.do(c.JoinBatch(3, 1)) == ()
    evening.all_write(1, 2, 3)
    evening.turn()
    assert evening.refused(c.JoinBatch(4, 1)) == "batch.turned_over"


def test_nothing_in_a_fact_before_the_turn_over_tells_more_than_how_many_are_down() -> None:
    evening = SecretBatch()
    evening.begin()
    canary = Face("Canary", "Thing — Bird", "Sings.", cost="7")
    assert evening.write(2, 1, canary) == (e.BatchCounted(1, 2, 1),)
    assert evening.do(c.PickUp(2, 1, 1)) == (e.BatchCounted(1, 2, 0),)
    evening.write(2, 2, canary)
    told = str([to_plain(fact) for fact in evening.log]) + str(to_plain(evening.deck))
    assert canary.digest not in told and "Canary" not in told


def test_turned_over_they_lie_by_chance_and_nameless() -> None:
    evening = SecretBatch(2)
    evening.begin()
    evening.all_write(1, 2)
    evening.order = (3, 0, 2, 1)
    before = [one.card for one in evening.down]
    (turned,) = evening.do(c.TurnBatchOver(2, 1))
    assert turned == e.BatchTurnedOver(1, 2, tuple(before[index] for index in (3, 0, 2, 1)), (1, 2))
    assert "writer" not in str(to_plain(turned)) and evening.places == {1: 2, 2: 1, 3: 2, 4: 1}


def test_no_clock_locks_anything_or_turns_anything_over() -> None:
    evening = SecretBatch(2)
    evening.begin()
    evening.write(1, 1)
    for now in (-(10**6), 0, 10**9, 1001):  # it jumps back, and far ahead, and back
        evening.now = now
        assert evening.do(c.SettleDue()) == () and not evening.batch.is_turned
        evening.write(2, 1)
        evening.do(c.PickUp(2, 1, 1))
    assert evening.refused(c.TurnBatchOver(1, 1)) == "batch.not_yet"
    evening.now = evening.batch.until
    assert evening.refused(c.TurnBatchOver(1, 1)) == "batch.still_writing"
    assert len(evening.turn(even_so=True).cards) == 1


def test_any_one_person_may_add_five_minutes_from_now_at_the_earliest_and_not_without_end() -> None:
    evening = SecretBatch(3)
    evening.go_away(3)
    end = evening.begin().until
    evening.do(c.GiveTime(2, 1))
    assert evening.batch.until == end + MORE
    evening.now = end + 10 * MORE
    evening.do(c.GiveTime(1, 1))
    assert evening.batch.until == evening.now + MORE
    evening.now -= TIME_LEFT_MAX
    assert evening.refused(c.GiveTime(1, 1)) == "batch.time_enough"
    assert evening.refused(c.GiveTime(3, 1)) == "batch.not_in"


def test_over_days_every_member_writes_and_sweeps_without_a_clock_of_minutes() -> None:
    evening = SecretBatch(3)
    evening.go_away(2, 3)
    batch = evening.begin(is_over_days=True)
    assert [w.member for w in batch.writers] == [1, 2, 3] and batch.until == 1000 + OVER_DAYS
    evening.all_write(1, 2, 3)
    assert [s.member for s in evening.turn().sweepers] == [1, 2, 3]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (c.BeginBatch(2, 3), "batch.running"), (c.PutDown(1, 2, 1, "card", SLUG.digest), "batch.over"),
        (c.PutDown(1, 1, 1, "card", SLUG.digest), "batch.is_down"),
        (c.PutDown(1, 1, 3, "card", SLUG.digest), "request.unreadable"),
        (c.PutDown(1, 1, 0, "card", SLUG.digest), "request.unreadable"), (c.PickUp(1, 1, 2), "batch.not_down"),
        (c.PickUp(2, 1, 1), "batch.not_down"), (c.MarkCard(1, 1, 1, "keep"), "batch.not_turned"),
        (c.PutDown(1, 1, 2, "card", SLUG.digest), "batch.same"), (c.CallOffBatch(1, 1), "batch.has_cards"),
        (c.PutDown(9, 1, 1, "card", SLUG.digest), "member.none"), (c.TurnBatchOver(2, 0), "batch.over"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_while_they_are_written(command: c.Command, code: str) -> None:
    evening = SecretBatch()
    evening.begin()
    evening.write(1, 1, SLUG)
    assert evening.refused(command) == code


def test_a_batch_has_a_size_a_room_and_one_at_a_time() -> None:
    evening = SecretBatch(limits.BATCH_CARDS_MAX // 5 + 1)
    assert [evening.refused(c.BeginBatch(1, size)) for size in (0, 1, 6, 10**9)] == ["request.unreadable"] * 4
    assert evening.refused(c.BeginBatch(1, 5)) == "batch.full"
    evening.go_away(2)
    evening.begin(5)
    assert evening.refused(c.JoinBatch(2, 1)) == "batch.full"
    assert evening.refused(c.TurnBatchOver(1, 1)) == "batch.nothing_down"
    evening.do(c.CallOffBatch(3, 1))
    assert evening.deck.batch is None and evening.refused(c.JoinBatch(2, 1)) == "batch.over"
    assert evening.begin(4).number == 2


def test_a_title_that_is_taken_is_said_while_one_writes() -> None:
    evening = SecretBatch()
    evening.begin()
    evening.titles = frozenset({("card", "slug")})
    assert evening.refused(c.PutDown(1, 1, 1, "card", SLUG.digest)) == "title.taken"


def test_whoever_leaves_is_not_waited_for_and_their_cards_that_are_down_take_part() -> None:
    evening = SecretBatch(3)
    evening.begin()
    evening.all_write(1, 2)
    evening.write(3, 1)
    assert evening.batch.still_writing == (3,)
    evening.do(c.LeaveDeck(3, removed=True))
    assert (evening.batch.still_writing, evening.batch.down, evening.batch.wanted) == ((), 5, 5)
    assert len(evening.turn().cards) == 5 and [s.member for s in evening.batch.sweepers] == [1, 2]
    facts = evening.sweep((1, 2))
    assert [f.by for f in facts if isinstance(f, e.ProposalMade)].count(3) == 1
    assert len(evening.deck.articles) == 5


def test_the_same_card_from_two_lies_once_and_is_of_whoever_put_it_down_first() -> None:
    evening = SecretBatch(2)
    evening.begin()
    evening.write(2, 1, SLUG)
    evening.write(1, 1, SLUG)
    evening.write(1, 2)
    evening.write(2, 2)
    evening.order = (1, 3, 0, 2)
    assert [card.face for card in evening.turn().cards].count(SLUG.digest) == 1 and len(evening.batch.cards) == 3
    assert evening.places[2] == 2


def test_marks_show_only_how_many_and_may_be_changed_until_all_are_in() -> None:
    evening = SecretBatch(2)
    evening.begin()
    evening.all_write(1, 2)
    evening.turn()
    assert evening.mark(1, 3, "talk") == (e.BatchLookedAt(1, 1, 1),)
    assert evening.mark(1, 3, "keep") == ()
    assert "keep" not in str([to_plain(fact) for fact in evening.log]) + str(to_plain(evening.deck))
    evening.sweep((2,))
    evening.mark(1, 1)
    evening.mark(1, 2)
    assert evening.deck.batch is not None
    assert isinstance(evening.mark(1, 4)[1], e.BatchSwept) and evening.deck.batch is None


def test_kept_by_all_goes_in_with_its_ballot_and_a_wish_to_talk_brings_it_to_the_table() -> None:
    evening = swept(talk={(2, 1), (5, 1), (5, 3)})
    assert len(evening.deck.articles) == 4
    accepted = [fact.number for fact in evening.log if isinstance(fact, e.ProposalAccepted)]
    assert accepted == [1, 2, 3, 4]
    for number in accepted:
        said = [(f.by, f.answer) for f in evening.log if isinstance(f, e.VoteCast) and f.number == number]
        assert said == [(1, "for"), (2, "for"), (3, "for")]
    # Most keeps first: place 2 was kept by two, place 5 by one.
    waiting = sorted(evening.deck.proposals)
    batch = next(f for f in evening.log if isinstance(f, e.BatchSwept))
    assert waiting == [5, 6] == [batch.proposals[1], batch.proposals[4]]
    assert evening.deck.on_the_mat is not None and evening.deck.on_the_mat.number == 5
    assert {n: p.by for n, p in evening.deck.proposals.items()} == {5: evening.places[2], 6: evening.places[5]}


@pytest.mark.parametrize(
    ("rule", "talk", "waiting"),
    [
        ({"by": "majority"}, {(1, 2), (2, 2), (2, 3)}, {2}),  # places 1 and 2 are the cards of member 1
        ({"by": "majority"}, {(1, 1)}, {1}),  # whoever wrote it would talk about it
        ({"by": "two_thirds"}, {(1, 2), (2, 2), (2, 3)}, {2}), ({"by": "consent"}, {(3, 1)}, {3}),
        ({"by": "decider", "decider": 2}, {(1, 2), (5, 1)}, {1}),
        ({"by": "unanimity", "excluded": frozenset({3})}, set(), set()),
    ],
)  # fmt: skip
def test_each_card_is_judged_by_the_rule_in_force(
    rule: dict[str, Any], talk: set[tuple[int, int]], waiting: set[int]
) -> None:
    evening = SecretBatch(3)
    law = evening.keep(Face("How we vote", "", "As said.", effects=(DecisionRule(**rule),)))
    number = evening.propose(1, law, Create("rule", law.digest))
    evening.vote(2, number)
    evening.vote(3, number)
    evening.begin(2)
    evening.all_write(1, 2, 3)
    evening.turn()
    marking = [s.member for s in evening.batch.sweepers]
    assert marking == [1, 2, 3] if "excluded" not in rule else [1, 2]
    facts = evening.sweep(marking, talk)
    told = next(f for f in facts if isinstance(f, e.BatchSwept))
    assert {told.proposals.index(n) + 1 for n in evening.deck.proposals} == waiting


def test_a_rule_of_voting_in_the_batch_judges_nothing_of_that_batch() -> None:
    evening = SecretBatch(2)
    evening.begin()
    law = Face("Ros decides", "", "Ros decides.", effects=(DecisionRule("decider", 1),))
    evening.write(1, 1, law, "rule")
    for by, slot in ((1, 2), (2, 1), (2, 2)):
        evening.write(by, slot)
    evening.turn()
    evening.sweep((1, 2), {(4, 2)})
    assert evening.deck.decision_rule.by == "decider"
    assert len(evening.deck.proposals) == 1 and Ref("rule", 1) in evening.deck.articles


def test_of_two_with_one_title_the_first_goes_in_and_a_title_taken_meanwhile_waits() -> None:
    evening = SecretBatch(2)
    evening.begin()
    evening.write(1, 1, Face("Gnome", "Thing", "One."))
    evening.write(1, 2, Face("gnome", "Thing", "Two."))
    evening.write(2, 1, SLUG)
    evening.write(2, 2)
    evening.turn()
    evening.titles = frozenset({("card", "slug")})
    facts = evening.sweep((1, 2))
    told = next(f for f in facts if isinstance(f, e.BatchSwept))
    assert sorted(evening.deck.proposals) == sorted((told.proposals[1], told.proposals[2]))


def test_somebody_away_is_gone_on_without_when_two_at_least_agree_and_leaving_ends_the_waiting() -> None:
    evening = SecretBatch(3)
    evening.begin()
    evening.all_write(1, 2, 3)
    evening.turn()
    evening.sweep((1, 2))
    assert evening.refused(c.SweepWithout(1, 1, 3)) == "elector.not_away"
    evening.go_away(3)
    evening.do(c.SweepWithout(1, 1, 3))
    assert evening.deck.batch is not None
    facts = evening.do(c.SweepWithout(2, 1, 3))
    assert e.SweeperExcused(1, 3) in facts and len(evening.deck.articles) == 6
    other = SecretBatch(3)
    other.begin()
    other.all_write(1, 2, 3)
    other.turn()
    other.sweep((1, 2))
    other.do(c.LeaveDeck(3))
    assert len(other.deck.articles) == 6


def test_one_alone_of_several_accepts_nothing_of_their_own() -> None:
    evening = SecretBatch(2)
    evening.begin()
    evening.all_write(1, 2)
    evening.turn()
    evening.do(c.JoinDeck(3))
    evening.do(c.LeaveDeck(2))
    evening.sweep((1,))
    by = {fact.number: fact.by for fact in evening.log if isinstance(fact, e.ProposalMade)}
    assert {by[number] for number in evening.deck.proposals} == {1}


def test_a_deck_of_one_member_sweeps_alone() -> None:
    evening = SecretBatch(1)
    evening.begin()
    evening.all_write(1)
    evening.turn()
    evening.sweep((1,))
    assert len(evening.deck.articles) == 2


def test_another_ballot_on_the_mat_goes_on_meanwhile_and_the_line_waits_behind_it() -> None:
    evening = SecretBatch(2)
    number = evening.propose(1)
    evening.begin()
    evening.all_write(1, 2)
    evening.turn()
    evening.sweep((1, 2), {(1, 2)})
    assert evening.deck.on_the_mat is not None and evening.deck.on_the_mat.number == number
    assert len(evening.deck.articles) == 3 and len(evening.deck.queue) == 1


def test_thirty_people_with_five_cards_each_are_swept_at_once() -> None:
    evening = SecretBatch(30)
    evening.begin(5)
    evening.all_write(*range(1, 31))
    evening.turn()
    for member in range(1, 31):
        evening.marks |= {(place, member): "keep" for place in range(1, 151)}
    evening.deck = fold(evening.deck, (e.BatchLookedAt(1, member, 150) for member in range(1, 30)))
    evening.deck = fold(evening.deck, (e.BatchLookedAt(1, 30, 149),))
    del evening.marks[150, 30]
    evening.mark(30, 150)
    assert len(evening.deck.articles) == 150
