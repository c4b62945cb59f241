"""One entry of the log in words for one sight: as a line, as a sentence for the ear, and as what was done."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from sys import intern
from weakref import WeakKeyDictionary

from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards.queries.deck_view import Someone
from play.queries.parts import language_of
from play.queries.table_view import TableView
from play.queries.withdrawn import retold
from play.storage.store import Happening
from play.table.narration import Narration
from play.table.state import Scene
from play.values.log import LogLine
from studio.kernel.messages import Message, message, series
from studio.live.view import once_a_drawing
from studio.speed.hashing import KeepsHash
from studio.speed.lately import Lately
from studio.web import words
from studio.web.language import in_force
from studio.web.words import in_language, say_html

CONTEXTS_KEPT = 500
WORDINGS_KEPT = 60  # of one entry: for each seat, in each language and with everybody's names


@dataclass(frozen=True, slots=True)
class LineContext(KeepsHash):
    """What the words of a line depend on besides the entry and what of it is told."""

    people: tuple[Someone, ...]
    language_of_deck: str
    language: str


_contexts: Lately[LineContext] = Lately(CONTEXTS_KEPT)  # equal ones are one object: every line looks at it
_lines: WeakKeyDictionary[Happening, dict[Hashable, LogLine]] = WeakKeyDictionary()  # as long as entries are kept


def line_of(view: TableView, one: Happening) -> LogLine | None:
    """One entry in words, naming only what this sight could see then."""
    return line_for(view, one, view.seen.me)


def line_for(view: TableView, one: Happening, me: int) -> LogLine | None:
    """The same as that seat could see it; 0 is whoever only watches. Kept as long as the entry is."""
    line = told_to(view, one, me)
    if line is None:
        return None
    known, about = _lines.setdefault(one, {}), (line, me if line.seen_by else 0)
    key = (*about, context_of(view))
    words = known.get(key)
    if words is None:
        words = _worded(view, one, *about)
        if len(known) >= WORDINGS_KEPT:  # somebody is renamed again and again where nobody moves
            known.clear()
        known[key] = words
    return words


def line_for_all(view: TableView, one: Happening) -> LogLine | None:
    """The same as whoever only watches is told it, not kept here: `log.py` does, with what else it tells to all."""
    line = told_to(view, one, 0)
    return None if line is None else _worded(view, one, line, 0)


@once_a_drawing
def context_of(view: TableView) -> LineContext:
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
        at=intern(f"{timezone.localtime(one.at):%H:%M}"),
    )


def _then(line: Narration, one: Happening) -> Scene:
    """The moment at which that seat had somebody in it: whoever gets up is named as they were called."""
    seat = one.now.seat(line.seat)
    return one.then if seat is None or seat.member is None else one.now


def _seen(view: TableView, line: Narration, table: Scene, me: int) -> str:
    if line.seen_by == (me,):
        return words.say(message("seen by you alone"))
    if not line.seen_by:
        return ""
    others = [view.seat_name(n, table) for n in line.seen_by if n != me]
    who = series([*others, *([message("you", context="seen by")] if me in line.seen_by else [])])
    return words.say(message("seen by {names}", names=who))


def _bold(tongue: str) -> Callable[[str], SafeString]:
    """A title in bold, and told to be in the language of the deck where the page is in another."""

    def titled(title: str) -> SafeString:
        return format_html("<b>{}</b>", in_language(title, tongue))

    return titled


def _deed(view: TableView, line: Narration, table: Scene) -> Message:
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
