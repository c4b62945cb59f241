""" "Take everything kept about you" is everything: each relation to a person is in it, or is named here and why."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from cards import actions as decks
from cards import models as cards
from cards.actions.start import start_deck
from cards.face.face import Face
from cards.rules.deck import Details, Ref
from cards.storage.store import details_of
from cards.verbs.votes import Remark
from play.models import Table
from studio.models import Claim, Device, Knock, Lease, Member, Person, PushSubscription, RecoveryCode, Vouch
from studio.people.membership import seats_of
from studio.people.my_data import everything_about
from studio.people.unfinished import keep_writing
from tests.actions.of_somebody import relations
from tests.deck_fixture import DeckFixture
from tests.deeds import archive_version, edit_details
from tests.table_fixture import TableFixture
from tests.visitors import Visitor
from tests.web.table_evening import TableEvening

pytestmark = pytest.mark.django_db

# Every relation of a table to somebody, and under which name it is in the papers.
IN_THE_PAPERS = {
    "studio.Person.account": "account",
    "studio.Device.person": "devices",
    "studio.RecoveryCode.person": "recovery_code",
    "studio.PushSubscription.device": "told_by_browser",
    "studio.Member.person": "groups",
    "studio.Member.removed_by": "groups",
    "studio.Unfinished.person": "unfinished",
    "studio.Knock.person": "knocks",
    "studio.Knock.answered_by": "knocks_answered",
    "studio.Claim.newcomer": "claims",
    "studio.Claim.claimed": "claims",
    "studio.Claim.answered_by": "claims",
    "studio.Vouch.by": "vouched",
    "studio.Member.stand_in": "stands_in",
    "studio.Lease.member": "in_a_room_until",
    "studio.Entry.by": "minutes",  # of decks; of tables it is "tables"
    "cards.Article.by": "credits",
    "cards.Change.by": "changes",
    "cards.Proposal.by": "proposals_made",
    "cards.Wording.by": "proposals",
    "cards.Elector.member": "asked_to_vote",
    "cards.Vote.voter": "votes",
    "cards.BallotNotice.device": "votes_told_of",
    "cards.Remark.by": "remarks",
    "cards.Version.by": "versions_archived",
    "cards.PrintMemory.person": "printing_of_yours",
    "cards.KeptDeck.person": "decks_you_keep",
    "cards.KeptDrawing.by": "drawings",
    "cards.PictureUpload.by": "pictures",
    "cards.BatchCard.member": "first_batch",
    "cards.BatchMark.member": "first_batch_marks",
    "cards.Sketch.member": "drawn_on_cards",
    "play.Table.host": "tables",
    "play.SeatRow.member": "tables",
}
LEFT_OUT = {
    "studio.Member.merged_into": "which of one's own members a seat became: both are in the papers",
    "admin.LogEntry.user": "what the host did in the admin, which belongs to the site",
    "auth.User.groups": "rights in the admin, which only the host gives",
    "auth.User.user_permissions": "rights in the admin, which only the host gives",
}


def test_every_relation_to_a_person_is_in_their_papers_or_named_as_left_out() -> None:
    assert relations() == IN_THE_PAPERS.keys() | LEFT_OUT.keys()
    assert not IN_THE_PAPERS.keys() & LEFT_OUT.keys()


def everybody_did_everything() -> tuple[TableFixture, int]:
    """Ros did one of each thing that is kept; nothing in the tables is about nobody."""
    game = TableFixture()
    ros, idris = game.member(1), game.member(2)
    person = Person.objects.get(pk=game.person("Ros"))
    number = game.propose(1)
    for seat in (2, 3):
        game.vote(seat, number)
    decks.do(game.t.deck.pk, Remark(ros, proposal=number, text="Mind the slugs"), key=None)
    game.vote(1, game.propose(2, "Another goat"), "against", "Too many goats")
    archive_version(game.t.deck.pk, by=ros, key=None, name="Second")
    game.do(1, "say", text="Good evening")
    now = timezone.now()
    User.objects.create(username="ros", first_name="Ros", password="unguessable")  # noqa: S106
    Person.objects.filter(pk=person.pk).update(account=User.objects.get())
    device = Device.objects.create(person=person, secret_hash="h" * 64, label="Firefox on Linux", revoked_at=now)
    PushSubscription.objects.create(device=device, endpoint="https://push.example/1", p256dh="k", auth="a", at=now)
    wording = cards.Wording.objects.filter(proposal__deck=game.t.deck).first()
    cards.BallotNotice.objects.create(wording=wording, device=device, at=now)
    RecoveryCode.objects.create(person=person, code_hash="c" * 64)
    Knock.objects.create(stream=game.t.deck.stream, person=person, at=now, seen_at=now, answer="in", answered_by_id=ros)
    claim = Claim.objects.create(newcomer_id=ros, claimed_id=idris, at=now, answer="no", answered_by_id=ros)
    Vouch.objects.create(claim=claim, by_id=ros, at=now)
    Member.objects.filter(pk=idris).update(stand_in=person)
    cards.PrintMemory.objects.create(deck=game.t.deck, person=person, version=1, at=now)
    cards.KeptDeck.objects.create(deck=game.t.deck, person=person, seen=1, at=now)
    picture = cards.StoredPicture.objects.create(digest="e" * 64, width=20, height=20, size=1, wanted_at=now)
    cards.PictureUpload.objects.create(picture=picture, deck=game.t.deck, by_id=ros, at=now)
    cards.KeptDrawing.objects.create(face="d" * 64, deck=game.t.deck, by_id=ros, size=9_000, at=now)
    blank = cards.BatchCard.objects.create(
        deck=game.t.deck, batch=1, member_id=ros, slot=1, kind="card", face="f" * 64, content={}, at=now
    )
    cards.BatchMark.objects.create(card=blank, member_id=ros, mark="keep", at=now)
    cards.Sketch.objects.create(proposal=wording.proposal, member_id=ros, version=1, strokes=[], at=now)
    Lease.objects.update(until=now)
    keep_writing(person.pk, game.t.deck.stream_id, place="new", on=0, words={"title": "Half a Marrow"})
    return game, person.pk


def test_of_each_thing_that_is_kept_something_is_in_the_papers_of_who_did_it() -> None:
    game, ros = everybody_did_everything()
    papers = everything_about(ros)
    for relation, name in IN_THE_PAPERS.items():
        assert papers[name], f"{relation} should be in {name}"
    told = json.dumps(papers, ensure_ascii=False)
    for words in ("Mind the slugs", "Too many goats", "Good evening", "Wandering Goat", "Firefox on Linux"):
        assert words in told, words
    assert papers["tables"][0]["seats_now"] == [1] and len(papers["tables"][0]["sat_down"]) == 1
    for secret in ("h" * 64, "c" * 64, "unguessable"):
        assert secret not in told
    nobody = everything_about(Person.objects.create(name="Nobody").pk)
    assert not any(value for name, value in nobody.items() if name not in ("name", "colour", "seal", "here_since"))


def test_nothing_is_in_them_that_only_another_saw() -> None:
    """Idris draws, plays and passes the turn; whatever Ros' moves had done to his hand is not in hers."""
    game = TableEvening(cards_in=24).begin()
    for _ in range(4):
        who, seat = game.to_move()
        assert game.act(who, "draw", confirmed="1").status_code == 204
        piece = game.hand(seat)[0]
        assert game.act(who, "play", piece=piece, to=f"area.{seat}", confirmed="1").status_code == 204
        assert game.act(who, "end_turn", confirmed="1").status_code == 204
    hidden = {game.titles(seat)[n] for seat in (1, 2) for n in range(len(game.hand(seat)))}
    theirs: dict[str, Any] = {}
    for seat, who in ((1, game.ros), (2, game.idris)):
        answer = who.get("/you/my-papers.json")
        assert answer.status_code == 200
        theirs[who.name] = answer.json()
        others = hidden - set(game.titles(seat))
        told = json.dumps(answer.json()["tables"])
        assert others and not [title for title in others if title in told]
        assert "drew" in told
    assert theirs["Ros"]["tables"][0]["did"] != theirs["Idris"]["tables"][0]["did"]


