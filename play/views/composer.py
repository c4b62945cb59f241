"""Creating at the table (C1, C5, C10): the composer beside the game, the vote, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from cards import actions as deck_actions
from cards.access import Door, refuse_for_good
from cards.face.face import Face
from cards.forms.face import Written, read_written
from cards.queries.composer import Subject, article_of, plain_ask, sheet_of, subject_of
from cards.queries.deck_view import DeckView
from cards.rules.decision import ANSWERS
from cards.rules.deck import Amend, Article, Change, Create, Recount, Repeal
from cards.values.workshop import ComposerSheet, PlainAsk
from play import actions
from play import models as rows
from play.access import TableDoor, spelt, table_door
from play.queries import page
from play.queries.after import rollback_changes
from play.queries.table_view import TableView
from studio.kernel.refusals import Refused
from studio.live import presence
from studio.live.catch_up import answer_regions, is_resync, whole
from studio.log.commit import Committed
from studio.people.limits import DRAFT_PACE, PROPOSAL_PACE, REMARK_PACE
from studio.web.inputs import anywhere, in_address, posted, sent
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key
from studio.web.words import say
from studio.wording import status

PLAIN = ("repeal", "recount")
# Where in the composer a refusal of the rules is said; the others stand above the card.
_FIELD_OF = {
    "face.title_empty": "title", "face.title_long": "title", "title.taken": "title", "face.text_long": "text",
    "face.type_long": "type_line", "face.flavour_long": "flavour", "face.corner_long": "corner",
    "copies.out_of_range": "copies",
}  # fmt: skip


def makers(request: HttpRequest, code: str) -> tuple[TableDoor, Door]:
    """A seat at a creative table, and the same person's door to its deck.

    Refused("table.archived", "table.deck_gone", "seat.not_yours") where nothing is created, or not by them.
    """
    door = table_door(request, code)
    if not door.is_creative:
        raise Refused("table.archived")
    if not door.seat or door.member_id is None:
        raise Refused("seat.not_yours")
    presence.renew(door.stream_id, door.member_id)
    return door, deck_of(door)


def deck_of(door: TableDoor) -> Door:
    """The deck of a creative table as a seated member enters it. One statement.

    Refused("table.deck_gone") once it was put away for good by everybody's vote: the game goes on, without a pen.
    """
    deck = rows.Table.objects.select_related("deck__stream").get(pk=door.table_id).deck
    if deck is None or deck.deleted_at is not None:
        raise Refused("table.deck_gone")
    return Door(
        deck.pk, deck.stream_id, deck.stream.key, deck.slug, deck.group_id, deck.visibility, "member",
        door.member_id, door.person_id, is_standing_in=door.is_standing_in,
    )  # fmt: skip


# --- writing ----------------------------------------------------------------------------------------------------------


def beside(request: HttpRequest, view: TableView, door: TableDoor) -> dict[str, object]:
    """The blank card that lies beside the game; with `article`, `adjust` or `reword` in the address that one."""
    try:
        deck = DeckView.through(deck_of(door))
    except Refused:
        return {}
    subject = subject_of(deck, in_address(request))
    article = subject.article.ref if subject.article else None
    return {"sheet": _here(door, sheet_of(deck, subject)), "go": page.go_words(view, article)}


def _here(door: TableDoor, sheet: ComposerSheet) -> ComposerSheet:
    """The workshop's composer, put to this table."""
    home = reverse("table", args=[door.code])
    return replace(sheet, address=f"{home}write/", then=home, has_sort=False)


@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HttpRequest, code: str) -> HttpResponse:
    """GET shows the card to write on a page of its own; POST puts it to the table."""
    try:
        door, deck = makers(request, code)
    except Refused as refused:
        return declined(request, refused, back=reverse("table", args=[spelt(code)]))
    asked = sent(request)
    if request.method != "POST" and is_resync(request):
        return answer_regions("table", TableView.through(door))
    view = DeckView.through(deck)
    if asked.get("article") and asked.get("change") in PLAIN:
        article = article_of(view, asked["article"])
        if request.method == "POST":
            return _put_plain(request, door, view, article)
        return _ask_page(request, door, view, article)
    subject = subject_of(view, asked)
    if request.method == "POST":
        return _put(request, door, deck, view, subject)
    return _page(request, door, view, subject)


