"""Card pages kept from one export to the next, by face, frame and renderer build.

    <folder>/<build>/<batch>.pages    a PDF with the pages of many cards, deflated as a whole
    <folder>/<build>/<batch>.json     which of its pages are whose, by the key of a face

A file a batch, not one a face: a thousand small files would be written beside people who vote. Nothing here is needed
for correctness: whatever is missing, unreadable or forgotten is drawn again.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MOST_REMEMBERED = 20_000  # pointers in memory
MOST_BYTES = 400 * 1024 * 1024  # batches on disk, oldest go first


@dataclass(frozen=True, slots=True)
class CachedPages:
    """Where the pages of one face are: a batch, and what the press said of each page."""

    batch: str
    pages: tuple[dict[str, Any], ...]


class PageCache:
    """One folder for all exports of one renderer build. Several processes may share it."""

    def __init__(self, folder: Path, build: str) -> None:
        self.build = build
        self._folder = folder / build
        self._others = folder
        self._remembered: OrderedDict[str, CachedPages] = OrderedDict()
        self._looked: set[str] = set()  # batches whose pages are remembered, or were

    def find(self, keys: Sequence[str]) -> dict[str, CachedPages]:
        """What is there of these."""
        if any(key not in self._remembered for key in keys):
            self._look_about()
        found: dict[str, CachedPages] = {}
        whole: dict[str, bool] = {}
        for key in keys:
            if (kept := self._remembered.get(key)) is None:
                continue
            if kept.batch not in whole:
                whole[kept.batch] = self._path(kept.batch).is_file()
            if whole[kept.batch]:
                found[key] = self._remember(key, kept)
            else:
                self._remembered.pop(key)
                self._looked.discard(kept.batch)
        return found

    def batch(self, name: str) -> bytes:
        """The pages of a batch. Raises FileNotFoundError when it went meanwhile."""
        return self._path(name).read_bytes()

    def keep(self, pdf: bytes, pages: dict[str, Sequence[dict[str, Any]]]) -> dict[str, CachedPages]:
        """Put a batch in the cache. Raises OSError when the disk is full."""
        name = hashlib.sha256(pdf).hexdigest()[:32]
        write_whole(self._path(name), pdf)
        index = json.dumps({key: list(found) for key, found in pages.items()}, separators=(",", ":"))
        write_whole(self._index(name), index.encode("ascii"), is_synced=False)
        self._looked.add(name)
        return {key: self._remember(key, CachedPages(name, tuple(found))) for key, found in pages.items()}

    def forget(self, keys: Iterable[str]) -> None:
        """Draw these anew when they are asked for again; on disk, with all that were drawn beside them."""
        for key in keys:
            if kept := self._remembered.pop(key, None):
                self._index(kept.batch).unlink(missing_ok=True)

    def tidy(self) -> None:
        """Throw away other builds, and the oldest batches above MOST_BYTES."""
        for other in self._others.iterdir() if self._others.is_dir() else ():
            if other.is_dir() and other != self._folder:
                shutil.rmtree(other, ignore_errors=True)
        batches = sorted(self._folder.glob("*.pages"), key=lambda path: path.stat().st_mtime, reverse=True)
        total = 0
        for path in batches:
            total += path.stat().st_size
            if total > MOST_BYTES:
                path.unlink(missing_ok=True)
                path.with_suffix(".json").unlink(missing_ok=True)

    def _look_about(self) -> None:
        """Remember what was drawn meanwhile, or before this process began."""
        for path in self._folder.glob("*.json"):
            if path.stem in self._looked:
                continue
            self._looked.add(path.stem)
            with suppress(OSError, ValueError, AttributeError, TypeError):
                for key, pages in json.loads(path.read_bytes()).items():
                    self._remember(key, CachedPages(path.stem, tuple(pages)))

    def _remember(self, key: str, kept: CachedPages) -> CachedPages:
        self._remembered[key] = kept
        self._remembered.move_to_end(key)
        while len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)
        return kept

    def _path(self, batch: str) -> Path:
        return self._folder / f"{batch}.pages"

    def _index(self, batch: str) -> Path:
        return self._folder / f"{batch}.json"


def write_whole(path: Path, content: bytes, *, is_synced: bool = True) -> None:
    """Write a file so that it is there whole or not at all. Raises OSError (a full disk)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if is_synced:
                file.flush()
                os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
