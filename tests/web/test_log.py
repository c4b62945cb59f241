"""The log: what a host has to see stands there once, what anybody can cause does not, and each line says of what."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from studio.live import reach
from studio.live.reach import LayerComplains, PoolComplains, Reach
from studio.models import Member
from studio.people.watch import masked
from studio.setup.logs import RefusalsAreNoWarnings
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """What the site's own handler writes meanwhile."""
    stream = io.StringIO()
    ours = [handler for handler in logging.getLogger("django").handlers if type(handler) is logging.StreamHandler]
    for handler in ours:
        monkeypatch.setattr(handler, "stream", stream)
    yield stream


def refused_in_every_way() -> None:
    """404, 405, 422 and 403, as visitors have them."""
    stranger = Visitor()
    assert stranger.get("/decks/there-is-none/").status_code == 404
    assert stranger.get("/theme/").status_code == 405
    assert stranger.post("/sign-in/", {"name": "Maud", "password": "wrong"}).status_code == 422
    assert Client(enforce_csrf_checks=True).post("/sign-in/", {"name": "Maud"}).status_code == 403
    assert stranger.get("/decks/%0aERROR%20forged/").status_code == 404


def test_what_visitors_are_refused_is_no_warning(written: io.StringIO) -> None:
    refused_in_every_way()
    assert "WARNING" not in written.getvalue() and "ERROR" not in written.getvalue()
    assert [line for line in written.getvalue().splitlines() if "studio.security" not in line] == []


