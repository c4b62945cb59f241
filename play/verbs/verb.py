"""What a verb is: a command with all that belongs to it, in one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Literal, TypeVar

from play.console.values import Word
from play.table.command import Command, Facts, Moment
from play.table.state import Table
from play.verbs.fields import Field
from play.verbs.offers import At, FormAt

C = TypeVar("C", bound=Command)


class When(Enum):
    """Who may ask for it, and when. Everything a seat does in the game stops while a vote is under way (C1)."""

    DOOR = "by somebody without a seat"
    ANY_TIME = "by whoever sits, whatever is going on"
    PLAYING = "by whoever sits, in a game that is not paused"
    DECK = "by the deck"


@dataclass(frozen=True, slots=True)
class Sent:
    """The name under which a form sends a verb, and its fields. `confirms`: a limit in the way may be confirmed;
    `fixed` are fields of the command that the name settles. The seat is never a field: it is the caller's own.
    `buttons` and `forms` say where it is offered."""

    name: str
    fields: Mapping[str, Field] = field(default_factory=dict)
    confirms: bool = False
    fixed: tuple[tuple[str, Any], ...] = ()
    buttons: tuple[At[Any], ...] = ()
    forms: tuple[FormAt[Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Verb(Generic[C]):
    """A command, and `decide`, which gives the facts that follow or raises Refused(code).

    `sent` are the names that forms know it by, `words` those of typed lines. `does` is the part of a turn it belongs
    to, which the turn goes on to by itself (B2).
    """

    command: type[C]
    decide: Callable[[Table, C, Moment], Facts]
    when: When = When.PLAYING
    sent: tuple[Sent, ...] = ()
    words: tuple[Word, ...] = ()
    does: Literal["", "play", "discard"] = ""
