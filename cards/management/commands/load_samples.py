"""`manage.py load_samples`: put the sample decks on the shelf. Doing it again adds only what is missing."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from cards.sample_decks import load_samples
from studio.web.addresses import path_to


class Command(BaseCommand):
    help = "Put the sample decks on the shelf, once."

    def handle(self, *args: Any, **options: Any) -> None:
        came = load_samples()
        if options["verbosity"]:
            self.stdout.write("\n".join(path_to("deck", slug=slug) for slug in came) or "The shelf is full already.")
