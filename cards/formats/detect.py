"""Bytes to text, and which format the text is in."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from cards.formats.others import BEGINNING, named_json, named_text, named_zip
from cards.formats.values import Diagnostic
from cards.rules.limits import FILE_BYTES_MAX
from studio.kernel.messages import message
from studio.kernel.refusals import Refused

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16: its mark begins alike
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ZIP = b"PK\x03\x04"
_BINARY = (b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"SQLite format 3")
# "[1", "[{", '["': a list of JSON, and no word in square brackets.
_LIST = re.compile(r"\[\s*(?:[\[{\"\]\d-]|true|false|null|\Z)")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text and what had to be said about its letters."""

    text: str
    remarks: tuple[Diagnostic, ...] = ()


def decode(content: bytes) -> Decoded:
    """The text of a file. Raises Refused for too much, and for what is not text."""
    if len(content) > FILE_BYTES_MAX:
        raise Refused("file.large", limit=FILE_BYTES_MAX // 1_000_000)
    if content.startswith(_ZIP):
        raise Refused("file.not_yet", format=named_zip(content))
    if content.startswith(_BINARY):
        raise Refused("file.not_text")
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            try:
                return Decoded(content.decode(encoding).removeprefix("\ufeff"))
            except UnicodeDecodeError:
                raise Refused("file.not_text") from None
    if b"\x00" in content:
        return _unmarked(content)
    try:
        return Decoded(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        return _western(content, error.start)


def sniff(text: str) -> str:
    """The name of the format: "json" or "listing". Raises Refused for one that cannot be read yet."""
    begun = text[:BEGINNING].lstrip()
    if begun.startswith("{") and not begun.startswith(("{{", "{|", "{\\rtf")) or _LIST.match(begun):
        name, told = "json", named_json(text)
    else:
        name, told = "listing", named_text(text)
    if begun.startswith("{{") and told is None:
        told = message("wiki text")
    if told is not None:
        raise Refused("file.not_yet", format=told)
    return name


def _unmarked(content: bytes) -> Decoded:
    """UTF-16 without its mark, as some programs of Windows write it: on one side of its pairs nothing
    stands for every letter of Latin, blank and sign. Raises Refused for what is no text."""
    begun = content[:2000]
    even, odd = begun[0::2].count(0), begun[1::2].count(0)
    is_text = 8 * max(even, odd) >= len(begun) >= 8 and 10 * min(even, odd) <= max(even, odd)
    try:
        text = content.decode("utf-16-le" if odd > even else "utf-16-be") if is_text else "\x00"
    except UnicodeDecodeError:
        raise Refused("file.not_text") from None
    strange = sum(not letter.isprintable() and letter not in "\t\n\r\f\u200d\u200e\u200f" for letter in text)
    if strange * 100 > len(text):
        raise Refused("file.not_text")
    words = message("The file does not say how its letters are written; it was read as UTF-16. Look at them.")
    return Decoded(text, (Diagnostic(None, "file.utf16", words),))


def _western(content: bytes, position: int) -> Decoded:
    """Not UTF-8: an old file from Windows, unless it is no text at all."""
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        raise Refused("file.not_text") from None
    odd = sum(letter < " " and letter not in "\t\n\r\f" for letter in text)
    if odd * 100 > len(text):
        raise Refused("file.not_text")
    line = content.count(b"\n", 0, position) + 1
    words = message("The letters are not UTF-8; they were read as Windows Western. Look at the accents.")
    return Decoded(text, (Diagnostic(line, "file.western", words),))
