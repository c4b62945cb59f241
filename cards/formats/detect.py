"""Bytes to text, and which format the text is in."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from cards.formats.values import Diagnostic
from cards.rules.limits import FILE_BYTES_MAX
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16: its mark begins alike
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BINARY = (b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"SQLite format 3")

# What Dvorak's players have kept their decks in and this reader does not know yet; looked for in the
# beginning of a file, so that nobody gets a wiki page as one long card.
_LATER = (
    (re.compile(r"\{\{\s*(?:template:)?(?:card|subpage|infobox)\b", re.IGNORECASE), message("wiki text")),
    (re.compile(r"\ANAME\tSET\tIMAGEFILE\t", re.IGNORECASE), message("a LackeyCCG list")),
    (re.compile(r"\A\s*(?:/\*.*?\*/\s*)?deck\s*\{", re.DOTALL), message("a Dvorak Deck Definition")),
    (re.compile(r"\A\s*<\?xml|\A\s*<(?:set|cockatrice_carddatabase)\b"), message("XML")),
    (re.compile(r"\A(?:Card Name|Title|Name)\s*[,;\t]", re.IGNORECASE), message("a spreadsheet")),
    (re.compile(r"\A\s*<(?:!doctype html|html)\b", re.IGNORECASE), message("a web page")),
    (
        re.compile(r"\A\s*<(?:h[1-6]|p|div|ul|ol|li|dl|table|section|article|b|strong)\b[^<>\n]{0,200}>"),
        message("the code of a web page"),
    ),
    (re.compile(r"\A\s*mse[ _]version:", re.IGNORECASE), message("a Magic Set Editor set")),
)
_MUSH = re.compile(r"(?:cleardeck|(?:loadcard|newcard) [^/\n]+/.*)", re.IGNORECASE)
_BEGINNING = 20_000  # characters


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text and what had to be said about its letters."""

    text: str
    remarks: tuple[Diagnostic, ...] = ()


def decode(content: bytes) -> Decoded:
    """The text of a file. Raises Refused for too much, and for what is not text."""
    if len(content) > FILE_BYTES_MAX:
        raise Refused("file.large", limit=FILE_BYTES_MAX // 1_000_000)
    if content.startswith(_BINARY):
        raise Refused("file.not_text")
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            try:
                return Decoded(content.decode(encoding).removeprefix("\ufeff"))
            except UnicodeDecodeError:
                raise Refused("file.not_text") from None
    if b"\x00" in content:
        raise Refused("file.not_text")
    try:
        return Decoded(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        return _western(content, error.start)


def sniff(text: str) -> str:
    """The name of the format: "json" or "listing". Raises Refused for one that cannot be read yet."""
    if text.lstrip()[:1] in ("{", "["):
        return "json" if not text.lstrip().startswith("{{") else _refuse_later(message("wiki text"))
    beginning = text[:_BEGINNING]
    if _is_mush(beginning):
        return _refuse_later(message("MUSH code"))
    for pattern, name in _LATER:
        if pattern.search(beginning):
            return _refuse_later(name)
    return "listing"


def _is_mush(beginning: str) -> bool:
    """One line in four is a command of the engine; prose about it may quote one."""
    lines = [line.strip() for line in beginning.splitlines() if line.strip()]
    return sum(bool(_MUSH.fullmatch(line)) for line in lines) * 4 > len(lines)


def _refuse_later(name: Message) -> str:
    raise Refused("file.not_yet", format=name)


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
