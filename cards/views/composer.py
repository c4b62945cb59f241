"""Writing: the composer on a page of its own, its preview, and putting what was written to the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from cards import actions
from cards.access import Door
from cards.face.face import Face
from cards.forms.face import Written, read_written
from cards.queries.composer import (
    PlainRewording,
    Subject,
    advice_for,
    article_of,
    plain_ask,
    plain_rewording,
    preview_face,
    preview_proof,
    sheet_of,
    subject_of,
)
from cards.queries.deck_view import DeckView
from cards.queries.mat import go_words
from cards.queries.workshop import place
from cards.rules.deck import Amend, Article, Change, Create, Recount, Repeal, Restore
from cards.views.workshop import enter
from studio.kernel.refusals import Refused
from studio.log.commit import Committed
from studio.people.limits import DRAFT_PACE, PROPOSAL_PACE
from studio.web.inputs import posted, sent
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key
from studio.web.words import say
from studio.wording import status

# Where in the composer a refusal of the rules is said; the others stand above the card.
_FIELD_OF = {
    "face.title_empty": "title", "face.title_long": "title", "title.taken": "title", "face.text_long": "text",
    "face.type_long": "type_line", "face.flavour_long": "flavour", "face.corner_long": "corner",
    "copies.out_of_range": "copies",
}  # fmt: skip
PLAIN = ("repeal", "restore", "recount")


@require_http_methods(["GET", "HEAD", "POST"])
def write(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the card to write; POST puts it to the table."""
    door = enter(request, slug)
    asked = sent(request)
    view = DeckView.through(door)
    reworded = plain_rewording(view, asked["reword"]) if asked.get("reword") else None
    if reworded is not None:
        if request.method == "POST":
            return _put_plain(request, door, view, reworded.article, reworded)
        ask = plain_ask(view, reworded.article, reworded.change, reworded=reworded)
        return render(request, "cards/compose.html", {"place": place(view), "ask": ask, "here": "archive"})
    if asked.get("article") and asked.get("change") in PLAIN:
        article = article_of(view, asked["article"])
        if request.method == "POST":
            return _put_plain(request, door, view, article)
        return _ask_page(request, view, article)
    subject = subject_of(view, asked)
    return _put(request, door, view, subject) if request.method == "POST" else _page(request, view, subject)


@require_POST
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """The printed face of what is being typed, as a fragment. Writes nothing."""
    door = enter(request, slug)
    view = DeckView.through(door)
    subject = subject_of(view, posted(request))
    written = _read(request, subject)
    face = written.face if not written.wrong else _shortened(written)
    context = {
        "face": preview_face(view, face, is_rule=written.is_rule),
        "proof": preview_proof(view, subject, face),
        "advice": advice_for(view, subject, face, is_rule=written.is_rule),
    }
    return render(request, "cards/_preview.html", context)


def _shortened(written: Written) -> Face:
    """What is too long to stand is not drawn: one learns of it beside the field, and the rest is still shown."""
    gone: dict[str, Any] = {
        name: "" for name in ("title", "text", "flavour", "type_line", "colour") if name in written.wrong
    }
    if "corner" in written.wrong:
        gone |= dict.fromkeys(("cost", "gain", "value", "stat"), "")
    return replace(written.face, **gone)


def _read(request: HttpRequest, subject: Subject) -> Written:
    is_settled = subject.article is not None
    kind = "rule" if is_settled and subject.is_rule else ""
    if is_settled and not subject.is_rule and posted(request).get("kind") == "rule":
        kind = "other"  # a card stays a card
    return read_written(posted(request), subject.base, kind=kind)


def _put(request: HttpRequest, door: Door, view: DeckView, subject: Subject) -> HttpResponse:
    written = _read(request, subject)
    if written.wrong:
        return _not_yet(request, view, subject, written, written.wrong, 422)
    try:
        turn = _act(request, door, subject, written)
    except Refused as refused:
        field = _FIELD_OF.get(refused.code)
        wrong = {field: say(refused)} if field else {}
        return _not_yet(request, view, subject, written, wrong, status(refused), say(refused))
    return done(request, turn, reverse("workshop", args=[door.slug]))


