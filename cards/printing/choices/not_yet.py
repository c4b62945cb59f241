"""What can be said but not printed yet: refused wherever it is asked for, and shown nowhere.

A name stands for every value but the usual one, "name=value" for that value alone. Whoever builds the thing takes it
out here.
"""

from __future__ import annotations

NOT_YET: frozenset[str] = frozenset()


def is_there(name: str, value: object = None) -> bool:
    """Whether a choice (or with a value, that value of it) can be printed, and so be offered."""
    return name not in NOT_YET and f"{name}={value}" not in NOT_YET
