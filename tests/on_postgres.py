"""The tests' settings over a PostgreSQL of their own, for what is usually tried on SQLite alone:

.venv/bin/python -m pytest -n0 --ds=tests.on_postgres tests/actions/test_prepared.py
"""

from __future__ import annotations

import atexit

from tests.servers import Postgres
from tests.settings import *  # noqa: F403

_server = Postgres()
_server.start()
atexit.register(_server.__exit__, None, None, None)

DATABASES = {
    "default": {
        "ENGINE": "studio.postgres",
        "NAME": "postgres",
        "USER": "carte",
        "HOST": str(_server.state),
        "OPTIONS": {"server_side_binding": True, "prepare_threshold": 2},  # as the site's own
        "TEST": {"NAME": "tests"},
    }
}
