"""The skeleton of a deck through its pages: named, taken, written for and filled, by forms alone."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from cards import models as rows
from cards.queries.deck_view import DeckView
from cards.queries.prompts import prompts
from cards.rules.limits import GAPS_MAX
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.workshop_evening import GOAT, WorkshopEvening

pytestmark = pytest.mark.django_db

GOATS = "an answer to goats"


class GapEvening(WorkshopEvening):
    """Ros has named a gap, or nobody has."""

    def __init__(self, gap: str = GOATS) -> None:
        super().__init__()
        if gap:
            assert self.name(self.ros, gap).status_code == 303

    def name(self, who: Visitor, words: str, wanted: str = "1", **more: str) -> Any:
        return self.ask(who, "name-gap", words=words, wanted=wanted, **more)

    def do(self, who: Visitor, what: str, number: int = 1, **more: str) -> Any:
        return self.ask(who, what, gap=number, **more)

    def read(self, who: Visitor, page: str = "workshop/") -> str:
        answer = who.get(self.home + page)
        assert answer.status_code == 200
        return as_read(answer)

    def rail(self, who: Visitor) -> str:
        found = re.search(r'<section class="gaps".*?</section>', self.read(who), re.S)
        assert found is not None
        return found[0]


def test_a_gap_is_named_taken_and_gone_when_its_card_is_in_by_forms_alone() -> None:
    evening = GapEvening()
    ros, idris = evening.ros, evening.idris
    assert GOATS in evening.rail(idris) and 'aria-pressed="false"' in evening.rail(idris)
    taken = evening.do(idris, "hang-on-gap")
    assert (taken.status_code, taken["Location"]) == (303, f"{evening.home}write/")
    page = evening.read(idris, "write/")
    assert "Written for the gap" in page and 'name="gap" value="1" form="writing"' in page
    assert "yours, being written" in evening.rail(idris) and 'aria-label="Idris, on it"' in evening.rail(ros)
    assert evening.write(idris, gap="1").status_code == 303
    assert "asks for it already" in evening.rail(ros) and "Written for the gap" not in evening.read(idris)
    evening.vote(ros, 1, "for")
    assert rows.Article.objects.filter(deck=evening.deck).count() == 1
    assert 'id="gap-1"' not in evening.rail(ros)
    minutes = evening.read(ros, "minutes/")
    assert f"named a gap: {GOATS}" in minutes and f"has its card: {GOATS}" in minutes


def test_that_somebody_is_on_it_tells_nothing_of_what_they_write() -> None:
    evening = GapEvening()
    evening.do(evening.idris, "hang-on-gap")
    before = evening.ros.get(f"{evening.home}workshop/?regions=1").json()["html"]
    evening.idris.post(f"{evening.home}preview/", {"title": "Kanarienvogel", "text": "Trillert.", "gap": "1"})
    assert evening.ros.get(f"{evening.home}workshop/?regions=1").json()["html"] == before


def test_a_gap_is_worded_anew_and_put_away_and_comes_back_by_its_name() -> None:
    evening = GapEvening()
    page = evening.read(evening.idris, "gaps/")
    assert GOATS in page and "Put it away" in page and "Named by" in page
    assert evening.do(evening.idris, "reword-gap", words="goats, answered", wanted="3").status_code == 303
    assert "goats, answered" in evening.rail(evening.ros) and "three cards" in evening.rail(evening.ros)
    for _ in range(2):  # pressed twice, or by two
        assert evening.do(evening.idris, "put-gap-away").status_code == 303
    assert "goats, answered" not in evening.rail(evening.ros)
    assert evening.name(evening.ros, "goats, answered").status_code == 303
    assert 'id="gap-2"' in evening.rail(evening.ros)


@pytest.mark.parametrize(
    ("words", "wanted", "status", "said"),
    [
        ("", "1", 422, "Say in a few words"), ("x" * 61, "1", 422, "at most 60 characters"),
        ("AN answer to  goats", "1", 422, "is among the gaps already"), ("Things", "10", 422, "one to 9 cards"),
        ("Things", "many", 422, "one to 9 cards"), ("x" * 100_000, "1", 422, "at most 60 characters"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_gap_is_said_beside_what_was_typed(words: str, wanted: str, status: int, said: str) -> None:
    evening = GapEvening()
    answer = evening.name(evening.idris, words, wanted)
    assert answer.status_code == status and said in as_read(answer) and len(answer.content) < 100_000
    assert as_read(answer).count("aria-invalid") == 1
    assert len(rows.Deck.objects.get(pk=evening.deck.pk).gaps) == 1


def test_a_card_that_is_written_at_a_table_may_be_for_a_gap_too() -> None:
    evening = GapEvening()
    evening.write(evening.ros)
    evening.vote(evening.idris, 1, "for")
    table = evening.ros.post(f"{evening.home}play/", {"version": "draft", "seats": "4"})["Location"]
    evening.idris.post(f"{table}sit/", {"seat": "2"})
    for address in (table, f"{table}write/"):
        shown = evening.ros.get(address).content.decode()
        assert "For a gap of the deck" in shown and re.search(r'<option value="1"\s*>\s*an answer to goats', shown)
    refused = evening.ros.post(f"{table}write/", {**GOAT, "title": "", "gap": "1"})
    assert refused.status_code == 422 and re.search(r'<option value="1"\s+selected', refused.content.decode())
    assert evening.ros.post(f"{table}write/", {**GOAT, "title": "Fence", "gap": "1"}).status_code == 303
    assert rows.Proposal.objects.get(number=2).gap == 1
    assert evening.ros.post(f"{table}write/", {**GOAT, "title": "Gate", "gap": "99"}).status_code == 303
    assert rows.Proposal.objects.get(number=3).gap is None, "one that has gone holds no card up"


def test_names_are_words_and_never_markup() -> None:
    evening = GapEvening()
    assert evening.name(evening.idris, "<script>alert(1)</script>\u202e").status_code == 303
    assert "&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in evening.rail(evening.ros)


def test_an_old_tab_is_answered_in_words_and_loses_no_card() -> None:
    evening = GapEvening()
    evening.do(evening.idris, "hang-on-gap")
    evening.do(evening.ros, "put-gap-away")
    assert evening.do(evening.idris, "hang-on-gap").status_code == 409
    assert evening.do(evening.idris, "reword-gap", words="late").status_code == 409
    assert evening.do(evening.idris, "hang-on-gap", 99).status_code == 404
    assert evening.do(evening.idris, "unhook-from-gap").status_code == 303
    for number, gap in enumerate(("1", "99", "-1", "9" * 500, "goats"), 1):
        assert evening.write(evening.idris, gap=gap, title=f"Goat {number}").status_code == 303
    assert set(rows.Proposal.objects.values_list("gap", flat=True)) == {None}


def test_there_is_a_wall_before_ten_thousand_gaps() -> None:
    evening = GapEvening()
    full = f"There is room for {GAPS_MAX} at a time. Fill one, or put one away."
    for number in range(2, GAPS_MAX + 1):
        rail = evening.rail(evening.ros)
        assert "data-full" not in rail and full not in rail and 'value="a way to win"' in rail
        assert evening.name(evening.ros, f"gap {number}").status_code == 303
    rail = evening.rail(evening.ros)
    assert "data-full" in rail and full in rail and 'value="a way to win"' not in rail, (
        "nothing is offered that is refused"
    )
    assert evening.name(evening.ros, "one more").status_code == 409
    assert full in evening.read(evening.ros, "gaps/")


def test_an_empty_deck_is_offered_gaps_to_begin_with() -> None:
    begun = GapEvening(gap="")
    assert re.search(r'class="gap-more"\s+open', begun.rail(begun.ros))
    begun.write(begun.ros)
    assert re.search(r'class="gap-more"\s*>', begun.rail(begun.ros)), "once something is asked it lies folded"
    evening = GapEvening("")
    rail = evening.rail(evening.ros)
    assert "a way to win" in rail
    things = re.search(r'formaction="([^"]+)" name="words" value="(Things worth having)"', rail)
    assert things and evening.ros.post(unescape(things[1]), {"words": things[2]}).status_code == 303
    gap = rows.Deck.objects.get(pk=evening.deck.pk).gaps[0]
    assert (gap["words"], gap["wanted"]) == ("Things worth having", 2)
    assert 'value="Things worth having"' not in evening.rail(evening.ros)


def test_a_gap_lies_among_the_slips_of_a_first_batch() -> None:
    evening = GapEvening()
    assert prompts(DeckView(evening.deck.stream_id, "member"))[0].words == GOATS


def test_gaps_are_for_members_alone() -> None:
    evening = GapEvening()
    for page in ("gaps/", "do/?verb=name-gap", "do/?verb=hang-on-gap&gap=1"):
        assert Visitor("Wil", "192.0.2.9").post(evening.home + page, {"words": "mine"}).status_code in (404, 405)
    assert Visitor("Wil", "192.0.2.9").get(f"{evening.home}gaps/").status_code == 404
