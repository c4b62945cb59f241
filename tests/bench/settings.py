"""Production's settings, as a site is shipped with them, for the benches.

Two things differ. What one person or one address may do is counted as ever, but is wide: a bench changes its vote far
more often than people may, and has a thousand spectators at one address. And there is the small page of the live tests.
A third where BENCH_SINGLE is set: there each style sheet and script comes by itself. A fourth where BENCH_AFAR is set:
there whoever visits is taken for another machine, whose documents are sent small.
"""

from __future__ import annotations

import os

from studio.people import limits
from studio.people.limits import GroupPace, Pace

limits.CONNECTIONS_MAX = limits.STRANGER_SOCKETS_MAX = 10**5
limits.VOTE_PACE = GroupPace("vote", person=Pace(10**6, 60), group=Pace(10**6, 60))  # before any view reads it
limits.TALK_PACE = GroupPace("talk", person=Pace(10**6, 60), group=Pace(10**6, 60))

from studio.settings import *  # noqa: E402, F403
from studio.settings import INSTALLED_APPS, MIDDLEWARE, STORAGES  # noqa: E402

if "BENCH_SINGLE" in os.environ:
    STORAGES["staticfiles"] = {"BACKEND": "studio.web.static_files.NamedByContent"}

if "BENCH_AFAR" in os.environ:
    MIDDLEWARE = ["tests.bench.afar.from_afar", *MIDDLEWARE]

INSTALLED_APPS = [*INSTALLED_APPS, "tests.live.small"]
ROOT_URLCONF = "tests.live.small.urls"
