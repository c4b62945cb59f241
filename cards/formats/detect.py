"""Bytes to text, and which format the text is in."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
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


# --- other tools' formats ---------------------------------------------------------------------------------------------

# Told by what their files hold: named, and refused until there is a reader for them. A pattern looks at the beginning
# of a text, or at the names in a JSON text or in a zip; nothing is unpacked or parsed.

BEGINNING = 20_000  # characters of a text that are looked at

_WIKI = message("wiki text")
_TEXTS: tuple[tuple[re.Pattern[str], Message], ...] = (
    (re.compile(r"\{\{\s*(?:template:)?(?:card|subpage|infobox)\b", re.IGNORECASE), _WIKI),
    (re.compile(r"\A\s*\{\||\n\|-[ \t]*\n[|!]"), message("a table of wiki text")),
    (re.compile(r"\ANAME\tSET\tIMAGEFILE\t", re.IGNORECASE), message("a LackeyCCG list")),
    (re.compile(r"\A\s*(?:/\*.*?\*/\s*)?deck\s*\{", re.DOTALL), message("a Dvorak Deck Definition")),
    (re.compile(r"\A\s*<\?xml[^>]*>\s*(?:<!--.*?-->\s*)?<set\b|\A\s*<set\b", re.DOTALL), message("an OCTGN set")),
    (re.compile(r"<cockatrice_(?:carddatabase|deck)\b"), message("a Cockatrice file")),
    (re.compile(r"\A\s*(?:<\?xml[^>]*>\s*)?<deck\b"), message("a LackeyCCG deck")),
    (re.compile(r"\A\s*<\?xml"), message("XML")),
    (re.compile(r"\A\s*<(?:!doctype html|html)\b", re.IGNORECASE), message("a web page")),
    (
        re.compile(r"\A\s*<(?:h[1-6]|p|div|ul|ol|li|dl|table|section|article|b|strong)\b[^<>\n]{0,200}>"),
        message("the code of a web page"),
    ),
    (re.compile(r"\A\s*mse[ _]version:", re.IGNORECASE), message("a Magic Set Editor set")),
    (re.compile(r"\A\s*\{\\rtf"), message("a Rich Text document")),
    (
        re.compile(r"\A(?:[^\[\n]*\n){0,9}\s*\[(b|i|u|size|color|url|quote|center|list|card)(?:=[^\]\n]*)?\].*?\[/\1\]",
                   re.IGNORECASE | re.DOTALL),
        message("a forum post with [b] and [i]"),
    ),
)  # fmt: skip
_JSONS: tuple[tuple[re.Pattern[str], Message], ...] = (
    (re.compile(r'"(?:ObjectStates|DeckIDs|CustomDeck)"\s*:'), message("a saved object of Tabletop Simulator")),
    (re.compile(r'"cardTypes"\s*:'), message("a VirtualTabletop deck")),
    (re.compile(r'"(?:white|whiteCards|black|blackCards)"\s*:\s*\['), message("a pack of white and black cards")),
)  # fmt: skip
_OURS = re.compile(r'"schema"\s*:')
_MUSH = re.compile(r"(?:cleardeck|(?:loadcard|newcard) [^/\n]+/.*)", re.IGNORECASE)

_YAML_PAIR = re.compile(r"(\s*)(-\s+)?[a-z_][a-z0-9_-]*:(?:\s+\S.*|\s*)")
_YAML_NAME = re.compile(r"[^\s:#-][^:#]{0,80}:\s*")
_YAML_ITEM = re.compile(r"\s*-(?:\s+[a-z_][a-z0-9_-]*:(?:\s.*)?)?\s*")

# What stands in a zip by the names of its parts, which are not packed.
_ZIPS: tuple[tuple[bytes, Message], ...] = (
    (b"xl/workbook.xml", message("an Excel workbook")),
    (b"opendocument.spreadsheet", message("an OpenDocument spreadsheet")),
    (b"word/document.xml", message("a Word document")),
    (b"opendocument.text", message("an OpenDocument text")),
    (b"widgets.json", message("a playingcards.io room")),
    (b"set.xml", message("an OCTGN package")),
)
_A_ZIP = message("a zip")


def named_text(text: str) -> Message | None:
    """What a text is called that another tool has written; None for one that could be a plain list."""
    beginning = text[:BEGINNING]
    lines = [line for line in beginning.splitlines() if line.strip()]
    if _is_mush(lines):
        return message("MUSH code")
    for pattern, name in _TEXTS:
        if pattern.search(beginning):
            return name
    return message("YAML") if _is_yaml(lines) else None


def named_json(text: str) -> Message | None:
    """The same for a text that begins as JSON does; None where it could be our own, or is nobody's."""
    beginning = text[:BEGINNING]
    if _OURS.search(beginning):
        return None
    return next((name for pattern, name in _JSONS if pattern.search(beginning)), None)


def named_zip(content: bytes) -> Message:
    """What a zip holds, by the names in it."""
    if content[30:33] == b"set" and content[26:28] == b"\x03\x00":
        return message("a Magic Set Editor set")
    return next((name for mark, name in _ZIPS if mark in content), _A_ZIP)


def _is_mush(lines: Sequence[str]) -> bool:
    """One line in four is a command of the engine; prose about it may quote one."""
    return sum(bool(_MUSH.fullmatch(line.strip())) for line in lines) * 4 > len(lines)


def _is_yaml(lines: Sequence[str]) -> bool:
    """Items with pairs of small names under them, three lines in four; a list of cards writes its labels large."""
    if not any(_begins_item(line, below) for line, below in zip(lines, lines[1:], strict=False)):
        return False
    pairs = sum(bool(_YAML_PAIR.fullmatch(line) or _YAML_NAME.fullmatch(line)) for line in lines)
    pairs += sum(line.strip() in ("-", "---", "...") for line in lines)
    deeper = sum(line[:1] in " \t" and not _YAML_PAIR.fullmatch(line) for line in lines)
    return pairs * 4 >= (len(lines) - deeper) * 3 and pairs > 1


def _begins_item(line: str, below: str) -> bool:
    """A dash, alone or before a pair, or a name alone, with a pair under it that stands further in."""
    is_head = _YAML_ITEM.fullmatch(line) or _YAML_NAME.fullmatch(line)
    pair = _YAML_PAIR.fullmatch(below)
    return bool(is_head and pair and not pair[2] and len(pair[1]) > len(line) - len(line.lstrip()))
