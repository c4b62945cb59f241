"""How a plain form is read: as Django reads it, without looking four times at each field, and in as much memory as it
takes where somebody sends a large one."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.core.handlers.asgi import ASGIRequest
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict

PLAIN = "application/x-www-form-urlencoded"
LONG = 64 * 1024  # bytes of a form that is read piece by piece, and of a piece


class PlainForm(QueryDict):
    """Names and values are text when they come, for they were read out of text."""

    def appendlist(self, key: Any, value: Any) -> None:
        if self._mutable:
            fields: Any = self
            dict.setdefault(fields, key, []).append(value)
        else:
            super().appendlist(key, value)  # says that it cannot be changed


def long_form(body: bytes) -> PlainForm:
    """The same form. Python's own reader takes a value apart at every `%`: of ten megabytes of `%41` it makes eight
    hundred of small objects, and anybody may send them. Raises TooManyFieldsSent."""
    if body.count(b"&") >= settings.DATA_UPLOAD_MAX_NUMBER_FIELDS:
        raise TooManyFieldsSent("There are too many fields in it.")
    try:
        body.decode()
    except UnicodeDecodeError:  # as Django does
        body = body.decode("iso-8859-1").encode()
    form = PlainForm(mutable=True, encoding="utf-8")
    for field in filter(None, body.split(b"&")):
        name, _, value = field.partition(b"=")
        form.appendlist(_unpacked(name), _unpacked(value))
    form._mutable = False
    return form


def _unpacked(packed: bytes) -> str:
    """Cut where a `%` begins: nothing that is packed goes on beyond it."""
    packed, pieces, start = packed.replace(b"+", b" "), list[bytes](), 0
    while start < len(packed):
        end = packed.find(b"%", start + LONG)
        end = end if end >= 0 else len(packed)
        pieces.append(unquote_to_bytes(packed[start:end]))
        start = end
    return b"".join(pieces).decode("utf-8", "replace")


class PageRequest(ASGIRequest):
    def _load_post_and_files(self) -> None:
        known: Any = self  # to its stubs it has none of these
        is_plain = self.method == "POST" and self.content_type == PLAIN and not known._read_started
        if is_plain and (known._encoding or "utf-8").lower() == "utf-8":
            form = long_form(self.body) if len(self.body) > LONG else PlainForm(self.body, encoding="utf-8")
            known._post, known._files = form, MultiValueDict()
        else:
            super()._load_post_and_files()
