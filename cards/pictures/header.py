"""What the first bytes of a file say, read before anything is decoded: which format, how large, whether it moves.

Pure. Nothing here trusts a file's name or the type that a browser gives it. Sizes are pixels as they are stored, before
a camera's turn is applied.
"""

from __future__ import annotations

import re
import struct
from dataclasses import dataclass
from typing import Literal

from cards.pictures import limits
from studio.kernel.messages import Sayable, message
from studio.kernel.refusals import Refused

PictureFormat = Literal["PNG", "JPEG", "WEBP"]

_PNG = b"\x89PNG\r\n\x1a\n"
_OTHERS: tuple[tuple[bytes, Sayable], ...] = (
    (b"GIF8", message("a GIF", context="file")),
    (b"%PDF", message("a PDF", context="file")),
    (b"BM", message("a BMP", context="file")),
    (b"II*\0", message("a TIFF", context="file")),
    (b"MM\0*", message("a TIFF", context="file")),
    (b"%!PS", message("PostScript", context="file")),
    (b"PK\x03\x04", message("an archive", context="file")),
    (b"\xff\x0a", message("a JPEG XL", context="file")),
)
_BRANDS = {
    b"heic": "HEIC", b"heix": "HEIC", b"heim": "HEIC", b"hevc": "HEIC", b"mif1": "HEIC", b"msf1": "HEIC",
    b"avif": "AVIF", b"avis": "AVIF",
}  # fmt: skip
_ENDINGS: dict[str, PictureFormat] = {"png": "PNG", "jpg": "JPEG", "jpeg": "JPEG", "jfif": "JPEG", "webp": "WEBP"}
_OTHER_ENDINGS = frozenset(
    ("gif", "svg", "svgz", "heic", "heif", "avif", "tif", "tiff", "bmp", "pdf", "html", "htm", "zip", "exe", "js")
)
# The next JPEG marker that has a length or is the end: past filling, restarts, and what lies between packed lines.
_MARKER = re.compile(rb"\xff[\xc0-\xcf\xd9-\xfe\x02-\xbf]", re.DOTALL)
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}  # those that tell the size


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """Format and size as a file's own header tells them, and how often its pixels are gone over to be read: once for
    each scan of a JPEG."""

    kind: PictureFormat
    width: int
    height: int
    scans: int = 1

    @property
    def work(self) -> int:
        """What it takes to read and draw it anew, in megapixels, 1 at least: all of it once, and a tenth for each scan
        beyond the first."""
        return 1 + self.width * self.height * (9 + self.scans) // (10 * 2**20)


def check_header(content: bytes, name: str = "") -> PictureHeader:
    """The header of a file that may be decoded. Raises Refused("picture.*") with what is wrong about it.

    `name` is the file's, if it came with one: an ending that says something else is a lie, and told.
    """
    if not content:
        raise Refused("picture.none")
    if len(content) > limits.BYTES_MAX:
        raise Refused("picture.large", limit=limits.BYTES_MAX // 1_000_000)
    found = _read(content)
    ending = name.rpartition(".")[2].casefold() if "." in name else ""
    if ending in _OTHER_ENDINGS or _ENDINGS.get(ending, found.kind) != found.kind:
        raise Refused("picture.lie", ending=ending, kind=found.kind)
    if min(found.width, found.height) < limits.SIDE_MIN:
        raise Refused("picture.small", limit=limits.SIDE_MIN)
    if max(found.width, found.height) > limits.SIDE_MAX or found.width * found.height > limits.PIXELS_MAX:
        raise Refused("picture.vast", width=found.width, height=found.height, limit=limits.PIXELS_MAX // 2**20)
    if found.scans > limits.SCANS_MAX or found.work > limits.WORK_MAX:
        raise Refused("picture.heavy")
    return found


def _read(content: bytes) -> PictureHeader:
    try:
        if content.startswith(_PNG):
            return _png(content)
        if content.startswith(b"\xff\xd8\xff"):
            return _jpeg(content)
        if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
            return _webp(content)
    except (struct.error, IndexError):
        raise Refused("picture.torn") from None
    raise Refused("picture.kind", kind=_called(content))


def _called(content: bytes) -> Sayable:
    """What a file that is no picture of ours looks like, in words."""
    for start, words in _OTHERS:
        if content.startswith(start):
            return words
    if content[4:8] == b"ftyp":
        brand = _BRANDS.get(content[8:12].lower())
        return message("a {kind}", context="file", kind=brand) if brand else message("a film", context="file")
    head = content[:1000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(b"<svg") or (head.startswith(b"<") and b"<svg" in head):
        return message("an SVG", context="file")
    if head.startswith(b"<"):
        return message("a page", context="file")
    return message("something else", context="file")


def _png(content: bytes) -> PictureHeader:
    """Every chunk's frame is walked: one that is torn, moves, or has something behind its end is refused."""
    length, name, width, height = struct.unpack(">I4sII", content[8:24])
    if name != b"IHDR" or length != 13:
        raise Refused("picture.torn")
    place = 8
    for _ in range(limits.CHUNKS_MAX):
        length, name = struct.unpack(">I4s", content[place : place + 8])
        place += length + 12
        if place > len(content):
            raise Refused("picture.torn")
        if name == b"acTL":
            raise Refused("picture.moves")
        if name == b"IEND":
            break
    else:
        raise Refused("picture.heavy")
    if content[place:].strip(b"\0"):
        raise Refused("picture.tail")
    return PictureHeader("PNG", width, height)


def _jpeg(content: bytes) -> PictureHeader:
    """Its frame and its scans: a file of a few bytes a scan can ask for thousands. What phones put behind the end (a
    film, a second picture) is left behind when it is drawn.

    Whoever makes a file of markers alone is not followed: so many steps and no more, each as quick as a search.
    """
    size, scans, place = None, 0, 2
    for _ in range(limits.SEGMENTS_MAX):
        found = _MARKER.search(content, place)
        if found is None or (size is None and content[place : found.start()].strip(b"\xff")):
            break
        marker, place = content[found.end() - 1], found.end()
        if marker == 0xD9 or (size is None and marker == 0xDA):  # its end, or its lines before its size
            break
        (length,) = struct.unpack(">H", content[place : place + 2])
        if length < 2:
            break
        if marker in _FRAMES and size is None:
            size = struct.unpack(">HH", content[place + 3 : place + 7])
        scans += marker == 0xDA
        place += length
    else:
        raise Refused("picture.heavy")
    if size is None:
        raise Refused("picture.torn")
    return PictureHeader("JPEG", width=size[1], height=size[0], scans=max(1, scans))


def _webp(content: bytes) -> PictureHeader:
    (length,) = struct.unpack("<I", content[4:8])
    if length + 8 > len(content):
        raise Refused("picture.torn")
    if content[length + 8 :].strip(b"\0"):
        raise Refused("picture.tail")
    name, body = content[12:16], content[20:30]
    if name == b"VP8X":
        if body[0] & 0x02:
            raise Refused("picture.moves")
        width, height = (1 + int.from_bytes(body[at : at + 3], "little") for at in (4, 7))
    elif name == b"VP8L" and body[0] == 0x2F:
        (bits,) = struct.unpack("<I", body[1:5])
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif name == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        width, height = (value & 0x3FFF for value in struct.unpack("<HH", body[6:10]))
    else:
        raise Refused("picture.torn")
    if len(body) < 10:
        raise Refused("picture.torn")
    return PictureHeader("WEBP", width, height)
