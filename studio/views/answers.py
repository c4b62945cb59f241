"""Small answers that the pages about people share."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.encoding import iri_to_uri

from studio.kernel.refusals import Refused
from studio.web.redirects import see_other
from studio.web.responses import is_scripted
from studio.wording import status


def went(request: HttpRequest, to: str, *, moves: bool = False) -> HttpResponse:
    """It was done. A plain form goes to `to`; a script stays where it is, unless the page itself is gone (`moves`)."""
    if not is_scripted(request):
        return see_other(to)
    response = HttpResponse(status=204)
    if moves:
        response["X-Carte-Go"] = iri_to_uri(to)
    return response


def secret_page(
    request: HttpRequest, template: str, context: dict[str, Any], refused: Refused | None = None
) -> HttpResponse:
    """A page that holds a secret or a name: never stored, never indexed, and its address goes to no other site."""
    response = render(request, template, context, status=status(refused) if refused else 200)
    response["Cache-Control"] = "private, no-store"
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
