"""Dice, a coin, and letting chance choose a player or a card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from cards.rules.limits import clean_line
from play.console.values import Around, Do, Parsed, Word, by_itself, said, zone_named
from play.table import events as e
from play.table.command import Facts, Moment, SeatCommand
from play.table.dealing import players
from play.table.limits import DICE_MAX, SIDES_MAX
from play.table.narration import Narration, called, line, zone_name
from play.table.state import COIN, Table, free_die
from play.table.visibility import zone_kit
from play.table.zones import ZoneKey
from play.verbs.fields import COUNT, ZONE, Field, names, number
from play.verbs.offers import Asks, At, Button, Form, FormAt, OnDie, OnOwnSeat, OnPile, always, sending
from play.verbs.verb import Sent, Verb
from studio.kernel.messages import Message, message, series
from studio.kernel.refusals import Refused

_DICE = re.compile(r"([0-9]{0,6})[dD]([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Roll(SeatCommand):
    """Dice of the kit by id, or `count` dice with `sides`."""

    dice: tuple[str, ...] = ()
    count: int = 1
    sides: int = 6


@dataclass(frozen=True, slots=True)
class FlipCoin(SeatCommand):
    """Heads or tails."""


@dataclass(frozen=True, slots=True)
class ChooseSeat(SeatCommand):
    """A random player among those in play."""


@dataclass(frozen=True, slots=True)
class ChoosePiece(SeatCommand):
    """A random card of a zone one may look at."""

    zone: ZoneKey


def roll(table: Table, command: Roll, moment: Moment) -> Facts:
    if command.dice:
        if len(command.dice) > DICE_MAX:
            raise Refused("dice.many", limit=DICE_MAX)
        known = {die.id: die for die in table.equipment.dice}
        if missing := [id for id in command.dice if id not in known]:
            raise Refused("die.none", die=missing[0][:20])
        rolled = tuple((id, known[id].faces[moment.luck.below(len(known[id].faces))]) for id in command.dice)
        return (e.DiceRolled(command.seat, rolled),)
    if not 1 <= command.count <= DICE_MAX or not 2 <= command.sides <= SIDES_MAX:
        raise Refused("dice.amiss", dice=DICE_MAX, sides=SIDES_MAX)
    die = free_die(command.sides)
    faces = tuple((die, str(1 + moment.luck.below(command.sides))) for _ in range(command.count))
    return (e.DiceRolled(command.seat, faces),)


def flip(table: Table, command: FlipCoin, moment: Moment) -> Facts:
    return (e.CoinFlipped(command.seat, moment.luck.below(2) == 1),)


def choose_seat(table: Table, command: ChooseSeat, moment: Moment) -> Facts:
    playing = [s for s in players(table) if not s.is_out]
    if not playing:
        raise Refused("seat.none")
    return (e.SeatChosen(command.seat, playing[moment.luck.below(len(playing))].number),)


def choose_piece(table: Table, command: ChoosePiece, moment: Moment) -> Facts:
    if zone_kit(table, command.zone).face != "up" and command.zone != table.hand_of(command.seat):
        raise Refused("zone.not_yours")
    ids = table.zones[command.zone]
    if not ids:
        raise Refused("zone.empty")
    return (e.PieceChosen(command.seat, command.zone, ids[moment.luck.below(len(ids))]),)


def tell(fact: e.DiceRolled | e.CoinFlipped | e.SeatChosen | e.PieceChosen, after: Table, me: int) -> Narration:
    match fact:
        case e.DiceRolled(seat=seat, rolled=rolled):
            dice = series((_die(after, id, face) for id, face in rolled), "comma")
            return line(seat, message("rolled {dice}", dice=dice), "mark")
        case e.CoinFlipped(seat=seat, is_heads=is_heads):
            heads, tails = message("flipped a coin: heads"), message("flipped a coin: tails")
            return line(seat, heads if is_heads else tails, "mark")
        case e.SeatChosen(seat=seat, who=who):
            return line(seat, message("let chance choose a player: {who}"), "mark", about=who)
        case e.PieceChosen(seat=seat, zone=zone, piece=piece):
            words = message("let chance choose from the {zone}: {piece}")
            return line(seat, words.given(zone=zone_name(after, zone), piece=called(after, piece, me)), "mark")
        case _:
            assert_never(fact)


def _die(table: Table, id: str, face: str) -> Message:
    """ "Fire flame" of the kit's; "4 (d6)" of a free one."""
    die = next((d for d in table.equipment.dice if d.id == id), None)
    if die is None:
        return message("{face} ({die})", face=face, die=id.removeprefix(":"))
    return message("{die} {face}", die=die.name, face=face)


