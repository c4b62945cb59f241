"""The first batch in secret (C13): what one may do while it is written and while it is swept.

open → written (everybody at once, counts alone are told) → turned over (all lie nameless) → swept
(cards/rules/sweep.py). No clock moves it on: `until` is told, and after it somebody may turn over what is down, though
others are still writing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cards.rules import events as e
from cards.rules.batch import MARKS, BatchWriter, FirstBatch, Sweeper, SweepMark, laid_out
from cards.rules.change_checks import check_new, check_title
from cards.rules.command import Facts, MemberCommand, Moment
from cards.rules.deck import ArticleKind, Deck
from cards.rules.limits import BATCH_CARDS_MAX, BATCH_SIZES
from cards.rules.verdict import with_a_vote
from cards.rules.ways import decides_alone
from cards.verbs.verb import Back, Guard, HowOften, ReadField, Sent, Verb, flag, number
from studio.kernel.inputs import UNREADABLE, Inputs, whole_number
from studio.kernel.refusals import Refused

A_CARD = 5 * 60  # seconds of the clock for each card
OVER_DAYS = 7 * 24 * 3600  # seconds
MORE = 5 * 60  # seconds that any one person may add
TIME_LEFT_MAX = 2 * 3600  # seconds before the end, beyond which nobody adds more


@dataclass(frozen=True, slots=True)
class BeginBatch(MemberCommand):
    """Everybody who is here writes `size` cards at once, unseen (C13); `is_over_days`: every member does, in a week."""

    size: int
    is_over_days: bool = False


@dataclass(frozen=True, slots=True)
class JoinBatch(MemberCommand):
    batch: int


@dataclass(frozen=True, slots=True)
class PutDown(MemberCommand):
    """A card of a first batch is written: on one's blank `slot`, from 1."""

    batch: int
    slot: int
    kind: ArticleKind
    face: str
    copies: int = 1
    side: str = ""


@dataclass(frozen=True, slots=True)
class PickUp(MemberCommand):
    batch: int
    slot: int


@dataclass(frozen=True, slots=True)
class GiveTime(MemberCommand):
    """Five minutes more, to everybody."""

    batch: int


@dataclass(frozen=True, slots=True)
class TurnBatchOver(MemberCommand):
    """`even_so`: though somebody is still writing, once the clock is there."""

    batch: int
    even_so: bool = False


@dataclass(frozen=True, slots=True)
class MarkCard(MemberCommand):
    """Whether one would keep the card at `place` as it is, or talk about it."""

    batch: int
    place: int
    mark: SweepMark


@dataclass(frozen=True, slots=True)
class SweepWithout(MemberCommand):
    batch: int
    without: int


@dataclass(frozen=True, slots=True)
class CallOffBatch(MemberCommand):
    batch: int


def begin(deck: Deck, command: BeginBatch, moment: Moment) -> Facts:
    """Not while people sit at the deck's own table."""
    if moment.is_played:
        raise Refused("batch.played")
    if deck.batch is not None:
        raise Refused("batch.running")
    if command.size not in BATCH_SIZES:
        raise Refused("request.unreadable")
    asked = deck.members if command.is_over_days else moment.present & set(deck.members)
    writers = tuple(sorted({*asked, command.by}))
    if len(writers) * command.size > BATCH_CARDS_MAX:
        raise Refused("batch.full", limit=BATCH_CARDS_MAX)
    until = moment.now + (OVER_DAYS if command.is_over_days else command.size * A_CARD)
    begun = e.BatchBegun(deck.last_batch + 1, command.by, command.size, writers, until, command.is_over_days)
    return (begun,)


def join(deck: Deck, command: JoinBatch, moment: Moment) -> Facts:
    batch = _written(_running(deck, command.batch))
    by = command.by
    writer = batch.writer(by)
    if writer is not None and not writer.has_left:
        return ()
    # Somebody who comes back takes up the cards they had left; they were counted already.
    there = sum(batch.size for w in batch.writers if not w.has_left and w.member != by)
    gone = sum(w.down for w in batch.writers if w.has_left and w.member != by)
    if there + gone + batch.size > BATCH_CARDS_MAX:
        raise Refused("batch.full", limit=BATCH_CARDS_MAX)
    return (e.BatchJoined(batch.number, by),)


