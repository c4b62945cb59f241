"""A snapshot is a cache of the log: one that is any good saves reading it, and one that is not changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cards.storage import whole as decks
from cards.storage.log import DECK_LOG
from play import models as rows
from play.actions.execute import carry_out
from play.queries.log import A_PAGE
from play.storage import store
from play.storage.audit import disagreements
from play.storage.log import TABLE_LOG
from play.table.events import TakenBack
from play.table.state import Table
from play.verbs.registry import read_verb
from studio.kernel.codec import to_plain
from studio.log.facts import Vocabulary
from studio.log.states import KEPT_FAR, KEPT_NEAR, SNAPSHOT_EVERY, spare
from studio.models import Entry, Snapshot
from tests.deck_fixture import DeckFixture
from tests.table_fixture import TableFixture
from tests.web.table_evening import READS, TableEvening, page

pytestmark = pytest.mark.django_db


def loaded(game: TableFixture) -> tuple[Table, int]:
    """The table as another process finds it, and how many statements that takes."""
    store.forget(game.table.code)
    head = game.head
    with CaptureQueriesContext(
        connection,
    ) as asked:
        value = store.load(game.table, head)
    return value, len(asked)


def test_no_snapshot_is_trusted_but_one_that_this_program_would_make() -> None:
    game = TableFixture(cards=20)
    Snapshot.objects.all().delete()
    told = TABLE_LOG.from_the_beginning(game.table.stream_id, game.head)
    wrong = to_plain(Table(state="over"))
    kept: list[dict[str, Any]] = [
        {"seq": game.head, "fold": 1, "state": {"seats": 3}},  # another shape
        {"seq": game.head, "fold": 1, "state": {**wrong, "schema": 99}},  # a newer program's
        {"seq": game.head, "fold": 1, "state": {**wrong, "venue": ""}},  # an older one's: a field that went
        {"seq": game.head, "fold": 1, "state": []},
        {"seq": game.head, "fold": 0, "state": wrong},  # folded another way
        {"seq": game.head + 1, "fold": 1, "state": wrong},  # what has not happened yet
    ]
    for row in kept:
        Snapshot.objects.update_or_create(stream=game.table.stream, defaults=row)
        assert loaded(game)[0] == told, row
        assert store.at(game.table, game.head) == told, row


def counted(game: TableFixture, moves: int) -> None:
    """So many moves as one command: an entry each."""
    given = [[("counter", ["gold"]), ("value", [str(n % 2)])] for n in range(1, moves + 1)]
    commands = [read_verb(2, "counter", fields) for fields in given]
    carry_out(rows.Table.objects.get(pk=game.table.pk), commands, by=game.member(2), key=None, asked="counting")


def long_game() -> TableFixture:
    """Some 160 entries with three snapshots, and a move that was taken back over one of these."""
    game = TableFixture(cards=12, begun=False)
    game.do(1, "begin", confirmed="1")
    counted(game, 46 - game.head)
    before = game.head
    counted(game, 8)
    game.do(1, "undo", to=str(before))
    for seat in (2, 3):
        game.do(seat, "answer", question="1", yes="1")
    counted(game, 46)
    for _ in range(2):
        counted(game, 30)
    return game


def test_whoever_wants_a_former_state_begins_at_a_snapshot_and_finds_what_the_whole_log_tells() -> None:
    game = long_game()
    stream, head = game.table.stream_id, game.head
    every = [*TABLE_LOG.steps(stream, until=head)]
    assert [one.seq for one in every] == [*range(1, head + 1)]
    assert len(kept(game)) == 3
    for seq in (1, *kept(game), 60, 99, head):
        assert store.at(game.table, seq) == every[seq - 1].after == TABLE_LOG.from_the_beginning(stream, seq)
    for after in (0, 7, *kept(game), 58, 60, head - store.RECENT):
        assert [*TABLE_LOG.steps(stream, after=after, until=head)] == every[after:]
    store.forget(game.table.code)
    with CaptureQueriesContext(connection) as asked, Reading() as read:
        told = [(one.seq, one.then, one.now) for one in store.recent(game.table, head)]
    assert told == [(one.seq, one.before.scene, one.after.scene) for one in every[-store.RECENT :]]
    assert len(asked) == 2 and read.entries <= SNAPSHOT_EVERY + store.RECENT, "however long the log"


def test_whatever_is_asked_of_a_long_log_reads_a_stretch_of_it_and_no_more(rounds: Callable[[int, int], int]) -> None:
    at = TableEvening().begin()
    seat, row = at.value().seat(1), rows.Table.objects.get(pk=at.table.pk)
    member, flips = seat and seat.member, [read_verb(1, "flip", [])] * 50
    for number in range(rounds(700, 100_000) // len(flips)):
        carry_out(row, flips, by=member, key=None, asked=f"flips {number}")
    entries = Entry.objects.filter(stream=row.stream).count()
    amid = entries - KEPT_NEAR + 50 if entries < KEPT_FAR else entries // 2
    stretch, behind = A_PAGE + SNAPSHOT_EVERY + store.RECENT, max(SNAPSHOT_EVERY, min(KEPT_FAR, entries - amid))
    assert entries > stretch + behind, "a log to read less than all of"
    further = (f"log/?before={amid}", f"replay/{amid}/", f"replay/{entries}/", f"entries/?after={amid}")
    for address in (*READS, *further):
        store.forget(row.code)
        with Reading() as read:
            page(at.ros, f"{at.home}{address}")
        assert read.entries <= stretch + behind * (address in further), (address, read.entries)
    taken_back = (("token", {"token": "Mark", "count": "1", "on": "1"}), ("undo", {"to": str(entries)}))
    for verb, fields in taken_back:
        store.forget(row.code)
        with Reading() as read:
            assert at.act(at.ros, verb, **fields).status_code == 204
        assert read.entries <= stretch, (verb, read.entries)
    assert Entry.objects.filter(stream=row.stream, kind="TakenBack").exists() and not list(disagreements(row))


def test_what_goes_back_to_before_a_snapshot_is_told_from_one_before_that() -> None:
    game = long_game()
    stream, head = game.table.stream_id, game.head
    back = next(one for one in TABLE_LOG.steps(stream) if isinstance(one.fact, TakenBack))
    every = {one.seq: one.after for one in TABLE_LOG.steps(stream)}
    Snapshot.objects.all().delete()
    for seq in (40, back.seq - 2):  # one before the entry it goes back to, one after it
        Snapshot.objects.create(stream_id=stream, seq=seq, fold=1, state=to_plain(every[seq]))
    assert [one.after for one in TABLE_LOG.steps(stream, after=back.seq - 1)] == [*every.values()][back.seq - 1 :]
    assert [one.seq for one in TABLE_LOG.steps(stream, after=back.seq - 2)] == [*range(back.seq - 1, head + 1)]
    assert store.at(game.table, head) == every[head]


def test_old_snapshots_make_way_and_one_in_a_thousand_entries_stays() -> None:
    every = [*range(50, 5050, 50)]
    gone = spare(every, 5000)
    left = [seq for seq in every if seq not in gone]
    assert left == [50, 1000, 2000, 3000, 4000, *range(4700, 5050, 50)]
    assert spare(left, 5000) == [] == spare([], 0)


def kept(game: TableFixture) -> list[int]:
    found = Snapshot.objects.filter(stream_id=game.table.stream_id).order_by("seq")
    return [*found.values_list("seq", flat=True)]


class Reading:
    """Counts the entries that are read of logs meanwhile."""

    def __init__(self) -> None:
        self.entries = 0

    def __enter__(self) -> Reading:
        self.entries, self._read = 0, Vocabulary.read

        def counted(log: Vocabulary[Any], *entry: Any) -> Any:
            self.entries += 1
            return self._read(log, *entry)

        Vocabulary.read = counted  # type: ignore[method-assign]
        return self

    def __exit__(self, *problem: object) -> None:
        Vocabulary.read = self._read  # type: ignore[method-assign]


def test_a_snapshot_and_what_came_after_it_are_the_table() -> None:
    game = TableFixture(cards=20)
    stream, seq = game.table.stream_id, game.head - 2
    Snapshot.objects.all().delete()
    told = store.at(game.table, seq)
    TABLE_LOG.keep(stream, told, seq, SNAPSHOT_EVERY)
    assert kept(game) == [seq]
    with CaptureQueriesContext(connection) as asked:
        assert len([*TABLE_LOG.steps(stream, after=seq, state=told)]) == 2
    assert len(asked) == 1
    assert loaded(game) == (store.at(game.table, game.head), 2)


def test_a_deck_s_log_is_folded_by_the_same_hand() -> None:
    table = DeckFixture("Ros", "Idris")
    table.all_vote(table.propose("Ros"))
    table.deck.refresh_from_db()
    assert DECK_LOG.at(table.deck.stream_id, table.deck.stream.head) == decks.load(table.deck)
    assert [step.after for step in DECK_LOG.steps(table.deck.stream_id)][-1] == table.folded()
