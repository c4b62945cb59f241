"""Who may bring a picture, who sees it, how much there may be, and when it goes again."""

from __future__ import annotations

import os
import time
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from cards import models as rows
from cards.actions import pictures
from cards.pictures import darkroom, limits, shelf
from studio.people.limits import Pace
from tests.deck_fixture import DeckFixture
from tests.picture_files import SVG, halves, read, written
from tests.web.decks import as_member

_developed = cache(darkroom.develop)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("developed_once")]

GOAT, URN = written(halves()), written(halves(90, 90))


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "media"
    return tmp_path / "media"


@pytest.fixture
def developed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same file makes the same picture: the sealed process is asked once for it."""
    monkeypatch.setattr(pictures, "develop", _developed)


@pytest.fixture
def table() -> DeckFixture:
    return DeckFixture("Ros", "Idris")


def bring(client: Client, table: DeckFixture, content: bytes = GOAT, name: str = "goat.jpg") -> HttpResponse:
    address = f"/decks/{table.deck.slug}/pictures/"
    return client.post(address, {"file": SimpleUploadedFile(name, content)}, headers={"X-Carte": "1"})


def brought(client: Client, table: DeckFixture, content: bytes = GOAT) -> str:
    answer = bring(client, table, content)
    assert answer.status_code == 200, answer.content
    return str(answer.json()["picture"])


def test_a_picture_is_seen_by_whoever_brought_it_and_by_nobody_else_until_a_card_shows_it(table: DeckFixture) -> None:
    ros, idris, stranger = as_member(table, "Ros"), as_member(table, "Idris"), Client()
    digest = brought(ros, table)
    answer = ros.get(f"/pictures/{digest}/")
    assert read(b"".join(answer.streaming_content)).size == (120, 80)
    assert answer["Content-Type"] == "image/jpeg" and answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Cache-Control"].startswith("private") and "immutable" in answer["Cache-Control"]
    nothing = stranger.get(f"/pictures/{'0' * 64}/")
    for client in (idris, stranger):
        refused = client.get(f"/pictures/{digest}/")
        assert refused.status_code == 404
        assert refused.content.count(b"\n") == nothing.content.count(b"\n")
    for garbled in ("x", digest.upper(), digest + "0", "..%2f"):
        assert ros.get(f"/pictures/{garbled}/").status_code == 404


def test_only_members_bring_pictures_and_what_is_none_is_refused_in_words(table: DeckFixture) -> None:
    assert bring(Client(), table).status_code == 404
    ros = as_member(table, "Ros")
    refused = bring(ros, table, SVG, "goat.svg")
    assert refused.status_code == 422
    assert refused.json() == {
        "code": "picture.kind",
        "words": "That is an SVG. A PNG, a JPEG or a WebP can lie on a card: save it as one of these.",
    }
    nothing = ros.post(f"/decks/{table.deck.slug}/pictures/", headers={"X-Carte": "1"})
    assert nothing.json()["code"] == "picture.none"
    assert not rows.StoredPicture.objects.exists()


def test_brought_twice_it_is_there_once(table: DeckFixture) -> None:
    ros = as_member(table, "Ros")
    assert brought(ros, table) == brought(ros, table)
    assert rows.PictureUpload.objects.count() == rows.StoredPicture.objects.count() == 1


@pytest.mark.usefixtures("one_instant")
def test_there_is_a_pace_and_an_end_to_it(table: DeckFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    ros, idris = as_member(table, "Ros"), as_member(table, "Idris")
    brought(ros, table)
    size = rows.StoredPicture.objects.get().size
    for wall, code in (("PERSON", "picture.person_full"), ("DECK", "picture.deck_full"), ("SITE", "picture.site_full")):
        with monkeypatch.context() as patch:
            patch.setattr(limits, f"{wall}_BYTES_MAX", size + 10)
            assert bring(ros, table, URN).json()["code"] == code
    with monkeypatch.context() as patch:
        patch.setattr(limits, "PERSON_BYTES_MAX", 2 * size - 1)
        assert bring(idris, table, URN).status_code == 200  # what one has brought keeps nobody else out
    pace = limits.PICTURE_PACE
    monkeypatch.setattr(limits, "PICTURE_PACE", type(pace)("picture", Pace(1, 300), pace.group))
    assert [bring(ros, table).status_code for _ in range(2)][-1] == 429


def test_what_no_card_shows_goes_after_a_time_and_so_do_files_that_are_nobodys(table: DeckFixture, media: Path) -> None:
    digest = brought(as_member(table, "Ros"), table)
    later = timezone.now() + timedelta(days=limits.UNUSED_DAYS - 1)
    assert shelf.sweep(later) == 0 and rows.StoredPicture.objects.exists()
    shelf.still_wanted([digest])
    rows.StoredPicture.objects.update(wanted_at=timezone.now() + timedelta(days=5))
    assert shelf.sweep(later + timedelta(days=2)) == 0  # a draft still had it
    assert shelf.sweep(later + timedelta(days=20)) == 1
    files = [path for path in media.rglob("*") if path.is_file()]
    assert len(files) == 2  # they may be somebody's who is just bringing the same
    for path in files:
        os.utime(path, (time.time() - 7200,) * 2)
    shelf.sweep()
    assert not [path for path in media.rglob("*") if path.is_file()]
