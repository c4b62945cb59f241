"""Drawing together, as pages: who is offered the pad, what a post of strokes comes to, and the writer's two answers."""

from __future__ import annotations

import json
import re

import pytest
from django.http import HttpResponse
from django.test import Client

from cards import models as rows
from cards.actions.restore_deck import restore
from cards.formats import own_json
from cards.rules.limits import DOODLE_CHARACTERS_MAX, SKETCHES_SHOWN
from cards.storage.audit import every_deck
from studio import actions as people
from studio.models import Entry
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.workshop_evening import WorkshopEvening

pytestmark = pytest.mark.django_db
LINE = [{"tool": "pen", "ink": "#1f2a4a", "points": [100, 100, 2000, 900]}]
ARC = [{"tool": "felt", "ink": "#b02a4c", "points": [900, 900, 1500, 200]}]
SCRIPTED = {"X-Carte": "1"}


class Drawn(WorkshopEvening):
    """Ros has put a goat to the table, with one line of a drawing."""

    def __init__(self, third: Visitor | None = None) -> None:
        super().__init__()
        if third is not None:
            third.join(self.deck.group)
            third.get(f"{self.home}workshop/")
        assert self.write(self.ros, doodle=json.dumps(LINE)).status_code == 303
        self.own = f"{self.home}proposals/1/"

    def suggest(self, who: Client, strokes: object = ARC, wording: int = 1, **more: str) -> HttpResponse:
        typed = strokes if isinstance(strokes, str) else json.dumps(strokes)
        return who.post(f"{self.own}drawing/", {"doodle": typed, "wording": str(wording), **more})

    def answer(self, who: Client, what: str, **more: str) -> HttpResponse:
        member = self.idris.member(self.deck.group).pk
        return who.post(f"{self.own}drawing/{member}/{what}/", more, headers=SCRIPTED)

    def doodle(self) -> list[list[int]]:
        wording = rows.Wording.objects.filter(proposal__number=1).last()
        assert wording is not None
        face = rows.Face.objects.get(digest=wording.changes[0]["face"])
        return [stroke["points"] for stroke in face.content["doodle"]]

    def votes(self) -> list[int]:
        wording = rows.Wording.objects.filter(proposal__number=1).last()
        return list(rows.Vote.objects.filter(wording=wording).values_list("voter_id", flat=True))


def test_what_another_draws_is_seen_by_the_writer_and_taken_with_one_press() -> None:
    evening = Drawn()
    offer, page = evening.idris.get(evening.own), evening.idris.get(f"{evening.own}drawing/")
    assert "Draw on it" in as_read(offer) and "Draw on it" not in as_read(evening.ros.get(evening.own))
    assert "pad-under" in page.content.decode() and "Wandering Goat" in as_read(page)
    assert evening.suggest(evening.idris).status_code == 303
    assert "data-voting" in page.content.decode() and 'id="r-ballot"' in page.content.decode(), (
        "the vote stays beside it"
    )
    maud = Visitor("Maud")
    maud.join(evening.deck.group)
    for who in (evening.idris, maud):
        lying = as_read(who.get(f"{evening.home}workshop/"))
        assert "Idris drew on it" in lying and "take-strokes" not in lying, "all see it, one takes it"
    assert "What you drew lies before Ros" in as_read(evening.idris.get(evening.own))
    for room in (evening.own, f"{evening.home}workshop/"):
        seen = as_read(evening.ros.get(room))
        assert "Idris drew on it" in seen and "the votes start again" in seen and "Take it" in seen
    assert evening.answer(evening.ros, "take").status_code == 204
    assert evening.doodle() == [LINE[0]["points"], ARC[0]["points"]]
    # C14: who took it and who gave it are in favour
    assert evening.votes() == [who.member(evening.deck.group).pk for who in (evening.ros, evening.idris)]
    assert evening.state(1) == "accepted", "that was all who were asked"
    assert "leave-strokes" not in as_read(evening.ros.get(evening.own))
    for page in (evening.own, f"{evening.home}cards/1/"):
        assert "Idris drew on it too." in as_read(evening.ros.get(page)), page
    assert list(every_deck()) == []


