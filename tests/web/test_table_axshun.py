"""AXSHUN as it was written down: Gold by a Special Rule, progress tokens on a Goal, a card on the way, a win."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from cards import models as cards
from play import models as rows
from play.storage import store
from play.table.state import Piece, Table
from tests.markup import as_read
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db

SCRIPT = {"X-Carte": "1"}
GOAL, TOKEN = "WIZARD'S TOWER", "Ritual"


class Axshun:
    """Ada brings the list in and opens a table on the draft; Bo and Cy sit down."""

    def __init__(self, listing: str) -> None:
        self.people = {1: Visitor("Ada"), 2: Visitor("Bo"), 3: Visitor("Cy")}
        ada = self.people[1]
        self.deck = ada.start("AXSHUN")
        assert ada.post(f"/decks/{self.deck.slug}/bring-in/", {"list": listing, "do": "enter"}).status_code == 303
        for guest in (self.people[2], self.people[3]):
            guest.join(self.deck.group)
        opened = ada.post(f"/decks/{self.deck.slug}/play/", {"version": "draft", "seats": "3", "spectators": "1"})
        self.home = opened["Location"]
        self.table = rows.Table.objects.get(code=self.home.split("/")[2])
        for guest in (self.people[2], self.people[3]):
            assert guest.post(f"{self.home}sit/", {"name": guest.name}).status_code == 303

    def page(self, seat: int) -> str:
        return html.unescape(as_read(self.people[seat].get(self.home)))

    def act(self, seat: int, verb: str, status: int = 204, **fields: str) -> str:
        answer = self.people[seat].post(f"{self.home}act/", {"verb": verb, **fields}, headers=SCRIPT)
        assert answer.status_code == status, answer.content.decode()
        return as_read(answer)

    def presses(self, seat: int, label: str) -> None:
        """A button that the seat's page offers."""
        address = re.search(rf'formaction="([^"]+)"[^>]*>{re.escape(label)}</button>', self.page(seat))
        assert address is not None, label
        assert self.people[seat].post(address[1], headers=SCRIPT).status_code == 204

    def puts(self, seat: int, **written: str) -> None:
        """Put a card or a rule to the table; everybody is there, and in favour."""
        for visitor in self.people.values():
            visitor.get(self.home)
        answer = self.people[seat].post(f"{self.home}write/", {"copies": "1", **written})
        assert answer.status_code == 303, answer.content.decode()
        number = cards.Proposal.objects.filter(deck=self.deck).order_by("-number").values_list("number", flat=True)[0]
        assert self.value.paused_by == number
        for other in {1, 2, 3} - {seat}:
            said = self.people[other].post(
                f"{self.home}vote/?proposal={number}", {"wording": "1", "answer": "for"}, headers=SCRIPT
            )
            assert said.status_code == 204, said.content.decode()
        assert self.value.paused_by is None

    @property
    def value(self) -> Table:
        self.table.refresh_from_db()
        self.table.stream.refresh_from_db()
        return store.load(self.table, self.table.stream.head)

    def piece(self, title: str) -> Piece:
        value = self.value
        return next(p for p in value.pieces.values() if value.cards[p.card].title == title)

    def brings_into_play(self, title: str) -> int:
        """Whoever holds it plays it; else Ada searches the pile for it, as Quest for Victory lets one. The seat."""
        zone, _, seat = self.value.zone_of(self.piece(title).id).partition(".")
        if zone == "draw":
            self.act(1, "search", zone="draw")
            self.act(1, "move", pieces=self.piece(title).id, to="hand.1")
            self.act(1, "stop")
        player = int(seat or 1)
        self.act(player, "play", piece=self.piece(title).id, confirmed="1")
        return player


def test_axshun_is_played_to_a_win_by_tokens_on_a_goal(shared: Path) -> None:
    game = Axshun((shared / "seeds" / "axshun.md").read_text(encoding="utf-8"))
    game.puts(
        2, kind="rule", title="Gold", text="Everybody has Gold.", e_there="1", **{
            "e_counter-0-in": "1", "e_counter-0-name": "Gold", "e_counter-0-scope": "seat", "e_counter-0-start": "0",
        },
    )  # fmt: skip
    game.act(1, "begin", confirmed="1")
    game.presses(3, "+")  # Cy's own Gold, from nothing
    assert dict(game.value.seat(3).counters) == {"gold": 1}  # type: ignore[union-attr]
    assert re.search(r'class="label one-line">Gold</span><span class="token token--plain">1<', game.page(1))

    player = game.brings_into_play(GOAL)
    assert "Goal" in game.value.cards[game.piece(GOAL).card].traits
    for _ in range(2):  # the first is called as the second
        game.presses(player, f"One more {TOKEN}")
    other = 1 + player % 3
    game.presses(other, f"One fewer {TOKEN}")  # "Slowdown: remove a token from an opponent's Goal"
    assert game.piece(GOAL).tokens == ((TOKEN, 1),)
    for seat in (1, 2, 3):
        assert f"{GOAL}, 1 {TOKEN}" in game.page(seat)
    assert f"changed {TOKEN} on {GOAL} from 2 to 1" in game.page(other)

    before = len(game.value.zones["draw"])
    game.puts(other, kind="thing", title="Candle Maker", text="Activate: place a Ritual token on a Goal.")
    assert len(game.value.zones["draw"]) == before + 1 and game.piece(GOAL).tokens == ((TOKEN, 1),)

    for _ in range(2):
        game.presses(player, f"One more {TOKEN}")
    game.act(player, "claim", words="three Ritual tokens on the Tower")
    for seat in {1, 2, 3} - {player}:
        game.presses(seat, "They have won")
    assert game.value.state == "over" and game.value.winners == (player,)
    assert "Three Ritual tokens on the Tower." in game.page(other)


def test_a_card_offers_the_tokens_that_its_words_name(shared: Path) -> None:
    game = Axshun((shared / "seeds" / "axshun.md").read_text(encoding="utf-8"))
    game.act(1, "begin", confirmed="1")
    for goal, token in (("ROYAL TREASURY", "Wealth"), ("GALACTIC THRONE", "Empire")):
        player = game.brings_into_play(goal)
        assert f"One more {token}</button>" in game.page(player)
    player = game.brings_into_play("WARP GATE")  # its words name none
    assert game.page(player).count("One more ") == 2
