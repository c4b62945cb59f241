"""`manage.py worker`: a process that prints what is asked for, beside web processes that do not (CARTE_WORKER=1)."""

from __future__ import annotations

import argparse
import signal
import threading
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from cards.printing.queue import away, files, runner
from cards.printing.queue.failures import PANGO, cannot_draw
from cards.queries.shop.jobs import job_of
from studio.management.commands.prepare import refuse_unprepared
from studio.server.run import held
from studio.server.ticks import Duty, look_for_the_database, perform
from studio.speed.trim import collect_seldom

LOOK = 1.0  # seconds between two looks at the queue
TIDY = 60.0  # seconds between two looks at what the press keeps
END = 10.0  # seconds for what is on the press to be put back


class Command(BaseCommand):
    help = "Print what waits, one print after the other, until it is told to end (SIGTERM)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help="print what waits now, then end")

    def handle(self, *args: Any, **options: Any) -> None:
        # Asked before, for it takes a moment, and whoever holds the data while it is refused keeps `prepare` from it.
        if cannot_draw():
            raise CommandError(f"This machine cannot draw PDFs: Pango is missing. Add it with: {PANGO}")
        with held():  # `restore` must not change a site that prints
            refuse_unprepared()
            collect_seldom()
            stopped = threading.Event()
            for told in (signal.SIGTERM, signal.SIGINT):
                signal.signal(told, lambda *_: stopped.set())
            printing = threading.Thread(target=_print, args=(stopped, options["once"]), name="printing", daemon=True)
            printing.start()
            if not settings.ENV.has_worker and not options["once"]:
                self.stderr.write("The web processes print too, for CARTE_WORKER is not set.")
            lives = Duty(away.ALIVE_EVERY, "say that the press is there", away.say_alive)
            while printing.is_alive():
                perform(lives)
                if stopped.wait(away.ALIVE_EVERY):
                    break
            runner.put_back()
            printing.join(END)
            if files.the_press.cache_info().currsize:
                files.the_press().close()


def _print(stopped: threading.Event, is_once: bool) -> None:
    look = Duty(LOOK, "print what is waiting", lambda: runner.run_queued(job_of, lambda: not stopped.is_set()))
    tidy = Duty(TIDY, "keep the press small", files.keep_small)
    tidied = time.monotonic()
    while not stopped.is_set():
        look_for_the_database()
        perform(look)
        if time.monotonic() - tidied > TIDY:
            perform(tidy)
            tidied = time.monotonic()
        if is_once:
            stopped.set()
        stopped.wait(LOOK)
    connections.close_all()
