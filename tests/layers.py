"""What stands in the program for time alone, each layer with a switch: what it holds out is asked, made and drawn anew.

Nothing of the product looks at a switch. A layer is taken out from here, by putting what it stands for in its place, so
that one who runs the site pays for none of this.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

from django.db.models import Model

from cards.printing.sealed.recent import Recent
from studio.live.parts import KeepsDrawn
from studio.speed import inserted
from studio.speed.hashing import KeepsHash
from studio.speed.lately import Lately
from studio.speed.prepared import PREPARED, Prepared
from tests.memories import lately, ours, recent, remembering, weighing

Switch = Callable[[ExitStack], None]
PRESS = "cards.printing.sealed.answers"


@contextmanager
def without(*names: str) -> Iterator[None]:
    """The process without these layers, and with nothing that they keep. KeyError for one that is not there."""
    with ExitStack() as until:
        for name in names:
            layers()[name](until)
        yield


def layers() -> Mapping[str, Switch]:
    """Every layer that there is now: the modules that hold one have to be loaded."""
    return {name: switch for kind in kinds().values() for name, switch in kind.items()}


def kinds() -> Mapping[str, Mapping[str, Switch]]:
    """The same by what kind of layer they are."""
    return {
        "statements": {"prepared": _prepared, "inserted": _inserted},
        "values": {"hashes": _hashes, "drawn with its value": _drawn},
        "memories": {name: partial(_memory, memory) for name, memory in lately().items()},
        "by weight": {_name_of(one): partial(_memory, one.memory) for one in weighing().values()},
        "functions": {_name_of(one): partial(_function, one) for one in remembering().values()},
    } | ({"the press": _of_the_press()} if PRESS in sys.modules else {})


def _name_of(function: Any) -> str:
    return f"{function.__module__} {function.__qualname__}"


def _prepared(until: ExitStack) -> None:
    def rows(self: Prepared[..., Any], *args: Any, **named: Any) -> list[Any]:
        return list(self.queryset(*args, **named))

    def first(self: Prepared[..., Any], *args: Any, **named: Any) -> Any:
        return self.queryset(*args, **named).first()

    def one(self: Prepared[..., Any], *args: Any, **named: Any) -> Any:
        return self.queryset(*args, **named).get()

    def exists(self: Prepared[..., Any], *args: Any, **named: Any) -> bool:
        return self.queryset(*args, **named).exists()

    def count(self: Prepared[..., Any], *args: Any, **named: Any) -> int:
        return self.queryset(*args, **named).count()

    def update(self: Prepared[..., Any], values: Mapping[str, Any], *args: Any, **named: Any) -> int:
        return self.queryset(*args, **named).update(**values)

    assert PREPARED
    for plain in (rows, first, one, exists, count, update):
        until.enter_context(patch.object(Prepared, plain.__name__, plain))


def _inserted(until: ExitStack) -> None:
    def insert(rows: list[Model]) -> None:
        if rows:
            type(rows[0])._default_manager.bulk_create(rows)

    _replace(inserted.insert, insert, until)


def _hashes(until: ExitStack) -> None:
    for kind in _kinds_of(KeepsHash):
        made = vars(kind).get("__hash__")
        if made is not None and made.__closure__:
            until.enter_context(patch.object(kind, "__hash__", made.__closure__[0].cell_contents))


def _drawn(until: ExitStack) -> None:
    until.enter_context(patch.object(KeepsDrawn, "drawn_as", lambda self, how: None))


def _memory(memory: Lately[Any], until: ExitStack) -> None:
    memory.clear()
    until.enter_context(patch.object(memory, "get", lambda key, make: make(), create=True))
    until.enter_context(patch.object(memory, "known", lambda key: None, create=True))
    until.enter_context(patch.object(memory, "keep", lambda key, made: made, create=True))


def _function(function: Any, until: ExitStack) -> None:
    function.cache_clear()
    _replace(function, function.__wrapped__, until)


def _of_the_press() -> Mapping[str, Switch]:
    """Of a press whose processes are this one."""
    return {
        "card pages kept": _card_pages,
        "sheets joined": _joined,
        "the engine's short cuts": _shortcuts,
        **{name: partial(_recent, memory) for name, memory in recent().items()},
    }


def _card_pages(until: ExitStack) -> None:
    from cards.printing.queue.page_cache import PageCache

    until.enter_context(patch.object(PageCache, "find", lambda self, keys: {}))


def _joined(until: ExitStack) -> None:
    answers = sys.modules[PRESS]
    until.enter_context(patch.object(answers, "laid_joined", answers.laid_plainly))


def _shortcuts(until: ExitStack) -> None:
    from cards.printing.sealed.engine.shortcuts import take_shortcuts, take_the_long_way

    take_the_long_way()
    until.callback(take_shortcuts)


def _recent(memory: Recent[Any, Any], until: ExitStack) -> None:
    until.enter_context(patch.object(memory, "get", lambda name, make: make()))


def _replace(kept: Any, plain: Any, until: ExitStack) -> None:
    """In every module of ours that has it by a name."""
    for module in [one for name, one in sys.modules.items() if ours(name)]:
        for name, value in list(vars(module).items()):
            if value is kept:
                until.enter_context(patch.object(module, name, plain))


def _kinds_of(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield one
        yield from _kinds_of(one)
