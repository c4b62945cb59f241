"""What somebody is writing: kept for them alone, by place and version, and gone when it should be."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse

from cards import models as rows
from cards.queries.deck_view import DeckView
from studio.live.catch_up import Audience, Position, Wanted, draw_for
from studio.live.regions import PAGES
from studio.models import Entry, Unfinished
from studio.people.limits import POCKET_MAX, UNFINISHED_BYTES_MAX, UNFINISHED_MAX, UNFINISHED_PACE
from tests.visitors import Visitor
from tests.web.workshop_evening import GOAT, WorkshopEvening

pytestmark = pytest.mark.django_db

CANARY = "Quailwhistle"
WRITTEN = {"title": CANARY, "text": "It hums."}


@pytest.fixture
def evening() -> WorkshopEvening:
    return WorkshopEvening()


def put(evening: WorkshopEvening, who: Visitor, words: Any, *, on: Any = 0, place: str = "new") -> HttpResponse:
    address = f"{evening.home}unfinished/?place={place}&on={on}"
    return who.put(address, json.dumps(words), content_type="application/json", headers={"X-Carte": "1"})


def look(evening: WorkshopEvening, who: Visitor, place: str = "new", instead: str = "") -> HttpResponse:
    return who.get(f"{evening.home}unfinished/?place={place}&instead={instead}")


def throw(evening: WorkshopEvening, who: Visitor, place: str = "new") -> HttpResponse:
    return who.delete(f"{evening.home}unfinished/?place={place}")


def test_what_is_written_down_on_one_device_is_there_on_the_next(evening: WorkshopEvening) -> None:
    strokes = json.dumps([["pen", "#000000", 0, list(range(400))]])
    everything = {**WRITTEN, "doodle": strokes, "picture": "e" * 64, "gap": "3", "sort": True, "e_limit-0-in": "6"}
    assert put(evening, evening.ros, everything).json() == {"version": 1}
    told = look(evening, evening.ros).content.decode()
    assert CANARY in told and 'data-version="1"' in told and "Restore what you were writing" in told
    assert Unfinished.objects.get().words == everything


def test_an_old_tab_writes_over_nothing_newer(evening: WorkshopEvening) -> None:
    assert put(evening, evening.ros, WRITTEN).json() == {"version": 1}
    assert put(evening, evening.ros, {**WRITTEN, "text": "It sings."}, on=1).json() == {"version": 2}
    late = put(evening, evening.ros, {"title": "Old"}, on=1)
    assert late.status_code == 409 and late.json()["code"] == "unfinished.newer"
    assert Unfinished.objects.get().words["text"] == "It sings."
    again = put(evening, evening.ros, {**WRITTEN, "text": "It sings."}, on=1)
    assert again.json() == {"version": 2}, "an answer that was lost is told again"


def test_nobody_else_finds_what_somebody_writes(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)  # something to look at
    put(evening, evening.ros, WRITTEN)
    for place in ("new", "pocket.1"):
        assert CANARY not in look(evening, evening.idris, place).content.decode()
    assert throw(evening, evening.idris).status_code == 204
    stranger = Visitor("Nobody")
    for answer in (look(evening, stranger), put(evening, stranger, WRITTEN), throw(evening, stranger)):
        assert answer.status_code == 404
    number = rows.Proposal.objects.get().number
    for address in (
        "", "workshop/", "workshop/?since=0", "drawer/", "minutes/", "write/", f"proposals/{number}/", "details/",
        "export.json?history=1", "unfinished/?place=new",
    ):  # fmt: skip
        seen = evening.idris.get(f"{evening.home}{address}")
        assert seen.status_code == 200 and CANARY.encode() not in seen.content, address
    assert CANARY.encode() not in evening.idris.get("/you/my-papers.json").content
    assert CANARY.encode() in evening.ros.get("/you/my-papers.json").content
    assert CANARY not in json.dumps(list(Entry.objects.values_list("body", flat=True)))
    assert Unfinished.objects.get().words == WRITTEN


def test_nobody_is_sent_anything_of_it_nor_told_that_it_was_kept(
    evening: WorkshopEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.write(evening.ros)
    idris = evening.idris.member(evening.deck.group).pk
    names = [name for name in PAGES if PAGES[name].view is DeckView and not PAGES[name].numbered]
    wanted = [Wanted(Audience(name, None, "member"), frozenset({Position(0, idris)})) for name in names]

    def frames() -> list[str]:
        return [json.dumps([*one.shared.values(), *one.mine.values()]) for one in draw_for(stream, wanted)]

    stream = evening.deck.stream_id
    told: list[object] = []
    monkeypatch.setattr("studio.live.bus.send_once", told.append)
    before = frames()
    assert put(evening, evening.ros, WRITTEN).status_code == 200
    assert frames() == before and CANARY not in "".join(before) and told == []


@pytest.mark.usefixtures("one_instant")
def test_a_flood_of_writings_is_refused_and_writes_nothing_over(evening: WorkshopEvening) -> None:
    codes = [put(evening, evening.ros, {"title": f"{n}"}, on=n).status_code for n in range(UNFINISHED_PACE.burst + 3)]
    assert codes == [200] * UNFINISHED_PACE.burst + [429] * 3
    assert Unfinished.objects.get().words == {"title": f"{UNFINISHED_PACE.burst - 1}"}
    assert put(evening, evening.idris, WRITTEN).status_code == 200, "it is nobody else's"


def test_a_card_that_was_put_to_the_table_is_written_no_more(evening: WorkshopEvening) -> None:
    put(evening, evening.ros, WRITTEN)
    put(evening, evening.ros, {"title": "Another"}, place="pocket.1")
    evening.write(evening.ros)
    assert [one.place for one in Unfinished.objects.all()] == ["pocket.1"]
    assert "Another" in look(evening, evening.ros).content.decode()


def test_what_another_tab_wrote_since_stays_when_a_card_is_put_or_thrown_away(evening: WorkshopEvening) -> None:
    """Each tab tells which version it has seen; what lies there in a later one is not its own."""
    put(evening, evening.ros, WRITTEN)
    put(evening, evening.ros, {"title": "Of the other tab"}, on=1)
    evening.write(evening.ros, unfinished="1")
    address = f"{evening.home}unfinished/?place=new&on="
    assert evening.ros.delete(f"{address}1").status_code == 204
    assert Unfinished.objects.get().words == {"title": "Of the other tab"}
    assert evening.ros.delete(f"{address}2").status_code == 204
    assert not Unfinished.objects.exists()


def test_what_is_taken_back_lies_where_one_writes(evening: WorkshopEvening) -> None:
    """A card by its words; what was only asked for, as a repeal, has none to write on."""
    evening.write(evening.ros)
    address = f"{evening.home}do/?verb=withdraw&proposal=1"
    told = evening.ros.post(address, headers={"X-Carte": "1"})
    assert told["X-Carte-Go"] == f"{evening.home}workshop/?adjust=1#write"
    page = evening.ros.get(told["X-Carte-Go"].split("#")[0]).content.decode()
    assert 'data-compose="adjust.1"' in page and GOAT["text"] in page
    evening.write(evening.ros)
    assert evening.ros.post(f"{evening.home}do/?verb=withdraw&proposal=2")["Location"].endswith(
        "workshop/?adjust=2#write"
    )
    evening.write(evening.ros)
    evening.vote(evening.idris, 3, "for")
    on = rows.Article.objects.get().face_id
    evening.ros.post(f"{evening.home}write/", {"article": "card-1", "change": "repeal", "on": on})
    told = evening.ros.post(f"{evening.home}do/?verb=withdraw&proposal=4", headers={"X-Carte": "1"})
    assert told.status_code == 204 and "X-Carte-Go" not in told


def test_one_whose_card_was_amended_meanwhile_says_so_and_goes_on_with_what_stands(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    was = rows.Article.objects.get().face_id
    put(evening, evening.ros, WRITTEN, place=f"amend.card-1.{was[:12]}")
    evening.write(evening.idris, article="card-1", change="amend", on=was, text="It moves to **the next** player.")
    evening.vote(evening.ros, 2, "for")
    told = look(evening, evening.ros).content.decode()
    assert "Its words have changed meanwhile." in told and CANARY in told
    page = evening.ros.get(f"{evening.home}write/?article=card-1&change=amend&begun=amend.card-1.{was[:12]}")
    assert f'data-takes-up="amend.card-1.{was[:12]}"' in page.content.decode()
    now = rows.Article.objects.get().face_id
    here = look(evening, evening.ros, f"amend.card-1.{now[:12]}", f"amend.card-1.{was[:12]}").content.decode()
    assert f'data-place="amend.card-1.{was[:12]}"' in here and "data-fields" in here


def test_the_pocket_is_full_in_words_and_nothing_old_makes_room(evening: WorkshopEvening) -> None:
    ros, deck = evening.ros.person, evening.deck
    kept = [Unfinished(person=ros, stream=deck.stream, place=f"pocket.{n}", version=1, words={}, at=deck.changed_at)
            for n in range(POCKET_MAX)]  # fmt: skip
    Unfinished.objects.bulk_create(kept)
    full = put(evening, evening.ros, WRITTEN, place="pocket.x")
    assert full.status_code == 409 and "pocket is full" in full.json()["words"]
    assert put(evening, evening.ros, WRITTEN).status_code == 200
    more = [Unfinished(person=ros, stream=deck.stream, place=f"adjust.{n}", version=1, words={}, at=deck.changed_at)
            for n in range(UNFINISHED_MAX - POCKET_MAX - 1)]  # fmt: skip
    Unfinished.objects.bulk_create(more)
    assert put(evening, evening.ros, WRITTEN, place="adjust.999").json()["code"] == "unfinished.many"
    assert Unfinished.objects.count() == UNFINISHED_MAX


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ([], {}), ("x", {}), ({"title": 3}, {}), ({"title": ["x"]}, {}), ({"title": "\0"}, {}), ({"x" * 81: "x"}, {}),
        ({"title": "\ud83d"}, {}), (WRITTEN, {"on": -1}), (WRITTEN, {"on": "x"}), (WRITTEN, {"on": 2**31}),
        (WRITTEN, {"place": ""}), (WRITTEN, {"place": "../x"}), ({"text": "x" * UNFINISHED_BYTES_MAX}, {}),
        (WRITTEN, {"place": "a" * 81}), ({f"e_{n}": "" for n in range(401)}, {}),
    ],
)  # fmt: skip
def test_what_is_no_card_in_writing_is_refused_in_words(evening: WorkshopEvening, words: Any, more: Any) -> None:
    refused = put(evening, evening.ros, words, **more)
    assert refused.status_code == 422 and refused.json()["code"] in ("request.unreadable", "unfinished.large")
    assert not Unfinished.objects.exists()


def test_they_go_when_one_signs_out_and_are_not_there_for_who_has_left(evening: WorkshopEvening) -> None:
    put(evening, evening.idris, WRITTEN)
    evening.idris.post(f"/groups/{evening.deck.group.key}/leave/")
    for answer in (look(evening, evening.idris), put(evening, evening.idris, WRITTEN, on=1)):
        assert answer.status_code == 404
    put(evening, evening.ros, WRITTEN)
    evening.ros.post("/sign-out/")
    assert look(evening, evening.ros).status_code in (403, 404)
    assert not Unfinished.objects.filter(person__name="Ros").exists()


def test_what_a_guest_wrote_comes_along_and_stays_apart_from_what_lies_there(evening: WorkshopEvening) -> None:
    from studio.people.unfinished import bring_along, writings_in

    put(evening, evening.ros, WRITTEN)
    put(evening, evening.idris, {"title": "Mine"})
    ros, idris = evening.ros.person, evening.idris.person
    bring_along(idris.pk, ros.pk)
    kept = writings_in(ros.pk, evening.deck.stream_id)
    assert [one.words["title"] for one in kept] == [CANARY, "Mine"] and kept[1].place.startswith("pocket.")


def test_another_like_a_card_begins_with_all_that_is_on_it_and_is_a_card_of_its_own(evening: WorkshopEvening) -> None:
    evening.write(evening.ros, copies="3")
    evening.vote(evening.idris, 1, "for")
    card = evening.idris.get(f"{evening.home}cards/1/").content.decode()
    assert f"{evening.home}write/?like=card-1" in card
    page = evening.idris.get(f"{evening.home}write/?like=card-1").content.decode()
    assert "Wandering Goat</textarea>" in page and 'data-compose="like.card-1"' in page and 'name="like"' in page
    put(evening, evening.idris, WRITTEN)  # a blank card of theirs is another matter
    same = evening.write(evening.idris, like="card-1")
    assert same.status_code == 422 or b"already" in same.content
    assert evening.write(evening.idris, like="card-1", title="Wandering Sheep").status_code == 303
    assert rows.Proposal.objects.filter(number=2, state="open").exists()
    assert rows.Article.objects.get().face_id and Unfinished.objects.get().place == "new"


def test_while_anothers_ballot_ends_nothing_of_what_one_writes_changes(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    put(evening, evening.idris, {**GOAT, "title": CANARY})
    before = Unfinished.objects.get()
    evening.vote(evening.idris, 1, "for")
    after = Unfinished.objects.get()
    assert (before.version, before.words, before.at) == (after.version, after.words, after.at)
    for part in evening.idris.get(f"{evening.home}workshop/?since=0", headers={"X-Carte": "1"}).content.split(b"\n"):
        assert b'id="writing"' not in part or b"data-region" not in part.split(b'id="writing"')[0][-80:]


def test_signing_out_and_being_forgotten_clear_the_browser_too(evening: WorkshopEvening) -> None:
    page = evening.ros.get("/you/forget/").content.decode()
    assert "data-ends" in page and "js/forget.js" in page
    assert "js/forget.js" in evening.ros.get("/you/").content.decode()
