"""`manage.py take_down SLUG card-3`: its words go, in every deck and version; number, digest and votes stay."""

from __future__ import annotations

import re
from typing import Any

from django.core.management.base import CommandError, CommandParser

from cards import actions
from cards import models as rows
from studio.server.newer import OfThisRelease

_PLACE = re.compile(r"(card|rule|proposal)-([0-9]{1,9})")


class Command(OfThisRelease):
    help = "Take down the words of a card, a Special Rule or a proposal, for good. There is no way back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("deck", metavar="SLUG")
        parser.add_argument("what", metavar="card-N|rule-N|proposal-N", help="every face or wording it ever had")
        parser.add_argument("--why", default="", help="said in the deck's log, 200 characters at most")

    def handle(self, *args: Any, **options: Any) -> None:
        deck = rows.Deck.objects.filter(slug=options["deck"]).first()
        if deck is None:
            raise CommandError(f"There is no deck at “{options['deck']}”.")
        found = _PLACE.fullmatch(options["what"])
        faces = _faces(deck, found[1], int(found[2])) if found else []
        if not faces:
            raise CommandError(f"“{deck.title}” has no {options['what']}. Write card-3, rule-1 or proposal-4.")
        for face in faces:
            actions.take_down(face, why=options["why"][:200])
        self.stdout.write(f"{options['what']} of {deck.title}: {len(faces)} taken down. Its number and digest stay.")


def _faces(deck: rows.Deck, kind: str, number: int) -> list[str]:
    """The digests of all words it has had that still stand; [] when there is no such thing."""
    if kind == "proposal":
        wordings = rows.Wording.objects.filter(proposal__deck=deck, proposal__number=number)
        changes = (change for every in wordings.values_list("changes", flat=True) for change in every)
        named = {change.get("face") for change in changes}
    else:
        articles = rows.Article.objects.filter(deck=deck, kind=kind, number=number)
        named = set(articles.values_list("changes__face", flat=True)) | set(articles.values_list("face", flat=True))
    standing = rows.Face.objects.filter(digest__in=named - {None}, withdrawn_at__isnull=True)
    return sorted(standing.values_list("digest", flat=True))
