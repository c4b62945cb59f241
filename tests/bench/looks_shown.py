"""Which templates some state of the pictures shows, and which none can. `looks_shown.json` says at which state each is
drawn first; `looks DIR --record` writes it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
RECORD = Path(__file__).with_suffix(".json")
# Why no picture is taken of what these draw.
_PAPER = "drawn on paper in the sealed process: tests/print looks at it"
EXCUSED = {
    "admin/login.html": "of the admin, which has the sheets of Django",
    "studio/_link_tags.html": "stands in the head: nothing of it is seen",
    "cards/_go_ons.html": "of somebody away, which by a clock that stands nobody is: tests/web/test_workshop.py",
    "studio/_standing_in.html": "of a claim, which is made by days that pass: tests/web/test_standing_in.py",
    **{f"print/{name}.html": _PAPER for name in (
        "_cutting", "_panel", "_patches", "_rulers", "box", "cover", "pages", "preview", "reading", "tokens",
    )},
}  # fmt: skip


def templates() -> set[str]:
    """All of ours, by the names that they are drawn by."""
    return {path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html")}


def missing(shown: Iterable[str], excused: Iterable[str] = EXCUSED) -> list[str]:
    """Those that were not drawn and are not excused."""
    return sorted(templates() - set(shown) - set(excused))


def first_shown(states: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Of each of our templates the first state that shows it, where `states` says what each drew for the first time."""
    found = dict[str, str]()
    for state, names in states.items():
        for name in names:
            found.setdefault(name, state)
    return {name: found[name] for name in sorted(found.keys() & templates())}


def record(states: Mapping[str, Iterable[str]]) -> None:
    text = json.dumps(first_shown(states), indent=1, ensure_ascii=False)
    RECORD.write_text(f"{text}\n", encoding="utf-8")


def recorded() -> dict[str, str]:
    """As it was when all scenes were taken last."""
    return dict(json.loads(RECORD.read_text(encoding="utf-8")))
