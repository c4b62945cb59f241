"""What somebody who stands in for another (a day after a claim) leaves alone at a table: it could not be undone."""

from __future__ import annotations

from play.access import TableDoor
from play.verbs.commands import AskTable, SeatCommand, Stand
from studio.people.lending import refuse_theirs
from studio.people.membership import refuse_stand_in


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
