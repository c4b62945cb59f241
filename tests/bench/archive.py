"""A large archive: filling it, searching it, keeping it.

    .venv/bin/python -m tests.bench.archive [--decks 10000] [--cards 1000000] [--postgres] [--rounds 60]

Decks of 8 to 950 cards in six languages with words as frequent as words are, half of all sentences those that every
deck has ("Draw two cards."), and a tenth as many decks again that nobody may see. Each kind of question is asked with
others of its kind; what is told is the time until the answer is known, its pages not drawn. `--pages` asks for the
archive's pages as well, drawn. Times are those of a processor, which others on the machine do not lengthen much, with
those of PostgreSQL's processes in them, of which "ours" is what the site itself took; and those on the wall. Everything
is seeded.
"""

from __future__ import annotations

import argparse
import random
import time
from bisect import bisect
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

from tests.bench.inside import Inside, site_in_here

SEED = 7
FACES = 40_000  # different cards, which the decks share
WORDS = 20_000  # of a language
AT_ONCE = 200  # decks made at once
LANGUAGES = {"en": 60, "de": 14, "fr": 10, "es": 8, "pl": 6, "ja": 2}
SENTENCES = {
    "en": (
        "Draw {n} cards.", "Draw a card.", "Draw two cards.", "Discard a card.", "Each player discards a {w}.",
        "Destroy target {w}.", "Put a {w} token on this card.", "Gain {{gold {n}}}.", "Pay {{gold {n}}}: draw a card.",
        "Roll a die. On a {n} or more, you win.", "You may play an additional Action this turn.",
        "This card can't be destroyed.", "Exchange hands with the player on your left.", "{{tap}}: Move a {w}.",
        "Shuffle the discard pile into the deck.", "Counts as a {w} while it's face-down.",
    ),
    "de": ("Ziehe {n} Karten.", "Ziehe eine Karte.", "Wirf eine Karte ab.", "Zerstöre ein {w}.", "Nimm {{gold {n}}}."),
    "fr": ("Piochez {n} cartes.", "Piochez une carte.", "Défaussez une carte.", "Détruisez un {w} d’un adversaire."),
    "es": ("Roba {n} cartas.", "Roba una carta.", "Descarta una carta.", "Destruye un {w}."),
    "pl": ("Dobierz {n} karty.", "Odrzuć kartę.", "Zniszcz {w}."),
    "ja": ("カードを{n}枚引く。", "カードを1枚捨てる。"),
}  # fmt: skip
STATES = ("playable", "playable", "untested", "unfinished", "unfinished but playable", "card set")
LICENCES = ("CC BY-SA 4.0", "CC BY-SA 4.0", "CC BY 4.0", "CC0 1.0", "")
ENDINGS = ("", "s", "ing", "er", "ed", "ly")
BEFORE = ("the", "a", "of", "and", "to", "you", "in", "that", "it", "is", "your", "this", "each", "player", "goat")


class Tongue:
    """Words of a language, the first ones far more frequent than the last ones."""

    def __init__(self, name: str) -> None:
        self.luck = random.Random(f"{SEED}{name}")
        self.name, self.words = name, list(BEFORE) if name == "en" else []
        letters = "ーンスイトルラクシアリドカ" if name == "ja" else "bdfgklmnprstvz"
        vowels = "" if name == "ja" else {"de": "aeiouäöü", "fr": "aeiouéè", "pl": "aeiouyąó"}.get(name, "aeiou")
        while len(self.words) < WORDS:
            self.words.append(self._word(letters, vowels))
        self.weights = list(accumulate(1 / (rank + 2) for rank in range(WORDS)))
        self.flat = list(accumulate(1 / (rank + 2) ** 0.5 for rank in range(WORDS)))

    def _word(self, letters: str, vowels: str) -> str:
        if not vowels:
            return "".join(self.luck.choice(letters) for _ in range(self.luck.randint(2, 4)))
        syllables = self.luck.choice((1, 2, 2, 3))
        stem = "".join(self.luck.choice(letters) + self.luck.choice(vowels) for _ in range(syllables))
        return stem + self.luck.choice(letters) + self.luck.choice(ENDINGS)

    def some(self, number: int, *, flat: bool = False) -> list[str]:
        weights = self.flat if flat else self.weights
        return [self.words[bisect(weights, self.luck.random() * weights[-1])] for _ in range(number)]

    def sentence(self) -> str:
        if self.luck.random() < 0.5:
            return self.luck.choice(SENTENCES[self.name]).format(
                n=self.luck.randint(1, 6), w=self.some(1, flat=True)[0]
            )
        return " ".join(self.some(self.luck.randint(4, 14))).capitalize() + "."


