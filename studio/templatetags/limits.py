"""`{% limit "cards.rules.limits.TITLE_MAX" %}`: a limit where it is kept, for a field that holds no more and for words
that say so. `per` counts it in larger pieces."""

from __future__ import annotations

from functools import lru_cache

from django import template
from django.utils.module_loading import import_string

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=200)
def limit(where: str, per: int = 1) -> int:
    """Raises ImportError for what is nowhere."""
    kept: int = import_string(where)
    return kept // per
