"""A refusal is a "no" with a stable code; its words stand with the app that owns the code (wording.py there)."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A command was understood and declined. `code` is stable; `facts` fill the sentence."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and (self.code, self.facts) == (other.code, other.facts)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"Refused({self.code!r}, {self.facts!r})"
