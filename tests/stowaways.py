"""Words hidden in picture files, at every place of every kind of file where one could be."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from PIL import Image

from tests.picture_files import GREEN, RED, chunk, halves, written

WORDS = b"STOWAWAY-GPS 52.52,13.40 "


def own_jpeg(picture: Image.Image) -> bytes:
    return written(picture, "JPEG", quality=88, subsampling=0, optimize=True)


def own_png(picture: Image.Image) -> bytes:
    return written(picture, "PNG", optimize=True)


def honest() -> Iterator[tuple[str, bytes]]:
    """Files as we write them: flat ones, whose lines hardly say anything, and noisy ones."""
    for width, height in ((16, 16), (17, 33), (121, 83), (640, 480)):
        for name, picture in (
            ("flat", Image.new("RGB", (width, height), GREEN)), ("white", Image.new("RGB", (width, height), "white")),
            ("black", Image.new("RGB", (width, height))), ("halves", halves(width, height)),
            ("noise", Image.effect_noise((width, height), 90).convert("RGB")),
        ):  # fmt: skip
            yield f"{name} {width} JPEG", own_jpeg(picture)
            if width > 200:  # packing noise takes seconds
                continue
            sheer = picture.convert("RGBA")
            sheer.putalpha(Image.effect_noise((width, height), 60))
            yield f"{name} {width} PNG", own_png(sheer)


def segment(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def in_jpegs() -> Iterator[tuple[str, bytes]]:
    own = own_jpeg(halves())
    tables, frame, lines = own.index(b"\xff\xdb"), own.index(b"\xff\xc0"), own.index(b"\xff\xda")
    codes = own.index(b"\xff\xc4")
    padded = (WORDS * 3)[:64]
    for name, at, more in (
        ("a comment", 2, segment(0xFE, WORDS)), ("a place", 20, segment(0xE1, b"Exif\0\0" + WORDS)),
        ("a profile", 20, segment(0xE2, b"ICC_PROFILE\0\1\1" + WORDS)),
        ("a JFXX", 20, segment(0xE0, b"JFXX\0" + WORDS)),
        ("a table for nobody", tables, segment(0xDB, b"\x02" + padded)),
        ("a table before its own", tables, segment(0xDB, b"\0" + padded)),
        ("codes for nobody", codes, segment(0xC4, b"\x02" + bytes((0,) * 7 + (25,) + (0,) * 8) + WORDS)),
        ("codes twice", codes, segment(0xC4, b"\x10" + bytes((0,) * 7 + (25,) + (0,) * 8) + WORDS)),
        ("restarts", frame, segment(0xDD, b"\0\0")), ("a comment late", lines, segment(0xFE, WORDS)),
        ("between its lines", len(own) - 2, b"\xff\xd0" + WORDS * 20), ("after its lines", len(own) - 2, WORDS),
        ("far after its lines", len(own) - 2, WORDS * 1500), ("fillings", len(own) - 2, b"\xff" * 9 + WORDS),
        ("behind its end", len(own), WORDS), ("another picture", len(own), own + WORDS),
    ):  # fmt: skip
        yield f"JPEG, {name}", own[:at] + more + own[at:]
    thumbnail = bytearray(own)
    thumbnail[2:20] = segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\4\2" + WORDS[:24])
    yield "JPEG, a thumbnail", bytes(thumbnail)
    yield "JPEG, a table of words", own[: tables + 5] + padded + own[tables + 69 :]
    yield "JPEG of another's", written(halves(), "JPEG", comment=WORDS, exif=_exif(), quality=70)
    yield "JPEG in steps", written(halves(), "JPEG", comment=WORDS, progressive=True)


def _exif() -> bytes:
    exif = Image.Exif()
    exif[0x010F] = WORDS.decode()
    return exif.tobytes()


def in_pngs() -> Iterator[tuple[str, bytes]]:
    sheer = halves().convert("RGBA")
    sheer.putalpha(Image.effect_noise(sheer.size, 60))
    own = own_png(sheer)
    packed, end = own.index(b"IDAT") - 4, own.index(b"IEND") - 4
    for name, at, more in (
        ("words", 33, chunk(b"tEXt", b"Comment\0" + WORDS)), ("a place", 33, chunk(b"eXIf", b"II*\0" + WORDS)),
        ("words late", end, chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + WORDS)),
        ("of its own", 33, chunk(b"gpSx", WORDS)), ("packed behind its lines", end, chunk(b"IDAT", WORDS)),
    ):  # fmt: skip
        yield f"PNG, {name}", own[:at] + more + own[at:]
    yield "PNG, in its end", own[:end] + chunk(b"IEND", WORDS)
    yield "PNG, behind its end", own + WORDS
    (length,) = struct.unpack(">I", own[packed : packed + 4])
    rows = zlib.decompress(own[packed + 8 : packed + 8 + length])
    yield "PNG, more rows", own[:packed] + chunk(b"IDAT", zlib.compress(rows + WORDS * 40, 0)) + chunk(b"IEND", b"")
    yield "PNG, in a row unpacked", own[:packed] + chunk(b"IDAT", _in_empty_blocks(rows)) + chunk(b"IEND", b"")
    yield "PNG, a sum that is none", own[: packed + 8 + length] + WORDS[:4] + own[packed + 12 + length :]
    yield "PNG of colours", written(halves(), "PNG", exif=_exif())


def _in_empty_blocks(rows: bytes) -> bytes:
    """Blocks that unpack to nothing, a thousand of them: their number could say something."""
    packing = zlib.compressobj(9)
    head = packing.flush(zlib.Z_SYNC_FLUSH)
    return head + b"\0\0\0\xff\xff" * 1000 + packing.compress(rows) + packing.flush()


def in_webps() -> Iterator[tuple[str, bytes]]:
    for is_lossless in (False, True):
        named = written(halves(), "WEBP", lossless=is_lossless, exif=_exif(), xmp=WORDS, icc_profile=WORDS * 6)
        yield f"WebP, all it may say, {is_lossless}", named
        body = written(halves(), "WEBP", lossless=is_lossless)[12:] + b"GPSx" + struct.pack("<I", 26) + WORDS + b" "
        yield f"WebP, of its own, {is_lossless}", b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body
    plain = written(Image.new("RGB", (40, 40), RED), "WEBP")
    yield "WebP, behind its end", plain + WORDS


def every_one() -> list[tuple[str, bytes]]:
    return [*in_jpegs(), *in_pngs(), *in_webps()]
