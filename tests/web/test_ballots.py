"""Who is asked, as it stands on the pages of those who vote and of those who may not, in the workshop and at tables."""

from __future__ import annotations

import re

import pytest

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.rules.decision import DecisionRule
from cards.rules.deck import Amend, Change, Create, Recount, Ref, Repeal, SetLicence
from cards.verbs.votes import CastVote
from studio.wording import REFUSALS
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.table_evening import CANARY, TableEvening, last_proposal, page, write

pytestmark = pytest.mark.django_db

SCRIPT = {"X-Carte": "1"}
REASON = REFUSALS["elector.voteless"].sentence


def rule_by_vote(deck: rows.Deck, rule: DecisionRule, *people: Visitor) -> None:
    """The first of these people proposes how the deck decides, and all of them are in favour."""
    face = Face(f"The Vote, by {rule.by}", "", "How we vote.", effects=(rule,))
    members = [who.member(deck.group).pk for who in people]
    made = actions.propose(
        deck.pk, by=members[0], key=None, changes=(Create("rule", face.digest),), faces=[face], sort="members"
    )
    for member in members[1:]:
        actions.do(deck.pk, CastVote(by=member, proposal=made.result["proposal"], wording=1, answer="for"), key=None)
    deck.refresh_from_db()
    assert rows.Article.objects.filter(deck=deck, kind="rule", in_force=True).exists()


def voters(html: str) -> list[int]:
    listed = re.search(r'<ul class="ballot-seals".*?</ul>', html, re.S)
    assert listed
    return [int(member) for member in re.findall(r'<li class="voter m-(\d+)', listed[0])]


def room() -> tuple[TableEvening, dict[str, int]]:
    """Ros, Idris and Nell make a deck; a Special Rule leaves Nell without a vote."""
    evening = TableEvening(is_creative=True)
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
    answer = evening.nell.post(
        f"{home}do/?verb=vote&proposal={number}&wording=1", {"answer": "against"}, headers=SCRIPT if scripted else {}
    )
    assert answer.status_code == 403 and REASON in as_read(answer)
    assert not rows.Vote.objects.filter(voter_id=ids["Nell"], wording__proposal__number=number).exists()
    evening.idris.post(f"{home}do/?verb=vote&proposal={number}&wording=1", {"answer": "for"}, headers=SCRIPT)
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
    assert answer.status_code == 403 and REASON in as_read(answer)
    typed = evening.nell.post(f"{evening.home}type/", {"line": f"/approve {proposal.number}"}, headers=SCRIPT)
    assert REASON in as_read(typed)
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


# --- one thing, asked about twice -------------------------------------------------------------------------------------


def asked_twice() -> tuple[rows.Deck, list[Visitor]]:
    """Ros asks every member about one licence (1), Idris about another (2), and Ros who may read the deck (3)."""
    people = [Visitor("Ros"), Visitor("Idris"), Visitor("Nell")]
    ros, idris, nell = people
    deck = ros.start()
    for who in (idris, nell):
        who.join(deck.group)
    for who, ask, to in (
        (ros, "licence", "CC BY-SA 4.0"),
        (idris, "licence", "CC BY 4.0"),
        (ros, "visibility", "public"),
    ):
        assert who.post(f"/decks/{deck.slug}/standing/", {"ask": ask, "to": to}, headers=SCRIPT).status_code == 204
    return deck, people


def says(html: str, words: str, title: str, address: str) -> bool:
    return f'{words} <a href="{address}"><bdi>{title}</bdi></a>' in html


def test_two_open_ballots_about_one_thing_say_so_on_each_and_a_third_about_another_does_not() -> None:
    deck, (ros, _, _) = asked_twice()
    late = Visitor("Late")
    late.join(deck.group)
    home, words = f"/decks/{deck.slug}/", "Another open ballot also asks about the licence:"
    for who in (ros, late):
        assert says(page(who, f"{home}proposals/1/"), words, "CC BY 4.0", f"{home}proposals/2/")
        assert says(page(who, f"{home}proposals/2/"), words, "CC BY-SA 4.0", f"{home}proposals/1/")
        assert "Another open ballot" not in page(who, f"{home}proposals/3/")
        assert page(who, f"{home}workshop/").count(words) == 2


