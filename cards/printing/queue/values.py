"""What is printed, as a value, and the name of the file that it becomes."""

from __future__ import annotations

import dataclasses
import hashlib
from dataclasses import dataclass
from pathlib import Path

from cards.face.face import Face
from cards.face.lexicon import PLAIN, Lexicon
from cards.face.measures import Frame, Size
from studio.kernel.codec import digest


@dataclass(frozen=True, slots=True)
class Item:
    """An article to print: its face, what is written beside its type line, and how often.

    `picture` is the file of the picture that the face names; a face whose picture is not there comes without it.
    """

    face: Face
    is_rule: bool
    number: str
    foot_line: str
    copies: int = 1
    picture: Path | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """One PDF. `date` as PDF writes it (D:20261121090000Z); `name` stands at the foot of every sheet.

    `language` is the deck's, as a tag; empty when it is not known. `lexicon` is what its words and marks mean there.
    """

    title: str
    name: str
    date: str
    items: tuple[Item, ...]
    paper: str = "a4"
    frame: Frame = "press"
    size: Size = "poker"
    is_draft: bool = False
    language: str = ""
    lexicon: Lexicon = PLAIN


def job_digest(job: Job, build: str) -> str:
    """The name of the finished file: everything that decides it."""
    found = hashlib.sha256(build.encode("ascii"))
    for field in dataclasses.fields(job):
        if field.name not in ("items", "lexicon"):
            found.update(f"{field.name}={getattr(job, field.name)}\0".encode())
    found.update(digest(job.lexicon).encode("ascii"))
    for item in job.items:
        found.update(f"{item.face.digest}|{item.is_rule}|{item.number}|{item.foot_line}|{item.copies}\0".encode())
    return found.hexdigest()
