"""What is drawn from a name alone, for anybody, as nothing in it belongs to a deck: the style of a size of cards (sizes
are data, and so is what style they have), decks' own symbols, and patterns of backs."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cards.face.back_art import named_pattern
from cards.face.drawings import drawing
from cards.face.measures import card_size
from cards.face.style import size_style
from studio.kernel.refusals import Refused


@require_safe
def style(request: HttpRequest, name: str) -> HttpResponse:
    """The style sheet of a size by its name. Http404 for a name that is none, or not the name the size has itself."""
    try:
        size = card_size(name)
    except Refused as refused:
        raise Http404 from refused
    if size.name != name:
        raise Http404
    answer = HttpResponse(size_style(size), content_type="text/css")
    answer.headers["Cache-Control"] = "public, max-age=3600"  # a release may set it better
    return answer


@require_safe
def symbol(request: HttpRequest, name: str) -> HttpResponse:
    """The SVG of that name. Http404 for a name that is none."""
    return _svg(drawing(name))


@require_safe
def pattern(request: HttpRequest, name: str) -> HttpResponse:
    """The SVG of that pattern of a back. Http404 for a name that is none."""
    return _svg(named_pattern(name))


def _svg(drawn: str | None) -> HttpResponse:
    if drawn is None:
        raise Http404
    answer = HttpResponse(drawn, content_type="image/svg+xml")
    answer.headers["Cache-Control"] = "public, max-age=604800"  # a name is drawn alike until a release draws better
    return answer
