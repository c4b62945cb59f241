"""What happens to a deck while somebody reads it."""

from __future__ import annotations

from collections.abc import Callable

from cards.face.face import Face
from cards.rules.deck import Ref
from tests.deck_fixture import DeckFixture

MEANWHILE: dict[str, Callable[[DeckFixture], object]] = {
    "a ballot closes": lambda table: table.vote("Idris", 1),
    "another is made": lambda table: table.propose("Idris", Face("Tea Urn", "Thing")),
    "a card goes in and is asked about": lambda table: (
        table.vote("Idris", 1),
        table.amend("Ros", Ref("card", 1), Face("Slug", "Thing")),
    ),
}
