"""A media folder for each test, and pictures that are developed once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cards.actions import pictures
from cards.pictures import darkroom


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


_developed = cache(darkroom.develop)


@pytest.fixture
def developed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same file makes the same picture: the sealed process is asked once for it."""
    monkeypatch.setattr(pictures, "develop", _developed)
