"""What of a deck the archive is searched by follows whatever becomes of the deck, and is written where it changes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import Details, Ref
from cards.search import filling
from cards.search.finding import find
from cards.search.language import read
from cards.storage.shelved import is_shelved_rightly, shelve
from play.models import Table
from studio.actions import rename
from studio.models import Entry, Group, Member, Stream
from tests.deeds import edit_details
from tests.search_decks import SECRET, ZEBRA, archived

pytestmark = pytest.mark.django_db


def test_the_archive_follows_what_becomes_of_a_deck() -> None:
    """Its words, its people, its star, and words that are taken down; what is otherwise the audit finds."""
    deck = archived({**SECRET, "id": 1}, ZEBRA)
    member = Member.objects.filter(group=deck.group).order_by("pk").first()
    assert member is not None
    assert is_shelved_rightly(deck)
    assert find(read("zebra t:goat")).card_total == 1 and find(read("by:ros")).deck_total == 1
    rename(person_id=member.person_id, name="Rosalind")
    assert (find(read("by:ros")).deck_total, find(read("by:rosalind")).deck_total) == (0, 1)
    actions.star(deck.pk, is_given=True)
    assert find(read("is:star")).deck_total == 1
    edit_details(deck.pk, by=member.pk, key=None, details=Details("Parade", blurb="", players_min=5, players_max=5))
    assert (find(read("in:secrets")).deck_total, find(read("in:parade players:5")).deck_total) == (0, 1)
    actions.take_down(ZEBRA[0][1].digest, why="asked for")
    taken = find(read("zebra"))
    assert (taken.deck_total, taken.card_total) == (0, 0)
    assert find(read("trait:goat")).deck_total == 0 and find(read(""), show="cards").card_total == 1
    assert filling.is_whole()
    rows.ShelfCard.objects.filter(kind="card").update(copies=9)
    assert not is_shelved_rightly(rows.Deck.objects.get(pk=deck.pk))


def test_what_is_played_and_printed_is_counted_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = archived({**SECRET, "id": 1}, ZEBRA)
    now, group = timezone.now(), Group.objects.create(name="table")
    long_ago, lately = now - timedelta(days=31), now - timedelta(days=29)
    dealt = (long_ago, 1), (lately, 1), (None, 1), (now, None)
    for number, (at, version) in enumerate(dealt):
        stream = Stream.objects.create(kind="table", group=group)
        Table.objects.create(
            code=f"T{number}", stream=stream, group=group, deck=deck, version=version, title="Zebras", created_at=now,
            changed_at=now,
        )  # fmt: skip
        if at is not None:
            Entry.objects.create(stream=stream, seq=1, kind="GameBegun", body={}, at=at)
        rows.PrintJob.objects.create(deck=deck, state="done", version=version, digest=f"{number}", created_at=now)
    assert find(read("played>0")).deck_total == 0
    assert (filling.count_anew(), filling.count_anew()) == (1, 0)
    assert find(read("played:2 printed:3")).deck_total == 1 and find(read("played>2")).deck_total == 0
    assert rows.ShelfDeck.objects.get().played_lately == 1
    monkeypatch.setattr(filling, "LATELY", timedelta(days=28))
    assert (filling.count_anew(), filling.count_anew()) == (1, 0)
    assert rows.ShelfDeck.objects.get().played_lately == 0


def test_a_card_keeps_its_place_and_what_did_not_change_is_not_written_again() -> None:
    listed = [(Ref("card", n), Face(f"Card {n}", "Thing", f"goat {n}"), 1, "") for n in range(1, 6)]
    deck = archived({**SECRET, "id": 1}, listed)
    before = _cards()
    version = rows.Version.objects.get(deck=deck)
    cards = version.manifest["cards"]
    other = Face("Other", "Action", "zebra")
    rows.Face.objects.create(digest=other.digest, content={"title": "Other", "type_line": "Action", "text": "zebra"})
    manifest = {**version.manifest, "cards": [*cards[:2], [3, other.digest, 1, ""], [4, cards[3][1], 3, ""]]}
    rows.Version.objects.create(
        deck=deck, number=2, name="Two", digest="0" * 64, manifest=manifest, by=version.by, at=version.at
    )
    deck.last_version = 2
    with CaptureQueriesContext(connection) as asked:
        shelve(deck)
    after = _cards()
    assert after[1] == before[1] and after[2] == before[2] and after[3][0] == before[3][0] and 5 not in after
    assert after[4] == (*before[4][:3], 3)
    assert (find(read("goat"), show="cards").card_total, find(read("zebra is:action")).card_total) == (3, 1)
    assert len(asked) <= 20


def _cards() -> dict[int, Any]:
    """Every card that is searched, by its number."""
    cards = rows.ShelfCard.objects.filter(kind="card")
    return {row[2]: row for row in cards.values_list("pk", "face", "number", "copies")}
