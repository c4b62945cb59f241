"""What is asked for by programs that are no browsers: feeds, the map for searches, lists and versions as data."""

from __future__ import annotations

import json

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.views.decorators.http import require_safe

from cards.queries import feeds, sitemap
from cards.queries.feeds import deck_list
from cards.queries.maker import makers_name
from cards.queries.shelf_ask import asked_in
from studio.people.makers import makers_address
from studio.web.atom import Feed, written
from studio.web.inputs import in_address
from studio.web.language import translated
from studio.web.responses import answered


@translated
@require_safe
def archive_feed(request: HttpRequest) -> HttpResponse:
    """New versions of the decks in the archive, or of those that answer to what its address asks."""
    return _atom(request, feeds.search_feed(site_of(request), asked_in(in_address(request))))


@require_safe
def decks(request: HttpRequest) -> HttpResponse:
    """The archive as data, a page at a time; what the address asks is what it asks of the page."""
    body = json.dumps(deck_list(asked_in(in_address(request))), ensure_ascii=False, indent=1).encode()
    return answered(request, body, "application/json", is_public=True)


@translated
@require_safe
def deck_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The versions of a deck that stands in the archive; Http404 for any other, whoever asks."""
    return _atom(request, feeds.deck_feed(site_of(request), slug))


@translated
@require_safe
def maker_feed(request: HttpRequest, named: str) -> HttpResponse:
    """New versions of a maker's decks; Http404 for whoever did not agree to a page. A former name leads to the one of
    now."""
    person = makers_name(named)
    feed = feeds.maker_feed(site_of(request), person)
    here = f"{makers_address(person.name, person.maker_key)}feed.atom"
    return _atom(request, feed) if request.path == here else HttpResponsePermanentRedirect(here)


@require_safe
def sitemap_index(request: HttpRequest) -> HttpResponse:
    return answered(request, sitemap.index(_known_site()), "application/xml", is_public=True)


@require_safe
def sitemap_part(request: HttpRequest, number: int) -> HttpResponse:
    return answered(request, sitemap.part(_known_site(), number), "application/xml", is_public=True)


def site_of(request: HttpRequest) -> str:
    """Where the site stands, for links that leave it. One that was told no address of its own is called as whoever asks
    calls it, and tells that to nobody else."""
    return settings.ENV.site or f"{request.scheme}://{request.get_host()}"


def _known_site() -> str:
    """A search is told nothing by a site that does not know its own address."""
    if not settings.ENV.site:
        raise Http404
    site: str = settings.ENV.site
    return site


def _atom(request: HttpRequest, feed: Feed) -> HttpResponse:
    return answered(request, written(feed), "application/atom+xml", is_public=bool(settings.ENV.site))
