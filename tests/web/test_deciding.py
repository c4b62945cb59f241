"""C9, B11: however Special Rules came, changed and went, what is told of deciding is what a deck's ballots follow."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.queries.advice import room_known
from cards.queries.deck_view import DeckView, ballot_seals, reasons_of
from cards.queries.settled import rule_then
from cards.queries.sweep import marks
from cards.rules.decision import UNANIMITY, DecisionRule
from cards.rules.deck import Amend, Article, Change, Create, Deck, Ref, Repeal, Reside, Restore
from cards.rules.effects import effect_words
from cards.rules.limits import BATCH_SIZES
from cards.rules.verdict import judge
from cards.rules.ways import WAYS, ballot_words, next_card_words, sweep_words
from cards.storage import store
from cards.storage.acceptance import rules_since
from cards.verbs.proposing import Withdraw
from play import actions as tables
from studio.kernel.refusals import Refused
from studio.models import Member
from studio.web.words import say
from tests.deck_fixture import DeckFixture
from tests.deeds import archive_version
from tests.markup import as_read
from tests.web.decks import as_member

pytestmark = pytest.mark.django_db

CONSENT = Face("Silence", "Special Rule", "Nobody objects.", effects=(DecisionRule("consent"),))
DEALT = ("rule", "rule", "reside", "amend", "repeal", "restore", "leave", "come", "card")


def test_the_last_accepted_way_holds_and_a_decider_who_is_gone_decides_nothing() -> None:
    half, one = DecisionRule("majority"), DecisionRule("decider", decider=7)
    first, second = Ref("rule", 1), Ref("rule", 2)

    def rule(members: tuple[int, ...], *said: tuple[Ref, DecisionRule | None]) -> DecisionRule:
        deck = Deck(members)
        for ref, way in said:
            deck = deck.deciding_by(ref, way)
        return deck.decision_rule

    assert rule((7,)) == UNANIMITY
    assert rule((7,), (first, one), (second, half)) == half
    assert rule((7,), (first, half), (second, one)) == one
    assert rule((8,), (first, half), (second, one)) == UNANIMITY
    assert rule((7,), (first, half), (second, one), (second, None)) == half, "repealed"
    assert rule((7,), (first, half), (second, one), (first, half)) == half, "amended"


def holding(rule: DecisionRule, members: tuple[int, ...]) -> DecisionRule:
    """With a decider who is gone everybody must be in favour."""
    return Deck(members, voting=((Ref("rule", 1), rule),)).decision_rule


class Evening:
    """Two of a group, Ros who proposes and Idris who comes and goes, with steps drawn at random."""

    def __init__(self) -> None:
        self.table = DeckFixture("Ros", "Idris")
        self.browser = as_member(self.table, "Ros")
        self.written = 0
        self.followed: dict[int, DecisionRule] = {}
        self.archived: dict[int, DecisionRule] = {}

    def step(self, what: str, data: st.DataObject) -> None:
        away = "Idris" not in self.table.ids
        if what == "leave" and not away:
            self.table.leave("Idris")
            del self.table.ids["Idris"]
        elif what == "come" and away:
            self.table.join("Idris")
            self.table.arrive("Idris")
        elif (change := self._change(what, data)) is not None:
            with suppress(Refused):  # a title that is there already, and the like
                self._ask(*change)

    def _change(self, what: str, data: st.DataObject) -> tuple[Change, Face | None] | None:
        if what in ("rule", "card"):
            face = self._face(data if what == "rule" else None)
            return Create(what, face.digest), face  # type: ignore[arg-type]
        rules = [article for ref, article in self.table.value().articles.items() if ref.kind == "rule"]
        fit = [article for article in rules if article.in_force == (what != "restore")]
        return self._change_of(what, data.draw(st.sampled_from(fit)), data) if fit else None

    def _change_of(self, what: str, on: Article, data: st.DataObject) -> tuple[Change, Face | None] | None:
        match what:
            case "amend":
                face = self._face(data)
                return Amend(on.ref, on.face, face.digest), face
            case "reside":
                return Reside(on.ref, on.face, f"Side {self.written}"), None
            case "repeal":
                return Repeal(on.ref, on.face), None
            case "restore":
                return Restore(on.ref, on.face), None
        return None

    def _face(self, data: st.DataObject | None) -> Face:
        self.written += 1
        if data is None:
            return Face(f"Card {self.written}", "Thing", "It wanders.")
        way = data.draw(st.sampled_from(sorted(WAYS)))
        decider = data.draw(st.sampled_from(sorted(self.table.ids.values()))) if way == "decider" else None
        rule = DecisionRule(way, decider=decider, cost="a card" if way == "veto" else "")
        effects = data.draw(st.sampled_from(((rule,), (rule,), ())))
        return Face(f"Rule {self.written}", "Special Rule", "How we vote.", effects=effects)

    def _ask(self, change: Change, face: Face | None) -> None:
        before = self.table.value().decision_rule
        self.table.arrive(*self.table.ids)
        done = actions.propose(
            self.table.deck.pk, by=self.table.ids["Ros"], key=None, changes=(change,), faces=[face] if face else ()
        )
        number = done.result["proposal"]
        self.table.all_vote(number)
        if self.table.proposal(number).state != "accepted":  # nobody may keep the mat from the next step
            actions.do(self.table.deck.pk, Withdraw(by=self.table.ids["Ros"], proposal=number), key=None)
        self.followed[number] = before

    def archive(self) -> None:
        before = self.table.value()
        with suppress(Refused):  # of a deck without a card
            archive_version(self.table.deck.pk, by=self.table.ids["Ros"], key=None, name="", notes="")
        if (after := self.table.value()).last_version > before.last_version:
            self.archived[after.last_version] = after.decision_rule

    def page_says(self, rule: DecisionRule, at: str = "") -> None:
        html = as_read(self.browser.get(f"/decks/{self.table.deck.slug}/{at}"))
        assert f"<dt>A card gets in</dt><dd>{say(WAYS[rule.by].header)}</dd>" in html

    def view(self) -> DeckView:
        ros = Member.objects.get(pk=self.table.ids["Ros"])
        return DeckView(self.table.deck.stream_id, "member", member_id=ros.pk, person_id=ros.person_id)

    def every_page_says(self, rule: DecisionRule) -> None:
        """What is written, what lies on the mat, what is swept and what is read beside a table."""
        deck, view = self.table.deck, self.view()
        decider, count = view.name_of(rule.decider or 0), len(self.table.ids)
        assert room_known(view).way_note == say(next_card_words(rule, count))
        self.table.arrive(*self.table.ids)
        if rule.by != "decider" and count > 1:
            number = self.table.propose("Ros", Face("Lamp", "Thing", "It lights."))
            assert say(ballot_words(rule, decider, False)) in as_read(self.browser.get(f"/decks/{deck.slug}/workshop/"))
            actions.do(deck.pk, Withdraw(by=self.table.ids["Ros"], proposal=number), key=None)
        self.table.begin_batch("Ros", min(BATCH_SIZES))
        self.table.everybody_writes()
        sweepers = self.table.turn_over("Ros") and len(self.table.value().batch.sweepers)  # type: ignore[union-attr]
        assert marks(self.view()).rule == say(sweep_words(rule, sweepers, decider))
        table = tables.open_table(deck_id=deck.pk, person_id=self.view().person_id, version=None, seats=4)
        words = say(effect_words(rule, {rule.decider or 0: decider}))
        assert f"How the deck decides.</b> {words}" in as_read(self.browser.get(table.get_absolute_url()))


@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_what_is_told_of_deciding_is_what_ballots_followed_after_any_history(data: st.DataObject) -> None:
    evening = Evening()
    for what in ("rule", "rule", *data.draw(st.lists(st.sampled_from(DEALT), min_size=2, max_size=8))):
        evening.step(what, data)
    evening.page_says(evening.table.value().decision_rule)
    evening.archive()
    members = evening.table.value().members
    for version, rule in evening.archived.items():
        evening.page_says(rule, f"versions/{version}/")
    for number, rule in evening.followed.items():
        told = rule_then(evening.view(), evening.table.proposal(number))
        assert holding(told, members) == holding(rule, members), number
    evening.every_page_says(evening.table.value().decision_rule)


@given(data=st.data())
@settings(max_examples=12, deadline=None)
def test_the_rows_of_deciding_lie_in_the_order_of_the_rules_after_any_history(data: st.DataObject) -> None:
    """Which of several ways holds: as the entries tell it, and as the database orders the rows."""
    evening = Evening()
    for what in ("rule", "rule", *data.draw(st.lists(st.sampled_from(DEALT), min_size=2, max_size=8))):
        evening.step(what, data)
    told, deck = evening.table.folded(), evening.table.deck
    assert [*store.voting_of(deck.pk)] == [*told.voting]
    since = rules_since(deck.pk)
    assert sorted(told.voting, key=lambda one: since[one[0].number]) == [*told.voting]


@pytest.mark.parametrize("later", [-1, -0.5, 0, 0.5])
def test_the_rows_that_fall_due_are_those_that_the_rules_would_close(later: float) -> None:
    """To the second: what the clock of the database picks is what the rules judge to be over, and nothing else."""
    table = DeckFixture("Ros", "Idris", "Maud")
    table.all_vote(table.propose("Ros", CONSENT, kind="rule"))
    number = table.propose("Ros", Face("Lamp", "Thing", "It lights."))
    opened = table.proposal(number)
    assert opened.deadline is not None
    now = opened.deadline + timedelta(seconds=later)
    with mock.patch("cards.actions.proposals.database_now", return_value=now):
        picked = actions.settle_due()
    value = table.value()
    assert picked == (judge(value.decision_rule, value.proposals[number], int(now.timestamp())) is not None)


def test_a_side_for_the_older_of_two_rules_changes_nothing_that_is_told() -> None:
    evening = Evening()
    evening.table.leave("Idris")
    del evening.table.ids["Idris"]
    toll = Face("Toll", "Special Rule", "A no costs.", effects=(DecisionRule("veto", cost="a card"),))
    quiet = Face("Silence", "Special Rule", "Nobody against.", effects=(DecisionRule("consent"),))
    for face in (toll, quiet):
        evening._ask(Create("rule", face.digest), face)
    evening._ask(Reside(Ref("rule", 1), toll.digest, "Red"), None)
    evening.page_says(DecisionRule("consent"))
    goat = Face("Goat", "Thing", "It wanders.")
    evening._ask(Create("card", goat.digest), goat)
    assert rule_then(evening.view(), evening.table.proposal(4)) == DecisionRule("consent")
    evening.archive()
    evening.page_says(DecisionRule("consent"), "versions/1/")


def test_a_rule_whose_words_were_taken_down_decides_still_and_the_page_says_so() -> None:
    evening = Evening()
    evening.table.leave("Idris")
    del evening.table.ids["Idris"]
    half = Face("Halves", "Special Rule", "More than half.", effects=(DecisionRule("majority"),))
    evening._ask(Create("rule", half.digest), half)
    rows.Face.objects.filter(digest=half.digest).update(content={}, withdrawn_at="2026-01-01T00:00:00Z")
    assert evening.table.value().decision_rule.by == "majority"
    evening.page_says(DecisionRule("majority"))


def beside_a_table(table: DeckFixture) -> str:
    """What is read beside a table of its draft."""
    ros = Member.objects.get(pk=table.ids["Ros"])
    game = tables.open_table(deck_id=table.deck.pk, person_id=ros.person_id, version=None, seats=4)
    return as_read(as_member(table, "Ros").get(game.get_absolute_url()))


def test_of_a_rule_that_says_two_ways_the_table_tells_the_one_that_its_ballots_follow() -> None:
    table = DeckFixture("Ros")
    both = Face("Both", "Special Rule", "Two.", effects=(DecisionRule("majority"), DecisionRule("consent")))
    table.propose("Ros", both, kind="rule")
    assert table.value().decision_rule == DecisionRule("majority")
    assert f"How the deck decides.</b> {say(WAYS['majority'].card)}" in beside_a_table(table)


def test_the_table_still_tells_of_a_rule_whose_words_were_taken_down() -> None:
    table = DeckFixture("Ros")
    half = Face("Halves", "Special Rule", "More than half.", effects=(DecisionRule("majority"),))
    table.propose("Ros", half, kind="rule")
    actions.take_down(half.digest, why="Somebody's poem")
    assert table.value().decision_rule == DecisionRule("majority")
    assert f"How the deck decides.</b> {say(WAYS['majority'].card)}" in beside_a_table(table)


def test_seals_and_reasons_stand_in_the_order_in_which_people_spoke() -> None:
    """In that of their ids it was told as if the first had spoken last."""
    table = DeckFixture("Ros", "Idris", "Nell", "Tomasz")
    number = table.propose("Ros")

    def told() -> tuple[list[int], list[str]]:
        view = DeckView(table.deck.stream_id, "member", member_id=table.ids["Ros"])
        proposal = view.deck.proposals[number]
        seals = [seal.member for seal in ballot_seals(view, proposal)]
        return seals, [reason.words for reason in reasons_of(view, proposal)]

    ros, idris, nell, tomasz = table.ids.values()
    table.vote("Tomasz", number, "against", "It eats too much.")
    table.vote("Idris", number, "against", "It wanders off.")
    assert told() == ([ros, tomasz, idris, nell], ["It eats too much.", "It wanders off."])
    table.vote("Tomasz", number, "for")  # who comes round keeps their place
    assert told()[0] == [ros, tomasz, idris, nell]
    assert table.folded().proposals == table.value().proposals


@pytest.mark.parametrize("is_first", [True, False])
def test_of_two_ballots_that_close_in_one_instant_each_is_told_by_the_rule_it_followed(is_first: bool) -> None:
    """Whose ballot is the earlier closes first; the clock says the same of both."""
    table = DeckFixture("Ros", "Idris", "Nell")
    toll = Face("Toll", "Special Rule", "A no costs.", effects=(DecisionRule("veto", cost="a card"),))
    quiet = Face("Silence", "Special Rule", "Nobody against.", effects=(DecisionRule("consent"),))
    table.all_vote(table.propose("Ros", toll, kind="rule"))
    goat = Face("Goat", "Thing", "It wanders.")
    put = {
        "goat": lambda: table.propose("Ros", goat, sort="members"),
        "rule": lambda: table.propose("Ros", quiet, kind="rule", sort="members"),
    }
    asked = {what: put[what]() for what in (("goat", "rule") if is_first else ("rule", "goat"))}
    table.vote("Idris", asked["goat"], "against")
    table.vote("Idris", asked["rule"])
    table.leave("Nell")
    row = table.proposal(asked["goat"])
    assert row.closed_at == table.proposal(asked["rule"]).closed_at
    assert (row.state, row.why_aside) == ("aside", "against")
    view = DeckView(table.deck.stream_id, "member", member_id=table.ids["Ros"])
    assert rule_then(view, row) == (toll if is_first else quiet).effects[0]
