"""What a line says of counters and tokens: which, how many, where. "gold", "age 3 on Elf", "mud +2 for Bea"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from play.console.nearest import nearest
from play.console.values import Around, misused, parted, piece_named, said, seat_named, titled_at
from play.table.card_words import token_called
from play.table.sight import CounterSight, PieceSight, SeatSight
from studio.kernel.refusals import Refused

_COUNT = re.compile(r"(.+?)\s+([+-]?)([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class NamedMark:
    """`count` is what it becomes, or what is added where `is_more`. On a `piece`, or before a `seat`."""

    name: str
    count: int
    is_more: bool
    seat: SeatSight
    piece: PieceSight | None = None
    is_named: bool = False  # whose it is was said

    def after(self, was: int) -> int:
        return was + self.count if self.is_more else self.count


def marked_in(around: Around, rest: str, usage: str, *, may_end_in_title: bool = False) -> NamedMark:
    """One more, where no number is given. Refused("text.usage"), and the refusals of what it names. A line that
    `may_end_in_title` needs no "on" before the title of a card in play."""
    what, is_on, where = parted(rest, "on")
    piece = piece_named(around, where, "play") if is_on else None
    what, is_for, whom = (what, False, "") if is_on else parted(rest, "for")
    seat = around.sight.seat(around.me)
    if is_for:
        seat = seat_named(around, whom)
    if may_end_in_title and not (is_on or is_for) and what.casefold() not in _names_of_tokens(around):
        piece, what = titled_at(around, what, end=True)
    if not what or seat is None:
        raise misused(usage)
    found = _COUNT.fullmatch(what)
    if found is None:
        return NamedMark(what, 1, True, seat, piece, is_for)
    count = -int(found[3]) if found[2] == "-" else int(found[3])
    return NamedMark(found[1], count, bool(found[2]), seat, piece, is_for)


def counter_marked(around: Around, mark: NamedMark) -> tuple[str, int, bool]:
    """(its id, what it stands at, whether it is the table's). Refused("counter.none", "text.counter_near")."""
    shared: tuple[CounterSight, ...] = ()
    if mark.piece is not None:
        on_it = {counter.id: counter.value for counter in mark.piece.counters}
        every = tuple(CounterSight(id, name, on_it.get(id, 0), None, None) for id, name in around.sight.card_counters)
    else:
        shared = () if mark.is_named else around.sight.counters
        every = (*mark.seat.counters, *shared)
    folded = mark.name.casefold()
    for counter in every:
        if folded in (counter.id, counter.name.casefold()):
            return counter.id, counter.value, counter in shared
    guess = nearest(mark.name, (counter.name for counter in every))
    raise Refused("text.counter_near", counter=said(mark.name), guess=guess) if guess else Refused("counter.none")


def tokens_marked(around: Around, mark: NamedMark) -> tuple[str, int]:
    """(the token as it is called here, how many of it lie there). A name that is new here is taken as it is."""
    held = dict(mark.piece.tokens if mark.piece is not None else mark.seat.tokens)
    token = token_called(mark.name, (*around.sight.token_names, *held))
    return token, held.get(token, 0)


def _names_of_tokens(around: Around) -> set[str]:
    return {name.casefold() for name in around.sight.token_names}
