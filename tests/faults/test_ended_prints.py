"""A site that is told to end while it prints."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

from tests.servers import Site, wait_until

QUEUED = """
from cards import models as rows
from cards.printing.choices.choices import USUAL_CHOICES
from cards.printing.queue import jobs
from cards.queries import prints
deck = rows.Deck.objects.filter(versions__isnull=False).order_by("pk").first()
number = deck.versions.order_by("number").last().number
job = prints.printable(deck, number).job(USUAL_CHOICES)
jobs.ask(job, deck_id=deck.pk, version=number, options={}, asker="x", is_named=True)
"""


def told(site: Site) -> tuple[str, int, str, str]:
    """Of the only print: its state, how often it was tried, who is at it, and what was wrong."""
    with closing(sqlite3.connect(site.data / "carte.sqlite3")) as database:
        row: tuple[str, int, str, str] = database.execute(
            "SELECT state, attempts, owner, error FROM cards_printjob"
        ).fetchone()
        return row


def test_a_site_told_to_end_puts_its_print_back_however_often(live_site: Callable[..., Site]) -> None:
    """Three restarts gave a print up that nothing was wrong with."""
    site = live_site()
    site.manage("load_samples")
    site.manage("shell", "-c", QUEUED)
    for _ in range(2):
        wait_until(lambda: told(site)[0] == "running", "the print to be taken up", 40)
        assert site.terminate() == 0
        assert told(site) == ("queued", 0, "", "")
        site.start(0)
    wait_until(lambda: told(site)[0] == "done", "the print to be finished", 120)
