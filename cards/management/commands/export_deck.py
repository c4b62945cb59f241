"""`manage.py export_deck SLUG[@N] --format json --out F`: a deck as a file, the draft or a version."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.http import Http404

from cards.files.listing_of_deck import listing_of, with_history, with_pictures
from cards.formats import FORMATS, format_named
from cards.management.print_options import METAVAR, deck_named
from cards.values import counts
from studio.kernel.messages import message, series
from studio.server.newer import OfThisRelease
from studio.web.words import say


class Command(OfThisRelease):
    help = "Write a version of a deck (SLUG@N), or its draft (SLUG), to a file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("deck", metavar=METAVAR)
        parser.add_argument("--format", choices=[one.name for one in FORMATS], default="json")
        parser.add_argument("--out", required=True, type=Path, metavar="FILE")
        parser.add_argument("--history", action="store_true", help="with votes, reasons, talk and versions: lossless")

    def handle(self, *args: Any, **options: Any) -> None:
        deck, version = deck_named(options["deck"])
        if version is not None and options["history"]:
            raise CommandError("A history leads to the draft. Leave the version number out.")
        try:
            listing = listing_of(deck, version)
        except Http404:
            raise CommandError(f"“{deck.title}” has no version {version}.") from None
        listing = with_pictures(with_history(deck, listing) if options["history"] else listing)
        written = format_named(options["format"]).write(listing)
        _keep(options["out"], written.text)
        for left_out in written.left_out:
            self.stderr.write(say(message("Left out: {what}.", what=left_out)))
        cards = counts.cards_of(sum(card.copies for card in listing.cards), len(listing.cards))
        held = series([cards, counts.rules(len(listing.rules))])
        self.stdout.write(say(message("{file}: {held}.", file=str(options["out"]), held=held)))


def _keep(path: Path, text: str) -> None:
    """Whole or not at all: a full disk leaves the file that was there."""
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
    except OSError as problem:
        draft.unlink(missing_ok=True)
        raise CommandError(f"{path} could not be written: {problem.strerror}.") from None
