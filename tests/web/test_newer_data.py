"""Data that a newer release brought up to date is not opened by this one: it would misread it, and write what the
newer one misreads."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder

from cards.printing.queue import runner
from studio.backup.dump import Unfit, write_backup
from studio.management.commands import prepare as preparing
from studio.server import health, ticks
from studio.server.newer import BESIDE, let_older_go_on, unknown_steps

pytestmark = pytest.mark.django_db(transaction=True)
TOLD = "brought up to date by a newer release (it knows cards 0099_x, this one does not)"


@pytest.fixture
def newer(db: None) -> Any:
    step = MigrationRecorder.Migration.objects.create(app="cards", name="0099_x")
    yield step
    step.delete()


COMMANDS = (
    "prepare", "serve --port 0", "worker --once", "backup FILE", "import_deck FILE", "export_deck a --out FILE",
    "print_deck a --out FILE", "star a", "take_down a card-1", "reset_password Maud",
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_opens_it(
    newer: Any, command: str, tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """(`start` prepares.)"""

    def opened(*_: Any, **__: Any) -> None:
        raise AssertionError("it was opened")

    monkeypatch.setattr(ticks, "start", opened)
    monkeypatch.setattr(preparing, "collect", opened)
    monkeypatch.setattr(runner, "run_queued", opened)
    settings.DATA = tmp_path / "data"
    settings.DATA.mkdir()
    words = command.replace("FILE", str(tmp_path / "a.txt")).split()
    with pytest.raises(CommandError) as refused:
        call_command(*words)
    assert TOLD in str(refused.value) and "restore a backup" in str(refused.value)
    assert list(tmp_path.iterdir()) == [settings.DATA]


def test_a_backup_is_not_made_of_it_in_words(newer: Any, tmp_path: Path) -> None:
    with pytest.raises(Unfit, match="newer release"):
        write_backup(tmp_path / "a.carte")


def test_readyz_says_so_and_is_well_again_without_it(newer: Any) -> None:
    answer = asyncio.run(health.ReadyAnswer().now())
    assert answer == (503, "the data is of another release\n")
    newer.delete()
    answer = asyncio.run(health.ReadyAnswer().now())
    newer.save()
    assert answer[0] == 200, "what it says besides is of the layer, which a test before may have lost"


def test_a_process_goes_on_beside_a_newer_release_that_says_so_with_its_steps(newer: Any) -> None:
    """A proxy that looks at /readyz would close the site, for all that is open is older at that moment."""
    let_older_go_on([("cards", "0099_x")])
    try:
        assert asyncio.run(health.ReadyAnswer().now())[0] == 200
        assert unknown_steps() == [("cards", "0099_x")], "which opens it to no command, and to none that begins now"
        another = MigrationRecorder.Migration.objects.create(app="cards", name="0100_y")
        assert asyncio.run(health.ReadyAnswer().now())[0] == 503, "of this one nobody said it"
        another.delete()
    finally:
        MigrationRecorder.Migration.objects.filter(app=BESIDE).delete()


def test_what_is_of_this_release_or_of_a_room_that_is_no_longer_there_is_opened(db: None) -> None:
    gone = MigrationRecorder.Migration.objects.create(app="a_room_that_was", name="0001_initial")
    try:
        assert unknown_steps() == []
        preparing.refuse_newer()
        preparing.refuse_unprepared()
    finally:
        gone.delete()
