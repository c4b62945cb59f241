"""What people do at tables. Each verb commits on the table's stream once. Raises Refused(code)."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db import IntegrityError, transaction

from cards import actions as deck_actions
from cards import models as decks
from cards.face.face import Face
from cards.rules.deck import Change, Create
from play import deck_snapshot, execute
from play import models as rows
from play.invite_link import is_private, lets_in
from play.storage import store
from play.table.reach import check_blank
from play.table.state import Table
from play.verbs import commands as c
from studio.kernel.refusals import Refused
from studio.live import presence
from studio.live.clock import database_now
from studio.log.commit import Committed
from studio.models import Group, Member, Stream
from studio.people import membership
from studio.ports import HINTS

CODE_LETTERS = "ABCDEFGHJKMNPQRTUVWXY346789"  # none that look alike
CODE_LENGTH = 8
FORGOTTEN_AFTER = timedelta(days=7)


def open_table(
    *, deck_id: int, person_id: int, version: int | None, is_public: bool = False, allows_spectators: bool = True,
    any_card: bool = False, seats: int = 8,
) -> rows.Table:  # fmt: skip
    """A table on an archived version, or (version None) the one creative table of the draft, for members.

    Whoever opens it is its host and sits down. Raises Refused("table.one_a_draft"); for a version of which nothing is
    left Refused("table.nothing_left"); for strangers to be found a table of a private deck Refused("table.private").
    """
    deck = decks.Deck.objects.get(pk=deck_id)
    with transaction.atomic():
        if version is None:
            # Nothing is accepted or opened in the workshop between reading the draft and laying it out.
            Stream.objects.select_for_update().get(pk=deck.stream_id)
            if rows.Table.objects.filter(deck_id=deck_id, is_creative=True, removed_at__isnull=True).exists():
                raise Refused("table.one_a_draft")
            group = deck.group
            member = membership.seats_of(person_id).get(group=group)
            cards, rules, kit = deck_snapshot.of_draft(deck_id)
        else:
            group = Group.objects.create(name=deck.title, sort="table")
            member = membership.enter(group.pk, person_id)
            cards, rules, kit = deck_snapshot.of_version(deck_id, version)
            if cards and deck_snapshot.is_taken_down(card.face for card in cards):
                raise Refused("table.nothing_left")
        now = database_now()
        stream = Stream.objects.create(kind="table", group=group)
        try:
            table = rows.Table.objects.create(
                code=_new_code(), stream=stream, group=group, deck=deck, version=version, title=deck.title,
                is_public=is_public, allows_spectators=allows_spectators, is_creative=version is None, host=member,
                created_at=now, changed_at=now,
            )  # fmt: skip
        except IntegrityError:
            raise Refused("table.one_a_draft") from None
        if is_public and is_private(table):
            raise Refused("table.private")
        opened = c.OpenTable(member.pk, kit, cards, rules, version is None, any_card, allows_spectators, seats)
        commands: list[c.Command] = [opened, c.TakeSeat(member.pk)]
        if version is None:
            commands += [
                c.PauseFor(number, title=deck_snapshot.title_of(deck.pk, number)) for number in _on_the_mat(deck)
            ]
        execute.carry_out(table, commands, by=member.pk, key=None, asked="open")
    return table


def _on_the_mat(deck: decks.Deck) -> list[int]:
    """The room ballot that is open in the workshop when its table is opened: nothing is dealt before it is settled."""
    found = decks.Proposal.objects.filter(deck=deck, state="open", ballot_sort="room").order_by("number")
    return list(found.values_list("number", flat=True))[:1]


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


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
        return execute.carry_out(table, [sits], by=member.pk, key=key, asked=sits)


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
    return execute.carry_out(table, [command], by=by, key=key, asked=command)


def hand_over(table: rows.Table, *, by: int, seat: int, to: int, key: str | None) -> Committed:
    """The seat and its secrets go to another member of the table's group."""
    if not Member.objects.filter(pk=to, group_id=table.group_id, left_at__isnull=True).exists():
        raise Refused("member.unknown")
    return act(table, c.HandOver(seat, to), by=by, key=key)


