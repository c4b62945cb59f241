"""`{% fragment "play/_seat.html" seat=seat back=back %}`: an include that is drawn once for equal arguments."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

from studio.web.language import spoken

KEPT = 12_000_000  # characters of fragments that are kept at most, and about as many of their arguments
DEAR = 500  # characters that a fragment's arguments count for at least

register = template.Library()


@register.simple_tag
def fragment(name: str, **arguments: Any) -> SafeString:
    """The fragment with these frozen values, and nothing else of the page around it.

    A move changes one card on a table of many, and eight people look at it: what is equal to what was drawn before is
    the same bytes, whoever it was drawn for.
    """
    return _memory.get((name, spoken(), tuple(arguments.items())))


class _Memory:
    """What was drawn lately, in two halves: when one is full the older is forgotten, and what is asked for moves on.

    Bounded by size and not by number: a zone of two hundred cards is half a megabyte, and another one with each move.
    Threads that meet here draw something twice at worst.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self.kept = kept
        self._fresh: dict[Any, SafeString] = {}
        self._before: dict[Any, SafeString] = {}
        self._size = 0

    def get(self, key: tuple[str, str, tuple[tuple[str, Any], ...]]) -> SafeString:
        """The markup for a fragment's name, the language and its arguments. TypeError for arguments not frozen."""
        known = self._fresh.get(key)
        if known is None:
            known = self._before.get(key)
            if known is None:
                name, _, arguments = key
                known = mark_safe(get_template(name).render(dict(arguments)))
            self._fresh[key] = known
            self._size += len(known) + DEAR
            if self._size > self.kept // 2:
                self._before, self._fresh, self._size = self._fresh, {}, 0
        return known

    @property
    def held(self) -> int:
        """Characters that are kept now."""
        return sum(len(one) + DEAR for half in (self._fresh, self._before) for one in half.values())


_memory = _Memory()
