"""What a site runs with whose pages are the same in every run of the same code: its clock stands, its luck is drawn
from a fixed seed, and it notes which templates were drawn. For the pictures of looks.py alone.

The clock stands also where the database is asked, so that whoever was here stays. Luck is drawn by the line of code
that asks for it: what pages ask for in the order in which they happen to come changes nothing for the others.
"""

from __future__ import annotations

import base64
import hashlib
import os
import random
import secrets
import sys
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models.functions import Now
from django.template.base import Template
from django.utils import timezone

NOW = datetime(2026, 3, 14, 19, 42, tzinfo=UTC)
WHO = sys.argv[1] if len(sys.argv) > 1 else ""  # the command: what is made before the site runs is not made again by it
_asked = Counter[str]()


def _luck(*, counts: bool = True) -> random.Random:
    """For this place in the code, and how often it asked before."""
    frame = sys._getframe(2)
    place = f"{WHO} {os.path.basename(frame.f_code.co_filename)} {frame.f_code.co_name}"
    _asked[place] += 1
    return random.Random(hashlib.sha256(f"{place} {_asked[place] if counts else ''}".encode()).digest())


def _token_bytes(nbytes: int | None = None) -> bytes:
    return _luck().randbytes(nbytes or 32)


def _token_hex(nbytes: int | None = None) -> str:
    return _luck().randbytes(nbytes or 32).hex()


def _token_urlsafe(nbytes: int | None = None) -> str:
    return base64.urlsafe_b64encode(_luck().randbytes(nbytes or 32)).rstrip(b"=").decode("ascii")


def _choice(several: Sequence[Any]) -> Any:
    return _luck().choice(several)


def _randbelow(exclusive_upper_bound: int) -> int:
    """The same each time: what a page draws in being shown it draws again where it is asked for twice."""
    return _luck(counts=False).randrange(exclusive_upper_bound)


class _SystemRandom(random.Random):
    """One that somebody keeps: a row of numbers of its own."""

    def __init__(self, *_: Any) -> None:
        super().__init__(WHO)


timezone.now = lambda: NOW
Now.as_sqlite = lambda self, compiler, connection, **more: (  # type: ignore[method-assign]
    self.as_sql(compiler, connection, template=f"'{NOW:%Y-%m-%d %H:%M:%S}.000'", **more)
)
random.SystemRandom = secrets.SystemRandom = _SystemRandom  # type: ignore[misc, assignment]
secrets.token_bytes, secrets.token_hex, secrets.token_urlsafe = _token_bytes, _token_hex, _token_urlsafe
secrets.choice, secrets.randbelow = _choice, _randbelow

if _shown := os.environ.get("CARTE_LOOKS_SHOWN"):
    _noted = set[str]()
    _draws = Template._render

    def _noting(self: Template, context: Any) -> Any:
        """Each template once, in the file that the pictures' command reads."""
        name = str(self.origin.template_name or "")
        if name not in _noted:
            _noted.add(name)
            with open(str(_shown), "a", encoding="utf-8") as file:
                file.write(f"{name}\n")
        return _draws(self, context)

    Template._render = _noting  # type: ignore[method-assign]

from tests.live_settings import *  # noqa: E402, F403

SITE = "https://cards.example.org"  # in links and their squares, whatever port this one has
ROOT_URLCONF = "tests.bench.looks_urls"
