"""A game step by step. Once it is over, from any seat or with all hands open; before that only as oneself saw it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404

from play import models as rows
from play.access import OPEN, seat_in, sight_of
from play.queries.board import felt, hand
from play.queries.log_lines import line_of
from play.queries.parts import base
from play.queries.table_view import Past, TableView
from play.storage import store
from play.table import events as e
from play.table.state import Table
from play.values.felt import Felt
from play.values.log import LogLine
from play.values.pieces import PieceView
from play.values.sheets import Option
from studio.kernel.inputs import whole_number
from studio.kernel.messages import message
from studio.kernel.schema import kinds
from studio.models import Entry
from studio.web.words import say

ENDS = kinds(e.GameWon, e.GameAbandoned)
TURNS = kinds(e.GameBegun, e.TurnBegan)  # the first turn begins with the game
AROUND = 12  # entries before and after a step among which its neighbours are looked for


Hands = tuple[tuple[str, tuple[PieceView, ...]], ...]  # a seat's name, and what it held


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """A moment of a finished game: what happened last, the table after it, and the ways on, "" where there is none.

    `first` is where the cards were dealt; `turn_before` and `turn_after` begin a turn. `views` are whose eyes.
    """

    number: int
    last: int
    line: LogLine | None
    felt: Felt
    hands: Hands
    first: str
    before: str
    after: str
    end: str
    turn_before: str
    turn_after: str
    views: tuple[Option, ...]
    address: str


def last_open(stream_id: int) -> int:
    """The entry up to which everything may be seen by everybody: the end of the last finished game. One statement."""
    ends = Entry.objects.filter(stream_id=stream_id, kind__in=ENDS).order_by("-seq").values_list("seq", flat=True)
    return ends.first() or 0


def turns_of(stream_id: int) -> tuple[int, ...]:
    """The entries that begin a turn, of all games at a table. One statement."""
    begun = Entry.objects.filter(stream_id=stream_id, kind__in=TURNS).order_by("seq").values_list("seq", flat=True)
    return tuple(begun)


def step(view: TableView, number: int, asked: str) -> ReplayStep:
    """The table after entry `number`, through the eyes of `asked`: "open", a seat's number, or one's own ("").

    Http404 for an entry that is not, and for eyes that are not one's own while the game goes on.
    """
    table, head = view.row, view.head
    if not 1 <= number <= head:
        raise Http404
    around = _around(table, number, head)
    here = next(one for one in around if one.seq == number)
    after = here.after
    is_open = number <= last_open(view.stream_id)
    if asked and not is_open:
        raise Http404
    seats = _seats(after)
    # From the first step on one may look through the eyes of whoever sat down later.
    ended = store.at(table, last_open(view.stream_id)) if is_open else Table()
    views = {n: view.seat_name(n, ended) for n in _seats(ended)}
    mine, _ = seat_in(view.sight)
    chosen = asked or (str(mine) if mine in seats else "watch")
    if chosen not in ("open", "watch", *map(str, seats), *map(str, views)):
        raise Http404
    then = view.as_it_was(_eyes(after, chosen), Past(number, after))
    hands = _hands(then, [seat for seat in seats if chosen in ("open", str(seat))])
    steps = [one.seq for one in around if is_told(store.happening(one))]
    told = store.happening(here)
    return _step(
        view, number, _last(table, head), steps, line_of(then, told), felt(then), hands, chosen if asked else "", views
    )


def is_told(one: store.Happening) -> bool:
    """Whether the log has a line for it, which it has for all or for none: what changes nothing is no step."""
    return one.told_to(0) is not None


def _around(table: rows.Table, number: int, head: int) -> tuple[store.TableStep, ...]:
    start = max(0, number - 1 - AROUND)
    return store.steps(table, start, min(head, number + AROUND))


def _last(table: rows.Table, head: int) -> int:
    """The last step; a few quiet entries may come after it."""
    return next((one.seq for one in reversed(store.recent(table, head)) if is_told(one)), head)


def _seats(table: Table) -> list[int]:
    """The seats that hold cards."""
    return [s.number for s in table.seats if table.hand_of(s.number) in table.zones]


def _eyes(table: Table, chosen: str) -> str:
    """The sight of a seat as it was then: of whoever sat there, or of oneself where one took the seat over later."""
    seat = whole_number(chosen)
    return OPEN if seat is None else sight_of(seat, _sitter(table, seat))


def _sitter(table: Table, seat: int) -> int:
    who = table.seat(seat)
    return who.member if who is not None and who.member is not None else 0


def _hands(then: TableView, seats: list[int]) -> Hands:
    hands = []
    for seat in seats:
        eyes = then.seen_as(sight_of(seat, _sitter(then.table, seat)))
        hands.append((then.seat_name(seat), hand(eyes).pieces))
    return tuple(hands)


def _step(
    view: TableView,
    number: int,
    last: int,
    steps: list[int],
    line: LogLine | None,
    shown: Felt,
    hands: Hands,
    asked: str,
    seats: dict[int, str],
) -> ReplayStep:
    home = f"{base(view.row)}replay/"
    query = f"?{urlencode({'as': asked})}" if asked else ""

    def to(seq: int) -> str:
        return f"{home}{seq}/{query}" if seq else ""

    turns = turns_of(view.stream_id)
    before = next((seq for seq in reversed(steps) if seq < number), max(0, number - 1 - AROUND))
    after = next((seq for seq in steps if seq > number), number + AROUND if number + AROUND < last else 0)
    views = [Option("", say(message("As I see it")), not asked)]
    if seats:
        views.append(Option("open", say(message("All hands open")), asked == "open"))
        views += [Option(str(n), name, asked == str(n)) for n, name in seats.items()]
    return ReplayStep(
        number,
        max(number, last),
        line,
        replace(shown, is_paused=True, blanks=None, free=()),
        hands,
        to(turns[0] if turns and turns[0] < last else 1),
        to(before),
        to(after),
        to(last),
        to(next((seq for seq in reversed(turns) if seq < number), 0)),
        to(next((seq for seq in turns if number < seq <= last), 0)),
        tuple(views),
        f"{home}{number}/",
    )
