"""How the game goes on: turns, chance, abilities, its end."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from play.table import events as e
from play.table.state import Table, Turn


def after(table: Table, fact: e.TurnFact) -> Table:
    match fact:
        case e.SeatChosen() | e.PieceChosen() | e.CoinFlipped():
            return table
        case e.DiceRolled(rolled=rolled):
            faces = {die.id: die.faces for die in table.equipment.dice}
            lies = {id: faces[id].index(face) for id, face in rolled if face in faces.get(id, ())}
            return replace(table, dice=tuple(sorted((dict(table.dice) | lies).items())))
        case e.GameWon(winners=winners, how=how):
            alone = how == "alone"
            return replace(table, state="over", winners=winners, is_won_alone=alone, looking=(), questions=())
        case e.GameAbandoned():
            return replace(table, state="over", winners=(), looking=(), questions=())
        case (
            e.PhaseBegan() | e.TurnBegan() | e.TurnPassed() | e.TurnToBeSkipped() | e.ExtraTurnGiven() | e.AbilityUsed()
        ):
            return replace(table, turn=_turn(table.turn, fact))
        case _:
            assert_never(fact)


def _turn(
    turn: Turn,
    fact: e.PhaseBegan | e.TurnBegan | e.TurnPassed | e.TurnToBeSkipped | e.ExtraTurnGiven | e.AbilityUsed,
) -> Turn:
    match fact:
        case e.PhaseBegan(phase=phase):
            return replace(turn, phase=phase)
        case e.TurnBegan(seat=seat, number=number, round=round, is_extra=is_extra):
            extra = turn.extra[1:] if is_extra else turn.extra
            return Turn(number, round, seat, extra=extra, skipped=turn.skipped - {seat})
        case e.TurnPassed(seat=seat):
            return replace(turn, skipped=turn.skipped - {seat})
        case e.TurnToBeSkipped(who=who):
            return replace(turn, skipped=turn.skipped | {who})
        case e.ExtraTurnGiven(who=who):
            return replace(turn, extra=(*turn.extra, who))
        case e.AbilityUsed(piece=piece):
            used = dict(turn.activated)
            used[piece] = used.get(piece, 0) + 1
            return replace(turn, activated=tuple(sorted(used.items())))
        case _:
            assert_never(fact)
