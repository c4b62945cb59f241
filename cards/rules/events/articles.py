"""What is in a deck: its articles, what holds for all of it, and its versions."""

from __future__ import annotations

from dataclasses import dataclass

from cards.rules import upcasters
from cards.rules.decision import DecisionRule
from cards.rules.deck import Ref, Visibility
from cards.rules.kit import Kit
from studio.kernel.schema import stored


@dataclass(frozen=True, slots=True)
class ArticleAdded:
    """`proposal` is None for what was brought in before the first vote; `maker` is a name that came with a list."""

    article: Ref
    face: str
    copies: int = 1
    side: str = ""
    proposal: int | None = None
    voting: DecisionRule | None = None
    credit_to: int | None = None
    maker: str = ""


@dataclass(frozen=True, slots=True)
class ArticleAmended:
    """`credit_to` wrote the words where they were taken over; None: whoever proposed them."""

    article: Ref
    face: str
    was: str
    proposal: int
    voting: DecisionRule | None = None
    credit_to: int | None = None


@dataclass(frozen=True, slots=True)
class ArticleRepealed:
    article: Ref
    proposal: int


@dataclass(frozen=True, slots=True)
class ArticleRestored:
    article: Ref
    proposal: int
    voting: DecisionRule | None = None


@dataclass(frozen=True, slots=True)
class CopiesChanged:
    article: Ref
    was: int
    copies: int
    proposal: int


@dataclass(frozen=True, slots=True)
class SideChanged:
    article: Ref
    was: str
    side: str
    proposal: int


@dataclass(frozen=True, slots=True)
class VisibilityChanged:
    to: Visibility
    proposal: int | None = None


@dataclass(frozen=True, slots=True)
class LicenceChanged:
    to: str
    proposal: int | None = None


@dataclass(frozen=True, slots=True)
class KitChanged:
    kit: Kit
    proposal: int | None = None


@dataclass(frozen=True, slots=True)
class DeckDeleted:
    proposal: int


@stored(upcasters.version_archived_1)
@dataclass(frozen=True, slots=True)
class VersionArchived:
    """`name` is what the group called it, "" when it did not."""

    number: int
    by: int
    name: str
    notes: str
    digest: str


@dataclass(frozen=True, slots=True)
class FaceWithdrawn:
    """A take-down: the words are gone, number and digest stay."""

    face: str
    why: str = ""


ArticleFact = (
    ArticleAdded
    | ArticleAmended
    | ArticleRepealed
    | ArticleRestored
    | CopiesChanged
    | SideChanged
    | VisibilityChanged
    | LicenceChanged
    | KitChanged
    | DeckDeleted
    | VersionArchived
    | FaceWithdrawn
)
