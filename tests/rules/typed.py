"""What is typed at the table that is laid (tests/rules/laid_table.py): who types it there, and what is read off it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from cards.face.face import Face
from play.console.commands import parse
from play.console.completion import complete
from play.console.values import Around, Parsed, Reply, Settled, Waiting
from play.table.seeing import see
from play.table.state import Looking, Question, Table
from play.table.zones import ZoneKey
from studio.kernel.messages import Slot, english, message
from studio.kernel.refusals import Refused
from tests.rules.laid_table import AREA, BEAS_AREA, CARDS, DISCARD, DRAW, KIT, MARKET, TABLE

FACES = {
    card.face: Face(card.title, "Action" if number == 3 else "Thing", f"Text of {card.title}.")
    for number, card in CARDS.items()
}
FACES[CARDS[1].face] = Face("Slug", "Thing — Pest", "Eats.\n\nSleeps.", "It rains.", "2", "1", "3", "4/5")
FACES[CARDS[8].face] = Face("Yak")
FACES["9" * 64] = Face("Frugality", "", "Eat less.")
WAITING = (
    Waiting(20, 2, "Newt", "a Thing", "Ros", is_mine=True),
    Waiting(21, 1, "Frost", "an Action", "Bea", False, Face("Frost", "Action", "Freeze.")),
    Waiting(3, 1, "Haste", "a Special Rule", "Bea"),
)


OVER = {1: Settled(1, "Old Rope", message("was accepted"), Face("Old Rope", "Thing", "Frays."))}


def faces(digests: Iterable[str]) -> Mapping[str, Face]:
    return {digest: FACES[digest] for digest in digests if digest in FACES}


def around(seat: int = 1, table: Table = TABLE, **changed: Any) -> Around:
    names = {1: "Ros", 2: "Bea Ann"}  # nobody has told seat 3's
    here = Around(
        see(table, seat),
        table.kit,
        names,
        table.cards,
        faces,
        WAITING,
        lambda: ((13, "Old Rope"),),
        OVER.get,
        lambda: 7,
    )
    return replace(here, **changed)


HERE, FROM_BEA, WATCHING = around(), around(2), around(0)
BEFORE = around(1, replace(TABLE, state="gathering", zones={}, pieces={}))
BARE = around(1, replace(TABLE, zones={**TABLE.zones, AREA: (), BEAS_AREA: (), MARKET: ()}))
OWN = around(1, replace(TABLE, kit=replace(KIT, discard_to="stock", turn=replace(KIT.turn, draw_from="stock"))))
EMPTY = around(1, replace(TABLE, cards={}, zones={}, pieces={}))
QUIET = around(waiting=(), repealed=tuple)
VOTING = around(1, replace(TABLE, paused_by=3))
ASKED = around(1, replace(TABLE, questions=(Question(4, "mute", 2, frozenset({1}), target=3),)))
ASKED_TWICE = around(1, replace(
    TABLE, questions=(Question(4, "mute", 2, frozenset({1}), target=3), Question(5, "win", 1, frozenset({2}))),
))  # fmt: skip
LOOKING = around(1, replace(TABLE, looking=(Looking(1, DRAW, ("d1", "d3")),)))
UNREAD = around(faces=lambda _: {})
LONE = around(1, replace(TABLE, cards={8: replace(CARDS[8], copies=1)}))
LOST = around(kit=replace(KIT, turn=replace(KIT.turn, draw_from="gone")))
LEFT = around(1, replace(TABLE, seats=(TABLE.seats[0], replace(TABLE.seats[1], member=None), *TABLE.seats[2:])))
NAMESAKES = around(names={1: "Ros", 2: "Rosalind"})
THROWN = {**TABLE.pieces, "x2": replace(TABLE.pieces["x2"], card=8)}  # a yak
OWN_PILES = around(1, replace(
    TABLE, pieces=THROWN, kit=replace(KIT, zones=tuple(replace(zone, scope="seat") for zone in KIT.zones)),
    zones={ZoneKey("discard.1") if key == DISCARD else key: ids for key, ids in TABLE.zones.items() if key != DRAW},
))  # fmt: skip
ALIKE = around(1, replace(
    TABLE, pieces=THROWN, cards={n: replace(card, title=f"Card {n}") for n, card in CARDS.items()}
))  # fmt: skip
ELVES = around(1, replace(TABLE, cards={**CARDS, 7: replace(CARDS[7], title="Elfin")}))


def meant(line: str, here: Around) -> Parsed | tuple[str, ...] | str:
    """What it comes to: a value, an answer as its lines, a refusal as "code: what it names"."""
    try:
        found = parse(line, here)
    except Refused as refused:
        facts = ", ".join(f"{name}={_worded(value)}" for name, value in refused.facts.items())
        return f"{refused.code}: {facts}" if facts else refused.code
    return tuple(map(english, found.lines)) if isinstance(found, Reply) else found


def _worded(fact: Slot | None) -> str:
    return english(fact) if fact is not None else ""


def completed(line: str, here: Around) -> list[tuple[str, str]]:
    return [(one.line, english(one.words)) for one in complete(line, here)]
