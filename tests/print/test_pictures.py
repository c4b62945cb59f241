"""A file somebody brings: what is refused before it is decoded, what the sealed process makes of the rest."""

from __future__ import annotations

import pytest
from PIL import Image

from cards.pictures import darkroom, limits
from cards.pictures.darkroom import develop
from cards.pictures.header import check_header
from studio.kernel.refusals import Refused
from tests.picture_files import (
    GREEN,
    HEIC,
    RED,
    SVG,
    camera_photo,
    chunk,
    halves,
    moving,
    png_bomb,
    read,
    small_head_large_body,
    written,
)

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


def test_a_process_that_hangs_is_ended_and_somebody_else_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(darkroom, "SEALED", [darkroom.SEALED[0], "-c", "import time; time.sleep(60)"])
        patch.setattr(darkroom, "WALL", 0.2)
        with pytest.raises(Refused, match="picture.heavy"):
            develop(PNG)
    assert develop(PNG).width == 120
