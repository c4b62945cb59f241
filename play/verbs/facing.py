"""Cards in play that are turned over (B8)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from play.console.values import Around, Do, Parsed, Word, piece_named
from play.table import events as e
from play.table.command import Facts, Moment, SeatCommand
from play.table.limits import ask_first
from play.table.narration import Narration, called, line
from play.table.state import Table
from play.table.visibility import find, is_open
from play.verbs.dice_and_coins import FlipCoin
from play.verbs.fields import PIECE, Field, flag
from play.verbs.offers import At, Button, Form, FormAt, OnOpenCard, sending
from play.verbs.verb import Sent, Verb
from studio.kernel.messages import message
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class TurnOver(SeatCommand):
    piece: str
    face_up: bool
    confirmed: bool = False


def turn_over(table: Table, command: TurnOver, moment: Moment) -> Facts:
    piece, zone = find(table, command.seat, command.piece)
    if not is_open(table, zone):
        raise Refused("piece.not_in_play")
    if piece.face_up == command.face_up:
        return ()
    is_anothers = command.face_up and zone.seat not in (0, command.seat)
    noted = ask_first(command.seat, command.confirmed, ["ask.not_your_card"] if is_anothers else [])
    return (*noted, e.TurnedOver(command.seat, piece.id, command.face_up))


def tell(before: Table, fact: e.TurnedOver, after: Table, me: int) -> Narration:
    words = message("turned {piece} face up") if fact.face_up else message("turned {piece} face down")
    return line(fact.seat, words.given(piece=called(after if fact.face_up else before, fact.piece, me)), "mark")


def _typed_flip(around: Around, rest: str, sure: bool) -> Parsed:
    """A card in play; a coin where none is named."""
    if not rest:
        return Do((FlipCoin(around.me),))
    piece = piece_named(around, rest, "play")
    return Do((TurnOver(around.me, piece.id, not piece.is_face_up, sure),))


# --- offered ----------------------------------------------------------------------------------------------------------


def _turned_up(at: OnOpenCard) -> Iterator[Button]:
    if at.is_in_reach and not at.piece.is_face_up:
        yield Button(message("Turn face up"), fields=sending(piece=at.piece.id, face_up=1))


def _turned(at: OnOpenCard) -> Iterator[Form]:
    label = message("Turn it face down") if at.piece.is_face_up else message("Turn it face up")
    yield Form(label, label, (), sending(piece=at.piece.id, face_up=int(not at.piece.is_face_up)))


VERBS = (
    Verb(
        TurnOver, turn_over,
        sent=(
            Sent(
                "turn_over", {"piece": PIECE, "face_up": Field(flag)}, confirms=True,
                buttons=(At(OnOpenCard, 10, _turned_up),), forms=(FormAt(OnOpenCard, 70, _turned),),
            ),
        ),
        words=(
            Word("flip", "flip [N]",
                 message("Turn a card in play over. Without a card it is a coin."), _typed_flip, "play"),
        ),
    ),
)  # fmt: skip