def _page(
    request: HttpRequest, door: TableDoor, deck: DeckView, subject: Subject, written: Written | None = None,
    wrong: str = "", status: int = 200,
) -> HttpResponse:  # fmt: skip
    sheet = _here(door, sheet_of(deck, subject, written, wrong))
    article = subject.article.ref if subject.article else None
    meanwhile, view = _meanwhile(door)
    go = page.go_words(view, article)
    context = {"place": page.place(view, door), "sheet": sheet, "go": go, "here": "play", **meanwhile}
    return render(request, "play/write.html", context, status=status)


def _meanwhile(door: TableDoor) -> tuple[dict[str, object], TableView]:
    """Whose turn it is and whether a vote waits, followed by the page while somebody writes; and the view of it."""
    view = TableView.through(door)
    now = whole("table", view)
    return {"v": now.v, "turn": now.html["r-turn"]}, view


def _put(request: HttpRequest, door: TableDoor, deck: Door, view: DeckView, subject: Subject) -> HttpResponse:
    written = _read(request, subject)
    if written.wrong:
        return _not_yet(request, door, view, subject, written, written.wrong, 422)
    try:
        turn = _propose_written(request, door, deck, subject, written)
    except Refused as refused:
        field = _FIELD_OF.get(refused.code)
        wrong = {field: say(refused)} if field else {}
        return _not_yet(request, door, view, subject, written, wrong, status(refused), say(refused))
    return done(request, turn, reverse("table", args=[door.code]))


def _read(request: HttpRequest, subject: Subject) -> Written:
    is_settled = subject.article is not None
    kind = "rule" if is_settled and subject.is_rule else ""
    if is_settled and not subject.is_rule and posted(request).get("kind") == "rule":
        kind = "other"  # a card stays a card
    return read_written(posted(request), subject.base, kind=kind)


def _propose_written(
    request: HttpRequest, door: TableDoor, deck: Door, subject: Subject, written: Written
) -> Committed:
    change: Change
    if subject.article is not None:
        on = posted(request).text("on") or subject.article.face
        change = Amend(subject.article.ref, on[:64], written.face.digest)
    else:
        change = Create("rule" if written.is_rule else "card", written.face.digest, written.copies)
    hidden = dict(subject.hidden)
    if subject.mode == "reword":
        keep_pace(deck, DRAFT_PACE)
        return deck_actions.reword(
            deck.deck_id, by=_me(door), key=request_key(request), proposal=int(hidden["reword"]),
            wording=posted(request).whole_number("wording"), changes=(change,), faces=(written.face,),
        )  # fmt: skip
    source = int(hidden["adjust"]) if "adjust" in hidden else None
    return propose(request, door, (change,), (written.face,), source)


def propose(
    request: HttpRequest, door: TableDoor, changes: tuple[Change, ...], faces: Iterable[Face] = (),
    source: int | None = None,
) -> Committed:  # fmt: skip
    keep_pace(door, PROPOSAL_PACE)
    table = rows.Table.objects.get(pk=door.table_id)
    return actions.propose(table, by=_me(door), key=request_key(request), changes=changes, faces=faces, source=source)


def _not_yet(
    request: HttpRequest, door: TableDoor, deck: DeckView, subject: Subject, written: Written, wrong: Mapping[str, str],
    status: int, sentence: str = "",
) -> HttpResponse:  # fmt: skip
    """Said in words at the place; what was typed stays as it was typed."""
    fields = dict(wrong)
    said = sentence or next(iter(fields.values()))
    if is_scripted(request):
        return JsonResponse({"words": said, "fields": fields}, status=status)
    shown = replace(written, wrong={**written.wrong, **fields})
    return _page(request, door, deck, subject, shown, "" if fields else said, status)


def _ask_page(
    request: HttpRequest, door: TableDoor, deck: DeckView, article: Article, wrong: str = "", status: int = 200
) -> HttpResponse:
    asked = sent(request)
    ask: PlainAsk = plain_ask(deck, article, asked.get("change", ""), wrong, asked.get("copies", ""))
    home = reverse("table", args=[door.code])
    meanwhile, view = _meanwhile(door)
    sentence = f"{ask.sentence} {page.go_words(view, article.ref).note}"
    ask = replace(ask, address=f"{home}write/", back=home, sentence=sentence)
    context = {"place": page.place(view, door), "ask": ask, "here": "play", **meanwhile}
    return render(request, "play/write.html", context, status=status)


