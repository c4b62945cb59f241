"""A backup holds the whole site, is made while it is open, and comes back whole: on either database."""

from __future__ import annotations

import json
import sqlite3
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import IS_LONG
from tests.servers import PROJECT, Postgres, Site, get, running_site, wait_until

BUSY = """
import itertools, time
from django.db import transaction
from studio.models import Group, Member, Person
for number in itertools.count():
    with transaction.atomic():
        group = Group.objects.create(name=f"Evening {number}")
        for name in ("Maud", "Zoë", "Ödön"):
            Member.objects.create(group=group, person=Person.objects.create(name=name))
    print(number, flush=True)
"""


def rows_of(path: Path) -> dict[str, list[str]]:
    """Every table of a backup as sorted rows. PostgreSQL keeps the keys of JSON in an order of its own."""
    with zipfile.ZipFile(path) as file:
        return {
            name: sorted(json.dumps(json.loads(line), sort_keys=True) for line in file.read(name).splitlines())
            for name in file.namelist()
            if name.startswith("rows/")
        }


def with_rows(site: Site) -> None:
    """Some rows whose values are awkward, and a picture."""
    site.manage(
        "shell", "-v0", "-c",
        "from studio.models import *; from django.utils import timezone as t; import datetime as d\n"
        "g = Group.objects.create(name='Kettle \\n\\u2028 “quoted”'); p = Person.objects.create(name='Zoë')\n"
        "m = Member.objects.create(group=g, person=p, is_steward=True)\n"
        "s = Stream.objects.create(kind='deck', group=g, head=1)\n"
        "Person.objects.filter(pk=p.pk).update(created_at=t.make_aware(d.datetime(2001, 2, 3, 4, 5, 6, 789012)))\n"
        "Entry.objects.create(stream=s, seq=1, kind='note', by=m, at=t.now(),"
        " body={'null': None, 'deep': [1, 2.5, {'é': '\\u0001'}], 'big': 2**60})\n"
        "from cards.actions import start_deck; from cards.rules.deck import Details\n"
        "k = start_deck(member=m.pk, details=Details('Kettle Calls'))\n"
        "from cards import actions; from cards.face.face import Face\n"
        "from cards.verbs.batch import BeginBatch, PutDown\n"
        "actions.do(k.pk, BeginBatch(by=m.pk, size=2), key=None)\n"
        "f = Face('Unseen yet')\n"
        "actions.do(k.pk, PutDown(m.pk, 1, 1, 'card', f.digest), key=None, faces=[f])\n"
        "from cards.actions.pictures import bring_picture; from cards.face.picture import Picture\n"
        "from tests.picture_files import halves, written\n"
        "p = bring_picture(k.pk, by=m.pk, content=written(halves()))\n"
        "f = Face('Goat', art_words='A goat.', picture=Picture(p.digest, p.width, p.height))\n"
        "actions.do(k.pk, PutDown(m.pk, 1, 2, 'card', f.digest), key=None, faces=[f])",
    )  # fmt: skip
    picture = site.data / "media" / "pictures" / "ab.webp"
    picture.parent.mkdir(parents=True, exist_ok=True)
    picture.write_bytes(bytes(range(256)))


ACROSS = [("sqlite", "postgresql"), ("postgresql", "sqlite")]
ALIKE = [("sqlite", "sqlite"), ("postgresql", "postgresql")]


