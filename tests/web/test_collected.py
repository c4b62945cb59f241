"""Static files of one release and the next: nothing goes for which pages and processes may still ask."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.http import HttpResponse
from django.test import RequestFactory

from studio.web import collected
from studio.web.static_files import SendStaticFiles

CSS = "body { background: url(art/dot.svg) }"


class Shop:
    """A project with a few static files, and the folder they are served from."""

    def __init__(self, folder: Path) -> None:
        self.sources, self.root = folder / "sources", folder / "data" / "static"
        (self.sources / "art").mkdir(parents=True)
        self.write("art/dot.svg", "<svg/>")
        self.write("page.css", CSS)
        self.write("gone.js", "export const here = 1;")

    def write(self, name: str, words: str) -> None:
        (self.sources / name).write_text(words)

    def release(self) -> dict[str, str]:
        """The names under which it asks for its files."""
        finders.get_finder.cache_clear()
        collected.collect()
        paths: dict[str, str] = json.loads((self.root / collected.MANIFEST).read_text())["paths"]
        return paths

    def grow_old(self, days: float) -> None:
        for path in self.root.rglob("*"):
            then = path.stat().st_mtime - days * 24 * 3600
            os.utime(path, (then, then))

    def there(self) -> set[str]:
        return {path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if path.is_file()}


@pytest.fixture
def shop(tmp_path: Path, settings: Any) -> Iterator[Shop]:
    one = Shop(tmp_path)
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [one.sources], one.root
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "studio.web.static_files.NamedByContent"}}
    yield one
    finders.get_finder.cache_clear()


def test_what_a_release_asks_for_is_there_while_and_after_the_next_is_collected(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = shop.release()
    names = {*old.values(), *old}
    shop.write("page.css", CSS + " p { color: red }")
    (shop.sources / "gone.js").unlink()
    missing: list[set[str]] = []
    replace = os.replace

    def watched(source: Any, target: Any) -> None:
        replace(source, target)
        current = json.loads((shop.root / collected.MANIFEST).read_text())["paths"]
        missing.append({*names, *current.values()} - shop.there())

    monkeypatch.setattr(collected.os, "replace", watched)
    new = shop.release()
    assert names | set(new.values()) <= shop.there(), "what was asked for before is there still"
    assert missing and not any(missing), "at every moment both what is asked for now and what was"
    assert old["page.css"] != new["page.css"] and "gone.js" not in new


@pytest.mark.django_db  # an answer that ends looks after the connection, where a test before left one
def test_a_process_of_the_release_before_sends_what_pages_of_the_next_ask_for(shop: Shop, settings: Any) -> None:
    """A proxy sends a page's requests to whichever process it likes, while one release takes the place of the other."""
    settings.WHITENOISE_AUTOREFRESH = False  # as a site has it
    old = shop.release()["page.css"]
    process = SendStaticFiles(lambda request: HttpResponse(status=404))
    shop.write("page.css", "p { order: 2 }")
    new = shop.release()["page.css"]
    assert old != new
    for name in (old, new, new):
        with closing(process(RequestFactory().get(f"/static/{name}"))) as answer:
            assert answer.status_code == 200 and "immutable" in answer.headers["Cache-Control"], name
            assert answer.getvalue() == (shop.root / name).read_bytes()
    (shop.root.parent / "page.0123456789ab.css").touch()
    (shop.root / "made.0123456789ab.d").mkdir()
    (shop.root / "unnamed.css").touch()
    for name in ("../page.0123456789ab.css", "page.0123456789ab.css", f"{new}.gz", "a\0.0123456789ab.css",
                 "a" * 300 + ".0123456789ab.css", "made.0123456789ab.d", "unnamed.css"):  # fmt: skip
        request = RequestFactory().get("/static/")
        request.path_info = f"/static/{name}"
        assert process(request).status_code == 404, name


@pytest.mark.django_db
def test_what_has_its_plain_name_is_sent_as_it_is_now(
    shop: Shop, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its length with it: a process that had looked when it began would cut it off, or promise more than comes."""
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    shop.release()
    process = SendStaticFiles(lambda request: HttpResponse(status=404))
    for words in ("p { order: 2; color: rebeccapurple }", "p {}"):
        shop.write("page.css", words)
        shop.release()
        with closing(process(RequestFactory().get("/static/page.css"))) as answer:
            assert (answer.headers["Content-Length"], answer.getvalue()) == (str(len(words)), words.encode())
            assert "immutable" not in answer.headers["Cache-Control"]
    (shop.root / "page.css").unlink()
    for _ in range(2):
        assert process(RequestFactory().get("/static/page.css")).status_code == 404
    monkeypatch.setattr(process, "find_file", lambda url: process.files.pop(url, None) and None)
    assert process(RequestFactory().get("/static/gone.js")).status_code == 404, "another thread saw that it is gone"


def test_a_list_of_names_that_was_lost_is_made_again(shop: Shop) -> None:
    names = shop.release()
    (shop.root / collected.MANIFEST).unlink()
    assert shop.release() == names


def test_a_file_that_is_older_than_the_one_it_follows_is_taken_all_the_same(shop: Shop) -> None:
    shop.release()
    shop.write("page.css", "p {}")
    os.utime(shop.sources / "page.css", (1, 1))  # as an archive unpacks it
    assert (shop.root / shop.release()["page.css"]).read_text() == "p {}"
    assert (shop.root / "page.css").read_text() == "p {}"


def test_what_nobody_names_any_more_is_swept_by_age(shop: Shop) -> None:
    releases = []
    for number in range(5):
        shop.grow_old(20)  # each comes twenty days after the one before
        shop.write("page.css", f"p {{ order: {number} }}")
        releases.append(shop.release()["page.css"])
    assert not set(releases[:2]) & shop.there(), "they went more than thirty days ago"
    assert set(releases[2:]) <= shop.there()
    assert collected.sweep(shop.root) == 0


def test_a_clock_that_jumps_leaves_what_is_asked_for_now_and_was_just_before(shop: Shop) -> None:
    old = shop.release()["page.css"]
    shop.write("page.css", "p {}")
    new = shop.release()["page.css"]
    shop.grow_old(400)
    collected.sweep(shop.root)
    assert {old, new} <= shop.there()


@pytest.mark.parametrize("step", [1, 3, 6])
def test_a_collecting_that_was_killed_is_done_again(shop: Shop, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    old = shop.release()
    shop.write("page.css", "p {}")
    count = 0
    replace = os.replace

    def killed(source: Any, target: Any) -> None:
        nonlocal count
        count += 1
        if count == step:
            raise KeyboardInterrupt
        replace(source, target)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(collected.os, "replace", killed)
        shop.write("more.css", "a {}")
        shop.write("other.css", "b {}")
        shop.release()
    assert set(old.values()) <= shop.there()
    new = shop.release()
    assert set(old.values()) | set(new.values()) <= shop.there()
    assert not shop.root.with_name("static.collecting").exists()
    shutil.rmtree(shop.root)
    assert set(shop.release().values()) <= shop.there()
