"""What was asked and answered, and a table that goes back by consent."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from play.table import events as e
from play.table.state import FREE_DISCARD, Table


def after(table: Table, fact: e.TalkFact) -> Table:
    match fact:
        case e.ExceptionNoted(seat=seat, codes=codes) if FREE_DISCARD in codes:
            return replace(table, turn=replace(table.turn, let_go=table.turn.let_go | {seat}))
        case e.Said() | e.ExceptionNoted():
            return table
        case e.TakenBack(table=before):
            assert before is not None, "a table to go back to is found before this is folded"
            return _taken_back(table, before)
        case e.QuestionAsked(question=question):
            return replace(table, questions=(*table.questions, question), last_question=question.number)
        case e.QuestionAnswered(number=number, seat=seat, is_yes=is_yes):
            return replace(
                table,
                questions=tuple(
                    replace(q, yes=q.yes | {seat}, no=q.no - {seat})
                    if q.number == number and is_yes
                    else replace(q, no=q.no | {seat}, yes=q.yes - {seat})
                    if q.number == number
                    else q
                    for q in table.questions
                ),
            )
        case e.QuestionClosed(number=number):
            return replace(table, questions=tuple(q for q in table.questions if q.number != number))
        case _:
            assert_never(fact)


def _taken_back(table: Table, before: Table) -> Table:
    """Questions, the pause, the blanks, who may speak and sit belong to the people and the deck, not to the game."""
    muted = {seat.number: seat.is_muted for seat in table.seats}
    return replace(
        before, questions=table.questions, last_question=table.last_question, paused_by=table.paused_by,
        blanks=table.blanks, shown_out=table.shown_out, hushed=table.hushed, removals=table.removals,
        seats=tuple(replace(seat, is_muted=muted[seat.number]) for seat in before.seats),
    )  # fmt: skip
