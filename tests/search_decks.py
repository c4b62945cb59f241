"""Thirty small cards in eight decks of seven languages, and what each of some hundred and seventy questions hits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

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

CASES: dict[str, Any] = json.loads(Path(__file__).with_name("search_cases.json").read_text(encoding="utf-8"))
EVERYTHING = "all"
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
            found |= {self.cards[hit.deck_id, hit.ref] for page in pages(question, show="cards") for hit in page.cards}
        return " ".join(sorted(found))

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
    actions.archive_version(deck.pk, by=members[0].pk, key=None, name="One")
    if is_public:
        at = NOW - timedelta(days=made["id"])
        rows.Deck.objects.filter(pk=deck.pk).update(visibility="public", archived_at=at)
        deck.refresh_from_db()
        shelve(deck)
        rows.ShelfDeck.objects.filter(deck=deck).update(played=made["more"].get("played", 0))
        if made["more"].get("star"):
            actions.star(deck.pk, is_given=True)
    return deck


def _face(card: dict[str, Any], deck: dict[str, Any]) -> Face:
    picture = Picture("0" * 64, 10, 10) if deck["more"].get("pictures") else None
    return clean_face(Face(card["title"] or "—", card["type"], card["text"], card["flavour"], picture=picture))
