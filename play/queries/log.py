"""The log in words for one sight: on the page, on its own page, for the announcer, and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from django.http import Http404

from play.access import seat_in
from play.queries.log_lines import LineContext, aloud, context_of, line_for, line_for_all, line_of, told_to, words_for
from play.queries.parts import all_zones, base
from play.queries.set_aside import set_aside
from play.queries.table_view import TableView
from play.storage import store
from play.storage.store import NOBODY, Happening
from play.table import events as e
from play.table.narration import Kinds
from play.table.undoable import is_beside, let_go
from play.values.log import AsideLine, LastPlay, LogLine, LogPage, LogView
from studio.kernel.messages import Message, Sayable, counted, message, series
from studio.live.regions import EntryRow, Spoken
from studio.live.view import once_a_drawing
from studio.web import words
from studio.web.language import besides_english
from studio.web.words import say_html

SHOWN = 30  # lines beside the table
SAID = 4  # sentences of one announcement at most
A_PAGE = 200  # entries on a page of the log
ENTRIES_MAX = 200  # entries told at once to a program
SORTS = {
    "move": message("Moves"), "turn": message("Turns"), "mark": message("Counters and dice"),
    "deck": message("The deck"), "people": message("People"), "talk": message("Talk"),
}  # fmt: skip
assert set(SORTS) == set(Kinds)
NOTHING_GONE = frozenset[str]()  # at most tables
SAT_DOWN, READY = message("{who} sit down"), message("{who} are ready")
UNDONE = 3  # moves that a question about taking them back names


def log(view: TableView) -> LogView:
    """The latest lines. One statement for what is new."""
    every, me = _told_to_all(view), view.seen.me
    otherwise = (*every.by_eyes, *every.apart.get(me, ()))
    if not otherwise:
        return _log_of(view, every.lines)
    lines = list(every.lines)
    for at in otherwise:
        lines[at] = line_for(view, every.entries[at], me)
    return _log_of(view, tuple(lines))


@once_a_drawing
def _log_of(view: TableView, lines: tuple[LogLine | None, ...]) -> LogView:
    """`lines` are what is told of the latest entries, None of those of which nothing is. The same object for all who
    are told the same."""
    every = _told_to_all(view)
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
            yield _in_one(lines, deed)


def _done_by_many(fact: object) -> Message | None:
    match fact:
        case e.SeatTaken():
            return SAT_DOWN
        case e.SeatReadied(is_ready=True):
            return READY
        case _:
            return None


def _in_one(lines: Sequence[LogLine], deed: Message) -> LogLine:
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
    told = _each_told_to_all(view, entries)
    for at, one in enumerate(told):
        if one.is_by_eyes:
            by_eyes.append(at)
            continue
        for seat in one.apart:
            apart.setdefault(seat, []).append(at)
    return _ToldToAll(
        entries, tuple(one.line for one in told), tuple(one.deed for one in told), apart, tuple(by_eyes)
    )  # fmt: skip


class _OneToldToAll(NamedTuple):
    """The same of one entry, and what its line depends on besides: whose names, and what was taken down."""

    context: LineContext
    gone: frozenset[str]
    line: LogLine | None
    deed: Message | None
    apart: frozenset[int]
    is_by_eyes: bool


_told_lately: WeakKeyDictionary[Happening, _OneToldToAll] = WeakKeyDictionary()  # as long as entries are kept


def _each_told_to_all(view: TableView, entries: tuple[Happening, ...]) -> list[_OneToldToAll]:
    """From memory while nobody is renamed: with each move all entries before it are asked for again."""
    context, gone, told = context_of(view), view.gone or NOTHING_GONE, list[_OneToldToAll]()
    for one in entries:
        known = _told_lately.get(one)
        if known is None or known.context is not context or known.gone != gone:
            known = _told_lately[one] = _one_told_to_all(view, one, context, gone)
        told.append(known)
    return told


def _one_told_to_all(view: TableView, one: Happening, context: LineContext, gone: frozenset[str]) -> _OneToldToAll:
    to_all = one.told_to(0)
    is_by_eyes = to_all is not None and bool(to_all.seen_by)
    apart = NOBODY if is_by_eyes else one.told_apart
    return _OneToldToAll(context, gone, line_for_all(view, one), _done_by_many(one.fact), apart, is_by_eyes)


def told_apart(view: TableView, to: int, until: int) -> int:
    """The seat of whoever looks on, if anything between these entries reads differently to them; 0 if it says the
    same to everybody."""
    me = view.seen.me
    return me if me in _told_otherwise(view, to, until) else 0


@once_a_drawing
def _told_otherwise(view: TableView, to: int, until: int) -> frozenset[int]:
    """The seats that are told something of it otherwise than whoever only watches."""
    return frozenset[int]().union(*(one.told_apart for one in _moves(view, to, until)))


@once_a_drawing
def undone(view: TableView, to: int, until: int, me: int) -> Sayable:
    """What would be taken back: "Idris tapped Prize Marrow.". Entries after `to` and before `until`, as the seat is
    told them (`told_apart`)."""
    said = [sentence for one in _moves(view, to, until) if (sentence := aloud(view, one, me))]
    if not said:
        return message("the last move.")
    seen = _seen_by_all(view, to, until)
    earlier = len(said) - UNDONE
    before = counted("{count} more before that.", "{count} more before that.", earlier)
    return series([*([before] if earlier > 0 else []), *said[-UNDONE:], *([seen] if seen else [])], "sentences")


@once_a_drawing
def _seen_by_all(view: TableView, to: int, until: int) -> Message | None:
    """Whose hand a card goes back into that everybody has read meanwhile."""
    chosen = {
        move.source.seat
        for one in _moves(view, to, until)
        for move in let_go(view.table.kit.hand, one.fact)
        if move.face_up
    }
    if not chosen:
        return None
    if len(chosen) > 1:
        return message("Everybody has seen what goes back into their hands.")
    return message("Everybody has seen it: it goes back into {who}’s hand.", who=view.seat_name(chosen.pop()))


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
    table, head, me = view.row, view.head, view.seen.me
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
            "words": words_for(view, one, me),
        }
        for one in told
        if after < one.seq <= until
        for line in [told_to(view, one, me)]
    ]
    return {"table": table.code, "v": head, "seat": seat_in(view.sight)[0], "entries": entries}


def last_play(view: TableView) -> LastPlay:
    """The latest card that somebody else played in this turn, where it is not one's own; nothing in one's own turn."""
    now = view.seen
    if now.turn is None or now.turn.seat == now.me:
        return LastPlay()
    one, play = next((play for play in _played(view) if play[1].seat != now.me), (None, None))
    line = line_of(view, one) if one is not None else None
    if play is None or line is None:
        return LastPlay()
    laid = {move.id for move in play.moved}
    pieces = (piece for zone in all_zones(now) for piece in zone.pieces)
    read = next((piece for piece in pieces if piece.id in laid and piece.is_known), None)
    return LastPlay(line, f"{base(view.row)}pieces/{read.id}/", read.id) if read is not None else LastPlay(line)


@once_a_drawing
def _played(view: TableView) -> tuple[tuple[Happening, e.PiecesMoved], ...]:
    """What was played since the turn began and was not taken back, the latest first."""
    until, played = view.head, list[tuple[Happening, e.PiecesMoved]]()
    for one in reversed(view.recent(until)):
        if one.seq > until:
            continue
        match one.fact:
            case e.TakenBack(to=to):
                until = to
            case e.TurnBegan() | e.GameBegun():
                break
            case e.PiecesMoved(how="play") as play:
                played.append((one, play))
            case _:
                pass
    return tuple(played)
