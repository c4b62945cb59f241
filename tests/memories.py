"""What this process remembers from one request to the next, emptied where a test counts or changes rows beneath it."""

from __future__ import annotations

from cards.queries import faces


def forget_faces() -> None:
    """Faces are read and drawn anew."""
    faces._read.clear()
    faces.printed.cache_clear()
    faces.words_of.cache_clear()
