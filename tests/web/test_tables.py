"""Tables as pages: who may come in, what they may do, and what nobody gets to see."""

from __future__ import annotations

import json
import re

import pytest
from django.http import HttpResponse

from cards import actions as decks
from cards import models as cards
from cards.rules.face import Face
from play import models as rows
from play import store
from play.rules.table import Table as Value
from tests.table import SLUG
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db

SCRIPT = {"X-Carte": "1"}
CANARY = "Canary"


class Evening:
    """A deck of twelve cards, archived once; Ros opens a table on the version, Idris sits down by its code."""

    def __init__(self, *, is_creative: bool = False, cards_in: int = 12, watched: bool = True) -> None:
        self.ros, self.idris, self.nell = Visitor("Ros"), Visitor("Idris"), Visitor("Nell")
        self.deck = self.ros.start()
        self.member = self.ros.member(self.deck.group).pk
        for n in range(1, cards_in + 1):
            face = Face(f"{CANARY} {n:02d}", "Thing — Pest" if n % 2 else "Action", f"Words of {n}.")
            self.put_in(face)
        decks.archive_version(self.deck.pk, by=self.member, key=None, name="First")
        if is_creative:
            self.idris.join(self.deck.group)
        asked = {"version": "draft" if is_creative else "1", "seats": "4"}
        if watched:
            asked["spectators"] = "1"
        answer = self.ros.post(f"/decks/{self.deck.slug}/play/", asked)
        assert answer.status_code == 303, answer.content.decode()
        self.home = answer["Location"]
        self.table = rows.Table.objects.get(code=self.home.split("/")[2])

    def put_in(self, face: Face) -> None:
        from cards.rules.deck import Create

        decks.propose(
            self.deck.pk, by=self.member, key=None, changes=(Create("card", face.digest),), faces=[face], sort="members"
        )

    def sit(self, who: Visitor, **more: str) -> HttpResponse:
        return who.post(f"{self.home}sit/", {"name": who.name, **more})

    def begin(self) -> Evening:
        if not rows.SeatRow.objects.filter(table=self.table, number=2).exists():
            assert self.sit(self.idris).status_code == 303
        assert self.act(self.ros, "begin", confirmed="1").status_code == 204
        return self

    def act(self, who: Visitor, verb: str, *, script: bool = True, **fields: str) -> HttpResponse:
        return who.post(f"{self.home}act/", {"verb": verb, **fields}, headers=SCRIPT if script else {})

    def value(self) -> Value:
        self.table.refresh_from_db()
        self.table.stream.refresh_from_db()
        return store.load(self.table, self.table.stream.head)

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.value().zones[f"hand.{seat}"]

    def to_move(self) -> tuple[Visitor, int]:
        seat = self.value().turn.seat
        return (self.ros, 1) if seat == 1 else (self.idris, 2)

    def titles(self, seat: int) -> list[str]:
        value = self.value()
        return [value.cards[value.pieces[id].card].title for id in value.zones[f"hand.{seat}"]]


@pytest.fixture
def evening() -> Evening:
    return Evening()


@pytest.fixture
def game(evening: Evening) -> Evening:
    return evening.begin()


def page(who: Visitor, address: str) -> str:
    answer = who.get(address)
    assert answer.status_code == 200, (address, answer.status_code, answer.content.decode()[:400])
    return answer.content.decode()


def test_smoke(game: Evening) -> None:
    for who in (game.ros, game.idris):
        html = page(who, game.home)
        for region in ("turn", "felt", "hand", "questions", "vote", "rules", "log", "people", "after"):
            assert len(re.findall(rf'<[^>]*\bid="r-{region}"[^>]*\bdata-region\b', html)) == 1, region
    for address in ("log/", "entries/", "replay/1/", "piles/draw/", "piles/discard/", "seats/1/", "seats/2/",
                    "seats/3/", f"pieces/{game.hand(1)[0]}/"):
        page(game.ros, game.home + address)
    page(game.nell, game.home)
    page(game.nell, game.home + "?watch=1")
    page(game.nell, "/tables/")
    page(game.ros, "/tables/")
    page(game.ros, f"/decks/{game.deck.slug}/play/")
