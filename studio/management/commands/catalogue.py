"""`manage.py catalogue [LANGUAGE …]`: bring catalogues up to what the source says, and say what they lack."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from studio.catalogue import LOCALE, compiled, everything, missing, po_of, read_po, renewed, strays


class Command(BaseCommand):
    help = "Bring the catalogues of the interface up to what the source says; no gettext tools are needed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help="all there are, if none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        source = everything()
        for language in options["languages"] or sorted(path.name for path in LOCALE.iterdir() if path.is_dir()):
            path = po_of(language)
            if not path.exists():
                raise CommandError(f"There is no catalogue at {path}. Begin one with its header.")
            path.write_text(renewed(language, source), encoding="utf-8")
            header, entries = read_po(path.read_text(encoding="utf-8"))
            if amiss := strays(entries):
                raise CommandError("Not in the sentence they translate: the slots of\n" + "\n".join(amiss))
            path.with_suffix(".mo").write_bytes(compiled(header, entries))
            self.stdout.write(f"{language}: {len(source) - len(missing(language, source))} of {len(source)} messages.")
