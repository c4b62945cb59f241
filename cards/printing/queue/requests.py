"""What a sealed process is asked: to draw faces, and to lay card pages on sheets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cards.face.face import Face
from cards.printing.queue.page_cache import CachedPages
from cards.printing.queue.values import CardPicture, Item, Job, PreviewPicture, ReadingJob
from cards.printing.shared.extra_pages import plain_pages
from cards.printing.shared.pieces import CardPiece, piece_digest, plain_pieces
from studio.kernel.codec import digest, to_plain
from studio.speed.lately import weighed

KEPT = 16_000_000  # bytes of pieces whose names or forms are known


def keys_of(job: Job) -> Callable[[Item], str]:
    """What decides a card's pages, beside the renderer's build. Number and foot line do not."""
    design, words = f"{job.frame}|{job.size}|{job.bleed}", f"{job.language}|{digest(job.lexicon)}"

    def key(item: Item) -> str:
        text = f"{piece_digest(item.piece)}|{int(item.is_rule)}|{design}|{words}"
        return hashlib.sha256(text.encode()).hexdigest()

    return key


def drawing(items: Sequence[Item], job: Job) -> tuple[dict[str, Any], list[bytes]]:
    """The request to draw these, and the pictures that it names in that order. Raises OSError."""
    faces = [[_plain(item.piece), item.is_rule] for item in items]
    files = {
        item.piece.picture.digest: item.picture
        for item in items
        if isinstance(item.piece, Face) and item.piece.picture and item.picture
    }
    request = {
        "do": "draw", "faces": faces, "frame": job.frame, "size": job.size, "bleed": job.bleed,
        "language": job.language, "lexicon": to_plain(job.lexicon), "pictures": list(files),
    }  # fmt: skip
    return request, [path.read_bytes() for path in files.values()]


def reading(job: ReadingJob) -> tuple[dict[str, Any], list[bytes]]:
    """The request for an edition to be read, and the pictures that it names in that order. Raises OSError."""
    request = {"do": "read", "edition": to_plain(job.edition), "pictures": [name for name, _ in job.pictures]}
    return request, [path.read_bytes() for _, path in job.pictures]


def telling(wanted: CardPicture) -> dict[str, Any]:
    """The request for a page as SVG; the file is sent with it."""
    return {
        "do": "svg", "page": wanted.part, "title": wanted.title, "described": wanted.described,
        "language": wanted.job.language,
    }  # fmt: skip


def previewing(wanted: PreviewPicture) -> tuple[dict[str, Any], list[bytes]]:
    """The request for the picture of a link, and the pictures that it names in that order. Raises OSError."""
    request = {"do": "preview", "preview": to_plain(wanted.preview), "pictures": [name for name, _ in wanted.pictures]}
    return request, [path.read_bytes() for _, path in wanted.pictures]


@weighed(KEPT)
def _plain(piece: CardPiece) -> Any:
    """Its plain form, with its kind. To be read only."""
    return plain_pieces((piece,))[0]


def imposing(job: Job, found: Mapping[str, CachedPages], *, is_plain: bool) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The request to lay these card pages on sheets, and the names of the batches to send with it, in order."""
    batches = {name: index for index, name in enumerate(dict.fromkeys(kept.batch for kept in found.values()))}
    faces = {key: index for index, key in enumerate(found)}
    key_of, backs = keys_of(job), job.backs
    of = {key_of(item): item for item in (*job.items, *backs)}
    back_numbers = {item.piece: index for index, item in enumerate(backs)}

    def cards_of(item: Item) -> Iterator[dict[str, Any]]:
        key = key_of(item)
        for part, page in enumerate(found[key].pages):
            yield {
                "batch": batches[found[key].batch],
                "page": page["page"],
                "number": item.number,
                "foot_line": item.foot_line,
                "step": page["step"],
                "foot_left": page["foot_left"],
                "foot_right": page["foot_right"],
                "face": faces[key],
                "part": part,
                "back": -1 if item.back is None else back_numbers[item.back],
            }

    sheets = {
        "title": job.title,
        "name": job.name,
        "date": job.date,
        "layout": to_plain(job.layout),
        "finish": to_plain(job.finish),
        "frame": job.frame,
        "is_draft": job.is_draft,
        "language": job.language,
        "cards": [card for item in job.items for card in list(cards_of(item)) * item.copies],
        "backs": [next(cards_of(item)) for item in backs],
        "bleed": job.bleed,
        "author": job.author,
        "keywords": list(job.keywords),
        "licence": job.licence,
    }
    said = [[key, _plain(of[key].piece), of[key].is_rule, found[key].pages[0]["least"]] for key in faces]
    lexicon = to_plain(job.lexicon)
    request = {
        "do": "impose", "sheets": sheets, "faces": said, "lexicon": lexicon, "is_plain": is_plain,
        "before": plain_pages(job.before), "after": plain_pages(job.after),
    }  # fmt: skip
    return request, tuple(batches)
