"""A file somebody brings: what is refused before it is decoded, what the sealed process makes of the rest."""

from __future__ import annotations

import io
import struct
import sys
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from cards.face.face import Face
from cards.face.picture import Picture
from cards.pictures import darkroom, limits
from cards.pictures.darkroom import develop
from cards.pictures.header import check_header
from cards.pictures.sealed import developed
from cards.printing.queue.press import Press
from cards.printing.queue.values import Item
from studio.kernel.refusals import Refused
from tests.picture_files import (
    GREEN,
    HEIC,
    RED,
    SVG,
    camera_photo,
    chunk,
    halves,
    many_scans,
    moving,
    png_bomb,
    read,
    segment,
    small_head_large_body,
    written,
)
from tests.print.conftest import job
from tests.stowaways import WORDS, every_one, honest

MANY = 200_000  # lines of Python: a tenth of a second
JPEG, PNG, WEBP = (written(halves(), kind) for kind in ("JPEG", "PNG", "WEBP"))
WEBP_LOSSLESS, WEBP_SHEER = (
    written(halves(), "WEBP", lossless=True),
    written(halves().convert("RGBA"), "WEBP", exif=b"Exif\0\0"),
)


def refusal(content: bytes, name: str = "") -> str:
    with pytest.raises(Refused) as refused:
        check_header(content, name)
    return refused.value.code


@pytest.mark.parametrize("content", [JPEG, PNG, WEBP, WEBP_LOSSLESS, WEBP_SHEER, camera_photo()])
def test_a_header_tells_format_and_size_before_anything_is_decoded(content: bytes) -> None:
    header = check_header(content, "goat")
    assert (header.width, header.height) == (120, 80)
    assert header.kind == read(content).format


@pytest.mark.parametrize(
    ("content", "name", "code"),
    [
        (b"", "", "picture.none"),
        (bytes(limits.BYTES_MAX + 1), "a.png", "picture.large"),
        (SVG, "a.svg", "picture.kind"),
        (SVG, "a.png", "picture.kind"),
        (HEIC, "a.jpg", "picture.kind"),
        (moving("GIF"), "a.gif", "picture.kind"),
        (b"%PDF-1.7 nothing", "a.png", "picture.kind"),
        (b"<!doctype html><script>", "a.png", "picture.kind"),
        (b"just words", "a.png", "picture.kind"),
        (JPEG, "goat.png", "picture.lie"),
        (PNG, "goat.html", "picture.lie"),
        (PNG[:-20], "", "picture.torn"),
        (PNG[:30], "", "picture.torn"),
        (JPEG[:60], "", "picture.torn"),
        (WEBP[:-9], "", "picture.torn"),
        (WEBP[:18], "", "picture.torn"),
        (PNG + b"PK\x03\x04 an archive behind it", "", "picture.tail"),
        (WEBP + b"<script>alert(1)</script>", "", "picture.tail"),
        (moving("PNG"), "a.png", "picture.moves"),
        (moving("WEBP"), "a.webp", "picture.moves"),
        (written(Image.new("RGB", (9, 400)), "PNG"), "", "picture.small"),
        (png_bomb(9000, 9000), "", "picture.vast"),
        (png_bomb(20_000, 200), "", "picture.vast"),
    ],
)
def test_what_is_no_still_picture_of_a_sane_size_is_refused_unread(content: bytes, name: str, code: str) -> None:
    assert refusal(content, name) == code


def lines_run(content: bytes) -> int:
    """How many lines of Python it takes until a header is told or refused."""
    count = 0

    def step(*_: object) -> Any:
        nonlocal count
        count += 1
        assert count <= MANY, "the server would be at it for seconds"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        with suppress(Refused):
            check_header(content)
    finally:
        sys.settrace(before)
    return count


