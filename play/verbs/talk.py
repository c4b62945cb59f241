"""Saying something to everybody; quiet that the others have asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from cards.rules.limits import clean_text
from play.console.values import Around, Do, Parsed, Word, misused
from play.table import events as e
from play.table.command import Facts, Moment, SeatCommand
from play.table.limits import SAY_MAX
from play.table.narration import Narration, line
from play.table.state import Table
from play.verbs.fields import Field, text
from play.verbs.verb import Sent, Verb, When
from studio.kernel.messages import message, series
from studio.kernel.refusals import Refused


@dataclass(frozen=True, slots=True)
class Speak(SeatCommand):
    """Said to everybody, those who watch too."""

    text: str


def speak(table: Table, command: Speak, moment: Moment) -> Facts:
    words = clean_text(command.text).strip()
    if not words:
        raise Refused("remark.empty")
    if len(words) > SAY_MAX:
        raise Refused("remark.long", limit=SAY_MAX)
    may_speak(table, command.seat)
    return (e.Said(command.seat, words),)


def may_speak(table: Table, seat: int) -> None:
    """Quiet is about every word of one's own that others are shown: talk, reasons, notes, names of tokens."""
    who = table.seat(seat)
    if who is not None and who.is_muted:
        raise Refused("seat.muted")


def tell(fact: e.Said | e.ExceptionNoted) -> Narration:
    match fact:
        case e.Said(seat=seat, text=words):
            return line(seat, message("{words}", context="said at the table", words=words), "talk")
        case e.ExceptionNoted(seat=seat, codes=codes):
            why = series((_EXCEPTIONS.get(code, code) for code in codes), "comma")
            return line(seat, message("made an exception ({why})", why=why), "mark")
        case _:
            assert_never(fact)


_EXCEPTIONS = {
    "ask.not_your_turn": message("out of turn"),
    "ask.other_phase": message("outside its part of the turn"),
    "ask.played_enough": message("one more than the turn allows"),
    "ask.kind_denied": message("although a rule denies it"),
    "ask.used_enough": message("used again"),
    "ask.not_your_card": message("somebody else's card"),
    "ask.draw_more": message("more than the turn's draw"),
    "ask.not_drawn": message("without drawing"),
    "ask.over_the_limit": message("over the hand limit"),
    "ask.free_discard": message("a free discard"),
    "ask.from_hand": message("straight from the hand"),
    "ask.zone_full": message("beyond the room there"),
    "ask.beyond": message("beyond its bounds"),
    "ask.knock_out": message("by a card or a rule"),
    "ask.win_alone": message("with nobody here to agree"),
    "ask.few_players": message("fewer players than it wants"),
    "ask.few_cards": message("fewer than five cards a player"),
    "ask.not_ready": message("not everybody was ready"),
}


def _typed(around: Around, rest: str, sure: bool) -> Parsed:
    if not rest:
        raise misused("say words")
    return Do((Speak(around.me, rest),))


VERBS = (
    Verb(
        Speak, speak, When.ANY_TIME,
        sent=(Sent("say", {"text": Field(text)}),),
        words=(Word("say", "say words", message("Say something to everybody."), _typed),),
    ),
)  # fmt: skip
