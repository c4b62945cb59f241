"""Drawing on another's card, while it is drawn: kept and shown to the table, and no entry until it is laid down."""

from __future__ import annotations

from django.db import transaction

from cards import models as rows
from cards.face.face import Stroke
from cards.rules.together import card_of_another, check_sketch
from cards.storage import memory
from cards.storage.sketches import SKETCH, drop_sketch, keep_sketch
from cards.storage.store import faces_of
from studio.ports import HINTS


def sketch(deck_id: int, *, by: int, proposal: int, on: int, strokes: tuple[Stroke, ...]) -> int:
    """All that is drawn so far, written down on version `on`; the new version. Raises Refused."""
    deck = rows.Deck.objects.select_related("stream").get(pk=deck_id)
    lying, digest = card_of_another(memory.load(deck, deck.stream), proposal, by)
    check_sketch(lying, by, faces_of([digest])[digest], strokes)
    with transaction.atomic():
        version = keep_sketch(deck_id, proposal, by, on=on, strokes=strokes)
        _touch(deck.stream_id)
    return version


def give_up_sketch(deck_id: int, *, by: int, proposal: int) -> None:
    """Nothing of it is seen any more."""
    with transaction.atomic():
        if drop_sketch(deck_id, proposal, by):
            _touch(rows.Deck.objects.values_list("stream_id", flat=True).get(pk=deck_id))


def _touch(stream_id: int) -> None:
    transaction.on_commit(lambda: HINTS.get().touch(stream_id, SKETCH), robust=True)
