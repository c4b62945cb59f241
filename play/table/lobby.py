"""Coming together: opening, sitting down, getting ready, beginning, and another game (B1, C8, V1)."""

from __future__ import annotations

from cards.rules.kit import check_kit
from cards.rules.limits import CARDS_MAX
from play.table import commands as c
from play.table import events as e
from play.table.commands import Moment
from play.table.dealing import CARDS_A_PLAYER, set_up
from play.table.evolve import fold
from play.table.limits import ask_first
from play.table.state import Table
from play.table.turns import next_turn
from studio.kernel.refusals import Refused

Facts = tuple[e.Event, ...]
SEATS_MAX = 8
PIECES_MAX = 5000  # copies that one table can hold


def open_table(table: Table, command: c.OpenTable) -> Facts:
    if table.seats:
        raise Refused("table.open_already")
    check_kit(command.kit)
    if not 1 <= command.seats <= SEATS_MAX:
        raise Refused("seats.amiss", most=SEATS_MAX)
    if len(command.cards) > CARDS_MAX or sum(card.copies for card in command.cards) > PIECES_MAX:
        raise Refused("table.too_many_cards", limit=PIECES_MAX)
    return (
        e.TableOpened(
            command.host, command.kit, command.cards, command.rules, command.is_creative, command.any_card,
            command.allows_spectators, min(command.seats, command.kit.seats.most),
        ),
    )  # fmt: skip


def take_seat(table: Table, command: c.TakeSeat) -> Facts:
    """A free seat; in a game, one whose player has gone, with its cards."""
    if table.seat_of(command.person) is not None:
        raise Refused("seat.one_each")
    if command.person in table.shown_out:
        raise Refused("seat.shown_out")
    if table.state == "over":
        raise Refused("table.over")
    free = [s for s in table.seats if s.person is None]
    if table.state == "playing":
        free = [s for s in free if s.number in table.dealt]
    wanted = [s for s in free if command.seat in (0, s.number)]
    if not wanted:
        raise Refused("seat.taken" if free else "seat.all_taken")
    if command.side and command.side not in table.kit.sides:
        raise Refused("side.none")
    return (e.SeatTaken(wanted[0].number, command.person, command.side),)


def stand(table: Table, command: c.Stand) -> Facts:
    """In a game the seat keeps its cards, and somebody else may take them up."""
    left = e.SeatLeft(command.seat)
    after = fold(table, (left,))
    if table.state == "playing" and table.turn.seat == command.seat and after.sitting:
        return (left, *next_turn(after))
    return (left,)


def hand_over(table: Table, command: c.HandOver) -> Facts:
    if table.seat_of(command.person) is not None:
        raise Refused("seat.one_each")
    return (e.SeatHandedOver(command.seat, command.person),)


def join_team(table: Table, command: c.JoinTeam) -> Facts:
    teams = table.equipment.seats.teams
    if not 0 <= command.team <= teams:
        raise Refused("team.none", most=teams)
    return (e.TeamJoined(command.seat, command.team),)


def choose_side(table: Table, command: c.ChooseSide) -> Facts:
    """Before the cards are dealt: then they lie in the piles of their side (V2)."""
    if table.state != "gathering":
        raise Refused("table.has_begun")
    if command.side and command.side not in table.kit.sides:
        raise Refused("side.none")
    seat = table.seat(command.seat)
    if seat is None or seat.side == command.side:
        return ()
    return (e.SideChosen(command.seat, command.side),)


def get_ready(table: Table, command: c.GetReady) -> Facts:
    if table.state != "gathering":
        raise Refused("table.has_begun")
    seat = table.seat(command.seat)
    if seat is None or seat.is_ready == command.is_ready:
        return ()
    return (e.SeatReadied(command.seat, command.is_ready),)


def begin(table: Table, command: c.Begin, moment: Moment) -> Facts:
    """Whoever sits is dealt in. Too few players or cards (C8), or somebody not ready: asked about, not forbidden."""
    if table.state != "gathering":
        raise Refused("table.has_begun")
    sitting = table.sitting
    copies = sum(card.copies for card in table.cards.values())
    codes = []
    if len(sitting) < table.equipment.seats.least:
        codes.append("ask.few_players")
    if copies < CARDS_A_PLAYER * len(sitting):
        codes.append("ask.few_cards")
    if any(not s.is_ready for s in sitting if s.number != command.seat):
        codes.append("ask.not_ready")
    missing = CARDS_A_PLAYER * len(sitting) - copies
    noted = ask_first(
        command.seat, command.confirmed, codes, missing=missing, players=len(sitting),
        least=table.equipment.seats.least,
    )  # fmt: skip
    return (*noted, *set_up(table, command.seat, moment.luck))


def play_again(table: Table, command: c.PlayAgain) -> Facts:
    if table.state != "over":
        raise Refused("table.not_over")
    return (e.GathersAgain(command.seat),)
