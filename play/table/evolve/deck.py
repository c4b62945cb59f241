"""What the deck does to its creative table."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from play.table import events as e
from play.table.evolve.pieces import moved
from play.table.state import Piece, Table


def after(table: Table, fact: e.DeckFact) -> Table:
    match fact:
        case e.BallotMoved() | e.VoterExcused():
            return table
        case e.GamePaused(proposal=proposal, blanks=blanks):
            return replace(table, paused_by=proposal, blanks=blanks)
        case e.GameResumed(blanks=blanks):
            return replace(table, paused_by=None, blanks=blanks)
        case e.PackOpened(blanks=blanks):
            return replace(table, blanks=blanks)
        case e.RulesReplaced(rules=rules):
            return replace(table, rules=rules)
        case e.KitChanged(kit=kit):
            return replace(table, kit=kit, next_kit=None)
        case e.NextKitSet(kit=kit):
            return replace(table, next_kit=kit)
        case e.CardChanged(card=card):
            return replace(table, cards=MappingProxyType({**table.cards, card.number: card}))
        case e.CardEntered(card=card, placed=placed):
            zones, pieces = {k: list(v) for k, v in table.zones.items()}, dict(table.pieces)
            for id, zone, at, side in placed:
                zones.setdefault(zone, []).insert(at, id)
                pieces[id] = Piece(id, card.number, side=side)
            return replace(
                table,
                cards=MappingProxyType({**table.cards, card.number: card}),
                zones=MappingProxyType({k: tuple(v) for k, v in zones.items()}),
                pieces=MappingProxyType(pieces),
            )
        case e.CardLeft(card=number, pieces=gone, destroyed=destroyed, is_repealed=is_repealed):
            table = moved(table, destroyed)
            left = frozenset(gone)
            still = {k: tuple(p for p in v if p not in left) for k, v in table.zones.items()}
            pieces = {id: piece for id, piece in table.pieces.items() if id not in left}
            cards = {n: c for n, c in table.cards.items() if n != number or not is_repealed}
            looking = tuple(replace(k, pieces=tuple(p for p in k.pieces if p not in left)) for k in table.looking)
            return replace(
                table, zones=MappingProxyType(still), pieces=MappingProxyType(pieces), cards=MappingProxyType(cards),
                looking=looking,
            )  # fmt: skip
        case _:
            assert_never(fact)
