"""Who sits where, and a game that begins or is gathered up."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from play.table import events as e
from play.table.state import Piece, Seat, Table, Turn, with_seat
from play.table.zones import ZoneKey


def after(table: Table, fact: e.PeopleFact) -> Table:
    match fact:
        case e.TableOpened():
            return _opened(fact)
        case e.GameBegun(pieces=pieces, zones=zones, first=first):
            return _begun(table, pieces, zones, first)
        case e.GathersAgain():
            return _gathers(table)
        case e.SeatTaken(seat=seat, member=member, side=side):
            return with_seat(_welcome(table, member), seat, lambda s: replace(
                s, member=member, side=side or s.side, is_out=False, is_muted=member in table.hushed
            ))  # fmt: skip
        case e.SeatLeft(seat=seat, removed=removed):
            who = table.seat(seat)
            if removed and who is not None and who.member is not None:
                table = replace(table, shown_out=table.shown_out | {who.member}, removals=table.removals + 1)
            table = with_seat(table, seat, lambda s: replace(s, member=None, is_ready=False, is_muted=False))
            return replace(table, looking=tuple(look for look in table.looking if look.seat != seat))
        case e.SeatHandedOver(seat=seat, member=member):
            is_muted = member in table.hushed
            return with_seat(
                _welcome(table, member), seat, lambda s: replace(s, member=member, is_muted=is_muted)
            )  # fmt: skip
        case e.TeamJoined(seat=seat, team=team):
            return with_seat(table, seat, lambda s: replace(s, team=team))
        case e.SideChosen(seat=seat, side=side):
            return with_seat(table, seat, lambda s: replace(s, side=side))
        case e.SeatReadied(seat=seat, is_ready=is_ready):
            return with_seat(table, seat, lambda s: replace(s, is_ready=is_ready))
        case e.Muted(who=who, is_muted=is_muted):
            people = frozenset(s.member for s in table.seats if s.number == who and s.member is not None)
            table = replace(table, hushed=table.hushed | people if is_muted else table.hushed - people)
            return with_seat(table, who, lambda s: replace(s, is_muted=is_muted))
        case e.KnockedOut(who=who) | e.GoneOnWithout(who=who):
            return with_seat(table, who, lambda s: replace(s, is_out=True))
        case e.CameBack(who=who):
            return with_seat(table, who, lambda s: replace(s, is_out=False))
        case _:
            assert_never(fact)


def _opened(fact: e.TableOpened) -> Table:
    return Table(
        kit=fact.kit,
        cards=MappingProxyType({card.number: card for card in fact.cards}),
        rules=fact.rules,
        seats=tuple(Seat(number) for number in range(1, fact.seats + 1)),
        host=fact.host,
        is_creative=fact.is_creative,
        any_card=fact.any_card,
        allows_spectators=fact.allows_spectators,
    )


def _begun(
    table: Table, pieces: tuple[Piece, ...], zones: tuple[tuple[ZoneKey, tuple[str, ...]], ...], first: int
) -> Table:
    return replace(
        table,
        state="playing",
        games=table.games + 1,
        pieces=MappingProxyType({piece.id: piece for piece in pieces}),
        zones=MappingProxyType(dict(zones)),
        turn=Turn(1, 1, first, first=first),
        counters=(),
        dice=(),
        thrown=(),
        named_tokens=(),
        winners=(),
        is_won_alone=False,
        questions=(),
        looking=(),
        pointing=(0, ""),
        seats=tuple(replace(s, is_out=False, counters=(), tokens=(), is_ready=False) for s in table.seats),
    )


def _gathers(table: Table) -> Table:
    seats = tuple(replace(s, is_ready=False, is_out=False, counters=(), tokens=()) for s in table.seats)
    return replace(
        table, kit=table.next_kit or table.kit, next_kit=None, state="gathering", seats=seats,
        zones=MappingProxyType({}), pieces=MappingProxyType({}), turn=Turn(), counters=(), dice=(), thrown=(),
        named_tokens=(), winners=(), is_won_alone=False, questions=(), looking=(), pointing=(0, ""),
    )  # fmt: skip


def _welcome(table: Table, member: int) -> Table:
    """Somebody at the table gave them a seat: that they had been asked to leave is forgotten."""
    return replace(table, shown_out=table.shown_out - {member})
