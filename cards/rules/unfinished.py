"""What became of what a card in writing is about, while it was written. A place is the context of a composer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from cards.rules.deck import Ref
from cards.rules.sight import DeckSight

# new: a card of its own. same: it stands as it stood when the writing began. What else there is says itself.
Meanwhile = Literal["new", "same", "amended", "repealed", "settled", "reworded"]
FACE_LETTERS = 12  # of the digest of the face on which somebody began to write

_LIKE = re.compile(r"like\.(card|rule)-([0-9]{1,9})")
_AMEND = re.compile(rf"amend\.(card|rule)-([0-9]{{1,9}})\.([0-9a-f]{{{FACE_LETTERS}}})")
_REWORD = re.compile(r"reword\.([0-9]{1,9})\.([0-9]{1,9})")
_ADJUST = re.compile(r"adjust\.([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class UnfinishedOf:
    """What a card in writing is about: an `article`, or a `proposal` by its number, to be reworded or adjusted. A new
    card that began as another one names that article too."""

    standing: Meanwhile
    article: Ref | None = None
    proposal: int = 0
    is_rewording: bool = False


def about(place: str, deck: DeckSight) -> UnfinishedOf | None:
    """What is written at that place; None for what has a page of its own, or was never there."""
    if place == "new" or place.startswith("pocket."):
        return UnfinishedOf("new")
    if found := _LIKE.fullmatch(place):
        ref = Ref(found[1], int(found[2]))  # type: ignore[arg-type]
        return UnfinishedOf("new", ref) if ref in deck.articles else None
    if found := _AMEND.fullmatch(place):
        ref = Ref(found[1], int(found[2]))  # type: ignore[arg-type]
        article = deck.articles.get(ref)
        if article is None:
            return None
        is_same = article.face.startswith(found[3])
        return UnfinishedOf("repealed" if not article.in_force else "same" if is_same else "amended", ref)
    if found := _REWORD.fullmatch(place):
        number = int(found[1])
        lying = deck.proposals.get(number)
        if lying is None:
            return UnfinishedOf("settled", None, number, True) if number <= deck.last_proposal else None
        return UnfinishedOf("same" if lying.wording.number == int(found[2]) else "reworded", None, number, True)
    if (found := _ADJUST.fullmatch(place)) and int(found[1]) <= deck.last_proposal:
        return UnfinishedOf("same", None, int(found[1]))
    return None
