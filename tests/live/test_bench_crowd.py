"""What the benches count frames with is right about frames: a stall it makes itself would be put down to the site."""

from __future__ import annotations

import random
from typing import Any

from tests.bench.crowd import Crowd, Reader, masked


class Wire:
    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)


def frame(body: bytes, opcode: int = 0x1) -> bytes:
    size = len(body)
    if size < 126:
        return bytes((0x80 | opcode, size)) + body
    if size < 1 << 16:
        return bytes((0x80 | opcode, 126)) + size.to_bytes(2, "big") + body
    return bytes((0x80 | opcode, 127)) + size.to_bytes(8, "big") + body


def reader() -> tuple[Reader, Any]:
    found, wire = Reader(Crowd(), b"GET"), Wire()
    found.connection_made(wire)
    found.data_received(b"HTTP/1.1 101 Switching Protocols\r\n\r\n")
    wire.written.clear()
    return found, wire


def test_a_length_that_holds_the_byte_of_a_ping_is_answered_with_nothing() -> None:
    """An answer to it would be a broken frame, and the site would rightly close the socket."""
    for size in (0x89, 0x0189, 0x89FE, 0x8989):
        found, wire = reader()
        found.data_received(frame(b"x" * size))
        assert (wire.written, found.ahead, found.rest) == ([], 0, b"")


def test_pings_are_answered_wherever_the_bytes_are_parted() -> None:
    chance = random.Random(7)
    said = [
        frame(b"a" * 35_000),
        frame(b"1234", 0x9),
        frame(b"b" * 70_000),
        frame(b"", 0x9),
        frame(b"c"),
        frame(b"5", 0x9),
    ]
    stream = b"".join(said * 3)
    for _ in range(50):
        found, wire = reader()
        cuts = sorted(chance.sample(range(1, len(stream)), 12)) + [len(stream)]
        for at, cut in zip([0, *cuts], cuts, strict=False):
            found.data_received(stream[at:cut])
        assert wire.written == [masked(body, 0xA) for body in (b"1234", b"", b"5")] * 3
        assert (found.ahead, found.rest) == (0, b"")


def test_a_marker_in_two_pieces_is_seen_once() -> None:
    found, _ = reader()
    found.crowd.readers.append(found)
    found.crowd.expect(b'"v":12,', 1)
    body = frame(b'{"from":11,"v":12,"html":""}')
    found.data_received(body[:16])
    assert not found.crowd.done.is_set()
    found.data_received(body[16:] + body)
    assert found.crowd.done.is_set() and found.crowd.count == 1
