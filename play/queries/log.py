"""The log in words for one sight: on the page, on its own page, for the announcer, and for programs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from django.http import Http404
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards.queries.deck_view import Someone
from play.access import seat_in
from play.queries.parts import base, language_of
from play.queries.set_aside import set_aside
from play.queries.table_view import TableView
from play.queries.withdrawn import retold
from play.storage import store
from play.storage.store import Happening
from play.table import events as e
from play.table.narration import Kinds, Narration
from play.table.state import Table
from play.table.undo import is_beside
from play.values import AsideLine, LogLine, LogPage, LogView
from studio.kernel.hashing import KeepsHash
from studio.kernel.messages import Message, Sayable, counted, message, series
from studio.lately import Lately
from studio.live.regions import EntryRow, Spoken
from studio.live.view import once_a_drawing
from studio.web import words
from studio.web.language import besides_english, in_force
from studio.web.words import in_language, say_html

SHOWN = 30  # lines beside the table
SAID = 4  # sentences of one announcement at most
A_PAGE = 200  # entries on a page of the log
CONTEXTS_KEPT = 500
WORDINGS_KEPT = 60  # of one entry: for each seat, in each language and with everybody's names
ENTRIES_MAX = 200  # entries told at once to a program
SORTS = {
    "move": message("Moves"), "turn": message("Turns"), "mark": message("Counters and dice"),
    "deck": message("The deck"), "people": message("People"), "talk": message("Talk"),
}  # fmt: skip
assert set(SORTS) == set(Kinds)
SAT_DOWN, READY = message("{who} sit down"), message("{who} are ready")
UNDONE = 3  # moves that a question about taking them back names


@dataclass(frozen=True, slots=True)
class LineContext(KeepsHash):
    """What the words of a line depend on besides the entry and what of it is told."""

    people: tuple[Someone, ...]
    language_of_deck: str
    language: str


_contexts: Lately[LineContext] = Lately(CONTEXTS_KEPT)  # equal ones are one object: every line looks at it
_lines: WeakKeyDictionary[Happening, dict[Hashable, LogLine]] = WeakKeyDictionary()  # as long as entries are kept


def log(view: TableView) -> LogView:
    """The latest lines. One statement for what is new."""
    every, me = _told_to_all(view), view.seen.me
    lines = list(every.lines)
    for at in (*every.by_eyes, *every.apart.get(me, ())):
        lines[at] = _line(view, every.entries[at], me)
    said = [line for line in lines if line is not None]
    if any(every.deeds):
        told = zip(every.deeds, lines, strict=True)
        said = list(_gathered((deed, line) for deed, line in told if line is not None))
    more = len(said) > SHOWN or bool(every.entries and every.entries[0].seq > 1)
    return LogView(tuple(said[-SHOWN:]), f"{base(view.row)}log/", more, besides_english(view.language))


def _gathered(told: Iterable[tuple[Message | None, LogLine]]) -> Iterator[LogLine]:
    """The lines, but those who sat down right after each other, or said they were ready, in one."""
    for deed, run in groupby(told, key=itemgetter(0)):
        lines = tuple(line for _, line in run)
        if deed is None or len(lines) == 1:
            yield from lines
        else:
            yield _in_one(lines, deed, in_force())


def _done_by_many(fact: object) -> Message | None:
    match fact:
        case e.SeatTaken():
            return SAT_DOWN
        case e.SeatReadied(is_ready=True):
            return READY
        case _:
            return None


@lru_cache(maxsize=200)
def _in_one(lines: tuple[LogLine, ...], deed: Message, _language: str) -> LogLine:
    """The last of the lines, which names everybody."""
    who = series(list(dict.fromkeys(line.name for line in lines)))
    return replace(lines[-1], words=say_html(deed.given(who=who)), seal=None, name="", member=None)


@dataclass(frozen=True, slots=True)
class _ToldToAll:
    """The latest entries, and of each the line that whoever only watches is told and what many did in it.

    Of seats, where among them is something that they are told otherwise; and where it says who saw more, which reads
    differently to everybody.
    """

    entries: tuple[Happening, ...]
    lines: tuple[LogLine | None, ...]
    deeds: tuple[Message | None, ...]
    apart: Mapping[int, list[int]]
    by_eyes: tuple[int, ...]


@once_a_drawing
def _told_to_all(view: TableView) -> _ToldToAll:
    entries, apart, by_eyes = view.recent(view.head), dict[int, list[int]](), list[int]()
    for at, one in enumerate(entries):
        to_all = one.told_to(0)
        if to_all is not None and to_all.seen_by:
            by_eyes.append(at)
            continue
        for seat in one.told_apart:
            apart.setdefault(seat, []).append(at)
    lines = tuple(_line(view, one, 0) for one in entries)
    return _ToldToAll(entries, lines, tuple(_done_by_many(one.fact) for one in entries), apart, tuple(by_eyes))


def line_of(view: TableView, one: Happening) -> LogLine | None:
    """One entry in words, naming only what this sight could see then."""
    return _line(view, one, view.seen.me)


def _line(view: TableView, one: Happening, me: int) -> LogLine | None:
    line = told_to(view, one, me)
    if line is None:
        return None
    known, about = _lines.setdefault(one, {}), (line, me if line.seen_by else 0)
    key = (*about, _context(view))
    words = known.get(key)
    if words is None:
        words = _worded(view, one, *about)
        if len(known) >= WORDINGS_KEPT:  # somebody is renamed again and again where nobody moves
            known.clear()
        known[key] = words
    return words


@once_a_drawing
def _context(view: TableView) -> LineContext:
    context = LineContext(tuple(view.people.values()), language_of(view.row), in_force())
    return _contexts.get(context, lambda: context)


def told_to(view: TableView, one: Happening, me: int) -> Narration | None:
    """The entry in words for one seat's eyes; what was taken down since then is not named."""
    line = one.told_to(me)
    return None if line is None else retold(line, one, view.gone, view.row.deck_id)


