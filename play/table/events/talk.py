"""What was said and asked, and what was taken back by consent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from play.table import upcasters
from play.table.events.undo import Undo
from play.table.state import Question, Table
from studio.kernel.schema import stored, unstored


@dataclass(frozen=True, slots=True)
class QuestionAsked:
    undo: ClassVar[Undo] = Undo.BESIDE
    question: Question


@dataclass(frozen=True, slots=True)
class QuestionAnswered:
    undo: ClassVar[Undo] = Undo.BESIDE
    number: int
    seat: int
    is_yes: bool
    words: str = ""


@dataclass(frozen=True, slots=True)
class QuestionClosed:
    undo: ClassVar[Undo] = Undo.BESIDE
    number: int
    is_yes: bool


@stored(upcasters.taken_back_1)
@dataclass(frozen=True, slots=True)
class TakenBack:
    """The table is as it was after entry `to`: by consent, or by the word of the seat `by`, whose trifle it was.

    An entry holds the number alone; whoever folds entries finds the table again (`play.table.evolve.steps`).
    """

    undo: ClassVar[Undo] = Undo.OPEN
    to: int
    table: Table | None = unstored(default=None)
    by: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    undo: ClassVar[Undo] = Undo.BESIDE
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class ExceptionNoted:
    """Somebody confirmed that a card or a rule allows what the limits do not: the codes of what was asked."""

    undo: ClassVar[Undo] = Undo.BESIDE
    seat: int
    codes: tuple[str, ...]


TalkFact = QuestionAsked | QuestionAnswered | QuestionClosed | TakenBack | Said | ExceptionNoted
