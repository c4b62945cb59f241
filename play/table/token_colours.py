"""A colour of its own for each kind of token: as the equipment has it, or the next that no other kind has."""

from __future__ import annotations

from collections.abc import Iterable

# Told from each other on stock, on the cloth by day and in lamplight; white reads on all of them with a dark edge.
PALETTE = (
    "#b07a12", "#2f6db5", "#b8372f", "#3d7a3a", "#7a4a9e", "#1f7f86",
    "#c7601c", "#b5477f", "#6b4a2b", "#56616e", "#77781e", "#2d3c7a",
)  # fmt: skip


def colours_of(kinds: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """(Name, colour) of each kind; `kinds` have "" where none was chosen. More kinds than colours begin anew."""
    known = tuple(kinds)
    chosen = {colour.lower() for _, colour in known}
    free = [colour for colour in PALETTE if colour not in chosen] or list(PALETTE)
    found, taken = [], 0
    for name, colour in known:
        if not colour:
            colour, taken = free[taken % len(free)], taken + 1
        found.append((name, colour))
    return tuple(found)
