"""Pages behind ASGI: one thread from beginning to end, files in pieces, bad requests answered."""

from __future__ import annotations

import asyncio
import importlib
import random
import sys
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import TooManyFieldsSent
from django.core.handlers.asgi import ASGIRequest
from django.core.signals import request_finished
from django.http import FileResponse, HttpRequest, HttpResponse, QueryDict
from django.test import override_settings
from django.urls import get_script_prefix, path
from django.utils.translation import gettext

from studio.server import handler, plain_forms
from studio.server.handler import ADDRESSES_MAX, COMMAND_MAX, COMMANDS, PAGES, Pages
from studio.server.health import HealthFirst
from studio.server.plain_forms import PageRequest, PlainForm
from studio.urls import urlpatterns as of_the_site
from studio.web.language import english_from_now_on, in_force, translated
from tests.faults.asking import ask

seen: list[str] = []


def whole(request: HttpRequest) -> HttpResponse:
    seen.append(threading.current_thread().name)
    answer = HttpResponse(f"{request.method} {len(request.body)}", status=201)
    answer.set_cookie("taste", "salt")
    return answer


def in_pieces(request: HttpRequest) -> FileResponse:
    return FileResponse(BytesIO(b"x" * 300_000), content_type="application/octet-stream")


def broken(request: HttpRequest) -> HttpResponse:
    raise ValueError("no")


may_go_on = threading.Event()


def slow(request: HttpRequest) -> HttpResponse:
    assert may_go_on.wait(20)
    return HttpResponse("at last")


def number(request: HttpRequest, number: int) -> HttpResponse:
    return HttpResponse(str(number))


def field(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.POST.get("a", ""))


def tongue(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{in_force()} {gettext('Yes')}")


def prefix(request: HttpRequest) -> HttpResponse:
    return HttpResponse(get_script_prefix() + request.path_info)


urlpatterns = [
    path("prefix/", prefix),
    path("numbers/<int:number>/", number),
    path("field/", field),
    path("english/", tongue),
    path("translated/", translated(partial(tongue))),
    path("translated-broken/", translated(partial(broken))),
    path("whole/", whole),
    path("pieces/", in_pieces),
    path("broken/", broken),
    path("slow/", slow),
    path("slow/here/", slow),
    *of_the_site,  # what the page of a fault leads to
]
handler500 = "studio.middleware.broken"


@pytest.fixture
def pages() -> Any:
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=["django.middleware.common.CommonMiddleware"]):
        yield Pages()


def test_a_page_is_made_in_a_thread_of_the_pool_and_sent_whole(pages: Pages) -> None:
    start, body = asyncio.run(ask(pages, "/whole/", "POST", b"12345"))
    assert (start["status"], body) == (201, {"type": "http.response.body", "body": b"POST 5"})
    assert (b"Set-Cookie", b"taste=salt; Path=/") in start["headers"]
    assert seen.pop().startswith("commands")


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


def test_only_what_a_file_is_called_is_sent_for_head(pages: Pages) -> None:
    start, last = asyncio.run(ask(pages, "/pieces/", "HEAD"))
    assert start["status"] == 200 and (b"Content-Length", b"300000") in start["headers"]
    assert last == {"type": "http.response.body"}


