"""Every address there is, asked for what is not there: numbers beyond any, letters that no database holds, a deck that
is called otherwise by now, and one that is private."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import quote, urlencode, urljoin

import pytest
from django.conf import settings
from django.db import connection
from django.template import engines
from django.test import Client
from django.urls import NoReverseMatch, get_resolver, resolve, reverse

from cards import models as rows
from cards.queries.shelf_ask import BESIDE, DATA, FEED, PAGE
from cards.rules.deck import SetLicence, SetVisibility
from cards.search.language import FILTERS
from studio.models import Person
from studio.web.addresses import path_to
from tests.deck_fixture import SLUG, DeckFixture
from tests.markup import as_read
from tests.web.addresses import every_route, filled_in
from tests.web.decks import BAN, GOAT, accepted, archive, as_member, ask

pytestmark = pytest.mark.django_db

OF_A_DECK = "decks/<slug:slug>/"
BEYOND = ("2147483648", "9" * 18, "9" * 19, "9" * 5_000)
NO_WORDS = ("a\0b", "x" * 5_000, "a\r\nSet-Cookie: x=1")
LEADS = (200, 301, 302, 303, 405)  # to what is there; 405: only to what is sent
OF_HOSTS = ("/healthz", "/readyz")
READS = re.compile(r"""\.(?:get|text|choice|whole_number|every|flag|only|matching|id)\(\s*"(\w+)\"""")


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> DeckFixture:
    """A public deck of two versions whose address was another once; a site that knows its own."""
    monkeypatch.setattr(settings, "ENV", replace(settings.ENV, site="https://cards.example"))
    found = DeckFixture("Ros", "Idris")
    for face in (SLUG, GOAT):
        accepted(found, face)
    ask(found, SetLicence("CC BY 4.0"))
    ask(found, SetVisibility("public"))
    archive(found)
    accepted(found, BAN)
    archive(found, "Two")
    Person.objects.filter(memberships__pk=found.ids["Ros"]).update(maker_key="zzzzzz")
    found.deck.refresh_from_db()
    rows.FormerSlug.objects.create(deck=found.deck, slug="as-it-was")
    return found


@contextmanager
def nothing_but_what_can_be_held() -> Iterator[list[str]]:
    """What is sent to the database here that PostgreSQL could not even read, whichever answers."""
    found: list[str] = []

    def looked_at(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not all(can_be_held(one) for one in params or ()):
            found.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(looked_at):
        yield found


def can_be_held(param: object) -> bool:
    if isinstance(param, str):
        return not re.search("[\0\ud800-\udfff]", param)
    return not isinstance(param, int) or abs(param) < 2**63


def named(table: DeckFixture, slug: str = "") -> dict[str, str]:
    return {"slug": slug or table.deck.slug, "versions": "1..2", "named": "ros-zzzzzz", "key": table.deck.stream.key}


@pytest.mark.parametrize("odd", BEYOND)
def test_no_number_in_an_address_is_too_large_to_be_answered(table: DeckFixture, odd: str) -> None:
    compared = {**named(table), "versions": f"1..{odd}"}
    ros = as_member(table, "Ros")
    for address in sorted({*filled_in(named(table), odd), *filled_in(compared, odd)}):
        if address.startswith("/admin/") or address in OF_HOSTS:
            continue
        for ask_by in (Client().get, ros.get, ros.post):
            with nothing_but_what_can_be_held() as found:
                status = ask_by(address).status_code
            assert status < 500 and not found, address


@pytest.mark.parametrize("odd", NO_WORDS)
def test_no_word_in_an_address_is_too_odd_to_be_answered(table: DeckFixture, odd: str) -> None:
    ros, known = as_member(table, "Ros"), named(table)
    for route in every_route():
        for name in set(re.findall(r"<(?:str:)?(\w+)>", route)):
            filled = {**known, name: quote(odd, safe="")}
            address = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: filled.get(found[1], "1"), route)  # noqa: B023
            for ask_by in (Client().get, ros.get, ros.post):
                with nothing_but_what_can_be_held() as found:
                    answer = ask_by(address)
                assert answer.status_code < 500 and not found, address
                assert not any("\n" in value for value in answer.headers.values()), address


@pytest.mark.parametrize("odd", ["a\0b", "x" * 5_000, "9" * 19, "1~0~{"])
def test_no_field_of_an_address_is_too_odd_to_be_answered(table: DeckFixture, odd: str) -> None:
    """Each field by itself that the module of a page reads, and all that the archive is asked."""
    asked = [
        f"{address}?{urlencode({name: odd})}"
        for address in filled_in(named(table))
        if not address.startswith(("/admin/", *OF_HOSTS))
        for name in sorted(read_by(address))
    ]
    asked += [f"{page}?{urlencode({name: odd})}" for page in (PAGE, FEED, DATA) for name in (*BESIDE, *FILTERS)]
    assert {"version", "deck", "seed", "find"} <= {re.split("[?=]", address)[1] for address in asked}
    ros = as_member(table, "Ros")
    for address in asked:
        with nothing_but_what_can_be_held() as found:
            status = ros.get(address).status_code
        assert status < 500 and not found, address


def read_by(address: str) -> set[str]:
    """The names of fields that stand in the module of the view there."""
    module = inspect.getmodule(inspect.unwrap(resolve(address).func))
    assert module is not None
    return set(READS.findall(inspect.getsource(module)))


