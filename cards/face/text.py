"""A card's light markup: `**bold**`, `*italics*`, bullets `- `, line breaks, `{symbol}` and `{keyword}` tokens.

`parse` makes a flat value (blocks of runs; nothing nests, so nothing can nest too deeply), and
`to_html` writes it with everything escaped. An asterisk without a partner, an unknown token and any
tag stay what they are: letters. A backslash before `*`, `{` or `-` takes away its meaning.
All of it runs in time linear in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from cards.face.lexicon import PLAIN, Keyword, KeywordUse, Lexicon, meant
from cards.face.symbols import TOKEN, Symbol
from cards.rules.limits import clean_text

Direction = Literal["ltr", "rtl"]

_BULLET = re.compile(r"[ ]{0,3}(?:-|\*|\u2022) +(?=\S)")
_LONG_WORD = re.compile("[^ \n\u00ad]{16,}")  # that may be longer than a line of a small card
_CLOSING = ".,;:!?…)]”’»"
_CLOSING_MOST = 3  # letters: no more than these are held together with what they close
# A key as phones write it, "1️⃣": a digit, # or *, and a mark that frames it. No font of ours has the two in one form.
_KEYCAP = re.compile("([0-9#*])\ufe0f?\u20e3")
_ENDLESS = 40  # letters; no word of a language that parts its words
_MARK = re.compile(rf"\\([*{{\-\\])|(\*\*)|(\*)|{TOKEN.pattern}")
_MARKS_BEGIN = re.compile(r"[\\*{]")  # which is seen in a fifth of the time, and in most texts not at all


class Markup(str):
    """HTML that is already escaped; templates take it as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


@dataclass(frozen=True, slots=True)
class Run:
    """Letters in one style. A line feed in `text` is a line break. `meaning` is a keyword's, in words."""

    text: str
    bold: bool = False
    italic: bool = False
    meaning: str = ""

    def saying(self, letters: str) -> Run:
        """Other letters in the same style."""
        return Run(letters, self.bold, self.italic, self.meaning)

    def is_like(self, other: Run) -> bool:
        return (self.bold, self.italic, self.meaning) == (other.bold, other.italic, other.meaning)


Inline = Run | Symbol
_PLAIN_RUN = Run("")
Snippet = str | Symbol | KeywordUse  # what a text is taken apart into: letters and marks, symbols, keywords


@dataclass(frozen=True, slots=True)
class Paragraph:
    inlines: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Bullet:
    """One point of a list; neighbouring points make one list."""

    inlines: tuple[Inline, ...]


Block = Paragraph | Bullet
Text = tuple[Block, ...]


def clean(text: str) -> str:
    """The text without what cannot be seen or would disturb its neighbours; lines end in line feeds."""
    if text.isascii() and text.isprintable():
        return text
    return clean_text(text).replace("\t", " ")


def clean_line(text: str) -> str:
    """One line: line breaks and runs of spaces become one space."""
    return " ".join(part for part in clean(text).replace("\n", " ").split(" ") if part)


def direction(text: str) -> Direction:
    """The direction of the first letter that has one."""
    if text.isascii():
        return "ltr"
    for character in text:
        match unicodedata.bidirectional(character):
            case "L":
                return "ltr"
            case "R" | "AL":
                return "rtl"
    return "ltr"


def parse(text: str, lexicon: Lexicon = PLAIN) -> Text:
    """The blocks of a text of a deck with that lexicon. Blank lines part paragraphs, a line feed breaks the line."""
    blocks: list[Block] = []
    lines: list[str] = []

    def finish() -> None:
        if lines:
            blocks.append(Paragraph(parse_inline("\n".join(lines), lexicon)))
            lines.clear()

    for line in clean(text).split("\n"):
        if not line.strip():
            finish()
        elif point := _BULLET.match(line):
            finish()
            blocks.append(Bullet(parse_inline(line[point.end() :].strip(), lexicon)))
        elif not lines and blocks and isinstance(blocks[-1], Bullet) and line.startswith("  "):
            blocks[-1] = Bullet(joined((*blocks[-1].inlines, Run("\n"), *parse_inline(line.strip(), lexicon))))
        else:
            lines.append(line.strip())
    finish()
    return tuple(blocks)


def parse_inline(text: str, lexicon: Lexicon = PLAIN) -> tuple[Inline, ...]:
    """The runs and symbols of one paragraph (or of a title, a corner value, a line of flavour)."""
    if _MARKS_BEGIN.search(text) is None:
        return (Run(text),) if text else ()
    pieces = _pieces(text, lexicon)
    paired = _paired(pieces)
    found: list[Inline] = []
    bold = italic = False
    for index, piece in enumerate(pieces):
        if isinstance(piece, Symbol):
            found.append(piece)
        elif isinstance(piece, KeywordUse):
            found.append(Run(piece.shown, bold, italic, meaning_of(lexicon, piece.keyword, piece.detail)))
        elif index in paired:
            bold, italic = (not bold, italic) if piece == "**" else (bold, not italic)
        else:
            found.append(Run(piece.removeprefix("\\") if len(piece) == 2 else piece, bold, italic))
    return joined(tuple(found))


