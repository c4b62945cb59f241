"""Pages that belong to nobody: the rules, About, Licences, Accessibility, and the light one reads by."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_POST, require_safe

from studio.web.addresses import path_to
from studio.web.context_processors import THEME_COOKIE, THEMES
from studio.web.inputs import posted
from studio.web.redirects import page_before, see_other
from studio.web.responses import is_scripted

NOT_FOR_SEARCH = (
    "/admin/", "/claims/", "/forked-from/", "/groups/", "/join/", "/knock/", "/live/", "/sign-in/", "/tables/", "/you/",
)  # fmt: skip
THEME_SECONDS = 400 * 24 * 3600  # as long as browsers keep a cookie


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "studio/rules.html", {"here": "rules"})


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "studio/about.html")


@require_safe
def licences(request: HttpRequest) -> HttpResponse:
    return render(request, "studio/licences.html")


@require_safe
def accessibility(request: HttpRequest) -> HttpResponse:
    return render(request, "studio/accessibility.html")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What a search may look at: the public pages. Unlisted decks say so themselves, in their headers."""
    site = settings.ENV.site
    map_of_it = (f"Sitemap: {site}{path_to('sitemap')}",) if site else ()
    lines = ("User-agent: *", *(f"Disallow: {place}" for place in NOT_FOR_SEARCH), *map_of_it, "")
    return _for_a_day(HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8"))


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where older browsers look, whatever a page says."""
    return _for_a_day(redirect(static("art/favicon.ico")))


def _for_a_day(response: HttpResponse) -> HttpResponse:
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Day, Lamplight or as the device, kept in a cookie; back to the page it was asked from."""
    wanted = posted(request).text("theme")
    response = HttpResponse(status=204) if is_scripted(request) else see_other(page_before(request, "/"))
    if wanted in THEMES:
        response.set_cookie(
            THEME_COOKIE, wanted, max_age=THEME_SECONDS, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response
