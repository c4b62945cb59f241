"""`{% if title|has_long_word:15 %}`: whether a title needs smaller letters, so that its longest word stays whole."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def has_long_word(title: str, letters: int) -> bool:
    """Whether a word of the title would not go on one line of its place."""
    return any(len(word) > letters for word in title.split())
