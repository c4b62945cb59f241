"""Prints that wait their turn, and the pages of the print shop."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from cards import models as rows
from cards.face.face import Face
from cards.face.letters import NOTHING, coverage_of
from cards.printing.queue import files, jobs, processes, runner
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.jobs import PrintJob
from cards.printing.queue.values import job_digest
from cards.printing.shared import installed_fonts
from cards.printing.shared.build import build
from cards.queries import prints
from cards.storage.store import keep_faces
from studio.models import Group, Member, Person, Stream
from studio.server import ticks
from tests.markup import as_read
from tests.memories import forget_faces
from tests.print.conftest import FACES, RULE, words_of

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 21, 9, tzinfo=UTC)


class QuickPress:
    """Stands in where the queue is tested and not the drawing."""

    def __init__(self) -> None:
        self.printed: list[str] = []
        self.failure: PressFailed | None = None

    def print_sheets(self, job, progress=None) -> bytes:
        if self.failure:
            raise self.failure
        if progress:
            progress(0, 2)
            progress(2, 2)
        self.printed.append(job.name)
        return b"%PDF-1.5 " + job.name.encode()

    def rest(self, seconds: float) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> QuickPress:
    press = QuickPress()
    monkeypatch.setattr(files, "folder", lambda: tmp_path)
    monkeypatch.setattr(files, "print_now", _print_now(press, tmp_path))
    monkeypatch.setattr(prints, "print_in_background", lambda job_of: None)
    monkeypatch.setattr("cards.views.prints.pango_is_missing", lambda: False)
    monkeypatch.setattr("cards.queries.print_page.pango_is_missing", lambda: False)
    monkeypatch.setattr(runner._Notes, "take", lambda self, done, total: self._tell(done, total))
    return press


def _print_now(press: QuickPress, folder: Path):
    def now(job, progress=None) -> Path:
        path = files.finished(job_digest(job, build()))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(press.print_sheets(job, progress))
        return path

    return now


@pytest.fixture
def deck() -> rows.Deck:
    group = Group.objects.create(name="Plot", created_at=AT)
    stream = Stream.objects.create(kind="deck", head=0, group=group)
    person = Person.objects.create(name="Maud", colour="#1b4b8a", shape="round")
    member = Member.objects.create(group=group, person=person, is_steward=True, joined_at=AT)
    made = rows.Deck.objects.create(
        group=group, stream=stream, slug="allotment-ab12", title="Allotment Wars", visibility="public", created_at=AT,
        changed_at=AT,
    )  # fmt: skip
    keep_faces((*FACES, RULE))
    cards = [[n, face.digest, 2 if n == 1 else 1, ""] for n, face in enumerate(FACES, 1)]
    manifest = {"schema": 1, "cards": cards, "rules": [[1, RULE.digest]]}
    rows.Version.objects.create(deck=made, number=7, name="Frost", digest="7" * 64, manifest=manifest, by=member, at=AT)
    return made


@pytest.fixture
def reader() -> Iterator[Client]:
    yield Client()


SHOP = "/decks/allotment-ab12/print/"


def ask(client: Client, **choices: str) -> str:
    answer = client.post(SHOP, {"paper": "a4", "frame": "press", "with_rules": "1", **choices})
    assert answer.status_code == 303
    return answer["Location"]


def test_the_shop_shows_the_first_sheet_and_says_what_goes_over(deck, reader, quick) -> None:
    page = as_read(reader.get(SHOP))
    assert "Allotment Wars, version 7" in page and "12 cards and 1 Special Rule" in page
    assert page.count('class="cf-title"') == 4 + 9
    assert "Everything" in page and "Nothing is left out" in page
    sheet = as_read(reader.get(SHOP + "?paper=letter&frame=saver")).partition('id="print-sheet"')[2]
    assert sheet.count('data-frame="saver"') == 9 and "--pw: 215.9mm" in sheet


def test_a_print_is_asked_for_made_and_opened_inline(deck, reader, quick) -> None:
    at = ask(reader)
    assert "Yours is next" in as_read(reader.get(at))
    assert reader.get(at + "sheets.pdf").status_code == 404
    assert runner.run_queued(prints.job_of) == 1
    page = as_read(reader.get(at))
    assert "Ready to print" in page and "at 100 %" in page
    answer = reader.get(at + "sheets.pdf")
    assert answer.status_code == 200 and answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == 'inline; filename="allotment-ab12-v7-a4.pdf"'
    assert b"".join(answer.streaming_content).startswith(b"%PDF")


def test_asking_for_the_same_again_sends_the_file_that_is_there(deck, reader, quick) -> None:
    first = ask(reader)
    runner.run_queued(prints.job_of)
    assert ask(reader) == first
    assert ask(Client(REMOTE_ADDR="10.0.0.9")) == first
    assert quick.printed == ["Allotment Wars, version 7"]


def test_one_person_has_one_print_at_a_time_and_others_wait_behind(deck, reader, quick) -> None:
    first = ask(reader)
    assert ask(reader, paper="letter") == first
    others = [
        ask(Client(REMOTE_ADDR=f"10.0.0.{n}"), frame=frame) for n, frame in enumerate(("saver", "classic", "hand"))
    ]
    assert len({first, *others}) == 4
    assert "3 others are before you" in as_read(reader.get(others[2]))
    assert runner.run_queued(prints.job_of) == 4
    assert PrintJob.objects.filter(state="done").count() == 4


def test_no_more_than_so_many_are_under_way_on_a_machine(deck, reader, quick) -> None:
    ask(reader)
    for slot in range(runner.AT_ONCE):
        PrintJob.objects.create(
            deck=deck,
            state="running",
            slot=slot,
            digest="0" * 64,
            created_at=AT,
            lease_until=timezone.now() + runner.LEASE,
        )
    assert runner.run_queued(prints.job_of) == 0


def test_what_a_dead_process_left_is_taken_up_and_given_up_the_second_time(deck, reader, quick) -> None:
    at = ask(reader)
    past = timezone.now() - timedelta(seconds=1)
    PrintJob.objects.update(state="running", slot=0, lease_until=past, attempts=1)
    assert runner.run_queued(prints.job_of) == 1 and "Ready" in as_read(reader.get(at))
    other = ask(reader, paper="letter")
    PrintJob.objects.exclude(state="done").update(
        state="running", slot=0, lease_until=past, attempts=runner.ATTEMPTS_MAX
    )
    assert runner.run_queued(prints.job_of) == 0
    assert "The press stopped in the middle" in as_read(reader.get(other))


def test_a_print_is_taken_up_at_once_when_its_process_is_gone_and_never_before(deck, reader, quick) -> None:
    """The lease is still running: that the process was killed is seen, wherever it can be."""
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    if not (owner := processes._named(other.pid)):
        other.kill()
        pytest.skip("this system does not tell of its processes")
    at = ask(reader)
    until = timezone.now() + runner.LEASE
    place, number, start = owner.split(" ")
    for alive in (owner, f"elsewhere/boot/pid:[1] {number} {start}", f"{place[:-1]}9 {number} {start}", ""):
        PrintJob.objects.update(state="running", slot=0, lease_until=until, attempts=1, owner=alive)
        assert runner.run_queued(prints.job_of) == 0, alive
    PrintJob.objects.update(owner=f"{place} {number} 1")  # its number, given out again
    assert runner.run_queued(prints.job_of) == 1
    PrintJob.objects.update(state="running", slot=0, lease_until=until, attempts=1, owner=owner)
    other.kill()
    other.wait()
    assert runner.run_queued(prints.job_of) == 1 and "Ready" in as_read(reader.get(at))


def test_a_lease_is_renewed_while_nothing_new_is_to_be_told(monkeypatch) -> None:
    monkeypatch.setattr(runner, "BEAT", 0.01)
    monkeypatch.setattr(runner, "TELL_EVERY", 0.001)
    told: list[tuple[int, int]] = []
    enough = threading.Event()

    def tell(done: int, total: int) -> None:
        told.append((done, total))
        if len(told) == 2:
            raise DatabaseError("locked for a moment")
        if len(told) > 4:
            enough.set()

    notes = runner._Notes(tell)
    notes.take(3, 9)
    assert enough.wait(30)
    notes.close()
    assert (3, 9) in told


def test_a_draft_s_date_is_that_of_its_last_change(deck) -> None:
    """Whoever joins or leaves changes the deck's row; the file stays as it is, to the byte."""
    face = rows.Face.objects.get(digest=FACES[0].digest)
    card = rows.Article.objects.create(deck=deck, kind="card", number=1, face=face, title_key="x", accepted_at=AT)
    changed = AT + timedelta(hours=3)
    rows.Change.objects.create(article=card, seq=1, kind="added", face=face, copies=1, at=changed)
    before = prints.printable(deck, None).job(prints.Options())
    deck.changed_at = AT + timedelta(days=2)
    deck.save()
    after = prints.printable(deck, None).job(prints.Options())
    assert before.date == "D:20261121120000Z"
    assert job_digest(before, "b") == job_digest(after, "b")
    rows.Change.objects.create(article=card, seq=2, kind="copies", face=face, copies=2, at=changed + timedelta(1))
    assert prints.printable(deck, None).job(prints.Options()).date == "D:20261122120000Z"


