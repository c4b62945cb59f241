"""The content of a version: which faces, how many, on which side. Its digest names the version (invariant 8)."""

from __future__ import annotations

from typing import Any

from cards.rules.deck import Deck
from studio.kernel.codec import digest

SCHEMA = 1


def manifest(deck: Deck) -> dict[str, Any]:
    """{"schema", "cards": [[number, face, copies, side]…], "rules": [[number, face]…]}, in order of number."""
    in_force = sorted((a for a in deck.articles.values() if a.in_force), key=lambda a: a.ref)
    return {
        "schema": SCHEMA,
        "cards": [[a.ref.number, a.face, a.copies, a.side] for a in in_force if a.ref.kind == "card"],
        "rules": [[a.ref.number, a.face] for a in in_force if a.ref.kind == "rule"],
    }


def manifest_digest(deck: Deck) -> str:
    return digest(manifest(deck))