def test_when_one_of_them_is_accepted_the_other_says_what_changed_and_goes_on() -> None:
    deck, people = asked_twice()
    home = f"/decks/{deck.slug}/"
    for who in people[1:]:
        who.post(f"{home}do/?verb=vote&proposal=1&wording=1", {"answer": "for"}, headers=SCRIPT)
    html = page(people[2], f"{home}proposals/2/")
    assert says(html, "Since this was asked, the licence became CC BY-SA 4.0:", "Proposal 1", f"{home}proposals/1/")
    assert "Another open ballot" not in html and "data-voting" in html
    assert "Since this was asked" in page(people[0], f"{home}workshop/")
    assert "Since this was asked" not in page(people[0], f"{home}proposals/3/")
    for who in (people[0], people[2]):
        who.post(f"{home}do/?verb=vote&proposal=2&wording=1", {"answer": "for"}, headers=SCRIPT)
    deck.refresh_from_db()
    assert deck.licence == "CC BY 4.0"


def test_two_open_ballots_about_one_card_name_it() -> None:
    ros, idris = Visitor("Ros"), Visitor("Idris")
    deck = ros.start()
    face = Face("Goat", "Thing", "It eats.")
    actions.bring_in(deck.pk, by=ros.member(deck.group).pk, key=None, articles=[(Ref("card", 1), face, 1, "")])
    idris.join(deck.group)
    for who, change in ((ros, Repeal(Ref("card", 1), face.digest)), (idris, Recount(Ref("card", 1), face.digest, 3))):
        me = who.member(deck.group).pk
        actions.propose(deck.pk, by=me, key=None, changes=(change,), sort="members")
    html = page(ros, f"/decks/{deck.slug}/proposals/1/")
    assert "Another open ballot also asks about Goat:" in html


def test_two_cards_of_one_name_are_both_judged_and_each_says_that_there_is_the_other() -> None:
    ros, idris, nell = (Visitor(name) for name in ("Ros", "Idris", "Nell"))
    deck = ros.start()
    for who in (idris, nell):
        who.join(deck.group)
    home = f"/decks/{deck.slug}/"
    for who in (ros, idris, nell):
        who.get(f"{home}workshop/")
    for who, title, text in ((ros, "Goat", "It eats."), (idris, " goat ", "It sleeps."), (nell, "Slug", "It slides.")):
        card = {"title": title, "kind": "thing", "text": text, "copies": "1"}
        assert who.post(f"{home}write/", card).status_code == 303
    other = "Another proposal gives this name to other words, and waits for its turn:"
    for who in (ros, nell):
        assert says(page(who, f"{home}workshop/"), other, "Proposal 2", f"{home}proposals/2/")
    typed = {"title": "The Goat", "kind": "thing", "text": "It bleats."}
    assert "“goat” is before the others already" in as_read(nell.post(f"{home}preview/", typed))
    for who in (idris, nell):
        who.post(f"{home}do/?verb=vote&proposal=1&wording=1", {"answer": "for"}, headers=SCRIPT)
    since = "Since this was asked, this name went into the deck:"
    html = page(nell, f"{home}workshop/")
    assert says(html, since, "card 1", f"{home}cards/1/") and "It sleeps." in html
    for who in (ros, nell):
        who.post(f"{home}do/?verb=vote&proposal=2&wording=1", {"answer": "for"}, headers=SCRIPT)
    assert since not in page(ros, f"{home}workshop/")
    assert rows.Article.objects.filter(deck=deck, in_force=True, title_key="goat").count() == 2


# --- how it is decided ------------------------------------------------------------------------------------------------


