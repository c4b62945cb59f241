"""How cost grows: with decks, with a table's log, with members, with cards.

    .venv/bin/python -m tests.bench.growth [--only decks|log|members|cards]

All in one process (see inside.py): medians of processor time, with the statements and the bytes of each. For each row
the last column is the slope: milliseconds for a thousand more, between the smallest and the largest.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from tests.bench.inside import Answer, Cost, Inside, site_in_here, unit

DECKS, LOG, MEMBERS, CARDS = (200, 2_000, 10_000), (100, 1_000, 10_000), (3, 10, 40), (60, 300, 1000)
ROUNDS = 15


class Rows:
    """Costs by what was asked and how much there was of it."""

    def __init__(self, of: str) -> None:
        self.of = of
        self.found: dict[str, dict[int, Cost]] = {}

    def add(self, what: str, many: int, cost: Cost) -> None:
        self.found.setdefault(what, {})[many] = cost

    def show(self) -> None:
        for what, costs in self.found.items():
            few, many = min(costs), max(costs)
            slope = (costs[many].ms - costs[few].ms) / (many - few) * 1000
            for number, cost in costs.items():
                print(f"{what:34}{number:>7} {self.of:8}{cost}" + (f"   slope {slope:+.2f}" if number == many else ""))


def decks(inside: Inside) -> Rows:
    """The archive, the front page and a search, among so many public decks."""
    from tests.bench.scenery import deck_of, more_decks

    rows, (deck, _) = Rows("decks"), deck_of(12)
    for many in DECKS:
        more_decks(deck, many)
        for what, path in (("archive", "/decks/"), ("front page", "/"), ("search", "/decks/?q=Bench+7")):
            rows.add(what, many, inside.cost(lambda _, at=path: inside.ask("GET", at), ROUNDS))  # type: ignore[misc]
    return rows


def log(inside: Inside) -> Rows:
    """A table whose log grows: a move, its page, the log's page, and its page when nothing is remembered."""
    from play.storage import store
    from tests.bench.scenery import deck_of, tables_in_play, tap_for_long

    rows, (deck, _) = Rows("entries"), deck_of(60)
    (place,) = tables_in_play(deck, 1, 2)
    at, secret, before = f"/tables/{place['code']}/", place["secrets"][0], 0

    def move(number: int) -> Answer:
        return inside.ask("POST", f"{at}act/", secret, verb="tap", piece=place["piece"], tapped=number % 2)

    def cold(_: int) -> Answer:
        store.forget(place["code"])
        return inside.ask("GET", at, secret)

    for many in LOG:
        tap_for_long(place["code"], place["piece"], many - before)
        before = many
        rows.add("a move", many, inside.cost(move, ROUNDS))
        rows.add("table page", many, inside.cost(lambda _: inside.ask("GET", at, secret), ROUNDS))
        rows.add("table page, nothing remembered", many, inside.cost(cold, ROUNDS))
        rows.add("page of the log", many, inside.cost(lambda _: inside.ask("GET", f"{at}log/", secret), 3, warm=1))
    return rows


def members(inside: Inside) -> Rows:
    """What touches everybody, and a vote, in a group of so many."""
    from tests.bench.scenery import deck_of, put_a_card

    rows = Rows("members")
    for many in MEMBERS:
        deck, people = deck_of(12, many)
        at, secret = f"/decks/{deck.slug}/", people[1].secret
        for other in people:  # whoever is in the room when a ballot opens is asked
            inside.ask("GET", f"{at}workshop/", other.secret)
        put_a_card(deck, people[0])

        def vote(number: int, at: str = at, secret: str = secret) -> Answer:
            answer = ("for", "against")[number % 2]
            return inside.ask("POST", f"{at}do/?verb=vote&proposal=1&wording=1", secret, answer=answer)

        def rename(number: int, secret: str = secret) -> Answer:
            return inside.ask("POST", "/you/name/", secret, name=f"Maud {number}")

        rows.add("workshop", many, inside.cost(lambda _, s=secret, a=at: inside.ask("GET", f"{a}workshop/", s), ROUNDS))  # type: ignore[misc]
        rows.add("a vote", many, inside.cost(vote, ROUNDS))
        rows.add("a new name", many, inside.cost(rename, ROUNDS))
    return rows


def cards(inside: Inside) -> Rows:
    """A deck of so many cards: its page and its workshop."""
    from tests.bench.scenery import deck_of

    rows = Rows("cards")
    for many in CARDS:
        deck, people = deck_of(many, 5)
        at, secret = f"/decks/{deck.slug}/", people[1].secret
        rows.add("deck page", many, inside.cost(lambda _, a=at: inside.ask("GET", a), ROUNDS))  # type: ignore[misc]
        rows.add("workshop", many, inside.cost(lambda _, s=secret, a=at: inside.ask("GET", f"{a}workshop/", s), ROUNDS))  # type: ignore[misc]
    return rows


MEASURES: dict[str, Callable[[Inside], Rows]] = {"cards": cards, "members": members, "log": log, "decks": decks}


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--only", choices=MEASURES)
    asked: Any = wishes.parse_args()
    with site_in_here() as inside:
        print(f"unit before: {unit():.3f} ms")
        for name, measure in MEASURES.items():
            if asked.only in (None, name):
                measure(inside).show()
        print(f"unit after: {unit():.3f} ms")


if __name__ == "__main__":
    main()