def test_a_host_who_asks_for_it_reads_what_was_refused_by_whom_and_why(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = logging.getLogger("studio.web.request_numbers")
    (refusals,) = {
        one
        for handler in logging.getLogger("django").handlers
        for one in handler.filters
        if isinstance(one, RefusalsAreNoWarnings)
    }
    monkeypatch.setattr(own, "level", logging.INFO)
    own.manager._clear_cache()
    monkeypatch.setattr(refusals, "level", logging.INFO)  # as in a process of CARTE_LOG=INFO
    assert Client().get("/decks/there-is-none/").status_code == 404
    assert len(written.getvalue().splitlines()) == 1, "one refusal is one line, and Django says it no second time"
    refused_in_every_way()
    Visitor().post("/groups/nobodysgroup/new-link/")
    told = written.getvalue()
    assert re.search(
        r"INFO studio\S+ \[[0-9a-f]{8}\]: 404 to GET /decks/there-is-none/ by a stranger: Not Found\n", told
    )
    assert "422 to POST /sign-in/ by a stranger" in told
    assert "\nERROR" not in told and r"/decks/\nERROR forged/" in told, "nobody writes a line of their own"
    own.manager._clear_cache()


def test_an_answer_that_says_no_names_its_number_and_another_request_has_another() -> None:
    numbers = [Client().get("/decks/there-is-none/").headers["X-Request-Number"] for _ in range(2)]
    assert all(re.fullmatch("[0-9a-f]{8}", number) for number in numbers) and numbers[0] != numbers[1]
    assert "X-Request-Number" not in Client().get("/rules/").headers


@pytest.mark.parametrize("problem", [OperationalError("disk I/O error"), ValueError("inside")])
def test_a_page_that_says_something_broke_has_the_number_that_is_in_the_log(
    problem: Exception, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: Any, **__: Any) -> Any:
        raise problem

    monkeypatch.setattr("studio.views.site.render", breaks)
    answer = Client(raise_request_exception=False).get("/rules/")
    assert answer.status_code in (500, 503)
    number = answer.headers["X-Request-Number"]
    assert f"Number {number}" in answer.content.decode()
    assert f"[{number}]" in written.getvalue() and "GET /rules/" in written.getvalue()
    assert written.getvalue().count(" ERROR ") == 1, "and it is said once"


def lines_of_security(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "studio.security"]


def test_a_failed_sign_in_and_a_wrong_spare_key_have_lines_that_name_nobody(
    caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    visitor = Visitor()
    with django_capture_on_commit_callbacks(execute=True):
        visitor.post("/sign-in/", {"name": "Maud", "password": "wrong horse"})
        visitor.post("/sign-in/", {"name": "maud", "password": "wrong cow"})
        visitor.post("/sign-in/", {"code": "AAAA-BBBB-CCCC-DDDD-EEEE"})
    told = lines_of_security(caplog)
    assert [line.split()[0] for line in told] == ["sign_in.failed", "sign_in.failed", "recovery_code.failed"]
    assert told[0] == told[1], "one name at one network is one mark"
    assert told[0].split()[2] == told[2].split()[1] and masked("maud") in told[0]
    assert not re.search(r"maud|127\.|wrong|AAAA", " ".join(told), re.IGNORECASE)


def test_what_a_group_or_a_host_does_to_somebody_has_a_line(
    caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    ros, idris = Visitor("Ros"), Visitor("Idris")
    group = ros.start("Allotment Wars").group
    idris.join(group)
    members = dict(Member.objects.values_list("person__name", "pk"))
    with django_capture_on_commit_callbacks(execute=True):
        assert ros.post(f"/groups/{group.key}/new-link/").status_code == 303
        assert ros.post(f"/groups/{group.key}/members/{members['Idris']}/remove/").status_code == 303
    told = [line for line in lines_of_security(caplog) if not line.startswith("sign_in")]
    assert told == [
        f"link.renewed group={group.pk} by={members['Ros']}",
        f"member.removed group={group.pk} member={members['Idris']} by={members['Ros']}",
        f"link.renewed group={group.pk} by={members['Ros']}",
    ]


def test_one_line_says_that_something_is_lost_and_one_that_it_is_found(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(reach.time, "monotonic", lambda: now)
    thing = Reach("lost: %s", "found after %d")
    for _ in range(60):
        thing.lost("refused")
        thing.found()  # one connection has it again already, another complains still
        now += 1
    now += reach.QUIET
    thing.found()
    thing.found()
    assert [record.getMessage() for record in caplog.records] == ["lost: refused", "found after 62"]
    thing.lost("again")
    assert thing.is_lost and len(caplog.records) == 3


def record_of(words: str, problem: BaseException | None = None) -> logging.LogRecord:
    how = (type(problem), problem, None) if problem else None
    return logging.LogRecord("any", logging.WARNING, "", 1, words, None, how)


def test_what_libraries_say_again_and_again_is_said_once_and_what_is_a_fault_is_said(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    import redis.exceptions

    for name in ("LAYER", "DATABASE"):
        monkeypatch.setattr(reach, name, Reach("lost %s", "found %d"))
    words = "Unexpected exception in receive task"
    away: tuple[BaseException, ...] = (
        redis.exceptions.ConnectionError("refused"), redis.exceptions.BusyLoadingError(),
        redis.exceptions.TimeoutError(), ConnectionResetError(), TimeoutError(),
    )  # fmt: skip
    assert not any(LayerComplains().filter(record_of(words, problem)) for problem in away)
    assert LayerComplains().filter(record_of(words, KeyError("a fault"))) and LayerComplains().filter(record_of("else"))
    assert not PoolComplains().filter(record_of("error connecting in 'pool-1': refused"))
    assert not PoolComplains().filter(record_of("discarding broken connection: <…>"))
    assert PoolComplains().filter(record_of("rolling back returned connection: <…>"))
    assert [record.getMessage()[:5] for record in caplog.records] == ["lost ", "lost "]


def test_the_libraries_that_repeat_themselves_are_the_ones_that_are_listened_to() -> None:
    import channels_redis.pubsub
    import psycopg_pool.pool

    assert channels_redis.pubsub.logger.name in settings.LOGGING["loggers"]
    assert psycopg_pool.pool.logger.name in settings.LOGGING["loggers"]
