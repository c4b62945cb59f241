"""Carries one command out in child after child and kills each at another statement of its transaction.

`python -m tests.faults.torn` prints a JSON list: for each statement [which, was it there afterwards, complaints].
The last row is the child that lived.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.live_settings")
django.setup()

from django.db import connection, connections  # noqa: E402

from cards import models as rows  # noqa: E402
from tests.deck_fixture import DeckFixture  # noqa: E402
from tests.faults.oracles import complaints  # noqa: E402

STATEMENTS_MAX = 200


class Killer:
    """Ends the process, as a power cut would, before its statement number `at`."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(sql, params, many, context)


def apart() -> None:
    """Children and parent share no connection."""
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]


def main() -> None:
    table = DeckFixture("Ros", "Idris")
    number = table.propose("Ros")
    key = "the last vote"
    outcomes = []
    for at in range(1, STATEMENTS_MAX):
        apart()
        child = os.fork()
        if child == 0:
            with connection.execute_wrapper(Killer(at)):
                table.vote("Idris", number, wording=1, key=key)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        there = rows.Article.objects.filter(deck=table.deck, proposal=number).exists()
        outcomes.append([at, there, complaints(table.deck.pk)])
        if os.WIFEXITED(status):
            break
    print(json.dumps(outcomes))
    sys.stdout.flush()
    apart()


if __name__ == "__main__":
    main()
