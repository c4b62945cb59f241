"""While a draft is played, a card that is hidden from somebody is out of their reach by every door (C5)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.http import HttpResponse

from cards import actions as decks
from cards import models as cards
from cards.face.face import Face, Stroke
from cards.rules.deck import Amend, Change, Recount, Ref, Repeal, Reside
from cards.verbs.drawing import SuggestStrokes
from play import models as rows
from studio.kernel.refusals import Refused
from studio.models import Entry, Stream
from studio.web.words import say
from tests.table_fixture import TableFixture
from tests.visitors import Visitor
from tests.web.table_evening import SCRIPT, TableEvening, last_proposal, vote

pytestmark = pytest.mark.django_db


@pytest.fixture
def creative() -> TableEvening:
    return TableEvening(is_creative=True).begin()


def in_hand(evening: TableEvening, seat: int) -> int:
    return evening.value().pieces[evening.hand(seat)[0]].card


def face_of(evening: TableEvening, number: int) -> str:
    return cards.Article.objects.values_list("face_id", flat=True).get(deck=evening.deck, kind="card", number=number)


def asked(evening: TableEvening, who: Visitor, home: str, number: int, **more: str) -> HttpResponse:
    """A form about a card, sent to the table's composer or to the workshop's."""
    about = {"article": f"card-{number}", "on": face_of(evening, number), **more}
    return who.post(f"{home}write/", about, headers=SCRIPT)


WAYS: dict[str, dict[str, str]] = {
    "amended": {"title": "Louder", "kind": "thing", "text": "It barks."},
    "repealed": {"change": "repeal"},
    "counted anew": {"change": "recount", "copies": "3"},
    "amended by everybody's vote": {"title": "Louder", "kind": "thing", "text": "It barks.", "sort": "members"},
    "repealed by everybody's vote": {"change": "repeal", "sort": "members"},
}


def test_what_another_holds_is_refused_in_the_same_words_at_the_table_and_in_the_workshop(
    creative: TableEvening,
) -> None:
    workshop = f"/decks/{creative.deck.slug}/"
    in_draw = creative.value().pieces[creative.value().zones["draw"][0]].card
    for way in WAYS.values():
        for number in (in_hand(creative, 2), in_draw):
            at_the_table = asked(creative, creative.ros, creative.home, number, **way)
            by_the_workshop = asked(creative, creative.ros, workshop, number, **way)
            assert (at_the_table.status_code, by_the_workshop.status_code) == (409, 409), way
            assert at_the_table.json()["words"] == by_the_workshop.json()["words"]
            assert at_the_table.json()["words"] == say(Refused("card.out_of_reach"))
    assert not cards.Proposal.objects.filter(deck=creative.deck).exists()
    assert asked(creative, creative.ros, workshop, in_hand(creative, 1), **WAYS["amended"]).status_code == 204


def test_whoever_has_no_seat_reaches_only_what_lies_open(creative: TableEvening) -> None:
    workshop = f"/decks/{creative.deck.slug}/"
    maud = Visitor("Maud")
    maud.join(creative.deck.group)
    for seat in (1, 2):
        assert asked(creative, maud, workshop, in_hand(creative, seat), change="repeal").status_code == 409
    who, seat = creative.to_move()
    number, piece = in_hand(creative, seat), creative.hand(seat)[0]
    assert creative.act(who, "play", piece=piece, to=f"area.{seat}", confirmed="1").status_code == 204
    assert asked(creative, maud, workshop, number, change="repeal").status_code == 204


def test_a_proposal_from_before_the_game_is_not_reworded_about_a_card_that_now_lies_hidden() -> None:
    evening = TableEvening(is_creative=True)
    evening.sit(evening.idris)
    workshop = f"/decks/{evening.deck.slug}/"
    every = {number: {"title": f"Louder {number}", "kind": "thing", "sort": "members"} for number in range(1, 25)}
    for number, face in every.items():
        assert asked(evening, evening.ros, workshop, number, **face).status_code == 204
    assert evening.value().paused_by is None, "every member is asked, and the table waits for none of it"
    evening.begin()
    for number, status in ((in_hand(evening, 2), 409), (in_hand(evening, 1), 204)):
        again = {**every[number], "title": "Louder still", "reword": str(number), "wording": "1"}
        answers = {
            home: evening.ros.post(f"{home}write/", {**again, "on": face_of(evening, number)}, headers=SCRIPT)
            for home in (workshop, evening.home)
        }
        assert answers[workshop].status_code == status, answers[workshop].content
        assert status == 204 or answers[evening.home].status_code == 409


def drawn_on(evening: TableEvening, number: int) -> None:
    strokes = (Stroke("pen", "#1f2a4a", (100, 100, 2000, 900)),)
    by = evening.idris.member(evening.deck.group).pk
    decks.do(evening.deck.pk, SuggestStrokes(by, number, 1, strokes), key=None)


def test_strokes_are_not_taken_for_a_card_that_now_lies_hidden_and_nothing_sent_tells_where_it_lies() -> None:
    evening = TableEvening(is_creative=True)
    evening.sit(evening.idris)
    workshop = f"/decks/{evening.deck.slug}/"
    for number in range(1, 25):
        louder = {"title": f"Louder {number}", "kind": "thing", "sort": "members"}
        assert asked(evening, evening.ros, workshop, number, **louder).status_code == 204
    evening.begin()
    in_draw = evening.value().pieces[evening.value().zones["draw"][0]].card
    heard = []
    for number, status in ((in_hand(evening, 2), 409), (in_draw, 409), (in_hand(evening, 1), 204)):
        before = Stream.objects.get(pk=evening.table.stream_id).head
        drawn_on(evening, number)
        told = Entry.objects.filter(stream_id=evening.table.stream_id, seq__gt=before).values_list("kind", "body")
        heard.append([(kind, {**body, "proposal": 0}) for kind, body in told])
        idris = evening.idris.member(evening.deck.group).pk
        answer = evening.ros.post(f"{workshop}do/?verb=take-strokes&proposal={number}&member={idris}", headers=SCRIPT)
        assert answer.status_code == status, (number, answer.content)
        if status == 409:
            assert answer.json()["words"] == say(Refused("card.out_of_reach"))
    assert heard[0] == heard[1] == heard[2], "the table hears the same of each of them"


def test_a_package_is_out_of_reach_when_one_of_its_cards_is() -> None:
    game = TableFixture()
    member = game.member(1)
    mine, theirs = (game.value.pieces[game.hand(seat)[0]].card for seat in (1, 2))
    face = Face("Louder", "Thing")
    kinds: dict[str, Callable[[Ref, str], Change]] = {
        "amended": lambda ref, on: Amend(ref, on, face.digest),
        "repealed": Repeal,
        "counted anew": lambda ref, on: Recount(ref, on, 7),
        "on a side": lambda ref, on: Reside(ref, on, "north"),
    }
    for what, change in kinds.items():
        package = tuple(change(ref, game.t.article(ref).face_id) for ref in (Ref("card", mine), Ref("card", theirs)))
        with pytest.raises(Refused) as refused:
            decks.propose(game.t.deck.pk, by=member, key=None, changes=package, faces=[face])
        assert refused.value.code == "card.out_of_reach", what
    on = game.t.article(Ref("card", theirs)).face_id
    decks.propose(game.t.deck.pk, by=game.member(2), key=None, changes=(Repeal(Ref("card", theirs), on),))


def test_with_the_engine_rule_and_when_no_game_is_on_any_card_is_within_reach() -> None:
    game = TableFixture(any_card=True)
    theirs = Ref("card", game.value.pieces[game.hand(2)[0]].card)
    game.t.repeal("Ros", theirs)
    game = TableFixture(begun=False)
    game.t.repeal("Ros", Ref("card", 1))
    game = TableFixture()
    theirs = Ref("card", game.value.pieces[game.hand(2)[0]].card)
    for seat in (1, 2, 3):
        game.do(seat, "stand")
    game.t.repeal("Ros", theirs)


def test_what_waits_comes_to_the_mat_before_anything_is_dealt(creative: TableEvening) -> None:
    """A card asked about from one's own hand waits behind another vote, while nothing moves; then it is asked."""
    workshop = f"/decks/{creative.deck.slug}/"
    first, second = in_hand(creative, 1), in_hand(creative, 2)
    assert asked(creative, creative.ros, workshop, first, change="repeal").status_code == 204
    assert asked(creative, creative.idris, workshop, second, change="repeal").status_code == 204
    assert cards.Proposal.objects.get(deck=creative.deck, number=2).state == "queued"
    who, seat = creative.to_move()
    assert creative.act(who, "play", piece=creative.hand(seat)[0], confirmed="1").json()["code"] == "table.paused"
    row = cards.Proposal.objects.get(deck=creative.deck, number=1)
    address = f"{creative.home}vote/?proposal=1&wording={row.wording}&answer=for"
    assert creative.idris.post(address, headers=SCRIPT).status_code == 204
    assert creative.value().paused_by == 2 == last_proposal(creative).number
    assert vote(creative, creative.ros, "for").status_code == 204
    assert creative.value().paused_by is None


def test_a_table_does_not_wait_for_what_every_member_was_asked_for_want_of_company() -> None:
    """Alone in the workshop one's proposal goes to every member; a table opened then is not stopped for days."""
    evening = TableEvening(is_creative=True)
    assert evening.ros.post(f"{evening.home}remove/", headers=SCRIPT).status_code == 204
    evening.ros.get(f"/decks/{evening.deck.slug}/workshop/")
    goat = {"title": "Wandering Goat", "kind": "thing", "text": "It eats."}
    assert evening.ros.post(f"/decks/{evening.deck.slug}/write/", goat, headers=SCRIPT).status_code == 204
    assert last_proposal(evening).ballot_sort == "members"
    answer = evening.ros.post(f"/decks/{evening.deck.slug}/play/", {"version": "draft", "seats": "4"})
    evening.table = rows.Table.objects.get(code=answer["Location"].split("/")[2])
    assert evening.value().paused_by is None
