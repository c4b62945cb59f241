"""A first batch as its pages show it: to everybody counts alone, to each writer their own cards, and nothing of anybody
else's before the turn-over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django.db.models import Case, QuerySet, When
from django.http import Http404
from django.urls import reverse
from django.utils.safestring import SafeString

from cards import models as rows
from cards.face.drawn import draw_face
from cards.queries import workshop
from cards.queries.asking import ask_at
from cards.queries.composer import BLANK, Subject
from cards.queries.deck_view import DeckView
from cards.queries.faces import PASSES, READS, markup_of
from cards.queries.mat import clock
from cards.rules.batch import BatchWriter, FirstBatch
from cards.storage.batch_rows import cards_of
from cards.storage.heavy import Numbers, WithoutDrawing, kept_words
from cards.storage.store import read_face
from cards.values.batch import BatchAsk, BatchOffer, BatchSide, Blank, Leftover, Prompt, Stage, WriterLine
from cards.values.workshop import TitleLine
from studio.costly import spend
from studio.kernel.inputs import whole_number
from studio.kernel.messages import Message, counted, message, number_word
from studio.people.membership import NOBODY
from studio.web.words import begin, say, say_html

_ORDER = (message("first card"), message("second card"), message("third card"), message("fourth card"),
          message("fifth card"))  # fmt: skip


def stage_of(view: DeckView) -> Stage:
    batch = view.deck.batch
    return "none" if batch is None else "sweep" if batch.is_turned else "writing"


def written(view: DeckView) -> FirstBatch | None:
    """The batch while its cards are written."""
    batch = view.deck.batch
    return batch if batch is not None and not batch.is_turned else None


def page_address(view: DeckView) -> str:
    return reverse("first-batch", args=[view.row.slug])


def address_of(view: DeckView, what: str, *more: int) -> str:
    """Where something is asked of the batch that runs, or of the last."""
    return reverse(what, args=[view.row.slug, view.deck.last_batch, *more])


def _ask_at(view: DeckView, verb: str, **about: int) -> str:
    return ask_at(view.row.slug, verb, batch=view.deck.last_batch, **about)


# --- while it is written ----------------------------------------------------------------------------------------------


def title(view: DeckView) -> TitleLine:
    return workshop.title(view, message("First batch"))


def side(view: DeckView) -> BatchSide:
    """The clock and who has how many down: the same for all, so nothing in it says whose card is what."""
    batch = written(view)
    if batch is None:
        return BatchSide(stage_of(view), page_address(view))
    until = datetime.fromtimestamp(batch.until, UTC)
    return BatchSide(
        stage="writing",
        address=page_address(view),
        lede=_lede(batch),
        until=say_html(message("Until about {moment}"), moment=clock(until)),
        at=f"{until:%Y-%m-%dT%H:%MZ}",
        is_over_days=batch.is_over_days,
        count=say(message("{some} of {all}", some=batch.down, all=batch.wanted)),
        lines=tuple(_writer(view, batch, writer) for writer in batch.writers),
    )


def _writer(view: DeckView, batch: FirstBatch, writer: BatchWriter) -> WriterLine:
    """How many somebody has down, in words; that they write just now nobody can know, so nothing says it."""
    here, _ = view.here_and_away
    blanks = 0 if writer.has_left else batch.size - writer.down
    if not blanks and not writer.has_left:
        note: Message = message("all down")
    elif not writer.down:
        note = message("none down yet")
    else:
        all_of_theirs = number_word(writer.down + blanks)
        note = message("{some} of {all} down", some=number_word(writer.down), all=all_of_theirs)
    if writer.has_left:
        note = message("has left; {count}", count=note)
    elif blanks and writer.member not in here:
        note = message("away; {count}", count=note)
    return WriterLine(
        writer.member, view.seal_of(writer.member), say(note), tuple(range(writer.down)), tuple(range(blanks))
    )


def ask(view: DeckView) -> BatchAsk:
    """What one member may do besides writing."""
    batch = written(view)
    if batch is None or view.member_id is None or view.deck.is_lent:
        return BatchAsk()
    me = batch.writer(view.member_id)
    if me is None or me.has_left:
        return BatchAsk(_ask_at(view, "join-batch"), may_join=True)
    still = [view.name_of(member) for member in batch.still_writing]
    turn = even_so = ""
    if batch.down and not still:
        turn = say(message("Turn them over"))
    elif batch.down:
        even_so = say(
            counted(
                "Turn them over, though {number} of you is still writing",
                "Turn them over, though {number} of you are still writing",
                len(still),
                number=number_word(len(still)),
            )  # fmt: skip
        )
    return BatchAsk(
        address=_ask_at(view, "turn-over"),
        has_clock=not batch.is_over_days,
        turn=turn,
        even_so=even_so,
        at=f"{datetime.fromtimestamp(batch.until, UTC):%Y-%m-%dT%H:%M:%SZ}",
        may_call_off=not batch.down,
        time=_ask_at(view, "give-time"),
        off=_ask_at(view, "call-off-batch"),
    )


def own_cards(view: DeckView, *, is_drawn: bool = True) -> dict[int, rows.BatchCard]:
    """What the asking member has put down or picked up again, by the blank it is on; nothing of it for whoever only
    stands in for them. What is much is read without its drawing unless it `is_drawn`, which costs (studio/costly.py).
    Two statements at most."""
    return _read(cards_of(view.row.pk, view.deck), is_drawn=is_drawn)


def own_card(view: DeckView, slot: int) -> rows.BatchCard | None:
    """The one on that blank. Two statements at most."""
    return _read(cards_of(view.row.pk, view.deck).filter(slot=slot), is_drawn=True).get(slot)


def _read(found: QuerySet[rows.BatchCard], *, is_drawn: bool) -> dict[int, rows.BatchCard]:
    """Each is weighed where it is kept before anything of it is read."""
    weighed = found.defer("content").annotate(numbers=Numbers("content"))
    cards: Mapping[int, Any] = {
        card.slot: card for card in weighed.annotate(light=Case(When(numbers=0, then="content")))
    }
    heavy = [card.pk for card in cards.values() if card.numbers]
    spend(sum(card.numbers for card in cards.values()) // (READS if is_drawn else PASSES))
    whole = "content" if is_drawn else WithoutDrawing("content")
    content = dict(found.filter(pk__in=heavy).values_list("pk", whole)) if heavy else {}
    for card in cards.values():
        card.content = content.get(card.pk, card.light)
    return dict(cards)


def writing_slot(batch: FirstBatch, own: dict[int, rows.BatchCard], asked: str) -> int:
    """Which blank is under the pen: the one that is asked for, else the first that is not down; 0 where all are."""
    free = [slot for slot in range(1, batch.size + 1) if slot not in own or not own[slot].is_down]
    wished = whole_number(asked) or 0
    return wished if wished in free else next(iter(free), 0)


def name_of_slot(slot: int) -> str:
    return say(_ORDER[slot - 1])


def blanks(
    view: DeckView, batch: FirstBatch, own: dict[int, rows.BatchCard], under_pen: int, slips: dict[int, Prompt]
) -> tuple[Blank, ...]:
    """My own cards, in order."""
    page, found = page_address(view), []
    for slot in range(1, batch.size + 1):
        card = own.get(slot)
        is_down = card is not None and card.is_down
        state = "down" if is_down else "writing" if slot == under_pen else "blank"
        found.append(
            Blank(
                slot=slot,
                state=state,  # type: ignore[arg-type]
                address=_ask_at(view, "pick-up", slot=slot) if is_down else address_of(view, "batch-slip", slot),
                name=name_of_slot(slot),
                href=f"{page}?card={slot}#card-{slot}",
                face=_by_hand(view, card) if card is not None and is_down else SafeString(""),
                prompt=None if is_down else slips.get(slot),
                is_begun=card is not None,
            )
        )
    return tuple(found)


def _by_hand(view: DeckView, card: rows.BatchCard) -> SafeString:
    face = read_face(card.content, not card.content)
    return markup_of(draw_face(face, is_rule=card.kind == "rule", frame="hand", language=view.row.language))


def subject_on(view: DeckView, slot: int, card: rows.BatchCard | None) -> Subject:
    """A blank of the batch, with what was on it where it was picked up."""
    heading = message("Your {card}", card=_ORDER[slot - 1])
    context = f"batch.{view.deck.last_batch}.{slot}"
    if card is None or not card.content:
        return Subject("create", context, heading)
    return Subject(
        "create", context, heading, base=read_face(card.content), is_rule=card.kind == "rule", copies=card.copies,
        side=card.side,
    )  # fmt: skip


def lent(view: DeckView) -> str:
    """What whoever stands in for another is told instead of that one's cards."""
    whose = view.name_of(view.member_id or NOBODY)
    return say(
        message(
            "{who}’s cards stay as they are, and with {who} alone, while your standing in can be undone.", who=whose
        )
    )


