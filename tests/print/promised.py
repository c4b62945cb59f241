"""What the print shop promises of a file of sheets, told once more to be held against it.

Measures of papers and cards stand here as the trade has them; of the layout only where the first card lies and how far
it is to the next.
"""

from __future__ import annotations

from dataclasses import dataclass

from cards.printing.choices.choices import PrintChoices
from cards.printing.queue.values import Item, Job

INCH = 25.4

PAPERS = {
    "a4": (210, 297), "letter": (8.5 * INCH, 11 * INCH), "a3": (297, 420), "tabloid": (11 * INCH, 17 * INCH),
    "legal": (8.5 * INCH, 14 * INCH), "12x18in": (12 * INCH, 18 * INCH),
}  # fmt: skip
CARDS = {
    "poker": (63, 88), "poker-us": (2.5 * INCH, 3.5 * INCH), "bridge": (2.25 * INCH, 3.5 * INCH), "us-game": (56, 87),
    "euro": (59, 92), "mini": (44, 63), "mini-us": (1.75 * INCH, 2.5 * INCH), "mini-euro": (44, 68),
    "micro": (1.25 * INCH, 1.75 * INCH), "tarot": (70, 120), "tarot-us": (2.75 * INCH, 4.75 * INCH),
    "jumbo": (3.5 * INCH, 5.5 * INCH), "square": (2.5 * INCH, 2.5 * INCH), "square-70": (70, 70),
    "square-89": (3.5 * INCH, 3.5 * INCH), "domino": (1.75 * INCH, 3.5 * INCH), "index": (3 * INCH, 5 * INCH),
    "business-us": (2 * INCH, 3.5 * INCH), "business-eu": (55, 85), "hex": (3.75 * INCH, 3.25 * INCH),
}  # fmt: skip

Box = tuple[float, float, float, float]  # left, top, right, bottom in mm from the upper left


def measured(name: str, table: dict[str, tuple[float, float]]) -> tuple[float, float]:
    """Width and height in mm of what a table names, or of "60x90"."""
    if name in table:
        return table[name]
    wide, high = name.split("x")
    return float(wide), float(high)


@dataclass(frozen=True)
class Promised:
    """What the shop said: the choices, the job that the press was given, and every card in its order with its parts."""

    choices: PrintChoices
    job: Job
    cards: tuple[tuple[Item, int, int], ...]  # the item, which part of it, of how many

    @property
    def sheets(self) -> int:
        return -(-len(self.cards) // self.job.layout.places)

    @property
    def size(self) -> tuple[float, float]:
        return measured(self.job.size, CARDS)

    @property
    def has_backs(self) -> bool:
        return bool(self.job.backs)

    def laid(self, sheet: int) -> list[tuple[Item, Box]]:
        """The fronts of a sheet, from 1."""
        layout, (wide, high) = self.job.layout, self.size
        cards = self.cards[(sheet - 1) * layout.places : sheet * layout.places]
        found = []
        for at, (item, _, _) in enumerate(cards):
            x = (layout.left + at % layout.columns * layout.pitch_x) / 100
            y = (layout.top + at // layout.columns * layout.pitch_y) / 100
            found.append((item, (x, y, x + wide, y + high)))
        return found

    def behind(self, sheet: int, paper: tuple[float, float]) -> list[tuple[Item, Box]]:
        """Where their backs lie: seen through the paper, beyond the fold, or as the fronts do."""
        finish, fold = self.job.finish, self.job.layout.fold
        if finish.backing == "apart" and not fold:
            return self.laid(sheet)
        is_across = fold == "across" or (not fold and finish.flip == "top")
        found = []
        for item, (left, top, right, bottom) in self.laid(sheet):
            if is_across:
                box = (left, paper[1] - bottom, right, paper[1] - top)
            else:
                box = (paper[0] - right, top, paper[0] - left, bottom)
            dx, dy = finish.back_x / 100, finish.back_y / 100
            found.append((item, (box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy)))
        return found

    @property
    def is_turned(self) -> bool:
        """Whether backs lie upside down."""
        fold, finish = self.job.layout.fold, self.job.finish
        return fold == "across" or (not fold and finish.flip == "top" and finish.backing != "apart")
