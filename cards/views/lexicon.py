"""What a deck's words and marks mean: read by whoever reads the deck, changed by its members' vote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from cards.access import Door
from cards.forms.lexicon import read_lexicon, read_renames
from cards.forms.lexicon_fields import LEXICON_SECTIONS
from cards.queries.deck_view import DeckView
from cards.queries.form_rows import ASKS
from cards.queries.kit import Beginning, beginning, came_from
from cards.queries.lexicon import lexicon_form, lexicon_page, renamed_cards
from cards.rules.deck import Change, SetKit
from cards.rules.lexicon_checks import check_lexicon
from cards.rules.renaming import renamed_lexicon
from cards.views.doors import enter, open_deck
from cards.views.kit import put_kit, typed_fields
from studio.kernel.numbers import whole_number
from studio.kernel.refusals import Refused
from studio.log.committed import Committed
from studio.people.limits import DRAFT_PACE, PROPOSAL_PACE
from studio.web.inputs import in_address, sent
from studio.web.ratelimit import keep_pace
from studio.web.responses import declined, done, is_scripted, request_key
from studio.wording import status

SEE = "see"  # what the form says is shown, and nothing is put to anybody


@require_http_methods(["GET", "HEAD", "POST"])
def words(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows them, of a version too; POST puts others to the table, or with `add` draws one more row or a sheet of
    pictures, or shows what the form says: to a script the samples alone."""
    if request.method != "POST":
        return _read(request, slug)
    door = enter(request, slug)
    view = DeckView.through(door)
    start = beginning(view, sent(request))
    typed = typed_fields(request)
    if typed.get("add") in LEXICON_SECTIONS:
        return _page(request, door, start, typed, more=typed["add"])
    if typed.get("add", "").startswith(ASKS):
        return _page(request, door, start, typed)
    if typed.get("add") == SEE:
        if is_scripted(request):
            return render(request, "cards/_words_samples.html", {"lists": lexicon_form(view, start, typed).lists})
        return _page(request, door, start, typed)
    try:
        turn = _put(request, door, typed, start)
    except Refused as refused:
        if is_scripted(request):
            return declined(request, refused)
        return _page(request, door, start, typed, refused)
    return done(request, turn, came_from(view, typed))


def _read(request: HttpRequest, slug: str) -> HttpResponse:
    asked = in_address(request)
    door = open_deck(request, slug)
    version = whole_number(asked["version"]) or 0 if asked.get("version") else None
    if door.is_member and version is None:
        door = enter(request, slug)
        return _page(request, door, beginning(DeckView.through(door), asked))
    return render(request, "cards/words.html", {"page": lexicon_page(door, version), "here": "archive"})


def _put(request: HttpRequest, door: Door, typed: Mapping[str, str], start: Beginning) -> Committed:
    keep_pace(door, DRAFT_PACE if typed.get("reword") else PROPOSAL_PACE, request_key(request))
    view = DeckView.through(door)
    was = view.deck.kit.lexicon
    renames = read_renames(typed, was)
    lexicon = renamed_lexicon(read_lexicon(typed), was, renames)
    check_lexicon(lexicon)
    renamed = renamed_cards(view, renames)
    anew = SetKit(replace(start.rest, lexicon=lexicon), typed.get("was", "")[:64])
    changes: tuple[Change, ...] = (anew, *(change for change, _ in renamed))
    return put_kit(door, typed, changes, request_key(request), [face for _, face in renamed])


def _page(
    request: HttpRequest, door: Door, start: Beginning, typed: Mapping[str, str] | None = None,
    refused: Refused | None = None, more: str = "",
) -> HttpResponse:  # fmt: skip
    form = lexicon_form(DeckView.through(door), start, typed, refused, more)
    answer = status(refused) if refused is not None else 200
    page = lexicon_page(door, None, form)
    return render(request, "cards/words.html", {"page": page, "here": "archive"}, status=answer)
