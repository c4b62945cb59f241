"""A deck as a file: our own JSON, for anybody who may read it; with its history, for members."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cards import models as rows
from cards.access import Door
from cards.files.listing_of_deck import listing_of, with_history, with_pictures
from cards.formats import own_json
from cards.formats.values import DeckListing
from cards.views.doors import open_deck, open_to_members
from studio.web.inputs import NOT_THERE, in_address
from studio.web.responses import answered


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
    return _sent(request, deck, listing, is_public=False)


@require_safe
def version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a version is made of, at an address of its own: for programs that come back to see whether it is the same.
    It never changes, but for what is taken down and how its deck and its makers are called."""
    door = open_deck(request, slug)
    deck = rows.Deck.objects.get(pk=door.deck_id)
    listing = with_pictures(listing_of(deck, number))
    return _sent(request, deck, listing, is_public=door.visibility == "public")


def _sent(request: HttpRequest, deck: rows.Deck, listing: DeckListing, *, is_public: bool) -> HttpResponse:
    body = own_json.write(listing).text.encode()
    response = answered(request, body, "application/json", is_public=is_public)
    name = f"{deck.slug}-{listing.version.number}" if listing.version else deck.slug
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response


def _number(request: HttpRequest, door: Door, deck: rows.Deck) -> int | None:
    asked = in_address(request).whole_number("version", otherwise=NOT_THERE, empty=None)
    if asked is not None or door.is_member:
        return asked
    if not deck.last_version:
        raise Http404
    return deck.last_version
