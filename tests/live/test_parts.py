"""What a page is sent of a region that changed, told a second time: whatever it showed, it ends as a fresh page.

The second telling is a page of strings (fake.py): it replaces elements by their ids, and knows nothing of parts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.live import parts
from studio.live.parts import HOLE, NOTHING, PagePart, SentPages, ShownPage, change, part_of, region_html, region_of
from tests.live.fake import Page, elements

WORDS = st.sampled_from(["", "a", "b", "a &amp; b", "<b>c</b>"])


@dataclass(frozen=True)
class Tree:
    """An element: its name, what is said in it, and the elements inside it."""

    name: str
    words: str
    inside: tuple[Tree, ...] = ()

    def part(self) -> PagePart:
        return part_of(self._markup(""), [tree.part() for tree in self.inside])

    def region(self) -> PagePart:
        return region_of(part_of(self._markup(" data-region"), [tree.part() for tree in self.inside]))

    def _markup(self, mark: str) -> str:
        return f'<ul id="{self.name}"{mark}>{self.words}{HOLE * len(self.inside)}</ul>'


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """A region with some of ten parts, each in some part before it: they come, go, change and move."""
    names = draw(st.lists(st.integers(0, 9), unique=True, max_size=8))
    words = {name: draw(WORDS) for name in names}
    hosts = {name: draw(st.sampled_from([None, *names[:at]])) for at, name in enumerate(names)}

    def grown(host: int | None) -> tuple[Tree, ...]:
        return tuple(Tree(f"p-{name}", words[name], grown(name)) for name in names if hosts[name] == host)

    return Tree("r", draw(WORDS), grown(None))


@dataclass
class Reader:
    """One page with its socket: what the server believes it shows, the frames and the answer that are on their way."""

    page: Page
    shown: ShownPage = NOTHING
    frames: list[dict[str, object]] = field(default_factory=list)
    answer: Page | None = None
    is_fetched: bool = False

    def draw(self, now: PagePart, sent: SentPages) -> None:
        new = change(self.shown.regions.get("r"), now)
        if new is not None:
            parts = [new._asdict()] if new.was else []
            self.frames.append({"from": 0, "v": 0, "say": "", "html": "" if parts else new.html, "parts": parts})
        self.shown = sent.shown(self.shown, [now])

    def read(self, now: PagePart) -> None:
        if self.frames:
            self.page.take(self.frames.pop(0))
            if self.page.torn and self.answer is None:
                self.answer = loaded(now)

    def fetched(self) -> None:
        if self.answer is not None:
            self.page, self.answer, self.is_fetched = self.answer, None, True

    def beat(self) -> None:
        if self.is_fetched:
            self.shown, self.is_fetched = NOTHING, False


def loaded(now: PagePart) -> Page:
    return Page(0, {"r": region_html(now)})


STEPS = st.sampled_from(
    ["change", "draw", "change and draw", "read", "read all", "ask", "fetched", "beat", "join", "come back"]
)


@given(st.lists(trees(), min_size=3, max_size=3), st.lists(st.tuples(STEPS, st.integers(0, 2)), max_size=40))
def test_whoever_joins_fetches_reads_late_or_comes_back_ends_with_the_page_as_it_is(
    shapes: list[Tree], steps: list[tuple[str, int]]
) -> None:
    """A region goes from shape to shape and back. Frames wait until they are read, and what is fetched comes late."""
    drawings = [tree.region() for tree in shapes]
    now, sent = drawings[0], SentPages()
    readers = [Reader(loaded(now)) for _ in range(2)]
    for step, n in steps:
        one = readers[n % 2]
        if step.startswith("change"):
            now = drawings[n]
        if step.endswith("draw"):
            for each in readers:
                each.draw(now, sent)
        match step:
            case "read":
                one.read(now)
            case "read all":
                while one.frames:
                    one.read(now)
            case "ask":
                one.answer = one.answer or loaded(now)
            case "fetched":
                one.fetched()
            case "beat":
                one.beat()
            case "join":
                readers[n % 2] = Reader(loaded(now))
            case "come back":  # the line dropped, and what was on it is lost
                readers[n % 2] = Reader(one.page, ShownPage({"r": digest_on(one.page)}))
    for _ in range(4):  # what is read may tear a page: that is fetched, said, and drawn again
        for one in readers:
            one.draw(now, sent)
            while one.frames:
                one.read(now)
            one.fetched()
            one.beat()
    for one in readers:
        assert (one.page.html["r"], one.page.torn) == (region_html(now), 0)


def digest_on(page: Page) -> str:
    return page.html["r"].split('data-region="')[1].split('"')[0]


@given(trees(), trees())
def test_a_change_names_each_element_once_and_leaves_out_what_stays(before: Tree, after: Tree) -> None:
    was, now = before.region(), after.region()
    new = change(was, now)
    assert (new is None) == (region_html(was) == region_html(now))
    if new is not None:
        assert len(new.html) <= len(region_html(now)) + 40 * now.html.count("<ul")
        assert new.was == was.digest and set(elements(new.html)) <= {f"p-{n}" for n in range(10)} | {"r"}


def test_one_line_more_in_a_list_costs_that_line() -> None:
    def log(numbers: range) -> PagePart:
        return Tree("r", "", tuple(Tree(f"log-{n}", "said " * 20) for n in numbers)).region()

    new = change(log(range(1, 31)), log(range(2, 32)))
    assert new is not None and new.html.count("said") == 20
    assert new.html.count("<i data-kept") == 1


def test_what_moves_from_part_to_part_is_not_sent_again() -> None:
    card = Tree("c", "a long face")
    here = Tree("r", "", (Tree("hand", "", (card,)), Tree("area", ""))).region()
    there = Tree("r", "", (Tree("hand", ""), Tree("area", "", (card,)))).region()
    new = change(here, there)
    assert new is not None and "face" not in new.html and 'data-kept="c"' in new.html
    page = Page(0, {"r": region_html(here)})
    page.take({"from": 0, "v": 0, "say": "", "html": "", "parts": [new._asdict()]})
    assert page.html["r"] == region_html(there)


def test_where_an_id_stands_twice_nothing_is_a_part() -> None:
    twice = Tree("r", "", (Tree("a", "x"), Tree("b", "", (Tree("a", "y"),)))).region()
    assert not twice.parts and twice.html.count('id="a"') == 2


@given(trees())
def test_a_region_whose_holes_are_filled_later_is_the_one_that_was_drawn_at_once(tree: Tree) -> None:
    drawn = tree.region()
    later = region_of(part_of(drawn.shell, ()).filled(drawn.parts))
    assert (later.digest, later.html, later.form) == (drawn.digest, drawn.html, drawn.form)


def test_a_part_is_one_element_with_an_id() -> None:
    with pytest.raises(ValueError, match="one element with an id"):
        part_of("<p>nobody</p>", [])


def test_who_show_the_same_are_one_position() -> None:
    """Or a thousand who came one after the other would each be drawn for."""
    a, b = Tree("r", "a").region(), Tree("q", "b").region()
    sent = SentPages()
    early, late = sent.shown(NOTHING, [a]), sent.shown(ShownPage({"r": a.digest}), [b])
    assert sent.shown(early, [b]) is sent.shown(late, [a, b])
    told = ShownPage({"r": a.digest, "q": b.digest})
    best = sent.shown(early, [b])
    assert sent.shown(told, []) is best, "a drawing that is known is worth more than its digest"
    other = SentPages()
    assert other.shown(told, []).regions["r"] == a.digest
    assert other.shown(NOTHING, [a, b]).regions["r"] is a, "whichever of them came first"


def test_a_digest_is_another_one_on_another_site(settings: Any) -> None:
    """Or somebody could look for two texts that have the same."""
    here = Tree("r", "a").region().digest
    settings.SECRET_KEY = "of another site"
    parts._key.cache_clear()
    try:
        assert Tree("r", "a").region().digest != here
    finally:
        parts._key.cache_clear()
