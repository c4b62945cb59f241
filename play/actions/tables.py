"""A table is opened, and put away."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction

from cards import models as decks
from play import deck_snapshot
from play import models as rows
from play.actions.execute import carry_out, tell_the_workshop
from play.invite_link import is_private, new_code
from play.verbs import commands as c
from studio.kernel.refusals import Refused
from studio.live import presence
from studio.live.clock import database_now
from studio.models import Group, Stream
from studio.people import membership
from studio.ports import HINTS

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
                code=new_code(), stream=stream, group=group, deck=deck, version=version, title=deck.title,
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
        carry_out(table, commands, by=member.pk, key=None, asked="open")
    return table


def _on_the_mat(deck: decks.Deck) -> list[int]:
    """The room ballot that is open in the workshop when its table is opened: nothing is dealt before it is settled."""
    found = decks.Proposal.objects.filter(deck=deck, state="open", ballot_sort="room").order_by("number")
    return list(found.values_list("number", flat=True))[:1]


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
        if table.is_creative:
            transaction.on_commit(lambda: tell_the_workshop(table), robust=True)


def look_again(stream_id: int) -> None:
    """Whoever still looks at a table is asked for at its door, which may be shut to them now."""
    HINTS.get().touch(stream_id, "presence")
