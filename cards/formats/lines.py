"""The lines of a plain text, each with what it looks like: a heading, a title, a type line, a quotation."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from cards.formats.type_lines import TypeLine, plain, type_line
from cards.formats.values import Remark
from cards.rules.limits import TITLE_MAX, clean_text

_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(?=\S)(.*)")
# A run of spaces is tried once, from its beginning: so a line of spaces costs its length, not its square.
_CLOSING = re.compile(r"(?<![ \t])[ \t]+#+$")
_SEPARATOR = re.compile(r"(?:[-=_~][ \t]*){3,}|(?:\*[ \t]*){3,}")
# A backslash before `*`, `{`, `-` or another backslash belongs to the markup; before anything else,
# at the beginning of a line, it says that the line is only words.
_LITERAL = re.compile(r"\\+[^*{\-\\].*")
_BULLET = re.compile(r"\A(\s*)[-*+] +\\[*\-] *(?=\S)")
_COPIES_AFTER = re.compile(
    r"(?=\S)(.*\S)\s+(?:[x\u00d7]\s?(\d{1,3})|\((?:[x\u00d7]\s?(\d{1,3})|(\d{1,3})\s?[x\u00d7])\))"
)
_COPIES_BEFORE = re.compile(r"(\d{1,3})\s?[x\u00d7]\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class Line:
    """`number` counts from 1, `level` is 1 to 6 for a heading, `raw` keeps the spaces it begins with."""

    number: int
    raw: str
    words: str
    level: int
    after_blank: bool
    kind: TypeLine | None

    @property
    def is_separator(self) -> bool:
        return bool(_SEPARATOR.fullmatch(self.words))

    @property
    def is_quotation(self) -> bool:
        return self.words.startswith(">")

    @property
    def is_shouted(self) -> bool:
        """Bold as a whole, or in capitals: a title that lost its heading mark."""
        is_loud = plain(self.words) != self.words or self.words.isupper()
        return is_loud and len(self.words) <= TITLE_MAX + 8

    @property
    def may_be_title(self) -> bool:
        """Short, on its own after a blank line, and not a sentence."""
        words = plain(self.words)
        return (
            self.after_blank
            and len(words) <= TITLE_MAX
            and words[-1:] not in ".:,;"
            and not words.startswith((">", "- ", "* ", "\u2022", "\\"))
            and any(letter.isalnum() for letter in words)
        )


def lines_of(text: str) -> tuple[tuple[Line, ...], tuple[Remark, ...]]:
    """The lines that are not blank, cleaned, and remarks on characters that were taken out."""
    whole = _ENDS.sub("\n", text)
    cleaned = clean_text(whole)
    remarks = _taken_out(whole, cleaned) if cleaned != whole else ()
    found: list[Line] = []
    after_blank = True
    for number, raw in enumerate(cleaned.split("\n"), 1):
        words = raw.strip()
        if words:
            found.append(_line(number, raw.rstrip(), words, after_blank))
        after_blank = not words
    return tuple(found), remarks


def _line(number: int, raw: str, words: str, after_blank: bool) -> Line:
    heading = _HEADING.fullmatch(raw)
    if heading:
        return Line(number, raw, _CLOSING.sub("", heading[2]).strip(), len(heading[1]), after_blank, None)
    return Line(number, raw, words, 0, after_blank, type_line(words))


def _taken_out(whole: str, cleaned: str) -> tuple[Remark, ...]:
    """One remark for each line that lost something; another spelling of the same letters is no loss."""
    pairs = zip(whole.split("\n"), cleaned.split("\n"), strict=True)
    what = "characters that cannot be printed were taken out."
    return tuple(
        Remark(number, "text.cleaned", f"In this line, {what}")
        for number, (was, now) in enumerate(pairs, 1)
        if was != now and len(unicodedata.normalize("NFC", was[:10_000])) != len(now[:10_000])
    )


def title_of(line: Line) -> tuple[str, int]:
    """The title and the copies it announces ("Slug ×3", "2x Slug", "Slug (x2)")."""
    words = line.words
    literal = words.startswith("\\")
    if after := _COPIES_AFTER.fullmatch(words if literal else plain(words)):
        return _title_words(after[1], literal), int(after[2] or after[3] or after[4])
    if not literal and (before := _COPIES_BEFORE.fullmatch(plain(words))):
        return _title_words(before[2], literal), int(before[1])
    return _title_words(words, literal), 1


def name_of(line: Line) -> str:
    """A title that announces no copies: a deck's own."""
    return _title_words(line.words, line.words.startswith("\\"))


def _title_words(words: str, literal: bool) -> str:
    return words[1:] if literal else plain(words)


def literal(raw: str) -> str:
    """A line of text as it was meant: without the backslash that made it only words."""
    if _LITERAL.fullmatch(raw):
        return raw[1:]
    return _BULLET.sub(r"\1- ", raw) if "\\" in raw else raw


def joined(lines: tuple[Line, ...]) -> str:
    """Text again: a blank line parts paragraphs, and neighbouring lines stay neighbours."""
    parts: list[str] = []
    for index, line in enumerate(lines):
        if index:
            parts.append("\n\n" if line.after_blank else "\n")
        parts.append(literal(line.raw))
    return "".join(parts).strip()


def escaped(raw: str) -> str:
    """The line written so that `literal` gives it back, and nothing takes it for more than words."""
    line = _line(1, raw, raw.strip(), True)
    is_more = line.level or line.is_quotation or line.kind or _LITERAL.fullmatch(raw)
    return f"\\{raw}" if is_more and _LITERAL.fullmatch(f"\\{raw}") else raw
