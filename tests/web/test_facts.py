"""The line of facts on every cover: what is known, and nothing else."""

from __future__ import annotations

import pytest
from django.test import Client

from cards import models as rows
from cards.rules.deck import SetVisibility
from cards.values.facts import Came, facts_of
from tests.deck_fixture import SLUG, DeckFixture
from tests.markup import as_read
from tests.web.decks import accepted, archive, ask


def line(**other: object) -> list[str]:
    known: dict[str, object] = {
        "players": (3, 6), "sheets": None, "status": "playable", "is_starred": False, "language": "en", "read_in": "en",
    }  # fmt: skip
    return [fact.words for fact in facts_of(**known | other)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("players", "told"),
    [((3, 6), ["3–6 players"]), ((4, 4), ["4 players"]), ((1, 1), ["1 player"]), ((0, 4), ["Up to 4 players"]),
     ((3, 0), ["3+ players"]), ((0, 0), [])],
)  # fmt: skip
def test_how_many_play_is_said_as_far_as_it_is_known(players: tuple[int, int], told: list[str]) -> None:
    assert line(players=players)[:-1] == told


def test_sheets_to_cut_out_come_after_the_players_where_they_are_known() -> None:
    assert line(sheets=7) == ["3–6 players", "7 sheets", "Playable"]
    assert line(sheets=1, players=(0, 0)) == ["1 sheet", "Playable"]


def test_a_star_stands_for_the_state_and_what_is_not_known_is_left_out() -> None:
    assert line() == ["3–6 players", "Playable"]
    assert line(is_starred=True)[1:] == ["Star"]
    assert line(status="unfinished but playable")[1:] == ["Playable so far"]
    assert line(status="", players=(0, 0)) == []


def test_a_language_is_said_where_it_is_not_the_one_that_is_read() -> None:
    assert line(language="de")[2:] == ["Deutsch"] and line(language="de-AT", read_in="de")[2:] == []
    assert line(language="en-GB", read_in="de")[2:] == ["English"] and line(language="")[2:] == []


def test_what_came_is_told_in_numbers_and_what_did_not_is_not() -> None:
    assert Came(2, 1, 0, 1).words == "2 in, 1 reworded, 1 out" and Came(recounted=1).words == "1 recounted"
    assert Came().words == ""


@pytest.mark.django_db
def test_a_cover_says_who_plays_it_how_far_it_is_and_in_which_language() -> None:
    table = DeckFixture("Ros")
    accepted(table, SLUG)
    archive(table)
    ask(table, SetVisibility("public"))
    rows.Deck.objects.update(players_min=2, players_max=5, status="untested", language="sk")
    for address in ("/decks/", "/"):
        html = as_read(Client().get(address))
        assert '<ul class="facts" aria-label="At a glance">' in html and "<li>2–5 players</li>" in html, address
        assert "<li>Untested</li>" in html and '<li class="is-language" lang="sk">Slovenčina</li>' in html, address
