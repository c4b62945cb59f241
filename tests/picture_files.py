"""Picture files to bring: honest ones, and every kind of lie."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from PIL import Image, ImageCms

RED, GREEN = (200, 30, 40), (20, 160, 60)


def halves(width: int = 120, height: int = 80) -> Image.Image:
    """Red on the left, green on the right."""
    picture = Image.new("RGB", (width, height), RED)
    picture.paste(GREEN, (width // 2, 0, width, height))
    return picture


def written(picture: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    into = io.BytesIO()
    picture.save(into, kind, **options)
    return into.getvalue()


def read(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def camera_photo() -> bytes:
    """Held sideways (orientation 6), with a place, a maker, a comment and a profile of other colours than sRGB."""
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "CANARY-MAKER"
    exif.get_ifd(0x8825)[29] = "CANARY-PLACE"
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes().replace(b"sRGB", b"CANA")
    return written(halves(), exif=exif, icc_profile=profile, comment=b"CANARY-COMMENT", quality=95)


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_bomb(width: int, height: int) -> bytes:
    """A few kilobytes that say they are so many pixels, and would be."""
    lines = zlib.compressobj(9)
    row = b"\0" * (1 + width // 8)
    packed = b"".join(lines.compress(row) for _ in range(height)) + lines.flush()
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def small_head_large_body() -> bytes:
    """A PNG whose header says 40 by 40, with lines for a thousand times as many packed behind it."""
    packed = zlib.compress(b"\0" * 60_000_000, 9)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 40, 40, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def vast_words() -> bytes:
    """An honest small PNG, with words behind its header that unpack to a hundred megabytes; so does its profile."""
    packed = zlib.compress(b"A" * 100_000_000, 9)
    picture = written(halves(), "PNG")
    more = chunk(b"iCCP", b"x\0\0" + packed) + chunk(b"zTXt", b"Comment\0\0" + packed)
    return picture[:33] + more + picture[33:]


def moving(kind: str) -> bytes:
    frames = [Image.new("RGB", (32, 32), colour) for colour in (RED, GREEN)]
    return written(frames[0], kind, save_all=True, append_images=frames[1:], duration=100)


SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HEIC = b"\0\0\0\x18ftypheic\0\0\0\0heicmif1" + bytes(40)


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def many_scans(scans: int, side: int = 4096) -> bytes:
    """An empty progressive JPEG that is gone over so many times and then once more: 37 bytes each, whatever its size.

    One code for "nothing in this block" and one for "nothing in the next 16,384 and some" are all it needs.
    """
    blocks = (side // 8) ** 2
    runs, left = "", blocks
    while left > 0:
        run = max(1 << 14, min(left, (1 << 15) - 1))
        runs, left = f"{runs}0{run - (1 << 14):014b}", left - run
    runs += "1" * (-len(runs) % 8)
    lines = bytes(int(runs[at : at + 8], 2) for at in range(0, len(runs), 8)).replace(b"\xff", b"\xff\0")
    return b"".join((
        b"\xff\xd8", segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"), segment(0xDB, b"\0" + b"\1" * 64),
        segment(0xC2, struct.pack(">BHHB", 8, side, side, 1) + b"\1\x11\0"),
        segment(0xC4, b"\0" + b"\1" + bytes(15) + b"\0"), segment(0xC4, b"\x10" + b"\1" + bytes(15) + b"\xe0"),
        segment(0xDA, b"\1\1\0\0\0\0"), bytes(blocks // 8), segment(0xDA, b"\1\1\0\1\x3f\1"), lines,
        (segment(0xDA, b"\1\1\0\1\x3f\x10") + lines) * (scans - 1), b"\xff\xd9",
    ))  # fmt: skip
