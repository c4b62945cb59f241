"""Sockets that ask to be let in."""

from __future__ import annotations

from studio.live.consumer import Admission, admit, read_handshake


def admitted(key: str, query: str, secret: str = "") -> Admission:
    headers = [(b"cookie", f"carte_device={secret}".encode())] if secret else []
    scope = {"query_string": query.encode(), "url_route": {"kwargs": {"key": key}}, "headers": headers}
    return admit(read_handshake(scope))
