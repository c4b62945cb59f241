"""Markup as a browser reads it, so that a test asks what a page says and not how its template is broken into lines."""

from __future__ import annotations

import re

from django.http import HttpResponse

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNSAID = {"script", "style", "title", "textarea", "template"}  # the words of these hold no elements

_BLOCKS = (
    "html|head|body|title|meta|link|script|main|header|footer|nav|section|article|aside|div|p|ul|ol|li|dl|dt|dd"
    "|h[1-6]|form|fieldset|legend|table|thead|tbody|tr|td|th|details|summary|dialog|hr|br|option|select"
)
_BESIDE_BLOCKS = re.compile(rf" ?(</?(?:{_BLOCKS})\b[^>]*>) ?")
_TYPED = re.compile(r"(<textarea\b[^>]*>[^<]*</textarea>)")
_IN_BUTTONS = re.compile(r"(<button\b[^>]*>) | (?=</button>)")


def as_read(markup: str | bytes | HttpResponse) -> str:
    """Every run of white space is one space; beside blocks, at the ends of a button and of a tag there is none.

    Between words and inline elements a space stays what it is: there or not. What a text box holds is left alone.
    """
    if isinstance(markup, HttpResponse):
        markup = markup.content
    if isinstance(markup, bytes):
        markup = markup.decode()
    return "".join(part if at % 2 else _loose(part) for at, part in enumerate(_TYPED.split(markup))).strip()


def _loose(markup: str) -> str:
    one = re.sub(r" (/?>)", r"\1", re.sub(r"\s+", " ", markup))
    return _IN_BUTTONS.sub(r"\1", _BESIDE_BLOCKS.sub(r"\1", one))
