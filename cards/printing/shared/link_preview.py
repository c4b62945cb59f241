"""What is shown where somebody sends a link to a deck or to a card: a title and a few cards on the felt."""

from __future__ import annotations

from dataclasses import dataclass

from cards.face.face import Face
from cards.face.lexicon import PLAIN, Lexicon

WIDE, HIGH = 1200, 630  # pixels
CARDS_MAX = 3


@dataclass(frozen=True, slots=True)
class PreviewCard:
    """A card of it, with the number that it is shown with ("7", "§ 2")."""

    face: Face
    is_rule: bool = False
    number: str = ""


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """At most CARDS_MAX `cards`, fanned from left to right. `edition` stands under the title."""

    title: str
    edition: str
    cards: tuple[PreviewCard, ...] = ()
    language: str = ""
    lexicon: Lexicon = PLAIN
