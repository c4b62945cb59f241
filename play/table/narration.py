"""The log in words, for one viewer: what happened, naming only what that viewer could see (B8).

A fact is told (`play.verbs.telling`) with the table before and after it, so that a card is named as it was called then.
Who could see what is part of the line. A line is a sentence with slots, for after a name: "drew {cards}", "played
{cards} under {who}"; what fills them is put in once, by `filled`, and never looked into: a title may be anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from play.table import events as e
from play.table.state import Table
from play.table.visibility import hides_from, knows_face
from play.table.zones import ZoneKey

Kinds = ("move", "turn", "mark", "deck", "people", "talk")

_SLOT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as one viewer may name them: what they can read, and how many more there are.

    `names` are the words for each, and whether those are its title. `is_face_down`: the one that is hidden lies there
    with its back up, where all can see that much.
    """

    names: tuple[tuple[str, bool], ...] = ()
    hidden: int = 0
    is_face_down: bool = False

    @property
    def titles(self) -> tuple[str, ...]:
        return tuple(name for name, is_title in self.names if is_title)

    def bits(self) -> tuple[tuple[str, bool], ...]:
        """ "Slug", ", ", "Hat", " and ", "2 cards": the words, and whether each is a title."""
        named = list(self.names)
        if self.hidden:
            is_alone = self.hidden == 1 and not named
            named.append(("a face-down card" if is_alone and self.is_face_down else _counted(self.hidden), False))
        joined: list[tuple[str, bool]] = []
        for place, one in enumerate(named):
            if place:
                joined.append((" and " if place == len(named) - 1 else ", ", False))
            joined.append(one)
        return tuple(joined)

    def __str__(self) -> str:
        return "".join(text for text, _ in self.bits())


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `seat` did `words`, in which {names} stand for `slots`, and {who} for the seat it is `about`.

    `sort` is what the log can be narrowed to; `seen_by` the seats that saw more than is said here: () when all did.
    """

    seat: int
    words: str
    sort: str = "move"
    about: int = 0
    slots: tuple[tuple[str, str | Cards], ...] = ()
    seen_by: tuple[int, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """The titles of the cards that it is about."""
        return tuple(title for _, slot in self.slots if isinstance(slot, Cards) for title in slot.titles)


def line(
    seat: int, words: str, sort: str = "move", *, about: int = 0, seen_by: Iterable[int] = (), **slots: str | Cards
) -> Line:
    return Line(seat, words, sort, about, tuple(slots.items()), tuple(seen_by))


def filled(line: Line, who: str) -> tuple[tuple[str, bool], ...]:
    """The words of a line in order, and whether each bit is the title of a card. `who` is the name of {who}."""
    slots: dict[str, str | Cards] = {"who": who, **dict(line.slots)}
    bits: list[tuple[str, bool]] = []
    for place, text in enumerate(_SLOT.split(line.words)):
        slot = slots[text] if place % 2 else text
        bits += slot.bits() if isinstance(slot, Cards) else [(slot, False)]
    return tuple((text, is_title) for text, is_title in bits if text)


def zone_name(table: Table, key: ZoneKey) -> str:
    """ "draw pile", "discard pile"."""
    kit = table.kit.zone(key.id)
    return kit.name[0].lower() + kit.name[1:] if kit else key


def named(table: Table, id: str, me: int) -> Cards:
    """One piece as the viewer may name it."""
    piece = table.pieces.get(id)
    if piece is None:
        return Cards(hidden=1)
    key = table.zone_of(id)
    card = table.cards.get(piece.card)
    if card is None or hides_from(table, key, me) and me not in piece.known_to:
        return Cards(hidden=1)
    return titled(card.title) if knows_face(table, me, piece, key) else Cards(hidden=1, is_face_down=True)


def titled(*titles: str) -> Cards:
    return Cards(tuple((title, True) for title in titles))


def title(table: Table, id: str, me: int) -> str:
    """The same as words that are no title: they stand as they are between others."""
    return str(named(table, id, me))


def together(every: Iterable[Cards]) -> Cards:
    found = tuple(every)
    return Cards(
        tuple(name for one in found for name in one.names), sum(one.hidden for one in found),
        any(one.is_face_down for one in found),
    )  # fmt: skip


def _counted(number: int) -> str:
    return "a card" if number == 1 else f"{number} cards"


def reason(won: e.GameWon) -> str:
    """Why the game was won: in the winner's own words, or by what the rules say of the last one standing (B10)."""
    return "the last standing" if won.how == "last_standing" else won.words