def test_who_asked_is_known_by_a_keyed_hash_while_it_waits_and_then_no_more(deck, reader, quick, settings) -> None:
    """No row tells an address, also not to somebody who tries all of them; a household is one place."""
    ask(Client(REMOTE_ADDR="10.0.0.9"))
    kept = PrintJob.objects.get().asker
    tried = ("10.0.0.9", "address:10.0.0.9", "place:10.0.0.9")
    assert len(kept) == 64 and not any(kept.startswith(sha256(one.encode()).hexdigest()[:16]) for one in tried)
    assert kept == jobs.asker_of(None, "10.0.0.9")
    settings.SECRET_KEY = "another site's"
    assert kept != jobs.asker_of(None, "10.0.0.9")
    runner.run_queued(prints.job_of)
    assert PrintJob.objects.get().asker == ""
    again = ask(Client(REMOTE_ADDR="2001:db8:1:2::3"), frame="hand")
    assert ask(Client(REMOTE_ADDR="2001:db8:1:2:ffff::4"), frame="saver") == again
    assert ask(Client(REMOTE_ADDR="2001:db8:1:3::3"), frame="saver") != again
    quick.failure = PressFailed("print.too_big", "status -9")
    runner.run_queued(prints.job_of)
    assert not PrintJob.objects.exclude(asker="").exists()


