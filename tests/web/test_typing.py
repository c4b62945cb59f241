"""Lines typed at a table: the same actions as the buttons, and answers for whoever asked alone."""

from __future__ import annotations

from typing import Any

import pytest

from cards import actions as deck_actions
from cards import models as decks
from cards.face.face import Face
from cards.rules.deck import Ref
from play import actions
from play import models as rows
from play.storage import store
from play.table.state import Table
from play.verbs import commands as c
from studio.models import Entry
from tests.deeds import archive_version
from tests.markup import as_read
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db
SCRIPT = {"HTTP_X_CARTE": "1"}


class TypedTable:
    """Ros and Idris at a creative table of ten cards; Ros begins unless chance has it otherwise."""

    def __init__(self) -> None:
        self.ros, self.idris = Visitor("Ros"), Visitor("Idris", "192.0.2.2")
        self.deck = self.ros.start()
        by = self.ros.member(self.deck.group).pk
        faces = [Face(f"Card {n}", "Thing" if n % 2 else "Action", f"Text {n}.") for n in range(1, 13)]
        deck_actions.bring_in(
            self.deck.pk, by=by, key=None,
            articles=[(Ref("card", n), face, 1, "") for n, face in enumerate(faces, 1)],
        )  # fmt: skip
        self.idris.join(self.deck.group)
        self.row = actions.open_table(deck_id=self.deck.pk, person_id=self.ros.person_id or 0, version=None)
        actions.take_seat(self.row.pk, person_id=self.idris.person_id or 0, key=None)
        actions.act(self.row, c.Begin(1, confirmed=True), by=by, key=None)
        self.home = f"/tables/{self.row.code}/"
        for who in (self.ros, self.idris):  # both are here
            assert who.get(self.home).status_code == 200

    @property
    def value(self) -> Table:
        self.row.stream.refresh_from_db()
        return store.load(self.row, self.row.stream.head)

    def entries(self) -> int:
        return Entry.objects.filter(stream_id=self.row.stream_id).count()

    def type(self, who: Visitor, line: str, **more: Any) -> Any:
        given = {"line": line, "key": more.pop("key", "")} | more
        return who.post(f"{self.home}type/", given, **SCRIPT)

    def held(self, seat: int) -> list[int]:
        return [self.value.pieces[id].card for id in self.value.zones[f"hand.{seat}"]]


@pytest.fixture
def game() -> TypedTable:
    return TypedTable()


def test_a_line_is_the_same_move_as_its_button(game: TypedTable) -> None:
    before = game.held(1)
    answer = game.type(game.ros, f"discard {before[0]}")  # no more than the hand limit, whoever is to move
    assert answer.status_code == 200 and answer.json()["ask"]
    assert game.type(game.ros, "/drawcard", confirmed="1").status_code == 204
    assert len(game.held(1)) == len(before) + 1
    assert game.type(game.ros, f"discard! {before[0]}").status_code == 204
    assert before[0] not in game.held(1)


def test_what_is_asked_is_answered_in_private(game: TypedTable) -> None:
    before = game.entries()
    answer = game.type(game.ros, "viewhand")
    assert answer.json()["lines"][0] == "You hold 5 cards." and len(answer.json()["lines"]) == 6
    assert answer["Cache-Control"] == "private, no-store"
    hidden = next(n for n in range(1, 13) if n not in game.held(1))
    assert game.type(game.ros, f"readcard {hidden}").json()["lines"][0] == f"{hidden}. Card {hidden}"
    assert game.entries() == before


def test_another_hand_is_asked_for(game: TypedTable) -> None:
    assert game.type(game.ros, "viewhand idris").status_code == 204
    assert game.value.questions[0].about == "hand_look"


def test_drawvis_draws_and_shows_once_however_often_it_is_sent(game: TypedTable) -> None:
    seat = game.value.turn.seat
    who = game.ros if seat == 1 else game.idris
    for _ in range(2):
        assert game.type(who, "drawvis", key="abcdefghijklmnop").status_code == 204
    shown = [id for id in game.value.zones[f"hand.{seat}"] if game.value.pieces[id].known_to]
    assert len(game.held(seat)) == 6 and len(shown) == 1


def test_a_card_is_proposed_approved_and_taken_back_by_line(game: TypedTable) -> None:
    assert game.type(game.ros, "/newcard Goat/T/Eats and/or stays.").status_code == 204
    assert game.value.paused_by == 1
    assert "Goat" in game.type(game.idris, "viewvote").json()["lines"][0]
    assert game.type(game.idris, "repeal proposal 1").status_code == 403
    assert game.type(game.idris, "approve 1").status_code == 204
    face = decks.Article.objects.get(deck=game.deck, number=13).face.content
    assert face["title"] == "Goat" and face["text"] == "Eats and/or stays."
    assert game.type(game.ros, "newcard Frost/A/Cold.").status_code == 204
    assert "Type /repeal card 2" in game.type(game.ros, "repeal 2").json()["words"]
    assert game.type(game.ros, "repeal proposal 2").status_code == 204
    assert game.value.paused_by is None


