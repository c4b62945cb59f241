"""The sheet of a seat: all that can be done with one's own place, or with somebody else's."""

from __future__ import annotations

from django.http import Http404

from play.queries.board import seats_of
from play.queries.offered import buttons, forms, may_act
from play.queries.parts import base
from play.queries.table_view import TableView
from play.table.sight import Sight
from play.values.sheets import Input, Option, Sheet, SheetForm
from play.verbs.offers import OnMarks, OnOtherSeat, OnOwnSeat
from studio.kernel.messages import message, series
from studio.models import Member
from studio.web.words import begin, say


def seat_sheet(view: TableView, number: int) -> Sheet:
    now = view.seen
    shown = next((s for s in seats_of(view) if s.number == number), None)
    if shown is None:
        raise Http404
    acts = [shown.sit] if shown.sit is not None else []
    small: tuple[SheetForm, ...] = ()
    seat = now.seat(number)
    assert seat is not None
    if now.me == number:
        place = OnOwnSeat(now, seat, may_act(view))
        acts, small = [*buttons(view, place)], (*forms(view, place), *_hand_over(view, now))
    elif now.me:
        here = {s.number for s in seats_of(view) if s.member is not None and not s.is_away}
        acts += buttons(view, OnOtherSeat(now, seat, number in here, bool(here - {number, now.me})))
    if now.me:
        small += forms(view, OnMarks(now, seat))
    bits = [bit for bit in (shown.note, shown.hand_words) if bit]
    words = begin(message("{what}.", what=series(bits, "comma"))) if bits else ""
    return Sheet(shown.name, words, base(view.row),
                 pieces=shown.shown, acts=tuple(acts), forms=small)  # fmt: skip


def _hand_over(view: TableView, now: Sight) -> tuple[SheetForm, ...]:
    """Not a verb that is sent: it has an address of its own."""
    heirs = _heirs(view, now)
    if not heirs:
        return ()
    to = Input("to", say(message("To")), "choice", options=heirs)
    hint = say(message("Your hand and everything you know goes with it."))
    heading, button = say(message("Hand over this seat")), say(message("Hand it over"))
    return (SheetForm("hand_over", heading, button, f"{base(view.row)}hand-over/", (to,), hint),)


def _heirs(view: TableView, now: Sight) -> tuple[Option, ...]:
    """Members of the table's group who have no seat. One statement."""
    seated = [s.member for s in now.seats if s.member is not None]
    found = Member.objects.filter(group_id=view.row.group_id, left_at__isnull=True).exclude(pk__in=seated)
    return tuple(Option(str(pk), name) for pk, name in found.order_by("pk").values_list("pk", "person__name"))
