"""Lists with the type of a card beside its title: "Title (Type): text", "Title – Type – text", "Action: Title"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from cards.formats.lines import Line, line_of
from cards.formats.parts import Found, Part, trimmed
from cards.formats.type_lines import TypeLine, plain, type_line
from cards.rules.limits import TITLE_MAX, TYPE_LINE_MAX
from studio.kernel.messages import Message, message

_HEAD_MAX = 300  # characters of a line in which its title and type are looked for
_DASH = re.compile(r" [-\u2013\u2014|/] ")
_COMMA = re.compile(r", ")
_COLON = re.compile(r": ")
_BRACKET = re.compile(r"[(\[{]([^()\[\]{}]{1,60})[)\]}]")
_COPIES = re.compile(
    r"\s*[(\[]?((?:[x\u00d7*]\s?\d{1,3})|(?:\d{1,3}\s?[x\u00d7]))[)\]]?(?=\s*(?::|$)|\s[-\u2013\u2014]\s)"
)
_STOP = re.compile(r"[.!?:;](?:\s|$)")
_LEAD = re.compile(r"\s*(?:[:.](?=\s|$)|:|[-\u2013\u2014](?=\s))?\s*")
_TRAIL = re.compile(r"(?:\s[-\u2013\u2014]|:)?\s*\Z")
_BODY_MAX = 8  # lines a card has on the average where only the line with its title is known

Head = tuple[str, TypeLine, str]  # title, type, the rest of the line


# --- the type beside the title ---------------------------------------------------------------------------------------


def beside_lists(lines: Sequence[Line]) -> list[Found]:
    """What every way of writing the type beside the title makes of the list."""
    return [found for shape, read in _BESIDE if (found := _beside(lines, shape, read)) is not None]


def _beside(lines: Sequence[Line], shape: Message, read: Callable[[str], Head | None]) -> Found | None:
    heads = {index: head for index, line in enumerate(lines) if (head := read(_loud(line.words))) is not None}
    known = [index for index, head in heads.items() if head[1].certainty == "known"]
    if not known:
        return None
    inline = sum(bool(heads[index][2]) for index in known) * 2 > len(known)
    starts = [
        index
        for index, head in heads.items()
        if (head[1].certainty == "known" or (index > known[0] and bool(head[2]) == inline))
        and (inline or _stands_for_itself(lines[index], head, shape) or index - 1 in heads)
    ]
    if not starts or len(starts) * (_BODY_MAX if not inline else 3) < len(lines) - starts[0]:
        return None
    parts = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        title, kind, rest = heads[start] if inline else _with_trait(heads[start])
        line = lines[start]
        first = line_of(line.number, rest, True)
        body = trimmed(lines[start + 1 : end])
        parts.append(Part(replace(line, words=title), kind, line, (*([first] if first else []), *body)))
    return Found(trimmed(lines[: starts[0]]), tuple(parts), shape=shape)


def _stands_for_itself(line: Line, head: Head, shape: Message) -> bool:
    """A line that holds a title and a type and nothing else, or one at the head of its paragraph."""
    is_whole = head[1].certainty == "known" and not head[2] and shape in _SURE
    return line.stands_apart or bool(line.level) or is_whole


def _with_trait(head: Head) -> Head:
    """ "Title – Thing – Pest" over its text: a short name after the type belongs to it."""
    title, kind, rest = head
    whole = _traited(kind, rest)
    return (title, whole, "") if whole else head


def _traited(kind: TypeLine, name: str) -> TypeLine | None:
    """The type with a short name after it; None where that is more than a name, or ends like a sentence."""
    is_name = name.istitle() and len(name.split()) <= 3 and name[-1] not in ".:"
    return kind_beside(f"{kind.words} \u2014 {name}") if is_name else None


def _loud(words: str) -> str:
    """Without the stars round a title that begins the line, and without those round the whole of it."""
    words = plain(words)
    for mark in ("**", "__"):
        if words.startswith(mark) and (end := words.find(mark, 2, _HEAD_MAX)) > 0:
            return words[2:end] + words[end + 2 :]
    return words


def kind_beside(words: str) -> TypeLine | None:
    """A type line as it stands beside a title: one the rules know, or a short one with a kind of the deck's own."""
    return _kind_of(words) if len(words) <= TYPE_LINE_MAX + 2 else None


@lru_cache(512)
def _kind_of(words: str) -> TypeLine | None:
    words = words.strip().rstrip(".:")
    found = None if _STOP.search(words) else type_line(plain(words))
    return found if found and found.certainty in ("known", "own") else None


