"""Two processes that act at the same instant on one database, and what they say came of it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from typing import Any

from tests.servers import PROJECT, site_environ

PATIENCE = 180.0  # seconds for one answer
HEAD_START = 0.03  # seconds between telling everybody and the moment at which they act

Deed = tuple[int, str, dict[str, Any]]  # process, what to do, with what


class Worker:
    """One process. `tell` returns at once; `answer` waits for what became of it."""

    def __init__(self, environ: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.worker"], env=environ, cwd=PROJECT,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.said: list[dict[str, Any]] = []  # lines that answer nothing: what `act_until_killed` has done
        self._answers: dict[int, Queue[dict[str, Any]]] = {}
        self._number = 0
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            try:
                heard = json.loads(line)
            except ValueError:
                continue  # cut off by a kill: it was not said
            if "id" in heard:
                self._answers[heard["id"]].put(heard)
            else:
                self.said.append(heard)

    def tell(self, do: str, at: float | None = None, **given: Any) -> int:
        self._number += 1
        self._answers[self._number] = Queue()
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"id": self._number, "do": do, "at": at, "with": given}) + "\n")
        self.process.stdin.flush()
        return self._number

    def answer(self, number: int) -> dict[str, Any]:
        """{"ok": …}, {"refused": code} or {"error": words}."""
        try:
            heard = self._answers[number].get(timeout=PATIENCE)
        except Empty:
            raise AssertionError(f"no answer within {PATIENCE} s") from None
        del self._answers[number]
        return {name: value for name, value in heard.items() if name != "id"}

    def kill(self) -> None:
        """kill -9; afterwards `said` holds all that was heard before the end."""
        self.process.kill()
        self.end()

    def end(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        with suppress(OSError):  # it was killed while something was on its way
            self.process.stdin.close()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._listener.join(timeout=PATIENCE)
        self.process.stdout.close()


class Crew:
    """Several workers over one database."""

    def __init__(self, environ: dict[str, str], count: int = 2) -> None:
        self.environ = environ
        self.workers = [Worker(environ) for _ in range(count)]

    def do(self, do: str, *, process: int = 0, **given: Any) -> Any:
        """Have one thing done by one process, now; its result. A refusal or an error fails the test."""
        worker = self.workers[process]
        answer = worker.answer(worker.tell(do, **given))
        assert "ok" in answer, f"{do} {given}: {answer}"
        return answer["ok"]

    def at_once(self, deeds: Sequence[Deed]) -> list[dict[str, Any]]:
        """All of them at the same instant; what became of each."""
        at = time.monotonic() + HEAD_START
        told = [(self.workers[process], self.workers[process].tell(do, at=at, **given)) for process, do, given in deeds]
        return [worker.answer(number) for worker, number in told]

    def check(self, deck: int) -> None:
        """The deck is sound, and each process knows it as it is."""
        for process in range(len(self.workers)):
            assert self.do("check", process=process, deck=deck) == []


@contextmanager
def crew(data: Path, database_url: str | None, count: int = 2, sqlite: Path | None = None) -> Iterator[Crew]:
    """Workers over PostgreSQL (`database_url`) or over a copy of the SQLite file `sqlite` in the folder `data`."""
    if sqlite is not None:
        shutil.copy(sqlite, data / "carte.sqlite3")
    environ = site_environ(data, database_url, None) | {"PYTHONPATH": str(PROJECT), "PYTHONUNBUFFERED": "1"}
    crew = Crew(environ, count)
    try:
        yield crew
    finally:
        for worker in crew.workers:
            if worker.process.poll() is None:
                worker.end()
            elif worker.process.stdout is not None:
                worker.process.stdout.close()
