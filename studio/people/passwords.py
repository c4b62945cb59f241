"""Passwords that say the name again. Django compares the two as a whole; this looks for the one in the other."""

from __future__ import annotations

import re
from typing import Any

from django.core.exceptions import ValidationError

from studio.people.names import name_key

PART_MIN = 3  # letters of a name that are looked for inside a password; shorter ones are in every other word
BESIDES_MIN = 8  # characters that must be there besides the name: as many as a password needs by itself


class NotTheNameValidator:
    """Refuses what is hardly more than the name (or a part of it, or either backwards), once or several times."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raises ValidationError("password_too_similar")."""
        names = [getattr(user, field, "") or "" for field in ("username", "first_name", "last_name")]
        if says_the_name(password, names):
            raise ValidationError("The password is too similar to the name.", code="password_too_similar")


def says_the_name(password: str, names: list[str]) -> bool:
    """Whether too little is left of `password` when `names` and their parts are taken out of it."""
    typed = name_key(password)
    for name in names:
        whole = name_key(name)
        parts = {part for word in (whole, *map(name_key, re.split(r"[\W_]+", name))) for part in (word, word[::-1])}
        for part in sorted(parts - {""}, key=len, reverse=True):
            rest = typed.replace(part, "")
            if rest != typed and len(rest) < (BESIDES_MIN if len(part) >= PART_MIN else 1):
                return True
    return False
