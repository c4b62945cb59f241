"""C9, B11: however Special Rules came, changed and went, what is told of deciding is what a deck's ballots follow."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.queries.deck_header import PASSED_BY
from cards.queries.deck_view import DeckView, ballot_seals, reasons_of
from cards.queries.settled import rule_then
from cards.rules.decision import UNANIMITY, DecisionRule, way_in_force
from cards.rules.deck import Amend, Article, Change, Create, Ref, Repeal, Reside, Restore
from studio.kernel.refusals import Refused
from studio.web.words import say
from tests.deck_fixture import DeckFixture
from tests.markup import as_read
from tests.web.decks import as_member

pytestmark = pytest.mark.django_db

DEALT = ("rule", "rule", "reside", "amend", "repeal", "restore", "leave", "come", "card")


def test_the_last_accepted_way_holds_and_a_decider_who_is_gone_decides_nothing() -> None:
    half, one = DecisionRule("majority"), DecisionRule("decider", decider=7)
    assert way_in_force((), (7,)) == UNANIMITY
    assert way_in_force((one, half), (7,)) == half
    assert way_in_force((half, one), (7,)) == one
    assert way_in_force((half, one), (8,)) == UNANIMITY


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
        way = data.draw(st.sampled_from(sorted(PASSED_BY)))
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
            actions.withdraw(self.table.deck.pk, by=self.table.ids["Ros"], key=None, proposal=number)
        self.followed[number] = before

    def archive(self) -> None:
        before = self.table.value()
        with suppress(Refused):  # of a deck without a card
            actions.archive_version(self.table.deck.pk, by=self.table.ids["Ros"], key=None, name="", notes="")
        if (after := self.table.value()).last_version > before.last_version:
            self.archived[after.last_version] = after.decision_rule

    def page_says(self, rule: DecisionRule, at: str = "") -> None:
        html = as_read(self.browser.get(f"/decks/{self.table.deck.slug}/{at}"))
        assert f"<dt>A card gets in</dt><dd>{say(PASSED_BY[rule.by])}</dd>" in html

    def view(self) -> DeckView:
        return DeckView(self.table.deck.stream_id, "member", member_id=self.table.ids["Ros"])


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
        assert way_in_force((told,), members) == way_in_force((rule,), members), number


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


def test_seals_and_reasons_stand_in_the_order_in_which_people_spoke() -> None:
    """In that of their ids it was told as if the first had spoken last."""
    table = DeckFixture("Ros", "Idris", "Nell", "Tomasz")
    number = table.propose("Ros")

    def told() -> tuple[list[int], list[str]]:
        view = DeckView(table.deck.stream_id, "member", member_id=table.ids["Ros"])
        proposal = view.deck.proposals[number]
        assert table.value().proposals == view.deck.proposals
        seals = [seal.member for seal in ballot_seals(view, proposal)]
        return seals, [reason.words for reason in reasons_of(view, proposal)]

    ros, idris, nell, tomasz = table.ids.values()
    table.vote("Tomasz", number, "against", "It eats too much.")
    table.vote("Idris", number, "against", "It wanders off.")
    assert told() == ([ros, tomasz, idris, nell], ["It eats too much.", "It wanders off."])
    table.vote("Tomasz", number, "for")  # who comes round keeps their place
    assert told()[0] == [ros, tomasz, idris, nell]
    assert table.folded().proposals == table.value().proposals
