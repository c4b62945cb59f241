"""`manage.py verify_archive [SLUG]`: whether what is kept is what was decided. The site may be open."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from cards import models as rows
from cards.storage.audit import one_deck
from studio.backup.audit import disagreements
from studio.models import Entry, Stream
from studio.server.newer import OfThisRelease

LOGS_TOLD = 500


class Command(OfThisRelease):
    help = (
        "Reckon every version's check number anew, read every log from its beginning, and say what is not as it should "
        "be, a line each; how far it has come on standard error. Exit status 1 where anything is. Changes nothing but "
        "snapshots that tell otherwise, which go."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("deck", metavar="SLUG", nargs="?", help="only this deck")

    def handle(self, *args: Any, **options: Any) -> None:
        decks = rows.Deck.objects.all()
        if options["deck"] is not None:
            decks = decks.filter(slug=options["deck"])
            if not decks.exists():
                raise CommandError(f"There is no deck at “{options['deck']}”.")
        self.amiss = self.logs = 0
        self.tells = bool(options["verbosity"])
        for fault in disagreements(self._read) if options["deck"] is None else one_deck(decks.get()):
            self.amiss += 1
            self.stdout.write(fault)
            self.stdout.flush()
        if self.amiss:
            raise CommandError(f"{_things(self.amiss)} {'is' if self.amiss == 1 else 'are'} amiss.".capitalize())
        if self.tells:
            versions = rows.Version.objects.filter(deck__in=decks).count()
            entries = Entry.objects.filter(stream__in=decks.values("stream")).count()
            self.stdout.write(f"{decks.count():,} decks, {versions:,} versions, {entries:,} entries: all is well.")

    def _read(self) -> None:
        """Now and then somebody who waits is told how far it has come, beside what is amiss."""
        self.logs += 1
        if self.tells and self.logs % LOGS_TOLD == 0:
            every = Stream.objects.count()
            self.stderr.write(f"{self.logs:,} of {every:,} logs read, {_things(self.amiss)} amiss so far.")
            self.stderr.flush()


def _things(count: int) -> str:
    return ("nothing", "one thing")[count] if count < 2 else f"{count:,} things"
