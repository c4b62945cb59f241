"""Fonts of the machine: they belong to the drawing's digest, and what they cover is read as another reader reads it."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from cards.printing import installed
from cards.printing.build import build
from cards.printing.press import Worker

FONTS = Path(__file__).resolve().parents[2] / "static" / "fonts"
SLEEPER = 'import sys; print(\'{"ready": true, "build": "x", "blobs": []}\', flush=True); sys.stdin.read()'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of fonts that this machine has besides."""
    monkeypatch.setattr(installed, "FOLDERS", (*installed.FOLDERS, str(tmp_path / "fonts")))
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
    monkeypatch.setattr("cards.printing.press.WARM", [sys.executable, "-c", SLEEPER])
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
    installed._last.clear()
    told = installed.coverage()
    files = [path for path, _, _ in installed.listing() if path.endswith("/DejaVuSans.ttf")]
    if not files:
        pytest.skip("DejaVu Sans is not on this machine")
    assert [code for code in TTFont(files[0]).getBestCmap() if chr(code) not in told] == []
    assert "\U00107fff" not in told


def test_without_fontconfig_nothing_is_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "_library", lambda: None)
    monkeypatch.setattr(installed, "_last", [])
    installed._coverage.cache_clear()
    try:
        assert installed.coverage().ranges == ()
    finally:
        installed._coverage.cache_clear()
