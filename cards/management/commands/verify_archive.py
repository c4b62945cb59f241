"""`manage.py verify_archive [SLUG]`: whether what is kept is what was decided. The site may be open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError, CommandParser

from cards import models as rows
from cards.storage.audit import one_deck
from studio.backup.audit import disagreements
from studio.models import Entry
from studio.server.newer import OfThisRelease


class Command(OfThisRelease):
    help = (
        "Reckon every version's check number anew, read every log from its beginning, and say what is not as it should "
        "be, a line each. Exit status 1 where anything is. Changes nothing but snapshots that tell otherwise, which go."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("deck", metavar="SLUG", nargs="?", help="only this deck")

    def handle(self, *args: Any, **options: Any) -> None:
        decks = rows.Deck.objects.all()
        if options["deck"] is not None:
            decks = decks.filter(slug=options["deck"])
            if not decks.exists():
                raise CommandError(f"There is no deck at “{options['deck']}”.")
        amiss = 0
        for fault in _amiss(None if options["deck"] is None else decks.get()):
            amiss += 1
            self.stdout.write(fault)
            self.stdout.flush()
        if amiss:
            raise CommandError("One thing is amiss." if amiss == 1 else f"{amiss} things are amiss.")
        if options["verbosity"]:
            versions = rows.Version.objects.filter(deck__in=decks).count()
            entries = Entry.objects.filter(stream__in=decks.values("stream")).count()
            self.stdout.write(f"{decks.count():,} decks, {versions:,} versions, {entries:,} entries: all is well.")


def _amiss(deck: rows.Deck | None) -> Iterator[str]:
    return disagreements() if deck is None else one_deck(deck)
