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
