"""A stranger at a real server, as plain HTTP."""

from __future__ import annotations

import http.cookiejar
import urllib.parse
import urllib.request
from urllib.error import HTTPError


class Browser:
    """Cookies, the form's token, and a status for every post. Redirects are not followed.

    `address` may be changed: another process of the same site.
    """

    def __init__(self, address: str) -> None:
        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_: object) -> None:
                return None

        self.address = address
        self.jar = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar), Stay()).open

    def get(self, path: str) -> str:
        return str(self._open(self.address + path).read().decode())

    def file(self, path: str) -> bytes:
        return bytes(self._open(self.address + path).read())

    def post(self, path: str, **fields: str) -> tuple[int, str]:
        """Status and, for a redirect, where to."""
        token = next(cookie.value or "" for cookie in self.jar if cookie.name == "carte_csrf")
        body = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token}).encode()
        try:
            return self._open(urllib.request.Request(self.address + path, body)).status, ""
        except HTTPError as answer:
            return answer.code, answer.headers.get("Location", "")
