"""`{% if title|has_long_word:15 %}`: whether a title needs smaller letters, so that its longest word stays whole.
`{{ title|in_language:deck.language }}`: the title, told to be in the deck's language.
`{{ title|isolated }}`: the title within a label or another sentence, turning nothing round it.
`{{ page.since|timed }}`: a moment within a sentence, for machines too; `|timed:"clock"`: in the reader's own time."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from studio.web import words
from studio.web.dates import TimeWords

register = template.Library()


@register.filter
def has_long_word(title: str, letters: int) -> bool:
    """Whether a word of the title would not go on one line of its place."""
    return any(len(word) > letters for word in title.split())


@register.filter
def in_language(said: str, language: str) -> SafeString:
    """Words of a deck among the page's own; nothing is told where no language is given."""
    return words.in_language(said, language)


@register.filter
def isolated(said: str) -> str:
    """Somebody's own words where no element can stand round them: in a label, in the head of a page."""
    return words.isolated(said)


@register.filter
def timed(moment: TimeWords, sort: str = "") -> SafeString:
    """With "clock" a script puts it into the reader's time."""
    mark = '<time datetime="{}" data-clock>{}</time>' if sort == "clock" else '<time datetime="{}">{}</time>'
    return format_html(mark, moment.iso, moment.words)
