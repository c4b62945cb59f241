"""A print that is put in the queue of a real site, past its pages, and what has become of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from tests.servers import Site

QUEUED = """
from cards import models as rows
from cards.printing.choices.choices import USUAL_CHOICES
from cards.printing.queue import jobs
from cards.queries.shop import jobs as print_jobs, printable as prints
deck = rows.Deck.objects.filter(versions__isnull=False).order_by("pk").first()
number = deck.versions.order_by("number").last().number
job = print_jobs.press_job(prints.printable(deck, number), USUAL_CHOICES)
jobs.ask(job, deck_id=deck.pk, version=number, options={}, asker=jobs.asker_of(1, "", ""), is_named=True)
"""


def told(site: Site) -> tuple[str, int, str, str]:
    """Of the only print: its state, how often it was tried, who is at it, and what was wrong."""
    with closing(sqlite3.connect(site.data / "carte.sqlite3")) as database:
        rows: list[tuple[str, int, str, str]] = database.execute(
            "SELECT state, attempts, owner, error FROM cards_printjob"
        ).fetchall()
        assert len(rows) == 1
        return rows[0]


def path_of(site: Site) -> str:
    """The page of the only print."""
    with closing(sqlite3.connect(site.data / "carte.sqlite3")) as database:
        ((slug, number),) = database.execute(
            "SELECT slug, cards_printjob.id FROM cards_printjob JOIN cards_deck ON cards_deck.id = deck_id"
        )
        return f"/decks/{slug}/print/{number}/"
