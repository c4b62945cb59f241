"""Questions that wait for the others: who must answer, when they are settled, and what is done then."""

from __future__ import annotations

from typing import assert_never

from play.table import events as e
from play.table.command import Facts, Moment
from play.table.evolve import fold
from play.table.state import About, Question, Table
from play.table.turns import is_playing, knocked_out, next_turn, winners
from play.table.undoable import taken_back
from play.table.visibility import lay
from play.table.zones import ZoneKey
from studio.kernel.refusals import Refused

# What is agreed waits while the game is paused (C1).
PLAY: tuple[About, ...] = ("hand_look", "hand_take", "hand_random", "knock_out", "win", "undo")
# Nobody wins, or ends a game, behind the backs of those who have only lost their connection.
ENDS: tuple[About, ...] = ("win", "abandon")
NEVER_ALONE: tuple[About, ...] = ("remove", "mute", "hand_look", "hand_take", "hand_random")  # somebody has to agree
NEVER_ALONE_WHILE_THEY_SIT: tuple[About, ...] = ("knock_out",)
# Whoever is asked and gets up has not agreed. Going on without somebody away asks nobody where nobody else is here.
ABOUT_OTHERS: tuple[About, ...] = (*NEVER_ALONE, *NEVER_ALONE_WHILE_THEY_SIT, "without")


def others_here(table: Table, moment: Moment, besides: set[int]) -> frozenset[int]:
    """Everybody who sits here and is not away."""
    return frozenset(s.number for s in table.sitting if s.number not in besides and s.number not in moment.away)


def concerned(table: Table, moment: Moment, by: int) -> frozenset[int]:
    """Everybody else who sits here, but not who is away and out of the game: by agreement, or knocked out (B10)."""
    return frozenset(s.number for s in table.sitting if s.number != by and not (s.is_out and s.number in moment.away))


def ask(
    table: Table, about: About, by: int, asked: frozenset[int], moment: Moment, *, target: int = 0, count: int = 0,
    to: int = 0, words: str = "",
) -> Facts:  # fmt: skip
    if any(q.about == about and q.by == by and q.target == target for q in table.questions):
        raise Refused("question.open")
    is_there = about in NEVER_ALONE_WHILE_THEY_SIT and table.seat(target) in table.sitting
    if not asked and (about in NEVER_ALONE or is_there):
        raise Refused("question.nobody")
    question = Question(table.last_question + 1, about, by, asked, target=target, count=count, to=to, words=words)
    put = e.QuestionAsked(question)
    return (put, *settled(fold(table, (put,)), moment))


def settled(table: Table, moment: Moment) -> Facts:
    """Questions that are answered: one no closes it, a yes of all does what was asked, once the game is not paused."""
    for question in table.questions:
        sitting = {s.number for s in table.sitting}
        if table.paused_by is not None and question.about in PLAY and question.by in sitting:
            continue
        waits_for = concerned(table, moment, question.by) if question.about in (*ENDS, "undo") else sitting
        needed = (question.seats & waits_for) - question.yes
        facts: Facts
        is_moot = question.about == "knock_out" and not is_playing(table, question.target)
        if question.no or question.by not in sitting or is_moot:  # whoever sits there next has asked for nothing
            facts = (e.QuestionClosed(question.number, False),)
        elif not needed and question.about in ABOUT_OTHERS and question.seats and not question.yes:
            facts = (e.QuestionClosed(question.number, False),)  # whoever was asked got up, which is no yes
        elif not needed and question.about == "undo" and _is_late(table, question, moment):
            facts = (e.QuestionClosed(question.number, False),)
        elif not needed:
            closed = e.QuestionClosed(question.number, True)
            facts = (closed, *_agreed(fold(table, (closed,)), question, moment))
        else:
            continue
        return (*facts, *settled(fold(table, facts), moment))
    return ()


def _is_late(table: Table, question: Question, moment: Moment) -> bool:
    """Whether something was seen, or somebody sat down or got up, while the others thought about taking it back.

    Who got up with this very command is in no log yet: nobody is put back into a seat.
    """
    if question.to < moment.spilled_at():
        return True
    assert moment.back_to is not None
    return [s.member for s in moment.back_to(question.to).seats] != [s.member for s in table.seats]


def _agreed(table: Table, question: Question, moment: Moment) -> Facts:
    by, target = question.by, question.target
    hand = table.hand_of(target)
    match question.about:
        case "win":
            return (e.GameWon(winners(table, by), question.words, "claimed" if question.yes else "alone"),)
        case "abandon":
            return (e.GameAbandoned(by),)
        case "undo":
            assert moment.back_to is not None
            return taken_back(table, question.to, moment.back_to(question.to), moment.luck)
        case "knock_out":
            return knocked_out(table, by, target)
        case "without":
            gone = e.GoneOnWithout(target)
            after = fold(table, (gone,))
            return (gone, *(next_turn(after) if after.turn.seat == target else ()))
        case "remove":
            left = e.SeatLeft(target, removed=True)
            return (left, *_pass_on(fold(table, (left,)), target))
        case "mute" | "unmute":
            return (e.Muted(target, question.about == "mute"),)
        case "hand_look" | "hand_take":
            pieces = table.zones.get(hand, ())
            takes = question.count if question.about == "hand_take" else 0
            return (e.LookingBegan(by, hand, pieces, takes=takes),) if pieces and _is_free(table, by) else ()
        case "hand_random":
            return _take_random(table, question, hand, moment)
        case _:
            assert_never(question.about)


def _pass_on(table: Table, seat: int) -> Facts:
    return next_turn(table) if table.state == "playing" and table.turn.seat == seat else ()


def _is_free(table: Table, seat: int) -> bool:
    return not any(look.seat == seat for look in table.looking)


def _take_random(table: Table, question: Question, hand: ZoneKey, moment: Moment) -> Facts:
    held = table.zones.get(hand, ())
    mine = table.hand_of(question.by)
    moved: list[e.Moved] = []
    for n in moment.luck.order(len(held))[: question.count]:
        moved.append(lay(table, table.pieces[held[n]], hand, mine, moment.luck))
        table = fold(table, (e.PiecesMoved(question.by, "move", (moved[-1],)),))
    return (e.PiecesMoved(question.by, "take_random", tuple(moved), under=question.target),) if moved else ()
