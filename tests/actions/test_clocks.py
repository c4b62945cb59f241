"""A clock that jumps, and deadlines: order and votes never hang on a clock, only deadlines and presence do."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import Ref
from cards.search import filling, shelf
from studio.models import Entry
from studio.server import ticks
from tests.deck_fixture import DeckFixture
from tests.deeds import archive_version
from tests.faults.oracles import complaints

pytestmark = pytest.mark.django_db
WEEK = timedelta(days=7)


class Clock:
    """The database's clock, to be turned by hand."""

    def __init__(self) -> None:
        self.off = timedelta()

    def now(self) -> datetime:
        return datetime.now(tz=timezone.get_current_timezone()) + self.off


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    clock = Clock()
    monkeypatch.setattr("studio.live.clock.timezone.now", clock.now)
    yield clock


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_jumps_an_hour_changes_no_order_and_no_vote(clock: Clock, hours: int) -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros", sort="members")
    table.vote("Maud", number, "against")
    clock.off = timedelta(hours=hours)
    table.join("Bea")
    table.vote("Maud", number)
    table.leave("Bea")
    table.vote("Idris", number)
    assert table.proposal(number).state == "accepted"
    table.all_vote(table.amend("Maud", Ref("card", 1), Face("Slug", "Thing", "Later, or earlier."), sort="members"))
    archive_version(table.deck.pk, by=table.ids["Ros"], key=None, name="")
    assert table.article(Ref("card", 1)).face.content["text"] == "Later, or earlier."
    assert complaints(table.deck.pk) == []
    entries = Entry.objects.filter(stream_id=table.deck.stream_id)
    assert [*entries.values_list("seq", flat=True)] == [*range(1, entries.count() + 1)]


def test_a_ballot_is_due_at_its_deadline_and_not_a_second_before(clock: Clock) -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    number = table.propose("Ros", sort="members")
    deadline = table.proposal(number).deadline
    assert deadline is not None and abs(deadline - (clock.now() + WEEK)) < timedelta(seconds=5)
    clock.off = WEEK - timedelta(seconds=10)
    actions.settle_due()
    assert table.proposal(number).state == "open"
    clock.off = WEEK + timedelta(seconds=10)
    assert (actions.settle_due(), actions.settle_due()) == (1, 0)
    row = table.proposal(number)
    assert (row.state, row.why_aside, row.closed_at) == ("aside", "not_everyone_spoke", deadline)
    assert complaints(table.deck.pk) == []


def test_the_next_command_settles_what_is_due_before_it_does_its_own(clock: Clock) -> None:
    table = DeckFixture("Ros", "Idris", "Maud")
    due = table.propose("Ros", sort="members")
    clock.off = WEEK + timedelta(seconds=10)
    later = table.propose("Idris", Face("Snail"), sort="members")
    assert [table.proposal(n).state for n in (due, later)] == ["aside", "open"]
    kinds = [*Entry.objects.filter(stream_id=table.deck.stream_id).order_by("seq").values_list("kind", flat=True)]
    assert kinds.index("ProposalSetAside") < len(kinds) - 1 - kinds[::-1].index("ProposalMade")
    assert complaints(table.deck.pk) == []


def test_one_deck_that_cannot_be_settled_does_not_hold_up_the_others(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = DeckFixture("Ros", "Idris"), DeckFixture("Maud", "Bea", title="Kettles")
    numbers = [first.propose("Ros", sort="members"), second.propose("Maud", sort="members")]
    rows.Deck.objects.filter(pk=first.deck.pk).update(kit={"not": "a kit"})
    clock.off = WEEK + timedelta(seconds=10)
    actions.settle_due()
    assert [t.proposal(n).state for t, n in zip((first, second), numbers, strict=True)] == ["open", "aside"]
    assert f"deck {first.deck.pk} could not be settled" in caplog.text


def test_a_deadline_is_looked_at_every_few_seconds() -> None:
    (duty,) = [duty for duty in ticks.duties() if duty.work is actions.settle_due]
    assert duty.seconds <= 5


def test_what_is_known_from_the_beginning_is_read_once_before_anybody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {shelf.catalogue, filling.is_whole} <= {duty.work for duty in ticks._first.values()}
    done: list[str] = []
    again = threading.Event()
    monkeypatch.setattr(ticks, "_first", {})
    monkeypatch.setattr(ticks, "_duties", {})
    ticks.at_the_beginning("first", lambda: done.append("first"))
    ticks.every(0, "round", lambda: (done.append("round"), again.set()))
    stopped = ticks.start()
    assert done[:1] == ["first"], "whoever starts them lets nobody in before"
    assert again.wait(10)
    stopped.set()
    assert done[:2] == ["first", "round"] and done.count("first") == 1


def test_the_collector_passes_over_what_is_known_from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walking through ten thousand decks stopped every thread for a quarter of a second."""
    known: list[list[int]] = []
    again = threading.Event()
    monkeypatch.setattr(ticks, "_first", {})
    monkeypatch.setattr(ticks, "_duties", {})
    ticks.at_the_beginning("know", lambda: known.extend([number] for number in range(1_000)))
    ticks.every(0, "round", again.set)
    stopped = ticks.start()
    assert again.wait(10)
    stopped.set()
    assert known and not any(kept is known[0] for kept in gc.get_objects())
