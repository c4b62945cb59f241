"""A site comes back from the file of its backup (backup.py), or nothing is changed and one sentence says why.

A file comes back only when it is what was written: every member hashes as the manifest says (files from before it did
are still read), every row fits its table, and every log tells what the rows beside it hold (audit.py).
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DataError, IntegrityError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor

from studio.backup.audit import disagreements
from studio.backup.dump import BATCH, CHUNK, FORMAT, MANIFEST, Unfit, tables_at
from studio.setup.secret_key import NAME as SECRET_KEY

TOLD = 3  # disagreements named before the others are only counted
# What reading a file that was changed by hand may raise.
MISSHAPEN = (ValidationError, KeyError, ValueError, TypeError, AttributeError, OverflowError, RecursionError)
OWN_FUNCTIONS = """
    SELECT p.oid::regprocedure::text FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')"""


def read_backup(path: Path, replace: bool = False, unchecked: bool = False) -> dict[str, int]:
    """Make this data folder and database the site of the file; how many rows each table got. Raises Unfit, OSError.

    With `unchecked` a site comes back though its logs and rows disagree. Refused, nothing has changed.

    What was there before is set aside, not deleted: SQLite file, media and key get the ending `.before-<time>`. A
    PostgreSQL database that holds a group is emptied only with `replace`. The site must not be open.
    """
    with _opened(path) as (file, about):
        executor = MigrationExecutor(connection)
        leaves = [(str(app), str(name)) for app, name in about["migrations"]]
        if unknown := [node for node in leaves if node not in executor.loader.graph.nodes]:
            raise Unfit(f"The file was made by a newer program (it knows {unknown[0][0]} {unknown[0][1]}).")
        ending = f".before-{datetime.now(UTC):%Y%m%dT%H%M%S}"
        media = Path(settings.MEDIA_ROOT)
        arriving = media.with_name(media.name + ".arriving")
        shutil.rmtree(arriving, ignore_errors=True)
        try:
            with _empty_database(ending, replace) as was_there:
                counts = _load(file, leaves, about["rows"])
                if not unchecked:
                    _refuse_disagreement()
                _read_media(file, arriving)
        except BaseException:
            shutil.rmtree(arriving, ignore_errors=True)
            raise
        _set_aside(media, ending)
        arriving.rename(media)
        if SECRET_KEY in file.namelist() and not settings.ENV.secret_key:
            key = settings.DATA / SECRET_KEY
            if was_there:
                _set_aside(key, ending)
            else:  # made a moment ago, by this very command
                key.unlink(missing_ok=True)
            key.touch(mode=0o600)
            key.write_bytes(file.read(SECRET_KEY))
        return counts


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, Any]]]:
    try:
        with zipfile.ZipFile(path) as file:
            about = json.loads(file.read(MANIFEST))
            if about["format"] != FORMAT:
                raise Unfit(f"The file has format {about['format']}; this program reads {FORMAT}.")
            for name in file.namelist():
                if name.startswith("/") or any(part == ".." or set(part) & set("\\:") for part in name.split("/")):
                    raise Unfit(f"The file names something outside its folder: {name!r}. Nothing was changed.")
            _refuse_other_members(file, about.get("sha256"))
            yield file, about
    except (zipfile.BadZipFile, zlib.error, EOFError, *MISSHAPEN) as problem:
        raise Unfit(f"{path} is not a whole backup of Carte Blanche: {problem}. Nothing was changed.") from problem


def _refuse_other_members(file: zipfile.ZipFile, promised: dict[str, str] | None) -> None:
    """Every member is read to its end, and is what the manifest promised; nothing there is more or less than that.

    Files from before the manifest promised anything have only the checksums of the zip itself.
    """
    names = [name for name in file.namelist() if name != MANIFEST]
    if promised is not None and sorted(names) != sorted(promised):
        odd = sorted(set(names) ^ set(promised)) or sorted(names)
        raise Unfit(f"The file does not hold what it promises: {odd[0]}. Nothing was changed.")
    for name in names:
        with file.open(name) as member:
            digest = _digest(member)
        if promised is not None and digest != promised[name]:
            raise Unfit(f"{name} was changed after the backup was made. Nothing was changed here.")


