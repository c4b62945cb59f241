"""Parting words that are too long for one card: where the next card begins.

As few cards as can be, cut at a sentence where any size of the text has one, else at a clause, else between two words,
at the largest step that allows it, and filled alike. Nothing is lost: the parts put together are the words again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from cards.face.fit import Fit, TextColumn, Words, fit_words
from cards.face.lines import SOFT_HYPHEN, Atom
from cards.face.measures import Frame, Size
from cards.face.text import Block, Bullet, Inline, Paragraph, Run, Text, joined
from cards.face.widths import is_wide

Cut = tuple[int, int]  # a block, and the atom of it that a card begins with

SENTENCE, CLAUSE, WORD, LETTER = range(4)  # what a cut comes after, from good to bad
_COST = (0, 0, 1, 3)  # so many steps of the text is it worth to cut no worse than that; a sentence is worth all of them
MANY = 8  # cards; beyond that they are filled one after the other, without looking for the best of all ways
NEAREST = 12  # places looked at for one cut

_CLOSING = "\"'”’»)]*"
_STOPS, _PAUSES = ".!?…。！？؟।", ",;:–—、，；：،؛"


@dataclass(frozen=True, slots=True)
class TextPart:
    """One of the cards a long text is laid out on."""

    text: Text
    flavour: Text
    fit: Fit


def divide(words: Words, frame: Frame = "press", size: Size = "poker", *, least: int = 0) -> tuple[TextPart, ...]:
    """The cards the words take: one where it can be, else as few as can be. The flavour ends the last one."""
    fit = fit_words(words, frame, size, least=least)
    if fit.fits:
        return (TextPart(words.text, words.flavour, fit),)
    column = TextColumn(words, frame, size)
    stretch = _Stretch(column)
    tightest = _Laid(stretch, 5, column.flavours(5)[-1])
    laid, cuts = tightest, tightest.filled()
    if len(cuts) < MANY:
        laid, cuts = _best(stretch, len(cuts) + 1, least) or (laid, cuts)
    else:
        cuts = tightest.filled(is_neat=True)
    fit = Fit(laid.step, 0, True, laid.flavour if words.flavour else 1)
    edges = [(0, 0), *cuts, stretch.end]
    return tuple(TextPart(*stretch.between(start, end), fit) for start, end in zip(edges, edges[1:], strict=False))


def _best(stretch: _Stretch, cards: int, least: int) -> tuple[_Laid, list[Cut]] | None:
    """The step and the cuts for so many cards: sentences are left whole at whatever step that can be, else a larger
    text and better cuts are weighed against each other.
    """
    best: tuple[int, _Laid, list[Cut]] | None = None
    flavours = stretch.column.flavours
    laid = {step: tuple(_Laid(stretch, step, flavour) for flavour in flavours(step)) for step in range(least, 6)}
    for worst in (SENTENCE, CLAUSE, WORD, LETTER):
        for step, ways in laid.items():
            if best and step + _COST[worst] >= best[0]:
                break
            tried = ((way, way.balanced(cards, worst)) for way in ways)
            if found := next(((way, cuts) for way, cuts in tried if cuts is not None), None):
                if worst == SENTENCE:
                    return found
                best = (step + _COST[worst], *found)
                break
    return best[1:] if best else None


class _Stretch:
    """Text and flavour as one row of blocks, and every place a card may begin at."""

    def __init__(self, column: TextColumn) -> None:
        self.column = column
        flavour = zip(column.words.flavour, column.flavour, strict=True)
        self.blocks: tuple[tuple[Block, tuple[Atom, ...]], ...] = (*column.blocks, *flavour)
        self.texts = len(column.blocks)
        self.end: Cut = (len(self.blocks), 0)

    @cached_property
    def worth(self) -> dict[Cut, int]:
        """What each place comes after."""
        found: dict[Cut, int] = {}
        for index, (block, atoms) in enumerate(self.blocks):
            if index:
                before = self.blocks[index - 1][1]
                found[index, 0] = CLAUSE if before and _letters(before[-1]).endswith(":") else SENTENCE
            harder = isinstance(block, Bullet) + 2 * (index >= self.texts)
            for at in range(1, len(atoms)):
                found[index, at] = min(_cut_between(atoms[at - 1], atoms[at]) + harder, LETTER)
        return found

    def between(self, start: Cut, end: Cut) -> tuple[Text, Text]:
        """The text and the flavour from one place to another."""
        found: tuple[list[Block], list[Block]] = ([], [])
        for index, (block, atoms) in enumerate(self.blocks[start[0] : end[0] + 1], start[0]):
            first = start[1] if index == start[0] else 0
            last = end[1] if index == end[0] else len(atoms)
            if last > first:
                found[index >= self.texts].append(_rebuilt(block, atoms[first:last], is_rest=first > 0))
        return tuple(found[0]), tuple(found[1])


class _Laid:
    """The stretch at one step: how far down a card its words come from any place on."""

    def __init__(self, stretch: _Stretch, step: int, flavour: int) -> None:
        self.stretch, self.step, self.flavour = stretch, step, flavour
        self.room = stretch.column.room(step, 0) + 1e-6

    def filled(self, *, is_neat: bool = False) -> list[Cut]:
        """Each card takes all it can: the fewest cards. A neat one may end a quarter earlier, at a better place."""
        cuts: list[Cut] = []
        start: Cut = (0, 0)
        while True:
            ends = dict(self._heights(start, self.room))
            if is_neat and ends and self.stretch.end not in ends:
                late = [place for place, height in ends.items() if height >= 0.75 * max(ends.values())]
                start = min(late, key=lambda place: (self.stretch.worth[place], -place[0], -place[1]))
            else:
                start = max(ends) if ends else self._next(start)
            if start == self.stretch.end:
                return cuts
            cuts.append(start)

    @cached_property
    def depths(self) -> dict[Cut, float]:
        """How far down each place would be on one endless card, in mm."""
        return dict(self._heights((0, 0), math.inf))

    def balanced(self, cards: int, worst: int) -> list[Cut] | None:
        """Cuts no worse than that into so many cards about alike, the fullest as empty as can be; None without any."""
        each = self.depths[self.stretch.end] / cards
        if each > self.room:
            return None
        ways: dict[Cut, tuple[float, tuple[Cut, ...]]] = {(0, 0): (0.0, ())}
        for card in range(1, cards + 1):
            ends = self._near(card * each, each, worst) if card < cards else (self.stretch.end,)
            onward: dict[Cut, tuple[float, tuple[Cut, ...]]] = {}
            for start, (fullest, cuts) in ways.items():
                for end, height in self._reached(start, ends):
                    known = onward.get(end)
                    if known is None or max(fullest, height) < known[0]:
                        onward[end] = (max(fullest, height), (*cuts, end))
            ways = onward
        return list(ways[self.stretch.end][1][:-1]) if ways else None

    def _near(self, depth: float, each: float, worst: int) -> tuple[Cut, ...]:
        """The places a cut may be at: the nearest to where all would be alike, and within a quarter of a card unless it
        leaves sentences whole.
        """
        within = math.inf if worst == SENTENCE else each / 4
        off = {
            place: abs(self.depths[place] - depth)
            for place, worth in self.stretch.worth.items()
            if worth <= worst and abs(self.depths[place] - depth) <= within
        }
        return tuple(sorted(sorted(off, key=off.__getitem__)[:NEAREST]))

    def _reached(self, start: Cut, ends: tuple[Cut, ...]) -> Iterator[tuple[Cut, float]]:
        """Which of these places a card that begins there may end at, and how tall its words are then."""
        wanted = set(ends)
        for place, height in self._heights(start, self.room):
            if place in wanted:
                yield place, height
                wanted.discard(place)
                if not wanted:
                    return

    def _next(self, start: Cut) -> Cut:
        """The smallest step on, for what is taller than a card."""
        block, atom = start
        return (block, atom + 1) if atom + 1 < len(self.stretch.blocks[block][1]) else (block + 1, 0)

    def _heights(self, start: Cut, room: float) -> Iterator[tuple[Cut, float]]:
        """Place after place, and how far down the words before it come on a card that begins at `start`."""
        used, was_point, texts = 0.0, None, self.stretch.texts
        for index in range(start[0], len(self.stretch.blocks)):
            block, atoms = self.stretch.blocks[index]
            first = start[1] if index == start[0] else 0
            is_point = isinstance(block, Bullet) and not first
            pitch, em, space, above, gap = self._measures(index, is_point)
            if index >= texts and (was_point is None or index == texts):  # the first of the flavour here
                used += above
            elif was_point is not None and not (was_point and is_point):
                used += gap
            was_point = is_point
            used, across = used + pitch, 0.0
            for at in range(first, len(atoms)):
                atom = atoms[at]
                along = across + (space if atom.is_after_space and at > first else 0.0) + atom.width
                if at > first and (atom.is_on_new_line or along + atom.hyphen > em):
                    used, along = used + pitch, atom.width
                across = along
                if used > room:
                    return
                if at + 1 < len(atoms):
                    yield (index, at + 1), used
            if used > room:
                return
            yield (index + 1, 0), used

    def _measures(self, index: int, is_point: bool) -> tuple[float, float, float, float, float]:
        """Of a block: line height in mm, column and space in em, what stands above it, what parts it from the last."""
        column = self.stretch.column
        if index < self.stretch.texts:
            pitch, _ = column.pitch(self.step)
            kind = Bullet(()) if is_point else Paragraph(())
            return pitch, column.em(kind, self.step), column.space, 0.0, column.gap(self.step)
        pitch, above, em = column.flavour_pitch(self.step, self.flavour)
        return pitch, em, column.flavour_space, above, column.flavour_gap(self.flavour)


# ---- places ----------------------------------------------------------------------------------


def _letters(atom: Atom) -> str:
    last = atom.inlines[-1] if atom.inlines else None
    return last.text if isinstance(last, Run) else ""


def _cut_between(before: Atom, after: Atom) -> int:
    """What a cut between two atoms of a block comes after."""
    said = _letters(before).rstrip(_CLOSING)
    if after.is_after_break:
        return CLAUSE if said.endswith(":") else SENTENCE
    first = after.inlines[0]  # only an empty line has none, and it comes after a break
    goes_on = isinstance(first, Run) and first.text[:1].islower()
    if said.endswith(tuple(_STOPS)) and not goes_on:
        return SENTENCE
    if said.endswith(tuple(_PAUSES)):
        return CLAUSE
    return WORD if after.is_after_space or is_wide(said[-1:]) else LETTER


def _rebuilt(block: Block, atoms: tuple[Atom, ...], *, is_rest: bool) -> Block:
    """A block of these atoms, with what stood between them. The rest of a point has no dash of its own."""
    inlines: list[Inline] = []
    for index, atom in enumerate(atoms):
        if index and atom.is_after_break:
            inlines.append(_like(atom, "\n", inlines))
        elif index and atom.is_after_space:
            inlines.append(_like(atom, " ", inlines))
        elif index and atom.is_after_hyphen:
            inlines.append(_like(atom, SOFT_HYPHEN, inlines))
        inlines.extend(atom.inlines)
    made = joined(tuple(inlines))
    return Bullet(made) if isinstance(block, Bullet) and not is_rest else Paragraph(made)


def _like(atom: Atom, letters: str, before: list[Inline]) -> Run:
    """In the style of what comes; a keyword's only within it."""
    first, last = atom.inlines[0] if atom.inlines else None, before[-1] if before else None
    if not isinstance(first, Run):
        return Run(letters)
    is_within = isinstance(last, Run) and last.is_like(first)
    return first.saying(letters) if is_within else Run(letters, first.bold, first.italic)