FULL = limits.BYTES_MAX - 200
CHUNKS = PNG[:33] + chunk(b"teXt", b"") * (FULL // 12)
FRAME = b"\xff\xd8" + segment(0xC0, struct.pack(">BHHB", 8, 400, 400, 1) + b"\1\x11\0")


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xd8\xff" + b"\xff" * FULL,
        b"\xff\xd8" + b"\xff\x01" * (FULL // 2),
        FRAME + segment(0xDA, b"") + b"\xff\0" * (FULL // 2),
        FRAME + segment(0xDA, b"") + b"\xff\xd0" * (FULL // 2),
        FRAME + segment(0xFE, b"") * (FULL // 4),
        FRAME + segment(0xDA, b"") * (FULL // 4),
        b"\xff\xd8" + segment(0xFE, b"") * (FULL // 4),
        CHUNKS,
    ],
    ids=["filling", "alone", "bytes", "restarts", "comments", "scans", "no frame", "chunks"],
)
def test_no_header_is_walked_without_an_end(content: bytes) -> None:
    """It is read in the server itself, while others wait for their pages."""
    assert len(content) <= limits.BYTES_MAX and lines_run(content) < MANY


def test_how_often_a_picture_is_gone_over_is_counted_before_it_is() -> None:
    """A file of 40 kB can ask for seconds; what cameras and painting programs make asks for a tenth of what may be."""
    assert [check_header(many_scans(count)).scans for count in (1, 10, 25)] == [2, 11, 26]
    assert read(many_scans(5, 64)).size == (64, 64), "it is a JPEG like any other"
    for content in (many_scans(150), many_scans(40), many_scans(limits.SCANS_MAX + 1, 400)):
        assert refusal(content) == "picture.heavy"
    progressive = written(halves(4096, 4096), progressive=True, quality=40)
    assert check_header(progressive).scans < 12 and check_header(progressive).work < limits.WORK_MAX / 2
    assert check_header(JPEG).work == 1 and check_header(written(halves(4000, 3000))).work == 12
    filled = JPEG[:2] + b"\xff" * 9 + JPEG[2:]
    assert check_header(filled).width == 120, "filling before a marker is no lie"


@pytest.mark.parametrize("cut", range(0, 50, 3))
def test_a_header_that_ends_anywhere_is_refused_in_words(cut: int) -> None:
    for content in (JPEG, PNG, WEBP_SHEER, WEBP_LOSSLESS):
        assert refusal(content[:cut]) in ("picture.none", "picture.torn", "picture.kind")


def test_a_photograph_comes_out_upright_in_our_colours_and_says_nothing_of_whoever_took_it() -> None:
    made = develop(camera_photo(), "IMG_0001.JPG")
    picture = read(made.kept)
    assert picture.size == (80, 120) == (made.width, made.height)  # a quarter turn to the right
    assert not picture.getexif() and "icc_profile" not in picture.info and "comment" not in picture.info
    top, bottom = picture.getpixel((40, 20)), picture.getpixel((40, 100))
    assert all(abs(a - b) < 12 for a, b in zip(top + bottom, RED + GREEN, strict=True))
    for content in (made.kept, made.screen):
        assert b"CANARY" not in content and b"Exif" not in content and b"ICC" not in content


def test_what_shines_through_still_does_and_what_is_large_becomes_as_large_as_a_card_needs() -> None:
    sheer = Image.new("RGBA", (3000, 300), (*RED, 90))
    made = develop(written(sheer, "PNG"))
    assert (made.width, made.height) == (limits.KEPT_SIDE_SHEER, limits.KEPT_SIDE_SHEER // 10)
    colours = read(made.kept).getpixel((700, 70))
    assert all(abs(a - b) <= 2 for a, b in zip(colours, (*RED, 90), strict=True))
    assert read(made.screen).size[0] == limits.SCREEN_SIDE


def test_what_we_wrote_is_kept_byte_for_byte_and_so_keeps_its_name() -> None:
    made = develop(written(halves(), "WEBP"))
    assert develop(made.kept) == made
    with_a_comment = made.kept[:20] + b"\xff\xfe\0\x08CANARY" + made.kept[20:]
    again = develop(with_a_comment)
    assert again.digest != made.digest and b"CANARY" not in again.kept
    behind_the_end = develop(made.kept + b"PK\x03\x04CANARY")
    assert b"CANARY" not in behind_the_end.kept


def test_what_is_written_as_ours_is_kept_and_nothing_of_a_stowaway_in_any_file() -> None:
    """Searched for by its bytes alone. A place behind the last line of a photo was kept once, five megabytes of it."""
    for name, content in honest():
        assert developed(content)[1][0] == content, f"{name} lost its name"
    came_in = 0
    for name, content in every_one():
        try:
            with warnings.catch_warnings(action="ignore"):  # what it says of what is torn nobody hears in its process
                _, blobs = developed(content)
        except (Refused, OSError, SyntaxError, ValueError):
            continue
        came_in += 1
        assert content != blobs[0], f"{name} was kept as it is"
        for kept in blobs:
            assert WORDS not in kept and WORDS[:20] not in kept, f"{name} came in"
            assert developed(kept)[1][0] == kept or kept is blobs[1], f"{name} is not ours even now"
    assert came_in >= 25, "most of them are pictures that anybody would open"


@pytest.mark.parametrize(
    "content",
    [
        small_head_large_body(),
        JPEG[: len(JPEG) // 2],
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"\0\0\0\x40\0\0\0\x40\x08\x02\0\0\0") + chunk(b"IEND", b""),
    ],
)
def test_what_only_turns_out_to_be_torn_when_it_is_decoded_is_refused_too(content: bytes) -> None:
    try:
        made = develop(content)
    except Refused as refused:
        assert refused.code in ("picture.torn", "picture.heavy")
    else:  # a decoder may take as many lines as the header promised, and leave the rest
        assert max(made.width, made.height) <= 40


@pytest.mark.parametrize(
    ("does", "code"),
    [
        ("import time; time.sleep(60)", "picture.busy"),  # as where the machine has no turn for it
        ("import os, signal; os.kill(os.getpid(), signal.SIGXCPU)", "picture.heavy"),
    ],
)
def test_a_process_that_hangs_is_ended_and_somebody_else_has_its_turn(
    monkeypatch: pytest.MonkeyPatch, does: str, code: str
) -> None:
    """A picture is to blame only where it used up the time it has on a processor."""
    with monkeypatch.context() as patch:
        patch.setattr(darkroom, "SEALED", [darkroom.SEALED[0], "-c", does])
        patch.setattr(darkroom, "WALL", 0.2 if code == "picture.busy" else darkroom.WALL)
        with pytest.raises(Refused, match=code):
            develop(PNG)
    assert develop(PNG).width == 120


# --- on paper ---------------------------------------------------------------------------------------------------------


def goats(tmp_path: Path, copies: int) -> tuple[Item, ...]:
    made = develop_once()
    file = tmp_path / "goat.jpg"
    file.write_bytes(made.kept)
    picture = Picture(made.digest, made.width, made.height, (0, 0, 500, 1000), "Ros Lee")
    face = Face("Goat", "Thing", "It looks at you.", picture=picture, art_words="A goat.")
    return (Item(face, False, "1", "Goats · 1", copies, file),)


@cache
def develop_once() -> darkroom.DevelopedPicture:
    return develop(written(halves(1200, 800)))


def pictures_in(pdf: bytes) -> list[Image.Image]:
    """Every picture of the file, once, as it is embedded."""
    found = {}
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for thing in opened.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image":
                found[thing.objgen] = Image.open(io.BytesIO(thing.read_raw_bytes())).copy()
    return list(found.values())


@pytest.mark.parametrize(("frame", "colours"), [("press", "RGB"), ("saver", "L")])
def test_a_sheet_holds_what_is_shown_of_a_picture_once_and_comes_out_the_same(
    press: Press, tmp_path: Path, frame: str, colours: str
) -> None:
    wanted = job(goats(tmp_path, 4), frame=frame)
    pdf = press.print_sheets(wanted)
    (shown,) = pictures_in(pdf)
    assert shown.mode == colours and shown.size == (600, 800)  # the left half, and no pixel of the other
    assert shown.convert("RGB").getpixel((590, 400))[1] < 90
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=1).to_pil().convert("RGB")
    reds = [page.getpixel((x, 110)) for x in (110, 290, 470)]  # three cards in a row, in the middle of their pictures
    assert len(set(reds)) == 1 and reds[0] != (255, 255, 255)
    assert press.print_sheets(wanted) == pdf
