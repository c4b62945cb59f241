"""What the minutes say of what seldom happens, and how pages word moments and ways of deciding."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cards import actions
from cards.access import deck_door
from cards.face.face import Face
from cards.models import Deck
from cards.queries import ledger
from cards.queries.minutes import minutes_page
from cards.rules.decision import DecisionRule
from cards.rules.deck import Change, DeleteDeck, SetLicence, SetVisibility
from cards.rules.ways import ballot_words, price_words
from cards.storage import store
from cards.values.deck import MinutesPage
from cards.verbs.proposing import Withdraw
from cards.verbs.votes import GoOnWithout
from studio.kernel.messages import message
from studio.log import facts
from studio.models import Device, Member
from studio.people.devices import Caller
from studio.web.dates import ahead, day_of, said, since
from studio.web.words import say
from tests.deck_fixture import DeckFixture
from tests.deeds import edit_details


def minutes_of(table: DeckFixture) -> list[tuple[str, str, str]]:
    person = Member.objects.get(pk=table.ids["Ros"]).person
    device = Device.objects.create(person=person, secret_hash=person.name)
    page = minutes_page(deck_door(Caller(person_id=person.pk, device_id=device.pk), table.deck.slug))
    return [(line.name, line.words, line.by) for _, lines in page.days for line in lines]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "called"),
    [
        (SetVisibility("public"), "Who may read the deck"),
        (SetLicence("CC0-1.0"), "The licence"),
        (DeleteDeck(), "Putting the deck away"),
    ],
)
def test_what_was_asked_of_the_whole_deck_and_set_aside_is_called_by_what_it_was(change: Change, called: str) -> None:
    table = DeckFixture("Ros", "Idris")
    made = actions.propose(table.deck.pk, by=table.ids["Idris"], key=None, changes=(change,))
    table.all_vote(made.result["proposal"], "against")
    assert (called, "set aside", "Idris") in minutes_of(table)


@pytest.mark.django_db
@pytest.mark.parametrize("title", ["0", "12", "null", "true", "[1]", '"a"'])
def test_a_title_that_reads_like_data_is_told_as_the_words_it_is(title: str) -> None:
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros", Face(title)))
    assert title in [name for name, _, by in minutes_of(table) if by == "Ros"]
    (step,) = ledger.steps_of(table.deck.pk)
    assert (step.title, step.is_withdrawn) == (title, False)


@pytest.mark.django_db
def test_who_was_gone_on_without_and_what_was_taken_back_stand_in_the_minutes() -> None:
    table = DeckFixture("Ros", "Idris", "Bea")
    number = table.propose("Ros")
    table.go_away("Bea")
    for name in ("Ros", "Idris"):
        actions.do(table.deck.pk, GoOnWithout(by=table.ids[name], proposal=number, without=table.ids["Bea"]), key=None)
    actions.do(table.deck.pk, Withdraw(by=table.ids["Ros"], proposal=number), key=None)
    assert minutes_of(table)[:2] == [("Slug", "taken back", "Ros"), ("Slug", "went on without Bea", "")]


@pytest.mark.django_db
def test_no_more_of_the_log_is_read_than_a_page_shows_and_its_pages_lose_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, edits = DeckFixture("Ros"), itertools.count()

    def edit(times: int) -> None:
        for _ in range(times):
            details = store.details_of(Deck.objects.get(pk=table.deck.pk))
            told = replace(details, tags=(f"n{next(edits)}",))
            edit_details(table.deck.pk, by=table.ids["Ros"], key=None, details=told)

    person = Member.objects.get(pk=table.ids["Ros"]).person
    device = Device.objects.create(person=person, secret_hash=person.name)
    door = deck_door(Caller(person_id=person.pk, device_id=device.pk), table.deck.slug)
    read: list[int | None] = []
    reading = facts.Vocabulary.read
    monkeypatch.setattr(
        facts.Vocabulary, "read", lambda self, kind, body, seq=None: read.append(seq) or reading(self, kind, body, seq)
    )

    def pages() -> Iterator[MinutesPage]:
        page = minutes_page(door)
        while True:
            yield page
            if not page.older:
                return
            since = datetime.fromtimestamp(float(page.older.removeprefix("?before=")), UTC)
            page = minutes_page(door, since)

    edit(120)
    for times in (120, 0):
        read.clear()
        every = [line for _, lines in next(pages()).days for line in lines]
        assert len(every) == facts.A_PAGE and len(read) == facts.A_PAGE + 1
        edit(times)
    told = [[line.words for _, lines in page.days for line in lines] for page in pages()]
    assert [len(lines) for lines in told] == [100, 100, 41]
    assert told[2][-1] == "started the deck" and {*told[0], *told[1], *told[2][:-1]} == {"edited the tags"}


def at(*when: int) -> datetime:
    return datetime(*when, tzinfo=UTC)  # type: ignore[arg-type, misc]


NOW = at(2026, 3, 18, 16, 0)  # a Wednesday


@pytest.mark.parametrize(
    ("when", "words", "short", "zoned", "day"),
    [
        (at(2026, 3, 18, 9, 5), "today at 09:05", "09:05", "today at 09:05 UTC", "Today"),
        (at(2026, 3, 17, 23, 59), "yesterday at 23:59", "Tue", "yesterday at 23:59 UTC", "Yesterday"),
        (at(2026, 3, 16, 8, 0), "Monday", "Mon", "Monday", "Monday"),
        (at(2026, 3, 12, 8, 0), "Thursday", "Thu", "Thursday", "Thursday"),
        (at(2026, 3, 11, 8, 0), "11 March", "11 Mar", "11 March", "11 March"),
        (at(2026, 1, 2, 8, 0), "2 January", "2 Jan", "2 January", "2 January"),
        (at(2025, 12, 31, 8, 0), "31 December 2025", "Dec 25", "31 December 2025", "31 December 2025"),
        (at(2005, 6, 1, 8, 0), "1 June 2005", "Jun 05", "1 June 2005", "1 June 2005"),
        (at(2026, 3, 19, 8, 0), "19 March", "19 Mar", "19 March", "19 March"),
    ],
)
def test_a_moment_is_said_by_how_far_it_is(when: datetime, words: str, short: str, zoned: str, day: str) -> None:
    told = said(when, NOW)
    assert (told.words, told.short, told.zoned, day_of(when, NOW)) == (words, short, zoned, day)
    assert datetime.fromisoformat(told.iso) == when


def test_since_when_and_until_when() -> None:
    begun = [at(2026, 3, 18, 1, 0), at(2026, 3, 17), at(2025, 3, 18)]
    assert [since(when, NOW) for when in begun] == ["since today", "since March", "since March 2025"]
    assert ahead(at(2026, 11, 23, 14, 5)) == "23 November at 14:05 UTC"


@pytest.mark.parametrize(
    ("rule", "words", "price"),
    [
        (DecisionRule(), "Everyone must be in favour. A no sets it aside, with your reason.", ""),
        (DecisionRule("consent"), "It goes in unless somebody objects in time.", ""),
        (DecisionRule("majority"), "More than half must be in favour.", ""),
        (DecisionRule("two_thirds"), "Two thirds must be in favour.", ""),
        (DecisionRule("decider"), "Maud decides.", ""),
        (DecisionRule("veto"), "One no stops it.", ""),
        (DecisionRule("veto", cost="a card"), "One no stops it. A no costs a card.", "A no costs a card."),
    ],
)
def test_every_way_of_deciding_is_said_on_its_ballot(rule: DecisionRule, words: str, price: str) -> None:
    assert say(ballot_words(rule, "Maud", is_everybody=False)) == words
    assert say(ballot_words(rule, "Maud", is_everybody=True)) == f"{words} Every member is asked."
    assert say(price_words(rule) or message("")) == price
