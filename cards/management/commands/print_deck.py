"""`manage.py print_deck SLUG[@N] --paper a4|letter --out FILE`: a deck as sheets to cut out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.http import Http404

from cards.face.letters import FONTS_LINE
from cards.face.measures import Frame
from cards.management.deck_argument import METAVAR, deck_named
from cards.printing.geometry.papers import PAPERS
from cards.printing.queue import files
from cards.queries.prints import Options, boxes_of, printable
from studio.kernel.refusals import Refused
from studio.web.words import say


class Command(BaseCommand):
    help = "Print a version of a deck (SLUG@N), or its draft (SLUG), as a PDF of nine cards to a sheet."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("deck", metavar=METAVAR)
        parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="where the PDF goes")
        parser.add_argument("--paper", choices=sorted(PAPERS), default="a4")
        parser.add_argument("--frame", choices=get_args(Frame), default="press", help="how the cards look")
        parser.add_argument("--no-rules", action="store_true", help="leave the Special Rules out")

    def handle(self, *args: Any, **options: Any) -> None:
        deck, version = deck_named(options["deck"])
        chosen = Options(paper=options["paper"], frame=options["frame"], with_rules=not options["no_rules"])
        try:
            shown = printable(deck, version)
            job = shown.job(chosen)
            made = files.print_now(job, self._tell if sys.stderr.isatty() else None)
            options["out"].write_bytes(made.read_bytes())
        except Http404:
            raise CommandError(f"“{deck.title}” has no version {version}.") from None
        except Refused as refused:
            raise CommandError(say(refused)) from None
        except OSError as problem:
            raise CommandError(f"{options['out']} could not be written: {problem.strerror}.") from None
        finally:
            if files.the_press.cache_info().currsize:
                files.the_press().close()
        boxes = boxes_of(shown, chosen)
        for words in boxes:
            self.stderr.write(words)
        if boxes:
            self.stderr.write(f"A box is printed in place of each. Fonts for more scripts come with: {FONTS_LINE}")
        self.stdout.write(f"{options['out']}: {job.title}. Print it at 100 %, not “fit to page”.")

    def _tell(self, done: int, total: int) -> None:
        self.stderr.write(f"\r{done} of {total}", ending="")
