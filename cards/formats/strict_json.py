"""JSON from strangers: one linear look over the text before it is read, so that nothing odd gets through.

Refused with their place: nesting beyond DEPTH_MAX, a name given twice in one object, numbers that
are not whole or have more than DIGITS_MAX digits, NaN and Infinity, text that never ends.
"""

from __future__ import annotations

import json
import re
from typing import Any

from cards.rules.limits import FILE_BYTES_MAX, clean_line
from studio.kernel.codec import Unreadable
from studio.kernel.messages import Message, Series, message, series

DEPTH_MAX = 32
DIGITS_MAX = 15
STEPS_MAX = 6  # of a path that are named

# Possessive, so that no input makes it look twice: an unfinished string has no closing quote.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+("?)|[{}\[\],:]|-?[A-Za-z_]++|[-+0-9.][-+0-9.eE]*+', re.DOTALL)
_WHOLE = re.compile(r"-?[0-9]+")

_THE_FILE = message("the file")
_GROUPS = {
    "cards": message("card {number}"),
    "rules": message("rule {number}"),
    "entries": message("entry {number}"),
    "people": message("person {number}"),
    "faces": message("face {number}"),
    "tags": message("tag {number}"),
    "doodle": message("stroke {number}"),
    "pictures": message("picture {number}"),
}
_UNSPOKEN = {"deck", "face", "listing"}


def read_strictly(text: str) -> Any:
    """The plain value of a JSON text. Raises Unreadable with the place in words."""
    if len(text) > FILE_BYTES_MAX:
        raise Unreadable(_THE_FILE, message("it is longer than {limit:,} characters", limit=FILE_BYTES_MAX))
    _survey(text)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = message("line {line}, column {column}", line=error.lineno, column=error.colno)
        raise Unreadable(where, message("here it stops being JSON ({why})", why=error.msg[:60])) from None


def in_words(error: Unreadable) -> Unreadable:
    """The same with a place a person can find: "card 4, title" for "deck.cards.3.face.title"."""
    if not isinstance(error.where, str):
        return error
    return Unreadable(path_in_words(tuple(error.where.split("."))) or _THE_FILE, error.why)


def path_in_words(path: tuple[str | int, ...]) -> Message | Series | None:
    """A path of names and positions: "card 4, title"; None for a path that says nothing. Names are the file's own."""
    said: list[str | Message] = []
    group: Message | None = None
    for step in map(str, path):
        if group and step.isascii() and step.isdecimal():
            said[-1] = group.given(number=int(step[:9]) + 1)
            group = None
            continue
        group = _GROUPS.get(step)
        if step and step not in _UNSPOKEN:
            said.append(clean_line(step)[:40].replace("_", " "))
    if len(path) == 2 and path[0] == "deck" and path[1] not in _GROUPS and said:
        return message("the deck’s {field}", field=said[0])
    return series(said, "comma") if said else None


class _Level:
    """One open bracket: the names seen in it (an object) or how many values (a list)."""

    __slots__ = ("is_object", "names", "key", "index")

    def __init__(self, is_object: bool) -> None:
        self.is_object = is_object
        self.names: set[str] = set()
        self.key: str | None = None
        self.index = 0


def _survey(text: str) -> None:
    levels: list[_Level] = []
    for token in _TOKEN.finditer(text):
        mark = text[token.start()]
        match mark:
            case "{" | "[":
                if len(levels) >= DEPTH_MAX:
                    raise _at(
                        text,
                        token.start(),
                        levels,
                        message("brackets are nested more than {limit} deep", limit=DEPTH_MAX),
                    )
                levels.append(_Level(mark == "{"))
            case "}" | "]":
                if levels:
                    levels.pop()
            case ",":
                if levels:
                    levels[-1].key = None
                    levels[-1].index += 1
            case ":":
                pass
            case '"':
                _string(text, token, levels)
            case _:
                _scalar(text, token, levels)


def _string(text: str, token: re.Match[str], levels: list[_Level]) -> None:
    if not token.group(1):
        raise _at(text, token.start(), levels, message("these words begin with a quotation mark and never end"))
    if not levels or not levels[-1].is_object or levels[-1].key is not None:
        return
    try:
        name = json.loads(token.group())
    except json.JSONDecodeError:
        return  # said better, with its place, when the whole is read
    if name in levels[-1].names:
        raise _at(text, token.start(), levels, message("“{name}” is given twice", name=clean_line(name)[:40]))
    levels[-1].names.add(name)
    levels[-1].key = name


def _scalar(text: str, token: re.Match[str], levels: list[_Level]) -> None:
    word = token.group()
    if word in ("true", "false", "null"):
        return
    if _WHOLE.fullmatch(word):
        if len(word.lstrip("-")) > DIGITS_MAX:
            raise _at(
                text, token.start(), levels, message("this number has more than {limit} digits", limit=DIGITS_MAX)
            )
        return
    if word in ("NaN", "Infinity", "-Infinity") or word[0] in "-+.0123456789":
        raise _at(text, token.start(), levels, message("{word} is not a whole number", word=word[:20]))


def _at(text: str, position: int, levels: list[_Level], why: Message) -> Unreadable:
    path = tuple((level.key or "") if level.is_object else level.index for level in levels)
    # A list in nothing, or in a list, is no place that anybody could find by its number.
    pairs = zip(("", *path), path, strict=False)
    named = tuple(step for above, step in pairs if isinstance(step, str) or (above and isinstance(above, str)))
    spoken = path_in_words(named[:STEPS_MAX])
    line = text.count("\n", 0, position) + 1
    if spoken is None:
        return Unreadable(message("line {line}", line=line), why)
    return Unreadable(message("line {line} ({place})", line=line, place=spoken), why)
