"""Who is asked, as it stands on the pages of those who vote and of those who may not, in the workshop and at tables."""

from __future__ import annotations

import re

import pytest

from cards import actions
from cards import models as rows
from cards.rules.decision import DecisionRule
from cards.rules.deck import Create
from cards.rules.face import Face
from studio.wording import TABLE as WORDED
from tests.visitors import Visitor
from tests.web.test_tables import Evening, last_proposal, page, write

pytestmark = pytest.mark.django_db

SCRIPT = {"X-Carte": "1"}
REASON = WORDED["elector.voteless"].sentence


def rule_by_vote(deck: rows.Deck, rule: DecisionRule, *people: Visitor) -> None:
    """The first of these people proposes how the deck decides, and all of them are in favour."""
    face = Face("The Vote", "", "How we vote.", effects=(rule,))
    members = [who.member(deck.group).pk for who in people]
    made = actions.propose(
        deck.pk, by=members[0], key=None, changes=(Create("rule", face.digest),), faces=[face], sort="members"
    )
    for member in members[1:]:
        actions.vote(deck.pk, by=member, key=None, proposal=made.result["proposal"], wording=1, answer="for")
    deck.refresh_from_db()
    assert rows.Article.objects.filter(deck=deck, kind="rule", in_force=True).exists()


def voters(html: str) -> list[int]:
    listed = re.search(r'<ul class="ballot-seals".*?</ul>', html, re.S)
    assert listed
    return [int(member) for member in re.findall(r'<li class="voter m-(\d+)', listed[0])]


def room() -> tuple[Evening, dict[str, int]]:
    """Ros, Idris and Nell make a deck; a Special Rule leaves Nell without a vote."""
    evening = Evening(is_creative=True)
    evening.nell.join(evening.deck.group)
    ids = {who.name: who.member(evening.deck.group).pk for who in (evening.ros, evening.idris, evening.nell)}
    rule = DecisionRule(excluded=frozenset({ids["Nell"]}))
    rule_by_vote(evening.deck, rule, evening.ros, evening.idris, evening.nell)
    return evening, ids


@pytest.mark.parametrize("scripted", [True, False])
def test_in_the_workshop_who_has_no_vote_is_no_voter_anywhere_and_cannot_become_one(scripted: bool) -> None:
    evening, ids = room()
    home = f"/decks/{evening.deck.slug}/"
    for who in (evening.ros, evening.idris, evening.nell):
        who.get(f"{home}workshop/")
    number = actions.propose(
        evening.deck.pk, by=ids["Ros"], key=None, faces=[Face("Goat", "Thing")], sort="members",
        changes=(Create("card", Face("Goat", "Thing").digest),),
    ).result["proposal"]  # fmt: skip
    address = f"{home}proposals/{number}/"
    for who in (evening.ros, evening.nell):
        html = page(who, address)
        assert voters(html) == [ids["Ros"], ids["Idris"]]
        assert "Nell has no vote." in html
    html = page(evening.nell, address)
    assert "You have no vote on this: a Special Rule says so." in html and "data-elector" not in html
    assert "data-voting" not in html and 'name="answer"' not in html
    assert str(ids["Nell"]) not in re.findall(
        r"m-(\d+)", page(evening.nell, f"{home}workshop/").partition("asks-row")[2]
    )
    answer = evening.nell.post(f"{address}wordings/1/vote/", {"answer": "against"}, headers=SCRIPT if scripted else {})
    assert answer.status_code == 403 and REASON in answer.content.decode()
    assert not rows.Vote.objects.filter(voter_id=ids["Nell"], wording__proposal__number=number).exists()
    evening.idris.post(f"{address}wordings/1/vote/", {"answer": "for"}, headers=SCRIPT)
    over = page(evening.nell, address)
    assert "2 of 2 in favour" in over and voters(over) == [ids["Ros"], ids["Idris"]]


@pytest.mark.parametrize("scripted", [True, False])
def test_at_a_table_who_has_no_vote_is_no_voter_and_cannot_become_one(scripted: bool) -> None:
    evening, ids = room()
    for who in (evening.idris, evening.nell):
        assert evening.sit(who).status_code == 303
    for who in (evening.ros, evening.idris, evening.nell):
        assert who.get(evening.home).status_code == 200
    assert evening.act(evening.ros, "begin", confirmed="1").status_code == 204
    assert write(evening, evening.ros).status_code == 204
    proposal = last_proposal(evening)
    html = page(evening.nell, evening.home)
    assert voters(html) == [ids["Ros"], ids["Idris"]] and "One of two have spoken" in html
    assert "data-voting" not in html and "You have no vote on this" in html
    answer = evening.nell.post(
        f"{evening.home}vote/?proposal={proposal.number}&wording=1&answer=against", {},
        headers=SCRIPT if scripted else {},
    )  # fmt: skip
    assert answer.status_code == 403 and REASON in answer.content.decode()
    typed = evening.nell.post(f"{evening.home}type/", {"line": f"/approve {proposal.number}"}, headers=SCRIPT)
    assert REASON in typed.content.decode()
    assert not rows.Vote.objects.filter(voter_id=ids["Nell"], wording__proposal=proposal).exists()
    voted = evening.idris.post(
        f"{evening.home}vote/?proposal={proposal.number}&wording=1&answer=for", {}, headers=SCRIPT
    )
    assert voted.status_code == 204
    over = page(evening.nell, evening.home)
    assert "2 of 2 in favour" in over and voters(over) == [ids["Ros"], ids["Idris"]]


@pytest.mark.parametrize("removed", [True, False])
def test_the_seal_of_somebody_gone_in_mid_ballot_says_whether_they_left_or_were_removed(removed: bool) -> None:
    ros, idris, nell = Visitor("Ros"), Visitor("Idris"), Visitor("Nell")
    deck = ros.start()
    for who in (idris, nell):
        who.join(deck.group)
    for who in (ros, idris, nell):
        who.get(f"/decks/{deck.slug}/workshop/")
    assert ros.post(f"/decks/{deck.slug}/write/", {"title": "Goat", "kind": "thing", "copies": "1"}).status_code == 303
    gone = nell.member(deck.group).pk
    key = deck.group.key
    answer = ros.post(f"/groups/{key}/members/{gone}/remove/") if removed else nell.post(f"/groups/{key}/leave/")
    assert answer.status_code == 303
    html = page(ros, f"/decks/{deck.slug}/workshop/")
    voter = re.search(rf'<li class="voter m-{gone}.*?</li>', html, re.S)
    assert voter and f"<small>{'removed' if removed else 'left'}</small>" in voter[0]
