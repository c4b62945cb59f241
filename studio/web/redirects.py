"""Where an answer may send a browser: a page of this very site, written so that a header can carry it."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.utils.encoding import iri_to_uri
from django.utils.http import url_has_allowed_host_and_scheme

from studio.web.inputs import anywhere

ADDRESS_MAX = 2000  # characters; browsers and proxies cut longer ones off


def see_other(to: str) -> HttpResponse:
    """303 to an address of ours."""
    response = HttpResponse(status=303)
    response["Location"] = iri_to_uri(to)
    return response


def next_page(request: HttpRequest, otherwise: str) -> str:
    """Where the form's `next` leads, when that is a page here; `otherwise` for anything else."""
    return local(request, anywhere(request).text("next")) or otherwise


def page_before(request: HttpRequest, otherwise: str) -> str:
    """The page a button was pressed on, when that was here; else `otherwise`."""
    return local(request, request.headers.get("Referer", "")) or otherwise


def local(request: HttpRequest, wanted: str) -> str:
    """Path and query of `wanted`, ready for a header, when it leads to this very site; "" for anything else.

    Nothing is repaired: spaces, control characters and backslashes (which browsers read as slashes) lead nowhere.
    """
    if len(wanted) > ADDRESS_MAX or "\\" in wanted or " " in wanted or not wanted.isprintable():
        return ""
    if not url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        return ""
    parts = urlsplit(wanted)
    if not parts.path.startswith("/") or parts.path.startswith("//"):
        return ""
    return iri_to_uri(parts._replace(scheme="", netloc="").geturl())
