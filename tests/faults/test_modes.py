"""Whoever else uses the machine: what a site writes is for its owner alone, whatever the surroundings let be read."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from studio.backup import dump
from studio.backup.dump import PART
from studio.setup.locking import hold_open
from tests.servers import PROJECT, Site, running_site, wait_until

OTHERS = stat.S_IRWXG | stat.S_IRWXO
pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX systems")


@pytest.fixture
def open_hands() -> Iterator[None]:
    """Surroundings in which whatever is made may be read and written by everybody."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def site(open_hands: None, migrated: Path) -> Iterator[Site]:
    with running_site(processes=0, prepared=migrated) as one:
        yield one


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


MAKES = "from django.db import connection; connection.cursor().execute('CREATE TABLE a (b)')"


def test_what_a_site_makes_is_its_owner_s(site: Site) -> None:
    folder = site.data / "made" / "here"
    site.environ["CARTE_DATA"] = str(folder)
    site.manage("shell", "-v0", "-c", MAKES)
    made = [folder, *folder.rglob("*")]
    assert {"carte.sqlite3", "secret_key"} <= {path.name for path in made}
    assert [path for path in made if mode(path) & OTHERS] == []


def test_what_lay_open_is_shut_by_prepare(site: Site) -> None:
    rows, media = site.data / "carte.sqlite3", site.data / "media"
    aside, beside = site.data / "carte.sqlite3.before-1", site.data / "notes-of-the-host.txt"
    media.mkdir()
    for path in (aside, beside):
        path.touch()
    for path, was in ((site.data, 0o755), (rows, 0o644), (media, 0o755), (aside, 0o664), (beside, 0o644)):
        path.chmod(was)
    (site.data / "secret_key.link").symlink_to(beside)
    site.manage("prepare")
    assert [mode(path) for path in (rows, media, aside)] == [0o640, 0o750, 0o660], "a group is the host's to name"
    assert [mode(path) for path in (site.data, beside)] == [0o755, 0o644], "these may hold more than the site"
    assert not mode(site.data / "static") & OTHERS


def test_a_backup_killed_half_way_shows_nobody_anything_and_the_next_one_sweeps_it_up(
    site: Site, tmp_path: Path
) -> None:
    pictures = site.data / "media" / "pictures"
    pictures.mkdir(parents=True)
    for number in range(60):
        (pictures / f"{number}.jpg").write_bytes(os.urandom(1 << 20))
    backup = subprocess.Popen(
        [sys.executable, str(PROJECT / "manage.py"), "backup", str(tmp_path / "site.carte")],
        stdin=subprocess.DEVNULL, env=site.environ, cwd=site.data,
    )  # fmt: skip
    parts = wait_until(lambda: [one for one in tmp_path.iterdir() if one.stat().st_size > 1 << 20], "half a backup")
    assert [mode(part) for part in parts] == [0o600]
    backup.send_signal(signal.SIGKILL)
    backup.wait()
    assert list(tmp_path.iterdir()) == parts and mode(parts[0]) == 0o600, "not under the name that was asked for"
    foreign = tmp_path / f".{PART}.txt"
    foreign.touch()
    with hold_open(tmp_path / f".other{PART}") as another:  # somebody else's, who is writing it just now
        site.manage("backup", str(tmp_path / "next.carte"))
        assert set(tmp_path.iterdir()) == {tmp_path / "next.carte", foreign, Path(another.name)}
    with zipfile.ZipFile(tmp_path / "next.carte") as file:
        assert len([name for name in file.namelist() if name.startswith("media/")]) == 60


def test_a_backup_is_its_owner_s_from_the_first_byte_on_whoever_begins_it(open_hands: None, tmp_path: Path) -> None:
    """Also where no command of ours has said that nobody else reads what is made."""
    with dump._draft(tmp_path / "site.carte"):
        assert [mode(part) for part in tmp_path.iterdir()] == [0o600]
    assert mode(tmp_path / "site.carte") == 0o600


def test_the_units_for_systemd_say_so_too() -> None:
    for name in ("carte-blanche.service", "carte-blanche-worker.service"):
        unit = (PROJECT / "deploy" / name).read_text(encoding="utf-8").splitlines()
        assert {"UMask=0077", "StateDirectoryMode=0700"} <= set(unit)
