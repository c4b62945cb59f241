"""Style sheets read for tests: every declaration with the selector it is for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import tinycss2

PROJECT = Path(__file__).resolve().parent.parent
CSS = PROJECT / "static/css"


@dataclass(frozen=True, slots=True)
class Said:
    """One declaration. `selector` is that of the rule with those around it before it, `layer` the cascade layer it is
    in, `under` the conditions it is under, as they are written."""

    sheet: str
    line: int
    selector: str
    prop: str
    value: str
    layer: str
    under: tuple[str, ...]


@cache
def sheet(name: str) -> tuple[Said, ...]:
    """All that a sheet says, by its file's name."""
    rules = tinycss2.parse_stylesheet(
        (CSS / name).read_text(encoding="utf-8"), skip_comments=True, skip_whitespace=True
    )
    return tuple(_said(name, rules, "", "", ()))


def names() -> list[str]:
    """The files of all sheets."""
    return sorted(path.name for path in CSS.glob("*.css"))


def parts(value: str) -> list[str]:
    """The parts of a value between its blanks: `0 calc(1px + 2px)` has two."""
    found, depth = [""], 0
    for letter in value.strip():
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter.isspace() and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [part for part in found if part]


def _said(name: str, nodes: Sequence[Any], selector: str, layer: str, under: tuple[str, ...]) -> Iterator[Said]:
    for node in nodes:
        if node.type == "declaration":
            value = " ".join(tinycss2.serialize(node.value).split())
            yield Said(name, node.source_line, selector, node.lower_name, value, layer, under)
        elif node.type == "qualified-rule":
            head = " ".join(tinycss2.serialize(node.prelude).split())
            yield from _said(name, _inside(node), _nested(selector, head), layer, under)
        elif node.type == "at-rule" and node.content is not None:
            head = " ".join(tinycss2.serialize(node.prelude).split())
            if node.lower_at_keyword == "layer":
                yield from _said(name, _inside(node), selector, head, under)
            else:
                yield from _said(name, _inside(node), selector, layer, (*under, f"@{node.lower_at_keyword} {head}"))


def _inside(node: Any) -> list[Any]:
    return tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)


def _nested(around: str, head: str) -> str:
    """The selectors of a rule in another one."""
    if not around:
        return head
    whole = around if len(selectors(around)) == 1 else f":is({around})"
    return ", ".join(part.replace("&", whole) if "&" in part else f"{whole} {part}" for part in selectors(head))


def selectors(head: str) -> list[str]:
    """The selectors of a list: `.a, :is(.b, .c)` has two."""
    marked, depth = "", 0
    for letter in head:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        marked += "\0" if letter == "," and not depth else letter
    return [part.strip() for part in marked.split("\0")]


def subject(selector: str) -> str:
    """The part of a selector that says of what it is: `.b:hover` of `.a > .b:hover`. What it has not, and what is in
    it, is left out: `.a` of `.a:not(.c):has(.d)`."""
    return _parts_of(selector)[-1]


def is_alone(selector: str) -> bool:
    """Whether it says nothing of what is around."""
    return len(_parts_of(selector)) == 1


def classes(compound: str) -> list[str]:
    """The classes of one part of a selector, but those of states (`is-…`, `has-…`)."""
    return [
        name for name in _CLASS.findall(re.sub(r"\[[^\]]*\]", "", compound)) if not name.startswith(("is-", "has-"))
    ]


_CLASS = re.compile(r"\.([A-Za-z][\w-]*)")
_CONDITION = re.compile(r":(?:not|has)\(")


def _parts_of(selector: str) -> list[str]:
    bare = selector
    while found := _CONDITION.search(bare):
        depth, end = 1, found.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(bare[end], 0)
            end += 1
        bare = bare[: found.start()] + bare[end:]
    return [part for part in re.split(r"\0", _blanked(bare)) if part] or [""]


def _blanked(selector: str) -> str:
    """With NUL wherever one part ends, which is not inside of brackets."""
    depth, found = 0, ""
    for letter in selector:
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
        found += "\0" if not depth and letter in " >+~" else letter
    return found
