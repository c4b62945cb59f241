"""Prints that are cancelled, put back, out of room, or somebody else’s."""

from __future__ import annotations

import signal
import threading
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cards import actions
from cards import models as rows
from cards.management.commands import worker
from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.queue import failures, files, jobs, runner
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.jobs import PrintJob
from cards.queries.shop import jobs as print_jobs
from cards.queries.shop import printable as prints
from cards.rules.deck import DeleteDeck
from studio.models import Group, Member, Person, Stream
from studio.server.run import OPEN
from studio.setup.locking import nobody_holds
from tests.deck_fixture import DeckFixture
from tests.markup import as_read
from tests.print.asking import AT, SHOP, ask

pytestmark = pytest.mark.django_db


def test_a_print_that_waits_is_cancelled_by_whoever_asked_and_by_nobody_else(deck, reader, quick) -> None:
    at = ask(reader)
    other = Client(REMOTE_ADDR="10.0.0.9")
    assert "Cancel this print" in as_read(reader.get(at)) and "Cancel this print" not in as_read(other.get(at))
    assert other.post(at + "cancel/").status_code == 404 and reader.get(at + "cancel/").status_code == 405
    assert reader.post(at + "cancel/")["Location"] == at
    assert runner.run_queued(print_jobs.job_of) == 0 and not quick.printed
    assert PrintJob.objects.get().state == "cancelled" and PrintJob.objects.get().asker == ""
    assert "<title>Cancelled: Allotment Wars, version 7, Carte Blanche</title>" in as_read(other.get(at))
    assert reader.post(at + "cancel/")["Location"] == at  # pressed twice
    assert reader.get(at + "sheets.pdf").status_code == 404
    again = ask(reader)
    assert again != at and runner.run_queued(print_jobs.job_of) == 1


def test_a_print_on_the_press_is_cancelled_and_the_next_goes_on(deck, reader, quick) -> None:
    at, other = ask(reader), ask(Client(REMOTE_ADDR="10.0.0.9"), frame="saver")

    def cancelled_once() -> None:
        quick.meanwhile = lambda: None
        assert reader.post(at + "cancel/").status_code == 303

    quick.meanwhile = cancelled_once
    assert runner.run_queued(print_jobs.job_of) == 2
    assert [row.state for row in PrintJob.objects.order_by("pk")] == ["cancelled", "done"]
    assert len(list((files.folder() / "sheets").glob("*"))) == 1 and not runner._on_the_press
    assert "Ready" in as_read(reader.get(other))


def test_a_print_that_another_process_cancelled_ends_at_its_next_note(deck, reader, quick) -> None:
    ask(reader)
    quick.meanwhile = lambda: PrintJob.objects.update(state="cancelled", owner="", slot=None, lease_until=None)  # type: ignore[assignment]
    seen: list[bool] = []

    def print_sheets(job, progress=None, cancelled=None) -> bytes:
        quick.meanwhile()
        progress(1, 2)
        seen.append(cancelled.is_cancelled)
        raise PressFailed("print.stopped")

    quick.print_sheets = print_sheets  # type: ignore[method-assign]
    runner.run_queued(print_jobs.job_of)
    assert seen == [True] and PrintJob.objects.get().state == "cancelled"


def test_a_deck_that_is_put_away_gives_its_prints_up_on_the_press_and_in_the_queue(quick) -> None:
    table = DeckFixture("Ros")
    table.propose("Ros")
    wanted = prints.printable(table.deck, None)
    for person, frame in enumerate(("press", "hand")):
        choices, asker = PrintChoices(frame=frame), jobs.asker_of(person, "", "")  # type: ignore[arg-type]
        jobs.ask(
            print_jobs.press_job(wanted, choices),
            deck_id=table.deck.pk,
            version=None,
            options={},
            asker=asker,
            is_named=True,
        )
    told: list[bool] = []

    def print_sheets(job, progress=None, cancelled=None) -> bytes:
        actions.propose(table.deck.pk, by=table.ids["Ros"], key=None, changes=(DeleteDeck(),), sort="members")
        progress(1, 2)
        told.append(cancelled.is_cancelled)
        cancelled.check()
        return b""

    quick.print_sheets = print_sheets  # type: ignore[method-assign]
    assert runner.run_queued(print_jobs.job_of) == 1 and told == [True]
    ended = {(row.state, row.asker, row.slot, row.owner) for row in PrintJob.objects.all()}
    assert ended == {("cancelled", "", None, "")}, "and both may ask for another print"


def test_a_process_that_ends_puts_back_what_is_on_its_press(deck, reader, quick, monkeypatch) -> None:
    monkeypatch.setattr(runner, "_is_ending", threading.Event())
    ask(reader)
    quick.meanwhile = runner.put_back
    assert runner.run_queued(print_jobs.job_of) == 1
    row = PrintJob.objects.get()
    assert (row.state, row.attempts, row.slot, quick.printed) == ("queued", 0, None, [])
    assert runner.run_queued(print_jobs.job_of) == 0  # it is for another process
    runner._is_ending.clear()
    quick.meanwhile = lambda: None
    assert runner.run_queued(print_jobs.job_of) == 1 and PrintJob.objects.get().state == "done"


def test_a_print_that_was_claimed_while_the_process_was_told_to_end_is_put_back(
    deck, reader, quick, monkeypatch
) -> None:
    monkeypatch.setattr(runner, "_is_ending", threading.Event())
    ask(reader)
    claimed = runner.claim()
    assert claimed is not None
    runner.put_back()
    runner._carry_out(claimed, print_jobs.job_of)
    row = PrintJob.objects.get()
    assert (row.state, row.attempts, quick.printed) == ("queued", 0, [])


