"""The style of cards of a size, for the print shop's preview: the sizes are data, and so is what style they have."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

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
