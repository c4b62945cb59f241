"""What is shown after a game."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from cards.values.mat import Reason
from play.values.acts import Act, Link
from studio.people.seal import Seal


@dataclass(frozen=True, slots=True)
class AsideCard:
    """A proposal of this evening that was set aside (C10), with the two ways back."""

    number: int
    title: str
    face: SafeString
    tally: str
    reasons: tuple[Reason, ...]
    again: Act | None
    adjust: str


@dataclass(frozen=True, slots=True)
class AfterCard:
    """A card of the deck as it is now: `adjust` tones it down or boosts it, `copies` asks for another number."""

    number: int
    title: str
    face: SafeString
    copies: int
    is_new: bool
    adjust: str
    recount: str
    repeal: str


@dataclass(frozen=True, slots=True)
class Aftermath:
    """After the game (C10). Nothing but `heading` while it is not over. `rollback` is None when nothing has changed."""

    is_over: bool
    heading: str = ""
    words: str = ""
    seals: tuple[Seal, ...] = ()
    aside: tuple[AsideCard, ...] = ()
    cards: tuple[AfterCard, ...] = ()
    archive: Link | None = None
    again: Act | None = None
    rollback: Act | None = None
    rollback_words: str = ""
    replay: Link | None = None
