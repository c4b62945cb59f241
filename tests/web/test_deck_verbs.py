"""Every verb of a deck at its one address: what a form or a program may say there, and what is refused in words."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import URLPattern

from cards import models as rows
from cards.urls import BEFORE
from cards.verbs.registry import BY_NAME
from studio.models import Entry
from tests.visitors import Visitor
from tests.web.workshop_evening import WorkshopEvening

pytestmark = pytest.mark.django_db
SCRIPT = {"X-Carte": "1"}


@pytest.fixture
def evening() -> WorkshopEvening:
    begun = WorkshopEvening()
    begun.write(begun.ros)
    return begun


def home(evening: WorkshopEvening) -> str:
    """The address of the deck, which is another where its title is."""
    return f"/decks/{rows.Deck.objects.values_list('slug', flat=True).get(pk=evening.deck.pk)}/"


def ask(evening: WorkshopEvening, who: Visitor, where: str = "do/", **said: Any) -> tuple[int, str]:
    """The status, and the code of a refusal."""
    answer = who.post(home(evening) + where, said, headers=SCRIPT)
    return answer.status_code, answer.json()["code"] if answer.status_code >= 400 else ""  # type: ignore[attr-defined]


def test_a_verb_is_asked_by_a_form_by_an_address_and_by_a_program(evening: WorkshopEvening) -> None:
    assert ask(evening, evening.idris, verb="remark", proposal=1, text="Hm.") == (204, "")
    assert ask(evening, evening.idris, "do/?verb=remark&proposal=1", text="Well?") == (204, "")
    body = '{"verb": "vote", "proposal": 1, "wording": 1, "answer": "for", "reason": ""}'
    voted = evening.idris.post(f"{evening.home}do/", body, content_type="application/json", headers=SCRIPT)
    assert voted.status_code == 204 and evening.state(1) == "accepted"
    assert [said.text for said in rows.Remark.objects.order_by("pk")] == ["Hm.", "Well?"]
    assert evening.ros.get(f"{evening.home}do/").status_code == 405


def test_a_plain_form_goes_where_its_older_address_leads(evening: WorkshopEvening) -> None:
    own = f"{evening.home}proposals/1/"
    for where, said in (("do/", {"verb": "remark", "proposal": 1}), ("proposals/1/talk/", {})):
        for came_from, to in ((own, own), (f"{evening.home}workshop/", f"{evening.home}workshop/")):
            answer = evening.ros.post(evening.home + where, {**said, "text": where}, headers={"Referer": came_from})
            assert (answer.status_code, answer["Location"]) == (303, to)
    taken_back = evening.ros.post(f"{evening.home}do/", {"verb": "withdraw", "proposal": 1})
    assert taken_back["Location"].endswith("workshop/?adjust=1#write")


def test_an_unknown_verb_and_one_of_a_table_are_refused_in_words(evening: WorkshopEvening) -> None:
    before = Entry.objects.count()
    for verb in ("", "tap", "say", "CastVote", "vote ", "\x00", "9" * 400):
        assert ask(evening, evening.idris, verb=verb, proposal=1, wording=1, answer="for") == (
            422,
            "request.unreadable",
        )
    plain = evening.idris.post(f"{evening.home}do/", {"verb": "tap"})
    assert plain.status_code == 422 and "did not arrive in one piece" in plain.content.decode()
    assert Entry.objects.count() == before


def test_fields_of_another_verb_twice_or_missing_are_refused(evening: WorkshopEvening) -> None:
    vote = {"verb": "vote", "proposal": "1", "wording": "1", "answer": "for"}
    before = Entry.objects.count()
    for said in (
        vote | {"without": "1"}, vote | {"by": "1"}, vote | {"proposal": ["1", "1"]}, vote | {"answer": "perhaps"},
        {"verb": "vote", "proposal": "1", "answer": "for"}, vote | {"wording": "x"}, vote | {"wording": "9" * 400},
    ):  # fmt: skip
        assert ask(evening, evening.idris, **said) == (422, "request.unreadable"), said
    assert Entry.objects.count() == before
    tab = ask(
        evening, evening.idris, "proposals/1/wordings/1/vote/", answer="for", text="what lies in the form besides"
    )
    assert tab == (204, ""), "a page that was open before sends whatever stands in its form"


def test_a_key_used_again_with_something_else_is_refused_and_with_the_same_answered_again(
    evening: WorkshopEvening,
) -> None:
    key = "a" * 18
    assert ask(evening, evening.idris, verb="remark", proposal=1, text="Hm.", key=key) == (204, "")
    assert ask(evening, evening.idris, "proposals/1/talk/", text="Hm.", key=key) == (204, "")
    assert ask(evening, evening.idris, verb="remark", proposal=1, text="No", key=key)[1] == "request.reused"
    assert ask(evening, evening.idris, verb="withdraw", proposal=1, key=key)[1] == "request.reused"
    assert rows.Remark.objects.count() == 1


@pytest.mark.parametrize("old", BEFORE, ids=lambda old: old.name)
def test_an_address_of_the_release_before_does_what_the_one_address_does(
    old: URLPattern, evening: WorkshopEvening
) -> None:
    verb = str(old.default_args["verb"])
    address, about = str(old.pattern), dict.fromkeys(old.pattern.converters, "1")
    for name in about:
        address = address.replace(f"<int:{name}>", "1").replace(f"<str:{name}>", "1")
    said = {name: "1" for name in _names(verb) - about.keys()} | {"key": "k" * 18}
    before = Entry.objects.count()
    now = evening.idris.post(f"{evening.home}do/", {**said, **about, "verb": verb}, headers=SCRIPT)
    made = Entry.objects.count()
    then = evening.idris.post(home(evening) + address, said, headers=SCRIPT)
    assert (then.status_code, then.content) == (now.status_code, now.content) and Entry.objects.count() == made
    assert then.headers.get("X-Stream-Version") == now.headers.get("X-Stream-Version")
    assert made > before or now.status_code in (204, 403, 404, 409, 422)


def test_a_page_that_sent_its_form_to_itself_answers_so_still(evening: WorkshopEvening) -> None:
    details = {"title": "Allotment Wars", "blurb": "Peas.", "language": "en"}
    sent = evening.idris.post(f"{evening.home}details/", details)
    assert (sent.status_code, sent["Location"]) == (303, evening.home)
    refused = evening.idris.post(f"{evening.home}details/", details | {"title": "", "goal": "Typed already"})
    assert refused.status_code == 422 and "Typed already" in refused.content.decode()
    now = evening.idris.post(f"{evening.home}do/?verb=edit-details", details | {"title": "", "goal": "Typed already"})
    assert now.status_code == 422 and "Typed already" in now.content.decode()


def test_a_stranger_finds_no_address_whatever_the_verb(evening: WorkshopEvening) -> None:
    stranger = Visitor("Maud", address="192.0.2.9")
    for verb in (*BY_NAME, "tap"):
        answer = stranger.post(f"{evening.home}do/", {"verb": verb, "proposal": "1"}, headers=SCRIPT)
        assert answer.status_code == 404, verb


def _said(verb: str, **other: Any) -> dict[str, Any]:
    """A form of that verb with a number in each field."""
    return {"verb": verb, **dict.fromkeys(_names(verb), "1"), **other}


def _names(verb: str) -> set[str]:
    """The fields of its form."""
    return {*BY_NAME[verb][1].names}


@pytest.mark.parametrize("verb", sorted(BY_NAME))
def test_every_verb_refuses_in_words_who_may_not_what_is_anothers_and_what_is_no_value(
    verb: str, evening: WorkshopEvening
) -> None:
    fields = _names(verb)
    before = Entry.objects.count()
    stranger = Visitor("Maud", address="192.0.2.9")
    assert stranger.post(f"{evening.home}do/", _said(verb), headers=SCRIPT).status_code == 404
    anothers = sorted({name for other in BY_NAME for name in _names(other)} - fields)
    for other in ({name: "1"} for name in (*anothers, "by", "deck_id")):
        assert ask(evening, evening.idris, **_said(verb, **other)) == (422, "request.unreadable"), other
    for field in fields:
        assert ask(evening, evening.idris, **_said(verb, **{field: ["1", "1"]})) == (422, "request.unreadable"), field
    assert Entry.objects.count() == before
    for field in fields:
        for value in ("", "x", "-1", "9" * 400, "\x00", "2147483648"):
            status, code = ask(evening, evening.idris, **_said(verb, **{field: value}))
            assert status == 204 or (400 <= status < 500 and code), (field, value)
    plain = evening.idris.post(f"{home(evening)}do/", _said(verb))
    assert plain.status_code == 303 or 400 <= plain.status_code < 500, "a plain form has a page, whatever comes of it"