def test_a_decider_who_has_left_is_no_longer_on_the_ticket() -> None:
    ros, idris = Visitor("Ros"), Visitor("Idris")
    deck = ros.start()
    idris.join(deck.group)
    decider = idris.member(deck.group).pk
    rule_by_vote(deck, DecisionRule("decider", decider), ros, idris)
    home = f"/decks/{deck.slug}/"
    assert "<dt>A card gets in</dt><dd>One decides</dd>" in page(ros, home)
    assert idris.post(f"/groups/{deck.group.key}/leave/").status_code == 303
    assert "<dt>A card gets in</dt><dd>Everyone in favour</dd>" in page(ros, home)


def test_what_a_veto_cost_stands_on_the_proposal_that_it_stopped_whatever_the_rule_is_now() -> None:
    ros, idris = Visitor("Ros"), Visitor("Idris")
    deck = ros.start()
    idris.join(deck.group)
    price = "A no costs a round of tea."
    home = f"/decks/{deck.slug}/"
    ids = [who.member(deck.group).pk for who in (ros, idris)]

    def stopped(title: str) -> int:
        face = Face(title, "Thing")
        made = actions.propose(
            deck.pk, by=ids[0], key=None, changes=(Create("card", face.digest),), faces=[face], sort="members"
        )
        number = int(made.result["proposal"])
        actions.do(deck.pk, CastVote(by=ids[1], proposal=number, wording=1, answer="against"), key=None)
        return number

    before = stopped("Goat")
    rule_by_vote(deck, DecisionRule("veto", cost="a round of tea"), ros, idris)
    under = stopped("Slug")
    rule_by_vote(deck, DecisionRule("majority"), ros, idris)
    assert [price in page(ros, f"{home}proposals/{number}/") for number in (before, under)] == [False, True]
    assert page(ros, f"{home}drawer/").count(price) == 1


def test_a_ballots_page_names_what_else_is_asked_about_the_same_and_how_it_read_before() -> None:
    evening = TableEvening(is_creative=True)
    ids = {who.name: who.member(evening.deck.group).pk for who in (evening.ros, evening.idris)}
    card = Ref("card", 1)
    on = rows.Article.objects.get(deck=evening.deck, kind="card", number=1).face_id

    def propose(by: str, *changes: Change, faces: tuple[Face, ...] = ()) -> int:
        made = actions.propose(
            evening.deck.pk, by=ids[by], key=None, faces=list(faces), sort="members", changes=changes
        )
        return int(made.result["proposal"])

    repeal = propose("Ros", Repeal(card, on))
    sly, slow = Face("Sly Canary", "Thing"), Face("Slow Canary", "Thing")
    amend = propose("Idris", Amend(card, on, sly.digest), faces=(sly,))
    actions.reword(
        evening.deck.pk, by=ids["Idris"], key=None, proposal=amend, wording=1, faces=[slow],
        changes=(Amend(card, on, slow.digest),),
    )  # fmt: skip
    home = f"/decks/{evening.deck.slug}/proposals"
    html = as_read(page(evening.ros, f"{home}/{amend}/"))
    assert f"Another open ballot also asks about {CANARY} 01:" in html and f"{home}/{repeal}/" in html
    assert "How it read before" in html and "Wording 1, Idris" in html and "Sly" in html
    other = as_read(page(evening.ros, f"{home}/{repeal}/"))
    assert "How it read before" not in other and "Another open ballot also asks about" in other

    licences = [propose("Ros", SetLicence("CC0 1.0")), propose("Idris", SetLicence("CC BY 4.0"))]
    assert "Another open ballot also asks about" in as_read(page(evening.ros, f"{home}/{licences[1]}/"))
    evening.idris.post(f"/decks/{evening.deck.slug}/do/?verb=vote&proposal={licences[0]}&wording=1", {"answer": "for"})
    since = as_read(page(evening.ros, f"{home}/{licences[1]}/"))
    assert f"Proposal {licences[0]}" in since and "Since this was asked, the" in since
