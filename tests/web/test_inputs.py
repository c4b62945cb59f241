"""What comes in with a request is read in one way: each reader has one kind of failure, whatever the body is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import Http404
from django.test import Client, RequestFactory

from studio.kernel.inputs import Failure, Inputs, whole_number
from studio.kernel.refusals import Refused
from studio.web.inputs import NOT_THERE, anywhere, posted
from tests.deck_fixture import DeckFixture
from tests.web.decks import as_member
from tests.web.table_evening import SCRIPT

NO_NUMBERS = ["", " 1", "1 ", "-1", "+1", "1.0", "1e3", "٣", "²", "1_0", "0x1", "1234567890", "9" * 5000]


@pytest.mark.parametrize("typed", NO_NUMBERS)
def test_what_is_no_number_fails_in_the_way_that_was_asked_for(typed: str) -> None:
    asked = Inputs({"n": [typed]})
    assert whole_number(typed) is None
    with pytest.raises(Refused, match="request.unreadable"):
        asked.whole_number("n")
    with pytest.raises(Refused, match="member.unknown"):
        asked.whole_number("n", otherwise=Failure("member.unknown"))
    with pytest.raises(Http404):
        asked.whole_number("n", otherwise=NOT_THERE)
    assert asked.whole_number("n", otherwise=0) == 0


def test_a_number_is_read_and_nothing_typed_may_mean_something_else() -> None:
    asked = Inputs({"n": ["7", "12"], "none": [""], "id": ["123456789012345678"]})
    assert (asked.whole_number("n"), asked.whole_number("none", empty=8), asked.id("id")) == (12, 8, 123456789012345678)
    assert asked.whole_number("absent", otherwise=NOT_THERE, empty=None) is None
    assert (asked.every("n"), asked.text("n", 1), asked.text("absent")) == (("7", "12"), "1", "")


def test_a_word_is_one_of_those_that_may_stand_there_and_comes_once() -> None:
    asked = Inputs({"answer": ["for"], "line": ["/draw", "/pass"]})
    assert asked.choice("answer", ("for", "against")) == "for"
    assert asked.choice("line", ("newest",), otherwise="newest") == "newest"
    for refused in (lambda: asked.choice("answer", ("yes",)), lambda: asked.only("line"), lambda: asked.only("no")):
        with pytest.raises(Refused, match="request.unreadable"):
            refused()


def of_json(said: Any) -> Inputs:
    body = said if isinstance(said, bytes) else json.dumps(said)
    return posted(RequestFactory().post("/?n=3&m=4", body, content_type="application/json"))


def test_a_body_of_json_says_the_same_as_a_form() -> None:
    said = of_json({"n": 7, "word": "Gnome", "yes": True, "no": False, "none": None, "many": ["a", 2]})
    form = RequestFactory().post(
        "/", {"n": "7", "word": "Gnome", "yes": "1", "no": "0", "none": "", "many": ["a", "2"]}
    )
    assert dict(said.lists()) == dict(posted(form).lists())
    request = RequestFactory().post("/?n=3&m=4", '{"n": 7, "m": ""}', content_type="application/json")
    assert dict(anywhere(request)) == {"n": "7", "m": "4"}


@pytest.mark.parametrize(
    "said",
    [
        b"{",
        b"\xff",
        [1],
        "word",
        {"n": 1.5},
        {"n": 10**18},
        {"n": {"a": 1}},
        {"n": [[1]]},
        b"[" * 9000,
        b'{"\\ud800": 1}',
        b'{"n": ["\\udfff"]}',
    ],
)
def test_a_body_of_json_of_another_shape_is_refused(said: Any) -> None:
    with pytest.raises(Refused, match="request.unreadable"):
        of_json(said)


@pytest.mark.django_db
def test_a_program_votes_with_the_same_words_as_a_page() -> None:
    table = DeckFixture("Ros", "Idris")
    number = table.propose("Ros")
    idris = as_member(table, "Idris")
    address = f"/decks/{table.deck.slug}/do/?verb=vote&proposal={number}&wording=1"
    refused = idris.post(address, '{"answer": "perhaps"}', content_type="application/json", headers=SCRIPT)
    assert (refused.status_code, refused.json()["code"]) == (422, "request.unreadable")
    assert idris.post(address, '{"answer": "for"}', content_type="application/json", headers=SCRIPT).status_code == 204
    assert table.proposal(number).state == "accepted"


@pytest.mark.django_db
@pytest.mark.parametrize("alphabet", ["utf-7", "latin-1", "rot13", "idna", "undefined", "utf-8x"])
@pytest.mark.parametrize("form", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_a_body_in_another_alphabet_is_refused_in_words(client: Client, form: str, alphabet: str) -> None:
    """Django fails over it while it looks for the form's token, and again while it says so."""
    refused = Client(enforce_csrf_checks=True).generic(
        "POST", "/decks/start/", b"name=+AGEA", f"{form}; charset={alphabet}"
    )
    assert refused.status_code == 422 and b"did not arrive in one piece" in refused.content
    assert client.post("/decks/start/", b"name=", "application/x-www-form-urlencoded; charset=UTF-8").status_code == 422
