"""Places of a page on the table that is laid, and what verbs offer there as rows that can be read.

A row is "verb look: label | fields | [hotkey] | (hint)"; of a form "verb form: heading > button | fields | each that is
asked | (hint)". A context by which translators tell labels apart stands in «».
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cards.rules.kit import DVORAK
from play.table.seeing import see
from play.table.sight import CounterSight, LookingSight, PieceSight, QuestionSight, SeatSight, Sight, ZoneSight
from play.table.zones import ZoneKey
from play.verbs import offers as o
from play.verbs.offers import Asks, Button, Fields, Form
from play.verbs.registry import BUTTONS, FORMS
from studio.kernel.messages import Message, Sayable, english, message
from tests.rules.laid_table import BEAS_HAND, DRAW, TABLE

SIGHT = see(TABLE, 1)
BUSY, OVER = see(replace(TABLE, paused_by=6), 1), see(replace(TABLE, state="over"), 1)
ASKED_ALREADY = replace(SIGHT, questions=(QuestionSight(5, "without", 1, 2, 0, "", (3,), (), False, True),))
WAITING = see(replace(TABLE, state="gathering", zones={}), 1)
PLAINEST = see(replace(TABLE, kit=DVORAK), 1)


def zones(sight: Sight) -> Iterator[ZoneSight]:
    yield from sight.zones
    for one in sight.seats:
        yield from (*one.zones, *((one.hand,) if one.hand else ()))


def zone(key: ZoneKey) -> ZoneSight:
    return next(one for one in zones(SIGHT) if one.key == key)


def piece(id: str) -> PieceSight:
    return next(one for zone in zones(SIGHT) for one in zone.pieces if one.id == id)


def seat(number: int, sight: Sight = SIGHT) -> SeatSight:
    found = sight.seat(number)
    assert found is not None
    return found


def counter(value: int, **where: Any) -> o.OnCounter:
    return o.OnCounter(CounterSight("gold", "Gold", 4, 0, 9), value, **where)


def other(number: int, is_there: bool = True, sight: Sight = SIGHT, **changed: Any) -> o.OnOtherSeat:
    return o.OnOtherSeat(sight, replace(seat(number, sight), **changed), is_there)


def question(about: Any, *, target: int = 0, may_answer: bool = True, is_mine: bool = False) -> o.OnQuestion:
    return o.OnQuestion(SIGHT, QuestionSight(4, about, 2, target, 1, "", (1,), (), may_answer, is_mine))


def turn(phase: int = 1, *left: bool, me: int = 1, to_draw: int = 0, back: int = 0, paused: bool = False) -> o.OnTurn:
    table = replace(TABLE, turn=replace(TABLE.turn, phase=phase), paused_by=6 if paused else None)
    now = see(table, me)
    assert now.turn is not None
    is_mine = now.turn.seat == me and not paused
    return o.OnTurn(
        replace(now.turn, to_draw=to_draw), is_mine, left, back, message("Idris: drew a card.") if back else None
    )


def over_the_limit(at: o.OnTurn, by: int) -> o.OnTurn:
    """The same turn with so many cards too many in hand."""
    return replace(at, turn=replace(at.turn, to_discard=by))


def looking(*pieces: str, shuffles: bool = False, is_pile: bool = True) -> o.OnLooking:
    found = tuple(piece(id) for id in pieces)
    return o.OnLooking(LookingSight(1, DRAW if is_pile else BEAS_HAND, 2, shuffles, found), is_pile)


# --- rows -------------------------------------------------------------------------------------------------------------


def worded(said: Sayable | None) -> str:
    context = f" «{said.context}»" if isinstance(said, Message) and said.context else ""
    return english(said) + context if said is not None else ""


def sent(fields: Fields) -> str:
    return " ".join(f"{name}={value}" for name, value in fields)


def row(*parts: str) -> str:
    return " | ".join(part for part in parts if part)


def asked(ask: Asks) -> str:
    bounds = "" if ask.most is None else f" {'' if ask.least is None else ask.least}..{ask.most}"
    now, but = f" now {ask.value}" if ask.value != "" else "", f" but {ask.besides}" if ask.besides else ""
    return f"{ask.name}: {worded(ask.label)} ({ask.among}{now}{bounds}{but})"


def button(verb: str, it: Button) -> str:
    key, hint = f"[{it.hotkey}]" if it.hotkey else "", f"({worded(it.hint)})" if it.hint else ""
    return row(f"{verb} {it.look}: {worded(it.label)}", sent(it.fields), key, hint)


def form(verb: str, it: Form) -> str:
    heading = f"{verb} form: {worded(it.heading)} > {worded(it.button)}"
    return row(heading, sent(it.fields), *map(asked, it.asks), f"({worded(it.hint)})" if it.hint else "")


def offered(place: Any) -> list[str]:
    buttons = [button(sent.name, one) for _, sent, at in BUTTONS[type(place)] for one in at.gives(place)]
    return buttons + [form(sent.name, one) for _, sent, at in FORMS[type(place)] for one in at.gives(place)]
