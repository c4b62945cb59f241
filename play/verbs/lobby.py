"""Coming together: opening, sitting down, getting ready, beginning, and another game (B1, C8, V1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from cards.rules.kit import Kit
from cards.rules.kit_checks import check_kit
from cards.rules.limits import CARDS_MAX
from play.console.values import Around, Do, Parsed, Word, by_itself, misused, number_in
from play.table import events as e
from play.table.command import DoorCommand, Facts, Moment, SeatCommand
from play.table.dealing import CARDS_A_PLAYER, filled_when_empty, set_up
from play.table.evolve import fold
from play.table.limits import ask_first
from play.table.narration import Narration, line
from play.table.questions import settled
from play.table.state import CardText, RuleText, Table
from play.table.turns import next_turn
from play.verbs.fields import Field, flag, number, text
from play.verbs.offers import (
    AfterGame,
    AmongPeople,
    Asks,
    At,
    BeforeGame,
    Button,
    Form,
    FormAt,
    OnOwnSeat,
    always,
    sending,
)
from play.verbs.verb import Sent, Verb, When
from studio.kernel.messages import message
from studio.kernel.refusals import Refused

SEATS_MAX = 8
PIECES_MAX = 5000  # copies that one table can hold


@dataclass(frozen=True, slots=True)
class OpenTable(DoorCommand):
    """The host opens it with what is to be played. `seats` is how many places there are."""

    host: int
    kit: Kit
    cards: tuple[CardText, ...]
    rules: tuple[RuleText, ...]
    is_creative: bool = False
    any_card: bool = False
    allows_spectators: bool = True
    seats: int = 8


@dataclass(frozen=True, slots=True)
class TakeSeat(DoorCommand):
    """A free seat, or one whose player has gone."""

    member: int
    seat: int = 0  # 0: the first free one
    side: str = ""


@dataclass(frozen=True, slots=True)
class HandOver(SeatCommand):
    """The seat and its secrets go to another member of the group."""

    member: int


@dataclass(frozen=True, slots=True)
class Stand(SeatCommand):
    """In a game the seat keeps its cards."""


@dataclass(frozen=True, slots=True)
class JoinTeam(SeatCommand):
    team: int


@dataclass(frozen=True, slots=True)
class ChooseSide(SeatCommand):
    """Whose cards this seat plays, before they are dealt (V2)."""

    side: str


@dataclass(frozen=True, slots=True)
class GetReady(SeatCommand):
    is_ready: bool = True


@dataclass(frozen=True, slots=True)
class Begin(SeatCommand):
    """Set up (B1): shuffle, deal, who begins."""

    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class PlayAgain(SeatCommand):
    """After the end: everything back, ready for another game of the same deck."""


def open_table(table: Table, command: OpenTable, moment: Moment) -> Facts:
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


def take_seat(table: Table, command: TakeSeat, moment: Moment) -> Facts:
    """A free seat; in a game, one whose player has gone, with its cards. Nobody waits for an empty seat's turn."""
    if table.seat_of(command.member) is not None:
        raise Refused("seat.one_each")
    if command.member in table.shown_out:
        raise Refused("seat.shown_out")
    if table.state == "over":
        raise Refused("table.over")
    free = [s for s in table.seats if s.member is None]
    if table.state == "playing":
        free = [s for s in free if s.number in table.dealt]
    wanted = [s for s in free if command.seat in (0, s.number)]
    if not wanted:
        raise Refused("seat.taken" if free else "seat.all_taken")
    if command.side and command.side not in table.kit.sides:
        raise Refused("side.none")
    sits: Facts = (e.SeatTaken(wanted[0].number, command.member, command.side),)
    after = fold(table, sits)
    is_nobodys = table.state == "playing" and all(s.number != table.turn.seat for s in after.sitting)
    return (*sits, *(next_turn(after) if is_nobodys else ()))


