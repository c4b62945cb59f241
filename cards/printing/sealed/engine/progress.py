"""How far a layout is: the engine says so in the text of a log, and nowhere else."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

NOTES = "weasyprint.progress"
_PAGE = "layout - Page"  # of "Step 5 - Creating layout - Page %d"

TellPage = Callable[[int], None]


class LayoutProgress(logging.Handler):
    """Takes the engine's notes and tells whoever asked which page is laid out."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._tell: TellPage | None = None
        notes = logging.getLogger(NOTES)
        notes.handlers, notes.propagate = [self], False
        notes.setLevel(logging.INFO)

    @contextmanager
    def told_to(self, tell: TellPage | None) -> Iterator[None]:
        """Meanwhile the numbers of pages go there."""
        self._tell = tell
        try:
            yield
        finally:
            self._tell = None

    def emit(self, record: logging.LogRecord) -> None:
        if self._tell and record.args and _PAGE in str(record.msg):
            number = record.args[0] if isinstance(record.args, tuple) else 0
            if isinstance(number, int):
                self._tell(number)