def test_a_vote_needs_no_number_and_what_is_settled_is_said_to_be(game: TypedTable) -> None:
    assert game.type(game.ros, "approve").json()["words"].startswith("Nothing of the kind")
    assert game.type(game.ros, "/newcard Goat/T/Eats.").status_code == 204
    assert game.type(game.idris, "/approve").status_code == 204
    late = game.type(game.idris, "approve 1")
    assert (late.status_code, late.json()["words"]) == (409, "Proposal 1, Goat, is settled: it was accepted.")
    told = game.type(game.idris, "readcard proposal 1").json()["lines"]
    assert told == ["Proposal 1, Goat, was accepted.", "Thing", "Eats."]
    card = game.held(1)[0]
    assert game.type(game.ros, f"repeal card {card}").status_code == 204
    twice = game.type(game.ros, f"repeal card {card}")
    assert (twice.status_code, twice.json()["words"]) == (409, "That is before everybody already, as proposal 2.")
    assert game.type(game.ros, "withdraw").status_code == 204
    assert "was taken back" in game.type(game.ros, "withdraw 2").json()["words"]
    assert game.type(game.ros, "repropose 2").status_code == 204
    assert game.type(game.ros, "withdraw").status_code == 204
    before = game.value.seat(1)
    assert game.type(game.ros, "token Mud").status_code == game.type(game.ros, "undo").status_code == 204
    assert game.value.seat(1) == before


def test_amend_and_repeal_by_number(game: TypedTable) -> None:
    held, hidden = game.held(1)[0], next(n for n in range(1, 13) if n not in game.held(1))
    assert game.type(game.ros, f"amend {hidden}/Better//").status_code == 409
    assert game.type(game.ros, f"amend {held}/Better//").status_code == 204
    assert game.type(game.idris, "approve 1").status_code == 204
    changed = decks.Article.objects.get(deck=game.deck, number=held).face.content
    assert changed["title"] == "Better" and changed["text"].startswith("Text ")
    assert game.type(game.ros, f"repeal card {held}").status_code == 204
    assert game.type(game.idris, "against 2 it is needed").status_code == 204
    assert decks.Article.objects.get(deck=game.deck, number=held).in_force


def test_what_cannot_be_is_said_in_words(game: TypedTable) -> None:
    for line, status in (("zzz", 422), ("", 422), ("playcard 99", 404), ("x" * 9000, 422), ("approve 7", 404)):
        answer = game.type(game.ros, line)
        assert answer.status_code == status and answer.json()["words"].endswith(".")
    assert game.ros.post(f"{game.home}type/", {}, **SCRIPT).status_code == 422


def test_the_line_says_what_has_no_slash(game: TypedTable) -> None:
    assert game.ros.post(f"{game.home}type/", {"text": "Hm."}, **SCRIPT).status_code == 204
    assert Entry.objects.filter(stream_id=game.row.stream_id).latest("seq").body["text"] == "Hm."
    assert game.ros.post(f"{game.home}type/", {"text": " /count idris"}, **SCRIPT).json()["lines"] == [
        "Idris holds 5 cards."
    ]


def test_without_a_script_there_is_a_page(game: TypedTable) -> None:
    page = game.ros.get(f"{game.home}type/")
    assert page.status_code == 200 and 'name="text"' in as_read(page)
    answer = game.ros.post(f"{game.home}type/", {"text": "/help <b>"})
    assert answer.status_code == 422
    answer = game.ros.post(f"{game.home}type/", {"text": "/viewhand"})
    assert "You hold 5 cards." in as_read(answer)
    answer = game.ros.post(f"{game.home}type/", {"text": f"/discard {game.held(1)[0]}"})
    assert answer.status_code == 409 and 'name="confirmed" value="1"' in as_read(answer)
    assert game.ros.post(f"{game.home}type/", {"text": "/coin"}).status_code == 303


def test_completion_is_for_the_seat_that_asks(game: TypedTable) -> None:
    mine = game.ros.get(f"{game.home}complete/", {"line": "/playcard "}).json()["candidates"]
    assert {x["line"] for x in mine} == {f"/playcard {n}" for n in game.held(1)}
    theirs = game.idris.get(f"{game.home}complete/", {"line": "/playcard "}).json()["candidates"]
    assert {x["line"] for x in theirs} == {f"/playcard {n}" for n in game.held(2)}


def test_a_stranger_finds_no_creative_table(game: TypedTable) -> None:
    stranger = Visitor("Nell", "192.0.2.9")
    assert stranger.post(f"{game.home}type/", {"line": "viewall"}, **SCRIPT).status_code == 404
    assert stranger.get(f"{game.home}complete/", {"line": "/"}).status_code == 404


def test_whoever_watches_may_ask_and_not_act(game: TypedTable) -> None:
    archive_version(game.deck.pk, by=game.ros.member(game.deck.group).pk, key=None, name="First")
    type(game.deck).objects.filter(pk=game.deck.pk).update(visibility="unlisted")
    row: rows.Table = actions.open_table(deck_id=game.deck.pk, person_id=game.ros.person_id or 0, version=1)
    watcher, home = Visitor("Nell", "192.0.2.9"), f"/tables/{row.code}/type/"
    assert watcher.post(home, {"line": "viewall"}, **SCRIPT).json()["lines"][0] == "12 cards in the deck."
    assert watcher.post(home, {"line": "coin"}, **SCRIPT).status_code == 403
    assert game.ros.post(home, {"line": "newcard A/T/b"}, **SCRIPT).status_code == 409
