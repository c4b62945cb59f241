"""How the game goes on: turns, chance, abilities, its end."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from play.table import events as e
from play.table.state import COIN, Table, Turn, free_die


def after(table: Table, fact: e.TurnFact) -> Table:
    match fact:
        case e.SeatChosen() | e.PieceChosen():
            return table
        case e.CoinFlipped(seat=seat, is_heads=is_heads):
            return _thrown(table, seat, {COIN: "heads" if is_heads else "tails"})
        case e.DiceRolled(seat=seat, rolled=rolled):
            faces = {die.id: die.faces for die in table.equipment.dice}
            lies = {id: faces[id].index(face) for id, face in rolled if face in faces.get(id, ())}
            came: dict[str, str] = {}
            for id, face in rolled:
                if id not in faces and id != free_die(6):
                    continue  # such a die lies on no table
                came[id] = f"{came[id]} + {face}" if id in came else face
            table = replace(table, dice=tuple(sorted((dict(table.dice) | lies).items())))
            return _thrown(table, seat, came)
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


def _thrown(table: Table, seat: int, came: dict[str, str]) -> Table:
    """The last throw of each thing: by whom, and what came of it."""
    rest = (one for one in table.thrown if one[0] not in came)
    return replace(table, thrown=tuple(sorted((*rest, *((id, seat, face) for id, face in came.items())))))


def _turn(
    turn: Turn,
    fact: e.PhaseBegan | e.TurnBegan | e.TurnPassed | e.TurnToBeSkipped | e.ExtraTurnGiven | e.AbilityUsed,
) -> Turn:
    match fact:
        case e.PhaseBegan(phase=phase):
            return replace(turn, phase=phase)
        case e.TurnBegan(seat=seat, number=number, round=round, is_extra=is_extra):
            extra = turn.extra[1:] if is_extra else turn.extra
            return Turn(number, round, seat, extra=extra, skipped=turn.skipped - {seat}, first=turn.first)
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
