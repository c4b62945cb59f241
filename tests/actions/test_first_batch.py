"""A first batch in rows and log: nothing of it is anywhere before its time, and everything adds up afterwards."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cards import actions
from cards import models as rows
from cards.actions.restore_deck import restore
from cards.face.face import Face
from cards.files.listing_of_deck import history_of, listing_of, with_history
from cards.formats import own_json
from cards.my_data import papers_of
from cards.rules.deck import DeleteDeck, Ref
from cards.storage import whole
from cards.storage.audit import disagreements
from cards.verbs.batch import PickUp, PutDown
from studio.kernel.codec import to_plain
from studio.kernel.refusals import Refused
from studio.models import Entry, RequestKey
from tests.deck_fixture import DeckFixture

pytestmark = pytest.mark.django_db

CANARY = Face("Canary of Idris", "Thing — Cage bird", "Sings before anybody else.")


def settled(t: DeckFixture) -> None:
    """Rows, log and what this process knows tell one deck."""
    assert t.folded() == t.value()
    assert list(disagreements(t.deck)) == []


def everything_but_the_secret_rows() -> str:
    entries = [*Entry.objects.values_list("kind", "body"), *RequestKey.objects.values_list("key", "result")]
    faces = list(rows.Face.objects.values_list("digest", "content"))
    return json.dumps([entries, faces, list(rows.Deck.objects.values())], default=str)


def test_a_batch_leaves_ordinary_proposals_votes_and_cards_behind() -> None:
    t = DeckFixture("Ros", "Idris", "Maud")
    t.begin_batch()
    settled(t)
    t.everybody_writes()
    settled(t)
    assert t.turn_over("Maud") == 6
    settled(t)
    t.mark_all("Ros")
    t.mark_all("Idris", talk=(2, 5))
    settled(t)
    t.mark_all("Maud", talk=(5,))
    settled(t)
    assert t.value().batch is None and rows.Article.objects.filter(deck=t.deck, in_force=True).count() == 4
    for article in rows.Article.objects.filter(deck=t.deck).select_related("face"):
        assert article.by_id == t.ids[article.face.content["title"].split()[0]]
        assert rows.Vote.objects.filter(wording__proposal__number=article.proposal, answer="for").count() == 3
    line = rows.Proposal.objects.filter(deck=t.deck, state__in=("open", "queued")).order_by("number")
    places = [rows.BatchCard.objects.get(proposal=row.number).place for row in line]
    assert places == [2, 5]  # most keeps first


def test_before_the_turn_over_a_card_stands_in_its_own_row_and_nowhere_else() -> None:
    t = DeckFixture("Ros", "Idris")
    t.begin_batch()
    t.put_down("Idris", 1, CANARY)
    assert rows.BatchCard.objects.get().content["title"] == CANARY.title
    words = (CANARY.title, CANARY.text, "Cage bird", CANARY.digest)
    told = everything_but_the_secret_rows() + json.dumps(to_plain(history_of(t.deck), tagged=True))
    told += json.dumps(papers_of((t.ids["Ros"],), 0), default=str)
    assert [word for word in words if word in told] == []
    assert CANARY.title in json.dumps(papers_of((t.ids["Idris"],), 0), default=str)  # it is theirs


def test_whose_a_card_is_stands_in_no_log_until_it_is_swept_and_nobodys_marks_ever_alone() -> None:
    t = DeckFixture("Ros", "Idris")
    t.begin_batch()
    t.everybody_writes()
    t.turn_over()
    t.mark_all("Ros", talk=(1,))
    turned = Entry.objects.get(kind="BatchTurnedOver").body
    assert set(turned) == {"number", "by", "cards", "sweepers"}
    assert all(set(card) <= {"kind", "face", "copies", "side"} for card in turned["cards"])
    assert {
        tuple(sorted(body)) for body in Entry.objects.filter(kind="BatchLookedAt").values_list("body", flat=True)
    } == {("by", "cards", "number")}


def test_what_is_picked_up_is_not_laid_out_and_stays_its_writers() -> None:
    t = DeckFixture("Ros", "Idris")
    t.begin_batch()
    t.put_down("Ros", 1, CANARY)
    t.put_down("Ros", 2, Face("Gnome"))
    actions.do(t.deck.pk, PickUp(by=t.ids["Ros"], batch=1, slot=1), key=None)
    settled(t)
    t.leave("Idris")
    with pytest.raises(Refused, match="batch.not_yet"):
        t.turn_over()
    t.put_down("Ros", 1, Face("Gnome king"))
    assert t.turn_over() == 2 and not rows.Face.objects.filter(digest=CANARY.digest).exists()


def test_a_history_that_goes_elsewhere_takes_no_secret_along_and_ends_what_was_under_way() -> None:
    t = DeckFixture("Ros", "Idris")
    t.begin_batch()
    t.put_down("Idris", 1, CANARY)
    for then in (lambda: None, lambda: (t.everybody_writes(), t.turn_over(), t.mark_all("Ros"))):
        then()
        text = own_json.write(with_history(t.deck, listing_of(t.deck))).text
        deck = restore(own_json.read(text).listing).deck
        assert whole.load(deck).batch is None and not rows.BatchCard.objects.filter(deck=deck).exists()
        assert list(disagreements(deck)) == []


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ({"is_down": False}, "other cards are down"), ({"face": "0" * 64}, "other cards lie open"),
        ({"place": None}, "other cards lie open"),
    ],
)  # fmt: skip
def test_rows_that_are_not_what_the_log_counts_are_found(harm: dict[str, Any], said: str) -> None:
    t = DeckFixture("Ros", "Idris")
    t.begin_batch()
    t.everybody_writes()
    t.turn_over()
    t.mark_all("Ros", but=(2,))
    settled(t)
    first = rows.BatchCard.objects.filter(place=1)
    first.update(**harm)
    assert any(said in what for what in disagreements(t.deck))
    assert all("Ros" not in what and "Idris" not in what for what in disagreements(t.deck))


def test_over_days_who_was_never_here_writes_and_sweeps_too() -> None:
    t = DeckFixture("Ros", "Idris")
    t.join("Maud")
    t.begin_batch(is_over_days=True)
    t.everybody_writes()
    assert t.turn_over() == 6
    for name in ("Ros", "Idris"):
        t.mark_all(name)
    assert t.value().batch is not None, "whoever is not here is asked as well"
    t.mark_all("Maud")
    settled(t)
    assert rows.Article.objects.filter(deck=t.deck, in_force=True).count() == 6


def test_a_deck_that_is_put_away_in_mid_batch_takes_the_batch_along_and_tells_nothing_of_it() -> None:
    t = DeckFixture("Ros", "Idris")
    t.begin_batch()
    t.put_down("Idris", 1, CANARY)
    actions.propose(t.deck.pk, by=t.ids["Ros"], key=None, changes=(DeleteDeck("Allotment Wars"),), sort="members")
    t.all_vote(t.value().last_proposal)
    settled(t)
    assert t.value().deleted and CANARY.title not in everything_but_the_secret_rows()
    for do in (lambda: t.put_down("Ros", 1, Face("Slug")), t.turn_over):
        with pytest.raises(Refused) as refused:
            do()
        assert refused.value.code == "deck.deleted"
    assert CANARY.title in json.dumps(papers_of((t.ids["Idris"],), 0), default=str), "it is theirs still"


def test_put_down_again_with_the_same_key_counts_once() -> None:
    t = DeckFixture("Ros", "Idris")
    t.begin_batch()
    for _ in range(2):
        actions.do(t.deck.pk, PutDown(t.ids["Ros"], 1, 1, "card", CANARY.digest), key="a" * 18, faces=[CANARY])
    batch = t.value().batch
    assert batch is not None and batch.down == 1
    settled(t)


def test_words_taken_down_while_they_lie_are_gone_from_the_batch_as_well() -> None:
    t = DeckFixture("Ros", "Idris")
    t.begin_batch()
    t.put_down("Idris", 1, CANARY)
    t.everybody_writes()
    t.turn_over()
    actions.take_down(CANARY.digest, why="")
    assert CANARY.title not in json.dumps(list(rows.BatchCard.objects.values_list("content", flat=True)))
    t.mark_all("Ros")
    t.mark_all("Idris")
    assert t.article(Ref("card", 4)) and t.value().batch is None
    settled(t)