def _act(request: HttpRequest, door: Door, subject: Subject, written: Written) -> Committed:
    by, key = door.member_id, request_key(request)
    assert by is not None
    change: Change
    if subject.article is not None:
        on = posted(request).text("on") or subject.article.face
        change = Amend(subject.article.ref, on[:64], written.face.digest)
    else:
        change = Create("rule" if written.is_rule else "card", written.face.digest, written.copies)
    faces = (written.face,)
    hidden = dict(subject.hidden)
    if subject.mode == "reword":
        keep_pace(door, DRAFT_PACE)
        seen = posted(request).whole_number("wording", otherwise=0)
        return actions.reword(
            door.deck_id, by=by, key=key, proposal=int(hidden["reword"]), wording=seen, changes=(change,), faces=faces
        )
    source = int(hidden["adjust"]) if "adjust" in hidden else None
    keep_pace(door, PROPOSAL_PACE)
    return actions.propose(
        door.deck_id, by=by, key=key, changes=(change,), faces=faces, sort=written.sort, source=source
    )


def _not_yet(
    request: HttpRequest, view: DeckView, subject: Subject, written: Written, wrong: Mapping[str, str],
    status: int, sentence: str = "",
) -> HttpResponse:  # fmt: skip
    """Said in words at the place; what was typed stays as it was typed."""
    fields = dict(wrong)
    said = sentence or next(iter(fields.values()))
    if is_scripted(request):
        return JsonResponse({"words": said, "fields": fields}, status=status)
    shown = replace(written, wrong={**written.wrong, **fields})
    return _page(request, view, subject, shown, "" if fields else said, status)


def _page(
    request: HttpRequest, view: DeckView, subject: Subject, written: Written | None = None, wrong: str = "",
    status: int = 200,
) -> HttpResponse:  # fmt: skip
    context = {
        "place": place(view),
        "sheet": sheet_of(view, subject, written, wrong),
        "go": go_words(view),
        "here": "archive",
    }
    return render(request, "cards/compose.html", context, status=status)


# --- what needs no writing --------------------------------------------------------------------------------------------


def _ask_page(
    request: HttpRequest, view: DeckView, article: Article, wrong: str = "", status: int = 200
) -> HttpResponse:
    asked = sent(request)
    ask = plain_ask(view, article, asked.get("change", ""), wrong, asked.get("copies", ""))
    context = {"place": place(view), "ask": ask, "here": "archive"}
    return render(request, "cards/compose.html", context, status=status)


def _put_plain(
    request: HttpRequest, door: Door, view: DeckView, article: Article, reworded: PlainRewording | None = None
) -> HttpResponse:
    on = posted(request).text("on", 64)
    by = door.member_id
    assert by is not None
    change: Change
    match posted(request).get("change"):
        case "repeal":
            change = Repeal(article.ref, on)
        case "restore":
            change = Restore(article.ref, on)
        case _:
            change = Recount(article.ref, on, posted(request).whole_number("copies", otherwise=0))
    room = reverse("workshop", args=[door.slug])
    sort = "members" if posted(request).get("sort") == "members" else "room"
    key = request_key(request)
    try:
        keep_pace(door, PROPOSAL_PACE if reworded is None else DRAFT_PACE)
        if reworded is not None:
            seen = posted(request).whole_number("wording", otherwise=0)
            turn = actions.reword(
                door.deck_id, by=by, key=key, proposal=reworded.number, wording=seen, changes=(change,)
            )
        else:
            turn = actions.propose(door.deck_id, by=by, key=key, changes=(change,), sort=sort)  # type: ignore[arg-type]
    except Refused as refused:
        if is_scripted(request):
            return declined(request, refused, back=room)
        return _ask_page(request, view, article, say(refused), status(refused))
    return done(request, turn, room)
