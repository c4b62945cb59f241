"""Fonts of the machine: they belong to the drawing's digest, and what they cover is read as another reader reads it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from cards.printing.queue.worker import INK, SYSTEM_FONTS, Worker
from cards.printing.shared import build as build_module
from cards.printing.shared import installed_fonts, native_libraries
from cards.printing.shared.build import ROOT, build

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"
SLEEPER = 'import sys; print(\'{"ready": true, "build": "x", "blobs": []}\', flush=True); sys.stdin.read()'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of fonts that this machine has besides."""
    monkeypatch.setattr(installed_fonts, "FOLDERS", (*installed_fonts.FOLDERS, str(tmp_path / "fonts")))
    (tmp_path / "fonts" / "new").mkdir(parents=True)
    return tmp_path / "fonts" / "new"


def test_a_font_that_is_installed_or_removed_changes_the_build(folder: Path) -> None:
    before = build()
    shutil.copy(FONTS / "besley-latin-800-normal.woff2", folder / "New.woff2")
    (folder / "README").write_text("no font")
    with_it = build()
    assert with_it != before
    (folder / "New.woff2").unlink()
    assert build() == before


def test_a_press_that_is_warm_begins_anew_when_a_font_is_installed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it would do with a process: whatever is started here only sleeps."""
    monkeypatch.setattr("cards.printing.queue.worker.WARM", [sys.executable, "-c", SLEEPER])
    worker = Worker(tmp_path / "press")
    try:
        assert worker.build() == worker.build() == "x"
        first = worker._process
        shutil.copy(FONTS / "besley-latin-800-normal.woff2", folder / "New.woff2")
        worker.build()
        assert first is not None and first.poll() is not None and worker._process is not first
        second = worker._process
        worker.build()
        assert worker._process is second
    finally:
        worker.stop()


def test_what_installed_fonts_cover_is_what_their_files_say() -> None:
    installed_fonts._last.clear()
    told = installed_fonts.coverage()
    files = [path for path, _, _ in installed_fonts.listing() if path.endswith("/DejaVuSans.ttf")]
    if not files:
        pytest.skip("DejaVu Sans is not on this machine")
    assert [code for code in TTFont(files[0]).getBestCmap() if chr(code) not in told] == []
    assert "\U00107fff" not in told


def test_without_fontconfig_nothing_is_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed_fonts.native_libraries, "library", lambda name: None)
    monkeypatch.setattr(installed_fonts, "_last", [])
    installed_fonts._coverage.cache_clear()
    try:
        assert installed_fonts.coverage().ranges == ()
    finally:
        installed_fonts._coverage.cache_clear()


def test_emoji_are_ink_also_where_a_font_in_colours_is_installed(tmp_path: Path) -> None:
    """Of the fonts the press has, told by the library itself: one in colours is not among them, one in ink is."""
    if not SYSTEM_FONTS.is_file() or not shutil.which("fc-list"):
        pytest.skip("the fonts of this machine cannot be listed")
    for name, is_coloured in (("Ink", False), ("Coloured", True)):
        made = FontBuilder(1000)
        made.setupGlyphOrder([".notdef", "party"])
        made.setupCharacterMap({0x1F389: "party"})
        pen = TTGlyphPen(None)
        pen.moveTo((0, 0))
        pen.lineTo((0, 500))
        pen.lineTo((500, 500))
        pen.closePath()
        made.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "party": pen.glyph()})
        made.setupHorizontalMetrics({".notdef": (500, 0), "party": (500, 0)})
        made.setupHorizontalHeader(ascent=800, descent=-200)
        made.setupNameTable({"familyName": f"Trial {name}", "styleName": "Regular"})
        made.setupOS2()
        made.setupPost()
        if is_coloured:
            made.setupCOLR({"party": [("party", 0)]})
            made.setupCPAL([[(1, 0, 0, 1)]])
        made.save(tmp_path / f"{name}.ttf")
    config = tmp_path / "fonts.conf"
    own = '<?xml version="1.0"?><fontconfig><include>{}</include><dir>{}</dir><cachedir>{}</cachedir></fontconfig>'
    config.write_text(own.format(INK, tmp_path, tmp_path / "cache"))
    listed = subprocess.check_output(["fc-list"], env={"FONTCONFIG_FILE": str(config)}, text=True)
    assert "Trial Ink" in listed and "Trial Coloured" not in listed


def test_the_press_is_started_with_those_fonts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = """import json, os, sys
print(json.dumps({"ready": 1, "build": os.environ.get("FONTCONFIG_FILE"), "blobs": []}), flush=True)
sys.stdin.read()"""
    monkeypatch.setattr("cards.printing.queue.worker.WARM", [sys.executable, "-c", told])
    worker = Worker(tmp_path)
    assert worker.build() == (str(INK) if SYSTEM_FONTS.is_file() else None)
    worker.stop()


def test_every_file_and_library_that_decides_a_drawing_is_in_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module that is new, another Pango, another page engine: each makes another build."""
    told = {path.relative_to(ROOT).as_posix() for path in build_module.files()}
    for folder in ("cards/face", "cards/printing/geometry", "cards/printing/sealed", "cards/printing/shared"):
        for path in (ROOT / folder).rglob("*"):
            assert "__pycache__" in path.parts or path.is_dir() or path.relative_to(ROOT).as_posix() in told, path
    assert {"static/css/measures.css", "static/css/card.css", "templates/cards/_face.html"} <= told
    before = build()
    monkeypatch.setattr(native_libraries, "versions", lambda: ("pango 9.99",))
    assert build() != before
    monkeypatch.undo()
    monkeypatch.setattr(build_module, "version", lambda name: "99" if name == "tinycss2" else "1")
    monkeypatch.setattr(build_module, "PACKAGES", tmp_path)  # installed just now
    assert build() != before


def test_the_page_engine_s_libraries_tell_their_versions() -> None:
    told = native_libraries.versions()
    if not told:
        pytest.skip("none of them is on this machine")
    assert any(re.fullmatch(r"pango 1\.\d+\.\d+", one) for one in told)
    assert native_libraries.library("pango") is native_libraries.library("pango") is not None
