"""The shapes of everything the log stores, written down in shapes.json, so that none changes unnoticed.

    python -m tests.golden.shapes        writes down what is new; says what would make old entries unreadable

A new class, a new field with a default, and another member of a union or of a list of words do no harm. Anything else
needs another number and an upcaster (`studio/kernel/schema.py`): a field that goes, comes without a default, means
another type, or whose default changes (what equals the default is not written).
"""

from __future__ import annotations

import dataclasses
import json
import sys
import types
import typing
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cards.face.face import Face
from cards.rules import events as deck_events
from play.table import events as table_events
from studio.kernel import schema
from studio.kernel.codec import to_plain

FILE = Path(__file__).with_name("shapes.json")
ROOTS: tuple[Any, ...] = (deck_events.Event, table_events.Event, Face)

# {"number": int, "fields": {name: {"type": …, "default": plain, if any}}}. A type is a name, the list of a union's or a
# Literal's members, or {"tuple": [of what]} for what holds others.
Shape = dict[str, Any]


def shapes() -> dict[str, Shape]:
    """Today's shapes by app and class, as "cards.VoteCast"; two of one name by their module too."""
    kinds = _reachable(ROOTS)
    names = Counter(map(_name, kinds))
    found: dict[str, Shape] = {}
    for kind in kinds:
        name = _name(kind) if names[_name(kind)] == 1 else f"{_name(kind)} of {kind.__module__.rpartition('.')[2]}"
        found[name] = {"number": schema.number_of(kind), "fields": _fields(kind)}
    return dict(sorted(found.items()))


def _name(kind: type) -> str:
    return f"{kind.__module__.partition('.')[0]}.{kind.__name__}"


def written_down() -> dict[str, Shape]:
    return json.loads(FILE.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def unreadable(was: Mapping[str, Shape], now: Mapping[str, Shape]) -> Iterator[str]:
    """What makes something written then unreadable now, or read as something else: in words, by class."""
    for name, shape in was.items():
        if name not in now:
            app, _, former = name.partition(".")
            if not any(heir.__module__.startswith(f"{app}.") for heir in schema.formerly_called(former)):
                yield f"{name} is gone, and no class says that it was formerly called so"
        elif now[name]["number"] < shape["number"]:
            yield f"{name} goes back from number {shape['number']} to {now[name]['number']}"
        elif now[name]["number"] == shape["number"]:
            yield from _lost(name, shape["fields"], now[name]["fields"])


def _lost(name: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for field, meaning in was.items():
        if field not in now:
            yield f"{name}.{field} is gone without another number"
        elif not _holds(meaning["type"], now[field]["type"]):
            yield f"{name}.{field} was {meaning['type']} and is {now[field]['type']}, without another number"
        elif meaning.get("default", ...) != now[field].get("default", ...) and "default" in meaning:
            yield f"{name}.{field} has another default, without another number"
    for field in now.keys() - was.keys():
        if "default" not in now[field]:
            yield f"{name}.{field} is new and has no default, without another number"


def _holds(was: Any, now: Any) -> bool:
    """Whether what was of the one type is of the other too."""
    if isinstance(now, list):
        return all(any(_holds(one, other) for other in now) for one in (was if isinstance(was, list) else [was]))
    if isinstance(was, dict) and isinstance(now, dict) and was.keys() == now.keys():
        pairs = ((one, other) for name in was for one, other in zip(was[name], now[name], strict=True))
        return all(_holds(one, other) for one, other in pairs)
    return bool(was == now)


def _reachable(roots: tuple[Any, ...]) -> list[type]:
    found: dict[type, None] = {}
    waiting = list(roots)
    while waiting:
        hint = waiting.pop(0)
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            if hint not in found:
                found[hint] = None
                hints = typing.get_type_hints(hint)
                waiting += [hints[field.name] for field in dataclasses.fields(hint) if schema.is_stored(field)]
        else:
            waiting += [argument for argument in typing.get_args(hint) if argument is not Ellipsis]
    return list(found)


def _fields(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    found: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        if schema.is_stored(field):
            found[field.name] = {"type": _words(hints[field.name])}
            if field.default is not dataclasses.MISSING:
                found[field.name]["default"] = to_plain(field.default)
            elif field.default_factory is not dataclasses.MISSING:
                found[field.name]["default"] = to_plain(field.default_factory())
    return found


def _words(hint: Any) -> Any:
    """A type in plain words, as Shape says."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return [_words(argument) for argument in arguments]
    if origin is typing.Literal:
        return [repr(argument) for argument in arguments]
    if origin is not None:
        return {origin.__name__: ["…" if a is Ellipsis else _words(a) for a in arguments]}
    return "str" if issubclass(hint, str) else hint.__name__  # a class of text is stored as its text


def as_text(found: Mapping[str, Shape]) -> str:
    """JSON with a line a field, so that a change can be read."""
    classes = []
    for name, shape in found.items():
        fields = [
            f"   {json.dumps(f)}: {json.dumps(meaning, ensure_ascii=False)}" for f, meaning in shape["fields"].items()
        ]
        inside = ",\n".join(fields)
        classes.append(f' {json.dumps(name)}: {{"number": {shape["number"]}, "fields": {{\n{inside}}}}}')
    return "{\n" + ",\n".join(classes) + "\n}\n"


def main() -> int:
    now = shapes()
    complaints = list(unreadable(written_down(), now)) if FILE.exists() else []
    for complaint in complaints:
        print(complaint)
    if not complaints:
        FILE.write_text(as_text(now), encoding="utf-8")
    return int(bool(complaints))


if __name__ == "__main__":
    sys.exit(main())
