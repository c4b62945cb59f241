"""What every page wears: the light it is read by and a fresh request key for its one command form."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest

THEME_COOKIE = "carte_theme"
THEMES = ("light", "dark")


def chrome(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `theme` ("" follows the device), `page_key`, the nonce of command buttons, and `here`, which a
    view overrides with the name of its room. No SQL."""
    theme = request.COOKIES.get(THEME_COOKIE, "")
    return {"here": "", "theme": theme if theme in THEMES else "", "page_key": secrets.token_urlsafe(12)}
