"""A card that was let go over a place: it lies there, as that place lies, or is refused in words.

Which verb that is follows from what was let go and where (`ways_of`). The page names it beside the card that is held,
and sends what it named along: nothing is done that was not said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, assert_never

from play.table import events as e
from play.table.command import Facts, Moment, SeatCommand
from play.table.evolve import fold
from play.table.limits import moves_on_to, over_the_limit, phase_of
from play.table.state import Piece, Table
from play.table.visibility import find, home_of, is_open, lies_down, zone_kit
from play.table.zones import NOWHERE, ZoneKey
from play.verbs import moving, playing
from play.verbs.fields import PIECE, Field, maybe_name, maybe_zone, one_of
from play.verbs.verb import Sent, Verb
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused

Drop = Literal["play", "discard", "destroy", "move"]
DROPPED: Mapping[Drop, Message] = MappingProxyType({"play": message("Play it"), "discard": message("Discard it")})
_ASKED_ABOUT: tuple[Drop, ...] = ("play", "discard")  # of both, which of them it is can be asked


@dataclass(frozen=True, slots=True)
class LetGo(SeatCommand):
    """A card over a zone, or `onto` a piece in play. `way` is what the page said it would be; "" is the first that it
    may be."""

    piece: str
    to: ZoneKey = NOWHERE
    onto: str = ""
    way: Drop | Literal[""] = ""
    confirmed: bool = False


def let_go(table: Table, command: LetGo, moment: Moment) -> Facts:
    """What the verb does that it means, and nothing where the page had said something else."""
    piece, source = find(table, command.seat, command.piece)
    if command.onto:
        return _onto(table, command, source, moment)
    zone_kit(table, command.to)
    if command.to == source:
        raise Refused("drop.there")
    ways = ways_of(table, command.seat, piece, source, command.to)
    way = command.way or ways[0]
    if way not in ways:
        is_of_another_side = way != "play" and command.to.id == table.kit.discard_to
        raise Refused("drop.other_side" if is_of_another_side else "drop.swapped")
    try:
        return _done(table, command, way, moment)
    except Refused as refused:
        if refused.code.startswith("ask.") and set(_ASKED_ABOUT) <= set(ways):
            raise Refused(refused.code, **refused.facts, ways=_ASKED_ABOUT) from None
        raise


def ways_of(table: Table, seat: int, piece: Piece, source: ZoneKey, to: ZoneKey) -> tuple[Drop, ...]:
    """What letting a card go over a zone may mean, the likeliest first. Moving it there is always one.

    Out of the hand it is played where cards lie open, and an Action on the pile of played ones, unless one has to
    discard; on the pile of what leaves play it is discarded, or destroyed out of play, where that is the card's own
    (V2).
    """
    kit = table.kit
    is_its_own = to.id == kit.discard_to and home_of(table, kit.discard_to, piece, seat) == to
    if source != table.hand_of(seat):
        return ("destroy", "move") if is_its_own and is_open(table, source) else ("move",)
    if is_open(table, to):
        return ("play", "move")
    ways: list[Drop] = ["discard"] if is_its_own else []
    is_action = table.cards[piece.card].kind.casefold() == "action"
    if is_action and to.id == kit.act_to and home_of(table, kit.act_to, piece, seat) == to:
        ways.insert(len(ways) if _has_to_discard(table, seat) else 0, "play")
    return (*ways, "move")


def _has_to_discard(table: Table, seat: int) -> bool:
    is_at_it = table.turn.seat == seat and "discard" in phase_of(table).does
    return is_at_it and over_the_limit(table, seat) > 0


def _done(table: Table, command: LetGo, way: Drop, moment: Moment) -> Facts:
    seat, piece, to, confirmed = command.seat, command.piece, command.to, command.confirmed
    match way:
        case "play":
            under = to.seat if to.seat != seat else 0
            up = not lies_down(table, to)
            begun, now = _begun(table, seat, "play")
            played = playing.PlayCard(seat, piece, to=to, under=under, face_up=up, confirmed=confirmed)
            return (*begun, *playing.play(now, played, moment))
        case "discard":
            begun, now = _begun(table, seat, "discard")
            return (*begun, *playing.discard(now, playing.Discard(seat, (piece,), confirmed), moment))
        case "destroy":
            return playing.destroy(table, playing.Destroy(seat, piece, confirmed=confirmed), moment)
        case "move":
            face = False if lies_down(table, to) else None  # what lies face down is never turned up by the way
            moved = moving.MovePieces(seat, (piece,), to, face_up=face, confirmed=confirmed)
            return moving.move(table, moved, moment)
        case _:
            assert_never(way)


def _begun(table: Table, seat: int, does: Literal["play", "discard"]) -> tuple[Facts, Table]:
    """The turn goes on by itself to where this belongs (B2)."""
    phase = moves_on_to(table, seat, does)
    begun: Facts = (e.PhaseBegan(seat, phase),) if phase is not None else ()
    return begun, fold(table, begun)


def _onto(table: Table, command: LetGo, source: ZoneKey, moment: Moment) -> Facts:
    seat, piece, host = command.seat, command.piece, command.onto
    if source != table.hand_of(seat):
        return moving.attach(table, moving.Attach(seat, piece, host), moment)
    begun, now = _begun(table, seat, "play")
    played = playing.PlayCard(seat, piece, onto=host, confirmed=command.confirmed)
    return (*begun, *playing.play(now, played, moment))


VERBS = (
    Verb(
        LetGo, let_go,
        sent=(
            Sent(
                "drop",
                {"piece": PIECE, "to": Field(maybe_zone, NOWHERE), "onto": Field(maybe_name, ""),
                 "way": Field(one_of("", "play", "discard", "destroy", "move"), "")},
                confirms=True,
            ),
        ),
    ),
)  # fmt: skip
