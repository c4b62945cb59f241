"""`manage.py refill`: write anew what is made of other columns, where a process of an older release left it behind."""

from __future__ import annotations

from typing import Any

from cards.storage.shelved import shelve_anew
from studio.people.names import fold_names_anew
from studio.server.newer import OfThisRelease


class Command(OfThisRelease):
    help = "Write anew what the archive looks for, where a process of an older release changed a deck or a name."

    def handle(self, *args: Any, **options: Any) -> None:
        decks, names = shelve_anew(), fold_names_anew()
        if options["verbosity"]:
            self.stdout.write(f"{decks} decks and {names} names were not as they are looked for, and are now.")
