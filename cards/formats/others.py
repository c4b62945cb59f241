"""Other tools' formats, told by what their files hold: named, and refused until there is a reader for them.

A pattern looks at the beginning of a text, or at the names in a JSON text or in a zip; nothing is unpacked or parsed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from studio.kernel.messages import Message, message

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
