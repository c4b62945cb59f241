"""What questions of the archive hit: one table for every database, and after decks and names have become others."""

from __future__ import annotations

import time
from collections.abc import Callable
from unittest.mock import patch

from cards import actions
from cards import models as rows
from cards.rules.deck import Details, SetVisibility
from cards.search import filling, finding, index
from cards.search.fields import SLOTS
from cards.search.finding import find
from cards.search.language import read
from cards.storage.shelved import go_through, shelve
from studio.models import Person
from tests.deck_fixture import DeckFixture
from tests.deeds import archive_version, edit_details
from tests.search_decks import CASES, on_the_shelf


def searched() -> list[str]:
    """Questions that hit something else than they should."""
    shelf = on_the_shelf()
    wrong = [
        f"{question!r}: {got}, not {shelf.expected(hits)}"
        for question, hits in CASES["questions"]
        if (got := shelf.answer(question)) != shelf.expected(hits)
    ]
    return wrong + broadly() + changed()


def broadly() -> list[str]:
    """Questions that find other decks where more cards answer than are counted, so that decks are looked at."""
    asked = [question for question, _ in CASES["questions"]]
    whole = {question: {hit.deck_id for hit in find(read(question)).decks} for question in asked}
    with patch.object(finding, "CARDS_COUNTED", 0), patch.object(finding, "FEW", 0):
        found = {question: {hit.deck_id for hit in find(read(question)).decks} for question in asked}
    return [f"{one!r} broadly: {found[one]}, not {whole[one]}" for one in asked if found[one] != whole[one]]


def changed() -> list[str]:
    """The same of a deck whose tags, people and readers change."""
    table = DeckFixture("Wenzel Ås", title="Küchendienst")
    table.all_vote(table.propose("Wenzel Ås"))
    by = table.ids["Wenzel Ås"]
    archive_version(table.deck.pk, by=by, key=None, name="One")
    wrong = otherwise("while it is private", kuchendienst=[])
    asked(table, SetVisibility("public"))
    wrong += otherwise("public", kuchendienst=["Küchendienst"], wenzel=["Küchendienst"])
    Person.objects.filter(pk=rows.Member.objects.get(pk=by).person_id).update(name="Åsa Müller")
    edit_details(table.deck.pk, by=by, key=None, details=Details("Küchendienst", tags=("Würfel",)))
    wrong += otherwise("edited", wurfel=["Küchendienst"], muller=["Küchendienst"], wenzel=[])
    asked(table, SetVisibility("unlisted"))
    return wrong + otherwise("unlisted", wurfel=[], kuchendienst=[])


def otherwise(when: str, **wanted: list[str]) -> list[str]:
    found = {word: titles(word) for word in wanted}
    return [f"{word!r} {when}: {found[word]}" for word, want in wanted.items() if found[word] != want]


def titles(word: str) -> list[str]:
    ids = [hit.deck_id for hit in find(read(f"in:{word}")).decks]
    return list(rows.Deck.objects.filter(pk__in=ids).values_list("title", flat=True))


def asked(table: DeckFixture, change: SetVisibility) -> None:
    by = next(iter(table.ids.values()))
    done = actions.propose(table.deck.pk, by=by, key=None, changes=(change,))
    table.all_vote(done.result["proposal"])


def leave_the_archive_as_before() -> int:
    """No card of any deck has been gone through, as a release left them that knew of no search; how many decks."""
    on_the_shelf()
    decks = list(rows.ShelfDeck.objects.values_list("deck_id", flat=True))
    for deck in decks:
        index.words().drop_between(deck * SLOTS, (deck + 1) * SLOTS - 1)
    return rows.ShelfDeck.objects.update(facts=None)


def go_through_until_killed(several: int, say: Callable[[dict[str, int]], None]) -> None:
    """Go through so many decks, each in a transaction of its own, and be in the midst of the next ones for long."""
    with patch.object(filling, "DECKS_AT_ONCE", 1):
        for _ in range(several):
            filling.go_through_some(shelve)

    def shelve_and_wait(deck: rows.Deck) -> None:
        shelve(deck)
        say({"in": deck.pk})
        time.sleep(600)

    filling.go_through_some(shelve_and_wait)


def go_through_archive() -> int:
    return go_through()


def gone_through() -> int:
    return sum(map(filling.is_gone_through, rows.ShelfDeck.objects.values_list("deck_id", flat=True)))


def is_said_to_be_whole() -> bool:
    return find(read("goat")).is_whole
