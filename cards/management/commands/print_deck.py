"""`manage.py print_deck SLUG[@N] --out FILE [--options FILE] [--paper letter …]`: a deck as sheets to cut out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.http import Http404

from cards.face.letters import FONTS_LINE
from cards.management.print_options import METAVAR, add_choices, choices_of, deck_named
from cards.printing.choices.services import SERVICES
from cards.printing.queue import files
from cards.queries.shop.jobs import press_job
from cards.queries.shop.printable import boxes_of, printable
from studio.kernel.refusals import Refused
from studio.server.newer import OfThisRelease
from studio.web.words import say


class Command(OfThisRelease):
    help = "Print a version of a deck (SLUG@N), or its draft (SLUG), as a PDF."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("deck", metavar=METAVAR)
        parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="where the PDF goes")
        add_choices(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        deck, version = deck_named(options["deck"])
        try:
            chosen = choices_of(options)
            shown = printable(deck, version, chosen)
            shown.refuse_senseless(chosen)
            job = press_job(shown, chosen)
            made = files.print_now(job, self._tell if sys.stderr.isatty() else None)
            _write(options["out"], made.read_bytes())
        except Http404:
            raise CommandError(f"“{deck.title}” has no version {version}.") from None
        except Refused as refused:
            raise CommandError(say(refused)) from None
        except OSError as problem:
            raise CommandError(f"{problem.filename or options['out']}: {problem.strerror}.") from None
        finally:
            if files.the_press.cache_info().currsize:
                files.the_press().close()
        boxes = boxes_of(shown, chosen)
        for words in boxes:
            self.stderr.write(words)
        if boxes:
            self.stderr.write(f"A box is printed in place of each. Fonts for more scripts come with: {FONTS_LINE}")
        if chosen.service and (lacks := SERVICES[chosen.service].lacks):
            self.stderr.write(say(lacks))
        self.stdout.write(f"{options['out']}: {job.title}. Print it at 100 %, not “fit to page”.")

    def _tell(self, done: int, total: int) -> None:
        self.stderr.write(f"\r{done} of {total}", ending="")


def _write(path: Path, pdf: bytes) -> None:
    """The whole file or none; what is no file (a pipe) is written to as it is. Raises OSError."""
    if path.exists() and not path.is_file():
        path.write_bytes(pdf)
        return
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_bytes(pdf)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