def _typed_roll(around: Around, rest: str, sure: bool) -> Parsed:
    dice = around.sight.dice
    if not rest:
        return Do((Roll(around.me, tuple(die.id for die in dice)),))
    if found := _DICE.fullmatch(rest):
        return Do((Roll(around.me, (), int(found[1] or 1), int(found[2])),))
    folded = clean_line(rest).casefold()
    named = tuple(die.id for die in dice if folded in (die.id, die.name.casefold()))
    if not named:
        raise Refused("die.none", die=said(rest))
    return Do((Roll(around.me, named),))


def _typed_chance(around: Around, rest: str, sure: bool) -> Parsed:
    if not rest:
        return Do((ChooseSeat(around.me),))
    return Do((ChoosePiece(around.me, zone_named(around, rest, piles=False)),))


# --- offered ---------------------------------------------------------------------------------------------------------


def _one_die(at: OnDie) -> Iterator[Button]:
    if not at.is_loose:
        yield Button(message("Roll {die}", die=at.die.name), fields=sending(dice=at.die.id), hotkey="r")
    elif at.die.id != COIN:
        yield Button(message("Roll a die"), fields=sending(sides=len(at.die.faces)), hotkey="r")


def _any_dice(at: OnOwnSeat) -> Iterator[Form]:
    count = Asks("count", message("How many"), "number", 1, 1, DICE_MAX)
    sides = Asks("sides", message("Sides"), "number", 6, 2, SIDES_MAX)
    yield Form(message("Roll dice"), message("Roll"), (count, sides))


def _coin_on_cloth(at: OnDie) -> Iterator[Button]:
    if at.die.id == COIN:
        yield Button(message("Flip a coin"))


def _some_card(at: OnPile) -> Iterator[Button]:
    if not at.zone.is_hidden and at.zone.count:
        yield Button(message("Let chance choose one"), "quiet", sending(zone=at.zone.key))


VERBS = (
    Verb(
        Roll, roll,
        sent=(
            Sent(
                "roll", {"dice": Field(names, ()), "count": COUNT, "sides": Field(number, 6)},
                buttons=(At(OnDie, 10, _one_die),), forms=(FormAt(OnOwnSeat, 20, _any_dice),),
            ),
        ),
        words=(
            Word("roll", "roll [2d6]",
                 message("Roll dice: this many, with so many sides; or one of the table's by name."),
                 _typed_roll, "die"),
        ),
    ),
    Verb(
        FlipCoin, flip,
        sent=(Sent("flip", buttons=(At(OnOwnSeat, 20, always(Button(message("Flip a coin")))),
                                    At(OnDie, 20, _coin_on_cloth))),),
        words=(Word("coin", "coin", message("Flip a coin."), by_itself(FlipCoin)),),
    ),
    Verb(
        ChooseSeat, choose_seat,
        sent=(Sent("choose_player",
                   buttons=(At(OnOwnSeat, 30, always(Button(message("Let chance choose a player")))),)),),
        words=(
            Word("chance", "chance [pile]",
                 message("Let chance choose a player, or a card of a pile."), _typed_chance, "pile"),
        ),
    ),
    Verb(ChoosePiece, choose_piece, sent=(Sent("choose_card", {"zone": ZONE}, buttons=(At(OnPile, 50, _some_card),)),)),
)  # fmt: skip
