"""Drafts and drawings have an end on the disk: for a person, a deck and the machine. It is said in words, and what was
written stays where it was written."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from cards import actions
from cards import models as rows
from cards.pictures import limits as picture_limits
from cards.pictures import shelf
from cards.rules import limits as deck_limits
from studio.kernel.refusals import Refused
from studio.models import Member, Person, Unfinished
from studio.people import limits, shared_room
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.workshop_evening import WorkshopEvening

pytestmark = pytest.mark.django_db
SCRIPTED = {"X-Carte": "1"}


def strokes(number: int, points: int = 400) -> str:
    """Some four bytes a number, and no two alike."""
    return json.dumps(
        [{"tool": "pen", "ink": "#1f2a4a", "points": [(number * 7 + n * 13) % 3000 for n in range(2 * points)]}]
    )


def been_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is new."""
    monkeypatch.setattr(shared_room, "NEWCOMER_DAYS", -1)


def keep(who: Visitor, home: str, place: str, words: dict[str, str], on: int = 0) -> Any:
    return who.put(f"{home}unfinished/?place={place}&on={on}", words, content_type="application/json", headers=SCRIPTED)


@pytest.mark.parametrize(
    ("ceiling", "code"),
    [("PERSON", "unfinished.person_full"), ("ROOM", "unfinished.room_full"), ("SITE", "unfinished.site_full")],
)
def test_drafts_have_an_end_and_what_is_there_stays(monkeypatch: pytest.MonkeyPatch, ceiling: str, code: str) -> None:
    evening = WorkshopEvening()
    been_here(monkeypatch)
    monkeypatch.setattr(limits, f"UNFINISHED_{ceiling}_BYTES_MAX", 10_000)
    words = {"title": "Marrow", "text": "x" * 3_900}
    assert [keep(evening.ros, evening.home, f"pocket.{n}", words).status_code for n in range(2)] == [200, 200]
    full = keep(evening.ros, evening.home, "new", words)
    assert full.status_code == 409 and full.json()["code"] == code and "this device" in full.json()["words"]
    kept = list(Unfinished.objects.order_by("pk").values_list("place", "words", "size"))
    assert [(place, one["text"], size > 3_900) for place, one, size in kept] == [
        ("pocket.0", "x" * 3_900, True), ("pocket.1", "x" * 3_900, True),
    ]  # fmt: skip
    assert keep(evening.ros, evening.home, "pocket.1", {"title": "Less"}, on=1).status_code == 200, "less is no more"
    assert keep(evening.ros, evening.home, "new", words).status_code == 200, "and makes room"
    other = keep(evening.idris, evening.home, "new", words)
    assert other.status_code == (200 if ceiling == "PERSON" else 409), "what one keeps fills nobody else's"