def faces(tongues: dict[str, Tongue], many: int) -> dict[str, list[Any]]:
    """Cards by language: as they are kept, under their digests."""
    from cards.face.face import Face
    from cards.storage.store import keep_faces

    made: dict[str, list[Any]] = {}
    for name, share in LANGUAGES.items():
        tongue, luck = tongues[name], tongues[name].luck
        some = []
        for _ in range(max(60, many * share // 100)):
            kind = luck.choice(("Thing", "Thing", "Action", "Relic"))
            trait = tongue.some(1, flat=True)[0].capitalize()
            title = " ".join(tongue.some(luck.choice((1, 2, 2, 3)), flat=True)).title()
            text = " ".join(tongue.sentence() for _ in range(luck.choice((1, 1, 2, 3))))
            flavour = " ".join(tongue.some(8)) if luck.random() < 0.2 else ""
            some.append(Face(title, f"{kind} — {trait}" if luck.random() < 0.6 else kind, text, flavour))
        made[name] = list({face.digest: face for face in some}.values())
        for first in range(0, len(made[name]), 1000):
            keep_faces(made[name][first : first + 1000])
    return made


def archive(decks: int, cards: int) -> dict[str, Tongue]:
    """Rows of so many public decks with so many cards together, and a tenth as many decks of others' business."""
    from cards.models import ShelfDeck

    tongues = {name: Tongue(name) for name in LANGUAGES}
    pool, luck = faces(tongues, min(FACES, cards)), random.Random(SEED)
    sizes = [min(950, max(8, int(luck.lognormvariate(4.35, 0.75)))) for _ in range(decks)]
    scale = cards / sum(sizes)
    sizes = [min(950, max(8, int(size * scale))) for size in sizes]
    for first in range(0, decks + decks // 10, AT_ONCE):
        numbers = range(first, min(first + AT_ONCE, decks + decks // 10))
        made = _decks(numbers, decks, sizes, tongues, pool, luck)
        ShelfDeck.objects.bulk_create(ShelfDeck(deck=deck, words="") for deck in made if deck.archived_at)
    return tongues


def _decks(
    numbers: Sequence[int], public: int, sizes: Sequence[int], tongues: dict[str, Tongue], pool: dict[str, list[Any]],
    luck: random.Random,
) -> list[Any]:  # fmt: skip
    from cards.models import Deck, Version
    from studio.models import Group, Member, Person, Stream

    groups = Group.objects.bulk_create([Group(name=f"Group {n}") for n in numbers])
    names = [" ".join(tongues["en"].some(2, flat=True)).title()[:40] for _ in numbers for _ in range(2)]
    people = Person.objects.bulk_create([Person(name=name) for name in names])
    members = Member.objects.bulk_create(
        [Member(group=group, person=people[2 * n + k]) for n, group in enumerate(groups) for k in range(2)]
    )
    streams = Stream.objects.bulk_create([Stream(kind="deck", group=group) for group in groups])
    decks = Deck.objects.bulk_create(
        [_deck(n, n < public, g, s, tongues, luck) for n, g, s in zip(numbers, groups, streams, strict=True)]
    )
    Version.objects.bulk_create(
        Version(
            deck=deck, number=1, name="One", digest=f"{number:064x}", by=members[2 * at], at=deck.changed_at,
            manifest=_manifest(pool[deck.language], sizes[number % public], luck),
        )
        for at, (number, deck) in enumerate(zip(numbers, decks, strict=True))
    )  # fmt: skip
    return decks


def _deck(
    number: int, is_public: bool, group: Any, stream: Any, tongues: dict[str, Tongue], luck: random.Random
) -> Any:
    from cards.models import Deck

    language = luck.choices(list(LANGUAGES), list(LANGUAGES.values()))[0]
    tongue = tongues[language]
    at = datetime(2026, 1, 1, tzinfo=UTC) - timedelta(minutes=luck.randrange(2_000_000))
    return Deck(
        group=group, stream=stream, slug=f"bench-{number}", title=" ".join(tongue.some(2, flat=True)).title()[:80],
        blurb=" ".join(tongue.sentence() for _ in range(2))[:600], tags=tongues["en"].some(luck.randint(0, 4)),
        players_min=luck.choice((1, 2, 2, 3)), players_max=luck.choice((4, 5, 6, 8)), status=luck.choice(STATES),
        language=language, language_said=language, licence=luck.choice(LICENCES), created_at=at, changed_at=at,
        visibility="public" if is_public else "private", last_version=1, archived_at=at if is_public else None,
        starred_at=at if luck.random() < 0.02 else None,
    )  # fmt: skip


def _manifest(faces: list[Any], size: int, luck: random.Random) -> dict[str, Any]:
    drawn = luck.choices(faces, k=size)
    return {"schema": 1, "cards": [[n, face.digest, 1, ""] for n, face in enumerate(drawn, 1)], "rules": []}


def questions(tongues: dict[str, Tongue]) -> dict[str, Callable[[], dict[str, Any]]]:
    """Kinds of questions, each by something that makes one."""
    english, luck = tongues["en"], random.Random(SEED)

    def word(*, flat: bool = True) -> str:
        return english.some(1, flat=flat)[0]

    frequent = ("draw", "card", "the", "cards", "discard", "player", "two", "this")
    return {
        "nothing": lambda: {"words": ""},
        "filters": lambda: {"words": "", "filters": (("players", "4"), ("lang", luck.choice(list(LANGUAGES))))},
        "a word": lambda: {"words": word()},
        "a frequent word": lambda: {"words": luck.choice(frequent)},
        "two words of a card": lambda: {"words": f"draw {word()}"},
        "two frequent words": lambda: {"words": " ".join(luck.sample(frequent, 2))},
        "a phrase": lambda: {
            "words": luck.choice(('"draw two cards"', '"on your left"', f'"destroy target {word()}"'))
        },
        "fields": lambda: {"words": f"t:{word()} o:draw"},
        "beginnings": lambda: {"words": f"{word()[:4]}*"},
        "without": lambda: {"words": f"{word(flat=False)} -draw"},
        "nowhere in the deck": lambda: {"words": f"-{word()} lang:pl"},
        "either": lambda: {"words": f"{word()} OR {word()}"},
        "a word and filters": lambda: {"words": word(flat=False), "filters": (("lang", "de"), ("players", "4"))},
        "a frequent word, filtered": lambda: {"words": "draw", "filters": (("lang", luck.choice(("de", "pl", "ja"))),)},
        "cards as a wall": lambda: {"words": word(), "show": "cards"},
        "best first": lambda: {"words": word(), "order": "best"},
    }


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds: of all processors, of the site's own, on the wall."""

    every: float
    ours: float
    wall: float

    def since(self, began: Took) -> Took:
        return Took(self.every - began.every, self.ours - began.ours, self.wall - began.wall)


@dataclass(frozen=True, slots=True)
class Clock:
    """What time it is for this process and those of a PostgreSQL, by the number of its first one."""

    postmaster: int = 0

    def now(self) -> Took:
        ours = time.process_time()
        return Took(ours + self._theirs(), ours, time.perf_counter())

    def _theirs(self) -> float:
        """Of those that serve a connection now; one that ends meanwhile takes its time with it."""
        if not self.postmaster:
            return 0.0
        children = Path(f"/proc/{self.postmaster}/task/{self.postmaster}/children").read_text().split()
        return sum(int(Path(f"/proc/{one}/schedstat").read_text().split()[0]) for one in children) / 1e9


def asked(kinds: dict[str, Callable[[], dict[str, Any]]], rounds: int, clock: Clock) -> None:
    """Ask every kind so often, in turns, and say how long they took."""
    from cards.search.finding import find
    from cards.search.language import read

    took: dict[str, list[Took]] = {name: [] for name in kinds}
    slowest: dict[str, tuple[float, str]] = {}
    for _ in range(rounds):
        for name, make in kinds.items():
            question = make()
            began = clock.now()
            found = find(
                read(question["words"], question.get("filters", ())), question.get("order", "newest"),
                show=question.get("show", "decks"),
            )  # fmt: skip
            took[name].append(clock.now().since(began))
            told = f"{question['words']} → {found.deck_total} decks, {found.card_total} cards"
            slowest[name] = max(slowest.get(name, (0.0, "")), (took[name][-1].every, told))
    for name, times in took.items():
        print(f"{name:28}{_told(times)}   slowest {slowest[name][0] * 1000:.0f}: {slowest[name][1]}", flush=True)
    print(f"{'all':28}{_told([one for times in took.values() for one in times])}")


def _told(times: Sequence[Took]) -> str:
    """Median, the twentieth and the hundredth part that take longest, and the longest, in ms of all processors; the
    median of ours; median and hundredth part on the wall."""
    ordered, ours = sorted(one.every for one in times), sorted(one.ours for one in times)
    wall = sorted(one.wall for one in times)
    every = " / ".join(f"{_at(ordered, share):6.1f}" for share in (0.5, 0.95, 0.99, 1))
    return f"{every}  ours {_at(ours, 0.5):5.1f}  wall {_at(wall, 0.5):6.1f} / {_at(wall, 0.99):6.1f}"


def _at(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


def kept(rounds: int, cards: int, clock: Clock) -> None:
    """What a version costs more for being searched: the first of so many cards, and the next with a tenth reworded."""
    from django.db import transaction

    from cards import models as rows
    from cards.storage.shelved import shelve
    from tests.bench.scenery import deck_of

    first: list[Took] = []
    following: list[Took] = []
    leaving: list[Took] = []
    pool = list(rows.Face.objects.values_list("digest", flat=True)[: 10 * rounds])
    for number in range(rounds):
        deck, _ = deck_of(cards)
        version = rows.Version.objects.get(deck=deck)
        lines = version.manifest["cards"]
        for at in range(0, cards, 10):
            lines[at][1] = pool[(number * 10 + at) % len(pool)]
        rows.Version.objects.create(
            deck=deck, number=2, name="Two", digest=f"{number:064x}", by=version.by, at=version.at,
            manifest=version.manifest,
        )  # fmt: skip
        for times, version_number, is_there in (
            (leaving, 1, False),
            (first, 1, True),
            (following, 2, True),
            (leaving, 2, False),
        ):
            deck.last_version, deck.archived_at = version_number, version.at if is_there else None
            began = clock.now()
            with transaction.atomic():
                shelve(deck)
            times.append(clock.now().since(began))
    for name, times in (("first", first), ("next", following), ("leaving", leaving)):
        print(f"a version of {cards} cards, {name:9}{_told(times)}", flush=True)


def filled() -> None:
    """Go through the whole archive as the duty does, and say how long that takes."""
    from cards.search import filling
    from cards.storage.shelved import shelve

    began, done, longest = time.perf_counter(), 0, 0.0
    while True:
        at = time.perf_counter()
        some = filling.go_through_some(shelve)
        longest = max(longest, time.perf_counter() - at)
        if not some:
            break
        done += some
    took = time.perf_counter() - began
    print(f"gone through {done} decks in {took:.0f} s, the longest transaction {longest * 1000:.0f} ms", flush=True)


def pages(inside: Inside, tongues: dict[str, Tongue], rounds: int, clock: Clock) -> None:
    """The archive's pages, drawn, with words never asked before."""
    words = iter(tongues["en"].some(10_000, flat=True))
    asks: dict[str, Callable[[], str]] = {
        "front": lambda: "/decks/",
        "a filtered page": lambda: "/decks/?players=4&lang=de",
        "search inside cards": lambda: f"/decks/?q=draw+{next(words)}",
        "cards as a wall": lambda: f"/decks/?q={next(words)}&show=cards",
    }
    for name, path in asks.items():
        times: list[Took] = []
        longest = (0.0, "")
        for _ in range(rounds):
            at = path()
            began = clock.now()
            inside.ask("GET", at)
            times.append(clock.now().since(began))
            longest = max(longest, (times[-1].every, at))
        print(f"page: {name:22}{_told(times)}   slowest {longest[1]}", flush=True)


def measured(asking: argparse.Namespace, inside: Inside, clock: Clock) -> None:
    began = time.perf_counter()
    tongues = archive(asking.decks, asking.cards)
    print(f"made in {time.perf_counter() - began:.0f} s", flush=True)
    filled()
    from cards.search import shelf
    from studio.speed.trim import collect_seldom

    read = clock.now()
    shelf.catalogue()
    print(f"catalogue read in {clock.now().since(read).every:.2f} s of a processor", flush=True)
    collect_seldom()  # as a server has done by then
    asked(questions(tongues), asking.rounds, clock)
    kept(max(5, asking.rounds // 3), 60, clock)
    if asking.pages:
        pages(inside, tongues, asking.rounds, clock)


def main() -> None:
    asking = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asking.add_argument("--decks", type=int, default=10_000)
    asking.add_argument("--cards", type=int, default=1_000_000)
    asking.add_argument("--rounds", type=int, default=60)
    asking.add_argument("--postgres", action="store_true")
    asking.add_argument("--pages", action="store_true")
    arguments = asking.parse_args()
    with ExitStack() as stack:
        database, clock = "", Clock()
        if arguments.postgres:
            from tests.servers import Postgres

            server = stack.enter_context(Postgres())
            database, clock = server.new_database(), Clock(server.number)
        measured(arguments, stack.enter_context(site_in_here(database)), clock)


if __name__ == "__main__":
    main()
