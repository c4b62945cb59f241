"""What somebody asks for, as the change that is voted on: from a composer, a line typed at a table, a sample."""

from __future__ import annotations

from typing import Literal

from cards.face.face import Face
from cards.rules.deck import Amend, Change, Create, Recount, Ref, Repeal, Reside, Restore

What = Literal["create", "amend", "repeal", "restore", "recount", "reside"]

PLAIN: tuple[What, ...] = ("repeal", "restore", "recount", "reside")  # what needs no words

DIGEST_LENGTH = 64


def change_of(
    what: What, ref: Ref, on: str = "", *, face: Face | None = None, copies: int = 1, side: str = ""
) -> Change:
    """`ref` is what it is about; of a new card or rule its kind alone counts. `on` is the face that was read.

    `face` holds the words of what is created or amended, and is kept by whoever proposes the change.
    """
    read = on[:DIGEST_LENGTH]
    match what:
        case "repeal":
            return Repeal(ref, read)
        case "restore":
            return Restore(ref, read)
        case "recount":
            return Recount(ref, read, copies)
        case "reside":
            return Reside(ref, read, side)
    assert face is not None, "what has words is asked with its words"
    return Create(ref.kind, face.digest, copies, side) if what == "create" else Amend(ref, read, face.digest)
