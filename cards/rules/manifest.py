"""The content of a version: which faces, how many, on which side. Its digest names the version (invariant 8). And two
states of a deck side by side: what came, what reads differently, what went, what there is more of or less."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cards.rules.deck import Deck, Ref
from cards.rules.kit import DVORAK
from studio.kernel.codec import digest, to_plain
from studio.kernel.messages import Message, message

SCHEMA = 1


def manifest(deck: Deck) -> dict[str, Any]:
    """{"schema", "cards": [[number, face, copies, side]…], "rules": [[number, face]…]}, in order of number.

    A kit other than plain Dvorak stands beside them as "kit".
    """
    in_force = sorted((a for a in deck.articles.values() if a.in_force), key=lambda a: a.ref)
    content: dict[str, Any] = {
        "schema": SCHEMA,
        "cards": [[a.ref.number, a.face, a.copies, a.side] for a in in_force if a.ref.kind == "card"],
        "rules": [[a.ref.number, a.face] for a in in_force if a.ref.kind == "rule"],
    }
    return content if deck.kit == DVORAK else {**content, "kit": to_plain(deck.kit)}


def state_in(content: Mapping[str, Any]) -> dict[Ref, tuple[str, int]]:
    """Face and copies of each article in it, in order of number, cards first; a Special Rule lies there once."""
    cards = {Ref("card", number): (face, copies) for number, face, copies, _ in content.get("cards", ())}
    return cards | {Ref("rule", number): (face, 1) for number, face in content.get("rules", ())}


def manifest_digest(deck: Deck) -> str:
    return digest(manifest(deck))


def own_name(number: int, name: str) -> str:
    """Its name where it says more than the number, for places that say the number anyway; else "".

    A row of before, which nobody named, holds "Version 3".
    """
    return "" if name == f"Version {number}" else name


def version_named(number: int, name: str = "") -> Message:
    """By its number, and by its name where it has one of its own."""
    if own := own_name(number, name):
        return message("Version {number}, {name}", number=number, name=own)
    return message("Version {number}", number=number)


DeckState = Mapping[Ref, tuple[str, int]]  # the face and the number of copies of each article that is in the deck


@dataclass(frozen=True, slots=True)
class Comparison:
    """Articles in the order of their numbers. One that reads differently is not among the `recounted`."""

    came: tuple[Ref, ...]
    reworded: tuple[Ref, ...]
    recounted: tuple[Ref, ...]
    went: tuple[Ref, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.came or self.reworded or self.recounted or self.went)


def compared(was: DeckState, now: DeckState) -> Comparison:
    """What of `now` is different from `was`."""
    both = sorted(now.keys() & was.keys())
    return Comparison(
        came=tuple(sorted(now.keys() - was.keys())),
        reworded=tuple(ref for ref in both if now[ref][0] != was[ref][0]),
        recounted=tuple(ref for ref in both if now[ref][0] == was[ref][0] and now[ref][1] != was[ref][1]),
        went=tuple(sorted(was.keys() - now.keys())),
    )