def test_one_persons_drafts_count_in_all_their_decks_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty in each deck, and another deck begun for sixty more, once took 41 MB in ten seconds."""
    evening = WorkshopEvening()
    another = f"/decks/{evening.ros.start('Lighthouse').slug}/"
    monkeypatch.setattr(limits, "UNFINISHED_PERSON_BYTES_MAX", 10_000)
    words = {"text": "x" * 6_000}
    assert keep(evening.ros, evening.home, "new", words).status_code == 200
    assert keep(evening.ros, another, "new", words).json()["code"] == "unfinished.person_full"


@pytest.mark.parametrize("ceiling", ["PERSON", "DECK", "SITE"])
def test_drawings_that_are_kept_for_good_have_an_end_and_the_card_comes_back(
    monkeypatch: pytest.MonkeyPatch, ceiling: str
) -> None:
    evening = WorkshopEvening()
    been_here(monkeypatch)
    assert evening.write(evening.ros, doodle=strokes(1)).status_code == 303
    weight = rows.KeptDrawing.objects.get().size
    assert 4_000 < weight < 12_000
    monkeypatch.setattr(deck_limits, f"DRAWINGS_{ceiling}_BYTES_MAX", 2 * weight - 10)
    entries = evening.deck.stream.entries.count()
    full = evening.write(evening.ros, doodle=strokes(2), title="Second Goat")
    assert full.status_code == 409 and "where you write" in as_read(full)
    assert "Second Goat" in as_read(full) and re.search(r"14, ?27, ?40, ?53", as_read(full)), "it comes back"
    assert rows.Face.objects.count() == 1 and evening.deck.stream.entries.count() == entries
    scripted = evening.ros.post(
        f"{evening.home}write/", {"title": "Second Goat", "kind": "thing", "doodle": strokes(2), "copies": "1"},
        headers=SCRIPTED,
    )  # fmt: skip
    assert scripted.json()["code"] == f"drawing.{ceiling.lower()}_full" and "doodle" in scripted.json()["fields"]
    assert evening.write(evening.ros, title="A Goat of Words").status_code == 303, "words always have room"
    assert evening.write(evening.ros, title="A Dot", doodle=strokes(3, 20)).status_code == 303, "and small drawings"
    other = evening.write(evening.idris, title="Another's", doodle=strokes(4))
    assert other.status_code == (303 if ceiling == "PERSON" else 409)


def test_the_same_drawing_takes_room_once_and_none_when_it_was_taken_down() -> None:
    evening = WorkshopEvening()
    assert evening.write(evening.ros, doodle=strokes(1)).status_code == 303
    assert evening.ros.post(f"{evening.home}do/?verb=withdraw&proposal=1").status_code == 303
    assert evening.ros.post(f"{evening.home}proposals/1/again/").status_code == 303
    assert rows.KeptDrawing.objects.count() == 1
    assert evening.vote(evening.idris, 2, "for").status_code == 204
    actions.take_down(rows.Article.objects.get().face_id, why="asked to")
    assert not rows.KeptDrawing.objects.exists()


@pytest.mark.parametrize("ceiling", ["PERSON", "DECK"])
def test_what_is_just_being_drawn_has_an_end(monkeypatch: pytest.MonkeyPatch, ceiling: str) -> None:
    evening = WorkshopEvening()
    for number in (1, 2):
        assert (
            evening.write(evening.ros, doodle=strokes(number), title=f"Goat {number}", sort="members").status_code
            == 303
        )

    def draw(number: int, drawn: str, on: int = 0) -> Any:
        address = f"{evening.home}proposals/{number}/drawing/begun/?on={on}"
        return evening.idris.put(address, drawn, content_type="application/json", headers=SCRIPTED)

    assert draw(1, strokes(3)).status_code == 200
    monkeypatch.setattr(deck_limits, f"SKETCHES_{ceiling}_BYTES_MAX", 9_000)
    full = draw(2, strokes(4))
    assert full.status_code == 409 and full.json()["code"] == f"sketch.{ceiling.lower()}_full"
    assert draw(1, strokes(3, 100), on=1).status_code == 200, "less is no more"
    assert draw(2, strokes(4)).status_code == 200


class BeenHere:
    """People who are known for longer than a week."""

    def filter(self, **_: Any) -> BeenHere:
        return self

    def exists(self) -> bool:
        return True


def test_however_many_names_somebody_has_who_waited_a_week_a_usual_hand_finds_room() -> None:
    """Sixty names, a week old, filled this machine for all."""
    most, each, taken = 4_000_000_000, 40_000_000, 0

    def is_full(own: int, more: int) -> bool:
        people: Any = BeenHere()
        return shared_room.is_full(taken, more, most, people, lambda _: 0, lambda: own)

    left = []
    for name in range(300):
        own = 0
        while own < each and not is_full(own, 500_000):
            own, taken = own + 500_000, taken + 500_000
        left.append(most - taken)
        assert not is_full(2_000_000 if name < 150 else 60_000, 40_000), f"after {name} names a card has no room"
    assert left[59] > most // 3 and left[-1] > 0
    taken = most // 2 - each
    assert not is_full(each - 500_000, 500_000), "while there is plenty nobody is counted"
    taken = most - 10_000
    assert not is_full(50_000, 9_000) and is_full(50_000, 11_000)


def test_however_many_newcomers_come_whoever_has_been_here_finds_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred strangers of one hour could have filled this machine for all."""
    evening = WorkshopEvening()
    week = timedelta(days=limits.NEWCOMER_DAYS, minutes=1)
    Person.objects.filter(name="Ros").update(created_at=timezone.now() - week)
    assert evening.write(evening.idris, doodle=strokes(1)).status_code == 303
    weight = rows.KeptDrawing.objects.get().size
    for where, name, most in (
        (limits, "UNFINISHED_SITE_BYTES_MAX", 20_000), (deck_limits, "DRAWINGS_SITE_BYTES_MAX", 3 * weight),
        (picture_limits, "SITE_BYTES_MAX", 20_000),
    ):  # fmt: skip
        monkeypatch.setattr(where, name, most)
    words = {"text": "x" * 6_000}
    kept = [keep(evening.idris, evening.home, f"pocket.{n}", words).status_code for n in range(2)]
    assert kept == [200, 409], "the half is theirs"
    assert evening.write(evening.idris, title="Second Goat", doodle=strokes(2)).status_code == 409
    assert evening.write(evening.idris, title="A Goat of Words").status_code == 303
    kept = [keep(evening.ros, evening.home, f"pocket.{n}", words).status_code for n in range(3)]
    assert kept == [200, 200, 409], "and all of it whoever has been here may fill"
    monkeypatch.setattr(limits, "UNFINISHED_SITE_BYTES_MAX", 60_000)
    kept = [keep(evening.ros, evening.home, f"pocket.{n}", words).status_code for n in range(2, 5)]
    kept += [keep(evening.idris, evening.home, f"pocket.{n}", words).status_code for n in range(2, 4)]
    assert kept == [200] * 4 + [409], "however much that is, half of what is left is for whoever comes"
    assert evening.write(evening.ros, title="Second Goat", doodle=strokes(2)).status_code == 303
    members = {name: Member.objects.get(person__name=name).pk for name in ("Ros", "Idris")}
    shelf.refuse_beyond(members["Ros"], evening.deck.pk, 12_000)
    with pytest.raises(Refused, match=r"picture\.site_full"):
        shelf.refuse_beyond(members["Idris"], evening.deck.pk, 12_000)
