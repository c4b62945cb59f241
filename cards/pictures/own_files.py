"""Whether a file is written as we write pictures: then it is kept byte for byte, and so keeps its digest.

A picture that comes with a deck from another site is named by the digest of its bytes; drawn anew it would be another.
Pure. Everything about a file that passes is what our own writing of such pixels says, but for its codes and its packed
lines; that these end with the picture is looked at where they are unpacked (sealed.py). So it holds pixels and nothing
else: no comment, no profile, no place where it was taken, nothing in its tables, between its lines or behind them.
"""

from __future__ import annotations

import struct
import zlib

from cards.pictures import limits
from cards.pictures.header import PictureHeader

_JFIF = b"\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"
# How finely our writing keeps light and colours (quality 88), as two tables.
_LIGHT = bytes.fromhex(
    "000403030303020403030304040405060a06060505060c0809070a0e0c0f0e0e0c0d0d0f1116130f1015110d0d131a131517181919190f121b1d"
    "1b181d16181918"
)
_COLOURS = bytes.fromhex("010404040605060b06060b18100d10") + b"\x18" * 50
_TABLES = b"\xff\xdb\0\x43" + _LIGHT + b"\xff\xdb\0\x43" + _COLOURS
_THREE_COLOURS = b"\x03\x01\x11\0\x02\x11\x01\x03\x11\x01"  # each as fine as the others
_LINES = b"\xff\xda\0\x0c\x03\x01\0\x02\x11\x03\x11\0\x3f\0"
_CODES_MAX = (12, 162)  # of one table: for the mean of a block, for what it differs by
_END = b"\xff\xd9"
_CHUNKS = frozenset((b"IHDR", b"IDAT", b"IEND"))


def is_as_we_write(content: bytes, header: PictureHeader) -> bool:
    """Whether nothing of it needs to be drawn anew. It has been looked at by `check_header`, and will be decoded."""
    try:
        if header.kind == "JPEG":
            return max(header.width, header.height) <= limits.KEPT_SIDE and _is_bare_jpeg(content, header)
        if header.kind == "PNG":
            is_small = max(header.width, header.height) <= limits.KEPT_SIDE_SHEER
            return is_small and content[24:29] == b"\x08\x06\0\0\0" and _is_bare_png(content, header)
    except (struct.error, IndexError, zlib.error):
        pass
    return False


def _is_bare_jpeg(content: bytes, header: PictureHeader) -> bool:
    frame = b"\xff\xc0\0\x11\x08" + struct.pack(">HH", header.height, header.width) + _THREE_COLOURS
    head = b"\xff\xd8" + _JFIF + _TABLES + frame
    if not content.startswith(head):
        return False
    place = len(head)
    for name in (0x00, 0x10, 0x01, 0x11):  # the codes are the picture's own: four tables, each as long as it says
        after = _after_codes(content, place, name)
        if after is None:
            return False
        place = after
    lines = content[place + len(_LINES) : -2]
    is_whole = content.startswith(_LINES, place) and content.endswith(_END)
    return is_whole and b"\xff" not in lines.replace(b"\xff\0", b"")  # a 0xFF that is no zero's is a mark


def _after_codes(content: bytes, place: int, name: int) -> int | None:
    """Where the next table begins; None where this one is none of ours."""
    mark, length, called = struct.unpack(">HHB", content[place : place + 5])
    how_many = sum(content[place + 5 : place + 21])
    codes = content[place + 21 : place + 21 + how_many]
    is_one = mark == 0xFFC4 and called == name and length == 19 + how_many
    is_ours = is_one and how_many <= _CODES_MAX[name >> 4] and len(set(codes)) == len(codes) == how_many
    return place + 2 + length if is_ours else None


def _is_bare_png(content: bytes, header: PictureHeader) -> bool:
    place, lines = 8, b""
    while place < len(content):
        length, name = struct.unpack(">I4s", content[place : place + 8])
        body = content[place + 8 : place + 8 + length]
        (checked,) = struct.unpack(">I", content[place + 8 + length : place + 12 + length])
        if name not in _CHUNKS or checked != zlib.crc32(name + body) or (name == b"IEND" and body):
            return False
        if name == b"IDAT":
            lines += body
        place += length + 12
    return place == len(content) and _unpacks_to(lines, header.height * (1 + 4 * header.width))


def _unpacks_to(lines: bytes, length: int) -> bool:
    """So many bytes, and nothing behind them, packed or not."""
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(lines, length + 1)
    return len(found) == length and unpacking.eof and not unpacking.unused_data
