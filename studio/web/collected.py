"""The folder that static files are served from. What one release put there stays while pages and processes of it may
still ask for it: names carry what they hold, so those of several releases live side by side.

A release is collected beside the folder and moved in file by file, its list of names (the manifest) last: at no moment
is anything missing. The manifests of the releases before are kept; what none of the last days names is swept.
"""

from __future__ import annotations

import filecmp
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands import collectstatic
from django.contrib.staticfiles.storage import ManifestFilesMixin
from django.core.files.storage import storages
from django.core.management import call_command
from django.utils.module_loading import import_string

STAMP = ".carte-stamp"  # what was collected there, and that it was to the end
MANIFEST = "staticfiles.json"
FORMER = ".manifests"  # a folder with those of the releases before, each as old as its release is gone
KEPT = 30 * 24 * 3600.0  # seconds for which a release that is gone is kept
ALWAYS = 2  # manifests that are kept however old they are: a clock may have jumped
PACKED = ("", ".gz", ".br")


def collect(tell: Callable[[str], None] = lambda line: None) -> None:
    """Have the files of this release in the folder, unless nothing about them has changed since the last time."""
    root = Path(settings.STATIC_ROOT)
    stamp = root / STAMP
    now = _fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == now and (not _has_names() or (root / MANIFEST).exists()):
        return
    tell("Collecting styles and scripts.")
    beside = root.with_name(f"{root.name}.collecting")
    shutil.rmtree(beside, ignore_errors=True)  # of a run that was killed
    _collect_into(beside)
    _remember(root)
    _move_in(beside, root)
    stamp.write_text(now, encoding="ascii")
    shutil.rmtree(beside, ignore_errors=True)
    sweep(root)


def sweep(root: Path) -> int:
    """Take away what no release of the last days names; how many files that were."""
    former = sorted((root / FORMER).glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    end = time.time() - KEPT
    for path in former[ALWAYS:]:
        if path.stat().st_mtime < end:
            path.unlink()
    named = {STAMP, MANIFEST}
    for manifest in (root / MANIFEST, *(root / FORMER).glob("*.json")):
        named |= _names_in(manifest)
    gone = [
        path
        for path in _files(root)
        if path.parent.name != FORMER and _name(path, root) not in named and path.stat().st_mtime < end
    ]
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


def _has_names() -> bool:
    """Whether what is collected has a list of names: in tests there are storages without."""
    return issubclass(import_string(settings.STORAGES["staticfiles"]["BACKEND"]), ManifestFilesMixin)


def _collect_into(folder: Path) -> None:
    command = collectstatic.Command()
    how: dict[str, Any] = dict(settings.STORAGES["staticfiles"])
    how["OPTIONS"] = {**how.get("OPTIONS", {}), "location": str(folder)}
    command.storage = storages.create_storage(how)
    call_command(command, interactive=False, verbosity=0)


def _remember(root: Path) -> None:
    """Keep the manifest of the release that goes. Its age counts from now on."""
    manifest = root / MANIFEST
    if not manifest.exists():
        return
    kept = root / FORMER / f"{sha256(manifest.read_bytes()).hexdigest()[:16]}.json"
    kept.parent.mkdir(exist_ok=True)
    shutil.copyfile(manifest, kept)


def _move_in(beside: Path, root: Path) -> None:
    """What is there already with the same bytes is left alone, for a process may be sending it just now."""
    last = beside / MANIFEST
    for path in sorted(_files(beside), key=lambda path: path == last):
        target = root / path.relative_to(beside)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and filecmp.cmp(path, target, shallow=False):
            os.utime(target)
        else:
            os.replace(path, target)


def _names_in(manifest: Path) -> set[str]:
    """The files that a release asks for, also as they are packed. None of a manifest that cannot be read."""
    try:
        paths = json.loads(manifest.read_text(encoding="utf-8"))["paths"]
    except (OSError, ValueError, KeyError):
        return set()
    return {name + packed for both in paths.items() for name in both for packed in PACKED}


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix()


def _files(folder: Path) -> Iterator[Path]:
    yield from [path for path in folder.rglob("*") if path.is_file()]


def _fingerprint() -> str:
    """Names, sizes and times of every static file and of what says how they are joined: a tenth of the work of reading
    them."""
    digest = sha256()
    files = [(name, Path(storage.path(name))) for finder in get_finders() for name, storage in finder.list([])]
    templates = [path for folder in settings.TEMPLATES[0]["DIRS"] for path in sorted(Path(str(folder)).rglob("*.html"))]
    code = sorted(Path(__file__).parent.glob("joined/*.py"))
    for name, path in [*files, *((str(path), path) for path in (*templates, *code))]:
        about = path.stat()
        digest.update(f"{name}\0{about.st_size}\0{about.st_mtime_ns}\n".encode())
    return digest.hexdigest()
