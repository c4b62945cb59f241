"""A request as the server hands it to the handler of pages."""

from __future__ import annotations

from typing import Any


async def ask(pages: Any, path: str, method: str = "GET", body: bytes = b"", **about: Any) -> list[dict[str, Any]]:
    """The messages of its answer."""
    scope = {
        "type": "http", "method": method, "path": path, "query_string": b"", "headers": [(b"host", b"testserver")],
        "http_version": "1.1", "scheme": "http", **about,
    }  # fmt: skip
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    await pages(scope, receive, send)
    return sent