def joined(inlines: tuple[Inline, ...]) -> tuple[Inline, ...]:
    """The same with neighbouring runs of one style made one, and empty runs left out."""
    found: list[Inline] = []
    parts: list[str] = []
    style: Run | None = None
    for inline in inlines:
        if isinstance(inline, Run) and style and inline.is_like(style):
            parts.append(inline.text)
            continue
        if style and any(parts):
            found.append(style.saying("".join(parts)))
        parts, style = ([inline.text], inline) if isinstance(inline, Run) else ([], None)
        if isinstance(inline, Symbol):
            found.append(inline)
    if style and any(parts):
        found.append(style.saying("".join(parts)))
    return tuple(found)


def said_in(text: str, lexicon: Lexicon) -> tuple[KeywordUse, ...]:
    """The keywords of a text in the order of reading."""
    return tuple(piece for piece in _pieces(clean(text), lexicon) if isinstance(piece, KeywordUse))


@lru_cache(maxsize=4096)
def meaning_of(lexicon: Lexicon, keyword: Keyword, detail: str) -> str:
    """What a keyword means, in plain words; the keywords in it are named and not explained in their turn."""
    said = (_spoken_piece(piece) for piece in _pieces(keyword.filled(detail), lexicon))
    return "".join(said)


def _spoken_piece(piece: Snippet) -> str:
    match piece:
        case Symbol():
            return _spoken(piece)
        case KeywordUse(shown=shown):
            return shown
        case _:
            return "" if piece in ("*", "**") else piece.removeprefix("\\") if len(piece) == 2 else piece


def escape(text: str) -> str:
    """Text as HTML letters, safe between tags and between double quotes."""
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#39;")
    )


def to_html(text: Text, *, art: str, outlined: bool = False) -> Markup:
    """Paragraphs and lists as HTML. `art` is where the drawings of symbols are ("/static/art/")."""
    parts: list[str] = []
    in_list = False
    for block in text:
        is_point = isinstance(block, Bullet)
        if is_point != in_list:
            parts.append("<ul>" if is_point else "</ul>")
            in_list = is_point
        tag = "li" if is_point else "p"
        side = ' dir="rtl"' if direction(plain_inline(block.inlines)) == "rtl" else ""
        parts.append(f"<{tag}{side}>{inline_html(block.inlines, art=art, outlined=outlined, in_lines=True)}</{tag}>")
    if in_list:
        parts.append("</ul>")
    return Markup("".join(parts))


def inline_html(inlines: tuple[Inline, ...], *, art: str, outlined: bool = False, in_lines: bool = False) -> Markup:
    """Runs and symbols as HTML, without a block around them.

    `in_lines`: a space before another inline stands apart. The page engine takes letters that fit a line but for a
    space at their end for too long, and ends the line after the first of their words.
    """
    if len(inlines) == 1 and isinstance(one := inlines[0], Run) and one.is_like(_PLAIN_RUN):
        return letters_html(one.text)
    parts: list[str] = []
    parted = _parted(inlines)
    taken = ""  # what closes after a symbol stands in one line with it
    for index, inline in enumerate(inlines):
        if isinstance(inline, Symbol):
            taken = _closing_after(inlines, index)
            parts.append(_with_closing(_symbol_html(inline, art, outlined), taken))
            continue
        letters: str = letters_html(inline.text.removeprefix(taken))
        taken = ""
        if not letters:
            continue
        if in_lines and letters.endswith(" ") and index + 1 < len(inlines):
            letters = f"{letters[:-1]}<span> </span>"
        letters = (
            f"<wbr>{letters}" if index in parted else letters
        )  # inside, for its font: another may draw nothing else
        if inline.meaning:
            letters = f'<span class="cf-key" title="{escape(inline.meaning)}">{letters}</span>'
        letters = f"<i>{letters}</i>" if inline.italic else letters
        parts.append(f"<b>{letters}</b>" if inline.bold else letters)
    return Markup("".join(parts))


def letters_html(words: str) -> Markup:
    """Letters, lines and keys as HTML. The frame of a key is drawn; its mark alone would be an empty one beside the
    digit."""
    letters = escape(words).replace("\n", "<br>")
    return Markup(letters if letters.isascii() else _KEYCAP.sub(r'<span class="cf-keycap">\1</span>', letters))


def without_key_frames(words: str) -> str:
    """The words of a title, in which no frame has room."""
    return _KEYCAP.sub(r"\1", words)


