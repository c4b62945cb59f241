"""What a release has written stays readable for good: its streams fold, and a backup of it comes back (golden/)."""

from __future__ import annotations

import json
import lzma
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cards.rules import events as deck_events
from cards.rules.deck import Deck
from cards.rules.evolve import fold
from cards.storage.log import DECK_LOG
from play.storage.log import TABLE_LOG
from play.table import events as table_events
from play.table.evolve import steps
from play.table.state import Table
from studio.kernel.codec import from_plain, to_plain
from studio.log.facts import UnknownFact
from tests.golden import shapes
from tests.servers import Postgres, running_site

RELEASES = sorted(
    path for path in Path(__file__).with_name("golden").iterdir() if path.is_dir() and path.name[0] != "_"
)

CHECKED = """
from cards import models as cards
from play import models as play
from play.storage import store as tables
from tests.faults.oracles import complaints
for deck in cards.Deck.objects.order_by("pk"):
    for complaint in complaints(deck.pk):
        print("deck", deck.pk, deck.group.name, complaint)
for table in play.Table.objects.select_related("stream").order_by("pk"):
    if tables.load(table, table.stream.head) != tables.at(table, table.stream.head):
        print("table", table.pk, "the snapshot tells another game than the log")
print("checked", cards.Deck.objects.count(), play.Table.objects.count())
"""
LINEAGE = """
for fork in cards.Deck.objects.exclude(forked_from="").order_by("pk"):
    print(fork.title, fork.lineage[0]["licence"], fork.lineage[0]["origin"] == fork.forked_from)
"""


def streams_of(release: Path) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, lzma.decompress((release / "streams.jsonl.xz").read_bytes()).decode().splitlines())


def lost(was: Any, now: Any, where: str = "") -> Iterator[str]:
    """Where `now` no longer says what `was` said. What it says besides is new, and fine."""
    if isinstance(was, dict) and isinstance(now, dict):
        for name, value in was.items():
            if name not in now:
                yield f"{where}.{name} is gone"
            else:
                yield from lost(value, now[name], f"{where}.{name}")
    elif isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        for index, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from lost(one, other, f"{where}[{index}]")
    elif was != now:
        yield f"{where}: {was!r} became {now!r}"


def folded(stream: dict[str, Any]) -> Any:
    if stream["kind"] == "deck":
        return fold(Deck(), (DECK_LOG.read(entry["kind"], entry["body"]) for entry in stream["entries"]))
    told = [(entry["seq"], TABLE_LOG.read(entry["kind"], entry["body"])) for entry in stream["entries"]]
    return [after for _, _, after in steps(Table(), 0, told)][-1]


def meant(stream: dict[str, Any]) -> Any:
    """What the stream folded to when it was written, under the names of today: a table is kept in snapshots, too."""
    if stream["kind"] == "deck":
        return stream["folds_to"]
    return json.loads(json.dumps(to_plain(from_plain(Table, stream["folds_to"]))))


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_the_streams_of_a_release_fold_to_what_they_meant_then(release: Path) -> None:
    wrong = [
        f"{stream['name']}: {complaint}"
        for stream in streams_of(release)
        for complaint in lost(meant(stream), json.loads(json.dumps(to_plain(folded(stream)))))
    ]
    assert wrong == []


def test_the_first_release_wrote_every_fact_there_was() -> None:
    written = {entry["kind"] for stream in streams_of(RELEASES[0]) for entry in stream["entries"]}
    known = {fact.__name__ for events in (deck_events, table_events) for fact in typing.get_args(events.Event)}
    assert len(written) == 80 and written <= known


def test_no_stored_shape_changes_without_a_number_and_a_way_to_it() -> None:
    was, now = shapes.written_down(), shapes.shapes()
    assert list(shapes.unreadable(was, now)) == []
    assert now == was, "python -m tests.golden.shapes writes down what is new"