def test_a_connection_whose_time_is_up_is_let_go_before_whoever_comes_after_a_rest(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it is open to may have been put aside meanwhile, and a move would be written there."""
    looked = list[str]()
    monkeypatch.setattr(handler, "close_old_connections", lambda: looked.append(threading.current_thread().name))
    pages._commands = ThreadPoolExecutor(1, "command")
    for rest, times in ((60.0, 1), (60.0, 1), (0.0, 2)):
        monkeypatch.setattr(handler, "RESTED", rest)
        assert asyncio.run(ask(pages, "/whole/", "POST", b"1"))[0]["status"] == 201
        assert looked == ["command_0"] * times
    seen.clear()


def test_an_answer_is_given_though_its_request_ends_badly(pages: Pages, caplog: pytest.LogCaptureFixture) -> None:
    """A command that was carried out is not told as a failure because a connection could not be given back."""

    def stumble(**about: Any) -> None:
        raise OSError("the pool is gone")

    request_finished.connect(stumble)
    try:
        start, body = asyncio.run(ask(pages, "/whole/", "POST", b"12345"))
    finally:
        request_finished.disconnect(stumble)
    assert (start["status"], body["body"]) == (201, b"POST 5")
    assert "did not end well" in caplog.text


@pytest.mark.parametrize(
    "sent", [b"", b"a=1&b=2&a=%C3%A9+x", b"a&b=&=c", b"a=%ff", b"\xff=1", "é=ü".encode(), b"a=1;b=2&&c=%00"]
)
def test_a_plain_form_says_what_django_reads_in_it(sent: bytes) -> None:
    plain, form = QueryDict(sent, encoding="utf-8"), PlainForm(sent, encoding="utf-8")
    assert list(form.lists()) == list(plain.lists()) and form.urlencode() == plain.urlencode()
    with pytest.raises(AttributeError, match="immutable"):
        form.appendlist("a", "3")
    copied = form.copy()
    copied.appendlist("a", "3")
    assert copied["a"] == "3" and form.get("a") == plain.get("a")


def test_a_long_form_says_the_same_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is packed in it, wherever it is cut, and whatever of it is no form at all."""
    chance, parts = (
        random.Random(27),
        ["%", "%4", "%41", "%C3%A9", "%E4%BD", "%zz", "é", "\u4f60", "+", "&", "=", "a", "\0"],
    )
    for piece in (1, 2, 5):
        monkeypatch.setattr(plain_forms, "LONG", piece)
        for _ in range(700):
            sent = "".join(chance.choices(parts, k=chance.randrange(14))).encode()
            sent += chance.choice([b"", b"", b"", b"\xff=\xe9"])
            long, form = plain_forms.long_form(sent), QueryDict(sent, encoding="utf-8")
            assert list(long.lists()) == list(form.lists()), (piece, sent)
    with pytest.raises(AttributeError, match="immutable"):
        long.appendlist("a", "3")
    with pytest.raises(TooManyFieldsSent):
        plain_forms.long_form(b"&" * 2000)


@pytest.mark.parametrize("kind", [b"", b"; charset=UTF-8"])
def test_a_form_whose_every_letter_is_packed_takes_little_more_than_it_is_long(pages: Pages, kind: bytes) -> None:
    """Else a few of them, from anybody, would take all the memory there is."""
    body = b"a=" + b"%41" * 400_000
    headers = [
        (b"host", b"testserver"), (b"content-type", b"application/x-www-form-urlencoded" + kind),
        (b"content-length", str(len(body)).encode()),
    ]  # fmt: skip
    tracemalloc.start()
    try:
        start, answer = asyncio.run(ask(pages, "/field/", "POST", body, headers=headers))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (start["status"], answer["body"]) == (200, b"A" * 400_000)
    assert most < 20 * len(body), f"{most / len(body):.0f} times its length"


@pytest.mark.parametrize("kind", [ASGIRequest, PageRequest])
def test_of_a_body_that_is_being_read_no_form_is_made(kind: type[ASGIRequest]) -> None:
    headers = [(b"content-type", b"application/x-www-form-urlencoded"), (b"content-length", b"3")]
    about = {"method": "POST", "path": "/", "query_string": b"", "headers": headers, "http_version": "1.1"}
    request = kind({"type": "http", "scheme": "http", **about}, BytesIO(b"a=1"))
    assert request.read(1) == b"a" and not request.POST


def test_forms_of_every_kind_are_read(pages: Pages) -> None:
    parts = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n7\r\n--x--\r\n'
    for kind, body, status, said in (
        (b"application/x-www-form-urlencoded", b"a=6&a=7", 200, b"7"),
        (b"application/x-www-form-urlencoded; charset=utf-8", b"a=6&a=7", 200, b"7"),
        (b"application/x-www-form-urlencoded; charset=utf-16", b"a=7", 400, b""),
        (b"multipart/form-data; boundary=x", parts, 200, b"7"),
        (b"application/json", b'{"a": 7}', 200, b""),
        (b"application/x-www-form-urlencoded", b"&".join(b"a%d=1" % n for n in range(3000)), 400, b""),
    ):
        headers = [(b"host", b"testserver"), (b"content-type", kind), (b"content-length", str(len(body)).encode())]
        start, answer = asyncio.run(ask(pages, "/field/", "POST", body, headers=headers))
        assert start["status"] == status and (status != 200 or answer["body"] == said), (kind, start, answer)


def test_an_address_is_read_once_and_each_leads_where_it_says(pages: Pages) -> None:
    said = [asyncio.run(ask(pages, f"/numbers/{n}/"))[1]["body"] for n in (7, 8, 7, 7)]
    assert said == [b"7", b"8", b"7", b"7"]
    assert pages._leads_to.cache_info().misses == 2
    assert asyncio.run(ask(pages, "/nowhere/"))[0]["status"] == asyncio.run(ask(pages, "/nowhere/"))[0]["status"] == 404
    assert pages._leads_to.cache_info().currsize == 2
    for n in range(600):
        asyncio.run(ask(pages, f"/numbers/{n}/"))
    assert pages._leads_to.cache_info().currsize == ADDRESSES_MAX


def test_a_thread_speaks_english_again_after_a_page_in_another_language() -> None:
    accepts_german = [(b"host", b"testserver"), (b"accept-language", b"de")]
    spoken = "studio.web.language.speak_to_the_reader"
    with override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[spoken], LANGUAGES=[("en", "en"), ("de", "de")]):
        pages = Pages()
        pages._pages = ThreadPoolExecutor(1, initializer=english_from_now_on)
        for at, language, words in (
            ("/english/", b"en", b"en Yes"),
            ("/translated/", b"de", b"de Ja"),
            ("/english/", b"en", b"en Yes"),
            ("/translated/", b"de", b"de Ja"),
            ("/translated-broken/", b"de", b""),
            ("/english/", b"en", b"en Yes"),
        ):
            start, body = asyncio.run(ask(pages, at, headers=accepts_german))
            assert dict(start["headers"])[b"Content-Language"] == language and words in body["body"]
            assert pages._pages.submit(in_force).result() == "en"


