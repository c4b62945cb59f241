"""What it costs to lay two versions of a large deck beside each other.

    .venv/bin/python -m tests.bench.archive_compare [--cards 500]

All in one process (see inside.py): the median and the worst of a page, as a reader gets it, of two versions of so many
cards with texts of some forty words; warm, and cold (nothing of these faces remembered). Three cases: one card in
eight changed, every card reworded, and another deck with as many of its own, which are paired by titles alone. Then the
first two whole, as data and as text, and versions of a thousand.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import time
from typing import Any

from tests.bench.inside import Inside, site_in_here, unit

ROUNDS = 20
WORDS = (
    "put a bite token on any vegetable at the end of your turn destroy every shelter unless somebody says the name of "
    "a tool out loud draw two cards then discard one while the goat is in play nobody may move a thing that weighs more"
).split()


def words(luck: random.Random, many: int) -> str:
    return " ".join(luck.choice(WORDS) for _ in range(many)).capitalize() + "."


def decks_of(cards: int) -> dict[str, str]:
    """Addresses of comparisons, by what they are of. Version 2 has an eighth of 1 changed, version 3 all of 2."""
    from cards import actions
    from cards.face.face import Face
    from cards.models import Deck
    from cards.rules.deck import Amend, Create, Details, Recount, Ref, Repeal
    from studio.models import Group, Member
    from tests.bench.scenery import somebody
    from tests.deeds import archive_version

    luck = random.Random(cards)

    def face(number: int) -> Face:
        return Face(f"{luck.choice(WORDS)} {luck.choice(WORDS)} {number}".title(), "Thing — Pest", words(luck, 40))

    def started(title: str) -> tuple[Deck, int, list[Face]]:
        group = Group.objects.create(name=title)
        by = Member.objects.create(group=group, person=somebody(f"Writer of {title}").person, is_steward=True).pk
        faces = [face(n) for n in range(1, cards + 1)]
        listed = [(Ref("card", n), one, 1, "") for n, one in enumerate(faces, 1)]
        deck = actions.start_deck(member=by, details=Details(title), articles=listed)
        archive_version(deck.pk, by=by, key=None, name="One")
        return deck, by, faces

    def changed(deck: Deck, by: int, name: str, changes: list[Any], new: list[Face]) -> None:
        actions.propose(deck.pk, by=by, key=None, changes=tuple(changes), faces=new)
        archive_version(deck.pk, by=by, key=None, name=name)

    def reworded(was: Face) -> Face:
        kept = was.text.split()
        for _ in range(6):
            kept[luck.randrange(len(kept))] = luck.choice(WORDS)
        return Face(was.title, was.type_line, " ".join(kept))

    deck, by, faces = started(f"Bench of {cards}")
    some = cards // 16
    again, fresh = [reworded(one) for one in faces[:some]], [face(cards + n) for n in range(some // 2)]
    changes: list[Any] = [
        Amend(Ref("card", n), was.digest, now.digest) for n, (was, now) in enumerate(zip(faces, again, strict=False), 1)
    ]
    changes += [Repeal(Ref("card", cards - n), faces[-1 - n].digest) for n in range(some // 2)]
    changes += [Create("card", one.digest) for one in fresh]
    changes += [Recount(Ref("card", some + n), faces[some + n - 1].digest, 3) for n in range(1, some // 2)]
    changed(deck, by, "Two", changes, [*again, *fresh])
    there = {a.number: a.face_id for a in deck.articles.filter(in_force=True)}
    by_digest = {one.digest: one for one in (*faces, *again, *fresh)}
    all_again = {number: reworded(by_digest[digest]) for number, digest in there.items()}
    every = [Amend(Ref("card", n), there[n], now.digest) for n, now in all_again.items()]
    changed(deck, by, "Three", every, [*all_again.values()])
    other, _, _ = started(f"Others of {cards}")
    Deck.objects.filter(pk__in=(deck.pk, other.pk)).update(visibility="public")
    at = f"/decks/{deck.slug}/compare/"
    return {
        "an eighth changed": f"{at}1..2/",
        "every card reworded": f"{at}2..3/",
        "another deck, by titles": f"{at}1..{other.slug}@1/",
        "an eighth, as data": f"{at}1..2/changes.json",
        "an eighth, as text": f"{at}1..2/changes.txt",
        "every card, as data": f"{at}2..3/changes.json",
        "every card, as text": f"{at}2..3/changes.txt",
    }


def forget() -> None:
    """Nothing of any face is remembered, as in a process that has just begun."""
    from studio.speed.lately import Lately
    from studio.speed.trim import collect_seldom

    gc.unfreeze()  # among what a server begins with are its memories
    for one in gc.get_objects():
        if issubclass(type(one), Lately):
            one.clear()
    collect_seldom()  # what was forgotten is no burden of whoever asks next


def measured(inside: Inside, what: str, at: str) -> None:
    took: dict[str, list[float]] = {"warm": [], "cold": []}
    size = 0
    for kind, rounds in (("cold", ROUNDS // 4), ("warm", ROUNDS)):
        for _ in range(rounds):
            if kind == "cold":
                forget()
            began = time.process_time()
            answer = inside.ask("GET", at)
            took[kind].append((time.process_time() - began) * 1000)
            assert answer.status == 200, (at, answer.status)
            size = len(answer.body)
    cost = inside.cost(lambda _: inside.ask("GET", at), rounds=5)
    warm, cold = took["warm"], took["cold"]
    print(
        f"{what:26} warm {statistics.median(warm):7.1f} ms, worst {max(warm):7.1f}; "
        f"cold {statistics.median(cold):7.1f} ms, worst {max(cold):7.1f}; "
        f"{cost.statements:3} statements {size / 1000:8.1f} KB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, nargs="*", default=[500, 1000])
    asked = parser.parse_args()
    with site_in_here() as inside:
        for cards in asked.cards:
            print(f"{cards} cards (a unit is {unit():.2f} ms)")
            for what, at in decks_of(cards).items():
                measured(inside, what, at)


if __name__ == "__main__":
    main()
