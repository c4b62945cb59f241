"""What can follow what was typed so far at the table. Names only what the seat sees (invariant 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from play.console.commands import WORDS, word_of
from play.console.values import Around, Word, pieces_seen
from play.table.zones import rules_of
from studio.kernel.messages import Slot, message
from studio.kernel.refusals import Refused

CANDIDATES_MAX = 12
COMPLETED_MAX = 200  # characters of a line that is completed at all


@dataclass(frozen=True, slots=True)
class Candidate:
    """`line` is the whole line as it would read; `words` says what it is."""

    line: str
    words: Slot


def complete(line: str, around: Around) -> tuple[Candidate, ...]:
    """What may follow, twelve at most. Names only what the seat sees. Never raises."""
    if len(line) > COMPLETED_MAX:
        return ()
    typed = line.lstrip().removeprefix("/").lstrip()
    head, gap, rest = typed.partition(" ")
    if not gap:
        return tuple(
            Candidate(f"/{word.name}", message("{usage}: {help}", usage=word.usage, help=word.help))
            for word in WORDS
            if any(name.startswith(head.casefold()) for name in (word.name, *word.also))
        )[:CANDIDATES_MAX]
    try:
        word = word_of(head.removesuffix("!"))
    except Refused:
        return ()
    start = f"/{head} "
    found = _following(word, rest.lstrip(), around)
    return tuple(Candidate(start + more, words) for more, words in found)[:CANDIDATES_MAX]


def _following(word: Word, rest: str, around: Around) -> list[tuple[str, Slot]]:
    before, has_to, whom = rest.rpartition(" to ")
    if word.takes == "give" and has_to:
        return [(f"{before} to {name}", words) for name, words in _players(around, whom)]
    match word.takes:
        case "hand" | "give" | "card":
            return _pieces(around, rest, "hand", word.takes == "hand")
        case "play":
            return _pieces(around, rest, "play", False)
        case "player":
            return _players(around, rest)
        case "proposal":
            return [
                (str(w.number), w.title)
                for w in around.waiting
                if _begins(rest, str(w.number)) or _begins(rest, w.title)
            ]
        case "counter":
            mine = around.sight.mine
            counters = (*(mine.counters if mine else ()), *around.sight.counters)
            return [(c.name, message("now {value}", value=c.value)) for c in counters if _begins(rest, c.name)]
        case "token":
            return [(name, message("a token")) for name in around.sight.token_names if _begins(rest, name)]
        case "die":
            return [(die.name, message("a die of this table")) for die in around.sight.dice if _begins(rest, die.name)]
        case "pile":
            return [(z.id, z.name) for z in around.kit.zones if rules_of(z).is_pile and _begins(rest, z.id)]
        case "command":
            return [(w.name, w.help) for w in WORDS if _begins(rest, w.name)]
    return []


def _begins(typed: str, whole: str) -> bool:
    return whole.casefold().startswith(typed.strip().lstrip("#/").casefold())


def _pieces(around: Around, rest: str, first: Literal["hand", "play"], only_hand: bool) -> list[tuple[str, Slot]]:
    """By number; a title that was begun leads to its number."""
    seen = pieces_seen(around, first)
    if only_hand:
        mine = around.sight.mine
        hand = mine.hand.key if mine is not None and mine.hand is not None else ""
        seen = tuple(piece for piece in seen if piece.zone == hand)
    found = {piece.card: piece.title for piece in seen if _begins(rest, str(piece.card)) or _begins(rest, piece.title)}
    return [(str(number), title) for number, title in found.items()]


def _players(around: Around, rest: str) -> list[tuple[str, Slot]]:
    found: list[tuple[str, Slot]] = [
        (around.names.get(seat.number, ""), message("seat {number}", number=seat.number))
        for seat in around.sight.seats
        if not seat.is_me
    ]
    return [(name, words) for name, words in found if name and _begins(rest, name)]
