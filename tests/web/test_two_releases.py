"""Two releases side by side on one database, as when one takes the other's place: what the newer writes and the older
cannot read, the older leaves alone, and says so in words."""

from __future__ import annotations

from typing import Any

import pytest

from cards.storage import audit as decks
from cards.storage.log import DECK_LOG
from play.storage import audit as tables
from play.storage.log import TABLE_LOG
from studio.log.facts import UnknownFact
from studio.models import Entry
from tests.markup import as_read
from tests.web.table_evening import TableEvening, last_proposal, vote, write

pytestmark = pytest.mark.django_db


def the_older_one(monkeypatch: pytest.MonkeyPatch, log: Any, unknown: str) -> None:
    """From now on this process is of a release that knows no such kind of entry."""
    read = log.read

    def reads(kind: str, body: Any, seq: int | None = None) -> Any:
        if kind == unknown:
            raise UnknownFact(kind, 9, "written by a newer program", seq)
        return read(kind, body, seq)

    monkeypatch.setattr(log, "read", reads)


def test_a_table_that_the_newer_one_moved_rests_for_the_older_one(monkeypatch: pytest.MonkeyPatch) -> None:
    at = TableEvening().begin()
    assert at.act(at.ros, "flip", key="flip").status_code == 204  # the newer one's
    entries = Entry.objects.count()
    with monkeypatch.context() as older:
        the_older_one(older, TABLE_LOG, "CoinFlipped")
        for answer in (at.act(at.idris, "flip", key="mine"), at.ros.get(at.home), at.ros.get(f"{at.home}log/")):
            assert answer.status_code == 503 and answer["Retry-After"]
            assert "Nothing was changed" in as_read(answer)
        assert at.act(at.ros, "flip", key="flip").status_code == 204, "what was answered is answered again"
        assert at.ros.get("/tables/").status_code == at.ros.get(f"/decks/{at.deck.slug}/").status_code == 200
    assert Entry.objects.count() == entries
    assert at.act(at.idris, "flip", key="mine").status_code == 204
    at.value()
    assert not list(tables.disagreements(at.table))


def test_a_deck_that_the_newer_one_wrote_to_is_read_from_its_rows_by_the_older_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = TableEvening(is_creative=True).begin()
    write(at, at.ros)
    said = at.ros.post(f"/decks/{at.deck.slug}/proposals/1/talk/", {"text": "Well"})
    assert said.status_code in (204, 303)
    with monkeypatch.context() as older:
        the_older_one(older, DECK_LOG, "RemarkMade")
        assert at.ros.get(f"/decks/{at.deck.slug}/workshop/").status_code == 200
        vote(at, at.idris, "for", key="k")
    assert last_proposal(at).state == "accepted"
    at.deck.refresh_from_db()
    assert not list(decks.disagreements(at.deck))
