"""Drawings of decks' own symbols: whatever their names say, for anybody, as nothing in them belongs to a deck."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cards.face.drawings import drawing


@require_safe
def symbol(request: HttpRequest, name: str) -> HttpResponse:
    """The SVG of that name. Http404 for a name that is none."""
    svg = drawing(name)
    if svg is None:
        raise Http404
    answer = HttpResponse(svg, content_type="image/svg+xml")
    answer.headers["Cache-Control"] = "public, max-age=604800"  # a name is drawn alike until a release draws better
    return answer
