"""The code by which a table is found: read aloud, typed and never given twice."""

from __future__ import annotations

import secrets

_LETTERS = "ABCDEFGHJKMNPQRTUVWXY346789"  # none that look alike
_LENGTH = 8


def new_code() -> str:
    """Eight letters that nobody can guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


def spelt(code: str) -> str:
    """A code as people type it: in small letters, with a space or a hyphen in the middle."""
    return "".join(code[:20].upper().replace("-", " ").split())


def is_code(typed: str) -> bool:
    """Whether this could be a table's code at all. No statement."""
    code = spelt(typed)
    return len(code) == _LENGTH and set(code) <= set(_LETTERS)