def test_all_views_are_there_before_the_first_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are renewed under a running server, or that two first requests import at once, break nothing."""
    (tmp_path / "views_on_disk.py").write_text("urlpatterns = []\n")
    (tmp_path / "tags_on_disk.py").write_text("from django.template import Library\nregister = Library()\n")
    libraries = {"tags_on_disk": "tags_on_disk"}
    templates = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "OPTIONS": {"libraries": libraries}}]
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    with override_settings(ROOT_URLCONF="views_on_disk", TEMPLATES=templates, MIDDLEWARE=[]):
        Pages()
    assert sys.modules.pop("views_on_disk") and sys.modules.pop("tags_on_disk")


def test_while_every_thread_is_busy_the_process_says_that_it_lives_and_nobody_is_lost(pages: Pages) -> None:
    async def crowd() -> tuple[int, list[int]]:
        may_go_on.clear()
        waiting = [asyncio.create_task(ask(pages, "/slow/")) for _ in range(PAGES + 3)]
        try:
            await asyncio.sleep(0)
            health = await asyncio.wait_for(ask(HealthFirst(pages), "/healthz"), 5)
        finally:
            may_go_on.set()
        return health[0]["status"], [start["status"] for start, _ in await asyncio.gather(*waiting)]

    assert asyncio.run(crowd()) == (200, [200] * (PAGES + 3))


def test_a_command_waits_for_no_page_and_for_nothing_long_that_is_brought_in(pages: Pages) -> None:
    async def crowd() -> tuple[int, list[int]]:
        may_go_on.clear()
        slow = [asyncio.create_task(ask(pages, "/slow/")) for _ in range(PAGES + 1)]
        slow += [asyncio.create_task(ask(pages, "/slow/", "POST", b"x" * (COMMAND_MAX + 1))) for _ in range(COMMANDS)]
        try:
            await asyncio.sleep(0)
            command, _ = await asyncio.wait_for(ask(pages, "/whole/", "POST", b"x" * COMMAND_MAX), 5)
        finally:
            may_go_on.set()
        return command["status"], [start["status"] for start, _ in await asyncio.gather(*slow)]

    assert asyncio.run(crowd()) == (201, [200] * (PAGES + 1 + COMMANDS))
    seen.clear()


def test_a_flood_of_one_browsers_commands_keeps_no_other_browser_waiting(pages: Pages) -> None:
    """Whatever other cookies it sends with them."""

    def of(*cookies: str) -> dict[str, Any]:
        return {"headers": [(b"host", b"testserver"), *((b"cookie", one.encode()) for one in cookies)]}

    async def crowd() -> tuple[list[int], list[int]]:
        may_go_on.clear()
        flood = [
            asyncio.create_task(ask(pages, "/slow/", "POST", **of(f"carte_device=other{n}; a=b", "carte_device=flood")))
            for n in range(COMMANDS + 5)
        ]
        try:
            await asyncio.sleep(0)
            others = (of("carte_device=other; a=b"), of("a=b"), {})
            answers = [await asyncio.wait_for(ask(pages, "/whole/", "POST", **one), 5) for one in others]
        finally:
            may_go_on.set()
        return [start["status"] for start, _ in answers], [start["status"] for start, _ in await asyncio.gather(*flood)]

    assert asyncio.run(crowd()) == ([201] * 3, [200] * (COMMANDS + 5))
    assert not pages._lines
    seen.clear()


def test_a_thousand_who_join_one_group_keep_no_other_room_waiting(pages: Pages) -> None:
    async def crowd() -> tuple[int, list[int]]:
        may_go_on.clear()
        joins = [asyncio.create_task(ask(pages, "/slow/here/", "POST")) for _ in range(40)]
        try:
            await asyncio.sleep(0)
            other, _ = await asyncio.wait_for(ask(pages, "/whole/", "POST"), 5)
        finally:
            may_go_on.set()
        return other["status"], [start["status"] for start, _ in await asyncio.gather(*joins)]

    assert asyncio.run(crowd()) == (201, [200] * 40)
    assert not pages._rooms
    seen.clear()


def test_no_visitor_chooses_where_the_addresses_of_a_page_lead(pages: Pages) -> None:
    """Daphne reads `Daphne-Root-Path` from whoever sends it; what is drawn once for all must not carry it on."""
    start, body = asyncio.run(ask(pages, "/prefix/", root_path="//elsewhere.example"))
    assert (start["status"], body["body"]) == (200, b"//prefix/")