# --- what was not put down --------------------------------------------------------------------------------------------


def leftover(view: DeckView, name: str) -> Subject:
    """ "3.2": the second blank of the third batch, which its writer had not put down. Http404 for what is not."""
    number, _, slot = name.partition(".")
    batch, place = whole_number(number) or 0, whole_number(slot) or 0
    is_open = view.deck.batch is not None and view.deck.batch.number == batch and not view.deck.batch.is_turned
    if not 0 < batch <= view.deck.last_batch or not 0 < place <= len(_ORDER) or is_open:
        raise Http404
    lying = cards_of(view.row.pk, view.deck, batch).filter(slot=place, is_down=False)
    card = _read(lying, is_drawn=True).get(place)
    subject = BLANK if card is None else subject_on(view, place, card)
    return Subject(
        "create", f"batch.{batch}.{place}", message("What you had not put down"), (("leftover", f"{batch}.{place}"),),
        subject.base, is_rule=subject.is_rule, copies=subject.copies, side=subject.side,
    )  # fmt: skip


def leftovers(view: DeckView) -> tuple[Leftover, ...]:
    """Where a member's words of the last batch may still lie: in a row, or in their own browser. One statement, which
    reads no drawing."""
    if view.deck.is_lent:
        return ()
    own = cards_of(view.row.pk, view.deck).values_list("slot", "is_down", kept_words("content"))
    lying = {slot: None if is_down else title or "" for slot, is_down, title in own}
    write, number = reverse("write", args=[view.row.slug]), view.deck.last_batch
    found = []
    for slot in range(1, len(_ORDER) + 1):
        if (title := lying.get(slot, "")) is None:
            continue
        found.append(Leftover(f"{write}?leftover={number}.{slot}", title, f"batch.{number}.{slot}"))
    return tuple(found)


