"""What a request costs the site's processor: a vote, a move, the pages. No client, no network, no drawing of frames.

    .venv/bin/python -m tests.bench.requests [--rounds 60] [--cards 60 300 1000]

All in one process (see inside.py): medians of processor time, with the statements and the bytes of each. `unit` is a
fixed piece of Python in the same run: compare runs by it, for milliseconds of one day are not those of another. What a
frame costs is measured by table.py and live.py, with real servers.
"""

from __future__ import annotations

import argparse
from typing import Any

from tests.bench.inside import Answer, Inside, site_in_here, unit


def pages(inside: Inside, cards: int, rounds: int, is_first: bool) -> None:
    from tests.bench.scenery import deck_of, put_a_card

    deck, people = deck_of(cards, 5)
    at, member = f"/decks/{deck.slug}/", people[1].secret

    def vote(number: int) -> Answer:  # the others keep theirs to themselves, so that the ballot stays open
        answer = ("for", "against")[number % 2]
        return inside.ask("POST", f"{at}do/?verb=vote&proposal=1&wording=1", member, answer=answer)

    say(f"deck page, {cards} cards", inside.cost(lambda _: inside.ask("GET", at), rounds))
    say(f"workshop, {cards} cards", inside.cost(lambda _: inside.ask("GET", f"{at}workshop/", member), rounds))
    if is_first:
        for other in people:  # whoever is in the room when a ballot opens is asked
            inside.ask("GET", f"{at}workshop/", other.secret)
        put_a_card(deck, people[0])
        say("workshop with a ballot", inside.cost(lambda _: inside.ask("GET", f"{at}workshop/", member), rounds))
        say("a vote", inside.cost(vote, rounds))
        at_a_table(inside, deck, rounds)


def at_a_table(inside: Inside, deck: Any, rounds: int) -> None:
    from tests.bench.scenery import tables_in_play

    (place,) = tables_in_play(deck, 1, 8)
    at, secret = f"/tables/{place['code']}/", place["secrets"][0]

    def move(number: int) -> Answer:
        return inside.ask("POST", f"{at}act/", secret, verb="tap", piece=place["piece"], tapped=number % 2)

    say("a move at a table of 8", inside.cost(move, rounds))
    say("its page", inside.cost(lambda _: inside.ask("GET", at, secret), rounds))


def say(what: str, cost: object) -> None:
    print(f"{what:32}{cost}", flush=True)


def main() -> None:
    wishes = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wishes.add_argument("--rounds", type=int, default=60)
    wishes.add_argument("--cards", type=int, nargs="*", default=[60, 300, 1000])
    asked = wishes.parse_args()
    with site_in_here() as inside:
        print(f"unit before: {unit():.3f} ms")
        for number, cards in enumerate(asked.cards):
            pages(inside, cards, asked.rounds, is_first=number == 0)
        print(f"unit after: {unit():.3f} ms")


if __name__ == "__main__":
    main()
