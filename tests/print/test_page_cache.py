"""Card pages that are kept: found by another process, drawn again when anything about them is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from cards.printing.queue import page_cache
from cards.printing.queue.page_cache import PageCache
from cards.printing.sealed.process import TELL_EVERY, seldom

PAGE = [{"page": 0}]


def test_what_another_process_drew_is_found_also_later(tmp_path: Path) -> None:
    mine, other = PageCache(tmp_path, "b"), PageCache(tmp_path, "b")
    assert mine.find(["one"]) == {}
    made = other.keep(b"pages", {"one": PAGE, "two": PAGE})
    assert mine.find(["one", "two", "three"]) == made
    later = other.keep(b"more pages", {"three": PAGE})
    assert mine.find(["one", "two", "three"]) == made | later
    assert mine.batch(made["one"].batch) == b"pages"


def test_a_file_a_batch_is_written_whatever_the_number_of_cards(tmp_path: Path) -> None:
    PageCache(tmp_path, "b").keep(b"pages", {str(n): PAGE for n in range(125)})
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 2


def test_a_batch_that_is_gone_is_not_found_and_found_again_when_it_is_back(tmp_path: Path) -> None:
    mine, other = PageCache(tmp_path, "b"), PageCache(tmp_path, "b")
    made = other.keep(b"pages", {"one": PAGE})
    assert mine.find(["one"]) == made
    for path in (tmp_path / "b").iterdir():
        path.unlink()
    assert mine.find(["one"]) == {} == other.find(["one"])
    assert other.keep(b"pages", {"one": PAGE}) == made == mine.find(["one"])


@pytest.mark.parametrize("written", [b"", b"{", b"[]", b"7", b'{"one": 7}', b"\xff", b"null"])
def test_what_cannot_be_read_is_drawn_again(tmp_path: Path, written: bytes) -> None:
    other = PageCache(tmp_path, "b")
    whole = other.keep(b"pages", {"one": PAGE})
    (tmp_path / "b" / f"{whole['one'].batch}.json").write_bytes(written)
    kept = other.keep(b"more pages", {"two": PAGE})
    assert PageCache(tmp_path, "b").find(["one", "two"]) == kept


def test_what_is_forgotten_is_forgotten_by_those_who_come_later(tmp_path: Path) -> None:
    mine = PageCache(tmp_path, "b")
    mine.keep(b"pages", {"one": PAGE})
    mine.forget(["one", "never seen"])
    assert mine.find(["one"]) == {} == PageCache(tmp_path, "b").find(["one"])


def test_above_what_is_kept_a_batch_goes_with_its_index_and_other_builds_go_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_cache, "MOST_BYTES", 3)
    PageCache(tmp_path, "a").keep(b"old", {"one": PAGE})
    mine = PageCache(tmp_path, "b")
    mine.keep(b"pages", {"one": PAGE})
    mine.tidy()
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_how_far_it_is_is_told_at_once_and_then_now_and_then() -> None:
    told: list[int] = []
    now = 0.0
    tell = seldom(told.append, lambda: now)
    for page in range(1, 9):
        tell(page)
        now += TELL_EVERY / 4
    assert told == [1, 5]