def test_they_may_be_taken_a_few_times_a_minute() -> None:
    ros = Visitor("Ros")
    ros.start()
    answers = [ros.get("/you/my-papers.json").status_code for _ in range(7)]
    assert answers == [200] * 6 + [429]


def test_who_was_taken_out_is_told_nothing_of_what_came_after() -> None:
    """Permute everything after it: another title, another verdict, a card that comes in and goes, a version, a fork."""
    game = TableFixture()
    ros, idris = game.member(1), game.member(2)
    person, deck = game.person("Ros"), game.t.deck
    waits, lies = game.propose(1), game.propose(1, "Another goat")
    for seat in (2, 3):
        game.vote(seat, waits)
    decks.do(deck.pk, Remark(ros, proposal=lies, text="Mind the slugs"), key=None)
    game.t.leave("Ros")
    assert not seats_of(person).exists()

    def told() -> str:
        return json.dumps(everything_about(person), ensure_ascii=False, sort_keys=True)

    before, title = told(), deck.title
    assert title in before and deck.slug not in before and "Another goat" in before
    edit_details(deck.pk, by=idris, key=None, details=replace(details_of(deck), title="Secret of Later"))
    game.vote(2, lies)
    game.vote(3, lies)
    archive_version(deck.pk, by=idris, key=None, name="Later")
    cards.Deck.objects.filter(pk=deck.pk).update(visibility="public", licence="CC0-1.0")
    start_deck(
        member=DeckFixture("Maud").ids["Maud"], details=Details("Nobody's Business"),
        articles=[(Ref("card", 1), Face("Goat"), 1, "")], credits=[ros],
    )  # fmt: skip
    decks.do(deck.pk, Remark(idris, proposal=lies, text="Gone at last"), key=None)
    Table.objects.update(host=game.member(3))
    assert told() == before
    deck.refresh_from_db()
    assert "secret-of-later" in deck.slug and "Secret of Later" not in before
    mine = json.dumps(everything_about(game.person("Idris")))
    assert deck.slug in mine and "Secret of Later" in mine, "who is of the group has its address"
