"""A deck to print, a press that stands in for the real one, and somebody who asks for prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.test import Client

from cards import models as rows
from cards.face.face import Face
from cards.printing.queue import files, runner
from cards.printing.queue.failures import PressFailed
from cards.printing.queue.press import Press
from cards.printing.queue.values import ReadingJob, job_digest
from cards.printing.shared.build import build
from cards.queries.shop import jobs as print_jobs
from cards.storage.store import keep_faces
from studio.models import Group, Member, Person, Stream
from tests.print.conftest import FACES, RULE

AT = datetime(2026, 11, 21, 9, tzinfo=UTC)
SHOP = "/decks/allotment-ab12/print/"


class QuickPress:
    """Stands in where the queue is tested and not the drawing."""

    def __init__(self) -> None:
        self.printed: list[str] = []
        self.failure: PressFailed | None = None
        self.meanwhile: Callable[[], None] = lambda: None

    def print_sheets(self, job, progress=None, cancelled=None) -> bytes:
        self.meanwhile()
        if cancelled:
            cancelled.check()
        if self.failure:
            raise self.failure
        if progress:
            progress(0, 2)
            progress(2, 2)
        name = job.title if isinstance(job, ReadingJob) else job.name
        self.printed.append(name)
        return b"%PDF-1.5 " + name.encode()

    def rest(self, seconds: float) -> None: ...

    def close(self) -> None: ...


def printed_by(press: QuickPress, folder: Path):
    def now(job, progress=None, cancelled=None) -> Path:
        path = files.finished(job_digest(job, build()))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(press.print_sheets(job, progress, cancelled))
        return path

    return now


def ask(client: Client, **choices: str) -> str:
    answer = client.post(SHOP, {"paper": "a4", "frame": "press", "with_rules": "1", **choices})
    assert answer.status_code == 303
    return answer["Location"]


def archived(number: int, cards: list[list[object]]) -> None:
    """Version 7 again under another number, with other cards."""
    version = rows.Version.objects.get(number=7)
    version.pk, version.number, version.digest = None, number, str(number) * 64
    version.manifest = {**version.manifest, "cards": cards}
    version.save(force_insert=True)


def newer() -> None:
    """Version 8: card 1 reads differently, card 2 is out, 12 is new and there is one more of card 3."""
    new = Face("Slug", "Thing", "It eats.", credit="Idris")
    reworded = replace(FACES[0], text="Gain {gold 9}.")
    keep_faces((new, reworded))
    kept = [[n, face.digest, 2 if n == 3 else 1, ""] for n, face in enumerate(FACES, 1)][2:]
    archived(8, [[1, reworded.digest, 2, ""], [12, new.digest, 1, ""], *kept])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> QuickPress:
    press = QuickPress()
    monkeypatch.setattr(files, "folder", lambda: tmp_path)
    monkeypatch.setattr(files, "print_now", printed_by(press, tmp_path))
    monkeypatch.setattr(print_jobs, "print_in_background", lambda job_of: None)
    monkeypatch.setattr("cards.views.prints.pango_is_missing", lambda: False)
    monkeypatch.setattr("cards.queries.shop.page.pango_is_missing", lambda: False)
    monkeypatch.setattr(runner._Notes, "take", lambda self, done, total: self._tell(done, total))
    return press


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


@pytest.fixture
def drawing(deck: rows.Deck, inside: Callable[..., Press], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Press:
    """A press in this process, for pictures that a page asks for."""
    press = inside(tmp_path / "press")
    monkeypatch.setattr(files, "folder", lambda: tmp_path)
    monkeypatch.setattr(files, "the_press", lambda: press)
    return press
