"""What a sealed process is asked: to draw faces, and to lay card pages on sheets."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from cards.face.lexicon import Lexicon
from cards.printing.queue.page_cache import CachedPages
from cards.printing.queue.values import Item, Job
from studio.kernel.codec import digest, to_plain


def key_of(item: Item, job: Job) -> str:
    """What decides a card's pages, beside the renderer's build. Number and foot line do not."""
    text = f"{item.face.digest}|{int(item.is_rule)}|{job.frame}|{job.size}|{job.language}|{_digest(job.lexicon)}"
    return hashlib.sha256(text.encode()).hexdigest()


def drawing(items: Sequence[Item], job: Job) -> tuple[dict[str, Any], list[bytes]]:
    """The request to draw these, and the pictures that it names in that order. Raises OSError."""
    faces = [[to_plain(item.face), item.is_rule] for item in items]
    files = {item.face.picture.digest: item.picture for item in items if item.face.picture and item.picture}
    request = {
        "do": "draw", "faces": faces, "frame": job.frame, "size": job.size, "language": job.language,
        "lexicon": to_plain(job.lexicon), "pictures": list(files),
    }  # fmt: skip
    return request, [path.read_bytes() for path in files.values()]


@lru_cache(maxsize=64)
def _digest(lexicon: Lexicon) -> str:
    return digest(lexicon)


def imposing(job: Job, found: Mapping[str, CachedPages], *, is_plain: bool) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The request to lay these card pages on sheets, and the names of the batches to send with it, in order."""
    batches = {name: index for index, name in enumerate(dict.fromkeys(kept.batch for kept in found.values()))}
    faces = {key: index for index, key in enumerate(found)}
    of = {key_of(item, job): item for item in job.items}
    cards = [
        {
            "batch": batches[found[key].batch],
            "page": page["page"],
            "number": item.number,
            "foot_line": item.foot_line,
            "step": page["step"],
            "foot_left": page["foot_left"],
            "foot_right": page["foot_right"],
            "face": faces[key],
            "part": part,
        }
        for item in job.items
        for key in (key_of(item, job),)
        for _ in range(item.copies)
        for part, page in enumerate(found[key].pages)
    ]
    sheets = {
        "title": job.title,
        "name": job.name,
        "date": job.date,
        "paper": job.paper,
        "frame": job.frame,
        "size": job.size,
        "is_draft": job.is_draft,
        "language": job.language,
        "cards": cards,
    }
    said = [[to_plain(of[key].face), of[key].is_rule, found[key].pages[0]["least"]] for key in faces]
    lexicon = to_plain(job.lexicon)
    request = {"do": "impose", "sheets": sheets, "faces": said, "lexicon": lexicon, "is_plain": is_plain}
    return request, tuple(batches)
