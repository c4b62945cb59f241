"""What each layer that is there for time alone gives: calls of Python without it ÷ with all of them.

    .venv/bin/python -m tests.bench.layers [--rounds 4] [--cards 80] [--least 1.02] [--only NAME…]

Calls are counted and not timed, in all threads, so that a busy machine tells the same as one at rest: of a vote, a move
(a card is turned and turned back), the same with what eight seats are sent of it, a move that shows what was never
drawn before with what they are sent, the table's page, a deck's and a workshop. A layer that makes less of a difference
than `--least` to all of them is left out.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
from collections.abc import Callable
from itertools import count
from typing import Any

from tests.bench.inside import Inside, site_in_here

WHAT = ("a vote", "a move", "drawn for 8", "a new one", "table", "deck", "workshop")
_calls = 0


def _note(frame: Any, event: str, arg: Any) -> None:
    global _calls
    if event == "call":
        _calls += 1


def counted(act: Callable[[], object], rounds: int) -> float:
    """The median of its calls of Python."""
    for _ in range(2):
        act()
    found = []
    for _ in range(rounds):
        before = _calls
        act()
        found.append(_calls - before)
    return statistics.median(found)


class Room:
    """A deck with a ballot, and a table of eight of it."""

    def __init__(self, inside: Inside, cards: int) -> None:
        from tests.bench.scenery import deck_of, put_a_card, tables_in_play

        self.inside, self.numbers = inside, count()
        deck, self.people = deck_of(cards, 5)
        self.at = f"/decks/{deck.slug}/"
        for other in self.people:
            inside.ask("GET", f"{self.at}workshop/", other.secret)
        put_a_card(deck, self.people[0])
        (self.place,) = tables_in_play(deck, 1, 8)
        self._lay_out()
        self.seats = self._seats()

    def _lay_out(self) -> None:
        """Four cards before each seat, as in the middle of a game."""
        from play.actions import execute
        from play.models import Table
        from play.storage.store import load
        from play.table.zones import ZoneKey
        from play.verbs import commands as c

        table = Table.objects.select_related("stream").get(code=self.place["code"])
        for seat in load(table, table.stream.head).seats:
            laid = c.MoveTop(seat.number, ZoneKey("draw"), ZoneKey(f"area.{seat.number}"), count=4, confirmed=True)
            execute.carry_out(table, [laid], by=seat.member, key=None, asked=f"lay {seat.number}")

    def all(self, rounds: int) -> list[float]:
        """Of each that `WHAT` names."""
        secret = self.people[1].secret
        return [
            counted(act, rounds)
            for act in (
                lambda: self._vote(secret),
                self._turn,
                lambda: (self._turn(), self._draw()),
                lambda: (self._move(verb="note", text=f"Note {next(self.numbers)}"), self._draw()),
                lambda: self._ask("GET", f"/tables/{self.place['code']}/", self.place["secrets"][1]),
                lambda: self._ask("GET", self.at),
                lambda: self._ask("GET", f"{self.at}workshop/", secret),
            )
        ]

    def _vote(self, secret: str) -> None:
        answer = ("for", "against")[next(self.numbers) % 2]
        self._ask("POST", f"{self.at}do/?verb=vote&proposal=1&wording=1", secret, answer=answer)

    def _turn(self) -> None:
        self._move(verb="tap", tapped=next(self.numbers) % 2)

    def _move(self, **fields: object) -> None:
        at = f"/tables/{self.place['code']}/act/"
        self._ask("POST", at, self.place["secrets"][0], piece=self.place["piece"], **fields)

    def _ask(self, method: str, at: str, secret: str = "", **fields: object) -> None:
        answer = self.inside.ask(method, at, secret, **fields)
        assert answer.status in (200, 204), (answer.status, answer.headers, answer.body[-500:])

    def _stream(self) -> Any:
        from play.models import Table

        return Table.objects.select_related("stream").get(code=self.place["code"]).stream

    def _seats(self) -> list[tuple[Any, str, Any]]:
        """Each caller with their sight, and where their page stands."""
        from play.access import stream_door
        from play.models import Table
        from play.queries.table_view import TableView
        from studio.live.catch_up import Position, whole
        from studio.live.parts import ShownPage
        from studio.models import Member
        from studio.people.devices import Caller

        stream, found = self._stream(), []
        group = Table.objects.values_list("group_id", flat=True).get(code=self.place["code"])
        for person in Member.objects.filter(group_id=group).values_list("person_id", flat=True):
            caller = Caller(person_id=person)
            door = stream_door(caller, stream)
            assert door is not None
            page = ShownPage(whole("table", TableView.through(door)).regions)
            found.append((caller, door.sight, Position(stream.head, door.member_id, shown=page, own=page)))
        return found

    def _draw(self) -> None:
        """What the seats are sent, as the hub makes it."""
        from studio.live.catch_up import Audience, Wanted, draw_for

        asked = [
            Wanted(Audience("table", None, sight), frozenset([at]), callers=(caller,))
            for caller, sight, at in self.seats
        ]
        drawn = draw_for(self._stream().pk, asked)
        self.seats = [
            (caller, sight, one.then.get(at, at)) for (caller, sight, at), one in zip(self.seats, drawn, strict=True)
        ]


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--rounds", type=int, default=4)
    wishes.add_argument("--cards", type=int, default=80)
    wishes.add_argument("--least", type=float, default=1.02)
    wishes.add_argument("--only", nargs="*", default=())
    asked = wishes.parse_args()
    threading.setprofile(_note)  # of threads that are still to come: those of the site
    sys.setprofile(_note)
    with site_in_here() as inside:
        from tests.layers import layers, without

        room = Room(inside, asked.cards)
        for _ in range(3):  # what a process makes once is no layer's gain, nor what the first moves of a game do
            first = room.all(asked.rounds)
        _say("", WHAT)
        _say("calls", [f"{calls:,.0f}" for calls in first])
        for name in asked.only or sorted(layers()):
            with without(*name.split("+")):
                ratios = [calls / was for calls, was in zip(room.all(asked.rounds), first, strict=True)]
            room.all(1)
            if max(ratios) >= asked.least:
                _say(name, [f"{ratio:.2f}" for ratio in ratios])
        _say("calls at the end", [f"{calls:,.0f}" for calls in room.all(asked.rounds)])


def _say(what: str, told: Any) -> None:
    print(f"{what:45}" + "".join(f"{one:>12}" for one in told), flush=True)


if __name__ == "__main__":
    main()
