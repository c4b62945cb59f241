"""Coming in, sitting down, and what is done from a seat."""

from __future__ import annotations

from django.db import transaction

from cards import actions as deck_actions
from play import models as rows
from play.actions.creating import locked
from play.actions.execute import carry_out
from play.invite_link import lets_in
from play.table.state import Table
from play.verbs import commands as c
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.models import Member, Stream
from studio.people import membership


def take_seat(
    table_id: int, *, person_id: int, key: str | None, seat: int = 0, side: str = "", may_join: bool = True,
    invitation: str = "",
) -> Committed:  # fmt: skip
    """Sit down. At a creative table that joins the group, so only its members and those invited may (`may_join`).

    At another one whoever is new needs its link where its code is not enough (invite_link.py).
    """
    with transaction.atomic():
        table = rows.Table.objects.get(pk=table_id)
        member = _come_in(table, person_id, may_join, invitation)
        sits = c.TakeSeat(member.pk, seat, side)
        return carry_out(table, [sits], by=member.pk, key=key, asked=sits)


def come_in(table_id: int, *, person_id: int, invitation: str) -> Member:
    """Be let in at a table of a version without taking a seat: to watch what only those who came in may see.

    Raises Refused("seat.by_link", "seat.members_only").
    """
    with transaction.atomic():
        return _come_in(rows.Table.objects.get(pk=table_id), person_id, False, invitation)


def _come_in(table: rows.Table, person_id: int, may_join: bool, invitation: str) -> Member:
    if membership.is_member(table.group_id, person_id):
        return membership.enter(table.group_id, person_id)
    if table.is_creative and not may_join:
        raise Refused("seat.members_only")
    member = membership.enter(table.group_id, person_id)
    if not table.is_creative:
        Stream.objects.select_for_update().get(pk=table.stream_id)  # nobody is shown out between look and seat
        table.refresh_from_db(fields=["removals", "deck"])
        if not lets_in(table, person_id, invitation):
            raise Refused("seat.by_link")
    return member


def act(table: rows.Table, command: c.SeatCommand, *, by: int, key: str | None) -> Committed:
    """Any verb of play/verbs/. The caller has made sure that the seat in it is `by`'s."""
    if table.is_creative and table.deck_id is not None and isinstance(command, MAY_EMPTY_A_SEAT):
        return _act_and_tell_the_deck(table, table.deck_id, command, by=by, key=key)
    return carry_out(table, [command], by=by, key=key, asked=command)


# By an answer somebody may be asked to leave; by getting up as well, where all who are left have agreed to it.
MAY_EMPTY_A_SEAT = c.Stand | c.AnswerQuestion | c.HandOver


def _act_and_tell_the_deck(
    table: rows.Table, deck_id: int, command: c.SeatCommand, *, by: int, key: str | None
) -> Committed:
    """Whoever sits here no longer has no vote on what the table decides: its ballots are judged again."""
    with transaction.atomic():
        before = locked(table)
        done = carry_out(table, [command], by=by, key=key, asked=command)
        after = locked(table)
        for member in sorted(_members(before) - _members(after)):
            deck_actions.leave_room(deck_id, member=member, removed=member in after.shown_out - before.shown_out)
        return done


def _members(value: Table) -> frozenset[int]:
    return frozenset(seat.member for seat in value.sitting if seat.member is not None)


def hand_over(table: rows.Table, *, by: int, seat: int, to: int, key: str | None) -> Committed:
    """The seat and its secrets go to another member of the table's group."""
    if not Member.objects.filter(pk=to, group_id=table.group_id, left_at__isnull=True).exists():
        raise Refused("member.unknown")
    return act(table, c.HandOver(seat, to), by=by, key=key)
