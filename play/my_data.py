"""What is kept about a person at tables: where they sat, every move and every word of theirs, as they could read it."""

from __future__ import annotations

from typing import Any

from django.db.models import Q

from play import models as rows
from play.queries.log_lines import words_for
from play.queries.table_view import TableView
from play.storage import store
from play.table.events import Event, SeatHandedOver, SeatTaken, TableOpened
from studio.models import Entry
from studio.people.my_data import when


def papers_of(members: tuple[int, ...], person_id: int) -> dict[str, Any]:
    """Three statements, and some six for each table; its time grows with the entries of these."""
    mine = frozenset(members)
    acted = Entry.objects.filter(by_id__in=members, stream__kind="table").values("stream_id")
    tables = rows.Table.objects.filter(
        Q(stream_id__in=acted) | Q(seats__member_id__in=members) | Q(host_id__in=members)
    ).distinct()
    return {"tables": [_at(table, mine) for table in tables.select_related("stream", "deck").order_by("pk")]}


def _at(table: rows.Table, mine: frozenset[int]) -> dict[str, Any]:
    """One table: of its log what the person did, in the words they were told it in."""
    told = store.happenings(table, 0, table.stream.head)
    now = store.load(table, table.stream.head)
    view = TableView(table.stream_id)
    did = [
        {"at": when(one.at), "seat": seat, "what": type(one.fact).__name__, "words": words}
        for one in told
        if one.by in mine
        for seat in [_seat_of(one, mine)]
        for words in [words_for(view, one, seat)]
    ]
    return {
        "title": table.title,
        "version": table.version,
        "opened": when(table.created_at),
        "you_opened_it": any(isinstance(one.fact, TableOpened) and one.fact.host in mine for one in told),
        "seats_now": [seat.number for seat in now.sitting if seat.member in mine],
        "sat_down": [when(one.at) for one in told if _seats_one_of(one.fact, mine)],
        "did": did,
    }


def _seat_of(one: store.Happening, mine: frozenset[int]) -> int:
    """Through whose eyes it was read: the person's own, not those of whoever their move was about."""
    seats = [seat.number for scene in (one.then, one.now) for seat in scene.seats if seat.member in mine]
    return seats[0] if seats else 0


def _seats_one_of(fact: Event, mine: frozenset[int]) -> bool:
    return isinstance(fact, SeatTaken | SeatHandedOver) and fact.member in mine
