"""Words that were found, marked as with a felt pen: on a face as it is drawn, in a line of text. On screens alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from html import escape, unescape

from django.utils.safestring import SafeString, mark_safe

from cards.search.asked import MORE, TEXT, TITLE, TYPE, Search
from cards.search.marks import Range, marks

_TOKEN = re.compile(r"<[^>]*>|[^<]+")
_FIELD_OF = {"cf-title": TITLE, "cf-text": TEXT, "cf-flavour": MORE, "cf-type": TYPE}
_OPENS = re.compile(r'class="(cf-title|cf-text|cf-flavour|cf-type)[\s"]')
_WHOLE = re.compile(r"<(/?)(\w+)")
_VOID = frozenset({"img", "br", "use", "path", "image", "hr", "input", "wbr"})
_BREAKS = frozenset({"p", "li", "div", "img", "br", "svg", "ul"})  # no word goes on over one of these


def marked_face(markup: str, search: Search) -> SafeString:
    """A face as markup with the words marked that a search found in its title, type line, text and flavour. What is
    none of these is passed over: a picture in its address is long."""
    out: list[str] = []
    at = 0
    for opens in _OPENS.finditer(markup):
        begins = markup.index(">", opens.end()) + 1
        tokens, ends = _inside(markup, begins)
        out += [markup[at:begins], *_marked(tokens, search, _FIELD_OF[opens[1]])]
        at = ends
    return mark_safe("".join([*out, markup[at:]]))  # noqa: S308 - its words are escaped again


def marked_text(text: str, ranges: Sequence[Range]) -> SafeString:
    """Plain text as markup, with what stands in these places marked."""
    return mark_safe("".join(_pieces(text, ranges)))  # noqa: S308


def _inside(markup: str, begins: int) -> tuple[list[str], int]:
    """What stands in the element that has just opened there, and where that is over."""
    tokens: list[str] = []
    depth = 1
    for token in _TOKEN.finditer(markup, begins):
        found = _WHOLE.match(token[0])
        if found is not None and found[2].lower() not in _VOID and not token[0].endswith("/>"):
            depth += -1 if found[1] else 1
            if depth == 0:
                return tokens, token.start()
        tokens.append(token[0])
    return tokens, len(markup)


def _marked(tokens: Sequence[str], search: Search, field: str) -> Iterator[str]:
    """What stands inside an element, its words looked through as one text."""
    breaks = _BREAKS | {"span"} if field == TYPE else _BREAKS  # a number stands beside the type
    texts = [_said(token, breaks) for token in tokens]
    ranges = marks("".join(texts), search, field)
    if not ranges:
        yield from tokens
        return
    begins = 0
    for token, text in zip(tokens, texts, strict=True):
        if token.startswith("<"):
            yield token
        else:
            inside = [(max(a - begins, 0), min(b - begins, len(text))) for a, b in ranges]
            yield "".join(_pieces(text, [(a, b) for a, b in inside if a < b]))
        begins += len(text)


def _said(token: str, breaks: Collection[str]) -> str:
    if not token.startswith("<"):
        return unescape(token)
    found = _WHOLE.match(token)
    return "\n" if found and found[2].lower() in breaks else ""


def _pieces(text: str, ranges: Sequence[Range]) -> Iterator[str]:
    at = 0
    for begins, ends in ranges:
        yield escape(text[at:begins])
        yield f"<mark>{escape(text[begins:ends])}</mark>"
        at = ends
    yield escape(text[at:])