def test_whose_strokes_were_taken_stands_at_the_foot_while_they_are_on_the_card() -> None:
    evening = Drawn(Visitor("Maud"))
    evening.suggest(evening.idris)
    assert "Ros and Idris" not in as_read(evening.ros.get(evening.own)), "it is not taken yet"
    evening.answer(evening.ros, "take")
    evening.write(evening.ros, reword="1", wording="2", text="Kept.", doodle=json.dumps([*LINE, *ARC]))
    assert "Ros and Idris" in as_read(evening.ros.get(evening.own)), "other words, the same drawing"
    evening.write(evening.ros, reword="1", wording="3", text="Kept.", doodle=json.dumps(LINE))
    rubbed_out = as_read(evening.ros.get(evening.own))
    assert "Idris drew on it too" not in rubbed_out


def test_what_is_left_changes_nothing_and_another_may_be_drawn() -> None:
    evening = Drawn()
    evening.suggest(evening.idris)
    plain = evening.ros.post(f"{evening.own}drawing/{evening.idris.member(evening.deck.group).pk}/leave/")
    assert plain.status_code == 303
    assert evening.doodle() == [LINE[0]["points"]] and evening.state(1) == "open"
    assert evening.answer(evening.ros, "leave").json()["code"] == "suggestion.none"  # type: ignore[attr-defined]
    assert evening.suggest(evening.idris).status_code == 303
    assert list(every_deck()) == []


def test_a_stranger_the_writer_and_an_old_wording_add_nothing() -> None:
    evening = Drawn()
    before = Entry.objects.count()
    assert evening.suggest(Visitor("Nobody")).status_code == 404
    assert evening.suggest(evening.ros).status_code == 409
    assert evening.ros.get(f"{evening.own}drawing/").status_code == 409
    assert evening.suggest(evening.idris, wording=7).status_code == 409
    assert evening.idris.get(f"{evening.home}proposals/9/drawing/").status_code == 404
    evening.write(evening.ros, reword="1", wording="1", text="It stays.", doodle=json.dumps(LINE))
    assert rows.Proposal.objects.get(number=1).wording == 2, "it was reworded meanwhile"
    told = evening.suggest(evening.idris, wording=1)
    assert told.status_code == 409 and json.dumps(ARC).replace('"', "&quot;") in told.content.decode()
    assert evening.answer(evening.idris, "take").status_code == 403
    assert not Entry.objects.filter(kind__startswith="Strokes").exists() and Entry.objects.count() > before


@pytest.mark.parametrize(
    "typed",
    [
        "", "[]", "{", "null", "[[]]", '[{"tool": "axe", "ink": "#000000", "points": [1, 1]}]', "[" * 5000,
        '[{"tool": "pen", "ink": "#000000", "points": [1e999, 1]}]', "x" * (DOODLE_CHARACTERS_MAX + 5),
        json.dumps(LINE * 2001), json.dumps([{**LINE[0], "points": [99_999, 1]}]), '[{"tool": "\u0000"}]',
    ],
)  # fmt: skip
def test_what_is_no_drawing_is_refused_in_words_and_leaves_nothing(typed: str) -> None:
    evening = Drawn()
    faces = rows.Face.objects.count()
    answer = evening.suggest(evening.idris, typed)
    assert 400 <= answer.status_code < 500 and 'role="alert"' in answer.content.decode()
    assert not Entry.objects.filter(kind="StrokesSuggested").exists() and rows.Face.objects.count() == faces


