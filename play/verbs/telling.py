"""A fact in words for one viewer, as the family it belongs to tells it."""

from __future__ import annotations

from typing import assert_never

from play.table import events as e
from play.table.narration import Narration
from play.table.state import Table
from play.verbs import (
    asking,
    consent,
    deck,
    dice_and_coins,
    drawing,
    facing,
    lobby,
    looking,
    marks,
    moving,
    playing,
    talk,
    turns,
)


def tell(before: Table, fact: e.Event, after: Table, me: int) -> Narration | None:
    """The line for this viewer (0: a spectator), or None for what needs no telling."""
    match fact:
        case e.PiecesMoved():
            return moving.tell_moved(before, fact, after, me)
        case e.Attached() | e.Detached():
            return moving.tell_held(before, fact, after, me)
        case e.AbilityUsed():
            return playing.tell(fact, after, me)
        case e.PileShuffled():
            return drawing.tell(fact, after)
        case e.Revealed() | e.LookingBegan() | e.LookingEnded():
            return looking.tell(before, fact, me)
        case e.TurnedOver():
            return facing.tell(before, fact, after, me)
        case e.PointedAt() | e.PieceTapped() | e.TokensPut() | e.CounterSet() | e.NoteWritten():
            return marks.tell(before, fact, after, me)
        case e.DiceRolled() | e.CoinFlipped() | e.SeatChosen() | e.PieceChosen():
            return dice_and_coins.tell(fact, after, me)
        case (
            e.TurnBegan() | e.PhaseBegan() | e.TurnPassed() | e.TurnToBeSkipped() | e.ExtraTurnGiven() | e.KnockedOut()
            | e.CameBack()
        ):  # fmt: skip
            return turns.tell(fact, after)
        case e.QuestionAsked() | e.QuestionAnswered() | e.QuestionClosed():
            return asking.tell(before, fact)
        case e.GoneOnWithout() | e.Muted() | e.TakenBack() | e.GameWon() | e.GameAbandoned():
            return consent.tell(fact)
        case (
            e.TableOpened() | e.SeatTaken() | e.SeatLeft() | e.SeatHandedOver() | e.TeamJoined() | e.SideChosen()
            | e.SeatReadied() | e.GameBegun() | e.GathersAgain()
        ):  # fmt: skip
            return lobby.tell(fact)
        case e.Said() | e.ExceptionNoted():
            return talk.tell(fact)
        case (
            e.CardEntered() | e.CardChanged() | e.CardLeft() | e.RulesReplaced() | e.KitChanged() | e.NextKitSet()
        ):  # fmt: skip
            return deck.tell(before, fact)
        case e.GamePaused() | e.GameResumed() | e.VoterExcused():
            return deck.tell_vote(before, fact)
        case e.PackOpened():
            return deck.tell_pack(fact)
        case e.BallotMoved():
            return None
        case _:
            assert_never(fact)
