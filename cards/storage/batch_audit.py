"""Whether the rows of a first batch that nobody else reads are as many, and the very ones, that its deck counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cards import models as rows
from cards.rules.deck import Deck


def amiss_in_batch(deck_id: int, value: Deck) -> Iterator[str]:
    """What disagrees, in words that give nothing of a card away. Two statements, none without a batch under way."""
    batch = value.batch
    if batch is None:
        return
    cards = list(
        rows.BatchCard.objects.filter(deck_id=deck_id, batch=batch.number, is_down=True)
        .order_by("place")
        .values_list("pk", "member_id", "place", "face")
    )
    down = Counter(member for _, member, _, _ in cards)
    if {writer.member: writer.down for writer in batch.writers if writer.down} != down:
        yield "of the first batch other cards are down than the log counts"
    laid = [(place, face) for _, _, place, face in cards if place is not None]
    if laid != list(enumerate((card.face for card in batch.cards), 1)):
        yield "of the first batch other cards lie open than the log tells"
    marks = rows.BatchMark.objects.filter(card__in=[pk for pk, *_ in cards]).values_list("member_id", flat=True)
    given = Counter(marks)
    if any(given[sweeper.member] != sweeper.looked for sweeper in batch.sweepers):
        yield "of the first batch other marks were given than the log counts"
