"""What a server does by the clock and not by request, as it begins and before it ends: settling ballots, sweeping up.

A room names its duty when it is set up: `every(30, "settle due ballots", settle_due)`. Each server process runs all
duties in one thread of its own, so a duty must bear being run by several processes at once.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from django.db import close_old_connections, connection, connections

from studio.live.reach import DATABASE, said_of_the_database
from studio.speed.trim import pass_over

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Duty:
    """Something to be done again and again. `seconds` between two ends and beginnings."""

    seconds: float
    name: str
    work: Callable[[], object]


_duties: dict[str, Duty] = {}
_first: dict[str, Duty] = {}
_last: dict[str, Duty] = {}


def every(seconds: float, name: str, work: Callable[[], object]) -> None:
    """Have `work` done every so many seconds by each server process. The same name again replaces the first."""
    _duties[name] = Duty(seconds, name, work)


def at_the_beginning(name: str, work: Callable[[], object]) -> None:
    """Have `work` done once by each server process, before it lets anybody in. The same name again replaces the
    first."""
    _first[name] = Duty(0, name, work)


def before_the_end(name: str, work: Callable[[], object]) -> None:
    """Have `work` done once by each server process that was told to stop. The same name again replaces the first."""
    _last[name] = Duty(0, name, work)


def end() -> threading.Thread:
    """Do what is to be done before the end, in the thread returned; whoever ends the process waits for it, not long."""
    ending = threading.Thread(target=_end, args=(tuple(_last.values()),), name="ending", daemon=True)
    ending.start()
    return ending


def _end(last: tuple[Duty, ...]) -> None:
    for duty in last:
        perform(duty)


def duties() -> tuple[Duty, ...]:
    """All duties named so far."""
    return tuple(_duties.values())


def start() -> threading.Event:
    """Do what is to be done at the beginning, and return when it is done: whoever came earlier would wait for it. Then
    run the duties in a thread that ends with the process, or when the event returned is set."""
    beginning = threading.Thread(target=_begin, args=(tuple(_first.values()),), name="beginning", daemon=True)
    beginning.start()  # a thread of its own, whose connection goes with it
    beginning.join()
    stopped = threading.Event()
    threading.Thread(target=_run, args=(stopped, duties()), name="ticking", daemon=True).start()
    return stopped


def _begin(first: tuple[Duty, ...]) -> None:
    for duty in first:
        perform(duty)
        pass_over()
    connections.close_all()


def _run(stopped: threading.Event, rounds: tuple[Duty, ...]) -> None:
    due = {duty.name: time.monotonic() + duty.seconds for duty in rounds}
    while not stopped.wait(0.5):
        look_for_the_database()
        for duty in rounds:
            if time.monotonic() >= due[duty.name]:
                perform(duty)
                due[duty.name] = time.monotonic() + duty.seconds
    connections.close_all()


def look_for_the_database() -> None:
    """Where it was lost, whether it is there again: no visitor may come for a long time."""
    if DATABASE.is_lost:
        perform(Duty(0.5, "ask the database", _ask))


def _ask() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    DATABASE.found()


def perform(duty: Duty) -> None:
    """Do a duty once; what goes wrong is logged, and it is tried again the next time."""
    close_old_connections()
    try:
        duty.work()
    except Exception as problem:
        if not said_of_the_database(problem):
            log.exception("%s went wrong; it will be tried again in %s s", duty.name, duty.seconds)
    finally:
        close_old_connections()
