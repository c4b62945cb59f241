"""Style sheets, written together in the order in which they rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from posixpath import dirname

from studio.web.joined import older


class DoesNotFit(Exception):
    """A file, a line of it, and what is wrong there."""

    def __init__(self, name: str, number: int, line: str, why: str) -> None:
        super().__init__(f"{name}:{number}: {why}: {line.strip()[:120]}")


_ASIDE = re.compile(r"""/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)  # remarks and strings
_KEPT = re.compile(r"""("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|url\([^"')]*\))""")  # as it is, each blank
_ALONE = re.compile(r"@(?:import|charset|namespace)\b")  # rules that only the head of a sheet may have


@dataclass(frozen=True, slots=True)
class SheetLink:
    """A sheet of a page: its name under the static files, and for which media it is ("" for all)."""

    name: str
    media: str = ""


def sheets_together(sheets: Sequence[SheetLink], folder: str, source: Callable[[str], str]) -> str:
    """One sheet that says what these say. DoesNotFit, naming the line, for what would say something else there:
    relative addresses from another folder, rules for the head of a sheet, a bracket that is not closed."""
    names = " ".join(sheet.name for sheet in sheets)
    written = [f"/*! The same as these, which lie beside it as they were written: {names} */"]
    for sheet in sheets:
        text = source(sheet.name)
        _refuse(sheet.name, folder, text)
        small = _in_older_words(sheet.name, lean(text))
        written.append(f"@media {sheet.media}{{{small}}}" if sheet.media else small)
    return "\n".join(written) + "\n"


def lean(text: str) -> str:
    """The same sheet without remarks and line breaks. Blanks stay wherever one may mean something: between `.a` and
    `:hover` in a nested rule, around a sign in `calc()`."""
    pieces = _KEPT.split(_ASIDE.sub(lambda aside: " " if aside[0].startswith("/*") else aside[0], text))
    for at in range(0, len(pieces), 2):
        pieces[at] = re.sub(r" *([{};]) *", r"\1", re.sub(r"\s+", " ", pieces[at])).replace(";}", "}")
    return "".join(pieces).strip()


@lru_cache(maxsize=128)
def _in_older_words(name: str, text: str) -> str:
    try:
        return older.put(text)
    except older.NotPut as what:
        raise DoesNotFit(name, 1, str(what), "this cannot be said to older browsers") from None


def _refuse(name: str, folder: str, text: str) -> None:
    if dirname(name) != folder:
        raise DoesNotFit(name, 1, text.partition("\n")[0], f"sheets that are joined lie in {folder}/")
    bare = _ASIDE.sub(lambda aside: "\n" * aside[0].count("\n"), text)
    if found := _ALONE.search(bare):
        number = bare.count("\n", 0, found.start()) + 1
        raise DoesNotFit(name, number, found[0], "this stands at the head of a sheet and nowhere else")
    depth = 0
    for number, line in enumerate(bare.split("\n"), 1):
        for mark in re.findall(r"[{}]|/\*", line):
            if mark == "/*":
                raise DoesNotFit(name, number, line, "a remark is not closed")
            depth += 1 if mark == "{" else -1
            if depth < 0:
                raise DoesNotFit(name, number, line, "a bracket closes nothing")
    if depth:
        raise DoesNotFit(name, text.count("\n") + 1, "", "a bracket is not closed")
