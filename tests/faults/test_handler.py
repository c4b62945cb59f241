"""Pages behind ASGI: one thread from beginning to end, files in pieces, bad requests answered."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from studio.handler import Pages

seen: list[str] = []


def whole(request: HttpRequest) -> HttpResponse:
    seen.append(threading.current_thread().name)
    answer = HttpResponse(f"{request.method} {len(request.body)}", status=201)
    answer.set_cookie("taste", "salt")
    return answer


def in_pieces(request: HttpRequest) -> FileResponse:
    from io import BytesIO

    return FileResponse(BytesIO(b"x" * 300_000), content_type="application/octet-stream")


def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError("no")


urlpatterns = [path("whole/", whole), path("pieces/", in_pieces), path("broken/", broken)]
handler500 = "studio.middleware.broken"


async def ask(pages: Pages, path: str, method: str = "GET", body: bytes = b"", **about: Any) -> list[dict[str, Any]]:
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


@pytest.fixture
def pages() -> Any:
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=["django.middleware.common.CommonMiddleware"]):
        yield Pages()


def test_a_page_is_made_in_a_thread_of_the_pool_and_sent_whole(pages: Pages) -> None:
    start, body = asyncio.run(ask(pages, "/whole/", "POST", b"12345"))
    assert (start["status"], body) == (201, {"type": "http.response.body", "body": b"POST 5"})
    assert (b"Set-Cookie", b"taste=salt; Path=/") in start["headers"]
    assert seen.pop().startswith("pages")


def test_a_file_goes_out_in_pieces_and_ends(pages: Pages) -> None:
    start, *parts, last = asyncio.run(ask(pages, "/pieces/"))
    assert start["status"] == 200 and len(parts) > 1 and last == {"type": "http.response.body"}
    assert sum(len(part["body"]) for part in parts) == 300_000


def test_what_breaks_and_what_cannot_be_read_is_answered(pages: Pages) -> None:
    start, body = asyncio.run(ask(pages, "/broken/"))
    assert start["status"] == 500 and b"<html" in body["body"]
    headers = [(b"host", b"testserver"), (b"content-length", b"99999999999")]
    assert asyncio.run(ask(pages, "/nowhere/", headers=headers))[0]["status"] == 404
    with pytest.raises(ValueError, match="websocket"):
        asyncio.run(ask(pages, "/whole/", type="websocket"))
