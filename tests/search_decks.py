"""Thirty small cards in eight decks of seven languages, and what each of some hundred and seventy questions hits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.face.picture import Picture
from cards.rules.deck import Details, Ref
from cards.rules.limits import clean_face
from cards.search.answer import Finding
from cards.search.finding import find
from cards.search.language import read
from cards.storage.shelved import shelve
from studio.models import Group, Member, Person
from tests.deeds import archive_version

CASES: dict[str, Any] = json.loads(Path(__file__).with_name("search_cases.json").read_text(encoding="utf-8"))
EVERYTHING = "all"
# A deck that none of the questions is about, and its card.
SECRET = {
    "id": 99, "title": "Goat Secrets", "blurb": "zebra goats", "tags": ["goat", "zebra"], "people": ["Ros", "Zebedee"],
    "players": [2, 9], "status": "playable", "language": "en", "more": {},
}  # fmt: skip
ZEBRA = [(Ref("card", 1), Face("Zebra Goat", "Thing — Goat", "Draw two cards. {gold 3} zebra"), 1, "")]
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class OnTheShelf:
    """The decks' rows by their numbers in the table, and what their cards are called there."""

    decks: dict[int, int]
    cards: dict[tuple[int, Ref], str]

    def answer(self, question: str) -> str:
        """What a question hits, as the table says it: cards by their names, and "deck:n" for a deck whose head has the
        words, or of which no card was asked for."""
        search = read(question)
        heads = {hit.deck_id for page in pages(question, show="decks") for hit in page.decks if hit.is_by_head}
        found = {f"deck:{number}" for number, deck in self.decks.items() if deck in heads}
        if search.has_words:
            every = (hit for page in pages(question, show="cards", size=60) for hit in page.cards)
            found |= {self.cards[hit.deck_id, hit.ref] for hit in every if (hit.deck_id, hit.ref) in self.cards}
        return " ".join(sorted(found))

    def otherwise(self) -> list[str]:
        """The questions of the table that hit something else."""
        asked = CASES["questions"]
        return [question for question, hits in asked if self.answer(question) != self.expected(hits)]

    def expected(self, hits: str) -> str:
        every = [f"deck:{number}" for number in self.decks]
        return " ".join(sorted(every if hits == EVERYTHING else hits.split()))


def pages(
    question: str, *, filters: Any = (), order: str = "newest", show: Any = "decks", size: int = 3
) -> list[Finding]:
    """Every page of an answer."""
    found = [find(read(question, filters), order, show=show, size=size)]
    while found[-1].after:
        found.append(find(read(question, filters), order, found[-1].after, show=show, size=size))
    return found


def on_the_shelf() -> OnTheShelf:
    """The decks of the table, archived and public."""
    decks: dict[int, int] = {}
    cards: dict[tuple[int, Ref], str] = {}
    for made in CASES["decks"]:
        written = [one for one in CASES["cards"] if one["deck"] == made["id"]]
        refs = [Ref(one["kind"], number) for number, one in enumerate(written, 1)]
        listed = [
            (ref, _face(one, made), made["more"].get("copies", 1), "") for ref, one in zip(refs, written, strict=True)
        ]
        decks[made["id"]] = deck = archived(made, listed).pk
        cards |= {(deck, ref): one["key"] for ref, one in zip(refs, written, strict=True)}
    return OnTheShelf(decks, cards)


def archived(made: dict[str, Any], listed: list[tuple[Ref, Face, int, str]], *, is_public: bool = True) -> rows.Deck:
    """A deck with a version of these cards. The later its number, the longer ago."""
    group = Group.objects.create(name=made["title"])
    members = [
        Member.objects.create(group=group, person=Person.objects.create(name=name), is_steward=number == 0)
        for number, name in enumerate(made["people"])
    ]
    least, most = made["players"]
    details = Details(
        made["title"], blurb=made["blurb"], tags=tuple(made["tags"]), players_min=least, players_max=most,
        status=made["status"], language=made["language"],
    )  # fmt: skip
    deck = actions.start_deck(
        member=members[0].pk, details=details, articles=listed, licence=made["more"].get("licence", "")
    )
    archive_version(deck.pk, by=members[0].pk, key=None, name="One")
    if is_public:
        stand(deck, NOW - timedelta(days=made["id"]))
        rows.ShelfDeck.objects.filter(deck=deck).update(played=made["more"].get("played", 0))
        if made["more"].get("star"):
            actions.star(deck.pk, is_given=True)
    return deck


def stand(deck: rows.Deck, since: datetime | None) -> None:
    """The deck stands in the archive since then, or leaves it."""
    with transaction.atomic():
        visibility = "public" if since else "private"
        rows.Deck.objects.filter(pk=deck.pk).update(visibility=visibility, archived_at=since)
        deck.refresh_from_db()
        shelve(deck)


def hits() -> list[str]:
    """What is hit otherwise than the table says: by a process that knew the archive before these decks, after one of
    them has left it, and when that came back."""
    find(read("goat"))
    shelf = on_the_shelf()
    wrong: list[object] = [*shelf.otherwise()]
    parade = rows.Deck.objects.get(pk=shelf.decks[8])
    since = parade.archived_at
    stand(parade, None)
    for question in ("", "goat", "tag:goat OR herd OR by:ros", "players:10"):
        wrong += [hit for page in pages(question) for hit in page.decks if hit.deck_id == parade.pk]
        wrong += [hit for page in pages(question, show="cards") for hit in page.cards if hit.deck_id == parade.pk]
    stand(parade, since)
    return [*map(str, wrong), *shelf.otherwise()]


def put_on_the_shelf() -> int:
    """A deck of zebras, which stands in the archive from now on; its row."""
    return archived({**SECRET, "id": 1}, ZEBRA).pk


def take_off_the_shelf(deck: int) -> None:
    stand(rows.Deck.objects.get(pk=deck), None)


def seen_on_the_shelf(question: str) -> list[object]:
    """The decks that are found, how many there are said to be, and those that the filter of tags tells of."""
    found = find(read(question))
    tags = [[one.value, one.count] for facet in found.facets if facet.name == "tag" for one in facet.values]
    return [[hit.deck_id for hit in found.decks], found.deck_total, [one for one in tags if one[0] == "zebra"]]


def _face(card: dict[str, Any], deck: dict[str, Any]) -> Face:
    picture = Picture("0" * 64, 10, 10) if deck["more"].get("pictures") else None
    return clean_face(Face(card["title"] or "—", card["type"], card["text"], card["flavour"], picture=picture))
