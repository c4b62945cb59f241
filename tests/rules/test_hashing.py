"""A frozen value that is a key again and again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from studio.speed.hashing import KeepsHash


@dataclass(frozen=True, slots=True)
class Zone(KeepsHash):
    name: str
    cards: tuple[object, ...]


def test_a_values_hash_is_made_once_and_a_changed_copy_has_its_own() -> None:
    made: list[str] = []

    class Card(str):
        __slots__ = ()

        def __hash__(self) -> int:
            made.append(self)
            return super().__hash__()

    zone = Zone("draw", (Card("Slug"), Card("Hat")))
    assert {zone: "here"}[zone] == "here" and hash(zone) == hash(Zone("draw", ("Slug", "Hat")))
    assert made == ["Slug", "Hat"]
    emptied = replace(zone, cards=())
    assert emptied != zone and hash(emptied) == hash(Zone("draw", ())) != hash(zone)
