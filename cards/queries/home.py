"""The front door: three decks fresh off the press, and what was voted in lately."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q
from django.utils import timezone

from cards import models as rows
from cards.queries.covers import covers_of, in_the_archive, stood
from cards.queries.ledger import tallies
from cards.storage.heavy import kept_words
from cards.values.archive import HomePage
from cards.values.pages import MinutesLine
from studio.kernel.messages import message
from studio.web.addresses import path_to
from studio.web.dates import said
from studio.web.words import say

FRESH = 3  # decks
LATELY = 6  # lines of minutes


def home_page() -> HomePage:
    """Three decks and what was voted in. 9 statements."""
    public = in_the_archive()
    newest = list(public.order_by("-archived_at", "-pk")[: max(FRESH, LATELY)])
    return HomePage(covers_of(stood(newest[:FRESH])), _lately(newest[:LATELY]), public.count())


_ENTERED = {
    "added": message("entered {deck}"),
    "amended": message("reworded in {deck}"),
    "repealed": message("out of {deck}"),
    "restored": message("back in {deck}"),
}


def _lately(newest: Sequence[rows.Deck]) -> tuple[MinutesLine, ...]:
    """What was voted in, archived and public: nothing newer than a deck's latest version. Three statements."""
    now = timezone.now()
    upto = Q()
    for deck in newest:
        upto |= Q(article__deck_id=deck.pk, at__lte=deck.archived_at)
    if not newest:
        return ()
    found = list(
        rows.Change.objects.filter(
            upto, kind__in=_ENTERED, proposal__isnull=False, face__withdrawn_at__isnull=True
        )
        .order_by("-at", "-seq")
        .values_list(
            "kind", "at", kept_words("face__content"), "article__deck__title", "article__deck__slug", "article__kind",
            "article__number", "article__deck_id", "proposal",
        )[:LATELY]
    )  # fmt: skip
    asked = Q(pk__in=())
    for *_, deck_id, number in found:
        asked |= Q(deck_id=deck_id, number=number)
    votes = tallies(rows.Proposal.objects.filter(asked))
    return tuple(
        MinutesLine(
            when=said(at, now),
            name=title or "",
            words=say(_ENTERED[kind].given(deck=deck)),
            tally=votes.get((deck_id, proposal or 0), ""),
            href=path_to(sort, slug=slug, number=number),
        )
        for kind, at, title, deck, slug, sort, number, deck_id, proposal in found
    )