def stand(table: Table, command: Stand, moment: Moment) -> Facts:
    """In a game the seat keeps its cards, and somebody else may take them up."""
    facts: Facts = (e.SeatLeft(command.seat),)
    after = fold(table, facts)
    if table.state == "playing" and table.turn.seat == command.seat and after.sitting:
        facts = (*facts, *next_turn(after))
    return (*facts, *settled(fold(table, facts), moment))


def hand_over(table: Table, command: HandOver, moment: Moment) -> Facts:
    if table.seat_of(command.member) is not None:
        raise Refused("seat.one_each")
    return (e.SeatHandedOver(command.seat, command.member),)


def join_team(table: Table, command: JoinTeam, moment: Moment) -> Facts:
    teams = table.equipment.seats.teams
    if not 0 <= command.team <= teams:
        raise Refused("team.none", most=teams)
    return (e.TeamJoined(command.seat, command.team),)


def choose_side(table: Table, command: ChooseSide, moment: Moment) -> Facts:
    """Before the cards are dealt: then they lie in the piles of their side (V2)."""
    if table.state != "gathering":
        raise Refused("table.has_begun")
    if command.side and command.side not in table.kit.sides:
        raise Refused("side.none")
    seat = table.seat(command.seat)
    if seat is None or seat.side == command.side:
        return ()
    return (e.SideChosen(command.seat, command.side),)


def get_ready(table: Table, command: GetReady, moment: Moment) -> Facts:
    if table.state != "gathering":
        raise Refused("table.has_begun")
    seat = table.seat(command.seat)
    if seat is None or seat.is_ready == command.is_ready:
        return ()
    return (e.SeatReadied(command.seat, command.is_ready),)


def begin(table: Table, command: Begin, moment: Moment) -> Facts:
    """Whoever sits is dealt in. Too few players or cards (C8), or somebody not ready: asked about, not forbidden."""
    if table.paused_by is not None:
        raise Refused("table.paused", proposal=table.paused_by)
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
    dealt = set_up(table, command.seat, moment.luck)
    return (*noted, *dealt, *filled_when_empty(fold(table, dealt), command.seat, moment.luck))


def play_again(table: Table, command: PlayAgain, moment: Moment) -> Facts:
    if table.state != "over":
        raise Refused("table.not_over")
    return (e.GathersAgain(command.seat),)


def tell(
    fact: e.TableOpened | e.SeatTaken | e.SeatLeft | e.SeatHandedOver | e.TeamJoined | e.SideChosen | e.SeatReadied
    | e.GameBegun | e.GathersAgain,
) -> Narration:  # fmt: skip
    match fact:
        case e.TableOpened():
            return line(0, message("The table is laid"), "people")
        case e.SeatTaken(seat=seat):
            return line(seat, message("sits down"), "people")
        case e.SeatLeft(seat=seat, removed=removed):
            asked = message("leaves the table, as the others asked")
            words = asked if removed else message("gets up from the table")
            return line(seat, words, "people")
        case e.SeatHandedOver(seat=seat):
            return line(seat, message("takes over this seat"), "people")
        case e.TeamJoined(seat=seat, team=team):
            words = message("joins team {number}", number=team) if team else message("plays alone")
            return line(seat, words, "people")
        case e.SideChosen(seat=seat, side=side):
            words = message("plays {side}", side=side) if side else message("plays no side")
            return line(seat, words, "people")
        case e.SeatReadied(seat=seat, is_ready=is_ready):
            return line(seat, message("is ready") if is_ready else message("is not ready"), "people")
        case e.GameBegun(seat=seat, first=first):
            return line(seat, message("dealt; {who} begins"), "turn", about=first)
        case e.GathersAgain():
            return line(0, message("Another game of the same deck"), "turn")
        case _:
            assert_never(fact)


# --- typed -----------------------------------------------------------------------------------------------------------


def _typed_team(around: Around, rest: str, sure: bool) -> Parsed:
    number = number_in(rest)
    if number is None:
        raise misused("team N")
    return Do((JoinTeam(around.me, number),))


def _typed_side(around: Around, rest: str, sure: bool) -> Parsed:
    named = (side for side in around.sight.sides if side.casefold() == rest.casefold())
    return Do((ChooseSide(around.me, next(named, rest)),))


