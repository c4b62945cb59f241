"""What the host does with a deck: words are taken down, and a star is given."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from cards import models as rows
from cards.actions.execute import carry_out
from cards.printing.queue import files, jobs
from cards.search import index
from cards.search.keeping import touch
from cards.verbs.whole import TakeDown
from studio.kernel.refusals import Refused
from studio.people.watch import saw


def take_down(face: str, *, why: str) -> int:
    """Withdraw a face's words wherever they stand; number and digest stay. How many decks showed it."""
    if not rows.Face.objects.filter(digest=face).exists():
        raise Refused("face.none")
    told: set[int] = set()
    # Asked again afterwards: whoever forked one of these decks meanwhile had the words still.
    while ids := sorted(_showing(face) - told):
        for deck_id in ids:
            carry_out(deck_id, TakeDown(face, why), by=None, key=None)
        told |= set(ids)
    jobs.forget_prints(told)
    files.forget_all()
    index.words().tidy()  # the words leave the database's file as well
    saw("words.taken_down", face=face[:12], decks=len(told))
    return len(told)


def star(deck_id: int, *, is_given: bool) -> None:
    """The host's alone, and no fact of the deck's own log: given to a deck of the archive, or taken back."""
    decks = rows.Deck.objects.filter(pk=deck_id)
    if is_given and not decks.filter(rows.IN_THE_ARCHIVE).exists():
        raise Refused("star.not_in_the_archive")
    with transaction.atomic():
        decks.update(starred_at=timezone.now() if is_given else None)
        touch([deck_id])


def _showing(face: str) -> set[int]:
    decks = rows.Deck.objects.filter(articles__changes__face=face).distinct()
    lying = rows.BatchCard.objects.filter(face=face, place__isnull=False).values_list("deck_id", flat=True)
    return set(decks.values_list("pk", flat=True)) | _proposing(face) | set(lying)


def _proposing(face: str) -> set[int]:
    """Decks in which the face was only ever proposed."""
    return set(rows.Wording.objects.filter(changes__icontains=face).values_list("proposal__deck_id", flat=True))
