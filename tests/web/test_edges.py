"""Where the site meets what stands around it: a proxy, a clock, a broken page, its own key."""

from __future__ import annotations

import logging
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client, RequestFactory
from django.utils import timezone

from studio import middleware
from studio.models import Device
from studio.people.devices import caller_of_cookies
from studio.server import ticks
from studio.setup.env import EnvProblem
from studio.setup.secret_key import secret_key
from tests.markup import as_read
from tests.visitors import Visitor


async def seen_behind(headers: list[tuple[bytes, bytes]], kind: str = "http") -> tuple[Any, str]:
    """Address and scheme the application is told."""
    from studio.server.daphne_server import BehindProxy

    told: dict[str, Any] = {}

    async def application(scope: Any, receive: Any, send: Any) -> None:
        told.update(scope)

    scope = {"type": kind, "headers": headers, "client": ["127.0.0.1", 5], "scheme": "http"}
    await BehindProxy(application)(scope, None, None)
    return told["client"][0], told["scheme"]


async def test_the_proxys_own_entry_counts_and_not_what_a_visitor_claims() -> None:
    claimed = [(b"x-forwarded-for", b"1.1.1.1, 203.0.113.9"), (b"x-forwarded-proto", b"https")]
    assert await seen_behind(claimed) == ("203.0.113.9", "https")
    assert await seen_behind(claimed, "websocket") == ("203.0.113.9", "wss")
    assert await seen_behind([]) == ("127.0.0.1", "http")
    assert await seen_behind([(b"x-forwarded-proto", b"gopher")]) == ("127.0.0.1", "http")


def test_a_name_that_is_not_this_sites_is_refused_without_a_word_in_the_log(
    client: Client, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may send any: it must not fill the log."""
    for name in ("django", "django.security.DisallowedHost"):  # what Django logs does not reach the root
        monkeypatch.setattr(logging.getLogger(name), "handlers", [caplog.handler])
    for host in ("evil.example", "a b", "x" * 300, "[::"):
        assert client.get("/rules/", headers={"host": host}).status_code == 400
    assert not caplog.records


@pytest.mark.django_db
def test_a_duty_that_goes_wrong_is_logged_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    def stumble() -> None:
        raise ValueError("no")

    ticks.perform(ticks.Duty(30, "stumbling", stumble))
    assert "stumbling went wrong; it will be tried again in 30 s" in caplog.text


def test_duties_are_done_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ticks, "_duties", {})
    times = threading.Semaphore(0)
    ticks.every(0, "counting", times.release)
    stopped = ticks.start()
    try:
        assert times.acquire(timeout=5) and times.acquire(timeout=5)
    finally:
        stopped.set()


@pytest.mark.parametrize("problem", [OperationalError("disk I/O error"), ValueError("secret words")])
def test_a_broken_page_says_nothing_about_the_inside(problem: Exception, caplog: pytest.LogCaptureFixture) -> None:
    request: HttpRequest = RequestFactory().get("/somewhere")
    try:
        raise problem
    except (OperationalError, ValueError):
        answer = middleware.broken(request)
    assert answer.status_code == (503 if isinstance(problem, OperationalError) else 500)
    assert str(problem).encode() not in answer.content and b"Traceback" not in answer.content
    if answer.status_code == 500:
        assert "Error at GET /somewhere" in caplog.text and "secret words" in caplog.text


def test_a_page_that_cannot_be_drawn_becomes_bare_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError("no templates")

    monkeypatch.setattr(middleware, "render_to_string", fail)
    assert middleware.resting().content.decode() == middleware.RESTING


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    key = secret_key(tmp_path / "new")
    assert len(key) >= 60 and secret_key(tmp_path / "new") == key
    assert (tmp_path / "new" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["secret_key"]


def test_starts_at_once_agree_on_one_key(tmp_path: Path) -> None:
    keys: list[str] = []
    threads = [threading.Thread(target=lambda: keys.append(secret_key(tmp_path))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(keys) == 8 and len(set(keys)) == 1


def test_a_folder_that_cannot_hold_the_key_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(EnvProblem, match="cannot be used"):
        secret_key(tmp_path / "file")


@pytest.mark.parametrize("port", ["0", "65536", "99999", "9" * 400])
def test_a_host_with_a_port_that_is_none_is_nobodys(port: str) -> None:
    assert Client().get("/about/", headers={"Host": f"testserver:{port}"}).status_code == 400


def test_a_host_with_any_port_there_is_is_answered() -> None:
    for port in ("1", "8000", "65535"):
        assert Client().get("/about/", headers={"Host": f"testserver:{port}"}).status_code == 200, port


def raw_form(name: str, fields: int = 0) -> bytes:
    """As a browser writes it, whatever the file's name."""
    more = "".join(f'--x\r\nContent-Disposition: form-data; name="f{n}"\r\n\r\nv\r\n' for n in range(fields))
    head = f'--x\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\nContent-Type: image/png\r\n\r\n'
    return f"{more}{head}bytes\r\n--x--\r\n".encode()


@pytest.mark.django_db
def test_a_form_that_cannot_be_read_is_refused_in_words_and_leaves_no_traceback(
    caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    ros = Visitor("Ros")
    at = f"/decks/{ros.start().slug}/pictures/"
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 10
    for body, words in (
        (raw_form("a" * 10_000 + ".png"), "The name of that file is too long"),
        (raw_form("goat.png", fields=20), "That did not arrive in one piece."),
    ):
        for headers in ({}, {"X-Carte": "1"}):
            sent = ros.generic("POST", at, body, "multipart/form-data; boundary=x", headers=headers)
            assert sent.status_code == 422 and words in as_read(sent), (sent.status_code, as_read(sent)[:300])
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.django_db
def test_over_https_our_cookies_are_this_hosts_alone_and_whoever_was_known_stays_so(settings: Any) -> None:
    ros = Visitor("Ros")
    ros.start()
    before, person = dict(ros.cookies.items()), ros.person_id
    for name in ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE"):
        setattr(settings, name, True)
    Device.objects.update(seen_at=timezone.now() - timedelta(days=2))
    answer = ros.get("/you/", secure=True)
    assert "Ros" in as_read(answer), "known by the plain name"
    assert {name for name in answer.cookies} == {"__Host-carte_device", "__Host-carte_csrf"}
    for cookie in answer.cookies.values():
        assert cookie["secure"] and cookie["path"] == "/" and not cookie["domain"]
    only_own = Client()
    for name, cookie in answer.cookies.items():
        only_own.cookies[name] = cookie.value
    only_own.cookies["carte_device"] = "set by another host of the domain"
    assert "Ros" in as_read(only_own.get("/you/", secure=True)), "the own one counts"
    assert caller_of_cookies({name: one.value for name, one in only_own.cookies.items()}).person_id == person
    assert before["carte_device"].value == answer.cookies["__Host-carte_device"].value
    strict = Client(enforce_csrf_checks=True)
    for name in ("__Host-carte_device", "__Host-carte_csrf"):
        strict.cookies[name] = only_own.cookies[name].value
    asked = {"name": "Rosalind", "csrfmiddlewaretoken": strict.cookies["__Host-carte_csrf"].value}
    called = strict.post("/you/name/", asked, secure=True, headers={"Referer": "https://testserver/you/"})
    assert called.status_code == 303, "the token of a form counts where no cookie has its plain name"
    gone = ros.post("/sign-out/", {"sure": "1"}, secure=True, headers={"Referer": "https://testserver/you/"})
    left = {name: one["max-age"] for name, one in gone.cookies.items() if "device" in name}
    assert left == {"__Host-carte_device": 0, "carte_device": 0}
