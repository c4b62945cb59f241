"""A site whose prints are made by a worker, and no worker lives: whoever waits, watches or hosts is told."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpRequest
from django.utils import timezone

from cards.printing.queue import away, runner
from cards.printing.queue.jobs import PrintJob
from studio.live.reach import Reach
from studio.models import Pulse
from studio.server import health, ticks
from tests.markup import as_read
from tests.print.asking import ask

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(minutes=2)


@pytest.fixture
def with_worker(settings: Any) -> None:
    settings.ENV = replace(settings.ENV, has_worker=True)


def heard_of(ago: timedelta) -> None:
    away.say_alive()
    Pulse.objects.filter(name=health.PRESS).update(at=timezone.now() - ago)


def test_who_waits_for_a_press_that_is_away_is_told_after_a_minute(deck, reader, quick, with_worker) -> None:
    at = ask(reader)
    assert "Waiting for the press" in as_read(reader.get(at)), "a worker may be starting just now"
    PrintJob.objects.update(created_at=timezone.now() - LONG_AGO)
    for part in (at, at + "?part=state"):
        told = as_read(reader.get(part))
        assert "The press is away" in told and "Your host has been told" in told
        assert "Yours is next" not in told and "goes on without you" not in told
    lost = timezone.now() - timedelta(seconds=1)
    PrintJob.objects.update(state="running", slot=0, lease_until=lost)
    assert "The press is away" in as_read(reader.get(at)), "its process was killed, and there is no other"
    PrintJob.objects.update(lease_until=timezone.now() + runner.LEASE)
    assert "The press is away" not in as_read(reader.get(at))
    PrintJob.objects.update(state="queued", slot=None)
    away.say_alive()
    assert "Waiting for the press" in as_read(reader.get(at))
    for clock in (LONG_AGO, -LONG_AGO):  # also where a clock that was ahead has been set back
        heard_of(clock)
        assert "The press is away" in as_read(reader.get(at))


def test_where_web_processes_print_nobody_misses_a_worker(deck, reader, quick) -> None:
    at = ask(reader)
    PrintJob.objects.update(created_at=timezone.now() - LONG_AGO)
    assert "Waiting for the press" in as_read(reader.get(at)) and not away.is_press_away()


def test_the_log_says_once_that_it_is_away_and_once_that_it_is_back(
    with_worker: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.live.reach.QUIET", 0)
    monkeypatch.setattr(away, "PRESS", Reach(away.PRESS._when_lost, away.PRESS._when_found))
    (look,) = [duty for duty in ticks.duties() if duty.name == "look whether the press is there"]
    for ago in (timedelta(), LONG_AGO, LONG_AGO, timedelta(), timedelta()):
        heard_of(ago)
        look.work()
    assert [line.split(":")[0][:18] for line in caplog.messages] == ["The press is away", "The press is back,"]


@pytest.mark.django_db(transaction=True)
def test_readyz_names_what_is_missing_and_stays_ready(with_worker: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_readiness", health.ReadyAnswer())
    answer = asyncio.run(health.readyz(HttpRequest()))
    assert (answer.status_code, answer.content) == (200, b"degraded: press\n")
