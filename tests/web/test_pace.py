"""How fast one may write: a flood is refused at every door, in words, and leaves nothing; an evening never meets it."""

from __future__ import annotations

import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from cards import models as rows
from cards.rules.limits import PROPOSALS_WAITING_MAX
from cards.verbs.verb import HowOften
from cards.views import verbs
from play import models as play
from studio.kernel.refusals import Refused
from studio.models import Entry
from studio.people.limits import PROPOSAL_PACE, REMARK_PACE, VOTE_PACE, GroupPace, Pace
from studio.web.ratelimit import keep_pace
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.workshop_evening import GOAT, WorkshopEvening

pytestmark = pytest.mark.django_db
SCRIPTED = {"X-Carte": "1"}


def written() -> tuple[int, ...]:
    """All that anybody has written so far."""
    tables = (Entry, rows.Proposal, rows.Wording, rows.Remark, rows.Face, rows.Version, rows.Article)
    return tuple(table.objects.count() for table in tables)


def talk(who: Visitor, evening: WorkshopEvening, text: str = "Hm.") -> HttpResponse:
    return who.post(f"{evening.home}do/?verb=remark&proposal=1", {"text": text}, headers=SCRIPTED)


@pytest.mark.usefixtures("one_instant")
def test_who_floods_the_talk_is_told_how_long_to_wait_and_the_others_go_on() -> None:
    evening = WorkshopEvening()
    evening.write(evening.ros)
    burst = REMARK_PACE.person.burst
    answers = [talk(evening.idris, evening, f"Remark {n}") for n in range(burst + 3)]
    assert [answer.status_code for answer in answers][:burst] == [204] * burst
    assert answers[-1].status_code == 429
    assert re.search(r"Wait \d+ seconds", answers[-1].json()["words"])  # type: ignore[attr-defined]
    before = written()
    assert talk(evening.idris, evening).status_code == 429 and written() == before
    plain = evening.idris.post(f"{evening.home}do/?verb=remark&proposal=1", {"text": "Without a script"})
    assert plain.status_code == 429 and "Wait" in as_read(plain)
    assert talk(evening.ros, evening).status_code == 204


@pytest.mark.usefixtures("one_instant")
def test_what_is_only_sent_again_gets_its_answer_again_and_is_not_counted() -> None:
    evening = WorkshopEvening()
    evening.write(evening.ros)
    burst, address = REMARK_PACE.person.burst, f"{evening.home}do/?verb=remark&proposal=1"

    def sent(key: str) -> int:
        return evening.idris.post(address, {"text": "Hm.", "key": key}, headers=SCRIPTED).status_code

    assert [sent("key-0") for _ in range(burst + 3)] == [204] * (burst + 3)
    assert [sent(f"key-{n}") for n in range(1, burst)] == [204] * (burst - 1)
    assert [sent("key-new"), sent("key-0"), sent("key-new")] == [429, 204, 429]
    assert rows.Remark.objects.count() == burst


@pytest.mark.usefixtures("one_instant")
def test_many_who_came_by_one_link_do_not_write_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = WorkshopEvening()
    evening.write(evening.ros)
    pace = GroupPace("remark", person=REMARK_PACE.person, group=SimpleNamespace(burst=5, seconds=60))  # type: ignore[arg-type]
    monkeypatch.setattr(verbs, "_PACES", {**verbs._PACES, HowOften.REMARK: pace})
    answers = [talk(who, evening) for _ in range(4) for who in (evening.ros, evening.idris)]
    assert [answer.status_code for answer in answers] == [204] * 5 + [429] * 3
    assert answers[-1].json()["code"] == "pace.group"  # type: ignore[attr-defined]
    other = WorkshopEvening()
    other.write(other.ros)
    assert talk(other.ros, other).status_code == 204


def test_what_was_written_stays_as_it_was_typed_when_it_came_too_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = WorkshopEvening()
    evening.write(evening.ros)
    before = written()
    monkeypatch.setattr("studio.web.ratelimit.take_try", too_fast)
    plain = evening.write(evening.ros, title="Brass Tack", text="Ouch.")
    page = as_read(plain)
    assert plain.status_code == 429 and "Wait 7 seconds" in page and "Brass Tack" in page and "Ouch." in page
    told = evening.ros.post(f"{evening.home}write/", {**GOAT, "title": "Brass Tack"}, headers=SCRIPTED)
    assert told.status_code == 429 and "Wait 7 seconds" in told.json()["words"]  # type: ignore[attr-defined]
    listed = evening.ros.post(f"{evening.home}bring-in/", {"do": "enter", "list": "Brass Tack\nThing\nOuch."})
    assert listed.status_code == 429 and "Brass Tack" in as_read(listed)
    assert written() == before


def too_fast(*_: Any, **__: Any) -> None:
    raise Refused("tries.too_many", seconds=7)