def test_two_presses_are_one() -> None:
    evening = Drawn()
    for _ in range(2):
        assert evening.suggest(evening.idris, key="one-and-the-same").status_code == 303
    assert evening.suggest(evening.idris).status_code == 303  # the same again, from a page that was open
    assert evening.suggest(evening.idris, LINE).status_code == 409
    for _ in range(2):
        assert evening.answer(evening.ros, "take", key="one-and-the-same-too").status_code == 204
    assert Entry.objects.filter(kind="StrokesSuggested").count() == 1
    assert Entry.objects.filter(kind="ProposalReworded").count() == 1


def test_a_history_with_drawings_comes_back_as_it_was() -> None:
    evening = Drawn()
    evening.suggest(evening.idris)
    evening.answer(evening.ros, "take")
    evening.write(evening.ros, title="Second Goat", doodle=json.dumps(LINE))
    evening.own = f"{evening.home}proposals/2/"
    assert evening.suggest(evening.idris, ARC).status_code == 303
    file = evening.ros.get(f"{evening.home}export.json?history=1").content.decode()
    back = restore(own_json.read(file).listing).deck
    waiting = rows.Proposal.objects.get(deck=back, number=2).suggestions
    assert (
        len(waiting) == 1
        and waiting[0]["by"] != rows.Proposal.objects.get(deck=evening.deck, number=2).suggestions[0]["by"]
    )
    assert list(every_deck()) == []


class Sketching(Drawn):
    """Idris draws on the goat, and has laid nothing down yet."""

    def tell(self, who: Visitor, strokes: object = ARC, on: int = 0) -> HttpResponse:
        body = strokes if isinstance(strokes, str) else json.dumps(strokes)
        return who.put(f"{self.own}drawing/begun/?on={on}", body, content_type="text/plain", headers=SCRIPTED)

    def begun(self, who: Visitor) -> object:
        return who.get(f"{self.own}drawing/begun/").json()

    def seen(self, who: Visitor) -> str:
        return who.get(f"{self.home}workshop/").content.decode()


def test_all_see_what_is_drawn_while_it_is_drawn_and_no_log_has_it() -> None:
    evening = Sketching(Visitor("Maud"))
    before = Entry.objects.count()
    assert evening.tell(evening.idris).json() == {"version": 1}
    assert evening.tell(evening.idris, [*ARC, *LINE], on=1).json() == {"version": 2}
    for who, room in ((evening.ros, "workshop/"), (evening.idris, "workshop/"), (evening.ros, "proposals/1/")):
        page = who.get(evening.home + room).content.decode()
        assert "Idris draws" in page and page.count('class="ghost m-') == 1, room
        assert "take-strokes" not in page, "it is laid before nobody yet"
    assert Entry.objects.count() == before and evening.doodle() == [LINE[0]["points"]]
    file = evening.ros.get(f"{evening.home}export.json?history=1").content.decode()
    assert "StrokesSuggested" not in file and not re.search(r"\b1500\b", file), "and a moment may hold any figures"
    pad = evening.idris.get(f"{evening.own}drawing/", headers=SCRIPTED).content.decode()
    assert pad.lstrip().startswith("<form") and 'data-version="2"' in pad and "[900,900,1500,200]" in pad
    assert evening.suggest(evening.idris, [*ARC, *LINE]).status_code == 303
    assert not rows.Sketch.objects.exists(), "it lies before the writer now"
    assert "Idris drew" in evening.seen(evening.ros) and "Idris draws" not in evening.seen(evening.ros)
    told = evening.tell(evening.idris, ARC, on=2)
    assert told.status_code == 409 and told.json()["code"] == "suggestion.one"
    assert list(every_deck()) == []


