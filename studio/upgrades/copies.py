"""The copy of a site as it was before its data is changed: beside the file on SQLite, a backup on PostgreSQL.

Which copy belongs to an upgrade that has not ended is noted in the data folder: where the upgrade was cut short,
nothing has changed (upgrade.py), and the next one makes a copy of its own in place of that one.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from studio.backup.dump import write_backup

NOTE = ".upgrading"
SPARE = 64 << 20  # bytes that the upgrade itself may need besides


class NoRoom(Exception):
    """There is no room for the copy; the message says how much it takes."""


def keep_copy() -> Path:
    """Make it, whole or not at all, and note that an upgrade begins. Raises NoRoom, OSError, DatabaseError."""
    forget_cut_short()
    path = _place()
    for half in path.parent.glob("*.before-*.part*"):  # of one that was killed, and SQLite's own file beside it
        half.unlink(missing_ok=True)
    _refuse_without_room(path.parent)
    if connection.vendor == "sqlite":
        _copy_file(path)
    else:
        write_backup(path, as_it_stands=True)
    (settings.DATA / NOTE).write_text(str(path), encoding="utf-8")
    return path


def copy_under_way() -> Path | None:
    """The copy of an upgrade that was not seen to end."""
    with suppress(OSError, UnicodeDecodeError):
        return Path((settings.DATA / NOTE).read_text(encoding="utf-8"))
    return None


def forget_cut_short() -> None:
    """An upgrade ended with nothing changed: its copy is what is there anyhow."""
    if (copy := copy_under_way()) is not None and ".before-" in copy.name:
        copy.unlink(missing_ok=True)
    upgrade_ended()


def upgrade_ended() -> None:
    """No upgrade is under way any more; its copy is the host's."""
    (settings.DATA / NOTE).unlink(missing_ok=True)


def _place() -> Path:
    ending = f".before-{datetime.now(UTC):%Y%m%dT%H%M%S}"
    if connection.vendor == "sqlite":
        name = Path(connection.settings_dict["NAME"])
        return name.with_name(name.name + ending)
    return Path(settings.DATA / f"site{ending}.carte")


def _copy_file(path: Path) -> None:
    """Of one moment, whoever writes meanwhile; on the disk before it has its name."""
    draft = path.with_name(path.name + ".part")
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # people and their devices are in it
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(draft)) as target:
            connection.connection.backup(target)
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
    except sqlite3.Error as problem:
        raise NoRoom(f"The copy could not be made: {problem}.") from problem
    finally:
        draft.unlink(missing_ok=True)


def _refuse_without_room(folder: Path) -> None:
    takes = _size()
    free = shutil.disk_usage(folder).free
    if free < takes + SPARE:
        raise NoRoom(
            f"A copy of the site as it is takes {takes >> 20} MB in {folder}, and {free >> 20} MB are free there."
        )


def _size() -> int:
    """About how many bytes the copy takes, at most."""
    if connection.vendor == "sqlite":
        name = Path(connection.settings_dict["NAME"])
        tails = (name, name.with_name(name.name + "-wal"))
        return sum(path.stat().st_size for path in tails if path.exists())
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        rows: int = cursor.fetchone()[0]
    media = Path(settings.MEDIA_ROOT)
    return rows + sum(path.stat().st_size for path in media.rglob("*") if path.is_file())
