"""A table as a value to play at by its rules alone, with luck that can be played again."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cards.rules.kit import DVORAK, Kit
from play.table import events as e
from play.table.evolve import evolve
from play.table.narration import Narration
from play.table.state import CardText, RuleText, Table
from play.verbs import commands as c
from play.verbs.decide import decide
from play.verbs.telling import tell
from studio.kernel.messages import english


class Seeded:
    """Luck that can be played again."""

    def __init__(self, seed: int) -> None:
        self.random, self.names = random.Random(seed), 0

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def order(self, n: int) -> tuple[int, ...]:
        numbers = list(range(n))
        self.random.shuffle(numbers)
        return tuple(numbers)

    def piece_id(self) -> str:
        self.names += 1
        return f"p{self.random.randrange(10**9):09d}x{self.names:06d}"


def cards_called(*titles: str, kind: str = "Thing") -> tuple[CardText, ...]:
    return tuple(CardText(n, f"{n:064x}", kind, title=title) for n, title in enumerate(titles, 1))


class RulesTable:
    """People 1, 2, 3 … sit in seats of their number; the game has begun. `told` are all facts with what was before."""

    def __init__(
        self, cards: Sequence[CardText] = (), kit: Kit = DVORAK, rules: Sequence[RuleText] = (), seats: int = 3,
        seed: int = 1,
    ) -> None:  # fmt: skip
        self.luck, self.table = Seeded(seed), Table()
        self.told: list[tuple[Table, e.Event, Table]] = []
        cards = cards or cards_called(*(f"Card {n}" for n in range(1, 21)))
        self.do(c.OpenTable(1, kit, tuple(cards), tuple(rules), is_creative=True))
        for person in range(1, seats + 1):
            self.do(c.TakeSeat(person))
        self.do(c.Begin(1, confirmed=True))

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        facts = decide(self.table, command, c.Moment(0, self.luck))
        for fact in facts:
            before, self.table = self.table, evolve(self.table, fact)
            self.told.append((before, fact, self.table))
        return facts

    def hand(self, seat: int) -> tuple[str, ...]:
        return self.table.zones[f"{self.table.kit.hand}.{seat}"]

    def line(self, me: int = 0, *, back: int = 1) -> Narration | None:
        """The latest fact but `back` - 1 as the seat is told it."""
        before, fact, after = self.told[-back]
        return tell(before, fact, after, me)

    def words(self, me: int = 0, *, back: int = 1, who: str = "Maud") -> str:
        line = self.line(me, back=back)
        return english(line.words.given(who=who)) if line else ""
