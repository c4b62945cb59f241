"""A first batch through its pages: what each is sent, and that it works by forms alone."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from cards import models as rows
from cards.queries.deck_view import DeckView
from cards.queries.prompts import prompts
from cards.storage.audit import disagreements
from play import models as tables
from play.access import OPEN, sight_of
from studio.live import presence
from studio.live.catch_up import Audience, Position, Wanted, draw_for
from studio.live.clock import as_of
from studio.live.regions import PAGES
from studio.models import Stream
from studio.people.devices import Caller
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.workshop_evening import WorkshopEvening

pytestmark = pytest.mark.django_db

CANARY = {
    "title": "Kanarienvogel", "kind": "thing", "traits": "Zwitscherer", "text": "Trillert vor allen andern.",
    "copies": "1", "cost": "77", "doodle": "",
}  # fmt: skip
BOTH = ("first-batch/?regions=1", "workshop/?regions=1")
WORDS = ("Kanarienvogel", "Zwitscherer", "Trillert", ">77<")


class BatchEvening(WorkshopEvening):
    """Two people, two cards each."""

    def __init__(self, **more: str) -> None:
        super().__init__()
        self.page = f"{self.home}first-batch/"
        assert self.ros.post(f"{self.page}begin/", {"size": "2", **more}).status_code == 303

    def at(self, what: str) -> str:
        return f"{self.page}1/{what}"

    def put(self, who: Visitor, slot: int, **more: str) -> Any:
        return who.post(self.at(f"cards/{slot}/"), {**CANARY, **more})

    def all_down(self) -> None:
        for who in (self.ros, self.idris):
            for slot in (1, 2):
                assert self.put(who, slot, title=f"{who.name} {slot}").status_code == 303

    def read(self, who: Visitor, address: str = "") -> str:
        answer = who.get(address or self.page)
        assert answer.status_code == 200
        return as_read(answer)

    def mark(self, who: Visitor, place: int, mark: str = "keep", number: int = 1) -> Any:
        return who.post(f"{self.page}{number}/marks/", {"card": f"{mark}.{place}"})


def frames_since(evening: BatchEvening, v: int) -> str:
    """Everything that open pages of every kind and member are sent of entries after `v`."""
    members = [who.member(evening.deck.group).pk for who in (evening.ros, evening.idris)]
    wanted = [
        Wanted(Audience(name, None, "member"), frozenset(Position(v, member) for member in members))
        for name in ("workshop", "batch", "drawer")
    ]
    drawn = draw_for(evening.deck.stream_id, wanted)
    assert all(not one.is_doubtful for one in drawn)
    return json.dumps([[*one.shared.values(), *one.mine.values()] for one in drawn])


def test_before_the_turn_over_nobody_else_is_sent_a_word_of_it_on_any_page_frame_or_file() -> None:
    evening = BatchEvening()
    v = Stream.objects.get(pk=evening.deck.stream_id).head
    assert evening.put(evening.idris, 1).status_code == 303
    assert "Kanarienvogel" in evening.read(evening.idris)  # it is theirs
    addresses = (
        "", "first-batch/", "first-batch/?regions=1", "first-batch/?card=1", "workshop/", "workshop/?regions=1",
        "drawer/", "minutes/", "export.json", "write/", "write/?leftover=1.1",
    )  # fmt: skip
    for address in addresses:
        answer = evening.ros.get(evening.home + address)
        assert answer.status_code in (200, 404), address
        said = answer.content.decode()
        assert [word for word in WORDS if word in said] == [], address
    frames = frames_since(evening, v)
    assert [word for word in WORDS if word in frames] == [] and "1 of 4" in frames
    mine = evening.ros.get("/you/my-papers.json").content.decode()
    assert [word for word in WORDS if word in mine] == []


def test_a_drawing_that_is_suggested_meanwhile_shows_its_own_card_and_nothing_of_the_batch() -> None:
    evening = BatchEvening()
    assert evening.put(evening.idris, 1).status_code == 303
    v = Stream.objects.get(pk=evening.deck.stream_id).head
    for number in (0, 1, 2):  # a card that lies face down is no proposal
        assert evening.ros.get(f"{evening.home}proposals/{number}/drawing/").status_code == 404
    assert evening.write(evening.idris, title="Open Goat").status_code == 303
    own = f"{evening.home}proposals/1/drawing/"
    line = '[{"tool": "pen", "ink": "#1f2a4a", "points": [100, 100, 2000, 900]}]'
    assert evening.ros.post(own, {"doodle": line, "wording": "1"}).status_code == 303
    for address in (
        "workshop/",
        "workshop/?regions=1",
        "proposals/1/",
        "proposals/1/drawing/",
        "export.json?history=1",
    ):
        said = evening.ros.get(evening.home + address).content.decode()
        assert [word for word in WORDS if word in said] == [], address
    frames = frames_since(evening, v)
    assert "Ros drew on it" in frames and [word for word in WORDS if word in frames] == []


def test_what_is_sent_before_is_the_same_whatever_is_on_the_card() -> None:
    evening = BatchEvening()
    pages = []
    for card in ({}, {"title": "X", "kind": "rule", "text": "One. " * 200, "traits": "", "cost": "", "copies": "1"}):
        assert evening.put(evening.idris, 2, **card).status_code == 303  # type: ignore[arg-type]
        pages.append([evening.ros.get(evening.home + page).json()["html"] for page in BOTH])
        assert evening.idris.post(evening.at("cards/2/up/")).status_code == 303
    assert pages[0] == pages[1]


def test_turned_over_nothing_tells_whose_they_are_until_they_are_swept() -> None:
    evening = BatchEvening()
    evening.put(evening.idris, 1)
    evening.put(evening.idris, 2, title="Second")
    evening.put(evening.ros, 1, title="Third")
    evening.put(evening.ros, 2, title="Fourth")
    assert evening.idris.post(evening.at("turn-over/")).status_code == 303
    page = evening.read(evening.ros)
    for card in re.findall(r'<li id="sw-\d+".*?</li>', page, re.S):
        assert "Idris" not in card and "Ros" not in card and "No names yet" in card
    assert page.count("data-place") >= 4 and "Idris turned them over" in page
    sights = [re.sub(r"\s+", " ", re.search(r'id="r-sweep".*?</ol>', evening.read(who), re.S)[0])  # type: ignore[index]
              for who in (evening.ros, evening.idris)]  # fmt: skip
    assert sights[0] == sights[1]


def test_it_is_written_turned_over_and_swept_by_forms_alone() -> None:
    evening = BatchEvening()
    evening.all_down()
    assert evening.ros.post(evening.at("turn-over/")).status_code == 303
    for who in (evening.ros, evening.idris):
        for place in (1, 2, 3, 4):
            if who is evening.idris and place == 1:
                own = [re.findall(r'data-mark="(\w*)"', evening.read(one)) for one in (evening.ros, evening.idris)]
                assert own == [["keep"] * 4, [""] * 4]
            is_talk = place == 2 and who is evening.idris
            assert evening.mark(who, place, "talk" if is_talk else "keep").status_code == 303
    assert rows.Article.objects.filter(deck=evening.deck).count() == 3
    swept = evening.read(evening.ros)
    assert swept.count("It’s in, by") == 3 and swept.count("To talk about, by") == 1


def test_a_table_that_opens_meanwhile_holds_no_batch_up_and_gets_what_is_kept() -> None:
    evening = BatchEvening()
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    table = evening.ros.post(f"{evening.home}play/", {"version": "draft", "seats": "4"})["Location"]
    assert evening.idris.post(f"{table}sit/", {"seat": "2"}).status_code == 303
    evening.all_down()
    assert "Trillert" not in evening.read(evening.idris, table)
    assert evening.ros.post(evening.at("turn-over/")).status_code == 303
    for who in (evening.ros, evening.idris):
        for place in (1, 2, 3, 4):
            assert evening.mark(who, place).status_code == 303
    assert rows.Article.objects.filter(deck=evening.deck, in_force=True).count() == 5
    assert list(disagreements(rows.Deck.objects.get())) == []
    assert "It’s in, by" in evening.read(evening.ros) and evening.read(evening.ros, table)


def test_a_double_press_an_old_tab_and_a_forged_form_are_answered_in_words() -> None:
    evening = BatchEvening()
    assert evening.ros.post(f"{evening.page}begin/", {"size": "3"}).status_code == 409
    assert evening.put(evening.ros, 1).status_code == 303
    again = evening.put(evening.ros, 1, title="Other")
    assert again.status_code == 409 and "lies on that blank already" in as_read(again)
    for sent, status in (("keep.1", 409), ("nonsense", 422), ("keep.99999999999999999999", 409), ("", 422)):
        assert evening.ros.post(evening.at("marks/"), {"card": sent}).status_code == status, sent
    assert evening.ros.post(f"{evening.page}9/join/").status_code == 409
    assert evening.ros.post(evening.at("call-off/")).status_code == 409
    assert evening.ros.post(evening.at("turn-over/"), {"even_so": "1"}).status_code == 409
    evening.put(evening.ros, 2, title="Two")
    evening.put(evening.idris, 1, title="Three")
    evening.put(evening.idris, 2, title="Four")
    assert evening.ros.post(evening.at("turn-over/")).status_code == 303
    assert evening.idris.post(evening.at("turn-over/")).status_code == 409  # the first press did it for all
    late = evening.put(evening.idris, 2, title="Written too late")
    assert late.status_code == 409 and "still yours" in as_read(late)
    assert evening.ros.post(evening.at("cards/1/up/")).status_code == 409
    stranger = Visitor("Stranger")
    assert stranger.get(evening.page).status_code == 404
    doors = ("join", "time", "turn-over", "call-off", "cards/1", "cards/1/up", "cards/1/slip", "marks", "without")
    for door in ("begin/", *(f"1/{door}/" for door in doors)):
        assert stranger.post(f"{evening.page}{door}", {"card": "keep.1", "size": "2"}).status_code == 404, door


def test_what_was_picked_up_and_not_put_down_again_is_gone_on_with_by_its_writer_alone() -> None:
    evening = BatchEvening()
    evening.put(evening.idris, 1)
    assert evening.idris.post(evening.at("cards/1/up/")).status_code == 303
    assert "Kanarienvogel" in evening.read(evening.idris, f"{evening.page}?card=1")
    evening.put(evening.ros, 1, title="One")
    evening.put(evening.ros, 2, title="Two")
    even_so = {"even_so": "1"}
    with as_of(timezone.now() - timedelta(days=400)):  # a clock that jumps back, and then ahead
        assert evening.ros.post(evening.at("turn-over/"), even_so).status_code == 409
    with as_of(timezone.now() + timedelta(days=400)):
        assert evening.ros.post(evening.at("turn-over/")).status_code == 409  # it says first who is still writing
        assert evening.ros.post(evening.at("turn-over/"), even_so).status_code == 303
    assert "Kanarienvogel" not in evening.read(evening.ros)
    assert "Kanarienvogel" in evening.read(evening.idris)
    write = f"{evening.home}write/"
    assert "Trillert vor allen" in evening.read(evening.idris, f"{write}?leftover=1.1")
    assert "Trillert" not in evening.read(evening.ros, f"{write}?leftover=1.1")
    assert evening.ros.get(f"{write}?leftover=7.1").status_code == 404
    assert evening.idris.post(write, {**CANARY, "leftover": "1.1"}).status_code == 303  # a card like any other
    assert evening.state(1) == "open"


def test_another_slip_never_repeats_one_of_the_sitting_and_goes_when_the_card_is_down() -> None:
    evening = BatchEvening()
    seen: list[str] = []
    slip = r'class="prompt-p">.*?<bdi>(.*?)</bdi>'
    first = re.findall(slip, evening.read(evening.ros), re.S)
    assert len(first) == 2
    seen += first
    for _ in range(40):
        evening.ros.post(evening.at("cards/1/slip/"))
        seen.append(re.findall(slip, evening.read(evening.ros), re.S)[0])
    fresh = list(dict.fromkeys(seen))
    view = DeckView(evening.deck.stream_id, "member")
    assert set(fresh) == {one.words for one in prompts(view)}  # all of them, and none before all were seen
    assert seen[: len(fresh)] == fresh
    evening.put(evening.ros, 1)
    assert len(re.findall(slip, evening.read(evening.ros), re.S)) == 1
    assert not any(word in json.dumps(list(rows.BatchCard.objects.values()), default=str) for word in first)


def test_what_was_typed_and_cannot_be_put_down_stays_as_it_was_typed() -> None:
    evening = BatchEvening()
    answer = evening.put(evening.ros, 2, title="T" * 500)
    assert answer.status_code == 422 and "T" * 500 in answer.content.decode()
    assert rows.BatchCard.objects.count() == 0


def test_nobody_hears_that_somebody_types_there() -> None:
    assert PAGES["batch"].is_hushed and not PAGES["workshop"].is_hushed


def test_a_batch_is_offered_before_the_first_card_and_calls_everybody_while_it_runs() -> None:
    evening = WorkshopEvening()
    room = f"{evening.home}workshop/"
    assert "Everybody writes three cards unseen" in as_read(evening.ros.get(room))
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    assert "Everybody writes three cards unseen" not in as_read(evening.ros.get(room))  # not after every card
    evening.ros.post(f"{evening.home}do/?verb=begin-batch", {"size": "3"})
    page = as_read(evening.idris.get(room))
    assert "Ros calls everybody to a first batch" in page and "0 of 6 down." in page and "Write yours" in page
    assert "data-calls" in page
    evening.write(evening.ros, title="Slug")
    assert "data-calls" not in as_read(evening.idris.get(room))  # what lies on the mat comes first


def test_whoever_writes_at_a_table_or_on_a_page_of_its_own_reads_that_they_are_called() -> None:
    """At the table also while its page is open; whoever only looks on there is called to nothing."""
    evening = WorkshopEvening()
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    nell = Visitor("Nell")
    nell.join(evening.deck.group)

    def called(who: Visitor, address: str) -> list[str]:
        return re.findall(r'<h2 class="batch-called" id="called-h">(.*?)</h2>', as_read(who.get(address)))

    assert called(evening.idris, f"{evening.home}write/") == []
    assert evening.ros.post(f"{evening.home}do/?verb=begin-batch", {"size": "3", "pace": "days"}).status_code == 303
    table = evening.ros.post(f"{evening.home}play/", {"version": "draft", "seats": "4", "spectators": "1"})["Location"]
    row = tables.Table.objects.get(code=table.split("/")[2])
    before = Stream.objects.get(pk=row.stream_id).head
    assert evening.idris.post(f"{table}sit/", {"seat": "2"}).status_code == 303
    watching, pages = f"{table}?watch=1", (f"{evening.home}write/", table, f"{table}write/")
    calls = "Ros calls everybody to a first batch"
    for address in pages:
        html = as_read(evening.idris.get(address))
        assert called(evening.idris, address) == [calls] and "data-calls" not in html, address
        way = rf'<a class="btn batch-own" href="{evening.home}first-batch/">\s*Write yours\s*</a>'
        assert re.search(way, html), address
    assert called(nell, watching) == []
    seat = sight_of(2, evening.idris.member(evening.deck.group).pk)
    frames = {sight: sent_at(row, sight, before, who) for sight, who in ((seat, evening.idris), (OPEN, nell))}
    assert calls in frames[seat] and "batch-called" not in frames[OPEN]
    before = Stream.objects.get(pk=row.stream_id).head
    assert evening.ros.post(f"{evening.home}do/?verb=call-off-batch&batch=1").status_code == 303
    gone = sent_at(row, seat, before, evening.idris)
    assert re.search(r'id=\\+"r-offer', gone) and calls not in gone
    assert [called(evening.idris, address) for address in pages] == [[], [], []]


def sent_at(table: tables.Table, sight: str, v: int, who: Visitor) -> str:
    """What an open page of that table is sent of entries after `v`."""
    place = Position(v, who.member(table.group).pk)
    wanted = Wanted(Audience("table", None, sight), frozenset({place}), callers=(Caller(person_id=who.person_id),))
    (drawn,) = draw_for(table.stream_id, [wanted])
    assert not drawn.is_doubtful
    return json.dumps([*drawn.shared.values(), *drawn.mine.values()])


def test_how_many_are_down_is_said_in_words_and_never_that_somebody_writes() -> None:
    evening = BatchEvening()
    evening.put(evening.idris, 1)

    def notes() -> list[str]:
        return re.findall(r'class="t">.*?class="fine">(.*?)</span>', evening.read(evening.ros), re.S)

    assert notes() == ["none down yet", "one of two down"]
    evening.put(evening.idris, 2, title="Second")
    assert notes() == ["none down yet", "all down"]
    presence.leave(evening.deck.stream_id, evening.ros.member(evening.deck.group).pk)
    said = as_read(evening.idris.get(evening.page))
    assert "away; none down yet" in said and "writing</span>" not in said
    assert "1 of 4 down." not in said and "2 of 4 down." in said


def test_what_is_said_after_a_sweep_is_true_under_every_decision_rule() -> None:
    evening = BatchEvening()
    evening.all_down()
    evening.ros.post(evening.at("turn-over/"))
    assert "What all of you kept" not in evening.read(evening.ros)
    assert "What enough of you kept is in the deck." in evening.read(evening.ros)


def test_every_address_on_its_page_is_where_it_leads() -> None:
    """Two went by `turn-over/../`."""
    evening = BatchEvening()
    page = evening.read(evening.ros)
    for verb in ("give-time", "call-off-batch"):
        assert f"{evening.home}do/?verb={verb}&amp;batch=1" in page
    assert "../" not in page
