"""What was made lately (studio/speed/lately.py)."""

from __future__ import annotations

import gc
import weakref

from studio.speed.lately import Lately, LatelyOf


class Card:
    """Equal to every other, and no other object."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Card)

    def __hash__(self) -> int:
        return 1


def test_what_was_made_of_an_object_is_found_by_that_very_object_and_by_no_equal_one() -> None:
    memory: LatelyOf[str] = LatelyOf(10)
    one, other = Card(), Card()
    assert one == other and memory.made_of(("seat",), (one,)) is None
    assert memory.keep_made(("seat",), (one, 3), "drawn") == "drawn"
    assert memory.made_of(("seat",), (one, 3)) == "drawn"
    for named, objects in (("seat", (other, 3)), ("zone", (one, 3)), ("seat", (one,)), ("seat", (3, one))):
        assert memory.made_of((named,), objects) is None


def test_an_object_is_there_as_long_as_something_made_of_it_is_kept_and_no_longer() -> None:
    memory: LatelyOf[int] = LatelyOf(4)
    card = Card()
    lives = weakref.ref(card)
    memory.keep_made(("seat",), (card,), 0)
    del card
    gc.collect()
    assert lives() is not None, "another object could have its place in memory, and be taken for it"
    for number in range(1, 10):
        memory.keep_made(("seat",), (Card(),), number)
    gc.collect()
    assert lives() is None and memory.held <= 6


def test_what_is_asked_for_stays_and_the_rest_goes() -> None:
    memory: LatelyOf[int] = LatelyOf(4)
    cards = [Card() for _ in range(20)]
    for number, card in enumerate(cards):
        memory.keep_made(("seat",), (card,), number)
        assert memory.made_of(("seat",), (cards[0],)) == 0
    assert [memory.made_of(("seat",), (card,)) for card in cards[1:15]] == [None] * 14

    plain: Lately[int] = Lately(4)
    for number in range(20):
        plain.get(number, lambda number=number: number)  # type: ignore[misc]
        assert plain.get(0, lambda: -1) == 0
    assert plain.get(1, lambda: -1) == -1 and plain.held <= 6
