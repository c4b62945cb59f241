"""A table in the middle of an evening, laid by hand: what verbs do, say and offer there can be written down in full."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cards.rules.kit import DVORAK, DVORAK_ZONES, CounterKit, DieKit, SeatsKit, TokenKit, ZoneKit
from play.table.command import Moment
from play.table.events import Event
from play.table.state import CardText, Piece, RuleText, Seat, Table, Turn
from play.table.zones import ZoneKey
from play.verbs import commands as c
from play.verbs.decide import decide

DRAW, DISCARD, MARKET = ZoneKey("draw"), ZoneKey("discard"), ZoneKey("market")
HAND, AREA, STOCK = ZoneKey("hand.1"), ZoneKey("area.1"), ZoneKey("stock.1")
BEAS_HAND, BEAS_AREA, BEAS_STOCK = ZoneKey("hand.2"), ZoneKey("area.2"), ZoneKey("stock.2")
KIT = replace(
    DVORAK,
    zones=(
        *DVORAK_ZONES, ZoneKit("market", "Market", "shared", "row", "up", capacity=2),
        ZoneKit("stock", "Stock", "seat", "pile", "down", "nobody"),
    ),
    seats=SeatsKit(teams=2), sides=("Blue", "Red"), tokens=(TokenKit("ritual", "Ritual"),),
    counters=(
        CounterKit("gold", "Gold", least=0, most=9), CounterKit("bank", "Bank", "shared", 2, least=None),
        CounterKit("age", "Age", "card"),
    ),
    dice=(DieKit("d6", "Fire", ("flame", "smoke")), DieKit("coin", "Coin", ("A", "B"))),
)  # fmt: skip
TITLES = ("Slug", "Hat", "Frost", "Goat", "Elf", "Bus", "Owl", "Yak")
CARDS = {
    n: CardText(n, f"{n:064x}", "Action" if n == 3 else "Thing", title=title, copies=3 if n in (1, 6) else 2)
    for n, title in enumerate(TITLES, 1)
}
LYING: Mapping[ZoneKey, tuple[Piece, ...]] = {
    DRAW: (Piece("d1", 4), Piece("d2", 5), Piece("d3", 6)),
    DISCARD: (Piece("x1", 3, True), Piece("x2", 7, True)),
    HAND: (Piece("h1", 1), Piece("h2", 2), Piece("h3", 3)),
    BEAS_HAND: (Piece("i1", 8), Piece("i2", 1)),
    ZoneKey("hand.3"): (Piece("j1", 6),),
    AREA: (
        Piece("a1", 1, True, tokens=(("Ritual", 2),)), Piece("a2", 2, True, onto="a1", note="mind this"),
        Piece("a3", 4),
    ),
    BEAS_AREA: (Piece("b1", 5, True, tapped=True, counters=(("age", 3),)), Piece("b2", 6)),
    ZoneKey("area.3"): (),
    MARKET: (Piece("m1", 7, True),),
    STOCK: (Piece("s1", 8),), BEAS_STOCK: (), ZoneKey("stock.3"): (),
}  # fmt: skip
TABLE = Table(
    kit=KIT, cards=CARDS, rules=(RuleText(9, "9" * 64, (), "Frugality"),),
    seats=(
        Seat(1, 11, team=1, side="Blue", counters=(("gold", 4),), tokens=(("Slug", 1),)), Seat(2, 12, team=2),
        Seat(3, 13), Seat(4), Seat(5, 15),
    ),
    zones={key: tuple(piece.id for piece in pieces) for key, pieces in LYING.items()},
    pieces={piece.id: piece for pieces in LYING.values() for piece in pieces}, turn=Turn(4, 2, 1, 1, 1),
    state="playing", host=11, games=1,
)  # fmt: skip


def turn(table: Table = TABLE, **changed: Any) -> Table:
    """The table in another turn, or elsewhere in this one."""
    return replace(table, turn=replace(TABLE.turn, **changed))


class Plain:
    """Luck that can be foretold: the last of however many, an order the other way round, ids n1, n2 …"""

    def __init__(self) -> None:
        self.names = 0

    def below(self, n: int) -> int:
        return n - 1

    def order(self, n: int) -> tuple[int, ...]:
        return tuple(reversed(range(n)))

    def piece_id(self) -> str:
        self.names += 1
        return f"n{self.names}"


def done(command: c.Command, table: Table = TABLE, *away: int) -> tuple[Event, ...]:
    return decide(table, command, Moment(0, Plain(), frozenset(away)))
