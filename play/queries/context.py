"""What the regions of a table share while they are drawn: the value, what this sight may know, people, faces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from urllib.parse import quote_plus

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from cards.queries.context import Someone, members_of
from cards.queries.faces import ReadFace, drawn, printed, read_faces
from play import models as rows
from play.access import seat_in
from play.queries.withdrawn import taken_down, without
from play.storage import store
from play.table.sight import PieceSight, Sight, ZoneSight, see
from play.table.state import Table
from play.values import Act, Look
from studio.live import presence
from studio.live.regions import once_a_drawing, one_drawing
from studio.models import Stream
from studio.people.seal import Seal, SealState

_PLAIN = re.compile(r"[A-Za-z0-9_.-]*").fullmatch
GLANCES_KEPT = 2000  # faces as markup


@once_a_drawing
def table_row(stream_id: int) -> rows.Table:
    """One statement."""
    return rows.Table.objects.select_related("deck").get(stream_id=stream_id)


# A moment of a table that is shown again: (stream, the table then, its entry).
_shown: ContextVar[tuple[int, Table, int] | None] = ContextVar("shown", default=None)


@contextmanager
def as_it_was(stream_id: int, value: Table, entry: int) -> Iterator[None]:
    """Inside, one drawing shows the table as it was after an entry; nothing can be pressed."""
    token = _shown.set((stream_id, value, entry))
    try:
        with one_drawing():
            yield
    finally:
        _shown.reset(token)


def is_past() -> bool:
    return _shown.get() is not None


@once_a_drawing
def head_of(stream_id: int) -> int:
    """One statement."""
    if (then := _shown.get()) is not None and then[0] == stream_id:
        return then[2]
    return Stream.objects.values_list("head", flat=True).get(pk=stream_id)


@once_a_drawing
def value_of(stream_id: int) -> Table:
    """The table now, without the titles that were taken down. Four statements, and what is new since it was read."""
    return without(_as_told(stream_id), gone(stream_id))


@once_a_drawing
def gone(stream_id: int) -> frozenset[str]:
    """The faces whose words were taken down. Two statements."""
    return taken_down(table_row(stream_id), _as_told(stream_id))


@once_a_drawing
def _as_told(stream_id: int) -> Table:
    """The table as its log has it."""
    if (then := _shown.get()) is not None and then[0] == stream_id:
        return then[1]
    return store.load(table_row(stream_id), head_of(stream_id))


@once_a_drawing
def seen(stream_id: int, sight: str) -> Sight:
    """The table as this sight may know it.

    Should somebody else have sat down in the seat since the door was asked, it shows what an empty seat sees.
    """
    return seen_in(value_of(stream_id), sight)


def seen_in(table: Table, sight: str) -> Sight:
    seat, member = seat_in(sight)
    who = table.seat(seat) if seat else None
    return see(table, seat if who is not None and (who.person or 0) == member else 0)


@once_a_drawing
def people(stream_id: int) -> Mapping[int, Someone]:
    """Everybody who ever was a member of the table's group. One statement."""
    return members_of(table_row(stream_id).group_id)


@once_a_drawing
def here(stream_id: int) -> frozenset[int]:
    """The members who are at the table's page now. One statement."""
    return frozenset(people(stream_id)) if is_past() else presence.present(stream_id)


def seal_of(stream_id: int, member: int | None, state: SealState = "") -> Seal:
    someone = people(stream_id).get(member) if member is not None else None
    return Seal(someone.name, someone.shape, state, someone.colour) if someone else Seal("Nobody", "round", state)


def seat_name(stream_id: int, number: int, table: Table | None = None) -> str:
    """Who sits in a seat: "Idris", or "Seat 3" while nobody does."""
    seat = (table or value_of(stream_id)).seat(number)
    someone = people(stream_id).get(seat.person) if seat is not None and seat.person is not None else None
    return someone.name if someone else f"Seat {number}"


# --- faces ------------------------------------------------------------------------------------------------------------


@once_a_drawing
def faces(stream_id: int, sight: str) -> Mapping[str, ReadFace]:
    """The faces this sight may read, by digest. Two statements at most, for all sights of one drawing."""
    every = _faces_on(stream_id)
    return {digest: every[digest] for digest in digests_in(seen(stream_id, sight)) if digest in every}


@once_a_drawing
def _faces_on(stream_id: int) -> Mapping[str, ReadFace]:
    """Every face of the table, hidden or not: who may read which decides what is shown, not what is loaded."""
    table = value_of(stream_id)
    return read_faces({card.face for card in table.cards.values()} | {rule.face for rule in table.rules} - {""})


def digests_in(sight: Sight) -> frozenset[str]:
    zones: list[ZoneSight] = list(sight.zones)
    for seat in sight.seats:
        zones += [*seat.zones, *([seat.hand] if seat.hand else [])]
    found = {piece.face for zone in zones for piece in zone.pieces}
    found |= {piece.face for look in sight.looking for piece in look.pieces}
    return frozenset((found | {digest for _, digest in sight.rules}) - {""})


def slug_line(table: rows.Table) -> str:
    return f"{table.title} · {table.version}" if table.version else table.title


def language_of(table: rows.Table) -> str:
    """The deck's, for its cards; nothing once the deck is gone."""
    return table.deck.language if table.deck else ""


def full(read: ReadFace, number: int, line: str, language: str) -> SafeString:
    return printed(read, False, number, line, language)


@lru_cache(maxsize=GLANCES_KEPT)
def glance(read: ReadFace, number: int, line: str, language: str) -> SafeString:
    """The face for across the table: title, kind and picture."""
    face = drawn(read, is_rule=False, number=number, slug_line=line, language=language)
    return mark_safe(get_template("cards/_face.html").render({"face": face, "lod": "glance"}))  # noqa: S308


# --- words and presses ------------------------------------------------------------------------------------------------


def takes_cards(table: rows.Table) -> bool:
    """Whether cards are written at this table: a draft's, until its deck is put away for good."""
    return table.is_creative and table.deck is not None and table.deck.deleted_at is None


def base(table: rows.Table) -> str:
    return table.get_absolute_url()


def act(
    table: rows.Table, verb: str, label: str, look: Look = "line", *, hotkey: str = "", hint: str = "", **fields: object
) -> Act:
    """A button that sends a verb with these fields in its address."""
    query = "".join(f"&{name}={_quoted(str(value))}" for name, value in fields.items())
    return Act(label, f"{base(table)}act/?verb={verb}{query}", verb, look, hotkey, hint)


def _quoted(value: str) -> str:
    """For an address; most are ids and numbers, and there are hundreds of them in one drawing."""
    return value if _PLAIN(value) else quote_plus(value)


def counted(number: int, what: str = "card") -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def listed(names: Iterable[str]) -> str:
    """ "Ros", "Ros and Idris", "Ros, Idris and Maud"."""
    every = list(names)
    return " and ".join([", ".join(every[:-1]), every[-1]]) if len(every) > 1 else "".join(every)


def title_of(piece: PieceSight) -> str:
    if piece.is_known:
        return piece.title
    return "A face-down card"