def test_what_was_kept_of_askers_before_is_emptied(deck) -> None:
    """As a site finds it that comes from a release that kept them: what has ended, and what is under way."""
    for state in ("done", "failed", "queued"):
        PrintJob.objects.create(deck=deck, digest="0" * 64, state=state, asker=f"address:{state}", created_at=AT)
    forget = import_module("cards.migrations.0011_print_slots").forget
    forget(apps, SimpleNamespace(connection=connection))
    assert set(PrintJob.objects.values_list("state", "asker")) == {("done", ""), ("failed", ""), ("queued", "")}


def test_who_asked_for_a_print_that_never_ends_is_forgotten_within_a_day(deck, reader, quick) -> None:
    ask(reader)
    now = timezone.now()
    assert jobs.forget_askers(now + timedelta(hours=23)) == 0
    assert jobs.forget_askers(now + timedelta(hours=25)) == 1
    assert PrintJob.objects.get().asker == ""
    assert "forget who asked for prints" in {duty.name for duty in ticks.duties()}


def test_looking_at_a_print_starts_nothing(deck, reader, quick, monkeypatch) -> None:
    at = ask(reader)
    started: list[object] = []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread))
    monkeypatch.setattr(prints, "print_in_background", runner.print_in_background)
    for address in (SHOP, at, at + "?part=state"):
        assert reader.get(address).status_code == 200
    assert started == []
    ask(Client(REMOTE_ADDR="10.0.0.7"), frame="saver")
    assert len(started) == 1


def test_a_failure_is_said_in_words_and_can_be_tried_again(deck, reader, quick) -> None:
    quick.failure = PressFailed("print.too_big", "status -9")
    at = ask(reader)
    runner.run_queued(prints.job_of)
    page = as_read(reader.get(at))
    assert "needed more memory" in page and "status -9" not in page
    quick.failure = None
    again = ask(reader)
    assert again != at
    assert runner.run_queued(prints.job_of) == 1


def test_a_private_deck_and_a_draft_are_not_there_for_readers(deck, reader, quick) -> None:
    at = ask(reader)
    draft = PrintJob.objects.create(deck=deck, digest="0" * 64, created_at=AT)
    assert reader.get(f"{SHOP}{draft.pk}/").status_code == 404
    deck.visibility = "private"
    deck.save()
    for address in (SHOP, at, at + "sheets.pdf"):
        assert reader.get(address).status_code == 404
    assert reader.post(SHOP, {"paper": "a4"}).status_code == 404


@pytest.mark.parametrize("asked", ["?version=8", "?version=0", "99/", "1/sheets.pdf"])
def test_what_is_not_there_is_404(deck, reader, quick, asked) -> None:
    assert reader.get(SHOP + asked).status_code == 404


def test_a_page_without_pango_says_the_line_and_the_press_refuses(deck, reader, monkeypatch) -> None:
    monkeypatch.setattr("cards.views.prints.pango_is_missing", lambda: True)
    monkeypatch.setattr("cards.queries.print_page.pango_is_missing", lambda: True)
    assert "libpango-1.0-0" in as_read(reader.get(SHOP))
    answer = reader.post(SHOP, {"paper": "a4"})
    assert answer.status_code == 409 and "libpango-1.0-0" in as_read(answer)
    assert not PrintJob.objects.exists()


