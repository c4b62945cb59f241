"""Writes down what this program writes, so that later ones can be held to reading it.

    CARTE_GOLDEN=tests/golden/0.2 pytest -n0 tests/golden/record.py

Every scenario of the equivalence tests is played, and a few more for facts that none of them leaves. `streams.jsonl.xz`
has a line a stream: its entries and the value they fold to; `site.carte` is a backup of the same site. Both are
committed once a release and never made again.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cards.rules import deck as d
from cards.rules.deck import Deck, Ref
from cards.rules.evolve import fold
from cards.storage.log import DECK_LOG
from play import models as rows
from play.storage import store as tables
from studio.backup import dump
from studio.kernel.codec import digest, to_plain
from studio.models import Entry, Stream
from tests.deck_fixture import SLUG, DeckFixture
from tests.live import evening, table_scenarios
from tests.live.scenarios import ALL
from tests.table_fixture import TableFixture

Names = dict[int, str]


@pytest.mark.django_db(transaction=True)
def test_record(settings: Any, tmp_path: Path) -> None:
    folder = Path(os.environ["CARTE_GOLDEN"])
    folder.mkdir(parents=True, exist_ok=True)
    names: Names = {}
    for deck in workshops():
        names[deck.deck.stream_id] = deck.group.name
    for name, game in games():
        names |= {game.table.stream_id: name, game.t.deck.stream_id: f"deck of: {name}"}
    lines = "".join(json.dumps(one, ensure_ascii=False, sort_keys=True) + "\n" for one in streams(names))
    (folder / "streams.jsonl.xz").write_bytes(lzma.compress(lines.encode(), preset=9))
    settings.MEDIA_ROOT = str(tmp_path / "media")
    dump.write_backup(folder / "site.carte")


def workshops() -> Iterator[DeckFixture]:
    for _, scenario in ALL:
        deck = evening.table()
        deck.group.name = scenario.__name__.replace("_", " ")
        deck.group.save()
        for _ in scenario(deck):
            pass
        yield deck
    yield changing_sides()


def games() -> Iterator[tuple[str, TableFixture]]:
    for number, (verb, scenario) in enumerate(table_scenarios.ALL, 1):
        game = TableFixture(cards=16)
        for _ in scenario(game):
            pass
        yield f"{verb} {number}", game
    yield "amended in play, and one is passed over", amended_and_passed_over()
    yield "gone on without one", gone_on_without()
    game = TableFixture(cards=16, is_creative=False)
    game.do(game.turn, "draw", count="1", confirmed="1")
    yield "a version is played", game


def changing_sides() -> DeckFixture:
    deck = evening.table()
    evening.slug_is_in(deck)
    kit = deck.value().kit
    asked = evening.put(deck, "Ros", d.SetKit(replace(kit, sides=("Red", "Blue")), digest(kit)))
    for name in ("Idris", "Maud", "Wil"):
        if deck.proposal(asked).state == "open":
            deck.vote(name, asked)
    deck.all_vote(evening.put(deck, "Ros", d.Reside(Ref("card", 1), SLUG.digest, "Red")))
    return deck


def amended_and_passed_over() -> TableFixture:
    game = TableFixture(cards=16)
    card = Ref("card", game.value.pieces[game.in_play(1)].card)
    number = game.t.amend("Ros", card, SLUG)
    game.vote(2, number)
    game.vote(3, number)
    seat = game.turn
    game.do(seat, "skip", who=str(seat % 3 + 1))
    game.do(seat, "end_turn", confirmed="1")
    return game


def gone_on_without() -> TableFixture:
    game = TableFixture(cards=16)
    game.do(2, "stand")
    game.do(1, "without", target="2")
    game.do(3, "answer", question="1", yes="1")
    return game


def streams(names: Names) -> Iterator[dict[str, Any]]:
    for stream in Stream.objects.order_by("pk"):
        entries = Entry.objects.filter(stream=stream).order_by("seq").values("seq", "kind", "body")
        if stream.kind == "deck":
            value: Any = fold(Deck(), DECK_LOG.facts(stream.pk))
        else:
            value = tables.at(rows.Table.objects.select_related("stream").get(stream=stream), stream.head)
        yield {
            "name": names.get(stream.pk, ""),
            "kind": stream.kind,
            "entries": list(entries),
            "folds_to": to_plain(value),
        }
