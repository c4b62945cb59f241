"""A vote in the workshop: what is read of it while it is open, and what a new wording says of the last one."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from cards import models as rows
from tests.visitors import Visitor
from tests.web.workshop_evening import GOAT, WorkshopEvening

pytestmark = pytest.mark.django_db

BECAUSE = re.compile(r'<ul\s+class="because.*?</ul>', re.S)


@pytest.fixture
def evening() -> WorkshopEvening:
    return WorkshopEvening()


def third(evening: WorkshopEvening, name: str = "Nell") -> Visitor:
    who = Visitor(name)
    who.join(evening.deck.group)
    who.get(f"{evening.home}workshop/")
    return who


def page(who: Visitor, address: str) -> str:
    answer = who.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def because(who: Visitor, address: str) -> str:
    """The words under the seals, as they are read; "" where there are none."""
    found = BECAUSE.search(page(who, address))
    return " ".join(re.sub(r"<[^>]*>", " ", found[0]).split()) if found else ""


def test_whose_card_waits_lets_another_go_first_and_the_minutes_say_so(evening: WorkshopEvening) -> None:
    for number, who in enumerate((evening.ros, evening.idris, evening.ros)):
        evening.write(who, title=f"Card {number}")

    def waiting() -> list[str]:
        shown = page(evening.ros, f"{evening.home}workshop/").split('id="r-queue"')[1].split("</ol>")[0]
        return re.findall(r'class="hand queue-title"[^>]*>([^<]*)<', shown)

    assert waiting() == ["Card 1", "Card 2"]
    gives_way = f"{evening.home}do/?verb=give-way&proposal=2&to=3"
    assert gives_way.replace("&", "&amp;") in page(evening.ros, f"{evening.home}workshop/")
    assert evening.idris.post(gives_way).status_code == 303 and waiting() == ["Card 2", "Card 1"]
    assert evening.idris.post(gives_way).status_code == 303 and waiting() == ["Card 2", "Card 1"]
    assert evening.ros.post(gives_way, headers={"X-Carte": "1"}).json()["code"] == "proposal.not_yours"
    assert page(evening.ros, f"{evening.home}minutes/").count("let another card go first") == 1


def test_the_words_of_a_no_are_read_by_everybody_at_once_and_stay_when_it_is_taken_back(
    evening: WorkshopEvening,
) -> None:
    nell = third(evening)
    evening.write(evening.ros)
    everybody = (evening.ros, evening.idris, nell)
    assert evening.vote(evening.idris, 1, "against").status_code == 204
    assert not any(because(who, f"{evening.home}workshop/") for who in everybody)
    assert "Say why" in page(evening.idris, f"{evening.home}workshop/")
    assert evening.vote(evening.idris, 1, "against", reason="Smelly <goat>?").status_code == 204
    for address in (f"{evening.home}workshop/", f"{evening.home}proposals/1/"):
        assert {because(who, address) for who in everybody} == {"Idris Smelly &lt;goat&gt;?"}
        assert "Change it" in page(evening.idris, address)
    seals = page(nell, f"{evening.home}workshop/")
    assert "Idris, not this time, not now" in seals and "Nell, not voted yet, here" in seals
    assert evening.vote(evening.idris, 1, "for").status_code == 204
    shown = page(nell, f"{evening.home}workshop/")
    assert "<s>Smelly &lt;goat&gt;?</s>" in shown and "Idris, in favour, after all" in shown
    assert evening.vote(evening.idris, 1, "against").status_code == 204
    assert because(nell, f"{evening.home}workshop/") == "Idris Smelly &lt;goat&gt;?", "words come back with the no"
    assert evening.vote(evening.idris, 1, "for").status_code == 204
    assert evening.vote(nell, 1, "for").status_code == 204
    assert evening.state(1) == "accepted"
    assert "<s>Smelly &lt;goat&gt;?</s>" in page(evening.ros, f"{evening.home}cards/1/")


def test_whoever_takes_their_words_off_while_they_say_no_has_none(evening: WorkshopEvening) -> None:
    third(evening)
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "against", reason="Too hungry")
    evening.vote(evening.idris, 1, "against", reason="")
    assert because(evening.ros, f"{evening.home}workshop/") == ""


def test_the_last_voice_is_told_so_on_the_button_and_no_longer_when_another_changes_theirs(
    evening: WorkshopEvening,
) -> None:
    nell = third(evening)
    evening.write(evening.ros)
    workshop = f"{evening.home}workshop/"
    assert "In favour: " not in page(nell, workshop)
    evening.vote(evening.idris, 1, "for")
    mine = page(nell, workshop)
    assert "In favour: three of three" in mine and "data-settles" in mine
    assert "data-settles" not in page(evening.idris, workshop), "who has spoken settles nothing by saying it again"
    evening.vote(evening.idris, 1, "against", reason="Wait")
    assert "In favour: two of three" in page(nell, workshop)


def test_a_new_wording_says_what_it_changed_and_why_the_last_was_set_aside(evening: WorkshopEvening) -> None:
    workshop = f"{evening.home}workshop/"
    evening.write(evening.ros)
    assert 'class="again"' not in page(evening.idris, workshop)
    evening.vote(evening.idris, 1, "against", reason="Which player?")
    assert evening.state(1) == "aside" and "verdict-slip" in page(evening.ros, workshop)
    adjusting = page(evening.ros, f"{workshop}?adjust=1")
    composer = adjusting[adjusting.index('id="writing"') :]
    assert "It was set aside because" in composer and "Which player?" in composer, "beside the text one adjusts"
    evening.write(evening.ros, adjust="1", text="It moves to the hungriest player.")
    shown = page(evening.idris, workshop)
    again = shown[shown.index('id="r-change"') : shown.index('id="r-queue"')]
    assert re.search(r">First wording: 1 of 2, at <time [^>]*>\d\d:\d\d</time>", again)
    assert "<ins>the hungriest</ins>" in again and "<del><b>that</b></del>" in again
    assert "The first was set aside because" in again and "Which player?" in again
    assert 'aria-label="Idris"' in again, "each reason with its seal"
    assert "was-card" in shown and "verdict-slip" not in shown, "the strip of the last verdict goes"
    evening.write(evening.ros, reword="2", wording="1", text="It moves to the hungriest player and bleats.")
    shown = page(evening.idris, workshop)
    again = shown[shown.index('id="r-change"') : shown.index('id="r-queue"')]
    assert "Second wording: 1 of 2" in again and "player <ins>and bleats</ins>" in again
    assert "<summary" in again and "First wording: 1 of 2" in again and "Which player?" in again


def test_asked_again_as_it_is_says_that_not_a_word_is_changed(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "against", reason="Not yet")
    assert evening.ros.post(f"{evening.home}proposals/1/again/", {"key": "again"}).status_code == 303
    assert rows.Proposal.objects.get(deck=evening.deck, number=2).source == 1
    assert "Not a word of it." in page(evening.idris, f"{evening.home}workshop/")


def test_a_rewording_whose_card_is_in_meanwhile_goes_on_as_an_amendment_with_its_words(
    evening: WorkshopEvening,
) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    assert evening.state(1) == "accepted"
    typed = {"reword": "1", "wording": "1", "text": "It moves to nobody."}
    preview = evening.ros.post(f"{evening.home}preview/", {**GOAT, **typed})
    assert preview.status_code == 200 and b"nobody" in preview.content
    told = evening.ros.post(f"{evening.home}write/", {**GOAT, **typed}, headers={"X-Carte": "1"})
    assert told.status_code == 409
    goes_on = json.loads(told.content)
    assert goes_on["words"] == "It is in meanwhile. What you write here rewords it."
    assert goes_on["as"]["heading"] == "Reword Wandering Goat" and "reword" not in goes_on["as"]["hidden"]
    plain = evening.write(evening.ros, **typed)
    words = plain.content.decode()
    assert plain.status_code == 409 and "It moves to nobody." in words and 'name="article"' in words
    assert evening.write(evening.ros, text="It moves to nobody.", **goes_on["as"]["hidden"]).status_code == 303
    assert "<ins>nobody</ins>" in page(evening.idris, f"{evening.home}workshop/")


def test_a_rewording_whose_card_was_set_aside_meanwhile_goes_on_as_an_adjustment(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "against", reason="No")
    told = evening.write(evening.ros, reword="1", wording="1", text="Better.")
    assert told.status_code == 409 and "Better." in told.content.decode()
    assert "It was set aside meanwhile." in told.content.decode()
    assert re.search(r'name="adjust"\s+value="1"', told.content.decode())
    assert evening.write(evening.ros, adjust="1", text="Better.").status_code == 303


def previewed(evening: WorkshopEvening, who: Visitor, **typed: str) -> dict[str, Any]:
    """What a card that is written is told it belongs to now; nothing while that is what it was begun on."""
    html = who.post(f"{evening.home}preview/", {**GOAT, **typed}).content.decode()
    found = re.search(r'data-goes-on="([^"]+)">([^<]+)<', html)
    return {"words": found[2], **json.loads(unescape(found[1]))["as"]} if found else {}


def test_an_adjustment_whose_card_another_adjusted_goes_on_as_a_rewording_of_theirs(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "against", reason="No")
    mine = {"adjust": "1", "text": "Mine is better."}
    assert previewed(evening, evening.ros, **mine) == {}
    evening.write(evening.idris, adjust="1", text="Better.")
    assert previewed(evening, evening.ros, **mine) == {}, "it is not in yet"
    evening.vote(evening.ros, 2, "for")
    goes_on = previewed(evening, evening.ros, **mine)
    assert goes_on["words"] == "Somebody adjusted it meanwhile, and it is in. What you write here rewords it."
    assert goes_on["heading"] == "Reword Wandering Goat" and "adjust" not in goes_on["hidden"]
    told = evening.ros.post(f"{evening.home}write/", {**GOAT, **mine}, headers={"X-Carte": "1"})
    assert told.status_code == 409 and json.loads(told.content)["as"]["hidden"] == goes_on["hidden"]
    plain = page(evening.ros, f"{evening.home}workshop/?adjust=1")
    assert "Somebody adjusted it meanwhile" in plain and 'data-takes-up="adjust.1"' in plain
    assert previewed(evening, evening.ros, text=mine["text"], **goes_on["hidden"]) == {}
    assert evening.write(evening.ros, text=mine["text"], **goes_on["hidden"]).status_code == 303
    assert rows.Proposal.objects.get(deck=evening.deck, number=3).state == "open"


def test_what_is_reworded_is_told_when_other_words_stand_meanwhile(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    assert previewed(evening, evening.ros, reword="1", wording="1") == {}
    evening.write(evening.ros, reword="1", wording="1", text="It sits.")
    assert previewed(evening, evening.ros, reword="1", wording="1")["hidden"]["wording"] == "2"
    evening.vote(evening.idris, 1, "for", wording=2)
    begun = previewed(evening, evening.ros, reword="1", wording="2")["hidden"]
    assert previewed(evening, evening.ros, **begun) == {}
    evening.write(evening.idris, **begun, text="It lies.")
    evening.vote(evening.ros, 2, "for")
    goes_on = previewed(evening, evening.ros, **begun)
    assert goes_on["words"].startswith("It was reworded meanwhile.") and goes_on["hidden"]["on"] != begun["on"]


@pytest.mark.parametrize("answer", ["for", "against"])
def test_reword_it_followed_a_moment_late_leads_to_the_workshop_and_takes_the_draft_up(
    evening: WorkshopEvening, answer: str
) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, answer)
    for address in ("workshop/", "write/"):
        shown = page(evening.ros, f"{evening.home}{address}?reword=1")
        assert 'data-takes-up="reword.1.1"' in shown and "meanwhile. What you write here" in shown


def test_a_plain_question_reworded_a_moment_late_is_answered_in_words(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    face = rows.Article.objects.get(deck=evening.deck).face_id
    asked = {"article": "card-1", "change": "recount", "on": face, "copies": "2"}
    assert evening.ros.post(f"{evening.home}write/", asked).status_code == 303
    evening.vote(evening.idris, 2, "for")
    late = evening.ros.get(f"{evening.home}write/?reword=2")
    assert late.status_code == 409 and "That vote is over." in late.content.decode()
    assert page(evening.ros, f"{evening.home}workshop/?reword=2")


def test_what_is_taken_out_is_not_stamped_accepted(evening: WorkshopEvening) -> None:
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    assert ">Accepted</span>" in page(evening.ros, f"{evening.home}workshop/")
    face = rows.Article.objects.get(deck=evening.deck).face_id
    evening.ros.post(f"{evening.home}write/", {"article": "card-1", "change": "repeal", "on": face})
    evening.vote(evening.idris, 2, "for")
    shown = page(evening.ros, f"{evening.home}workshop/")
    assert "It’s out." in shown and ">Out</span>" in shown and ">Accepted</span>" not in shown
