"""What verbs that move pieces do, fact by fact, on a table that is laid (tests/rules/laid_table.py).

A row is a command, the facts that follow, and the table where it is another than the one that is laid. New ids are n1,
n2 … in the order in which they are asked for; chance takes the last, and shuffles the other way round.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from play.table import events as e
from play.table.state import Looking, Table
from play.table.zones import ZoneKey
from play.verbs import commands as c
from tests.rules.laid_table import (
    AREA,
    BEAS_AREA,
    BEAS_HAND,
    BEAS_STOCK,
    DISCARD,
    DRAW,
    HAND,
    KIT,
    MARKET,
    STOCK,
    TABLE,
    done,
    turn,
)  # fmt: skip


def looks(*looking: Looking) -> Table:
    return replace(TABLE, looking=looking)


FULL = turn(replace(TABLE, kit=replace(KIT, turn=replace(KIT.turn, hand_limit=1))), phase=2)
PEEKED = looks(Looking(1, DRAW, ("d1", "d2")), Looking(2, DISCARD, ("x1",)))
SEARCHED = looks(Looking(1, DRAW, ("d1", "d2", "d3"), True))
PEEKED_BY_BEA = looks(Looking(2, DRAW, ("d1", "d2")))
SEARCHED_BY_BEA = looks(Looking(2, DRAW, ("d1", "d2", "d3"), True))
TAKES = looks(Looking(1, BEAS_HAND, ("i1", "i2"), takes=2))
EACH = replace(TABLE, kit=replace(KIT, turn=replace(KIT.turn, abilities_each=1)))
OF_MARKET = replace(TABLE, cards={**TABLE.cards, 1: replace(TABLE.cards[1], kind="MARKET")})
OF_ONE = replace(
    OF_MARKET, kit=replace(KIT, zones=tuple(replace(z, capacity=1) if z.id == "market" else z for z in KIT.zones))
)
MATES = replace(TABLE, seats=(TABLE.seats[0], replace(TABLE.seats[1], team=1), *TABLE.seats[2:]))
FREE = replace(TABLE, kit=replace(KIT, turn=replace(KIT.turn, abilities_use="")))
MULTI = turn(replace(TABLE, kit=replace(KIT, turn=replace(KIT.turn, draw_from="stock"))), phase=0, drawn=0)
SIDED = replace(
    TABLE, kit=replace(KIT, discard_to="stock"), pieces={**TABLE.pieces, "a2": replace(TABLE.pieces["a2"], side=2)}
)
STOCKED = replace(TABLE, kit=replace(KIT, discard_to="stock"))
HUNG = replace(TABLE, pieces={**TABLE.pieces, "a3": replace(TABLE.pieces["a3"], onto="a2")})
FILLS = replace(
    TABLE, kit=replace(KIT, zones=(replace(KIT.zones[0], refill_when="empty"), *KIT.zones[1:])),
    zones={**TABLE.zones, DRAW: ("d1",)}, looking=(Looking(1, DRAW, ("d1",)),),
    pieces={id: piece for id, piece in TABLE.pieces.items() if id not in ("d2", "d3")},
)  # fmt: skip

EMPTY_HANDED = turn(
    replace(
        TABLE, kit=replace(KIT, turn=replace(KIT.turn, draw_if_empty=3)), zones={**TABLE.zones, HAND: ()},
        pieces={id: piece for id, piece in TABLE.pieces.items() if id[0] != "h"},
    ), phase=0, drawn=0,
)  # fmt: skip

DONE: list[Any] = [
    (c.MovePieces(1, ("a1",), BEAS_AREA), [
        e.PiecesMoved(1, "give", (e.Moved("a1", "a1", AREA, BEAS_AREA, 2, True),
        e.Moved("a2", "a2", AREA, BEAS_AREA, 3, True)), under=2)]),
    (c.MovePieces(1, ("a1",), DISCARD), [
        e.PiecesMoved(1, "move", (e.Moved("a1", "a1", AREA, DISCARD, face_up=True),
        e.Moved("a2", "a2", AREA, DISCARD, face_up=True)))]),
    (c.MovePieces(1, ("a1", "a2"), BEAS_AREA), [
        e.PiecesMoved(1, "give", (e.Moved("a1", "a1", AREA, BEAS_AREA, 2, True),
        e.Moved("a2", "a2", AREA, BEAS_AREA, 3, True)), under=2)]),
    (c.MovePieces(1, ("a2", "a1"), BEAS_AREA), [
        e.PiecesMoved(1, "give", (e.Moved("a2", "a2", AREA, BEAS_AREA, 2, True),
        e.Moved("a1", "a1", AREA, BEAS_AREA, 3, True)), under=2)]),
    (c.MovePieces(1, ("a2",), BEAS_AREA), [
        e.PiecesMoved(1, "give", (e.Moved("a2", "a2", AREA, BEAS_AREA, 2, True),), under=2), e.Detached(0, "a2")]),
    (c.MovePieces(1, ("a2",), HAND), [e.PiecesMoved(1, "move", (e.Moved("a2", "n1", AREA, HAND, 3),))]),
    (c.MovePieces(1, ("a1",), BEAS_AREA, face_up=False), [
        e.PiecesMoved(1, "give", (e.Moved("a1", "a1", AREA, BEAS_AREA, 2),
        e.Moved("a2", "a2", AREA, BEAS_AREA, 3, True)), under=2)]),
    (c.MovePieces(1, ("a3",), BEAS_AREA), [
        e.PiecesMoved(1, "give", (e.Moved("a3", "a3", AREA, BEAS_AREA, 2),), under=2)]),
    (c.MovePieces(1, ("h1",), HAND), [e.PiecesMoved(1, "move", (e.Moved("h1", "n1", HAND, HAND, 2),))]),
    (c.MovePieces(1, ("h1", "h1"), AREA, confirmed=True), [
        e.ExceptionNoted(1, ("ask.from_hand",)), e.PiecesMoved(1, "move", (e.Moved("h1", "h1", HAND, AREA, 3, True),))
    ]),
    (c.MovePieces(1, ("h1",), AREA, face_up=False, confirmed=True), [
        e.ExceptionNoted(1, ("ask.from_hand",)), e.PiecesMoved(1, "move", (e.Moved("h1", "h1", HAND, AREA, 3),))]),
    (c.MovePieces(1, ("h1",), DRAW, confirmed=True), [
        e.ExceptionNoted(1, ("ask.from_hand",)), e.PiecesMoved(1, "move", (e.Moved("h1", "n1", HAND, DRAW),))]),
    (c.MovePieces(1, ("h1",), DRAW, "bottom", confirmed=True), [
        e.ExceptionNoted(1, ("ask.from_hand",)), e.PiecesMoved(1, "move", (e.Moved("h1", "n1", HAND, DRAW, 3),))]),
    (c.MovePieces(1, ("h1",), DRAW, "random", confirmed=True), [
        e.ExceptionNoted(1, ("ask.from_hand",)), e.PiecesMoved(1, "move", (e.Moved("h1", "n1", HAND, DRAW, 3),))]),
    (c.MovePieces(1, ("h1", "h2"), BEAS_HAND, confirmed=True), [
        e.ExceptionNoted(1, ("ask.from_hand",)), e.PiecesMoved(1, "give", (e.Moved("h1", "n1", HAND, BEAS_HAND, 2),
        e.Moved("h2", "n2", HAND, BEAS_HAND, 3)), under=2)]),
    (c.MovePieces(1, ("h1",), BEAS_HAND), [
        e.PiecesMoved(1, "give", (e.Moved("h1", "n1", HAND, BEAS_HAND, 2),), "Action", 2),
    ], MATES),
    (c.MovePieces(1, ("h1",), BEAS_HAND), [
        e.PhaseBegan(1, 1), e.PiecesMoved(1, "give", (e.Moved("h1", "n1", HAND, BEAS_HAND, 2),), "Action", 2),
    ], turn(MATES, phase=0)),
    (c.MovePieces(1, ("h1",), BEAS_HAND, confirmed=True), [
        e.ExceptionNoted(1, ("ask.from_hand",)),
        e.PiecesMoved(1, "give", (e.Moved("h1", "n1", HAND, BEAS_HAND, 2),), under=2),
    ], turn(MATES, played=(("Action", 1),))),
    (c.MovePieces(1, ("a1",), BEAS_HAND), [
        e.PiecesMoved(1, "give", (e.Moved("a1", "n1", AREA, BEAS_HAND, 2),
        e.Moved("a2", "a2", AREA, DISCARD, face_up=True)), under=2)]),
    (c.MovePieces(2, ("m1",), BEAS_HAND), [e.PiecesMoved(2, "move", (e.Moved("m1", "n1", MARKET, BEAS_HAND, 2),))]),
    (c.MovePieces(1, ("x1",), HAND), [e.PiecesMoved(1, "move", (e.Moved("x1", "n1", DISCARD, HAND, 3),))]),
    (c.MovePieces(1, ("b1",), MARKET), [e.PiecesMoved(1, "move", (e.Moved("b1", "b1", BEAS_AREA, MARKET, 1, True),))]),
    (c.MovePieces(1, ("b1", "a3"), MARKET, confirmed=True), [
        e.ExceptionNoted(1, ("ask.zone_full",)),
        e.PiecesMoved(1, "move", (e.Moved("b1", "b1", BEAS_AREA, MARKET, 1, True),
        e.Moved("a3", "a3", AREA, MARKET, 2)))]),
    (c.MovePieces(1, ("h1", "a3"), MARKET, confirmed=True), [
        e.ExceptionNoted(1, ("ask.from_hand", "ask.zone_full")),
        e.PiecesMoved(1, "move", (e.Moved("h1", "h1", HAND, MARKET, 1, True), e.Moved("a3", "a3", AREA, MARKET, 2)))]),
    (c.MovePieces(1, ("i1", "i2"), HAND), [
        e.PiecesMoved(1, "move", (e.Moved("i1", "n1", BEAS_HAND, HAND, 3), e.Moved("i2", "n2", BEAS_HAND, HAND, 4))),
        e.LookingEnded(1)], TAKES),
    (c.MovePieces(1, ("i1",), DISCARD), [
        e.PiecesMoved(1, "move", (e.Moved("i1", "i1", BEAS_HAND, DISCARD, face_up=True),)), e.LookingEnded(1)], TAKES),
    (c.Attach(1, "a1", "b1"), [
        e.PiecesMoved(1, "move", (e.Moved("a1", "a1", AREA, BEAS_AREA, 2, True),
        e.Moved("a2", "a2", AREA, BEAS_AREA, 3, True))), e.Attached(1, "a1", "b1")]),
    (c.Attach(1, "a3", "a2"), [e.Attached(1, "a3", "a2")]),
    (c.Attach(2, "b1", "a2"), [
        e.PiecesMoved(2, "move", (e.Moved("b1", "b1", BEAS_AREA, AREA, 3, True),)), e.Attached(2, "b1", "a2")]),
    (c.Detach(1, "a2"), [e.Detached(1, "a2")]),
    (c.Detach(1, "a1"), []),
    (c.PlayCard(1, "h1"), [e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, AREA, 3, True),), "Thing")]),
    (c.PlayCard(1, "h3"), [e.PiecesMoved(1, "play", (e.Moved("h3", "h3", HAND, DISCARD, face_up=True),), "Action")]),
    (c.PlayCard(1, "h1", face_up=False), [e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, AREA, 3),))]),
    (c.PlayCard(1, "h3", face_up=False), [e.PiecesMoved(1, "play", (e.Moved("h3", "h3", HAND, AREA, 3),))]),
    (c.PlayCard(1, "h1", pay=(("gold", 3),)), [
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, AREA, 3, True),), "Thing"),
        e.CounterSet(1, "gold", 4, 1, 1)]),
    (c.PlayCard(1, "h1", pay=(("gold", 3), ("gold", 1))), [
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, AREA, 3, True),), "Thing"),
        e.CounterSet(1, "gold", 4, 1, 1), e.CounterSet(1, "gold", 1, 0, 1)]),
    (c.PlayCard(1, "h1", onto="b1"), [
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, BEAS_AREA, 2, True),), "Thing"), e.Attached(1, "h1", "b1")
    ]),
    (c.PlayCard(1, "h1", under=2), [
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, BEAS_AREA, 2, True),), "Thing", 2)]),
    (c.PlayCard(1, "h1", to=MARKET), [
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, MARKET, 1, True),), "Thing")]),
    (c.PlayCard(1, "h1", to=DRAW), [e.PiecesMoved(1, "play", (e.Moved("h1", "n1", HAND, DRAW),))]),
    (c.PlayCard(2, "i1", confirmed=True), [
        e.ExceptionNoted(2, ("ask.not_your_turn",)),
        e.PiecesMoved(2, "play", (e.Moved("i1", "i1", BEAS_HAND, BEAS_AREA, 2, True),), "Thing")]),
    (c.PlayCard(1, "h1", confirmed=True), [
        e.ExceptionNoted(1, ("ask.played_enough",)),
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, AREA, 3, True),), "Thing")], turn(played=(("thing", 1),))),
    (c.PlayCard(1, "h1"), [
        e.PhaseBegan(1, 1), e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, AREA, 3, True),), "Thing")
    ], turn(phase=0)),
    (c.PlayCard(1, "h1", confirmed=True), [
        e.ExceptionNoted(1, ("ask.other_phase",)),
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, AREA, 3, True),), "Thing")], turn(phase=0, drawn=0)),
    (c.PlayCard(1, "h1", confirmed=True), [
        e.ExceptionNoted(1, ("ask.other_phase",)),
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, AREA, 3, True),), "Thing")], turn(phase=2)),
    (c.UseAbility(1, "a1"), [e.AbilityUsed(1, "a1"), e.PiecesMoved(1, "play", (), "Action")]),
    (c.UseAbility(1, "b1", confirmed=True), [
        e.ExceptionNoted(1, ("ask.not_your_card",)), e.AbilityUsed(1, "b1"), e.PiecesMoved(1, "play", (), "Action")]),
    (c.UseAbility(1, "m1"), [e.AbilityUsed(1, "m1"), e.PiecesMoved(1, "play", (), "Action")]),
    (c.UseAbility(1, "a1", confirmed=True), [
        e.ExceptionNoted(1, ("ask.played_enough",)), e.AbilityUsed(1, "a1"), e.PiecesMoved(1, "play", (), "Action")
    ], turn(played=(("Action", 1),))),
    (c.Discard(1, ("h1", "h3"), confirmed=True), [
        e.ExceptionNoted(1, ("ask.free_discard",)),
        e.PiecesMoved(1, "discard", (e.Moved("h1", "h1", HAND, DISCARD, face_up=True),
        e.Moved("h3", "h3", HAND, DISCARD, face_up=True)))]),
    (c.Discard(1, ("h1", "h3")), [
        e.PiecesMoved(1, "discard", (e.Moved("h1", "h1", HAND, DISCARD, face_up=True),
        e.Moved("h3", "h3", HAND, DISCARD, face_up=True)))], FULL),
    (c.Discard(1, ("h1", "h2", "h3"), confirmed=True), [
        e.ExceptionNoted(1, ("ask.free_discard",)),
        e.PiecesMoved(1, "discard", (e.Moved("h1", "h1", HAND, DISCARD, face_up=True),
        e.Moved("h2", "h2", HAND, DISCARD, face_up=True), e.Moved("h3", "h3", HAND, DISCARD, face_up=True)))], FULL),
    (c.Discard(1, ("h1",)), [
        e.PhaseBegan(1, 2), e.PiecesMoved(1, "discard", (e.Moved("h1", "h1", HAND, DISCARD, face_up=True),))
    ], turn(FULL, phase=1)),
    (c.DiscardRandom(1, 2, confirmed=True), [
        e.ExceptionNoted(1, ("ask.free_discard",)),
        e.PiecesMoved(1, "discard_random", (e.Moved("h3", "h3", HAND, DISCARD, face_up=True),
        e.Moved("h2", "h2", HAND, DISCARD, face_up=True)))]),
    (c.Destroy(1, "a1"), [
        e.PiecesMoved(1, "destroy", (e.Moved("a1", "a1", AREA, DISCARD, face_up=True),
        e.Moved("a2", "a2", AREA, DISCARD, face_up=True)))]),
    (c.Destroy(1, "b2"), [e.PiecesMoved(1, "destroy", (e.Moved("b2", "b2", BEAS_AREA, DISCARD, face_up=True),))]),
    (c.Draw(1, confirmed=True), [
        e.ExceptionNoted(1, ("ask.other_phase",)), e.PiecesMoved(1, "draw", (e.Moved("d1", "n1", DRAW, HAND, 3),))]),
    (c.Draw(1), [e.PiecesMoved(1, "draw", (e.Moved("d1", "n1", DRAW, HAND, 3),))], turn(phase=0, drawn=0)),
    (c.Draw(1, 2, confirmed=True), [
        e.ExceptionNoted(1, ("ask.draw_more",)),
        e.PiecesMoved(1, "draw", (e.Moved("d1", "n1", DRAW, HAND, 3), e.Moved("d2", "n2", DRAW, HAND, 4)))
    ], turn(phase=0, drawn=0)),
    (c.Draw(1, 5, confirmed=True), [
        e.ExceptionNoted(1, ("ask.draw_more",)), e.PiecesMoved(1, "draw", (e.Moved("d1", "n1", DRAW, HAND, 3),
        e.Moved("d2", "n2", DRAW, HAND, 4), e.Moved("d3", "n3", DRAW, HAND, 5))),
        e.PileShuffled(1, DRAW, (("x2", "n4"), ("x1", "n5")), DISCARD),
        e.PiecesMoved(1, "draw", (e.Moved("n4", "n6", DRAW, HAND, 6), e.Moved("n5", "n7", DRAW, HAND, 7)))
    ], turn(phase=0, drawn=0)),
    (c.Draw(1, 1, DISCARD), [
        e.PiecesMoved(1, "draw", (e.Moved("x1", "n1", DISCARD, HAND, 3),))], turn(phase=0, drawn=0)),
    (c.Draw(1, 1, ZoneKey("stock")), [
        e.PiecesMoved(1, "draw", (e.Moved("s1", "n1", STOCK, HAND, 3),))], turn(phase=0, drawn=0)),
    (c.Draw(1, 1, BEAS_STOCK, confirmed=True), [], turn(phase=0, drawn=0)),
    (c.Draw(1, 1), [
        e.LookingEnded(2), e.PileShuffled(2, DRAW, (("d3", "n1"), ("d2", "n2"), ("d1", "n3"))),
        e.PiecesMoved(1, "draw", (e.Moved("n1", "n4", DRAW, HAND, 3),))], turn(SEARCHED_BY_BEA, phase=0, drawn=0)),
    (c.Draw(1, 1), [
        e.PiecesMoved(1, "draw", (e.Moved("d1", "n1", DRAW, HAND, 3),))], turn(PEEKED_BY_BEA, phase=0, drawn=0)),
    (c.ShuffleZone(1, DRAW), [e.PileShuffled(1, DRAW, (("d3", "n1"), ("d2", "n2"), ("d1", "n3")))]),
    (c.ShuffleIn(1, DISCARD, DRAW), [
        e.PileShuffled(1, DRAW, (("x2", "n1"), ("x1", "n2"), ("d3", "n3"), ("d2", "n4"), ("d1", "n5")), DISCARD)]),
    (c.Reveal(1, ("h1", "h2", "h1")), [e.Revealed(1, ("h1", "h2"))]),
    (c.Reveal(1, ("h1",), (2, 3)), [e.Revealed(1, ("h1",), (2, 3))]),
    (c.Reveal(1, ("a3",), (2,)), [e.Revealed(1, ("a3",), (2,))]),
    (c.LookAtTop(1, DRAW, 2), [e.LookingBegan(1, DRAW, ("d1", "d2"))]),
    (c.LookAtTop(1, DRAW, 2), [e.LookingEnded(2), e.LookingBegan(1, DRAW, ("d1", "d2"))], PEEKED_BY_BEA),
    (c.LookAtTop(1, DRAW, 2), [
        e.LookingEnded(2), e.PileShuffled(2, DRAW, (("d3", "n1"), ("d2", "n2"), ("d1", "n3"))),
        e.LookingBegan(1, DRAW, ("n1", "n2"))], SEARCHED_BY_BEA),
    (c.SearchPile(1, DRAW), [e.LookingBegan(1, DRAW, ("d1", "d2", "d3"), True)]),
    (c.SearchPile(1, DISCARD), [e.LookingBegan(1, DISCARD, ("x1", "x2"))]),
    (c.SearchPile(1, DRAW), [
        e.LookingEnded(2), e.PileShuffled(2, DRAW, (("d3", "n1"), ("d2", "n2"), ("d1", "n3"))),
        e.LookingBegan(1, DRAW, ("n1", "n2", "n3"), True)], SEARCHED_BY_BEA),
    (c.PutBack(1, ("d2", "d1")), [
        e.PiecesMoved(1, "put_back", (e.Moved("d1", "n2", DRAW, DRAW), e.Moved("d2", "n1", DRAW, DRAW))),
        e.LookingEnded(1)], PEEKED),
    (c.PutBack(1, ("d2", "d1"), "bottom"), [
        e.PiecesMoved(1, "put_back", (e.Moved("d2", "n1", DRAW, DRAW, 2), e.Moved("d1", "n2", DRAW, DRAW, 2))),
        e.LookingEnded(1)], PEEKED),
    (c.PutBack(1, ("d2",), under=("d1",)), [
        e.PiecesMoved(1, "put_back", (e.Moved("d2", "n1", DRAW, DRAW), e.Moved("d1", "n2", DRAW, DRAW, 2))),
        e.LookingEnded(1)], PEEKED),
    (c.PutBack(1, (), under=("d2", "d1")), [
        e.PiecesMoved(1, "put_back", (e.Moved("d2", "n1", DRAW, DRAW, 2), e.Moved("d1", "n2", DRAW, DRAW, 2))),
        e.LookingEnded(1)], PEEKED),
    (c.StopLooking(1), [e.LookingEnded(1)], PEEKED),
    (c.StopLooking(1), [
        e.LookingEnded(1), e.PileShuffled(1, DRAW, (("d3", "n1"), ("d2", "n2"), ("d1", "n3")))], SEARCHED),
    (c.StopLooking(2), [e.LookingEnded(2)], PEEKED),
    (c.MovePieces(1, ("a1", "a2"), HAND), [
        e.PiecesMoved(1, "move", (e.Moved("a1", "n1", AREA, HAND, 3), e.Moved("a2", "n2", AREA, HAND, 4)))]),
    (c.MovePieces(1, ("a1",), HAND), [
        e.PiecesMoved(1, "move", (e.Moved("a1", "n1", AREA, HAND, 3), e.Moved("a2", "a2", AREA, DISCARD, face_up=True),
        e.Moved("a3", "a3", AREA, DISCARD, face_up=True)))], HUNG),
    (c.MovePieces(1, ("a1", "a2"), HAND), [
        e.PiecesMoved(1, "move", (e.Moved("a1", "n1", AREA, HAND, 3), e.Moved("a3", "a3", AREA, DISCARD, face_up=True),
        e.Moved("a2", "n2", AREA, HAND, 4)))], HUNG),
    (c.MovePieces(1, ("a1", "a3"), BEAS_AREA), [
        e.PiecesMoved(1, "give", (e.Moved("a1", "a1", AREA, BEAS_AREA, 2, True),
        e.Moved("a2", "a2", AREA, BEAS_AREA, 3, True), e.Moved("a3", "a3", AREA, BEAS_AREA, 4)), under=2)], HUNG),
    (c.MovePieces(1, ("a2",), BEAS_AREA), [
        e.PiecesMoved(1, "give", (e.Moved("a2", "a2", AREA, BEAS_AREA, 2, True),
        e.Moved("a3", "a3", AREA, BEAS_AREA, 3)), under=2), e.Detached(0, "a2")], HUNG),
    (c.MovePieces(1, ("a2",), DRAW, "bottom"), [
        e.PiecesMoved(1, "move", (e.Moved("a2", "n1", AREA, DRAW, 3),
        e.Moved("a3", "a3", AREA, DISCARD, face_up=True)))], HUNG),
    (c.MovePieces(1, ("a1",), HAND), [
        e.PiecesMoved(1, "move", (e.Moved("a1", "n1", AREA, HAND, 3), e.Moved("a2", "n2", AREA, BEAS_STOCK)))], SIDED),
    (c.Destroy(1, "a1"), [
        e.PiecesMoved(1, "destroy", (e.Moved("a1", "n1", AREA, STOCK), e.Moved("a2", "n2", AREA, BEAS_STOCK)))], SIDED),
    (c.Discard(1, ("h1",), confirmed=True), [
        e.ExceptionNoted(1, ("ask.free_discard",)), e.PiecesMoved(1, "discard", (e.Moved("h1", "n1", HAND, STOCK),))
    ], SIDED),
    # A cost of two cards is one exception; it is of no part of a turn, and of nobody's.
    (c.Discard(1, ("h1",)), [
        e.PiecesMoved(1, "discard", (e.Moved("h1", "h1", HAND, DISCARD, face_up=True),))
    ], turn(phase=1, let_go=frozenset({1}))),
    (c.Discard(2, ("i1",)), [
        e.PiecesMoved(2, "discard", (e.Moved("i1", "i1", BEAS_HAND, DISCARD, face_up=True),))
    ], turn(phase=1, let_go=frozenset({2}))),
    (c.PlayCard(1, "h3"), [
        e.PiecesMoved(1, "play", (e.Moved("h3", "n1", HAND, STOCK),))
    ], replace(TABLE, kit=replace(KIT, act_to="stock"))),
    # A kind that has a place of its own goes there, unless something else is said, or nobody may tell its kind.
    (c.PlayCard(1, "h1"), [
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, MARKET, 1, True),), "MARKET")], OF_MARKET),
    (c.PlayCard(1, "h1"), [
        e.PiecesMoved(1, "destroy", (e.Moved("m1", "m1", MARKET, DISCARD, face_up=True),)),
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, MARKET, 0, True),), "MARKET")], OF_ONE),
    (c.PlayCard(1, "h1", to=DISCARD), [
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, DISCARD, 0, True),), "MARKET")], OF_MARKET),
    (c.PlayCard(1, "h1", face_up=False), [
        e.PiecesMoved(1, "play", (e.Moved("h1", "h1", HAND, AREA, 3),))], OF_MARKET),
    (c.UseAbility(1, "a1", confirmed=True), [
        e.ExceptionNoted(1, ("ask.used_enough",)), e.AbilityUsed(1, "a1")], turn(EACH, activated=(("a1", 1),))),
    (c.UseAbility(1, "a2"), [e.AbilityUsed(1, "a2")], turn(EACH, activated=(("a1", 1),))),
    (c.UseAbility(2, "b1", confirmed=True), [
        e.ExceptionNoted(2, ("ask.not_your_turn",)), e.AbilityUsed(2, "b1")], EACH),
    (c.UseAbility(1, "a1"), [e.AbilityUsed(1, "a1")], FREE),
    (c.Draw(1), [e.PiecesMoved(1, "draw", (e.Moved("s1", "n1", STOCK, HAND, 3),))], MULTI),
    (c.Draw(2, confirmed=True), [e.ExceptionNoted(2, ("ask.not_your_turn",))], MULTI),
    (c.MovePieces(1, ("d1",), MARKET), [
        e.PiecesMoved(1, "move", (e.Moved("d1", "d1", DRAW, MARKET, 1, True),)),
        e.PileShuffled(1, DRAW, (("x2", "n1"), ("x1", "n2")), DISCARD)
    ], FILLS),
    (c.PutBack(2, ("x1",)), [
        e.PiecesMoved(2, "put_back", (e.Moved("x1", "n1", DISCARD, DISCARD, 0, True),)), e.LookingEnded(2)], PEEKED),
    (c.PutBack(2, ("x1",), "bottom"), [
        e.PiecesMoved(2, "put_back", (e.Moved("x1", "n1", DISCARD, DISCARD, 1, True),)), e.LookingEnded(2)], PEEKED),
    (c.MovePieces(2, ("h1",), BEAS_HAND), [
        e.PiecesMoved(2, "move", (e.Moved("h1", "n1", HAND, BEAS_HAND, 2),)), e.LookingEnded(2)],
     looks(Looking(2, HAND, ("h1",), takes=1))),
    (c.Reveal(1, ("b1",)), [e.Revealed(1, ("b1",))]),
    (c.Draw(1), [e.PiecesMoved(1, "draw", (e.Moved("d1", "n1", DRAW, HAND, 3),))], turn(SEARCHED, phase=0, drawn=0)),
    (c.Draw(1, 3), [
        e.PiecesMoved(1, "draw", (e.Moved("d1", "n1", DRAW, HAND), e.Moved("d2", "n2", DRAW, HAND, 1),
                                  e.Moved("d3", "n3", DRAW, HAND, 2)))], EMPTY_HANDED),
    (c.Detach(1, "h1"), []),
    (c.MovePieces(1, ("a1",), HAND), [
        e.PiecesMoved(1, "move", (e.Moved("a1", "n1", AREA, HAND, 3), e.Moved("a2", "n2", AREA, STOCK)))], STOCKED),
    (c.PlayCard(1, "h1", to=HAND), [e.PiecesMoved(1, "play", (e.Moved("h1", "n1", HAND, HAND, 2),))]),
    (c.DiscardRandom(1, 1, confirmed=True), [
        e.ExceptionNoted(1, ("ask.free_discard",)),
        e.PiecesMoved(1, "discard_random", (e.Moved("h3", "n1", HAND, STOCK),))], STOCKED),
    (c.PlayCard(2, "i1", under=1, confirmed=True), [
        e.ExceptionNoted(2, ("ask.not_your_turn",)),
        e.PiecesMoved(2, "play", (e.Moved("i1", "i1", BEAS_HAND, AREA, 3, True),), "Thing", 1)], TABLE),
]  # fmt: skip


@pytest.mark.parametrize("row", DONE, ids=lambda row: type(row[0]).__name__)
def test_it_does_this_and_nothing_else(row: tuple[Any, ...]) -> None:
    command, facts, *more = row
    before, *away = more or [TABLE]
    assert list(done(command, before, *away)) == facts