def _closing_after(inlines: tuple[Inline, ...], index: int) -> str:
    """The plain marks that close directly after a symbol: a browser would let them begin the next line."""
    follows = inlines[index + 1] if index + 1 < len(inlines) else None
    if not isinstance(follows, Run) or follows.bold or follows.italic or follows.meaning:
        return ""
    return follows.text[: len(follows.text) - len(follows.text.lstrip(_CLOSING))][:_CLOSING_MOST]


def _with_closing(symbol: str, closing: str) -> str:
    return f'<span class="cf-nb">{symbol}{escape(closing)}</span>' if closing else symbol


def _parted(inlines: tuple[Inline, ...]) -> Collection[int]:
    """Before which runs a long word may be parted. The page engine parts a word that fits no line, but never where it
    changes its style: "*o**o**o*…" would run off the card. Punctuation stays with its word, unless that is endless."""
    if len(inlines) < 2:
        return ()
    letters = "".join(inline.text if isinstance(inline, Run) else " " for inline in inlines)
    begins, at = {}, 0
    for index, inline in enumerate(inlines):
        begins[at] = index
        at += len(inline.text) if isinstance(inline, Run) else 1
    return {
        begins[place]
        for word in _LONG_WORD.finditer(letters)
        for place in range(word.start() + 1, word.end())
        if place in begins and (len(word[0]) >= _ENDLESS or letters[place - 1 : place + 1].isalnum())
    }


def to_plain(text: Text) -> str:
    """The words alone: points with a dash, symbols as they are spoken, paragraphs parted by a blank line."""
    parts: list[str] = []
    for index, block in enumerate(text):
        if index:
            parts.append("\n" if isinstance(block, Bullet) and isinstance(text[index - 1], Bullet) else "\n\n")
        parts.append(f"- {plain_inline(block.inlines)}" if isinstance(block, Bullet) else plain_inline(block.inlines))
    return "".join(parts)


def plain_inline(inlines: tuple[Inline, ...]) -> str:
    """The words of runs and symbols."""
    return "".join(inline.text if isinstance(inline, Run) else _spoken(inline) for inline in inlines)


def _pieces(text: str, lexicon: Lexicon) -> list[Snippet]:
    """Letters, escaped letters ("\\*"), markers ("*", "**"), symbols and keywords, in order."""
    pieces: list[Snippet] = []
    at = 0
    for mark in _MARK.finditer(text):
        escaped, double, single, written = mark.groups()
        drawn = meant(lexicon, written) if written else None
        if written and drawn is None:
            continue
        if mark.start() > at:
            pieces.extend(_split_two(text[at : mark.start()]))
        pieces.append(drawn or double or single or f"\\{escaped}")
        at = mark.end()
    if at < len(text):
        pieces.extend(_split_two(text[at:]))
    return pieces


def _split_two(letters: str) -> tuple[str, ...]:
    """Two letters that begin with a backslash would be read as an escaped one: keep them apart."""
    return (letters[0], letters[1]) if len(letters) == 2 and letters[0] == "\\" else (letters,)


def _paired(pieces: list[Snippet]) -> frozenset[int]:
    """Which markers have a partner. One opens before a letter and closes after one, never inside a word."""
    waiting: dict[str, int] = {}
    paired: set[int] = set()
    for index, piece in enumerate(pieces):
        if isinstance(piece, Symbol | KeywordUse) or piece not in ("*", "**"):
            continue
        before, after = _edge(pieces, index - 1, -1), _edge(pieces, index + 1, 0)
        in_word = piece == "*" and before.isalnum() and after.isalnum()  # 2*3*4 is a sum
        if piece in waiting and not in_word and not before.isspace() and index - waiting[piece] > 1:
            paired.update((waiting.pop(piece), index))
        elif not in_word and not after.isspace():
            waiting[piece] = index
    return frozenset(paired)


def _edge(pieces: list[Snippet], index: int, end: int) -> str:
    """The letter next to a marker; a space beyond the ends."""
    if not 0 <= index < len(pieces):
        return " "
    piece = pieces[index]
    return "x" if isinstance(piece, Symbol | KeywordUse) else piece[end]


def _symbol_html(drawn: Symbol, art: str, outlined: bool) -> str:
    if drawn.is_coin:
        return f'<span class="cf-coin" role="img" aria-label="{drawn.spoken}">{drawn.count}</span>'
    source = drawn.address(art, outlined=outlined)
    image = f'<img class="cf-sym" src="{escape(source)}" alt="{escape(drawn.spoken)}">'
    return f'<span class="cf-nb">{drawn.count}\u202f{image}</span>' if drawn.count else image


def _spoken(drawn: Symbol) -> str:
    return f"{drawn.count} {drawn.spoken}" if drawn.count and not drawn.is_coin else drawn.spoken
