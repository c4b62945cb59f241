"""Messages on a pipe: a line of JSON, then the bytes it announces. Used by both ends of the press."""

from __future__ import annotations

import json
from typing import IO, Any

LONGEST_LINE = 64 * 1024 * 1024

Rendered = tuple[dict[str, Any], list[bytes]]  # an answer: its line, and the files that it announces


def write(stream: IO[bytes], header: dict[str, Any], blobs: list[bytes] | None = None) -> None:
    """One message. Raises BrokenPipeError when nobody reads."""
    blobs = blobs or []
    line = json.dumps({**header, "blobs": [len(blob) for blob in blobs]}, ensure_ascii=True, separators=(",", ":"))
    stream.write(line.encode("ascii") + b"\n")
    for blob in blobs:
        stream.write(blob)
    stream.flush()


def read(stream: IO[bytes]) -> tuple[dict[str, Any], list[bytes]] | None:
    """The next message, or None at the end of the stream (also in the middle of a message)."""
    line = stream.readline(LONGEST_LINE)
    if not line.endswith(b"\n"):
        return None
    header = json.loads(line)
    blobs = []
    for length in header.pop("blobs"):
        blob = stream.read(length)
        if blob is None or len(blob) < length:
            return None
        blobs.append(blob)
    return header, blobs
