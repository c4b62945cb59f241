"""Pages are small where nothing hides their words on the way, and as they are everywhere else."""

from __future__ import annotations

import gzip
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from studio.middleware import CompressInTheClear

LAN = "192.168.1.20"
WORDS = "<p>A goat wanders.</p>" * 100
TAKES_GZIP = {"HTTP_ACCEPT_ENCODING": "gzip, deflate", "HTTP_HOST": "localhost"}


def answered(response: Any = None, **meta: Any) -> Any:
    request = RequestFactory().get("/", **(TAKES_GZIP | meta))
    return CompressInTheClear(lambda _: response or HttpResponse(WORDS))(request)


@pytest.mark.parametrize("address", [LAN, "fe80::1", "10.0.0.7", "2001:db8::5"])
def test_a_page_over_plain_http_from_another_machine_is_sent_small(address: str) -> None:
    response = answered(REMOTE_ADDR=address)
    assert response["Content-Encoding"] == "gzip" and len(response.content) < len(WORDS) / 5
    assert gzip.decompress(response.content).decode() == WORDS
    assert "Accept-Encoding" in response["Vary"] and int(response["Content-Length"]) == len(response.content)


@pytest.mark.parametrize(
    "meta",
    [
        {"REMOTE_ADDR": LAN, "wsgi.url_scheme": "https"},
        {"REMOTE_ADDR": "127.0.0.1"},  # a proxy on this machine, or oneself
        {"REMOTE_ADDR": "::1"},
        {"REMOTE_ADDR": "::ffff:127.0.0.1"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": LAN, "HTTP_ACCEPT_ENCODING": "br"},
    ],
)
def test_where_something_hides_the_words_their_size_tells_nothing(meta: dict[str, str]) -> None:
    response = answered(**meta)
    assert not response.has_header("Content-Encoding") and response.content.decode() == WORDS


def test_a_site_with_a_public_address_leaves_it_to_its_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the proxy stands on another machine and is not believed: the site knows that it is read over HTTPS."""
    monkeypatch.setattr(settings, "ENV", replace(settings.ENV, site="https://cards.example.org"))
    assert settings.ENV.is_secure
    assert not answered(REMOTE_ADDR=LAN).has_header("Content-Encoding")


def test_sheets_and_pictures_are_small_already() -> None:
    sheets = StreamingHttpResponse([b"%PDF" + b"0" * 5000], content_type="application/pdf")
    picture = HttpResponse(b"0" * 5000, content_type="image/png")
    for response in (sheets, picture):
        assert not answered(response, REMOTE_ADDR=LAN).has_header("Content-Encoding")


@pytest.mark.django_db
def test_the_whole_site_answers_so(client: Client) -> None:
    small = client.get("/decks/", REMOTE_ADDR=LAN, **TAKES_GZIP)  # type: ignore[arg-type]
    plain = client.get("/decks/", **TAKES_GZIP)  # type: ignore[arg-type]
    assert len(gzip.decompress(small.content)) == len(plain.content) > 2 * len(small.content)  # but for tokens the same
    assert small["Content-Security-Policy"].count("frame-ancestors") == 1
