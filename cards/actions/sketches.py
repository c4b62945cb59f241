"""Drawing on another's card, while it is drawn: kept and shown to the table, and no entry until it is laid down."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction

from cards import models as rows
from cards.face.face import Stroke
from cards.forms.doodle import written_doodle
from cards.rules.deck import Change
from cards.rules.together import card_of_another, check_sketch, drawn_card
from cards.storage import memory
from cards.storage.sketches import SKETCH, drop_sketch, keep_sketch, settled_sketches_of
from cards.storage.store import faces_of
from studio.kernel.codec import from_plain
from studio.kernel.refusals import Refused
from studio.people.unfinished import POCKET, keep_writing
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


def pocket_settled(deck_id: int, stream_id: int, *, by: int, person_id: int) -> None:
    """What they drew on cards that have their verdict meanwhile lies in their pocket, as a card of their own. What does
    not fit in there stays. One statement where there is none."""
    for number, sketch in settled_sketches_of(deck_id, by):
        doodle = written_doodle(sketch.strokes)
        words = {"title": _title_of(deck_id, number), "kind": "thing", "doodle": doodle}
        with transaction.atomic(), suppress(Refused):
            keep_writing(person_id, stream_id, place=f"{POCKET}drawing-{number}", on=0, words=words)
            drop_sketch(deck_id, number, by)


def _title_of(deck_id: int, number: int) -> str:
    wording = rows.Wording.objects.filter(proposal__deck_id=deck_id, proposal__number=number).last()
    digest = drawn_card(from_plain(tuple[Change, ...], wording.changes)) if wording is not None else None
    return faces_of([digest])[digest].title if digest is not None else ""


def _touch(stream_id: int) -> None:
    transaction.on_commit(lambda: HINTS.get().touch(stream_id, SKETCH), robust=True)
