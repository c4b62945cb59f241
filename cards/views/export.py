"""A deck as a file: our own JSON, for anybody who may read it; with its history, for members."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cards import models as rows
from cards.access import Door
from cards.files.export_deck import listing_of, with_history, with_pictures
from cards.formats import own_json
from cards.views.doors import open_deck, open_to_members
from studio.web.inputs import NOT_THERE, in_address


@require_safe
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """`?version=3` for a version, `?history=1` for everything that led to the draft.

    Without either, members get the draft and readers the last version: drafts are the group's own.
    """
    wants_history = in_address(request).flag("history")
    door = open_to_members(request, slug) if wants_history else open_deck(request, slug)
    deck = rows.Deck.objects.get(pk=door.deck_id)
    listing = listing_of(deck, None if wants_history else _number(request, door, deck))
    if wants_history:
        listing = with_history(deck, listing)
    listing = with_pictures(listing)
    response = HttpResponse(own_json.write(listing).text, content_type="application/json; charset=utf-8")
    name = f"{deck.slug}-{listing.version.number}" if listing.version else deck.slug
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    response["Cache-Control"] = "private, no-cache"
    return response


def _number(request: HttpRequest, door: Door, deck: rows.Deck) -> int | None:
    asked = in_address(request).whole_number("version", otherwise=NOT_THERE, empty=None)
    if asked is not None or door.is_member:
        return asked
    if not deck.last_version:
        raise Http404
    return deck.last_version
