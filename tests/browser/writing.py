"""What people do to a card that lies open, beside filling it in."""

from __future__ import annotations

from contextlib import AbstractContextManager

from tests.browser.evening import SOON, Person


def scribbles(person: Person, down: int) -> None:
    """One stroke, so many pixels below the middle of the pad."""
    box = person.page.locator("[data-paper]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + down
    person.page.mouse.move(x - 50, y)
    person.page.mouse.down()
    person.page.mouse.move(x + 50, y, steps=8)
    person.page.mouse.up()


def is_written_down(person: Person, words: str = "") -> AbstractContextManager[object]:
    """Until the server has what stands in the composer, with these words, and not only what stood there before."""
    return person.page.expect_response(
        lambda told: (
            "/unfinished/" in told.url
            and told.request.method == "PUT"
            and words in (told.request.post_data or "")
            and told.ok
        ),
        timeout=2 * SOON,
    )
