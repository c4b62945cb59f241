"""What a release has written stays readable for good: its streams fold, and a backup of it comes back (golden/)."""

from __future__ import annotations

import json
import lzma
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cards import store as decks
from cards.rules import events as deck_events
from cards.rules.deck import Deck
from cards.rules.evolve import fold as fold_deck
from play import store as tables
from play.rules import events as table_events
from play.rules.evolve import fold as fold_table
from play.rules.table import Table
from studio.kernel.codec import to_plain
from tests.servers import running_site

RELEASES = sorted(
    path for path in Path(__file__).with_name("golden").iterdir() if path.is_dir() and path.name[0] != "_"
)

CHECKED = """
from cards import models as cards
from play import models as play, store as tables
from tests.faults.oracles import complaints
for deck in cards.Deck.objects.order_by("pk"):
    for complaint in complaints(deck.pk):
        print("deck", deck.pk, deck.group.name, complaint)
for table in play.Table.objects.select_related("stream").order_by("pk"):
    if tables.load(table, table.stream.head) != tables.at(table, table.stream.head):
        print("table", table.pk, "the snapshot tells another game than the log")
print("checked", cards.Deck.objects.count(), play.Table.objects.count())
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
        return fold_deck(Deck(), (decks.read_event(entry["kind"], entry["body"]) for entry in stream["entries"]))
    return fold_table(Table(), (tables.read_event(entry["kind"], entry["body"]) for entry in stream["entries"]))


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_the_streams_of_a_release_fold_to_what_they_meant_then(release: Path) -> None:
    wrong = [
        f"{stream['name']}: {complaint}"
        for stream in streams_of(release)
        for complaint in lost(stream["folds_to"], json.loads(json.dumps(to_plain(folded(stream)))))
    ]
    assert wrong == []


def test_the_first_release_wrote_every_fact_there_was() -> None:
    written = {entry["kind"] for stream in streams_of(RELEASES[0]) for entry in stream["entries"]}
    known = {fact.__name__ for events in (deck_events, table_events) for fact in typing.get_args(events.Event)}
    assert len(written) == 80 and written <= known


@pytest.mark.parametrize("release", RELEASES, ids=lambda path: path.name)
def test_a_backup_of_a_release_comes_back_and_its_logs_tell_its_rows(release: Path) -> None:
    with running_site(processes=0) as site:
        site.manage("restore", str(release / "site.carte"))
        said = site.manage("shell", "-v0", "-c", CHECKED).stdout.strip().splitlines()
    assert said[:-1] == [], said[:20]
    assert said[-1].startswith("checked ") and "0" not in said[-1].split()[1:], said
