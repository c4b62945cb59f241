"""Whether the press is away: a site whose prints are made by a worker (CARTE_WORKER=1), and no worker lives.

The worker gives a sign of life every few seconds (`say_alive`). Web processes look for it, and say once in their log
that it is gone; whoever waits for a print is told on its page, and whoever watches the site by /readyz.
"""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from cards.printing.queue.jobs import PrintJob
from cards.printing.queue.runner import is_lost
from studio.live.reach import Reach
from studio.server import health

ALIVE_EVERY = 10.0  # seconds between two signs of life
AWAY = timedelta(seconds=60)  # without one: the press is away

PRESS = Reach(
    "The press is away%s: prints wait. Start one (python3 manage.py worker), or unset CARTE_WORKER here.",
    "The press is back, after %d seconds.",
)


def say_alive() -> None:
    """This process prints."""
    health.beat(health.PRESS)


def is_press_away() -> bool:
    """One statement, two on PostgreSQL; none where the web processes print."""
    return settings.ENV.has_worker and health.is_silent(health.PRESS, AWAY)


def waits_in_vain(job: PrintJob) -> bool:
    """Whether this print has waited for a minute, or lies on the press of a process that is gone, and no press is there
    to take it."""
    now = timezone.now()
    waits = job.state == "queued" and now - job.created_at >= AWAY or job.state == "running" and is_lost(job, now)
    return waits and is_press_away()


def look_for_the_press() -> None:
    """A duty of web processes."""
    if is_press_away():
        PRESS.lost("")
    else:
        PRESS.found()
