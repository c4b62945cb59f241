"""A line for what one asks (why it goes out, why it is worded anew): where it is written, and everywhere it is read."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest
from django.http import HttpResponse

from cards import models as rows
from cards.actions.restore_deck import restore
from cards.formats import own_json
from cards.rules.limits import REASON_MAX
from cards.storage.audit import every_deck
from studio.models import Entry
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.workshop_evening import WorkshopEvening

pytestmark = pytest.mark.django_db
WHY = "It eats every other card"
HOSTILE = "<b>no</b> {who} \u202eesrever"


def grounds() -> list[str]:
    return list(rows.Wording.objects.order_by("pk").values_list("grounds", flat=True))


class Sure(WorkshopEvening):
    """The goat is in the deck."""

    def __init__(self) -> None:
        super().__init__()
        self.write(self.ros)
        self.vote(self.idris, 1, "for")
        self.goat = rows.Article.objects.get(deck=self.deck, number=1).face_id

    def repeal(self, **more: str) -> HttpResponse:
        asked = {"article": "card-1", "change": "repeal", "on": self.goat, **more}
        return self.ros.post(f"{self.home}write/", asked)


def test_why_a_card_should_go_out_is_read_wherever_it_is_judged_and_remembered() -> None:
    evening = Sure()
    ask = evening.ros.get(f"{evening.home}write/?article=card-1&change=repeal")
    assert 'name="grounds"' in ask.content.decode()
    assert evening.repeal(grounds=f"  {WHY} ").status_code == 303
    assert grounds() == ["", WHY]
    for page in (f"{evening.home}workshop/", f"{evening.home}proposals/2/"):
        shown = as_read(evening.idris.get(page))
        assert "For it" in shown and WHY in shown, page
    assert evening.vote(evening.idris, 2, "against", reason="I like it").status_code == 204
    for page in ("workshop/", "proposals/2/", "drawer/", "cards/1/"):
        assert WHY in as_read(evening.idris.get(evening.home + page)), page
    assert WHY not in as_read(Visitor("Nobody").get(f"{evening.home}cards/1/"))
    assert evening.ros.post(f"{evening.home}proposals/2/again/").status_code == 303
    assert evening.idris.post(f"{evening.home}do/?verb=withdraw&proposal=3").status_code == 403
    assert grounds()[-1] == WHY, "asked again by whoever said it"
    assert list(every_deck()) == []


def test_what_another_said_for_it_is_not_put_into_ones_mouth() -> None:
    evening = Sure()
    evening.repeal(grounds=WHY)
    evening.vote(evening.idris, 2, "against")
    assert evening.idris.post(f"{evening.home}proposals/2/again/").status_code == 303
    assert grounds() == ["", WHY, ""]


def test_a_rewording_says_why_and_has_what_was_said_to_begin_with() -> None:
    evening = WorkshopEvening()
    assert evening.write(evening.ros, grounds=WHY).status_code == 303
    begun = evening.ros.get(f"{evening.home}write/?reword=1").content.decode()
    assert f'value="{WHY}"' in begun
    told = evening.write(evening.ros, reword="1", wording="1", text="It stays.", grounds="Milder")
    assert told.status_code == 303 and grounds() == [WHY, "Milder"]
    page = as_read(evening.idris.get(f"{evening.home}proposals/1/"))
    assert "Milder" in page and WHY in page, "the wording before keeps what was said for it"
    assert list(every_deck()) == []


@pytest.mark.parametrize("typed, kept", [("   ", ""), ("a\nb\u200bc", None), (HOSTILE, None), ("x" * REASON_MAX, None)])
def test_odd_grounds_are_one_line_of_plain_words(typed: str, kept: str | None) -> None:
    evening = Sure()
    assert evening.repeal(grounds=typed).status_code == 303
    line = grounds()[-1]
    assert len(line.splitlines()) <= 1 and len(line) <= REASON_MAX and (kept is None or line == kept)
    assert "<b>no" not in evening.idris.get(f"{evening.home}workshop/").content.decode()


@pytest.mark.parametrize("length", [REASON_MAX + 1, 40_000])
def test_grounds_that_are_too_long_are_refused_in_words_and_stay_typed(length: int) -> None:
    evening = Sure()
    answer = evening.repeal(grounds="y" * length)
    assert answer.status_code == 422 and "at most 300" in as_read(answer) and "yyy" in answer.content.decode()
    written = evening.write(evening.ros, title="Another", grounds="y" * length)
    assert written.status_code == 422 and len(grounds()) == 1


def test_a_history_keeps_the_grounds_and_one_from_before_has_none() -> None:
    evening = Sure()
    evening.repeal(grounds=WHY)
    file = evening.ros.get(f"{evening.home}export.json?history=1").content.decode()
    back = restore(own_json.read(file).listing).deck
    assert list(rows.Wording.objects.filter(proposal__deck=back).values_list("grounds", flat=True)) == ["", WHY]
    body = cast(dict[str, Any], Entry.objects.filter(kind="ProposalMade").order_by("pk").first().body)  # type: ignore[union-attr]
    assert "grounds" not in json.dumps({k: v for k, v in body.items() if v})
    assert list(every_deck()) == []
