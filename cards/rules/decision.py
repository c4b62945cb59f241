"""What a Special Rule may set: how the deck decides (C9), and what changes at the table (C7)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cards.rules.kit import CounterKit, DieKit, TokenKit

Answer = Literal["for", "against"]
ANSWERS: tuple[Answer, ...] = ("for", "against")
Outcome = Literal["accepted", "aside"]
Way = Literal["unanimity", "consent", "majority", "two_thirds", "decider", "veto"]


@dataclass(frozen=True, slots=True)
class DecisionRule:
    """Set only by the Special Rule in force that carries it; with none it is unanimity (C9).

    `decider` is the member who decides alone; `excluded` never count, not even as proposer;
    `cost` says in words what a veto costs; `when_decided` closes as soon as nothing can change.
    """

    by: Way = "unanimity"
    decider: int | None = None
    excluded: frozenset[int] = frozenset()
    cost: str = ""
    when_decided: bool = False
    reason_wanted: bool = False


@dataclass(frozen=True, slots=True)
class TableSetting:
    """A setting of the table that a Special Rule changes while in force. `kind` narrows "plays" to one kind."""

    name: Literal["hand_limit", "draw", "draw_if_empty", "plays", "deal"]
    value: int
    kind: str = ""
    denies: bool = False


@dataclass(frozen=True, slots=True)
class NewCounter:
    counter: CounterKit


@dataclass(frozen=True, slots=True)
class NewToken:
    token: TokenKit


@dataclass(frozen=True, slots=True)
class NewDie:
    die: DieKit


Effect = DecisionRule | TableSetting | NewCounter | NewToken | NewDie

UNANIMITY = DecisionRule()
