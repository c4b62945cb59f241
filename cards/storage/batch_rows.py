"""The cards of a first batch while they are nobody's business, and the marks of its sweep.

Read here for a decision of the rules, and for the page of whoever wrote or marked them; written in the transaction of
the command, beside its entries, which never say what is in these rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from random import SystemRandom

from django.db.models import QuerySet

from cards import models as rows
from cards.face.face import Face
from cards.pictures import shelf
from cards.rules import events as e
from cards.rules.batch import BatchSecrets, CardDown, FirstBatch, LyingCard, SweepMark, laid_out
from cards.rules.command import Command, Moment
from cards.rules.deck import Deck
from cards.storage import store
from cards.verbs.batch import MarkCard, PickUp, PutDown, TurnBatchOver
from studio.kernel.codec import to_plain

_chance = SystemRandom()
_WRITING = (PutDown, PickUp, TurnBatchOver)


def secrets_for(deck_id: int, value: Deck, command: Command) -> BatchSecrets:
    """What this decision may look into. Two statements at most, none while no batch is under way."""
    batch = value.batch
    if batch is None:
        return BatchSecrets()
    if not batch.is_turned:
        return _written(deck_id, batch, command) if isinstance(command, _WRITING) else BatchSecrets()
    marks = rows.BatchMark.objects.filter(card__deck_id=deck_id, card__batch=batch.number)
    if isinstance(command, MarkCard) and not batch.may_be_swept_by(command.by):
        marks = marks.filter(member_id=command.by, card__place=command.place)
        return BatchSecrets(marks=_by_place(marks))
    return BatchSecrets(
        writers=dict(_cards(deck_id, batch.number).filter(place__isnull=False).values_list("place", "member_id")),  # type: ignore[arg-type]
        marks=_by_place(marks),
    )


def _by_place(marks: QuerySet[rows.BatchMark]) -> dict[tuple[int, int], SweepMark]:
    found = marks.values_list("card__place", "member_id", "mark")
    return {(place, member): mark for place, member, mark in found}  # type: ignore[misc]


def lying_faces(value: Deck, command: Command) -> Iterable[LyingCard]:
    """The cards that this command could bring into the deck."""
    batch = value.batch
    if batch is None or isinstance(command, MarkCard) and not batch.may_be_swept_by(command.by):
        return ()
    return batch.cards


def faces_turned(deck_id: int, batch: int, facts: Iterable[e.Event]) -> Iterable[Face]:
    """The words that a turn-over lays open; from then on they are faces as any other. At most one statement."""
    turned = next((fact for fact in facts if isinstance(fact, e.BatchTurnedOver)), None)
    if turned is None:
        return ()
    found = dict(_cards(deck_id, batch).filter(is_down=True).values_list("face", "content"))
    return [store.read_face(found[card.face]) for card in turned.cards]


def write(deck: rows.Deck, moment: Moment, command: Command, facts: tuple[e.Event, ...], at: datetime) -> None:
    """What the command does to these rows; `facts` have been decided."""
    match command:
        case PutDown():
            face = moment.faces[command.face]
            if face.picture is not None:
                shelf.still_wanted([face.picture.digest])
            words = {"kind": command.kind, "face": command.face, "content": to_plain(face), "copies": command.copies}
            rows.BatchCard.objects.update_or_create(
                deck=deck, batch=command.batch, member_id=command.by, slot=command.slot,
                defaults={**words, "side": command.side, "is_down": True, "at": at},
            )  # fmt: skip
        case PickUp(by=by, batch=batch, slot=slot):
            _cards(deck.pk, batch).filter(member_id=by, slot=slot).update(is_down=False)
        case TurnBatchOver(batch=batch):
            for place, one in enumerate(laid_out(moment.batch), 1):
                _cards(deck.pk, batch).filter(member_id=one.writer, slot=one.slot).update(place=place)
        case MarkCard(by=by, batch=batch, place=place, mark=mark):
            card = _cards(deck.pk, batch).get(place=place)
            rows.BatchMark.objects.update_or_create(card=card, member_id=by, defaults={"mark": mark, "at": at})
    for fact in facts:
        if isinstance(fact, e.BatchSwept):
            for place, number in enumerate(fact.proposals, 1):
                _cards(deck.pk, fact.number).filter(place=place).update(proposal=number)


def _cards(deck_id: int, batch: int) -> QuerySet[rows.BatchCard]:
    return rows.BatchCard.objects.filter(deck_id=deck_id, batch=batch)


def _written(deck_id: int, batch: FirstBatch, command: Command) -> BatchSecrets:
    down = _cards(deck_id, batch.number).filter(is_down=True)
    if isinstance(command, PutDown | PickUp):
        down = down.filter(member_id=command.by)
    found = down.order_by("at", "pk").values_list("member_id", "slot", "kind", "face", "copies", "side")
    cards = tuple(
        CardDown(member, slot, LyingCard(kind, face, copies, side))  # type: ignore[arg-type]
        for member, slot, kind, face, copies, side in found
    )
    return BatchSecrets(cards, tuple(_chance.sample(range(len(cards)), len(cards))))
