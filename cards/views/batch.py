"""The first batch in secret: its page (called, written, swept, over), and what a member does there."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards import actions
from cards.access import Door
from cards.face.face import Face
from cards.lent import refuse_theirs_alone
from cards.queries import batch as queries
from cards.queries.composer import Subject, sheet_of
from cards.queries.deck_view import DeckView
from cards.queries.workshop import place
from cards.rules.batch import FirstBatch
from cards.rules.deck import Article, BallotSort, Change, Create
from cards.rules.limits import BATCH_SIZES
from cards.values.composer import ComposerSheet, GoWords, PlainAsk
from cards.verbs.batch import PutDown
from cards.views.batch_slips import another_slip, slips_on, take_slip_away
from cards.views.composer import Composer
from cards.views.doors import enter
from cards.views.workshop import join_of, live
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.live.catch_up import Whole, answer_regions, is_resync, whole
from studio.log.committed import Committed
from studio.people.limits import DRAFT_PACE
from studio.web.inputs import in_address
from studio.web.ratelimit import keep_pace
from studio.web.redirects import see_other
from studio.web.responses import declined, request_key
from studio.web.words import say

SIZE = 3  # cards each, unless the table says otherwise


@require_safe
def first_batch(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is of it: the question whether to call one, my own blanks, the sweep, or what became of the last."""
    door = enter(request, slug)
    view = DeckView.through(door)
    if is_resync(request):
        return answer_regions("batch", view)
    now = whole("batch", view)
    batch = queries.written(view)
    if batch is not None:
        return _writing_page(request, view, now, batch)
    context = {"place": place(view), "sizes": BATCH_SIZES, "size": SIZE, "join": join_of(request, view), **live(now)}
    context["leftovers"] = queries.leftovers(view) if view.deck.last_batch else ()
    template = "cards/batch_call.html" if view.deck.batch is None else "cards/batch_sweep.html"
    return render(request, template, context)


def _writing_page(
    request: HttpRequest, view: DeckView, now: Whole, batch: FirstBatch, slot: int = 0,
    sheet: ComposerSheet | None = None, status: int = 200,
) -> HttpResponse:  # fmt: skip
    """My blanks, one of them under the pen. `sheet` is what was typed there and could not be put down."""
    assert view.member_id is not None
    me = batch.writer(view.member_id)
    context: dict[str, object] = {"place": place(view), "join": join_of(request, view), **live(now)}
    context |= {"blanks": (), "sheet": None, "go": None, "lent": "", "wrong": ""}
    if view.deck.is_lent:
        context["lent"] = queries.lent(view)
    elif me is not None and not me.has_left:
        # What was sent and comes back is shown by the thread that carries commands out, which draws nothing much.
        own = queries.own_cards(view, is_drawn=request.method != "POST")
        free = tuple(n for n in range(1, batch.size + 1) if n not in own or not own[n].is_down)
        if slot not in free:  # what was typed over a card that is down goes on on the next blank
            slot = queries.writing_slot(batch, own, in_address(request).text("card", 3))
            sheet = sheet and _sheet(view, sheet, slot)
        context["wrong"] = sheet.wrong if sheet and not slot else ""
        slips = slips_on(request, view, free)
        context["blanks"] = queries.blanks(view, batch, own, slot, slips)
        if slot:
            context["sheet"] = sheet or _sheet(
                view, sheet_of(view, queries.subject_on(view, slot, own.get(slot))), slot
            )
            context["go"] = GoWords(say(message("Put it down")), say(message("Yours until the turn-over.")))
    return render(request, "cards/batch.html", context, status=status)


def _sheet(view: DeckView, sheet: ComposerSheet, slot: int) -> ComposerSheet:
    address = queries.address_of(view, "batch-card", slot)
    return replace(sheet, address=address, then=queries.page_address(view), has_sort=False, has_grounds=False)


class BatchComposer(Composer):
    """A card that is put down, for now, on one's own blank."""

    plain = ()
    garbled = 0

    def __init__(self, request: HttpRequest, deck: Door, view: DeckView, number: int, slot: int) -> None:
        super().__init__(request, deck, view)
        self.number, self.slot = number, slot

    def begun(self, subject: Subject) -> Subject:
        return queries.subject_on(self.view, self.slot, queries.own_card(self.view, self.slot))

    @property
    def home(self) -> str:
        return reverse("first-batch", args=[self.deck.slug])

    def page(self, sheet: ComposerSheet, subject: Subject, status: int = 200) -> HttpResponse:
        batch = queries.written(self.view)
        if batch is None or batch.number != self.number:
            # Too late, or another one's: what was typed goes on as a card like any other.
            raise Refused("batch.turned_over" if self.view.deck.batch is not None else "batch.over")
        view = DeckView.through(self.deck)
        now = whole("batch", view)
        sheet = _sheet(view, sheet, self.slot)
        return _writing_page(self.request, view, now, batch, self.slot, sheet, status)

    def ask_page(self, ask: PlainAsk, article: Article, status: int = 200) -> HttpResponse:
        raise Refused("request.unreadable")

    def propose(self, change: Change, faces: tuple[Face, ...], sort: BallotSort, source: int | None) -> Committed:
        assert isinstance(change, Create)
        key = request_key(self.request)
        keep_pace(self.deck, DRAFT_PACE, key)
        command = PutDown(self.me, self.number, self.slot, change.kind, faces[0].digest, change.copies, change.side)
        put = actions.do(self.deck.deck_id, command, key=key, faces=faces[:1])
        take_slip_away(self.request, self.view, self.slot)
        return put


@require_http_methods(["GET", "HEAD", "POST"])
def card(request: HttpRequest, slug: str, number: int, slot: int) -> HttpResponse:
    """POST puts a card down; GET is the page where it is written."""
    door = enter(request, slug)
    view = DeckView.through(door)
    home = reverse("first-batch", args=[door.slug])
    if request.method != "POST" or not 0 < slot <= BATCH_SIZES[-1]:
        return see_other(f"{home}?card={slot}")
    try:
        refuse_theirs_alone(door)
        return BatchComposer(request, door, view, number, slot).answer()
    except Refused as refused:
        return declined(request, refused, back=home)


@require_POST
def slip(request: HttpRequest, slug: str, number: int, slot: int) -> HttpResponse:
    """Another slip for a blank."""
    door = enter(request, slug)
    view = DeckView.through(door)
    batch = queries.written(view)
    if batch is not None and batch.number == number and 0 < slot <= batch.size:
        another_slip(request, view, slot)
    return see_other(f"{reverse('first-batch', args=[door.slug])}?card={slot}#card-{slot}")
