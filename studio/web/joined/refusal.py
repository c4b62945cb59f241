"""What does not have the form in which it could be joined with others."""

from __future__ import annotations


class DoesNotFit(Exception):
    """A file, a line of it, and what is wrong there."""

    def __init__(self, name: str, number: int, line: str, why: str) -> None:
        super().__init__(f"{name}:{number}: {why}: {line.strip()[:120]}")