def _put_plain(request: HttpRequest, door: TableDoor, deck: DeckView, article: Article) -> HttpResponse:
    on = posted(request).text("on", 64)
    change: Change = Repeal(article.ref, on)
    if posted(request).get("change") == "recount":
        change = Recount(article.ref, on, posted(request).whole_number("copies"))
    try:
        turn = propose(request, door, (change,))
    except Refused as refused:
        if is_scripted(request):
            return declined(request, refused, back=base_of(door))
        return _ask_page(request, door, deck, article, say(refused), status(refused))
    return done(request, turn, base_of(door))


# --- the vote and after -----------------------------------------------------------------------------------------------


def _command(request: HttpRequest, code: str, act: Callable[[TableDoor, Door, str], Committed]) -> HttpResponse:
    try:
        door, deck = makers(request, code)
        turn = act(door, deck, request_key(request))
    except Refused as refused:
        return declined(request, refused, back=reverse("table", args=[spelt(code)]))
    return done(request, turn, base_of(door))


@require_POST
def vote(request: HttpRequest, code: str) -> HttpResponse:
    """For or against the wording that was read."""

    def cast(door: TableDoor, deck: Door, key: str) -> Committed:
        asked = anywhere(request)
        answer = asked.choice("answer", ANSWERS)
        reason = asked.text("reason") if answer == "against" else ""
        proposal = asked.whole_number("proposal")
        refuse_for_good(deck, proposal)
        return deck_actions.vote(
            deck.deck_id, by=_me(door), key=key, proposal=proposal, wording=asked.whole_number("wording"),
            answer=answer, reason=reason,
        )  # fmt: skip

    return _command(request, code, cast)


@require_POST
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Its author takes it back; the blank goes back on the pile (C12)."""
    return _command(
        request,
        code,
        lambda door, deck, key: deck_actions.withdraw(
            deck.deck_id, by=_me(door), key=key, proposal=anywhere(request).whole_number("proposal")
        ),
    )


@require_POST
def talk(request: HttpRequest, code: str) -> HttpResponse:
    def say(door: TableDoor, deck: Door, key: str) -> Committed:
        keep_pace(deck, REMARK_PACE)
        table = rows.Table.objects.get(pk=door.table_id)
        proposal = anywhere(request).whole_number("proposal")
        return actions.remark(table, by=_me(door), key=key, proposal=proposal, text=posted(request).text("text"))

    return _command(request, code, say)


@require_POST
def go_on(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody is away: this elector would go on without them."""

    def agree(door: TableDoor, deck: Door, key: str) -> Committed:
        without = anywhere(request).id("without")
        proposal = anywhere(request).whole_number("proposal")
        return deck_actions.go_on_without(deck.deck_id, by=_me(door), key=key, proposal=proposal, without=without)

    return _command(request, code, agree)


@require_POST
def repropose(request: HttpRequest, code: str) -> HttpResponse:
    """What was set aside, asked again as it was (C4, C10)."""

    def again(door: TableDoor, deck: Door, key: str) -> Committed:
        keep_pace(door, PROPOSAL_PACE)
        table = rows.Table.objects.get(pk=door.table_id)
        proposal = anywhere(request).whole_number("proposal")
        refuse_for_good(deck, proposal)
        return actions.repropose(table, by=_me(door), key=key, proposal=proposal)

    return _command(request, code, again)


@require_POST
def rollback(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the deck as it was: one proposal that puts everything back to where the evening began (C10)."""

    def back(door: TableDoor, deck: Door, key: str) -> Committed:
        keep_pace(door, PROPOSAL_PACE)
        table = rows.Table.objects.select_related("deck").get(pk=door.table_id)
        changes = rollback_changes(table)
        if not changes:
            raise Refused("change.nothing")
        return actions.propose(table, by=_me(door), key=key, changes=changes, is_rollback=True)

    return _command(request, code, back)


def base_of(door: TableDoor) -> str:
    return reverse("table", args=[door.code])


def _me(door: TableDoor) -> int:
    assert door.member_id is not None
    return door.member_id
