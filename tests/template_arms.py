"""Which arms of the templates no test takes: `pytest -p tests.template_arms tests/web …`, by hand (docs/testing.md).

An arm is what `{% if %}`, `{% elif %}`, `{% else %}` (written or not), `{% for %}` and a written `{% empty %}` show.
Coverage's plugin for Django counts lines, and every second condition of these templates shares its line with another.
Two conditions in the same words on one line count as one. Several runs add up in the file that `--arms` names.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.template.base import Node, NodeList
from django.template.defaulttags import ForNode, IfNode

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"

Key = tuple[str, int, str, str]  # template, line of the tag, the tag, the arm

_there: list[_Arm] = []
_taken: set[Key] = set()


class _Arm(Node):
    """Stands first in what an arm shows, shows nothing and notes that it was asked."""

    def __init__(self, owner: Any, name: str) -> None:
        self.owner, self.name = owner, name
        _there.append(self)

    def key(self) -> Key | None:
        """None for a template that is no file of ours."""
        path = Path(str(self.owner.origin.name))
        if TEMPLATES not in path.parents:
            return None
        token = self.owner.token
        return str(path.relative_to(TEMPLATES)), token.lineno, token.contents, self.name

    def render(self, context: object) -> str:
        if key := self.key():
            _taken.add(key)
        return ""


def _mark_if(self: Any, conditions_nodelists: list[tuple[Any, NodeList]]) -> None:
    self.conditions_nodelists = conditions_nodelists
    if all(condition is not None for condition, _ in conditions_nodelists):
        conditions_nodelists.append((None, NodeList()))
    for number, (condition, nodes) in enumerate(conditions_nodelists):
        nodes.insert(0, _Arm(self, "if" if number == 0 else "else" if condition is None else f"elif {number}"))


def _mark_for(self: Any, *words: Any) -> None:
    _for_as_it_is(self, *words)
    self.nodelist_loop.insert(0, _Arm(self, "for"))
    if self.nodelist_empty:
        self.nodelist_empty.insert(0, _Arm(self, "empty"))


_for_as_it_is = ForNode.__init__


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--arms", default="template-arms.json", help="where the arms of templates are kept")


def pytest_configure(config: pytest.Config) -> None:
    IfNode.__init__ = _mark_if  # type: ignore[method-assign, assignment]
    ForNode.__init__ = _mark_for  # type: ignore[method-assign]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    from django.template.loader import get_template

    for path in sorted(TEMPLATES.rglob("*.html")):
        get_template(str(path.relative_to(TEMPLATES)))
    there = {key for arm in _there if (key := arm.key())}
    kept = Path(config.getoption("--arms"))
    earlier = {tuple(key) for key in json.loads(kept.read_text())} if kept.exists() else set()
    taken = (_taken | earlier) & there
    kept.write_text(json.dumps(sorted(taken)))
    terminalreporter.section("arms of templates")
    for line in report(there, taken):
        terminalreporter.write_line(line)


def report(there: set[Key], taken: set[Key]) -> Iterator[str]:
    """A line for each template with arms that nobody took, then how many there are."""
    left: defaultdict[str, list[str]] = defaultdict(list)
    for name, line, tag, arm in sorted(there - taken):
        left[name].append(f"    {line}: {{% {tag} %}} → {arm}")
    for name, lines in left.items():
        yield name
        yield from lines
    yield f"{len(taken)} of {len(there)} arms taken"
