"""How large the title, the type line and the values in the corners can be. Lengths are mm, letters pt."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cards.face.lines import PT, SLACK, line_count, symbol_width
from cards.face.measures import CardSize, Frame, Size, card_size
from cards.face.symbols import Symbol
from cards.face.text import Inline
from cards.face.widths import FontName, width

NEARER = -0.035  # em: how near the letters of a title may be set


@dataclass(frozen=True, slots=True)
class TitleRoom:
    """The place of a title: `column` mm wide, so many lines (`most`) of so many points (`steps`) at each step.

    `tracking` is added to every letter, in em, by step too.
    """

    column: float
    face: FontName
    tracking: tuple[float, ...]
    steps: tuple[float, ...]
    most: tuple[int, ...]

    @property
    def last(self) -> int:
        """The step at which the most goes in."""
        return len(self.steps)

    def holds(self, title: str, step: int) -> bool:
        """Whether the title has room at a step, from 1 on."""
        tracking = self.tracking[step - 1]
        return line_count(title, self.face, self.steps[step - 1], self.column, tracking) <= self.most[step - 1]

    def is_wide_enough(self, title: str, step: int) -> bool:
        """Whether every word of it goes on one line at a step, from 1 on."""
        widest = max((width(word, self.face) for word in title.split(" ")), default=0.0)
        return widest * self.steps[step - 1] * PT <= self.column


def _title_room(frame: Frame, size: Size, has_left: bool, has_right: bool) -> TitleRoom:
    card = card_size(size)
    k, steps = card.scale, card.titles
    match frame:
        case "hand":
            column, steps = (
                card.hand_column - 2 * card.inset - card.hand_beside * (has_left + has_right),
                card.hand.titles,
            )
            most = _lines(steps, 1.0, card.hand.head - 4.3 * k, (1, 1, 2, 3))
            return TitleRoom(column, "hand", (0.0,) * 4, tuple(pt * 1.03 for pt in steps), most)
        case "classic":
            column, steps = card.column - 2 * card.inset - 8.0 * k * (has_left + has_right), card.classic_titles
            return TitleRoom(
                column,
                "text-bold",
                (0.0,) * 4,
                steps,
                _lines(steps, 1.1, card.bar - card.clear - 1.4 * k, (1, 1, 2, 2)),
            )
        case _:
            column = card.title_column - (card.beside if has_right else 0.0)
            steps = (*steps, steps[-1])  # the letters nearer, before a title breaks off for a hair
            most = _lines(steps, 1.06, card.head - 2.2 * k, (1, 2, 2, 3, 3))
            return TitleRoom(column, "display", (*(-0.012,) * 4, NEARER), steps, most)


def _lines(steps: tuple[float, ...], leading: float, high: float, most: tuple[int, ...]) -> tuple[int, ...]:
    """How many lines go into a head so high at each step, and never more than that many."""
    return tuple(max(1, min(n, int(high / (pt * leading * PT)))) for pt, n in zip(steps, most, strict=True))


@lru_cache(maxsize=8192)
def title_step(title: str, frame: Frame, size: Size, has_left: bool, has_right: bool) -> tuple[int, bool]:
    """The step for `data-title`, 1 to 5, and whether the title has room at it.

    `has_left`, `has_right`: a cost, a gain; they take room from the title where they stand beside it.
    """
    room = _title_room(frame, size, has_left, has_right)
    for step in range(1, room.last + 1):
        if room.is_wide_enough(title, step) and room.holds(title, step):
            return step, True
    return room.last, room.holds(title, room.last)


def is_title_parted(title: str, parted: str, frame: Frame, size: Size, has_left: bool, has_right: bool) -> bool:
    """Whether a title is set with its soft hyphens (`parted`): where a word is too long for a line in any size."""
    room = _title_room(frame, size, has_left, has_right)
    return not room.is_wide_enough(title, room.last) and room.holds(parted, room.last)


@lru_cache(maxsize=8192)
def shortened(title: str, frame: Frame, size: Size, has_left: bool, has_right: bool, ending: str = "…") -> str:
    """As much of a title as there is room for before the ending; the rest belongs in the text."""
    low, high = 0, len(title)
    while low < high:
        middle = (low + high + 1) // 2
        if title_step(title[:middle].rstrip() + ending, frame, size, has_left, has_right)[1]:
            low = middle
        else:
            high = middle - 1
    return title[:low].rstrip() + ending


def type_step(letters: str, frame: Frame, size: Size) -> tuple[int, bool]:
    """The step for `data-type`, 1 to 3, and whether the type line has room at it, beside the number of the card."""
    card = card_size(size)
    face: FontName
    match frame:
        case "hand":
            face, steps, shown, tracking = "hand", card.hand.types, letters, 0.0
        case "classic":
            face, steps, shown, tracking = "text-semi", card.classic_types, letters, 0.0
        case _:
            face, steps, shown, tracking = "gothic", card.types, letters.upper(), 0.045
    column = card.hand_column if frame == "hand" else card.column - 9.0 * max(card.scale, 0.73)
    wide = (width(shown, face) + tracking * len(shown)) * PT / SLACK
    for step, pt in enumerate(steps, 1):
        if wide * pt <= column:
            return step, True
    return 3, False


def corner_step(
    inlines: tuple[Inline, ...], corner: Literal["cost", "gain", "value", "stat"], frame: Frame, size: Size
) -> int:
    """The step for `data-step`, 1 to 3; 0 when the value is too long for its corner."""
    card, is_top = card_size(size), corner in ("cost", "gain")
    room = card.tab[0] - 1.2 if is_top else card.column / 2 - card.inset - 8.0 * card.scale
    wide = _corner_width(inlines, frame)
    for step, pt in enumerate(_corner_steps(card, frame, is_top=is_top), 1):
        if wide * pt * PT <= room:
            return step
    return 0


def plate_width(inlines: tuple[Inline, ...], step: int, frame: Frame, size: Size) -> float:
    """How wide the plate of a lower corner is, in mm, with its padding."""
    card = card_size(size)
    pt = _corner_steps(card, frame, is_top=False)[step - 1]
    return _corner_width(inlines, frame) * pt * PT + 1.0 + 3.8 * card.scale


def _corner_steps(card: CardSize, frame: Frame, *, is_top: bool) -> tuple[float, float, float]:
    """The value in pt by step."""
    return card.hand_corner if frame == "hand" else card.cost_pt if is_top else card.plate_pt, *card.corners


def _corner_width(inlines: tuple[Inline, ...], frame: Frame) -> float:
    """In em."""
    face: FontName = "hand" if frame == "hand" else "gothic"
    return sum(
        symbol_width(part, frame) if isinstance(part, Symbol) else width(part.text, face) + 0.02 * len(part.text)
        for part in inlines
    )
