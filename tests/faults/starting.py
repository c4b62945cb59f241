"""A deck is started on a site that stands."""

from __future__ import annotations

import urllib.error
import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

from tests.servers import Got

NEWCOMER = {"name": "Maud", "colour": "#8a2f2f", "shape": "round", "title": "Kettles"}


def start_a_deck(url: str) -> Got:
    """As a newcomer would: the form, then the button. Follows no redirect."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *args: object) -> None:
            return None

    jar = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar), Stay)
    try:
        with browser.open(f"{url}/decks/start/", timeout=30):
            pass
        token = next((cookie.value or "" for cookie in jar if cookie.name == "carte_csrf"), "")
        form = urllib.parse.urlencode(NEWCOMER | {"csrfmiddlewaretoken": token}).encode()
        with browser.open(f"{url}/decks/start/", form, timeout=60) as answer:
            return Got(answer.status, answer.read(), dict(answer.headers))
    except urllib.error.HTTPError as refused:
        with refused:
            return Got(refused.code, refused.read(), dict(refused.headers))
