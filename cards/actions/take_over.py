"""Cards taken over as they are in another version or deck, and a deck rolled back to a version: each one proposal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from django.db import transaction

from cards import models as rows
from cards.actions.proposals import propose
from cards.rules.deck import Change, Deck
from cards.rules.kit import Kit
from cards.rules.taking_over import TakenArticle, rolling_back, taking_over
from cards.storage import memory
from studio.kernel.refusals import Refused
from studio.log.committed import Committed, answered
from studio.models import Stream


def take_over(
    deck_id: int,
    *,
    by: int,
    key: str | None,
    taken: Sequence[TakenArticle],
    grounds: str = "",
    source: int | None = None,
) -> Committed:
    """Put to the table that the draft reads like these. Result: {"proposal": n}.

    `source` is the deck they come from, where it is another: its pictures come along. Raises Refused("take.nothing",
    "take.withdrawn") and whatever a proposal is refused with.
    """
    mine = [replace(one, credit_to=None) if one.credit_to == by else one for one in taken]
    if _withdrawn(mine):
        raise Refused("take.withdrawn")
    return _ask(deck_id, by, key, lambda deck: taking_over(deck, mine), grounds, source)


def roll_back(
    deck_id: int, *, by: int, key: str | None, version: Sequence[TakenArticle], kit: Kit, grounds: str = ""
) -> Committed:
    """Put to the table that the draft be like this version of it. Result: {"proposal": n}.

    What was taken down of the version stays as it is in the draft. Raises Refused("take.nothing") and whatever a
    proposal is refused with.
    """
    mine = [replace(one, credit_to=None) if one.credit_to == by else one for one in version]
    gone = _withdrawn(mine)
    return _ask(deck_id, by, key, lambda deck: rolling_back(deck, mine, kit, gone), grounds)


def _ask(
    deck_id: int, by: int, key: str | None, changes: Callable[[Deck], tuple[Change, ...]], grounds: str,
    source: int | None = None,
) -> Committed:  # fmt: skip
    """With the deck's turn: what is asked is told from the draft as it is. The same form once more is the same asking,
    though the draft may be like that by then."""
    with transaction.atomic():
        deck = rows.Deck.objects.get(pk=deck_id)
        stream = Stream.objects.select_for_update().get(pk=deck.stream_id)
        deck.refresh_from_db()
        if (before := answered(stream.pk, key)) is not None:
            if "proposal" not in before:
                raise Refused("request.reused")
            return Committed(stream.head, before, is_repeat=True)
        asked = changes(memory.load(deck, stream))
        return propose(deck_id, by=by, key=key, changes=asked, grounds=grounds, pictures_of=source)


def _withdrawn(taken: Iterable[TakenArticle]) -> frozenset[str]:
    """Those of their faces whose words were taken down. One statement."""
    faces = {one.lain.face for one in taken}
    found = rows.Face.objects.filter(digest__in=faces, withdrawn_at__isnull=False)
    return frozenset(found.values_list("digest", flat=True))