def _worded(view: TableView, one: Happening, line: Narration, me: int) -> LogLine:
    """A line with its names. `me` is 0 where it says the same to everybody."""
    table = _then(line, one)
    seat = table.seat(line.seat) if line.seat else None
    member = seat.member if seat else None
    return LogLine(
        seq=one.seq,
        words=say_html(_deed(view, line, table), _bold(language_of(view.row))),
        sort=line.sort,
        seal=view.seal_of(member) if member is not None else None,
        name=view.seat_name(line.seat, table) if line.seat else "",
        member=member,
        seen=_seen(view, line, table, me),
        at=f"{timezone.localtime(one.at):%H:%M}",
    )


def _then(line: Narration, one: Happening) -> Table:
    """The table at which that seat had somebody in it: whoever gets up is named as they were called."""
    seat = one.after.seat(line.seat)
    return one.before if seat is None or seat.member is None else one.after


def _seen(view: TableView, line: Narration, table: Table, me: int) -> str:
    if line.seen_by == (me,):
        return words.say(message("seen by you alone"))
    if not line.seen_by:
        return ""
    others = [view.seat_name(n, table) for n in line.seen_by if n != me]
    who = series([*others, *([message("you", context="seen by")] if me in line.seen_by else [])])
    return words.say(message("seen by {names}", names=who))


@lru_cache(maxsize=200)
def _bold(tongue: str) -> Callable[[str], SafeString]:
    """A title in bold, and told to be in the language of the deck where the page is in another."""

    def titled(title: str) -> SafeString:
        return format_html("<b>{}</b>", in_language(title, tongue))

    return titled


def _deed(view: TableView, line: Narration, table: Table) -> Message:
    """What was done, with the names of whom it was done to, or together with."""
    if not line.about:
        return line.words
    who = [view.seat_name(seat, table) for seat in (line.about, *line.besides)]
    return line.words.given(who=series(who) if line.besides else who[0])


def aloud(view: TableView, one: Happening, me: int) -> str:
    """The same as one sentence for the ear: "Idris drew a card."; "" for what that seat is not told."""
    line = told_to(view, one, me)
    return _aloud(view, one, line) if line is not None else ""


@once_a_drawing
def _aloud(view: TableView, one: Happening, line: Narration) -> str:
    table = _then(line, one)
    deed = _deed(view, line, table)
    if not line.seat:
        return words.say(message("{deed}.", deed=deed))
    said = message("{who}: {words}", words=deed) if line.sort == "talk" else message("{who} {deed}.", deed=deed)
    return words.say(said.given(who=view.seat_name(line.seat, table)))


def words_for(view: TableView, one: Happening, seat: int) -> str:
    """An entry as a seat was told it then, without the name it begins with; "" where it was told nothing."""
    line = told_to(view, one, seat)
    return words.say(_deed(view, line, _then(line, one))) if line is not None else ""


def undone(view: TableView, to: int, until: int) -> Sayable:
    """What would be taken back: "Idris tapped Prize Marrow.". Entries after `to` and before `until`."""
    me = view.seen.me
    return _undone(view, to, until, me if any(me in one.told_apart for one in _moves(view, to, until)) else 0)


