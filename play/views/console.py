"""Lines typed at a table: commands of the text game, questions answered in private, and what may follow."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from cards.access import mind_the_pace_of_votes
from cards.access import refuse_for_good as refuse_for_good_of_deck
from cards.lent import refuse_earlier_vote
from play.access import TableDoor, deck_of
from play.actions.typed_line import carry_out
from play.console.commands import parse
from play.console.completion import complete as candidates
from play.console.values import AskAgain, Cast, Do, Parsed, Put, Reply
from play.queries.console import around
from play.queries.table_view import TableView
from play.values.sheets import Asking
from play.views.doors import looker, mind_the_pace, refuse_for_good
from play.views.table import to_ask
from studio.kernel.refusals import Refused
from studio.people.limits import PROPOSAL_PACE
from studio.views.answers import secret_page
from studio.web.inputs import in_address, posted
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key
from studio.web.words import say, say_slot
from studio.wording import status


@require_http_methods(["GET", "HEAD", "POST"])
def type_line(request: HttpRequest, code: str) -> HttpResponse:
    """`line` is a command, with or without its slash; `text` is one when it begins with a slash, and talk otherwise.

    GET is a page of its own with one line to type, for browsers without scripts.
    """
    door = looker(request, code)
    if request.method != "POST":
        return _page(request, TableView.through(door))
    back = reverse("table", args=[door.code])
    sure = posted(request).flag("confirmed")
    try:
        line = _line(request)
        view = TableView.through(door)
        read = around(view)
        parsed: Parsed = parse(line, read, sure=sure)
        if isinstance(parsed, Reply):
            return _answer(request, view, line, tuple(map(say_slot, parsed.lines)))
        if door.member_id is None:
            raise Refused("seat.not_yours")
        key = request_key(request)
        if isinstance(parsed, Cast) and door.is_creative:
            deck = deck_of(door)
            refuse_for_good_of_deck(deck, parsed.proposal)
            refuse_earlier_vote(deck, parsed.proposal)
            mind_the_pace_of_votes(deck, parsed.proposal, key)
        if isinstance(parsed, Do):
            refuse_for_good(door, *parsed.commands)
            mind_the_pace(door, key, *parsed.commands)
        if isinstance(parsed, AskAgain) and door.is_creative:
            refuse_for_good_of_deck(deck_of(door), parsed.proposal)
        if isinstance(parsed, Put | AskAgain) and door.is_creative:
            keep_pace(deck_of(door), PROPOSAL_PACE, key)
        turn = carry_out(door.row, parsed, read, by=door.member_id, key=key)
    except Refused as refused:
        return _refuse(request, door, refused)
    return done(request, turn, back)


def _line(request: HttpRequest) -> str:
    """Refused("request.unreadable") unless there is exactly one line."""
    lines, texts = posted(request).every("line"), posted(request).every("text")
    if len(lines) + len(texts) != 1:
        raise Refused("request.unreadable")
    if lines:
        return lines[0]
    return texts[0] if texts[0].lstrip().startswith("/") else f"/say {texts[0]}"


def _answer(request: HttpRequest, view: TableView, line: str, lines: tuple[str, ...]) -> HttpResponse:
    """For whoever asked alone: nothing is written, and nobody else is sent anything."""
    if is_scripted(request):
        response: HttpResponse = JsonResponse({"lines": lines})
        response["X-Stream-Version"] = str(view.head)
        response["Cache-Control"] = "private, no-store"
        return response
    return _page(request, view, line, lines)


def _page(request: HttpRequest, view: TableView, line: str = "", lines: tuple[str, ...] = ()) -> HttpResponse:
    home = reverse("table", args=[view.row.code])
    context = {
        "line": line,
        "lines": lines,
        "address": f"{home}type/",
        "back": home,
        "title": view.row.title,
        "here": "play",
    }
    return secret_page(request, "play/typed.html", context)


def _refuse(request: HttpRequest, door: TableDoor, refused: Refused) -> HttpResponse:
    """In words; a limit in the way with the way to say yes."""
    back = reverse("table", args=[door.code])
    if not refused.code.startswith("ask."):
        return declined(request, refused, back=back)
    if is_scripted(request):
        return to_ask(refused)
    sent = [(name, posted(request)[name]) for name in ("line", "text") if name in posted(request)]
    asking = Asking(say(refused), reverse("table-type", args=[door.code]), (*sent, ("confirmed", "1")), back)
    return render(request, "play/asking.html", {"asking": asking, "here": "play"}, status=status(refused))


@require_safe
def complete(request: HttpRequest, code: str) -> HttpResponse:
    """What may follow `line`: {"candidates": [{"line", "words"}]}, named from what the caller sees."""
    door = looker(request, code)
    found = candidates(in_address(request).text("line"), around(TableView.through(door)))
    response = JsonResponse({"candidates": [{"line": x.line, "words": say_slot(x.words)} for x in found]})
    response["Cache-Control"] = "private, no-store"
    return response