def plain(kind: str = "int", **more: Any) -> dict[str, Any]:
    return {"number": 1, "fields": {"by": {"type": kind, **more}}}


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        (plain(), {"number": 1, "fields": {}}, "cards.VoteCast.by is gone without another number"),
        (plain(), plain("str"), "cards.VoteCast.by was int and is str, without another number"),
        (plain(default=1), plain(default=2), "cards.VoteCast.by has another default, without another number"),
        (plain(default=1), plain(), "cards.VoteCast.by has another default, without another number"),
        ({"number": 1, "fields": {}}, plain(), "cards.VoteCast.by is new and has no default, without another number"),
        (plain() | {"number": 2}, plain(), "cards.VoteCast goes back from number 2 to 1"),
    ],
)  # fmt: skip
def test_a_change_that_old_entries_do_not_survive_is_said(was: Any, now: Any, said: str) -> None:
    assert said in list(shapes.unreadable({"cards.VoteCast": was}, {"cards.VoteCast": now}))


def test_what_only_grows_does_no_harm() -> None:
    grown = {"number": 1, "fields": {"by": {"type": ["int", "NoneType"]}, "why": {"type": "str", "default": ""}}}
    assert list(shapes.unreadable({"cards.VoteCast": plain()}, {"cards.VoteCast": grown})) == []
    another = {"number": 2, "fields": {}}
    assert list(shapes.unreadable({"cards.VoteCast": plain()}, {"cards.VoteCast": another})) == []
    assert list(shapes.unreadable({"cards.Lost": plain()}, {})) == [
        "cards.Lost is gone, and no class says that it was formerly called so"
    ]


@pytest.mark.parametrize(("log", "kind"), [(DECK_LOG, "VersionArchived"), (TABLE_LOG, "GameWon")])
def test_an_entry_of_a_newer_program_or_an_unknown_kind_is_refused_in_one_place(log: Any, kind: str) -> None:
    with pytest.raises(UnknownFact, match="'Sneezed', number 1, cannot be read: value: 'Sneezed' is not known here"):
        log.read("Sneezed", {})
    with pytest.raises(UnknownFact, match=f"'{kind}', number 9.*written by a newer program, and 2 is read here"):
        log.read(kind, {"schema": 9})
    with pytest.raises(UnknownFact, match="is no object of fields"):
        log.read(kind, ["by", 1])


def test_what_was_kept_in_english_is_read_as_what_it_means() -> None:
    won = TABLE_LOG.read("GameWon", {"winners": [2], "words": "the last standing"})
    assert isinstance(won, table_events.GameWon) and (won.how, won.words) == ("last_standing", "")
    claimed = TABLE_LOG.read("GameWon", {"winners": [2], "words": "Three rosettes"})
    assert isinstance(claimed, table_events.GameWon) and (claimed.how, claimed.words) == ("claimed", "Three rosettes")
    body = {"number": 3, "by": 1, "notes": "", "digest": "d"}
    named = [DECK_LOG.read("VersionArchived", {**body, "name": name}) for name in ("Version 3", "Version 4")]
    assert [fact.name for fact in named if isinstance(fact, deck_events.VersionArchived)] == ["", "Version 4"]


def test_who_sat_down_is_read_as_the_member_it_always_was() -> None:
    assert TABLE_LOG.read("SeatTaken", {"seat": 2, "person": 7}) == table_events.SeatTaken(2, 7)
    assert TABLE_LOG.read("SeatHandedOver", {"seat": 2, "person": 7}) == table_events.SeatHandedOver(2, member=7)


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_a_backup_of_a_release_comes_back_and_its_logs_tell_its_rows(release: Path, migrated: Path) -> None:
    with running_site(processes=0, prepared=migrated) as site:
        site.manage("restore", str(release / "site.carte"))
        said = site.manage("shell", "-v0", "-c", CHECKED).stdout.strip().splitlines()
    assert said[:-1] == [], said[:20]
    assert said[-1].startswith("checked ") and "0" not in said[-1].split()[1:], said


def test_a_backup_with_forks_of_the_first_release_comes_into_postgresql(postgres: Postgres) -> None:
    """A migration that changes rows which the same transaction has brought, and then makes an index on them."""
    with running_site(postgres.new_database(), processes=0, prepared=Path()) as site:
        site.manage("restore", str(RELEASES[0] / "forks.carte"))
        said = site.manage("shell", "-v0", "-c", CHECKED + LINEAGE).stdout.strip().splitlines()
    assert said == ["checked 3 0", "Vegetable Wars CC BY-SA 4.0 True", "Third helping CC BY-SA 4.0 True"]
