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
        body = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": self._token()}).encode()
        try:
            return self._open(urllib.request.Request(self.address + path, body)).status, ""
        except HTTPError as answer:
            return answer.code, answer.headers.get("Location", "")

    def upload(self, path: str, content: bytes, name: str) -> tuple[int, str]:
        """One file in the form field `file`, as script sends it; status and body."""
        mark = "carte-blanche-file"
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        body = head.encode() + content + f"\r\n--{mark}--\r\n".encode()
        headers = {
            "Content-Type": f"multipart/form-data; boundary={mark}", "X-CSRFToken": self._token(), "X-Carte": "1",
        }  # fmt: skip
        try:
            answer = self._open(urllib.request.Request(self.address + path, body, headers))
        except HTTPError as refused:
            return refused.code, refused.read().decode()
        return answer.status, answer.read().decode()

    def _token(self) -> str:
        return next(cookie.value or "" for cookie in self.jar if cookie.name == "carte_csrf")
