"""By which entry an article holds as it reads. Of Special Rules that say otherwise the most recent holds (B11)."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import IntegerField, OuterRef, Subquery

from cards import models as rows
from cards.rules.events import VersionArchived
from cards.storage.log import DECK_LOG
from studio.kernel.schema import kinds

ACCEPTING = ("added", "amended", "restored")  # what counts copies or changes a side accepts no words anew


def holds_since(until: int | None = None) -> Subquery:
    """For an article's row: the number of the entry by which it last came, was amended or came back.

    Up to the entry `until`; without it, as it is in the draft.
    """
    steps = rows.Change.objects.filter(article=OuterRef("pk"), kind__in=ACCEPTING)
    if until is not None:
        steps = steps.filter(seq__lte=until)
    return Subquery(steps.order_by("-seq").values("seq")[:1], output_field=IntegerField())


def rules_since(deck_id: int, version: int | None = None) -> Mapping[int, int]:
    """The Special Rules there ever were, by number, each with that entry: in the draft or in an archived version.

    A manifest names what a version holds by number alone; its order is that of the log up to the entry that archived
    it. One statement, for a version two.
    """
    until = None if version is None else _archived_by(deck_id, version)
    found = rows.Article.objects.filter(deck_id=deck_id, kind="rule").annotate(since=holds_since(until))
    return {number: since or 0 for number, since in found.values_list("number", "since")}


def _archived_by(deck_id: int, version: int) -> int:
    stream_id = rows.Deck.objects.values_list("stream_id", flat=True).get(pk=deck_id)
    archived = DECK_LOG.recorded(stream_id, kinds=kinds(VersionArchived))
    return next(entry.seq for entry in archived if getattr(entry.fact, "number", 0) == version)
