"""Facts of a deck as they were written once: from one number of a shape to the next, plain → plain, never changed."""

from __future__ import annotations

from studio.kernel.schema import Plain


def proposal_made_1(plain: Plain) -> Plain:
    """A venue was kept and never given: where a vote is held is asked when it is held."""
    return {name: value for name, value in plain.items() if name != "venue"}


def version_archived_1(plain: Plain) -> Plain:
    """A version that nobody named was called "Version 3" in English."""
    unnamed = f"Version {plain.get('number')}"
    return {**plain, "name": ""} if plain.get("name") == unnamed else plain