def test_letters_without_a_form_are_told_before_printing_by_card_and_letter(
    deck, reader, quick, monkeypatch, capsys, tmp_path
) -> None:
    faces = (Face("Goat 山", "Thing", "水 and 山"), Face("Hosepipe", "Thing — 火", "…"))
    keep_faces(faces)
    cards = [[n, face.digest, 1, ""] for n, face in enumerate(faces, 1)]
    version = rows.Version.objects.get(number=7)
    version.pk, version.number, version.digest = None, 8, "8" * 64
    version.manifest = {"schema": 1, "cards": cards, "rules": []}
    version.save(force_insert=True)
    monkeypatch.setattr(installed_fonts, "coverage", lambda: NOTHING)
    for place in (SHOP, SHOP + "?frame=hand&paper=letter"):
        page = as_read(reader.get(place))
        assert "Card 1, “Goat 山”: 山 and 水 cannot be drawn here." in page
        assert "Card 2, “Hosepipe”: 火 cannot be drawn here." in page and "fonts-noto-cjk" in page
    call_command("print_deck", "allotment-ab12@8", out=tmp_path / "out.pdf")
    said = capsys.readouterr().err
    assert "Card 1, “Goat 山”: 山 and 水 cannot be drawn here." in said and "fonts-noto-cjk" in said
    monkeypatch.setattr(installed_fonts, "coverage", lambda: coverage_of(range(0x4E00, 0xA000)))
    assert "cannot be drawn" not in as_read(reader.get(SHOP))


def test_a_withdrawn_face_is_not_printed(deck, reader, quick) -> None:
    before = prints.printable(deck, 7).job(prints.Options())
    rows.Face.objects.filter(digest=FACES[1].digest).update(withdrawn_at=timezone.now(), content={})
    forget_faces()
    after = prints.printable(deck, 7).job(prints.Options())
    assert not any(item.face.title == "Hosepipe Ban" for item in after.items)
    assert job_digest(before, "b") != job_digest(after, "b")


def test_nothing_but_what_decides_a_print_names_its_file(deck) -> None:
    job = prints.printable(deck, 7).job(prints.Options())
    assert job_digest(job, "b") == job_digest(prints.printable(deck, 7).job(prints.Options()), "b")
    for other in (prints.Options(paper="letter"), prints.Options(frame="saver"), prints.Options(with_rules=False)):
        assert job_digest(job, "b") != job_digest(prints.printable(deck, 7).job(other), "b")
    deck.title = "Renamed"
    assert job_digest(job, "b") != job_digest(prints.printable(deck, 7).job(prints.Options()), "b")


def test_print_deck_writes_a_pdf(deck, press, monkeypatch, tmp_path) -> None:
    class Kept:
        """The press of all tests, which a command must not close."""

        print_sheets = staticmethod(press.print_sheets)

    monkeypatch.setattr(files, "folder", lambda: tmp_path)
    monkeypatch.setattr("cards.management.commands.print_deck.files.the_press", _cached(Kept))
    out, said = tmp_path / "deck.pdf", io.StringIO()
    call_command("print_deck", "allotment-ab12@7", "--paper", "letter", "--out", str(out), stdout=said)
    pages = words_of(out.read_bytes())
    assert "Hosepipe Ban" in pages[0] and "Sheet 1 of" in pages[0] and "100 %" in said.getvalue()
    with pytest.raises(CommandError, match="no version 8"):
        call_command("print_deck", "allotment-ab12@8", "--out", str(out))
    with pytest.raises(CommandError, match="no deck"):
        call_command("print_deck", "nobody", "--out", str(out))
    with pytest.raises(CommandError, match="nothing to print"):
        call_command("print_deck", "allotment-ab12", "--out", str(out))


def _cached(made):
    def the_press():
        return made

    the_press.cache_info = lambda: type("Info", (), {"currsize": 0})  # type: ignore[attr-defined]
    return the_press


def test_a_face_of_the_longest_allowed_text_prints_whole(press) -> None:
    from cards.rules.limits import RULE_TEXT_MAX, TEXT_MAX, TITLE_MAX
    from tests.print.conftest import items_of, job

    words = " ".join(f"word{n}" for n in range(2000))
    card = Face("T" * TITLE_MAX, "Thing", words[:TEXT_MAX].rsplit(" ", 1)[0])
    rule = Face("Rule", "", words[:RULE_TEXT_MAX].rsplit(" ", 1)[0])
    printed = " ".join(words_of(press.print_sheets(job(items_of((card, rule))))))
    for face in (card, rule):
        last = int(face.text.rsplit("word", 1)[1])
        assert all(f"word{n}" in printed for n in (0, last // 2, last))
