"""The back of a deck's cards: from the form through the vote to the deck, its versions, forks, files and tables."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from cards import models as rows
from cards.face.back import DeckBack
from cards.face.face import Stroke
from cards.formats import own_json
from cards.forms.back import fields_of_back
from cards.queries.lexicon import INKS
from cards.rules import back_words, colour_words
from cards.rules.kit import Kit
from studio.kernel.codec import digest, from_plain
from studio.web.words import say_slot
from tests.deeds import archive_version
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.forks import forked
from tests.web.kit_room import Room
from tests.web.table_evening import TableEvening

pytestmark = pytest.mark.django_db

DRAWN = DeckBack(colour="#2c62a8", doodle=(Stroke("pen", "#b02a4c", (300, 300, 2500, 2000)),))
BARS = DeckBack("rule", "sheep", "#3c6b4c")
SHEEP = {"kind": "thing", "title": "Sheep", "text": "Wool.", "e_there": ""}


class Backs(Room):
    """Ros and Idris, who vote about the back."""

    def put_back(self, back: DeckBack, who: Visitor | None = None, **more: str) -> Any:
        fields = fields_of_back(back, self.deck.title) | {"was": digest(self.kit), "key": ""} | more
        return (who or self.ros).post(f"{self.home}back/", fields)

    def put_in(self, back: DeckBack) -> None:
        assert self.put_back(back).status_code == 303
        self.vote()
        assert self.kit.back == back


def art(html: str) -> list[str]:
    """Where the drawings of backs are, in their order."""
    return re.findall(r'class="cf-back-art"><img src="([^"]*)"', html)


def test_a_back_is_proposed_shown_beside_the_old_one_and_voted_in() -> None:
    room = Backs()
    (before,) = art(room.read(""))
    assert before.startswith("/backs/thing.171a21.") and room.idris.get(before)["Content-Type"] == "image/svg+xml"
    assert room.put_back(BARS).status_code == 303
    html = room.read(f"proposals/{room.proposal().number}/")
    was, now = art(html)
    assert was == before and now.startswith("/backs/rule.3c6b4c.")
    assert "another back for the cards" in html and "grown from “sheep”" in html
    assert art(room.read("")) == [before]
    room.vote()
    assert art(room.read("")) == [now]
    minutes = room.read("minutes/")
    assert "The back of the cards" in minutes and "now: The back: a pattern of bars and frames" in minutes


def test_a_drawing_is_the_back_and_stands_on_the_ballot() -> None:
    room = Backs()
    room.put_in(DRAWN)
    (shown,) = art(room.read(""))
    assert shown.startswith("data:image/svg+xml,") and "%23b02a4c" in shown


def test_without_a_script_one_sees_what_one_chose_before_it_is_proposed() -> None:
    room = Backs()
    html = as_read(room.put_back(BARS, add="see"))
    assert "/backs/rule.3c6b4c." in art(html)[1]
    assert not rows.Proposal.objects.filter(deck=room.deck).exists()


def test_what_is_no_back_is_refused_in_words_and_the_form_keeps_the_rest() -> None:
    room = Backs()
    for fields, words in (
        ({"look": "drawn", "doodle": ""}, "nothing is drawn"),
        ({"look": "wallpaper.0"}, "choose a pattern"),
        ({"look": "thing.99"}, "choose a pattern"),
        ({"look": "drawn", "doodle": "{"}, "drawing"),
        ({"look": "drawn", "doodle": "[" * 600_000}, "drawing"),
        ({"colour": "red"}, "colour"),
        ({"seed": "x" * 61}, "60"),
    ):
        answer = room.put_back(BARS, **fields)
        assert answer.status_code == 422 or answer.status_code == 400, (fields, answer.status_code)
        assert words in as_read(answer), words
    assert room.put_back(DeckBack()).status_code != 303  # nothing changes
    assert not rows.Proposal.objects.filter(deck=room.deck).exists()


def test_another_table_or_other_words_leave_the_back_as_it_is() -> None:
    room = Backs()
    room.put_in(DRAWN)
    room.put(replace(room.kit, counters=(), sides=("Left", "Right")))
    room.vote()
    assert room.kit.sides and room.kit.back == DRAWN


def test_a_version_keeps_its_back_and_its_file_takes_it_along() -> None:
    room = Backs()
    room.write(**SHEEP)
    room.vote()
    room.put_in(BARS)
    archive_version(room.deck.pk, by=room.ros.member(room.deck.group).pk, key=None, name="")
    room.put_in(DRAWN)
    assert art(room.read("versions/1/"))[0].startswith("/backs/rule.3c6b4c.")
    rows.Deck.objects.filter(pk=room.deck.pk).update(visibility="public")
    taken = Visitor("Sue", "192.0.2.9").get(f"{room.home}export.json").json()
    reading = own_json.read(json.dumps(taken))
    assert reading.listing.kit.back == BARS


def test_a_fork_keeps_the_back_and_the_form_shows_where_its_plate_will_lie() -> None:
    room = Backs()
    room.write(**SHEEP)
    room.vote()
    room.put_in(DRAWN)
    fork = forked(room.ros, f"{room.home}fork/", title="Plot Twelve")
    kept: Kit = from_plain(Kit, fork.kit)
    assert kept.back == DRAWN and art(as_read(room.ros.get(f"/decks/{fork.slug}/"))) == art(room.read(""))
    pad = room.read("back/").partition('class="back-pad stack"')[2].partition("</fieldset>")[0]
    assert f'<p class="cf-back-name">{room.deck.title}</p>' in pad


def test_the_back_is_a_step_from_the_deck_and_from_the_print_shop() -> None:
    room = Backs()
    room.write(**SHEEP)
    room.vote()
    rows.Deck.objects.filter(pk=room.deck.pk).update(visibility="public")
    archive_version(room.deck.pk, by=room.ros.member(room.deck.group).pk, key=None, name="")
    for page in ("", "print/"):
        assert f'href="{room.home}back/"' in room.read(page), page
        assert f'href="{room.home}back/"' not in as_read(Visitor("Sue", "192.0.2.9").get(f"{room.home}{page}")), page


def test_a_colour_is_told_by_its_name() -> None:
    named, own = back_words.back_parts(BARS)[0], back_words.back_parts(replace(BARS, colour="#123456"))[0]
    assert "in green" in say_slot(named.words) and "#" not in say_slot(named.words)
    assert "in dark blue" in say_slot(own.words) and "#" not in say_slot(own.words)
    assert [colour for colour, _ in INKS] == list(colour_words.INKS), "every ink of the forms has a name"


def test_what_lies_face_down_at_a_table_shows_the_back_of_its_deck_at_once() -> None:
    room = Backs()
    for n in range(12):
        room.write(**SHEEP | {"title": f"Ewe {n}"})
        room.vote()
    table = room.ros.post(f"{room.home}play/", {"version": "draft", "seats": "4"})["Location"]
    room.idris.post(f"{table}sit/", {"name": "Idris"})
    room.ros.post(f"{table}act/", {"verb": "begin", "confirmed": "1"})
    (plain,) = set(art(as_read(room.ros.get(table))))
    assert plain.startswith("/backs/thing.171a21.")
    room.put_in(DRAWN)
    (drawn,) = set(art(as_read(room.ros.get(table))))
    assert drawn == f"{table}backs/{digest(DRAWN)}.svg"
    answer = room.idris.get(drawn)
    assert answer["Content-Type"] == "image/svg+xml" and b"#b02a4c" in answer.content
    assert "sandbox" in answer["Content-Security-Policy"]
    assert Visitor("Sue", "192.0.2.9").get(drawn).status_code in (302, 303, 403, 404)
    assert room.ros.get(f"{table}backs/{digest(BARS)}.svg").status_code == 404


def test_a_table_that_votes_on_a_back_sees_it_as_it_is_and_as_it_would_be() -> None:
    evening = TableEvening(is_creative=True).begin()
    evening.deck.refresh_from_db()
    fields = fields_of_back(BARS, evening.deck.title) | {"was": digest(Kit()), "key": "", "from": "table"}
    assert evening.ros.post(f"/decks/{evening.deck.slug}/back/", fields)["Location"] == evening.home
    html = as_read(evening.idris.get(evening.home))
    was, now = art(html[html.index('backs">') :])[:2]
    assert was.startswith("/backs/thing.171a21.") and now.startswith("/backs/rule.3c6b4c.")


def test_a_form_that_changes_a_deck_has_the_token_that_browsers_need() -> None:
    """Included with `only`, a form has none unless it is handed over; clients of tests do not ask for it."""
    room = Backs()
    for page, form in (("back/", "back"), ("words/", "words"), ("kit/", "kit")):
        html = room.read(page, room.ros)
        found = re.search(rf'<form[^>]*id="{form}".*?</form>', html, re.S)
        assert found and 'name="csrfmiddlewaretoken"' in found[0], page


def test_the_print_shop_shows_the_back_that_was_voted_and_says_when_there_is_no_drawing() -> None:
    room = Backs()
    room.write(**SHEEP)
    room.vote()
    lacking = room.ros.get(f"{room.home}print/?back=drawn&side=backs")
    assert "The group has drawn no back yet" in as_read(lacking)
    room.put_in(DRAWN)
    for choice in ("plain", "deck", "kind", "drawn"):
        html = room.read(f"print/?back={choice}&side=backs", room.ros)
        assert ("%23b02a4c" in html) == (choice in ("deck", "drawn")), choice