def put_down(deck: Deck, command: PutDown, moment: Moment) -> Facts:
    batch = _written(_running(deck, command.batch))
    writer = _taking_part(batch, command.by)
    own = moment.batch.of(command.by)
    if not 0 < command.slot <= batch.size:
        raise Refused("request.unreadable")
    if command.slot in own:
        raise Refused("batch.is_down")
    check_new(moment, command.kind, command.face, command.copies, command.side)
    check_title(moment, command.kind, command.face)
    if any((card.kind, card.face) == (command.kind, command.face) for card in own.values()):
        raise Refused("batch.same")
    return (e.BatchCounted(batch.number, command.by, writer.down + 1),)


def pick_up(deck: Deck, command: PickUp, moment: Moment) -> Facts:
    batch = _written(_running(deck, command.batch))
    writer = _taking_part(batch, command.by)
    if command.slot not in moment.batch.of(command.by):
        raise Refused("batch.not_down")
    return (e.BatchCounted(batch.number, command.by, writer.down - 1),)


def give_time(deck: Deck, command: GiveTime, moment: Moment) -> Facts:
    batch = _written(_running(deck, command.batch))
    by, now = command.by, moment.now
    _taking_part(batch, by)
    if batch.is_over_days or batch.until - now > TIME_LEFT_MAX:
        raise Refused("batch.time_enough")
    return (e.BatchTimeGiven(batch.number, by, max(batch.until, now) + MORE),)


def turn_over(deck: Deck, command: TurnBatchOver, moment: Moment) -> Facts:
    batch = _written(_running(deck, command.batch))
    _taking_part(batch, command.by)
    if not batch.down:
        raise Refused("batch.nothing_down")
    if batch.still_writing:
        if moment.now < batch.until:
            raise Refused("batch.not_yet")
        if not command.even_so:
            raise Refused("batch.still_writing", count=len(batch.still_writing))
    asked = _asked(deck, batch, moment)
    electors = with_a_vote(deck.decision_rule, deck.members, author=0)
    sweepers = tuple(member for member in electors if member in asked)
    voteless = tuple(member for member in deck.members if member not in electors)
    cards = tuple(one.card for one in laid_out(moment.batch))
    return (e.BatchTurnedOver(batch.number, command.by, cards, sweepers, voteless),)


def _asked(deck: Deck, batch: FirstBatch, moment: Moment) -> frozenset[int]:
    """Whose marks are needed: those who wrote, those who are here, and who decides; over days everybody. With one
    alone everybody as well: unanimity never happens by accident."""
    rule = deck.decision_rule
    wrote = {w.member for w in batch.writers if w.down and not w.has_left}
    here = wrote | moment.present | {decides_alone(rule)}
    asked = frozenset(member for member in deck.members if member in here)
    return frozenset(deck.members) if batch.is_over_days or len(asked) < 2 else asked


def mark(deck: Deck, command: MarkCard, moment: Moment) -> Facts:
    batch = _running(deck, command.batch)
    sweeper = _sweeper(batch, command.by)
    if not 0 < command.place <= len(batch.cards) or command.mark not in MARKS:
        raise Refused("request.unreadable")
    if (command.place, command.by) in moment.batch.marks:
        return ()  # it may be changed until all are in; that, too, is nobody else's to know
    return (e.BatchLookedAt(batch.number, command.by, sweeper.looked + 1),)


def _sweeper(batch: FirstBatch, by: int) -> Sweeper:
    if not batch.is_turned:
        raise Refused("batch.not_turned")
    sweeper = batch.sweeper(by)
    if sweeper is None:
        raise Refused("elector.voteless" if by in batch.voteless else "batch.not_asked")
    return sweeper