def test_a_deck_s_former_address_leads_on_wherever_its_address_is_answered(table: DeckFixture) -> None:
    """Also for programs, which come back for years; with everything else that the address said."""
    once = filled_in(named(table, "as-it-was"), under=OF_A_DECK)
    for now, before in zip(filled_in(named(table), under=OF_A_DECK), once, strict=True):
        answer = Client().get(f"{now}?version=1")
        if answer.status_code in (200, 302):
            led = Client().get(f"{before}?version=1")
            assert (led.status_code, led.headers.get("Location")) == (301, f"{now}?version=1"), before
    assert Client().get("/makers/ros-zzzzzz/?deck=as-it-was").status_code == 200


def test_a_private_deck_answers_as_none_does_to_whatever_is_asked_and_however(table: DeckFixture) -> None:
    """By every method, with what a browser knows from when it was public, at its former address too."""
    marks = {address: Client().get(address).headers for address in filled_in(named(table), under=OF_A_DECK)}
    ask(table, SetVisibility("private"))
    stranger = as_member(DeckFixture("Zoe"), "Zoe")

    def said(who: Client, method: str, address: str, slug: str) -> tuple[int, str, dict[str, str]]:
        heads = {
            "if-none-match": marks.get(address, {}).get("ETag") or "*",
            "if-modified-since": "Sat, 28 Nov 2099 00:00:00 GMT",
        }
        answer = getattr(who, method)(address, headers=heads)
        words = re.sub(r'nonce="[^"]*"|value="[^"]*"', "", as_read(answer)).replace(slug, "")
        told = {
            name: value
            for name, value in answer.headers.items()
            if name not in ("X-Request-Number", "Content-Security-Policy", "Expires")
        }
        return answer.status_code, words, told

    for slug in (table.deck.slug, "as-it-was"):
        none = "x" * len(slug)
        both = zip(
            filled_in(named(table, slug), under=OF_A_DECK), filled_in(named(table, none), under=OF_A_DECK), strict=True
        )
        for here, nowhere in both:
            for who in (Client(), stranger):
                for method in ("get", "head", "options", "post", "put", "delete"):
                    answer = said(who, method, here, slug)
                    assert answer == said(who, method, nowhere, none), (method, here)
                    assert answer[0] in (404, 405), (method, here)


# --- without a script -------------------------------------------------------------------------------------------------

READ = (
    "/decks/", "/decks/?q=goat", "/decks/?q=goat&show=cards", "/decks/?show=decks&order=title",
    "/decks/?q=goat&show=filters", "/decks/?q=nothing", "/makers/ros-zzzzzz/", "/makers/ros-zzzzzz/?show=in", "{home}",
    "{home}?tab=history", "{home}?view=list", "{home}versions/1/", "{home}versions/2/cards/2/?q=goat",
    "{home}compare/1..2/", "{home}keep/", "/makers/ros-zzzzzz/take-home/",
)  # fmt: skip
SENDS = re.compile(r'<(?:button(?![^>]*type="button")|input[^>]*type="submit")')


def test_every_link_of_the_archive_leads_somewhere_and_every_form_can_be_sent(table: DeckFixture) -> None:
    """By a stranger and by a member; a form is sent by a button, not by Enter alone. What a page calls its own address
    is the address of that page."""
    home = f"/decks/{table.deck.slug}/"
    for who in (Client(), as_member(table, "Ros")):
        led: set[str] = set()
        for place in (read.format(home=home) for read in READ):
            page = as_read(who.get(place))
            ids = set(re.findall(r'\bid="([^"]*)"', page))
            for link in (unescape(found) for found in re.findall(r'<a\b[^>]*\bhref="([^"]*)"', page)):
                there, _, part = link.partition("#")
                assert there or not part or part in ids, (place, link)
                led.add(urljoin(place, there))
            for tag, form in re.findall(r"(<form\b[^>]*>)(.*?)</form>", page, re.S):
                own = re.search(r'\bid="([^"]*)"', tag)
                beside = own and re.search(rf'<(?:button|input)[^>]*\bform="{own[1]}"', page)
                assert beside or SENDS.search(form), (place, tag)
                action = re.search(r'\baction="([^"]*)"', tag)
                led.add(urljoin(place, unescape(action[1]).partition("#")[0] if action else ""))
            for canonical in re.findall(r'<link rel="canonical" href="https://cards.example([^"]*)">', page):
                assert f'href="https://cards.example{canonical}">' in as_read(who.get(unescape(canonical))), place
        assert len(led) > 100
        wrong = {
            link: status
            for link in sorted(led)
            if link.startswith("/") and (status := who.get(link).status_code) not in LEADS
        }
        assert not wrong


def test_an_address_written_by_name_is_the_one_that_django_writes() -> None:
    names = {str(name) for name in get_resolver().reverse_dict if isinstance(name, str)}
    parts = {
        "slug": "a-b", "named": "ros-zzzzzz", "key": "abcdefgh", "code": "ABCD", "versions": "1..a-b@2", "name": "x",
        "digest": "d" * 64, "id": "p1", "token": "t",
    }  # fmt: skip
    for name in sorted(names - {"admin"}):
        for shapes, *_ in get_resolver().reverse_dict.getlist(name):
            for _, wanted in shapes:
                given = {part: parts.get(part, 7) for part in wanted}
                if "kind" not in given:
                    assert path_to(name, **given) == reverse(name, kwargs=given), name
    with pytest.raises(LookupError):
        path_to("nowhere")
    with pytest.raises(KeyError):
        path_to("deck")


def test_an_address_without_parts_is_found_when_its_template_is_read() -> None:
    page = engines["django"].from_string("{% url 'you' %} {% url 'deck' slug %} {% url 'start' as there %}{{ there }}")
    assert page.render({"slug": "bus"}) == "/you/ /decks/bus/ /decks/start/"
    with pytest.raises(NoReverseMatch):
        engines["django"].from_string("{% url 'nowhere' %}")