def _bracketed(words: str) -> Head | None:
    for found in _BRACKET.finditer(words[:_HEAD_MAX]):
        title, kind = _TRAIL.sub("", words[: found.start()]), kind_beside(found[1]) or _listed(found[1])
        if kind and title and len(title) <= TITLE_MAX:
            return _copied(title, kind, words[found.end() :])
    return None


def _listed(words: str) -> TypeLine | None:
    """ "Thing, Pest": a kind with names after commas, which no sentence in brackets is."""
    first, *names = [one.strip() for one in words.split(",")]
    kind = kind_beside(first) if names else None
    are_names = all(name.istitle() and len(name.split()) <= 3 and name[-1] not in ".:" for name in names)
    return TypeLine(words.strip(), kind.certainty, kind.is_rule) if kind and are_names else None


def _parted(mark: re.Pattern[str], words: str) -> Head | None:
    if words.startswith("|"):  # a row of a table
        return None
    gaps = list(mark.finditer(words[:_HEAD_MAX]))[:6]
    for index, gap in enumerate(gaps):
        end = gaps[index + 1].start() if index + 1 < len(gaps) else len(words)
        title, middle, rest = words[: gap.start()], words[gap.end() : end], words[end:]
        # What stands after the last gap may hold more than the type: "Title – Thing: text", "Title, Thing. Text".
        kind, text = (middle, "") if kind_beside(middle) else _cut(middle)
        found = kind_beside(kind)
        if found is None or len(title) > TITLE_MAX or not title.strip():
            continue
        if found.certainty == "own" and (mark is not _DASH or index):
            continue
        rest = f"{text}{rest}" if text else rest[len(gaps[index + 1].group()) if index + 1 < len(gaps) else 0 :]
        return _traits(title.strip(), found, rest.strip(), mark)
    return None


def _cut(words: str) -> tuple[str, str]:
    """A type and what follows it after a colon or a full stop; the type is "" where there is no such thing."""
    head = words[: TYPE_LINE_MAX + 2]
    at = min((index for index in (head.find(": "), head.find(". ")) if index > 0), default=0)
    return words[:at], words[at + 2 :]


def _traits(title: str, kind: TypeLine, rest: str, mark: re.Pattern[str]) -> Head:
    """ "Title – Thing – Pest – text": a short name between the type and the text belongs to the type."""
    if mark is _DASH and kind.certainty == "known" and (gap := _DASH.search(rest[:_HEAD_MAX])):
        if whole := _traited(kind, rest[: gap.start()]):
            kind, rest = whole, rest[gap.end() :]
    return _copied(title, kind, rest)


def _copied(title: str, kind: TypeLine, rest: str) -> Head:
    """Copies that stand after the type belong to the title, where they are looked for."""
    if copies := _COPIES.match(rest):
        count = copies[1].strip("x\u00d7* ")
        return f"{title} \u00d7{count}", kind, _led(rest[copies.end() :])
    return title, kind, _led(rest)


def _led(rest: str) -> str:
    """The text without the mark that parts it from the type; a minus before a number is its own."""
    return _LEAD.sub("", rest, count=1)


def _type_first(words: str) -> Head | None:
    """ "Action: Title", and "Action – Title" with nothing after it."""
    for mark in (_COLON, _DASH):
        gap = mark.search(words[: TYPE_LINE_MAX + 3])
        kind = kind_beside(words[: gap.start()]) if gap else None
        if gap and kind and kind.certainty == "known":
            title = words[gap.end() :].strip()
            for inner in (_COLON, _DASH):
                if cut := inner.search(title[: TITLE_MAX + 3]):
                    return _copied(title[: cut.start()], kind, title[cut.end() :])
            return (title, kind, "") if mark is _COLON and title and len(title) <= TITLE_MAX else None
    return None


_BESIDE: tuple[tuple[Message, Callable[[str], Head | None]], ...] = (
    (message("a list with the type in brackets after the title"), _bracketed),
    (message("a list with dashes between title, type and text"), partial(_parted, _DASH)),
    (message("a list with a comma between title and type"), partial(_parted, _COMMA)),
    (message("a list with a colon between title and type"), partial(_parted, _COLON)),
    (message("a list with the type before the title"), _type_first),
)


_SURE = {shape for shape, _ in _BESIDE[:3]}  # a colon before a type, or after one, also stands in texts
