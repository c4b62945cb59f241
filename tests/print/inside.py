"""A worker of the press in the test's own process."""

from __future__ import annotations

import json
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cards.printing.sealed.render import CardRenderer


class Inside:
    """Orders and answers go through JSON, as on the pipe."""

    def __init__(self, renderer: CardRenderer) -> None:
        self.pages, self._turn = renderer, Lock()

    def build(self) -> str:
        return "inside"

    def ask(self, request: dict[str, Any], blobs: Sequence[bytes], progress: Any = None) -> tuple[Any, list[bytes]]:
        from cards.printing.sealed.answers import answer

        with self._turn:
            tell = progress or (lambda page: None)
            header, found = answer(self.pages, json.loads(json.dumps(request)), list(blobs), tell)
        return json.loads(json.dumps(header)), found

    def stop(self) -> None: ...

    def end(self) -> None: ...