def remove_table(table_id: int, *, by: int) -> None:
    """The table is put away by somebody who sits at it, when nobody else does, or by its host while no game is on.

    So is one where nothing has happened for a week and nobody else is there: at a creative table by any member of its
    group, so that a forgotten game never stands in the way of another.
    """
    with transaction.atomic():
        table = rows.Table.objects.select_for_update().get(pk=table_id)
        seated = set(rows.SeatRow.objects.filter(table=table).values_list("member_id", flat=True))
        now, others = database_now(), seated - {by}
        is_forgotten = table.changed_at < now - FORGOTTEN_AFTER and not others & presence.present(table.stream_id)
        if by not in seated and not (table.is_creative and is_forgotten):
            raise Refused("seat.not_yours")
        if others and not is_forgotten and not (table.host_id == by and table.state != "playing"):
            raise Refused("table.in_use")
        table.removed_at = now
        table.save(update_fields=["removed_at"])
        transaction.on_commit(lambda: look_again(table.stream_id), robust=True)


def look_again(stream_id: int) -> None:
    """Whoever still looks at a table is asked for at its door, which may be shut to them now."""
    HINTS.get().touch(stream_id, "presence")


# --- creating at the table (C1, C5, C12) ------------------------------------------------------------------------------


def propose(
    table: rows.Table, *, by: int, key: str | None, changes: tuple[Change, ...], faces: Iterable[Face] = (),
    source: int | None = None, is_rollback: bool = False,
) -> Committed:  # fmt: skip
    """Put a change to everybody who sits here. What may be changed depends on where its card lies (C5).

    A rollback (C10) is proposed when no game is on, and reaches what is no longer in the deck.
    """
    if not table.is_creative or table.deck_id is None:
        raise Refused("table.archived")
    with transaction.atomic():
        value = _locked(table)
        if is_rollback and value.state == "playing":
            raise Refused("table.not_over")
        if not is_rollback:
            _check(value, changes, source)
        return deck_actions.propose(
            table.deck_id, by=by, key=key, changes=changes, faces=tuple(faces), sort="room", source=source
        )


def repropose(table: rows.Table, *, by: int, key: str | None, proposal: int) -> Committed:
    """What was set aside is asked again as it was (C4); a card that lies out of reach is as far away as before."""
    if not table.is_creative or table.deck_id is None:
        raise Refused("table.archived")
    with transaction.atomic():
        value = _locked(table)
        row = decks.Proposal.objects.filter(deck_id=table.deck_id, number=proposal).first()
        if row is not None:
            _check(value, deck_actions.changes_of(row), proposal)
        return deck_actions.repropose(table.deck_id, by=by, key=key, proposal=proposal)


def remark(table: rows.Table, *, by: int, key: str | None, proposal: int, text: str) -> Committed:
    """Something said about a proposal at the table, where the others may have asked for quiet."""
    if table.deck_id is None:
        raise Refused("table.archived")
    with transaction.atomic():
        if by in _locked(table).hushed:
            raise Refused("seat.muted")
        return deck_actions.remark(table.deck_id, by=by, key=key, proposal=proposal, text=text)


def _locked(table: rows.Table) -> Table:
    """The table with its deck's and its own stream locked: deck first, the same order as everywhere."""
    assert table.deck_id is not None
    deck = decks.Deck.objects.get(pk=table.deck_id)
    Stream.objects.select_for_update().get(pk=deck.stream_id)
    stream = Stream.objects.select_for_update().get(pk=table.stream_id)
    return store.load(table, stream.head)


def _check(value: Table, changes: tuple[Change, ...], source: int | None) -> None:
    """Whether there is paper; which cards are within reach the deck asks by itself, at whichever door (C5)."""
    for change in changes:
        if isinstance(change, Create) and change.kind == "card" and source is None:
            check_blank(value)


def has_version(deck_id: int, number: int) -> bool:
    """One statement."""
    return decks.Version.objects.filter(deck_id=deck_id, number=number).exists()
