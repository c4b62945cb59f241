"""The lines of a plain text, each with what it looks like: a heading, a title, a type line, a quotation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from cards.formats.type_lines import TypeLine, plain, type_line
from cards.formats.values import Diagnostic
from cards.rules.limits import TITLE_MAX, clean_text
from studio.kernel.messages import message

_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(?=\S)(.*)")
_WIKI_HEADING = re.compile(r"(={1,6})[ \t]*(?=[^=\s])([^=]*[^=\s])[ \t]*\1")
# A run of spaces is tried once, from its beginning: so a line of spaces costs its length, not its square.
_CLOSING = re.compile(r"(?<![ \t])[ \t]+#+$")
_SEPARATOR = re.compile(r"(?:[-=_~+\u2013\u2014\u2015\u2500\u2501\u2550][ \t]*){3,}|(?:\*[ \t]*){3,}")
# A backslash before `*`, `{`, `-` or another backslash belongs to the markup; before anything else, and before a row of
# dashes, at the beginning of a line, it says that the line is only words.
_LITERAL = re.compile(rf"\\+(?:[^*{{\-\\].*|{_SEPARATOR.pattern})")
_BULLET = re.compile(r"\A(\s*)[-*+] +\\[*\-] *(?=\S)")
_INVISIBLE = "\u200b\u200e\u200f\u2060\ufeff"
_BLANK = f" \t\u3000\u00a0{_INVISIBLE}"
_COPIES_AFTER = re.compile(
    r"(?=\S)(.*\S)\s+(?:[x\u00d7*]\s?(\d{1,3})|[(\[](?:[x\u00d7*]\s?(\d{1,3})|(\d{1,3})\s?(?:[x\u00d7]|copies|copy))[)\]])"
)
_COPIES_BEFORE = re.compile(r"(\d{1,3})\s?[x\u00d7]\s+(\S.*)")

SECTIONS = ("blurb", "notes")  # titles of what is neither card nor rule, where a text alone stands under them


@dataclass(frozen=True, slots=True)
class Line:
    """`number` counts from 1, `level` is 1 to 6 for a heading, `raw` keeps the spaces it begins with.

    `after_row`: a row of dashes stands above it.
    """

    number: int
    raw: str
    words: str
    level: int
    after_blank: bool
    kind: TypeLine | None
    after_row: bool = False

    @property
    def is_separator(self) -> bool:
        return bool(_SEPARATOR.fullmatch(self.words))

    @property
    def says_kind(self) -> bool:
        """A type line beyond doubt: announced, or of a kind that the rules know."""
        return self.kind is not None and self.kind.certainty in ("known", "said")

    @property
    def is_quotation(self) -> bool:
        return self.words.startswith(">")

    @property
    def is_shouted(self) -> bool:
        """Bold as a whole, or in capitals: a title that lost its heading mark."""
        is_loud = plain(self.words) != self.words or self.words.isupper()
        return is_loud and len(self.words) <= TITLE_MAX + 8

    @property
    def stands_apart(self) -> bool:
        return self.after_blank or self.after_row

    @property
    def ends_a_sentence(self) -> bool:
        return plain(self.words)[-1:] in ".:,;"

    @property
    def is_short(self) -> bool:
        """Of a length that a title can have, with a letter or digit in it, and no mark of something else before it."""
        words = plain(self.words)
        return (
            len(words) <= TITLE_MAX
            and not words.startswith((">", "- ", "* ", "\u2022", "\\"))
            and any(letter.isalnum() for letter in words)
        )

    @property
    def may_be_title(self) -> bool:
        """Short, on its own after a blank line, and not a sentence."""
        return self.stands_apart and not self.ends_a_sentence and self.is_short


def lines_of(text: str) -> tuple[tuple[Line, ...], tuple[Diagnostic, ...]]:
    """The lines that are not blank, cleaned, and remarks on characters that were taken out."""
    whole = _ENDS.sub("\n", text)
    cleaned = clean_text(whole)
    remarks = _taken_out(whole, cleaned) if cleaned != whole else ()
    return lined(cleaned.split("\n")), remarks


def lined(rows: Iterable[str]) -> tuple[Line, ...]:
    """The rows that are not blank, in order, as lines numbered from 1."""
    found: list[Line] = []
    after_blank, after_row = True, False
    for number, raw in enumerate(rows, 1):
        line = line_of(number, raw, after_blank, after_row)
        if line is not None:
            found.append(line)
            after_row = line.is_separator and not line.level
        after_blank = line is None
    return tuple(found)


def line_of(number: int, raw: str, after_blank: bool, after_row: bool = False) -> Line | None:
    """One row as a line; None when there is nothing in it."""
    whole = raw.strip()
    words = _outer(whole)
    if not words:
        return None
    raw = raw.rstrip()
    heading = _HEADING.fullmatch(words if raw[0] in _INVISIBLE else raw)
    if heading:
        words = _outer(_CLOSING.sub("", heading[2]).strip())
    elif heading := _WIKI_HEADING.fullmatch(words):
        words = _outer(heading[2].strip())
    if heading:
        return Line(number, raw, words, len(heading[1]), after_blank, None, after_row)
    kind = None if _SEPARATOR.fullmatch(words) else type_line(whole)
    if words != whole and not (kind and kind.certainty == "said"):
        kind = type_line(words)
    return Line(number, raw, words, 0, after_blank, kind, after_row)


def _outer(words: str) -> str:
    """Without the invisible characters at its ends that come along when somebody copies from a page."""
    return words if words.startswith("\\") else words.strip(_BLANK)


def _taken_out(whole: str, cleaned: str) -> tuple[Diagnostic, ...]:
    """One remark for each line that lost something; another spelling of the same letters is no loss."""
    pairs = zip(whole.split("\n"), cleaned.split("\n"), strict=True)
    text = message("In this line, characters that cannot be printed were taken out.")
    return tuple(
        Diagnostic(number, "text.cleaned", text)
        for number, (was, now) in enumerate(pairs, 1)
        if was != now and len(unicodedata.normalize("NFC", was[:10_000])) != len(now[:10_000])
    )


def title_of(line: Line) -> tuple[str, int]:
    """The title and the copies it announces ("Slug ×3", "2x Slug", "Slug (x2)")."""
    words = plain(line.words)
    literal = line.words.startswith("\\")
    if after := _COPIES_AFTER.fullmatch(words):
        return _title_words(after[1], literal), int(after[2] or after[3] or after[4])
    if before := _COPIES_BEFORE.fullmatch(words):
        return plain(before[2]), int(before[1])
    return words[1:] if literal else words, 1


def name_of(line: Line) -> str:
    """A title that announces no copies: a deck's own."""
    return _title_words(line.words, line.words.startswith("\\"))


def _title_words(words: str, literal: bool) -> str:
    return words[1:] if literal else plain(words)


def is_literal(raw: str) -> bool:
    """Whether a backslash says that the line is only words."""
    return bool(_LITERAL.fullmatch(raw))


def literal(raw: str) -> str:
    """A line of text as it was meant: without the backslash that made it only words."""
    if is_literal(raw):
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