@pytest.mark.parametrize(("source", "target"), ACROSS + ALIKE if IS_LONG else ACROSS)
def test_a_backup_of_an_open_site_comes_back_whole(
    source: str, target: str, live_site: Callable[..., Site], postgres: Postgres, migrated: Path, tmp_path: Path
) -> None:
    def database(kind: str) -> str | None:
        return postgres.new_database(postgres.templates["migrated"]) if kind == "postgresql" else None

    site = live_site(database(source))
    with_rows(site)
    file = tmp_path / "site.carte"
    busy = subprocess.Popen(
        [sys.executable, str(PROJECT / "manage.py"), "shell", "-v0", "-c", BUSY],
        env=site.environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert busy.stdout is not None
        before = int(busy.stdout.readline())
        site.manage("backup", str(file))
        assert busy.poll() is None, "writing went on all the while"
    finally:
        busy.kill()
        busy.communicate()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    groups, members = rows_of(file)["rows/studio_group.jsonl"], rows_of(file)["rows/studio_member.jsonl"]
    assert len(groups) > before
    assert len(members) == 1 + 3 * (len(groups) - 1), "one moment: no evening is half there"

    with running_site(database(target), processes=0, prepared=migrated) as other:
        other.manage("restore", str(file), *(["--replace"] if target == "postgresql" else []))
        again = tmp_path / "again.carte"
        other.manage("backup", str(again))
        assert rows_of(again) == rows_of(file)
        assert (other.data / "media/pictures/ab.webp").read_bytes() == bytes(range(256))
        for picture in (site.data / "media" / "pictures").rglob("*.jpg"):  # one that the site itself has made
            name = picture.relative_to(site.data)
            assert (other.data / name).read_bytes() == picture.read_bytes()
        assert (other.data / "secret_key").read_text() == (site.data / "secret_key").read_text()
        assert stat.S_IMODE((other.data / "secret_key").stat().st_mode) == 0o600
        other.addresses.append(site.url)
        site.kill()
        other.start(0)
        assert get(other.url + "/readyz").status == 200
        other.manage("shell", "-v0", "-c", "from studio.models import Group; Group.objects.create(name='one more')")


def test_an_open_site_is_not_restored(live_site: Callable[..., Site], tmp_path: Path) -> None:
    site = live_site()
    file = tmp_path / "site.carte"
    site.manage("backup", str(file))
    refused = site.manage("restore", str(file), check=False)
    assert refused.returncode == 1 and "The site is open" in refused.stderr
    site.terminate()
    site.manage("restore", str(file))
    assert [path.name for path in site.data.glob("carte.sqlite3.before-*")] != []


def test_a_backup_comes_into_an_empty_folder_and_leaves_nothing_beside_it(migrated: Path, tmp_path: Path) -> None:
    with running_site(processes=0, prepared=migrated) as site:
        with_rows(site)
        site.manage("backup", str(tmp_path / "site.carte"))
        (tmp_path / "new").mkdir()
        site.environ["CARTE_DATA"] = str(tmp_path / "new")
        site.manage("restore", str(tmp_path / "site.carte"))
    found = {path.name for path in (tmp_path / "new").iterdir()}
    assert found <= {"carte.sqlite3", "carte.sqlite3-wal", "carte.sqlite3-shm", "media", "secret_key", ".open.lock"}


HARMS = {
    "cut": "not a whole backup",
    "flipped": "not a whole backup",
    "not a zip": "not a whole backup",
    "a newer program": "made by a newer program",
    "a path outside": "outside its folder",
    "a member more": "does not hold what it promises: media/extra",
    "a word of the log": "rows/studio_entry.jsonl was changed",
    "another picture": "media/pictures/ab.webp was changed",
    "as before hashes: a row missing": "all the rows",
    "as before hashes: a number that is none": "Row 1 of studio_stream",
    "as before hashes: more brackets than can be read": "Row 1 of studio_stream",
    "as before hashes: a group that is not there": "do not fit together",
    "as before hashes: an address too long": "Row 1 of cards_deck in the file is no row of it: slug is longer than 80",
    "as before hashes: where the deck comes from": "the log tells other origins than the rows hold",
    "as before hashes: a word of the log": "the log tells other details than the rows hold",
}

# The tables of an empty site are copied instead of made: thirteen times the same, and others watch them being made.
ATTEMPTS = """
import json, shutil, sqlite3, traceback
from pathlib import Path
from django.conf import settings
from django.db import connection
from studio.backup import restore
from studio.backup.dump import Unfit
from studio.backup.restore import read_backup
def copied(*_):
    if not connection.introspection.table_names():
        connection.close()
        shutil.copy(MIGRATED, settings.DATABASES["default"]["NAME"])
restore.MigrationExecutor.migrate = copied
for number in range(COUNT):
    try:
        read_backup(Path(FOLDER) / f"spoilt-{number}.carte")
        said = "came back"
    except Unfit as problem:
        said = str(problem)
    except BaseException:
        said = traceback.format_exc()
    with sqlite3.connect(settings.DATA / "carte.sqlite3") as now:
        groups = now.execute("SELECT name FROM studio_group").fetchall()
    print(json.dumps([said, groups, sorted(p.name for p in settings.DATA.iterdir() if not p.is_file())]), flush=True)
"""


def test_a_file_that_is_not_what_was_written_is_refused_in_a_sentence_and_changes_nothing(
    migrated: Path, tmp_path: Path
) -> None:
    with running_site(processes=0, prepared=migrated) as site:
        with_rows(site)
        file = tmp_path / "site.carte"
        site.manage("backup", str(file))
        with closing(sqlite3.connect(site.data / "carte.sqlite3")) as later:
            later.execute("UPDATE studio_group SET name = 'later'")
            later.commit()
        before = sorted(path.name for path in site.data.iterdir() if path.is_dir())
        for number, harm in enumerate(HARMS):
            spoilt = tmp_path / f"spoilt-{number}.carte"
            spoilt.write_bytes(file.read_bytes())
            spoil(spoilt, harm)
        script = ATTEMPTS.replace("COUNT", str(len(HARMS))).replace("FOLDER", repr(str(tmp_path)))
        script = script.replace("MIGRATED", repr(str(migrated)))
        answers = [json.loads(line) for line in site.manage("shell", "-v0", "-c", script).stdout.splitlines()]
        for (harm, words), (said, groups, folders) in zip(HARMS.items(), answers, strict=True):
            assert words in said and "Traceback" not in said, (harm, said)
            assert groups == [["later"]] and folders == before, harm
        assert (site.data / "media/pictures/ab.webp").read_bytes() == bytes(range(256))
        assert not (site.data.parent / "evil").exists()
        changed = tmp_path / f"spoilt-{[*HARMS].index('a word of the log')}.carte"
        refused = site.manage("restore", str(changed), check=False)
        assert refused.returncode == 1 and "Traceback" not in refused.stderr
        site.manage("restore", "--unchecked", str(tmp_path / f"spoilt-{len(HARMS) - 1}.carte"))


def spoil(file: Path, harm: str) -> None:
    """Harm a backup in one way."""
    whole = file.read_bytes()
    with zipfile.ZipFile(file) as old:
        members = {name: old.read(name) for name in old.namelist()}
    about = json.loads(members["manifest.json"])
    if harm.startswith("as before hashes: "):
        harm = harm.removeprefix("as before hashes: ")
        del about["sha256"]

    def change(name: str, was: bytes, now: bytes) -> None:
        assert was in members[name], (name, was)
        members[name] = members[name].replace(was, now, 1)

    match harm:
        case "cut":
            file.write_bytes(whole[: len(whole) // 2])
            return
        case "flipped":
            middle = whole.index(b"rows/studio_person.jsonl") + 60
            file.write_bytes(whole[:middle] + bytes([whole[middle] ^ 0xFF]) + whole[middle + 1 :])
            return
        case "not a zip":
            file.write_bytes(b"hello")
            return
        case "a row missing":
            members["rows/studio_device.jsonl"] = b""
            members["rows/studio_entry.jsonl"] = b""
        case "a newer program":
            about["migrations"].append(["studio", "9999_later"])
        case "a path outside":
            members["media/../../evil"] = b"x"
        case "a member more":
            members["media/extra"] = b"x"
        case "another picture":
            members["media/pictures/ab.webp"] = b"x"
        case "a word of the log":
            change("rows/studio_entry.jsonl", b"Kettle Calls", b"Kettle Falls")
        case "an address too long":
            change("rows/cards_deck.jsonl", b'"slug": "', b'"slug": "' + b"x" * 81)
        case "where the deck comes from":
            change("rows/cards_deck.jsonl", b'"forked_from": ""', b'"forked_from": "elsewhere"')
        case "a number that is none":
            change("rows/studio_stream.jsonl", b'"head": ', b'"head": "x", "was": ')
        case "more brackets than can be read":
            members["rows/studio_stream.jsonl"] = b"[" * 100_000 + b"\n"
        case "a group that is not there":
            change("rows/studio_member.jsonl", b'"group_id": ', b'"group_id": 9999')
    members["manifest.json"] = json.dumps(about).encode()
    with zipfile.ZipFile(file, "w") as new:
        for name, content in members.items():
            new.writestr(name, content)


def test_a_backup_waits_for_nobody_and_nobody_for_it(live_site: Callable[..., Site], tmp_path: Path) -> None:
    site = live_site()
    with closing(sqlite3.connect(site.data / "carte.sqlite3", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        site.manage("backup", str(tmp_path / "site.carte"), timeout=15)
        writer.execute("ROLLBACK")
    wait_until((tmp_path / "site.carte").exists, "the file")
