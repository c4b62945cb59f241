"""The judge of pictures (bench/looks.py): what differs is found and told, and every template is shown by some state."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.bench import looks_shown
from tests.bench.looks import unforeseen
from tests.bench.looks_compared import DIFFERS, compare, difference, differing, marked, share_of
from tests.bench.looks_scenes import SCENES

WHITE, NEARLY = (255, 255, 255), (255, 255, 254)


def taking(folder: Path, **shots: Image.Image) -> Path:
    """A folder of pictures as one taking leaves it."""
    (folder / "each" / "table 4").mkdir(parents=True)
    for name, shot in shots.items():
        shot.save(folder / "each" / "table 4" / f"{name}.png")
    return folder


def spotted(size: tuple[int, int], *spots: tuple[int, int]) -> Image.Image:
    """White, but for pixels that nobody would see by eye."""
    shot = Image.new("RGB", size, WHITE)
    for spot in spots:
        shot.putpixel(spot, NEARLY)
    return shot


def test_two_takings_of_the_same_differ_in_nothing(tmp_path: Path) -> None:
    one = taking(tmp_path / "one", felt=spotted((10, 10), (3, 3)))
    other = taking(tmp_path / "other")
    spotted((10, 10), (3, 3)).save(other / "each" / "table 4" / "felt.png", compress_level=0)  # in other bytes
    assert not list(differing(one, other))


def test_what_differs_is_told_by_its_share_and_so_is_what_is_missing_or_new(tmp_path: Path) -> None:
    before = taking(tmp_path / "before", felt=spotted((10, 10)), longer=spotted((10, 10)), gone=spotted((2, 2)))
    after = taking(
        tmp_path / "after", felt=spotted((10, 10), (0, 0), (9, 9)), longer=spotted((10, 20)), new=spotted((2, 2))
    )
    told = compare(before, after, tmp_path / "out", {})
    assert [(pair.name.removeprefix("each/table 4/"), pair.share, pair.note) for pair in told] == [
        ("gone.png", 1.0, "missing after"), ("new.png", 1.0, "new"), ("longer.png", 0.5, "10 × 10 → 10 × 20"),
        ("felt.png", 0.02, ""),
    ]  # fmt: skip
    page = (tmp_path / "out" / "index.html").read_text()
    assert "4 of 4 pictures differ" in page and page.index("longer.png") < page.index("felt.png")


def test_a_row_is_before_after_the_difference_and_the_mockup(tmp_path: Path) -> None:
    before = taking(tmp_path / "before", felt=spotted((20, 10)), same=spotted((20, 10)))
    after = taking(tmp_path / "after", felt=spotted((20, 10), (4, 5)), same=spotted((20, 10)))
    drawn = tmp_path / "mockup.png"
    Image.new("RGB", (20, 10), "red").save(drawn)
    compare(before, after, tmp_path / "out", {f"each/table 4/{name}.png": drawn for name in ("felt", "same", "absent")})
    with Image.open(tmp_path / "out" / "table 4, felt.png") as row:
        assert row.size == (4 * 20 + 3 * 12, 10)
        assert row.getpixel((2 * 32 + 4, 5)) == DIFFERS and row.getpixel((3 * 32, 0)) == (255, 0, 0)
    with Image.open(tmp_path / "out" / "table 4, same.png") as row:  # equal, and beside its mockup all the same
        assert row.size == (2 * 20 + 12, 10)
    assert not (tmp_path / "out" / "table 4, absent.png").exists()


def test_a_page_that_is_a_refusal_says_so_and_nothing_else_is_passed_over() -> None:
    def said(path: str, status: int) -> str:
        lost = f"Failed to load resource: the server responded with a status of {status} (…)"
        return f"Ros: console error on http://a/{path}: {lost}"

    complaints = [said("gone/", 404), said("gone/", 404), said("gone/", 409), said("here/", 404), "Ros: error on …"]
    assert unforeseen(complaints, [("http://a/gone/", 404), ("http://a/away/", 404)]) == complaints[1:]


def test_what_one_picture_alone_has_is_another_pixel() -> None:
    mask = marked(spotted((10, 10)), spotted((5, 20)))
    assert mask.size == (10, 20) and share_of(mask) == pytest.approx(1 - 50 / 200)
    assert difference(spotted((5, 20)), mask).getpixel((9, 0)) == DIFFERS


def test_every_template_is_shown_by_a_state_or_it_is_said_why_not() -> None:
    """A new page or fragment needs a state in bench/looks_scenes.py; `looks DIR --record` writes the list anew."""
    shown = looks_shown.recorded()
    assert looks_shown.missing(shown) == []
    gone = (shown.keys() | looks_shown.EXCUSED.keys()) - looks_shown.templates()
    assert not gone, f"there are no such templates any more: {gone}"
    assert not (both := shown.keys() & looks_shown.EXCUSED.keys()), (
        f"shown, so that nothing is left to be excused: {both}"
    )
    assert {state.partition(", ")[0] for state in shown.values()} <= SCENES.keys()


def test_the_first_state_that_draws_a_template_is_the_one_that_shows_it() -> None:
    states = {"batch, one": ["base.html", "admin/index.html"], "batch, two": ["base.html", "404.html"]}
    assert looks_shown.first_shown(states) == {"404.html": "batch, two", "base.html": "batch, one"}
    assert "base.html" in looks_shown.missing(["404.html"]) and "base.html" not in looks_shown.missing(["base.html"])
