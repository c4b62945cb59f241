"""One file that holds a whole site: every row, every picture, the secret key. Made while the site is open.

The file is a zip: `manifest.json`, `rows/<table>.jsonl` (one row a line, in values that mean the same on SQLite and
PostgreSQL, so a site can move from one to the other), `media/…`, `secret_key`. Rows are those of one moment: they are
read in one snapshot that stops nobody from writing. Pictures are copied afterwards; they are never changed, so there
can be one too many but never one too few. The manifest names the SHA-256 of every other member.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import IO, Any

from django.apps.registry import Apps
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models
from django.db.migrations.executor import MigrationExecutor

from studio.server.newer import too_new, unknown_steps
from studio.setup.locking import hold_open, nobody_holds
from studio.setup.secret_key import NAME as SECRET_KEY

FORMAT = 1
MANIFEST = "manifest.json"
BATCH = 500  # rows
CHUNK = 1 << 20  # bytes
PART = ".carte-part"  # ends the name of a backup that is being written


class Unfit(Exception):
    """The site or the file is not fit for this; the message says why."""


def write_backup(path: Path, as_it_stands: bool = False) -> dict[str, int]:
    """Write the whole site to `path` and return how many rows each table had. Raises Unfit, OSError.

    The file appears under its name only when it is whole. With `as_it_stands` the tables are those of an older release,
    which the file then is of as well.
    """
    if unknown := unknown_steps():
        raise Unfit(too_new(unknown[-1]))
    executor = MigrationExecutor(connection)
    leaves = _last_taken(executor) if as_it_stands else executor.loader.graph.leaf_nodes()
    if executor.migration_plan(leaves):
        raise Unfit("The database is older than the program. Open the site once (start), then make the backup.")
    with _draft(path) as target, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as file:
        parcel = _Parcel(file)
        with _snapshot():
            counts = {model._meta.db_table: _write_rows(parcel, model) for model in tables_at(executor, leaves)}
        _write_media(parcel)
        if not settings.ENV.secret_key:
            parcel.copy(settings.DATA / SECRET_KEY, SECRET_KEY)
        about = {
            "format": FORMAT, "made": datetime.now(UTC).isoformat(), "migrations": leaves, "rows": counts,
            "sha256": parcel.digests,
        }  # fmt: skip
        file.writestr(MANIFEST, json.dumps(about, indent=1))
    return counts


@contextmanager
def _draft(path: Path) -> Iterator[IO[bytes]]:
    """What is written to until it is whole, for its owner alone from the first byte on, and gone when it does not come
    to that. A process that was killed leaves its own behind: whoever comes next to that folder sweeps it up."""
    for left in path.parent.glob(f".*{PART}"):
        with suppress(OSError), nobody_holds(left) as is_left:
            if is_left:
                left.unlink(missing_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}{PART}")
    try:
        with open(draft, "xb", opener=_for_its_owner) as target, hold_open(draft):
            yield target
            target.flush()
            os.fsync(target.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)  # people, secret votes and the key are in it


class _Parcel:
    """A zip that is being filled, and the SHA-256 of every member in it."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self.file = file
        self.digests: dict[str, str] = {}

    @contextmanager
    def member(self, name: str) -> Iterator[Callable[[bytes], None]]:
        """Write a member piece by piece."""
        digest = hashlib.sha256()
        with self.file.open(name, "w", force_zip64=True) as target:

            def write(piece: bytes) -> None:
                digest.update(piece)
                target.write(piece)

            yield write
        self.digests[name] = digest.hexdigest()

    def copy(self, path: Path, name: str) -> None:
        with path.open("rb") as source, self.member(name) as write:
            while piece := source.read(CHUNK):
                write(piece)


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


def _last_taken(executor: MigrationExecutor) -> list[tuple[str, str]]:
    """The last of each app that was migrated so far."""
    graph, taken = executor.loader.graph, executor.loader.applied_migrations.keys()

    def goes_on(step: tuple[str, str]) -> bool:
        return any(child.key in taken and child.key[0] == step[0] for child in graph.node_map[step].children)

    return sorted(step for step in taken & graph.nodes.keys() if not goes_on(step))


def tables_at(executor: MigrationExecutor, leaves: Any) -> list[type[models.Model]]:
    """The tables as the migrations left them, which is what a file of that age holds."""
    apps: Apps = executor.loader.project_state(leaves).apps
    return [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]


def _write_rows(parcel: _Parcel, model: type[models.Model]) -> int:
    count = 0
    fields = model._meta.concrete_fields
    with parcel.member(f"rows/{model._meta.db_table}.jsonl") as write:
        for row in model._base_manager.order_by("pk").iterator(BATCH):
            values = {field.attname: _plain(getattr(row, field.attname)) for field in fields}
            write(json.dumps(values, cls=DjangoJSONEncoder, ensure_ascii=False).encode() + b"\n")
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


def _write_media(parcel: _Parcel) -> None:
    root = Path(settings.MEDIA_ROOT)
    for path in sorted(root.rglob("*")) if root.is_dir() else ():
        if path.is_file() and not path.is_symlink():
            parcel.copy(path, PurePosixPath("media", *path.relative_to(root).parts).as_posix())