def test_every_door_that_writes_keeps_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = WorkshopEvening()
    ros, idris = evening.ros, evening.idris
    assert evening.write(ros).status_code == 303
    assert evening.vote(idris, 1, "for").status_code == 204
    assert evening.write(ros, title="Set aside").status_code == 303
    assert evening.vote(idris, 2, "against").status_code == 204
    assert evening.write(ros, title="Open").status_code == 303
    goat = rows.Article.objects.get().face_id
    opened = ros.post(f"{evening.home}play/", {"version": "draft", "seats": "4"})
    home = opened["Location"]
    ros.post(f"{home}sit/", {"seat": "1"})
    table = play.Table.objects.get()
    assert table.is_creative
    doors: list[tuple[str, dict[str, str]]] = [
        (f"{evening.home}write/", {**GOAT, "title": "New"}),
        (f"{evening.home}write/", {**GOAT, "title": "Other", "reword": "3", "wording": "1"}),
        (f"{evening.home}write/", {**GOAT, "title": "Amended", "article": "card-1", "on": goat}),
        (f"{evening.home}write/", {"article": "card-1", "change": "repeal", "on": goat}),
        (f"{evening.home}standing/", {"ask": "visibility", "to": "public"}),
        (f"{evening.home}proposals/2/again/", {}),
        (f"{evening.home}do/?verb=remark&proposal=3", {"text": "Hm."}),
        (f"{evening.home}do/?verb=give-way&proposal=3&to=3", {}),
        (f"{evening.home}do/?verb=name-gap", {"words": "a way to win"}),
        (f"{evening.home}words/", {}),
        (f"{evening.home}do/?verb=vote&proposal=3&wording=1", {"answer": "against", "reason": "On second thoughts"}),
        (f"{evening.home}details/", {"title": "Other", "players_min": "2", "players_max": "4"}),
        (f"{evening.home}agree/", {"theme": "Sheds"}),
        (f"{evening.home}archive/", {"name": "First"}),
        (f"{evening.home}kit/", {}),
        (f"{evening.home}bring-in/", {"do": "enter", "list": "A\nThing\nText."}),
        (f"{home}write/", {**GOAT, "title": "At the table"}),
        (f"{home}write/", {"article": "card-1", "change": "repeal", "on": goat}),
        (f"{home}talk/", {"proposal": "3", "text": "Hm."}),
        (f"{home}repropose/", {"proposal": "2"}),
        (f"{home}vote/", {"proposal": "3", "wording": "1", "answer": "against"}),
        (f"{home}type/", {"line": "/against 3 Hm."}),
        (f"{home}type/", {"line": "/say Hm."}),
        (f"{home}type/", {"line": "/newcard Tack/T/Ouch."}),
        (f"{home}act/?verb=say", {"text": "Hm."}),
        (f"{home}act/?verb=note", {"piece": "abc", "text": "Mind this one"}),
        (f"{home}act/?verb=claim", {"words": "Three Vegetables"}),
    ]
    before = written()
    monkeypatch.setattr("studio.web.ratelimit.take_try", too_fast)
    monkeypatch.setattr("cards.views.import_page.take_try", lambda *_: None)
    for door, fields in doors:
        answer = ros.post(door, fields, headers=SCRIPTED)
        assert answer.status_code == 429, (door, fields, answer.status_code, answer.content[:300])
    assert written() == before


@pytest.mark.usefixtures("one_instant")
def test_a_first_vote_is_never_too_fast_and_a_mind_that_keeps_changing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = WorkshopEvening()
    nell = Visitor("Nell")
    nell.join(evening.deck.group)
    nell.get(f"{evening.home}workshop/")
    evening.write(evening.ros)
    burst = VOTE_PACE.person.burst
    minds = [evening.vote(evening.idris, 1, ("for", "against")[n % 2]).status_code for n in range(burst + 2)]
    assert minds == [204] * (burst + 1) + [429]
    monkeypatch.setattr("studio.web.ratelimit.take_try", too_fast)
    assert evening.vote(nell, 1, "for").status_code == 204


@pytest.mark.usefixtures("one_instant")
def test_decks_begun_from_one_address_and_comings_into_one_group_keep_a_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = WorkshopEvening()
    ros, idris, group = evening.ros, evening.idris, evening.deck.group
    monkeypatch.setattr("cards.views.start.START_PACE", Pace(3, 3600))
    begun = [ros.post("/decks/start/", {"title": "Another"}) for _ in range(3)]
    assert [answer.status_code for answer in begun] == [303, 303, 429] and "Wait" in begun[-1].content.decode()
    monkeypatch.setattr("studio.views.knock.COME_BACK_PACE", Pace(2, 600))
    for _ in range(2):
        assert idris.post(f"/groups/{group.key}/leave/").status_code == 303
        assert idris.join(group, name="").status_code == 303
    idris.post(f"/groups/{group.key}/leave/")
    before = written()
    assert idris.join(group, name="").status_code == 429 and written() == before


def test_one_member_has_so_many_proposals_waiting_and_no_more() -> None:
    evening = WorkshopEvening()
    for number in range(PROPOSALS_WAITING_MAX):
        assert evening.write(evening.ros, title=f"Goat {number}").status_code == 303
    before = written()
    answer = evening.write(evening.ros, title="One more")
    page = as_read(answer)
    assert answer.status_code == 409 and f"{PROPOSALS_WAITING_MAX} of your proposals" in page and "One more" in page
    assert written() == before
    assert evening.write(evening.idris, title="From Idris").status_code == 303
    assert evening.vote(evening.idris, 1, "for").status_code == 204
    assert evening.write(evening.ros, title="One more").status_code == 303


@pytest.mark.parametrize(
    ("people", "minutes", "proposals", "remarks"),
    [(6, 16, 93, 157), (1, 10, 100, 0), (30, 5, 150, 150)],  # a fast evening, a first batch of cards, a school class
)
def test_an_evening_never_meets_the_pace(
    people: int, minutes: int, proposals: int, remarks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = timezone.now()
    doors = [SimpleNamespace(person_id=n, group_id=1, stream_id=1) for n in range(1, people + 1)]
    for count, pace in ((proposals, PROPOSAL_PACE), (remarks, REMARK_PACE)):
        for n in range(count):
            at = began + timedelta(minutes=minutes * n / count)
            monkeypatch.setattr("studio.web.ratelimit.timezone", SimpleNamespace(now=lambda at=at: at))
            keep_pace(doors[n % people], pace, "")
