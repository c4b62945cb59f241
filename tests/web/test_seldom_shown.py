"""What pages show only at times: asked of the pages, and of fragments where a page would take long to come to it."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string

from cards.face.face import Face
from play.values.felt import DieView
from tests.visitors import Visitor
from tests.web.table_evening import TableEvening, page

PRINTING = SimpleNamespace(
    title="Slugs",
    back="/",
    href="/",
    file="",
    state="queued",
    done=0,
    total=0,
    percent=0,
    before=0,
    error="",
    heading="",
    cancel="",
)


@pytest.mark.django_db
def test_what_was_agreed_of_a_deck_and_what_waits_for_a_vote_stand_where_one_looks() -> None:
    ros, idris = Visitor("Ros"), Visitor("Idris")
    deck = ros.start("Allotment Wars")
    idris.join(deck.group)
    at = f"/decks/{deck.slug}/"
    details = {"title": "Allotment Wars", "theme": "Vegetables", "goal": "Three rosettes"}
    assert ros.post(f"{at}details/", details).status_code == 303
    told = page(ros, at)
    assert "Vegetables" in told and "Three rosettes" in told
    fields = {"title": "Goat", "text": "It wanders.", "kind": "thing", "sort": "members"}
    assert ros.post(f"{at}write/", fields).status_code == 303
    waiting = page(idris, "/you/")
    assert re.search(r"<bdi translate=.no.>Ros</bdi> asks, in <bdi>Allotment Wars</bdi>, until", waiting), waiting[
        :3000
    ]
    assert "1 waiting for you" in waiting and "No vote waits for you." in page(ros, "/you/")


@pytest.mark.parametrize("pips", range(1, 7))
def test_a_die_shows_its_pips(pips: int) -> None:
    assert f"sym-die-{pips}." in render_to_string("play/_die_face.html", {"die": DieView("d", "d6", str(pips), pips)})


def test_a_die_of_other_faces_shows_its_word_and_its_colour() -> None:
    die = DieView("w", "Weather", "frost", colour="#123456")
    assert "--tk: #123456" in (shown := render_to_string("play/_die_face.html", {"die": die})) and ">frost<" in shown
    assert ">–<" in render_to_string("play/_die_face.html", {"die": replace(die, face="")})


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ({"before": 0}, "Yours is next."),
        ({"before": 1}, "1 other is before you."),
        ({"before": 3}, "3 others are before you."),
        ({"state": "running"}, "Warming up."),
        ({"state": "running", "total": 60, "done": 12}, "Card 12 of 60."),
        ({"state": "running", "total": 60, "done": 60}, "Laying out the sheets."),
        ({"state": "done"}, "Print it at 100 %"),
        ({"state": "gone"}, "The PDF is no longer kept."),
        ({"state": "cancelled"}, "Nothing of it was kept"),
    ],
)
def test_a_print_says_how_far_it_is(state: dict[str, object], told: str) -> None:
    job = SimpleNamespace(**vars(PRINTING) | state)
    words = re.sub(r"<[^>]+>", "", render_to_string("cards/_print_state.html", {"job": job, "words": ""}))
    assert told in " ".join(words.split())


@pytest.mark.django_db
def test_what_lies_on_a_card_is_told_on_its_sheet() -> None:
    things = tuple(Face(f"Goat {n}", "Thing") for n in range(1, 25))
    evening = TableEvening(cards_in=0, more=things).begin()
    who, seat = evening.to_move()
    thing = evening.hand(seat)[0]
    assert evening.act(who, "draw").status_code == 204
    assert evening.act(who, "play", piece=thing, confirmed="1").status_code == 204
    assert evening.act(who, "token", token="rosette", count="2", piece=thing).status_code == 204
    assert evening.act(who, "note", piece=thing, text="Mind the goat").status_code == 204
    sheet = page(who, f"{evening.home}pieces/{thing}/")
    assert re.search(r'class="token"[^>]*>2</span> 2 × rosette', sheet) and "Mind the goat" in sheet


@pytest.mark.django_db
def test_the_forms_of_a_sheet_are_folded_to_their_headings() -> None:
    evening = TableEvening().begin()
    who, seat = evening.to_move()
    sheet = page(who, f"{evening.home}pieces/{evening.hand(seat)[0]}/")
    folds = re.findall(r'<details class="sheet-fold" ?>\s*<summary>([^<]+)</summary>', sheet)
    assert {"Move it", "Play it for somebody"} <= set(folds)
    assert sheet.count('class="sheet-form"') >= len(folds)
