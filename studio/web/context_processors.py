"""What every page wears: the light it is read by, a fresh request key, and what somebody must not miss."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest

from studio.people.claims import NONE, Notices, about
from studio.web.devices import caller
from studio.web.language import ENGLISH, page_tag, speaking
from studio.web.link_tags import house_tags

THEME_COOKIE = "carte_theme"
THEMES = ("light", "dark")


def chrome(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `theme` ("" follows the device), `page_key`, the nonce of command buttons, and `here`, which a
    view overrides with the name of its room. `notices`: who says to be the one who asks. `interface`: for the `lang` of
    a page that is wholly translated. `house_link`: what a page of no deck says of itself where a link to it is sent."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {
        "here": "",
        "theme": theme if theme in THEMES else "",
        "page_key": secrets.token_urlsafe(12),
        "notices": _notices(request),
        "interface": page_tag(),
        "house_link": house_tags(request.path),
    }


def _notices(request: HttpRequest) -> Notices:
    """Nothing, but for somebody whom another says to be. One statement for a browser that was not looked up yet."""
    who = caller(request)
    if not who.is_claimed or who.person_id is None:
        return NONE
    with speaking(ENGLISH):  # and told to be (base.html): it is translated nowhere
        return about(who.person_id)