# --- in the workshop --------------------------------------------------------------------------------------------------


def offer(view: DeckView) -> BatchOffer:
    """A first batch that runs calls everybody to it, wherever they are in the workshop."""
    batch = view.deck.batch
    if batch is None:
        return BatchOffer()
    page, is_alone = page_address(view), view.deck.on_the_mat is None
    if batch.is_turned:
        words = counted(
            "{number} card lies open, nameless. Each of you says of it: keep, or talk.",
            "{number} cards lie open, nameless. Each of you says of each: keep, or talk.",
            len(batch.cards),
            number=number_word(len(batch.cards)),
        )
        called = message("The first batch is turned over")
        look = say(message("Read them"))
        return BatchOffer(say(called), begin(words), say(message("Keep, or talk?")), page, is_alone, look=look)
    called = message("{who} calls everybody to a first batch", who=view.name_of(batch.by))
    down = message("{some} of {all} down.", some=batch.down, all=batch.wanted)
    look = say(message("See how far it is"))
    return BatchOffer(say(called), _lede(batch), say(message("Write yours")), page, is_alone, say(down), look)


def offer_beside(view: DeckView) -> BatchOffer:
    """The same in short, for whoever writes a card away from the mat."""
    return replace(offer(view), is_alone=False)


def _lede(batch: FirstBatch) -> str:
    number = number_word(batch.size)
    return begin(
        counted(
            "{number} card each. Nobody sees a word until all of you turn them over together.",
            "{number} cards each. Nobody sees a word until all of you turn them over together.",
            batch.size,
            number=number,
        )
    )
