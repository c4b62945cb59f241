"""One file that holds a whole site: every row, every picture, the secret key. Made while the site is open.

The file is a zip: `manifest.json`, `rows/<table>.jsonl` (one row a line, in values that mean the same on SQLite and
PostgreSQL, so a site can move from one to the other), `media/…`, `secret_key`. Rows are those of one moment: they are
read in one snapshot that stops nobody from writing. Pictures are copied afterwards; they are never changed, so there
can be one too many but never one too few.
"""

from __future__ import annotations

import base64
import json
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

from django.apps.registry import Apps
from django.conf import settings
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models, transaction
from django.db.migrations.executor import MigrationExecutor

from studio.secret_key import NAME as SECRET_KEY

FORMAT = 1
BATCH = 500  # rows
OWN_FUNCTIONS = """
    SELECT p.oid::regprocedure::text FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')"""


class Unfit(Exception):
    """The site or the file is not fit for this; the message says why."""


# --- making one ------------------------------------------------------------------------------------------------------


def write_backup(path: Path) -> dict[str, int]:
    """Write the whole site to `path` and return how many rows each table had. Raises Unfit, OSError.

    The file appears under its name only when it is whole.
    """
    executor = MigrationExecutor(connection)
    leaves = executor.loader.graph.leaf_nodes()
    if executor.migration_plan(leaves):
        raise Unfit("The database is older than the program. Open the site once (start), then make the backup.")
    draft = path.with_name(path.name + ".part")
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as file:
        with _snapshot():
            counts = {model._meta.db_table: _write_rows(file, model) for model in _models(executor, leaves)}
        _write_media(file)
        if not settings.ENV.secret_key:
            file.write(settings.DATA / SECRET_KEY, SECRET_KEY)
        about = {"format": FORMAT, "made": datetime.now(UTC).isoformat(), "migrations": leaves, "rows": counts}
        file.writestr("manifest.json", json.dumps(about, indent=1))
    draft.chmod(0o600)  # the key is in it
    draft.replace(path)
    return counts


@contextmanager
def _snapshot() -> Iterator[None]:
    """Everything read inside is of one moment; nobody waits for it (SQLite: because of WAL)."""
    begin = "BEGIN DEFERRED" if connection.vendor == "sqlite" else "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"
    with connection.cursor() as cursor:
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _models(executor: MigrationExecutor, leaves: Any) -> list[type[models.Model]]:
    """The tables as the migrations left them, which is what a file of that age holds."""
    apps: Apps = executor.loader.project_state(leaves).apps
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _write_rows(file: zipfile.ZipFile, model: type[models.Model]) -> int:
    count = 0
    fields = model._meta.concrete_fields
    with file.open(f"rows/{model._meta.db_table}.jsonl", "w", force_zip64=True) as lines:
        for row in model._base_manager.order_by("pk").iterator(BATCH):
            values = {field.attname: _plain(getattr(row, field.attname)) for field in fields}
            lines.write(json.dumps(values, cls=DjangoJSONEncoder, ensure_ascii=False).encode() + b"\n")
            count += 1
    return count


def _plain(value: Any) -> Any:
    match value:
        case datetime():
            return value.isoformat()  # with microseconds, which the encoder would cut
        case bytes() | memoryview():
            return {"base64": base64.b64encode(bytes(value)).decode("ascii")}
        case _:
            return value


def _write_media(file: zipfile.ZipFile) -> None:
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        if path.is_file() and not path.is_symlink():
            file.write(path, PurePosixPath("media", *path.relative_to(root).parts).as_posix())


# --- reading one -----------------------------------------------------------------------------------------------------


def read_backup(path: Path, replace: bool = False) -> dict[str, int]:
    """Make this data folder and database the site of the file; how many rows each table got. Raises Unfit, OSError.

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
        with _empty_database(ending, replace) as was_there:
            counts = _load(file, leaves, about["rows"])
            _read_media(file, arriving)
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
            about = json.loads(file.read("manifest.json"))
            if about["format"] != FORMAT:
                raise Unfit(f"The file has format {about['format']}; this program reads {FORMAT}.")
            for name in file.namelist():
                if name.startswith("/") or any(part == ".." or set(part) & set("\\:") for part in name.split("/")):
                    raise Unfit(f"The file names something outside its folder: {name!r}. Nothing was changed.")
            if (broken := file.testzip()) is not None:
                raise Unfit(f"The file is damaged at {broken}. Nothing was changed.")
            yield file, about
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, TypeError) as problem:
        raise Unfit(f"{path} is not a whole backup of Carte Blanche: {problem}.") from problem


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
    tables = _models(executor, leaves)
    with connection.constraint_checks_disabled(), transaction.atomic():
        with connection.cursor() as cursor:
            for model in tables:  # what a migration put there is in the file too
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(model._meta.db_table)}")
        counts = {model._meta.db_table: _load_rows(file, model) for model in tables}
        connection.check_constraints()
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), tables):
                cursor.execute(statement)
    if counts != promised:
        raise Unfit("The file does not hold all the rows it names. Nothing was changed.")
    later = MigrationExecutor(connection)
    later.migrate(later.loader.graph.leaf_nodes())
    return counts


def _load_rows(file: zipfile.ZipFile, model: type[models.Model]) -> int:
    for field in model._meta.concrete_fields:
        if isinstance(field, models.DateField):  # DateTimeField is one
            field.auto_now = field.auto_now_add = False  # the file says when it was
    count = 0
    batch: list[models.Model] = []
    with file.open(f"rows/{model._meta.db_table}.jsonl") as lines:
        for line in lines:
            batch.append(_row(model, json.loads(line)))
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
