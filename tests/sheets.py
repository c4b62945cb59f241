"""Style sheets read for tests: every declaration with the selector it is for."""

from __future__ import annotations

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
            yield from _said(name, _inside(node), f"{selector} {head}".strip(), layer, under)
        elif node.type == "at-rule" and node.content is not None:
            head = " ".join(tinycss2.serialize(node.prelude).split())
            if node.lower_at_keyword == "layer":
                yield from _said(name, _inside(node), selector, head, under)
            else:
                yield from _said(name, _inside(node), selector, layer, (*under, f"@{node.lower_at_keyword} {head}"))


def _inside(node: Any) -> list[Any]:
    return tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
