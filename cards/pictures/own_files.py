"""Whether a file is written as we write pictures: then it is kept byte for byte, and so keeps its digest.

A picture that comes with a deck from another site is named by the digest of its bytes; drawn anew it would be another.
Pure. A file that passes holds pixels and nothing else: no comment, no profile, no metadata, nothing behind its end.
"""

from __future__ import annotations

import struct

from cards.pictures import limits
from cards.pictures.header import PictureHeader

_SEGMENTS = frozenset((0xE0, 0xDB, 0xC0, 0xC4, 0xDD))  # JFIF, tables, a baseline frame, restart marks
_CHUNKS = frozenset((b"IHDR", b"IDAT", b"IEND"))
_JFIF = b"JFIF\0"


def is_as_we_write(content: bytes, header: PictureHeader) -> bool:
    """Whether nothing of it needs to be drawn anew. It has been looked at by `check_header`, and will be decoded."""
    try:
        if header.kind == "JPEG":
            return max(header.width, header.height) <= limits.KEPT_SIDE and _is_bare_jpeg(content)
        if header.kind == "PNG":
            is_small = max(header.width, header.height) <= limits.KEPT_SIDE_SHEER
            return is_small and content[24:29] == b"\x08\x06\0\0\0" and _is_bare_png(content)
    except (struct.error, IndexError):
        pass
    return False


def _is_bare_jpeg(content: bytes) -> bool:
    place, is_named = 2, False
    while content[place] == 0xFF and content[place + 1] in _SEGMENTS:
        marker = content[place + 1]
        (length,) = struct.unpack(">H", content[place + 2 : place + 4])
        if marker == 0xE0:
            if is_named or length != 16 or content[place + 4 : place + 9] != _JFIF:
                return False
            is_named = True
        if marker == 0xC0 and content[place + 9] != 3:  # grey or four inks
            return False
        place += length + 2
    if not is_named or content[place : place + 2] != b"\xff\xda":
        return False
    lines = content[place + 2 : -2]
    return content[-2:] == b"\xff\xd9" and _holds_lines_alone(lines)


def _holds_lines_alone(lines: bytes) -> bool:
    """No marker among the packed lines but restarts: within them a 0xFF is followed by zero."""
    at = lines.find(b"\xff")
    while at >= 0:
        if at + 1 >= len(lines) or not (lines[at + 1] == 0 or 0xD0 <= lines[at + 1] <= 0xD7):
            return False
        at = lines.find(b"\xff", at + 2)
    return True


def _is_bare_png(content: bytes) -> bool:
    place = 8
    while place < len(content):
        length, name = struct.unpack(">I4s", content[place : place + 8])
        if name not in _CHUNKS:
            return False
        place += length + 12
    return place == len(content)
