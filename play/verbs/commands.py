"""All that can be asked of a table under one roof, for whoever asks. Each command stands with its verb."""

from __future__ import annotations

from play.table.command import Command, DeckCommand, DoorCommand, Luck, Moment, Place, SeatCommand
from play.verbs.asking import AnswerQuestion, AskHand, KnockOut
from play.verbs.consent import AskTable
from play.verbs.deck import (
    BallotMoves,
    CardAmended,
    CardEnters,
    CardLeaves,
    ExcuseVoter,
    FreshPack,
    KitReplaced,
    PauseFor,
    Resume,
    RulesChanged,
)
from play.verbs.dice_and_coins import ChoosePiece, ChooseSeat, FlipCoin, Roll
from play.verbs.drawing import Draw, MoveTop, ShuffleIn, ShuffleZone
from play.verbs.dropping import LetGo
from play.verbs.facing import TurnOver
from play.verbs.lobby import Begin, ChooseSide, GetReady, HandOver, JoinTeam, OpenTable, PlayAgain, Stand, TakeSeat
from play.verbs.looking import LookAtTop, PutBack, Reveal, SearchPile, StopLooking
from play.verbs.marks import PointAt, PutTokens, SetCounter, Tap, WriteNote
from play.verbs.moving import Attach, Detach, MovePieces
from play.verbs.playing import Destroy, Discard, DiscardRandom, PlayCard, UseAbility
from play.verbs.talk import Speak
from play.verbs.turns import ComeBack, EndPhase, EndTurn, ExtraTurn, SkipTurn

__all__ = [
    "AnswerQuestion",
    "AskHand",
    "AskTable",
    "Attach",
    "BallotMoves",
    "Begin",
    "CardAmended",
    "CardEnters",
    "CardLeaves",
    "ChoosePiece",
    "ChooseSeat",
    "ChooseSide",
    "ComeBack",
    "Command",
    "DeckCommand",
    "Destroy",
    "Detach",
    "Discard",
    "DiscardRandom",
    "DoorCommand",
    "Draw",
    "EndPhase",
    "EndTurn",
    "ExcuseVoter",
    "ExtraTurn",
    "FlipCoin",
    "FreshPack",
    "GetReady",
    "HandOver",
    "JoinTeam",
    "KitReplaced",
    "KnockOut",
    "LetGo",
    "LookAtTop",
    "Luck",
    "Moment",
    "MovePieces",
    "MoveTop",
    "OpenTable",
    "PauseFor",
    "Place",
    "PlayAgain",
    "PlayCard",
    "PointAt",
    "PutBack",
    "PutTokens",
    "Resume",
    "Reveal",
    "Roll",
    "RulesChanged",
    "SearchPile",
    "SeatCommand",
    "SetCounter",
    "ShuffleIn",
    "ShuffleZone",
    "SkipTurn",
    "Speak",
    "Stand",
    "StopLooking",
    "TakeSeat",
    "Tap",
    "TurnOver",
    "UseAbility",
    "WriteNote",
]
