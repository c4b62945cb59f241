"""Sheets with a form: what a press still has to ask."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from play.values.acts import Act, Link
from play.values.pieces import PieceView


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a form."""

    value: str
    label: str
    is_chosen: bool = False
    language: str = ""  # of the label, where it begins with a card's title
    group: str = ""  # whose it is, above those that are theirs


@dataclass(frozen=True, slots=True)
class SheetForm:
    """A verb that wants something typed or chosen: one small form of a sheet.

    `inputs` are in order; `hidden` goes back with it. `address` takes the POST.
    """

    verb: str
    heading: str
    button: str
    address: str
    inputs: tuple[Input, ...]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Input:
    """`sort` is number, text, choice or choices (several); `least` and `most` bound a number, `most` a text."""

    name: str
    label: str
    sort: Literal["number", "text", "choice", "choices"]
    value: str = ""
    least: int | None = None
    most: int | None = None
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything about one piece, pile, seat, or what one is looking at: a page of its own, or a sheet over the table.

    `piece` is shown full size; `pieces` are the cards of a pile that may be browsed. `links` lead to the composer.
    """

    heading: str
    words: str
    back: str
    piece: PieceView | None = None
    pieces: tuple[PieceView, ...] = ()
    acts: tuple[Act, ...] = ()
    forms: tuple[SheetForm, ...] = ()
    links: tuple[Link, ...] = ()
    is_list: bool = False  # `pieces` by title, without their faces


@dataclass(frozen=True, slots=True)
class Asking:
    """A verb that goes against a limit: the question, and the same again with a yes. `fields` are what was sent."""

    words: str
    address: str
    fields: tuple[tuple[str, str], ...]
    back: str