def _digest(member: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while piece := member.read(CHUNK):
        digest.update(piece)
    return digest.hexdigest()


def _refuse_disagreement() -> None:
    """Every log tells what its rows hold, or the site does not come back."""
    wrong = list(islice(disagreements(), TOLD + 1))
    if wrong:
        more = " There is more." if len(wrong) > TOLD else ""
        raise Unfit(
            f"The file disagrees with itself: {'; '.join(wrong[:TOLD])}.{more} Nothing was changed. "
            "Where it is all there is, --unchecked brings it back as it stands."
        )


@contextmanager
def _empty_database(ending: str, replace: bool) -> Iterator[bool]:
    """No tables inside the block, which is told whether there were any. If it fails, SQLite's file is put back and
    PostgreSQL rolls back."""
    if connection.vendor == "sqlite":
        connection.close()
        name = Path(connection.settings_dict["NAME"])
        aside = [_set_aside(name.with_name(name.name + tail), ending) for tail in ("", "-wal", "-shm")]
        try:
            yield aside[0] is not None
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA journal_mode=WAL")
                cursor.fetchall()
        except BaseException:
            connection.close()
            for old, tail in zip(aside, ("", "-wal", "-shm"), strict=True):
                name.with_name(name.name + tail).unlink(missing_ok=True)
                if old is not None:
                    old.replace(name.with_name(name.name + tail))
            raise
        return
    with transaction.atomic():
        tables = connection.introspection.table_names()
        if tables and _holds_a_group(tables) and not replace:
            raise Unfit("The database holds a site already. Use an empty one, or say --replace.")
        with connection.cursor() as cursor:
            for table in tables:
                cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")
            cursor.execute(OWN_FUNCTIONS)
            for (function,) in cursor.fetchall():
                cursor.execute(f"DROP FUNCTION {function} CASCADE")
        yield bool(tables)


def _holds_a_group(tables: list[str]) -> bool:
    if "studio_group" not in tables:
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM studio_group LIMIT 1")
        return cursor.fetchone() is not None


def _load(file: zipfile.ZipFile, leaves: list[tuple[str, str]], promised: dict[str, int]) -> dict[str, int]:
    """Make the tables of the file's age, fill them, then bring them up to this program's age."""
    executor = MigrationExecutor(connection)
    executor.migrate(leaves)
    tables = tables_at(executor, leaves)
    try:
        with connection.constraint_checks_disabled(), transaction.atomic():
            counts = _fill(file, tables)
    except (IntegrityError, DataError) as problem:
        first = str(problem).strip().splitlines()[0]
        raise Unfit(f"The rows of the file do not fit together: {first}. Nothing was changed.") from problem
    if counts != promised:
        raise Unfit("The file does not hold all the rows it names. Nothing was changed.")
    _check_at_once()
    later = MigrationExecutor(connection)
    later.migrate(later.loader.graph.leaf_nodes())
    return counts


def _check_at_once() -> None:
    """From here to the end of the transaction PostgreSQL looks at a foreign key when its row is written.

    A migration that changes rows of the file, then makes an index on them, would meet "pending trigger events".
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def _fill(file: zipfile.ZipFile, tables: list[type[models.Model]]) -> dict[str, int]:
    with connection.cursor() as cursor:
        for model in tables:  # what a migration put there is in the file too
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")
    counts = {model._meta.db_table: _load_rows(file, model) for model in tables}
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables):
            cursor.execute(statement)
    return counts


def _load_rows(file: zipfile.ZipFile, model: type[models.Model]) -> int:
    for field in model._meta.concrete_fields:
        if isinstance(field, models.DateField):  # DateTimeField is one
            field.auto_now = field.auto_now_add = False  # the file says when it was
    count = 0
    batch: list[models.Model] = []
    with file.open(f"rows/{model._meta.db_table}.jsonl") as lines:
        for line in lines:
            try:
                batch.append(_row(model, json.loads(line)))
            except MISSHAPEN as problem:
                words = " ".join(problem.messages) if isinstance(problem, ValidationError) else problem
                place = f"Row {count + 1} of {model._meta.db_table}"
                raise Unfit(f"{place} in the file is no row of it: {words} Nothing was changed.") from problem
            if len(batch) == BATCH:
                model._base_manager.bulk_create(batch)
                batch = []
            count += 1
    model._base_manager.bulk_create(batch)
    return count


def _row(model: type[models.Model], values: dict[str, Any]) -> models.Model:
    plain = {}
    for field in model._meta.concrete_fields:
        value = values[field.attname]
        if isinstance(field, models.BinaryField) and value is not None:
            value = base64.b64decode(value["base64"])
        elif not isinstance(field, models.JSONField | models.ForeignKey):
            value = field.to_python(value)
            if isinstance(value, str) and field.max_length is not None and len(value) > field.max_length:
                # SQLite would take it.
                raise ValidationError(f"{field.attname} is longer than {field.max_length} characters.")
        plain[field.attname] = value
    return model(**plain)


def _read_media(file: zipfile.ZipFile, root: Path) -> None:
    root.mkdir(parents=True)
    for entry in file.infolist():
        parts = PurePosixPath(entry.filename).parts
        if len(parts) < 2 or parts[0] != "media" or entry.is_dir():
            continue
        path = root.joinpath(*parts[1:])
        path.parent.mkdir(parents=True, exist_ok=True)
        with file.open(entry) as source, path.open("wb") as target:
            shutil.copyfileobj(source, target)


def _set_aside(path: Path, ending: str) -> Path | None:
    """Rename what is there, if anything; its new path. An empty file is nothing."""
    if not path.exists():
        return None
    if path.is_file() and not path.stat().st_size:
        path.unlink()
        return None
    return path.rename(path.with_name(path.name + ending))