def test_a_print_whose_process_ends_untold_waits_for_another_and_has_not_failed(
    deck, reader, quick, monkeypatch, caplog
) -> None:
    monkeypatch.setattr(runner, "_is_ending", threading.Event())
    ask(reader)
    quick.failure = PressFailed("print.stopped", "this process ends")
    monkeypatch.setattr(files, "is_over", lambda: True)
    assert runner.run_queued(print_jobs.job_of) == 1
    row = PrintJob.objects.get()
    assert (row.state, row.error, row.attempts, row.owner) == ("queued", "", 0, "") and not caplog.records


def test_web_processes_beside_a_worker_leave_printing_to_it(
    deck, reader, quick, settings, monkeypatch, tmp_path
) -> None:
    begun: list[object] = []
    monkeypatch.setattr(print_jobs, "print_in_background", begun.append)
    monkeypatch.setattr(failures, "cannot_draw", lambda: True)
    print_jobs.take_up()
    assert begun and failures.pango_is_missing()
    settings.ENV = replace(settings.ENV, has_worker=True)
    print_jobs.take_up()
    assert len(begun) == 1 and not failures.pango_is_missing()
    monkeypatch.setattr(worker, "refuse_unprepared", lambda: None)
    held = list[bool]()

    def cannot_draw() -> bool:
        with nobody_holds(tmp_path / OPEN) as is_free:
            held.append(not is_free)
        return len(held) == 1

    monkeypatch.setattr(worker, "cannot_draw", cannot_draw)
    settings.DATA = tmp_path
    with pytest.raises(CommandError, match="libpango"):
        call_command("worker")
    assert held == [False], "`prepare` is not refused for a process that is refused itself"
    settings.DATA = tmp_path / "none"
    with pytest.raises(CommandError, match="cannot be used: No such file"):
        call_command("worker")


def test_a_worker_prints_what_waits_and_ends(settings, monkeypatch, tmp_path) -> None:
    asked: list[bool] = []
    settings.DATA, settings.ENV = tmp_path, replace(settings.ENV, has_worker=True)
    monkeypatch.setattr("cards.management.commands.worker.refuse_unprepared", lambda: None)
    monkeypatch.setattr("cards.management.commands.worker.cannot_draw", lambda: False)
    monkeypatch.setattr("cards.management.commands.worker.perform", lambda duty: duty.work())
    monkeypatch.setattr(signal, "signal", lambda *told: None)
    monkeypatch.setattr(runner, "_is_ending", threading.Event())
    lives = threading.Event()  # a sign of life is given while it prints, or web processes say that the press is away
    monkeypatch.setattr("cards.printing.queue.away.say_alive", lives.set)
    monkeypatch.setattr(runner, "run_queued", lambda job_of, is_open: asked.append(lives.wait(20) and is_open()))
    call_command("worker", "--once")
    assert asked == [True]


def test_two_decks_of_one_content_share_a_file_and_no_right_to_it(deck, reader, quick) -> None:
    """The file is named by what is in it; the way to it leads through a deck that one may see."""
    group = Group.objects.create(name="Other", created_at=AT)
    stream = Stream.objects.create(kind="deck", head=0, group=group)
    member = Member.objects.create(group=group, person=Person.objects.get(), joined_at=AT)
    twin = rows.Deck.objects.create(
        group=group,
        stream=stream,
        slug="twin-ab12",
        title=deck.title,
        visibility="private",
        created_at=AT,
        changed_at=AT,
    )
    version = rows.Version.objects.get()
    version.pk, version.deck, version.by = None, twin, member
    version.save(force_insert=True)
    job = print_jobs.press_job(prints.printable(twin, 7), USUAL_CHOICES)
    hidden = jobs.ask(job, deck_id=twin.pk, version=7, options={}, asker=jobs.asker_of(1, "", ""), is_named=True)
    runner.run_queued(print_jobs.job_of)
    assert ask(reader) != f"{SHOP}{hidden.pk}/" and len(quick.printed) == 1  # the same file, at once
    shown = PrintJob.objects.exclude(pk=hidden.pk).get()
    assert (shown.state, shown.file) == ("done", PrintJob.objects.get(pk=hidden.pk).file)
    for address in (
        f"/decks/twin-ab12/print/{hidden.pk}/",
        f"{SHOP}{hidden.pk}/",
        f"/decks/twin-ab12/print/{shown.pk}/",
    ):
        for page in (address, f"{address}sheets.pdf"):
            assert reader.get(page).status_code == 404
        assert reader.post(f"{address}cancel/").status_code == 404


def test_a_stranger_is_not_sent_to_a_print_that_another_of_the_network_asked_for_elsewhere(deck, reader, quick) -> None:
    """Nobody without a name learns of a deck that is shown to whoever has its address."""
    twin = rows.Deck.objects.get()
    twin.pk, twin.slug, twin.visibility = None, "hidden-ab12", "unlisted"
    twin.stream = Stream.objects.create(kind="deck", head=0, group=twin.group)
    twin.save(force_insert=True)
    version = rows.Version.objects.get()
    version.pk, version.deck = None, twin
    version.save(force_insert=True)
    there = reader.post("/decks/hidden-ab12/print/", {"frame": "saver"})
    assert "hidden-ab12" in there["Location"]
    answer = Client().post(SHOP, {"frame": "hand"})
    assert answer.status_code == 303 and "hidden-ab12" not in answer["Location"]
    own = Client().get(answer["Location"])
    assert own.status_code == 200 and "hidden-ab12" not in as_read(own)
