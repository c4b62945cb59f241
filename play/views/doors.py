"""A table's doors for a request (play/access.py has them for any caller): who sends it, by which link and from where,
and that a member who comes in is at the table."""

from __future__ import annotations

from django.http import HttpRequest

from cards.access import Door
from play.access import TableDoor, deck_of, table_door
from play.verbs.commands import AskTable, SeatCommand, Speak, Stand, WriteNote
from studio.kernel.refusals import Refused
from studio.live import presence
from studio.middleware import keep_out_of_search
from studio.people.lending import refuse_theirs
from studio.people.limits import TALK_PACE
from studio.people.membership import refuse_stand_in
from studio.web.devices import caller
from studio.web.inputs import anywhere
from studio.web.ratelimit import keep_pace, network_of


def open_table(request: HttpRequest, code: str) -> TableDoor:
    """Http404, and Refused("tries.too_many") for somebody who goes on guessing."""
    invitation = anywhere(request).text("invite", 60)
    door = table_door(caller(request), code, invitation=invitation, network=network_of(request))
    keep_out_of_search(request)
    return door


def enter(request: HttpRequest, code: str) -> TableDoor:
    """The door; a member who comes through it is at the table."""
    door = open_table(request, code)
    if door.may_look:
        _is_here(door)
    return door


def seated(request: HttpRequest, code: str) -> TableDoor:
    """Those who sit. Refused("seat.not_yours") for the others."""
    door = enter(request, code)
    if not door.seat or door.member_id is None:
        raise Refused("seat.not_yours")
    return door


def looker(request: HttpRequest, code: str) -> TableDoor:
    """Those who sit or may watch. Refused("seat.not_yours") for the others."""
    door = enter(request, code)
    if not door.may_look:
        raise Refused("seat.not_yours")
    return door


def makers(request: HttpRequest, code: str) -> tuple[TableDoor, Door]:
    """A seat at a creative table, and the same person's door to its deck.

    Refused("table.archived", "table.deck_gone", "seat.not_yours") where nothing is created, or not by them.
    """
    door = open_table(request, code)
    if not door.is_creative:
        raise Refused("table.archived")
    if not door.seat or door.member_id is None:
        raise Refused("seat.not_yours")
    _is_here(door)
    return door, deck_of(door)


def _is_here(door: TableDoor) -> None:
    """A member who comes through a request's door is at the table."""
    if door.member_id is not None:
        presence.renew(door.stream_id, door.member_id, door.stay)


# How often somebody may speak at a table: what is said stays in the log, and everybody is sent it. So are notes on
# cards, and what the others are asked, with the reasons that are given.
def mind_the_pace(door: TableDoor, key: str, *commands: SeatCommand) -> None:
    """Refused("pace.person", "pace.group") for who floods the log. Five statements for a remark, none for a move."""
    if any(isinstance(command, Speak | WriteNote | AskTable) for command in commands):
        keep_pace(door, TALK_PACE, key)


# What somebody who stands in for another (a day after a claim) leaves alone at a table: it could not be undone.
def refuse_who_stands_in(door: TableDoor) -> None:
    """Putting the table away, and giving the seat with its secrets to another. Raises Refused("claim.not_yet")."""
    if door.is_standing_in and door.person_id is not None:
        refuse_stand_in(door.person_id)


def refuse_a_second_chair(door: TableDoor) -> None:
    """Sitting down beside the chair that they would sit in tomorrow. Raises Refused("claim.theirs")."""
    if door.lent_seat:
        refuse_theirs(door.person_id, door.lent_member)


def refuse_for_good(door: TableDoor, *commands: SeatCommand) -> None:
    """Getting up, which leaves the seat and its hand to whoever sits down next, and asking that somebody is removed.

    Raises Refused("claim.not_yet").
    """
    if any(isinstance(one, Stand) or (isinstance(one, AskTable) and one.about == "remove") for one in commands):
        refuse_who_stands_in(door)