def sweep_without(deck: Deck, command: SweepWithout, moment: Moment) -> Facts:
    batch = _running(deck, command.batch)
    _sweeper(batch, command.by)
    other = batch.sweeper(command.without)
    if other is None or command.without == command.by or command.without not in moment.away:
        raise Refused("elector.not_away")
    if other.looked >= len(batch.cards):
        raise Refused("elector.has_spoken")
    return (e.SweepGoingOnAgreed(batch.number, command.by, command.without, moment.now),)


def call_off(deck: Deck, command: CallOffBatch, moment: Moment) -> Facts:
    """A batch that somebody began by mistake; what is down is never thrown away."""
    batch = _written(_running(deck, command.batch))
    if batch.down:
        raise Refused("batch.has_cards")
    return (e.BatchCalledOff(batch.number, command.by),)


def _running(deck: Deck, number: int) -> FirstBatch:
    if deck.batch is not None and deck.batch.number == number:
        return deck.batch
    raise Refused("batch.over")


def _written(batch: FirstBatch) -> FirstBatch:
    if batch.is_turned:
        raise Refused("batch.turned_over")
    return batch


def _taking_part(batch: FirstBatch, by: int) -> BatchWriter:
    writer = batch.writer(by)
    if writer is None or writer.has_left:
        raise Refused("batch.not_in")
    return writer


def _with_own_mark(moment: Moment, command: MarkCard) -> Moment:
    """The moment in which a mark that was just given counts."""
    return replace(moment, batch=moment.batch.with_mark(command.place, command.by, command.mark))


def _size(given: Inputs, field: str) -> int:
    return given.whole_number(field, otherwise=0)


def _over_days(given: Inputs, field: str) -> bool:
    return given.text("pace") == "days" or given.flag(field)  # "pace" is what pages of the release before say


def _marked(given: Inputs) -> tuple[SweepMark, int]:
    """A button says both, "keep.7", a program each in its field; pages of the release before call it `card`."""
    asked, _, where = (given.text("mark", 20) or given.text("card", 20)).partition(".")
    for mark in MARKS:
        if mark == asked:
            return mark, whole_number(where or given.text("place", 20)) or 0
    raise UNREADABLE.raised()


def _sent(name: str, more: dict[str, ReadField], pace: HowOften | None = None, back: Back = Back.BATCH) -> Sent:
    """All of it is the writers' own: nobody who stands in for one has to do with it."""
    return Sent(name, more, (Guard.THEIRS_ALONE,), (), pace, back)


_IT: dict[str, ReadField] = {"batch": number}
_MARK: dict[str, ReadField] = {
    **_IT, "place": lambda given, _: _marked(given)[1], "mark": lambda given, _: _marked(given)[0],
}  # fmt: skip

VERBS = (
    Verb(
        BeginBatch, begin, not_played=True,
        sent=(_sent("begin-batch", {"size": _size, "is_over_days": _over_days}, HowOften.DRAFT, Back.BATCH_ANEW),),
    ),
    Verb(JoinBatch, join, sent=(_sent("join-batch", _IT, back=Back.BATCH_ANEW),)),
    Verb(
        PutDown, put_down,
        faces=lambda _, command: (command.face,), adds=lambda _, command: (command.face,), shows_pictures=True,
    ),
    Verb(PickUp, pick_up, sent=(_sent("pick-up", {**_IT, "slot": number}, HowOften.DRAFT, Back.BLANK),)),
    Verb(GiveTime, give_time, sent=(_sent("give-time", _IT, HowOften.DRAFT),)),
    Verb(TurnBatchOver, turn_over, sent=(_sent("turn-over", {**_IT, "even_so": flag}, back=Back.BATCH_ANEW),)),
    Verb(MarkCard, mark, then=_with_own_mark, sent=(_sent("mark", _MARK, HowOften.MARK),)),
    Verb(SweepWithout, sweep_without, sent=(_sent("sweep-without", {**_IT, "without": number}),)),
    Verb(CallOffBatch, call_off, sent=(_sent("call-off-batch", _IT, back=Back.BATCH_ANEW),)),
)  # fmt: skip
