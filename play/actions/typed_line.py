"""Carrying out a line typed at a table: the same actions as the buttons. Raises Refused(code)."""

from __future__ import annotations

from dataclasses import replace

from django.db import transaction

from cards import actions as deck_actions
from cards.forms.change import change_of
from cards.rules.deck import Change, Ref
from cards.verbs.proposing import Withdraw
from cards.verbs.votes import CastVote
from play import models as rows
from play.actions.creating import propose, repropose
from play.actions.seats import act
from play.console.values import Around, AskAgain, Cast, Do, Put, TakeBack
from play.storage import store
from play.verbs import commands as c
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.models import Stream

Deed = Do | Put | Cast | TakeBack | AskAgain


def carry_out(table: rows.Table, deed: Deed, around: Around, *, by: int, key: str) -> Committed:
    """One line, one commit on the table or its deck. `by` is the member in the seat that typed it."""
    match deed:
        case Do(commands=(command,), shows=False):
            return act(table, command, by=by, key=key)
        case Do(commands=(command,)):
            return _shown(table, command, around.me, by=by, key=key)
        case Put():
            change = _change(deed, around)
            faces = (deed.face,) if deed.face is not None else ()
            return propose(table, by=by, key=key, changes=(change,), faces=faces, grounds=deed.grounds)
        case AskAgain(proposal=number):
            return repropose(table, by=by, key=key, proposal=number)
    if not table.is_creative or table.deck_id is None:
        raise Refused("table.archived")
    if isinstance(deed, TakeBack):
        return deck_actions.do(table.deck_id, Withdraw(by, deed.proposal), key=key)
    assert isinstance(deed, Cast)
    vote = CastVote(by, deed.proposal, deed.wording, deed.answer, deed.reason)
    return deck_actions.do(table.deck_id, vote, key=key)


def _change(put: Put, around: Around) -> Change:
    """The change on the words as they are now. A new card is of the side of whoever proposes it (V2)."""
    ref = Ref(put.kind, put.number)
    if put.change == "create":
        mine = around.sight.mine
        side = mine.side if mine is not None and put.kind == "card" else ""
        return change_of("create", ref, face=put.face, side=side)
    on = around.cards[put.number].face if put.kind == "card" else dict(around.sight.rules)[put.number]
    return change_of(put.change, ref, on, face=put.face)


def _shown(table: rows.Table, command: c.SeatCommand, seat: int, *, by: int, key: str) -> Committed:
    """Draw, and show everybody what it was: both or neither. Sent twice it draws and shows once."""
    with transaction.atomic():
        stream = Stream.objects.select_for_update().get(pk=table.stream_id)
        before = _hand(table, stream.head, seat)
        drawn = act(table, command, by=by, key=key)
        stream.refresh_from_db()
        new = tuple(piece for piece in _hand(table, stream.head, seat) if piece not in before)
        if drawn.is_repeat or not new:
            return drawn
        return replace(act(table, c.Reveal(seat, new), by=by, key=None), result=drawn.result)


def _hand(table: rows.Table, head: int, seat: int) -> tuple[str, ...]:
    value = store.load(table, head)
    return value.zones.get(value.hand_of(seat), ())
