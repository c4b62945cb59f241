"""`{% fragment "play/_seat.html" seat=seat back=back %}`: an include that is drawn once for equal arguments."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe

KEPT = 1500  # fragments, of some KB each

register = template.Library()


@register.simple_tag
def fragment(name: str, **arguments: Any) -> SafeString:
    """The fragment with these frozen values, and nothing else of the page around it.

    A move changes one card on a table of many, and eight people look at it: what is equal to what was drawn before is
    the same bytes, whoever it was drawn for.
    """
    return _markup(name, tuple(arguments.items()))


@lru_cache(maxsize=KEPT)
def _markup(name: str, arguments: tuple[tuple[str, Any], ...]) -> SafeString:
    return mark_safe(get_template(name).render(dict(arguments)))
