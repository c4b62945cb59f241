"""One picture drawn anew in a sealed process of its own: `python -m cards.pictures.sealed`, asked once over a pipe.

Whatever a file may do to whoever decodes it, it does to a process that has no files, no network, little memory and a
few seconds. What comes back are pixels written by us: turned as the camera was held, in sRGB, with nothing else.
"""

from __future__ import annotations

import contextlib
import io
import os
import resource
from typing import TYPE_CHECKING

from cards.pictures import limits
from cards.pictures.header import check_header
from cards.pictures.own_files import is_as_we_write
from cards.printing.sealed import process
from cards.printing.shared import messages
from cards.printing.shared.build import ROOT
from studio.kernel.refusals import Refused

if TYPE_CHECKING:
    from PIL import Image

MEMORY = 1024 * 1024 * 1024  # bytes of address space: sixteen megapixels, four times over
SECONDS = 5  # of processor time: five times what the most that check_header lets in takes
NICE = 10  # a page that somebody waits for goes first; a busy machine still gets round to it


def main() -> None:
    os.nice(NICE)
    process.limit_memory()
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    process.allow_seconds(SECONDS)
    inward, outward = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "r+b") as nothing:  # nothing printed by a library may get between the frames
        os.dup2(nothing.fileno(), 0)
        os.dup2(nothing.fileno(), 1)
    from PIL import Image

    _load_all()
    Image.MAX_IMAGE_PIXELS = limits.PIXELS_MAX
    messages.write(outward, {"ready": True, **process.seal(str(ROOT), opens=False)})
    asked = messages.read(inward)
    if asked is None:
        return
    try:
        messages.write(outward, *developed(asked[1][0]))
    except MemoryError:
        messages.write(outward, {"failed": "picture.heavy", "why": "memory"})
    except Refused as refused:
        messages.write(outward, {"failed": refused.code, "why": ""})
    except Exception as problem:  # what a decoder raises for a file that is none
        messages.write(outward, {"failed": "picture.torn", "why": f"{type(problem).__name__}: {problem}"[:300]})


def _load_all() -> None:
    """All that a decoder loads when it first needs it: later there is no file any more."""
    from PIL import (
        Image,
        ImageCms,
        ImageOps,
        JpegImagePlugin,
        MpoImagePlugin,
        PngImagePlugin,
        TiffImagePlugin,
        WebPImagePlugin,
    )

    assert all((ImageCms, ImageOps, JpegImagePlugin, MpoImagePlugin, PngImagePlugin, TiffImagePlugin, WebPImagePlugin))
    Image.preinit()


def developed(content: bytes) -> messages.Rendered:
    """The picture as it is kept, and the smaller one that pages show. Raises Refused, or what a decoder raises."""
    header = check_header(content)
    picture = _opened(content, header.kind)
    if picture.size != (header.width, header.height):
        raise Refused("picture.torn")
    if getattr(picture, "n_frames", 1) != 1 and header.kind != "JPEG":  # a JPEG's others are a phone's, left behind
        raise Refused("picture.moves")
    picture.load()
    if is_as_we_write(content, header) and _holds_nothing_else(content, picture):
        kept, upright = content, picture
    else:
        upright = _upright(picture)
        upright = _at_most(upright, limits.KEPT_SIDE_SHEER if _is_sheer(upright) else limits.KEPT_SIDE)
        kept = _written(upright, 88)
    shown = _opened(kept, "PNG" if _is_sheer(upright) else "JPEG")  # so that it follows from what is kept alone
    screen = _written(_at_most(shown, limits.SCREEN_SIDE), 80)
    about = {"done": True, "width": upright.width, "height": upright.height, "is_sheer": _is_sheer(upright)}
    return about, [kept, screen]


def _holds_nothing_else(content: bytes, picture: Image.Image) -> bool:
    """Whether all of a file that is written as ours is needed for its pixels.

    Of a JPEG whose lines lack their last byte the last row cannot be drawn, unless something lies behind them. A PNG
    could be packed on purpose with what unpacks to nothing: it is no longer than one that is packed in less time, as
    far as packers of one release and the next agree.
    """
    if picture.mode == "RGBA":
        packed = io.BytesIO()
        picture.save(packed, "PNG")
        return len(content) <= packed.tell() * 51 // 50 + 64
    from PIL import Image, ImageFile

    seen = picture.getpixel((0, picture.height - 1))
    assert isinstance(seen, tuple)
    blank = tuple(255 - value for value in seen)
    into = Image.core.fill(  # type: ignore[attr-defined]
        "RGB", picture.size, blank
    )
    again = _opened(content, "JPEG")
    assert isinstance(again, ImageFile.ImageFile)
    name, extents, _, args = again.tile[0]
    decoder = Image._getdecoder("RGB", name, args, ())
    decoder.setimage(into, extents)
    decoder.decode(content[:-3])
    decoder.cleanup()
    return Image.Image()._new(into).getpixel((0, picture.height - 1)) == blank


def _opened(content: bytes, kind: str) -> Image.Image:
    from PIL import Image

    return Image.open(io.BytesIO(content), formats=(kind,))


def _upright(picture: Image.Image) -> Image.Image:
    """As the camera was held, in sRGB: RGB, or RGBA where it lets something shine through."""
    from PIL import ImageOps

    profile = picture.info.get("icc_profile")
    turned = ImageOps.exif_transpose(picture)
    if turned.mode.startswith("I;16") or turned.mode in ("I", "F"):  # deep grey
        turned = turned.convert("I").point(lambda value: value / 257).convert("L")
        profile = None
    has_alpha = turned.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in turned.info
    alpha = turned.convert("RGBA").getchannel("A") if has_alpha else None
    if turned.mode in ("P", "PA", "1", "LA", "La", "RGBA", "RGBa"):
        turned = turned.convert("RGBA").convert("RGB")
    colours = _in_srgb(turned, profile)
    if alpha is None or alpha.getextrema() == (255, 255):
        return colours
    colours.putalpha(alpha)
    return colours


def _in_srgb(picture: Image.Image, profile: bytes | None) -> Image.Image:
    """Its colours by the profile it came with; one that cannot be read is left out."""
    from PIL import ImageCms

    if profile and picture.mode in ("RGB", "L", "CMYK"):
        with contextlib.suppress(ImageCms.PyCMSError, OSError, ValueError):
            came = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            done = ImageCms.profileToProfile(picture, came, ImageCms.createProfile("sRGB"), outputMode="RGB")
            if done is not None:
                return done
    return picture.convert("RGB")


def _at_most(picture: Image.Image, side: int) -> Image.Image:
    from PIL import Image

    longer = max(picture.size)
    if longer <= side:
        return picture
    size = tuple(max(1, round(length * side / longer)) for length in picture.size)
    return picture.resize(size, Image.Resampling.LANCZOS)


def _is_sheer(picture: Image.Image) -> bool:
    return picture.mode == "RGBA"


def _written(picture: Image.Image, quality: int) -> bytes:
    """A PNG where it is sheer, else a JPEG; pixels and nothing else."""
    from PIL import Image

    bare = Image.frombytes(picture.mode, picture.size, picture.tobytes())  # without whatever was said about it
    into = io.BytesIO()
    if _is_sheer(bare):
        bare.save(into, "PNG", optimize=True)
    else:
        bare.save(into, "JPEG", quality=quality, subsampling=0 if quality > 85 else 2, optimize=True)
    return into.getvalue()


if __name__ == "__main__":
    main()