def test_two_tabs_of_one_person_write_over_nothing() -> None:
    evening = Sketching()
    assert evening.tell(evening.idris, ARC).json() == {"version": 1}
    assert evening.tell(evening.idris, ARC).json() == {"version": 1}, "the same, sent twice"
    late = evening.tell(evening.idris, LINE)
    assert late.status_code == 409 and late.json()["code"] == "unfinished.newer"
    assert evening.begun(evening.idris) == {"version": 1, "doodle": json.dumps(ARC, separators=(",", ":"))}
    assert evening.idris.delete(f"{evening.own}drawing/begun/", headers=SCRIPTED).status_code == 204
    assert evening.begun(evening.idris) == {"version": 0, "doodle": ""} and "ghost m-" not in evening.seen(evening.ros)
    assert evening.idris.delete(f"{evening.own}drawing/begun/", headers=SCRIPTED).status_code == 204


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("{", "face.doodle_unreadable"), ("null", "face.doodle_unreadable"), ("[" * 5000, "face.doodle_unreadable"),
        ("x" * (DOODLE_CHARACTERS_MAX + 5), "face.doodle_unreadable"), ("\udcff", "face.doodle_unreadable"),
        (json.dumps(LINE * 2001), "face.doodle_large"), (json.dumps(LINE * 2000), "face.doodle_large"),
        (json.dumps([{**LINE[0], "points": [99_999, 1]}]), "face.doodle_unreadable"),
    ],
)  # fmt: skip
def test_what_is_no_drawing_is_shown_to_nobody(typed: str, code: str) -> None:
    evening = Sketching()
    told = evening.tell(evening.idris, typed.encode("utf-8", "surrogatepass").decode("latin1"))
    assert 400 <= told.status_code < 500 and told.json()["code"] == code
    assert not rows.Sketch.objects.exists()


def test_only_another_member_draws_on_what_is_open_and_only_their_own() -> None:
    evening = Sketching()
    assert evening.tell(Visitor("Nobody")).status_code == 404
    assert evening.tell(evening.ros).json()["code"] == "suggestion.own"
    assert evening.idris.put(f"{evening.home}proposals/9/drawing/begun/?on=0", "[]").status_code == 404
    for on in ("", "-1", "x", "9" * 30):
        address = f"{evening.own}drawing/begun/?on={on}"
        assert evening.idris.put(address, "[]", headers=SCRIPTED).status_code == 422, on
    assert evening.tell(evening.idris).status_code == 200
    assert evening.begun(evening.ros) == {"version": 0, "doodle": ""}
    evening.ros.post(f"{evening.own}withdraw/", headers=SCRIPTED)
    told = evening.tell(evening.idris, [*ARC, *LINE], on=1)
    assert told.status_code == 409 and told.json()["code"] == "proposal.closed"
    assert "ghost m-" not in evening.seen(evening.ros) and 'data-number="0"' in evening.seen(evening.idris)
    assert evening.begun(evening.idris) == {"version": 1, "doodle": json.dumps(ARC, separators=(",", ":"))}, "kept"
    for _ in range(2):
        pocket = evening.idris.get(f"{evening.home}unfinished/?place=new").content.decode()
        assert pocket.count("pocket.drawing-1") == 1 and "Wandering Goat" in pocket and "[900,900,1500,200]" in pocket
    assert not rows.Sketch.objects.exists(), "it lies where they write, as a card of their own"


def test_whoever_left_draws_no_longer_and_of_a_crowd_the_last_are_shown() -> None:
    evening = Sketching()
    crowd = [Visitor(f"Guest {n}") for n in range(SKETCHES_SHOWN + 1)]
    for n, who in enumerate((evening.idris, *crowd)):
        who.join(evening.deck.group)
        assert evening.tell(who, [{**ARC[0], "points": [10 * n, 10, 900, 900]}]).status_code == 200
    page = evening.seen(evening.ros)
    assert page.count('class="ghost m-') == SKETCHES_SHOWN and "Idris draws" not in page
    last = crowd[-1].member(evening.deck.group)
    assert f'id="ghost-{last.pk}"' in page
    people.leave(member_id=last.pk)
    assert f'id="ghost-{last.pk}"' not in evening.seen(evening.ros)
