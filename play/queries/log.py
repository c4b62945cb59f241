"""The log in words for one sight: on the page, on its own page, for the announcer, and for programs."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from play.access import seat_in
from play.queries.context import base, gone, head_of, listed, people, seal_of, seat_name, seen, table_row
from play.queries.withdrawn import retold
from play.storage import store
from play.storage.store import Happening
from play.table import events as e
from play.table.narration import Kinds, Line, filled
from play.table.state import Table
from play.table.undo import is_beside
from play.values import LogLine, LogView
from studio.live.regions import Line as Entry
from studio.live.regions import once_a_drawing

SHOWN = 30  # lines beside the table
SAID = 4  # sentences of one announcement at most
ENTRIES_MAX = 200  # entries told at once to a program
SORTS = {
    "move": "Moves", "turn": "Turns", "mark": "Counters and dice", "deck": "The deck", "people": "People",
    "talk": "Talk",
}  # fmt: skip
assert set(SORTS) == set(Kinds)
UNDONE = 3  # moves that a question about taking them back names


def log(stream_id: int, sight: str) -> LogView:
    """The latest lines. One statement for what is new."""
    table, me = table_row(stream_id), viewer(stream_id, sight)
    told = recent(stream_id, head_of(stream_id))
    worded = [one for one in told if one.told_to(me) is not None]
    lines = tuple(line for one in worded[-SHOWN:] if (line := line_of(stream_id, sight, one)) is not None)
    return LogView(lines, f"{base(table)}log/", len(worded) > SHOWN or bool(told and told[0].seq > 1))


@once_a_drawing
def recent(stream_id: int, head: int) -> tuple[Happening, ...]:
    return store.recent(table_row(stream_id), head)


def line_of(stream_id: int, sight: str, one: Happening) -> LogLine | None:
    """One entry in words, naming only what this sight could see then."""
    me = viewer(stream_id, sight)
    line = told_to(stream_id, one, me)
    return None if line is None else _worded(stream_id, one, line, me if line.seen_by else 0)


def told_to(stream_id: int, one: Happening, me: int) -> Line | None:
    """The entry in words for one seat's eyes; what was taken down since then is not named."""
    line = one.told_to(me)
    return None if line is None else retold(line, one, gone(stream_id), table_row(stream_id).deck_id)


@once_a_drawing
def _worded(stream_id: int, one: Happening, line: Line, me: int) -> LogLine:
    """A line with its names. `me` is 0 where it says the same to everybody."""
    table = _then(line, one)
    seat = table.seat(line.seat) if line.seat else None
    member = seat.person if seat else None
    return LogLine(
        seq=one.seq,
        words=_marked(stream_id, line, table),
        sort=line.sort,
        seal=seal_of(stream_id, member) if member is not None else None,
        name=seat_name(stream_id, line.seat, table) if line.seat else "",
        member=member,
        seen=_seen(stream_id, line, table, me),
        at=f"{timezone.localtime(one.at):%H:%M}",
    )


def viewer(stream_id: int, sight: str) -> int:
    """The seat whose eyes the log is read with; 0 for whoever watches, or no longer sits there."""
    return seen(stream_id, sight).me


def _then(line: Line, one: Happening) -> Table:
    """The table at which that seat had somebody in it: whoever gets up is named as they were called."""
    seat = one.after.seat(line.seat)
    return one.before if seat is None or seat.person is None else one.after


def _seen(stream_id: int, line: Line, table: Table, me: int) -> str:
    if line.seen_by == (me,):
        return "seen by you alone"
    others = [seat_name(stream_id, n, table) for n in line.seen_by if n != me]
    return f"seen by {listed([*others, *(['you'] if me in line.seen_by else [])])}" if line.seen_by else ""


def _marked(stream_id: int, line: Line, table: Table) -> SafeString:
    """The words as markup: escaped, titles of cards in bold."""
    bits = filled(line, _about(stream_id, line, table))
    return mark_safe("".join(f"<b>{escape(bit)}</b>" if is_title else escape(bit) for bit, is_title in bits))  # noqa: S308