@once_a_drawing
def _undone(view: TableView, to: int, until: int, me: int) -> Sayable:
    said = [sentence for one in _moves(view, to, until) if (sentence := aloud(view, one, me))]
    if not said:
        return message("the last move.")
    earlier = len(said) - UNDONE
    before = counted("{count} more before that.", "{count} more before that.", earlier)
    return series([*([before] if earlier > 0 else []), *said[-UNDONE:]], "sentences")


@once_a_drawing
def _moves(view: TableView, to: int, until: int) -> tuple[Happening, ...]:
    return tuple(one for one in view.recent(view.head) if to < one.seq < until and not is_beside(one.fact))


def asked_at(view: TableView, number: int) -> int:
    """The entry by which a question was asked; one past the latest when that is too long ago."""
    head = view.head
    for one in reversed(view.recent(head)):
        if isinstance(one.fact, e.QuestionAsked) and one.fact.question.number == number:
            return one.seq
    return head + 1


def say(view: TableView, entries: tuple[EntryRow, ...]) -> tuple[Spoken, ...]:
    """What the announcer reads out of new entries: the latest few, and nothing of what one did oneself."""
    numbers = {entry.seq for entry in entries}
    told = view.recent(max(numbers, default=0))
    spoken = [_spoken(view, one) for one in told if one.seq in numbers]
    return tuple(one for one in spoken if one.words)[-SAID:]


def _spoken(view: TableView, one: Happening) -> Spoken:
    line, me = told_to(view, one, view.seen.me), view.seen.me
    if line is None:
        return Spoken(0, "")
    if me and isinstance(one.fact, e.TurnBegan) and one.fact.seat == me:
        return Spoken(0, words.say(message("It is your turn, round {round}.", round=one.fact.round)))
    if me and line.seat == me:
        return Spoken(0, "")
    return Spoken(0, aloud(view, one, me), "talk" if line.sort == "talk" else "")


def log_page(view: TableView, sort: str = "", before: int | None = None) -> LogPage:
    """The lines of the entries before that one, or of the latest, narrowed to one sort. Two statements.

    Http404 for an entry that is not, and for the first, before which there is nothing.
    """
    head, end = view.head, view.head + 1 if before is None else before
    if not 2 <= end <= head + 1:
        raise Http404
    start = max(1, end - A_PAGE)
    told = store.happenings(view.row, start - 1, end - 1)
    again = {aside.number: aside for aside in set_aside(view)} if any(map(_sets_aside, told)) else {}
    lines = (_with_a_way_back(view, one, again) for one in reversed(told))
    after = min(head + 1, end + A_PAGE)
    return LogPage(
        lines=tuple(line for line in lines if line is not None and sort in ("", line.sort)),
        first=start,
        last=end - 1,
        head=head,
        older=_page_address(view, sort, start) if start > 1 else "",
        newer="" if end > head else _page_address(view, sort, None if after > head else after),
    )


def _with_a_way_back(view: TableView, one: Happening, again: Mapping[int, AsideLine]) -> LogLine | None:
    """The line; where a card was set aside and lies there still, with the ways to ask for it again (C4)."""
    line, proposal = line_of(view, one), _sets_aside(one)
    return replace(line, again=again[proposal]) if line is not None and proposal in again else line


def _sets_aside(one: Happening) -> int:
    """The number of the proposal that was set aside there; 0 for anything else that happened."""
    return one.fact.proposal if isinstance(one.fact, e.GameResumed) and one.fact.outcome == "aside" else 0


def _page_address(view: TableView, sort: str, before: int | None) -> str:
    asked = urlencode({name: value for name, value in (("sort", sort), ("before", before)) if value})
    return f"{base(view.row)}log/{'?' if asked else ''}{asked}"


def entries_after(view: TableView, after: int) -> dict[str, Any]:
    """What programs read: the numbered lines after `after`, in words, as this sight may know them."""
    table, head = view.row, view.head
    until = min(head, after + ENTRIES_MAX)
    told = store.recent(table, head)
    if not told or told[0].seq > after + 1:
        told = store.happenings(table, after, until)
    entries = [
        {
            "seq": one.seq,
            "kind": type(one.fact).__name__,
            "at": one.at.isoformat(),
            "seat": line.seat if line else 0,
            "words": words.say(_deed(view, line, _then(line, one))) if line else "",
        }
        for one in told
        if after < one.seq <= until
        for line in [told_to(view, one, view.seen.me)]
    ]
    return {"table": table.code, "v": head, "seat": seat_in(view.sight)[0], "entries": entries}
