"""Creating at the table (C1, C5, C12): what is put to everybody who sits there."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction

from cards import actions as deck_actions
from cards import models as decks
from cards.face.face import Face
from cards.rules.command import MemberCommand
from cards.rules.deck import Change, Create
from cards.storage.again import asked_again
from play import models as rows
from play.storage import store
from play.table.state import Table
from play.table.visibility import check_blank
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.models import Stream


def propose(
    table: rows.Table, *, by: int, key: str | None, changes: tuple[Change, ...], faces: Iterable[Face] = (),
    source: int | None = None, gap: int | None = None, is_rollback: bool = False, grounds: str = "",
    drawn_by: int | None = None,
) -> Committed:  # fmt: skip
    """Put a change to everybody who sits here. What may be changed depends on where its card lies (C5).

    A rollback (C10) is proposed when no game is on, and reaches what is no longer in the deck.
    """
    if not table.is_creative or table.deck_id is None:
        raise Refused("table.archived")
    with transaction.atomic():
        value = locked(table)
        if is_rollback and value.state == "playing":
            raise Refused("table.not_over")
        if not is_rollback:
            _check(value, changes, source)
        return deck_actions.propose(
            table.deck_id, by=by, key=key, changes=changes, faces=tuple(faces), sort="room", source=source,
            gap=gap, grounds=grounds, drawn_by=drawn_by,
        )  # fmt: skip


def repropose(table: rows.Table, *, by: int, key: str | None, proposal: int) -> Committed:
    """What was set aside is asked again as it was (C4); a card that lies out of reach is as far away as before."""
    if not table.is_creative or table.deck_id is None:
        raise Refused("table.archived")
    with transaction.atomic():
        locked(table)
        return deck_actions.do(table.deck_id, asked_again(table.deck_id, by, proposal), key=key)


def remark(table: rows.Table, said: MemberCommand, *, key: str | None) -> Committed:
    """Something said about a proposal at the table, where the others may have asked for quiet."""
    if table.deck_id is None:
        raise Refused("table.archived")
    with transaction.atomic():
        if said.by in locked(table).hushed:
            raise Refused("seat.muted")
        return deck_actions.do(table.deck_id, said, key=key)


def locked(table: rows.Table) -> Table:
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
