"""A print that somebody wants no more while it is on the press."""

from __future__ import annotations

import threading
from collections.abc import Callable

from cards.printing.queue.failures import PressFailed


class Cancelled:
    """Whether one print is wanted no more. `cancel` may be called from any thread."""

    def __init__(self) -> None:
        self._happened = threading.Event()
        self._then: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    @property
    def is_cancelled(self) -> bool:
        return self._happened.is_set()

    def cancel(self) -> None:
        with self._lock:
            self._happened.set()
            then, self._then = self._then, []
        for deed in then:
            deed()

    def then(self, deed: Callable[[], None]) -> None:
        """Have `deed` done when it is cancelled, or now where it is already."""
        with self._lock:
            if not self._happened.is_set():
                self._then.append(deed)
                return
        deed()

    def check(self) -> None:
        """Raises PressFailed("print.cancelled")."""
        if self.is_cancelled:
            raise PressFailed("print.cancelled")
