"""The log in words, for one viewer: what happened, naming only what that viewer could see (B8).

A fact is told (`play.verbs.telling`) with the table before and after it, so that a card is named as it was called then.
Who could see what is part of the line. What a line says is a message, made for one pair of eyes and in no language yet:
words are made of it where it is read. It stands after whoever did it, a seal or a name: "drew {cards}", "played {cards}
under {who}". Titles in it are marked as titles, and nothing looks into them: a title may be anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cards.rules.kit import Phase
from play.table import events as e
from play.table.kit_words import phase_title, zone_inside
from play.table.state import Table
from play.table.visibility import hides_from, knows_face
from play.table.zones import ZoneKey
from studio.kernel.messages import Message, Slot, Title, counted, message, series
from studio.speed.hashing import KeepsHash

Kinds = ("move", "turn", "mark", "deck", "people", "talk")


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as one viewer may name them: the titles of those they can read, and how many more there are.

    `is_face_down`: the one that is hidden lies there with its back up, where all can see that much.
    """

    titles: tuple[str, ...] = ()
    hidden: int = 0
    is_face_down: bool = False

    @property
    def said(self) -> Slot:
        """ "Slug, Hat and 2 cards"; "a face-down card"."""
        every: list[Slot] = [Title(title) for title in self.titles]
        if self.hidden:
            is_alone = self.hidden == 1 and not every
            every.append(_FACE_DOWN if is_alone and self.is_face_down else _counted(self.hidden))
        return every[0] if len(every) == 1 else series(every)


@dataclass(frozen=True, slots=True)
class Narration(KeepsHash):
    """One line: `seat` did what `words` say, in which {who} stands for the seat it is `about` and those `besides`: who
    sat there is known where words are made.

    `sort` is what the log can be narrowed to; `seen_by` the seats that saw more than is said here: () when all did.
    """

    seat: int
    words: Message
    sort: str = "move"
    about: int = 0
    seen_by: tuple[int, ...] = ()
    besides: tuple[int, ...] = ()


def line(
    seat: int, words: Message, sort: str = "move", *, about: int = 0, seen_by: Iterable[int] = (),
    besides: Iterable[int] = (),
) -> Narration:  # fmt: skip
    return Narration(seat, words, sort, about, tuple(seen_by), tuple(besides))


def zone_name(table: Table, key: ZoneKey) -> Slot:
    """ "draw pile", "discard pile"."""
    kit = table.kit.zone(key.id)
    if kit is None:
        return key
    return zone_inside(kit.id, kit.name)


def phase_name(phase: Phase) -> Slot:
    """ "Draw", "Play"."""
    return phase_title(phase.id, phase.name)


def named(table: Table, id: str, me: int) -> Cards:
    """One piece as the viewer may name it."""
    piece = table.pieces.get(id)
    if piece is None:
        return _HIDDEN
    key = table.zone_of(id)
    card = table.cards.get(piece.card)
    if card is None or hides_from(table, key, me) and me not in piece.known_to:
        return _HIDDEN
    return Cards((card.title,)) if knows_face(table, me, piece, key) else Cards(hidden=1, is_face_down=True)


def called(table: Table, id: str, me: int) -> Slot:
    """The same for a sentence about one piece, in which its title is not set apart."""
    cards = named(table, id, me)
    return cards.titles[0] if cards.titles else cards.said


def together(every: Iterable[Cards]) -> Cards:
    found = tuple(every)
    return Cards(
        tuple(title for one in found for title in one.titles), sum(one.hidden for one in found),
        any(one.is_face_down for one in found),
    )  # fmt: skip


_HIDDEN = Cards(hidden=1)
_FACE_DOWN = message("a face-down card")


def _counted(number: int) -> Message:
    return counted("a card", "{count} cards", number)


def reason(won: e.GameWon) -> Slot:
    """Why the game was won: in the winner's own words, or by what the rules say of the last one standing (B10)."""
    return message("the last standing") if won.how == "last_standing" else won.words
