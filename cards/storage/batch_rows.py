"""The cards of a first batch while they are nobody's business, and the marks of its sweep.

Read here for a decision of the rules, for whoever wrote or marked them (`DeckSight.own`), and by nothing else; written
in the transaction of the command, beside its entries, which never say what is in these rows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
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
from cards.rules.sight import DeckSight
from cards.storage import store
from cards.verbs.batch import MarkCard, PickUp, PutDown, TurnBatchOver
from studio.kernel.codec import to_plain
from studio.people.membership import NOBODY

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


def cards_of(deck_id: int, seen: DeckSight, batch: int | None = None) -> QuerySet[rows.BatchCard]:
    """What the viewer has put down or picked up again of that batch, or of the last; nobody's for whoever only stands
    in on their seat."""
    return _cards(deck_id, seen.last_batch if batch is None else batch).filter(member_id=seen.own or NOBODY)


def marks_of(deck_id: int, seen: DeckSight) -> Mapping[int, SweepMark]:
    """What the viewer has made of each card that lies, by its place. One statement."""
    marks = rows.BatchMark.objects.filter(card__deck_id=deck_id, card__batch=seen.last_batch)
    return {place: mark for (place, _), mark in _by_place(marks.filter(member_id=seen.own or NOBODY)).items()}


def swept_cards(deck_id: int, batch: int) -> QuerySet[rows.BatchCard]:
    """The cards of a batch that is over, as they lay; whose they are is everybody's to know now."""
    return _cards(deck_id, batch).filter(proposal__isnull=False).order_by("place")


def amiss_in_batch(deck_id: int, value: Deck) -> Iterator[str]:
    """Whether these rows are as many, and the very ones, that their deck counts: what disagrees, in words that give
    nothing of a card away. Two statements, none without a batch under way."""
    batch = value.batch
    if batch is None:
        return
    lying = _cards(deck_id, batch.number).filter(is_down=True).order_by("place")
    cards = list(lying.values_list("pk", "member_id", "place", "face"))
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
