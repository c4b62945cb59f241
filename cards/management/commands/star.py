"""`manage.py star SLUG [--take-back]`: the host counts a deck of the archive among the site's best, or no longer."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from cards import actions
from cards import models as rows
from studio.kernel.refusals import Refused
from studio.server.newer import OfThisRelease
from studio.web.words import say


class Command(OfThisRelease):
    help = "Give a deck of the archive a star, which its own group cannot: one of this site's best."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("deck", metavar="SLUG")
        parser.add_argument("--take-back", action="store_true", help="it has no star from now on")

    def handle(self, *args: Any, **options: Any) -> None:
        deck = rows.Deck.objects.filter(slug=options["deck"], deleted_at__isnull=True).first()
        if deck is None:
            raise CommandError(f"There is no deck at “{options['deck']}”.")
        try:
            actions.star(deck.pk, is_given=not options["take_back"])
        except Refused as refused:
            raise CommandError(say(refused)) from None
        self.stdout.write(f"{deck.title} has {'no star any more' if options['take_back'] else 'a star'}.")
