"""Mutants tried in one process that collects the tests once: by hand, after `mutmut` has made them (docs/testing.md).

    cd mutants && nice -n 19 ../.venv/bin/python -m tests.forked_mutants "play.verbs.moving*" tests/rules/test_told.py …

Each mutant is a fork in which the tests that call its function run until one fails; whichever found the mutants before
goes first. What fails a test, what fails none and what no test calls is what `mutmut run` finds too, which collects the
tests again for each.
"""

from __future__ import annotations

import fnmatch
import gc
import json
import os
import resource
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import _lru_cache_wrapper
from pathlib import Path
from time import perf_counter
from types import FunctionType

import pytest
from _pytest.runner import runtestprotocol
from mutmut.mutation import trampoline

MUTANT = "MUTANT_UNDER_TEST"  # what mutmut's functions look at to know which of them is wanted
MEMORY = 4 << 30  # bytes that a changed function may fill


class Forked:
    """The loop over the tests: once to see who calls what, then once for each mutant as far as needed."""

    def __init__(self, wanted: str) -> None:
        self.wanted = wanted
        self.callers: dict[str, set[int]] = defaultdict(set)
        self.took: dict[int, float] = {}
        self.found_by: dict[str, list[int]] = defaultdict(list)
        self.now = 0
        trampoline.record_trampoline_hit = lambda name, caller=None: self.callers[name].add(self.now)

    def mutants(self) -> list[str]:
        """Those that mutmut has made, by name."""
        made = (json.loads(path.read_text(encoding="utf-8")) for path in sorted(Path().rglob("*.py.meta")))
        return [name for one in made for name in one["exit_code_by_key"] if fnmatch.fnmatch(name, self.wanted)]

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        os.environ[MUTANT] = "stats"
        for self.now, item in enumerate(session.items):
            forget()
            began = perf_counter()
            if fails(item):
                raise pytest.UsageError(f"{item.nodeid} fails where nothing is changed")
            self.took[self.now] = perf_counter() - began
        os.environ[MUTANT] = ""
        gc.collect()
        gc.freeze()
        outcomes = {name: self.tried(name, session.items) for name in self.mutants()}
        for name, outcome in outcomes.items():
            if outcome != "killed":
                print(f"{outcome:9} {name}")
        print(dict(Counter((name.rpartition(".")[0], outcome) for name, outcome in outcomes.items())))
        return True

    def tried(self, name: str, items: list[pytest.Item]) -> str:
        """ "killed", "survived", "never ends" or "no tests"."""
        function = name.rpartition("__mutmut_")[0]
        callers = sorted(self.callers[function], key=lambda n: (n not in self.found_by[function], self.took[n]))
        if not callers:
            return "no tests"
        read, write = os.pipe()
        if (child := os.fork()) == 0:
            self.run(name, [(n, items[n]) for n in callers], write)
        os.close(write)
        _, status = os.waitpid(child, 0)
        if first := os.read(read, 20):
            self.found_by[function].append(int(first))
        os.close(read)
        return "survived" if status == 0 else "killed" if os.WIFEXITED(status) else "never ends"

    def run(self, name: str, callers: Sequence[tuple[int, pytest.Item]], write: int) -> None:
        """In the child: until the first test fails."""
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        seconds = 3 + int(3 * sum(self.took[n] for n, _ in callers))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))  # of the processor: others may be busy meanwhile
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.environ[MUTANT] = name
        forget()
        for n, item in callers:
            if fails(item):
                os.write(write, str(n).encode())
                os._exit(1)
        os._exit(0)


def forget() -> None:
    """Empties what `cache`, `lru_cache` and `weighed` keep: a value made before a mutant is switched on hides it."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in ("studio", "cards", "play"):
            for kept in list(vars(module).values()):
                # isinstance asks lazy settings, which want Django set up
                if type(kept) is _lru_cache_wrapper or (type(kept) is FunctionType and "cache_clear" in vars(kept)):
                    kept.cache_clear()


def fails(item: pytest.Item) -> bool:
    """A test that takes nothing but its parameters is called as it stands, which is several times as fast."""
    given = item.callspec.params if hasattr(item, "callspec") else {}
    try:
        if isinstance(item, pytest.Function) and set(item.fixturenames) <= set(given):
            item.obj(**given)
            return False
        return any(report.failed for report in runtestprotocol(item, log=False))
    except BaseException:  # whatever a changed function does to the runner is a failure too
        return True


if __name__ == "__main__":
    settings = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    given = [*settings["pytest_add_cli_args"], "-q", "--tb=no", "--assert=plain"]
    sys.exit(pytest.main([*given, *sys.argv[2:]], plugins=[Forked(sys.argv[1])]))
