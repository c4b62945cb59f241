"""Tokens and counters, as pieces that are cut out."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.colour import written_on
from cards.face.kinds import is_colour
from cards.face.text import Direction, direction
from cards.printing.shared.extra_pages import CounterPiece, TokenPiece, TokenSheet
from cards.printing.shared.pages.heads import HeadShown, head_of

_INK = "#171a21"
_ACROSS = 11  # boxes of a counter in a row
CELL = 25.4  # mm of a token with the white around it: a punch of 1 in takes it
_LONG = 32  # steps that each have a box of their own


@dataclass(frozen=True, slots=True)
class TokenShown:
    """A token with its name, which is so many pt high."""

    name: str
    side: Direction
    colour: str
    ink: str
    size: float


@dataclass(frozen=True, slots=True)
class StepShown:
    value: str
    is_start: bool


@dataclass(frozen=True, slots=True)
class TrackShown:
    """A track of numbers, row by row."""

    name: str
    side: Direction
    rows: tuple[tuple[StepShown, ...], ...]


@dataclass(frozen=True, slots=True)
class TokensShown:
    template: str
    name: str
    head: HeadShown
    rows: tuple[tuple[TokenShown, ...], ...]
    tracks: tuple[TrackShown, ...]


def tokens_shown(sheet: TokenSheet, column: float) -> TokensShown:
    """The tokens in rows, as many as go on a line of so many mm, then the counters."""
    tokens = [_token(token) for token in sheet.tokens for _ in range(token.count)]
    across = max(1, int(column / CELL))
    return TokensShown(
        template="print/tokens.html",
        name="Tokens",
        head=head_of(sheet.heading, most=20.0),
        rows=tuple(tuple(tokens[at : at + across]) for at in range(0, len(tokens), across)),
        tracks=tuple(
            TrackShown(counter.name, direction(counter.name), _rows(counter))
            for counter in sheet.counters
            for _ in range(counter.count)
        ),
    )


def _token(token: TokenPiece) -> TokenShown:
    colour = token.colour if is_colour(token.colour) else _INK
    return TokenShown(token.name, direction(token.name), colour, written_on(colour), _name_size(token.name))


def _name_size(name: str) -> float:
    """In pt, so that its longest word goes on a line and the whole into the middle of a token."""
    longest = max((len(word) for word in name.split()), default=1)
    wide = 0.43 if name.isascii() else 0.55  # of an em: letters of other scripts come in wider faces
    return max(7.0, min(15.0, round(46 / (longest * wide), 1), round(150 / (len(name) * wide + 4), 1)))


def _rows(counter: CounterPiece) -> tuple[tuple[StepShown, ...], ...]:
    """A box for every number; a long counter has a row of ten for each decimal place instead, and a sign."""
    if counter.most - counter.least <= _LONG:
        steps = [StepShown(str(value), value == counter.start) for value in range(counter.least, counter.most + 1)]
        return tuple(tuple(steps[at : at + _ACROSS]) for at in range(0, len(steps), _ACROSS))
    rows: list[tuple[StepShown, ...]] = []
    if counter.least < 0:
        rows.append((StepShown("+", counter.start >= 0), StepShown("−", counter.start < 0)))
    size = max(abs(counter.least), abs(counter.most))
    for place in reversed(range(len(str(size)))):
        unit, digit = 10**place, abs(counter.start) // 10**place % 10
        highest = size // unit if unit * 10 > size else 9
        rows.append(tuple(StepShown(str(value * unit), value == digit) for value in range(highest + 1)))
    return tuple(rows)