def _typed_ready(around: Around, rest: str, sure: bool) -> Parsed:
    return Do((GetReady(around.me, rest.casefold() not in ("no", "not")),))


# --- offered ---------------------------------------------------------------------------------------------------------


def _teams(at: AmongPeople) -> Iterator[Button]:
    for team in range(1, at.now.teams + 1) if at.now.state != "playing" else ():
        if at.me is not None and at.me.team != team:
            yield Button(message("Join team {number}", number=team), fields=sending(team=team))


def _team(at: OnOwnSeat) -> Iterator[Form]:
    if at.now.teams and at.now.state != "playing":
        yield Form(message("Team"), message("Join it"), (Asks("team", message("Team"), "teams"),))


def _sides(at: AmongPeople) -> Iterator[Button]:
    for side in at.now.sides if at.me is not None and at.now.state == "gathering" else ():
        if at.me is not None and side != at.me.side:
            yield Button(message("Play {side}", side=side), fields=sending(side=side))


def _side(at: OnOwnSeat) -> Iterator[Form]:
    if at.now.sides and at.now.state == "gathering":
        yield Form(message("Your side"), message("Play it"), (Asks("side", message("Side"), "sides"),))


def _ready(at: BeforeGame) -> Iterator[Button]:
    """First one thing, then the other: who is not ready is not offered to deal."""
    if at.me.is_ready:
        yield Button(message("Not ready after all"), fields=sending(ready=0))
    else:
        yield Button(message("Ready"), "hot")


def _deal(at: BeforeGame) -> Iterator[Button]:
    if at.me.is_ready:
        yield Button(message("Shuffle and deal"), "line" if at.waits else "hot")


UP = always(Button(message("Get up"), "quiet"))

VERBS = (
    Verb(OpenTable, open_table, When.DOOR),
    Verb(TakeSeat, take_seat, When.DOOR),
    Verb(
        Stand, stand, When.ANY_TIME,
        sent=(Sent("stand", buttons=(At(OnOwnSeat, 10, UP), At(AmongPeople, 30, UP))),),
        words=(Word("getup", "getup", message("Get up from the table. Your cards stay."), by_itself(Stand)),),
    ),
    Verb(HandOver, hand_over, When.ANY_TIME),
    Verb(
        JoinTeam, join_team, When.ANY_TIME,
        sent=(
            Sent(
                "team", {"team": Field(number)},
                buttons=(At(AmongPeople, 10, _teams),), forms=(FormAt(OnOwnSeat, 40, _team),),
            ),
        ),
        words=(Word("team", "team N", message("Join a team; 0 is none."), _typed_team),),
    ),
    Verb(
        ChooseSide, choose_side, When.ANY_TIME,
        sent=(
            Sent(
                "side", {"side": Field(text)},
                buttons=(At(AmongPeople, 20, _sides),), forms=(FormAt(OnOwnSeat, 50, _side),),
            ),
        ),
        words=(Word("side", "side Name", message("Play the cards of a side."), _typed_side),),
    ),
    Verb(
        GetReady, get_ready, When.ANY_TIME,
        sent=(Sent("ready", {"ready": Field(flag, True, "is_ready")}, buttons=(At(BeforeGame, 10, _ready),)),),
        words=(Word("ready", "ready [no]", message("You are ready to begin; or not after all."), _typed_ready),),
    ),
    Verb(
        Begin, begin, When.ANY_TIME,
        sent=(Sent("begin", confirms=True, buttons=(At(BeforeGame, 20, _deal),)),),
        words=(Word("deal", "deal", message("Shuffle and deal: the game begins."), by_itself(Begin, confirms=True),
                    also=("begin",)),),
    ),
    Verb(
        PlayAgain, play_again, When.ANY_TIME,
        sent=(Sent("again", buttons=(At(AfterGame, 10, always(Button(message("Play again"), "hot"))),)),),
        words=(Word("again", "again", message("Another game of the same deck."), by_itself(PlayAgain)),),
    ),
)  # fmt: skip
