"""Pictures of single cards in one ZIP, as print services take them."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import replace

from cards.face.face import Face
from cards.printing.queue.values import Item, Job

AT_A_TIME = 24  # pictures asked of the sealed process at once
_LONGEST = 40  # characters of a title in a name
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same cards, the same bytes


def once_each(job: Job) -> Job:
    """The same job with every card once and without anything behind it, and then its backs."""
    fronts = tuple(replace(item, copies=1, back=None) for item in job.items)
    return replace(job, items=(*fronts, *job.backs), before=(), after=(), pictures=job.pictures)


def picture_names(job: Job, pages: Sequence[int]) -> list[str]:
    """A name for every page of such a job, of which each item has so many: "007-prize-marrow-x3.png", "back-1.png"."""
    names: list[str] = []
    for number, item in enumerate(job.items, 1):
        copies = f"-x{item.copies}" if item.copies > 1 else ""
        count = pages[number - 1]
        parts = [f"-{part}of{count}" for part in range(1, count + 1)] if count > 1 else [""]
        names += [f"{number:03}-{_plain(item)}{part}{copies}.png" for part in parts]
    return names + [f"back-{number}.png" for number in range(1, len(job.backs) + 1)]


def _plain(item: Item) -> str:
    """A title in letters that every file system knows, or what the card is."""
    title = item.piece.title if isinstance(item.piece, Face) else ""
    bare = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:_LONGEST].rstrip("-") or ("rule" if item.is_rule else "card")


def zipped(names: Sequence[str], pictures: Iterable[bytes]) -> bytes:
    """The pictures under their names; they are deflated already."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as file:
        for name, picture in zip(names, pictures, strict=True):
            file.writestr(zipfile.ZipInfo(name, _EPOCH), picture)
    return out.getvalue()