def _filled(stream_id: int, line: Line, table: Table) -> str:
    return "".join(bit for bit, _ in filled(line, _about(stream_id, line, table)))


def _about(stream_id: int, line: Line, table: Table) -> str:
    return seat_name(stream_id, line.about, table) if line.about else "the table"


def plain(stream_id: int, sight: str, one: Happening) -> str:
    """The same as one sentence for the ear: "Idris drew a card."."""
    line = told_to(stream_id, one, viewer(stream_id, sight))
    if line is None:
        return ""
    table = _then(line, one)
    words = _filled(stream_id, line, table)
    if not line.seat:
        return f"{words}."
    name = seat_name(stream_id, line.seat, table)
    return f"{name}: {words}" if line.sort == "talk" else f"{name} {words}."


def words_for(stream_id: int, one: Happening, seat: int) -> str:
    """An entry as a seat was told it then, without the name it begins with; "" where it was told nothing."""
    line = told_to(stream_id, one, seat)
    return _filled(stream_id, line, _then(line, one)) if line is not None else ""


def undone(stream_id: int, sight: str, to: int, until: int) -> str:
    """What would be taken back, in words: "Idris tapped Prize Marrow.". Entries after `to` and before `until`."""
    told = recent(stream_id, head_of(stream_id))
    moves = (one for one in told if to < one.seq < until and not is_beside(one.fact))
    words = [said for one in moves if (said := plain(stream_id, sight, one))]
    earlier = len(words) - UNDONE
    return (
        " ".join((f"{earlier} more before that." if earlier > 0 else "", *words[-UNDONE:])).strip() or "the last move."
    )


def asked_at(stream_id: int, number: int) -> int:
    """The entry by which a question was asked; one past the latest when that is too long ago."""
    head = head_of(stream_id)
    for one in reversed(recent(stream_id, head)):
        if isinstance(one.fact, e.QuestionAsked) and one.fact.question.number == number:
            return one.seq
    return head + 1


def say(stream_id: int, sight: str, lines: tuple[Entry, ...]) -> str:
    """What the announcer reads out of new entries: the latest few."""
    numbers = {line.seq for line in lines}
    told = recent(stream_id, max(numbers, default=0))
    sentences = [words for one in told if one.seq in numbers and (words := plain(stream_id, sight, one))]
    return " ".join(sentences[-SAID:])


def whole_log(stream_id: int, sight: str, sort: str = "") -> tuple[LogLine, ...]:
    """Every line from the beginning, narrowed to one sort. One statement."""
    told = store.happenings(table_row(stream_id), 0, head_of(stream_id), Table())
    lines = (line_of(stream_id, sight, one) for one in told)
    return tuple(line for line in lines if line is not None and sort in ("", line.sort))


def entries_after(stream_id: int, sight: str, after: int) -> dict[str, Any]:
    """What programs read: the numbered lines after `after`, in words, as this sight may know them."""
    table, head = table_row(stream_id), head_of(stream_id)
    until = min(head, after + ENTRIES_MAX)
    told = store.recent(table, head)
    if not told or told[0].seq > after + 1:
        told = store.happenings(table, after, until, store.at(table, after))
    entries = [
        {
            "seq": one.seq,
            "kind": type(one.fact).__name__,
            "at": one.at.isoformat(),
            "seat": line.seat if line else 0,
            "words": _filled(stream_id, line, _then(line, one)) if line else "",
        }
        for one in told
        if after < one.seq <= until
        for line in [told_to(stream_id, one, viewer(stream_id, sight))]
    ]
    return {"table": table.code, "v": head, "seat": seat_in(sight)[0], "entries": entries}


__all__ = ["SORTS", "asked_at", "entries_after", "log", "people", "say", "undone", "whole_log"]
