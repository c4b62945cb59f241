"""What a browser that translates a page leaves alone: codes that are read out, names, initials, keys, the site's own
name."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.markup import UNSAID, VOID
from tests.visitors import Visitor
from tests.web.table_evening import TableEvening, page

pytestmark = pytest.mark.django_db

KEPT = {"code", "wordmark"}  # classes
NAMES = {"Ros", "Idris"}


class Kept(HTMLParser):
    """`lost`: words that must stay and stand under no translate="no", each with the element around it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.lost: list[str] = []
        self.met: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not data.strip() or any(tag in UNSAID for tag, _ in self.open):
            return
        classes = {one for _, said in self.open for one in (said.get("class") or "").split()}
        tags = {tag for tag, _ in self.open}
        what = "seal" if "seal" in classes else next(iter(KEPT & classes), "")
        what = what or ("kbd" if "kbd" in tags else "name" if self.open and data.strip() in NAMES else "")
        if not what:
            return
        self.met.add(what)
        if not any(said.get("translate") == "no" for _, said in self.open):
            self.lost.append(f"{'/'.join(tag for tag, _ in self.open[-3:])}: {data.strip()[:60]}")


def test_codes_names_seals_keys_and_the_wordmark_stay_as_they_are() -> None:
    evening = TableEvening(cards_in=6, visibility="public", title="Allotment Wars")
    evening.idris.join(evening.deck.group)
    home = f"/decks/{evening.deck.slug}/"
    lost, met = [], set()

    def look(who: Visitor, *addresses: str) -> None:
        for address in addresses:
            kept = Kept(page(who, address))
            lost.extend(f"{address} {words}" for words in kept.lost)
            met.update(kept.met)

    look(
        evening.ros, "/", "/decks/", "/rules/", "/you/", "/knock/", home, f"{home}workshop/", f"{home}minutes/",
        f"{home}drawer/", f"{home}cards/1/", f"{home}versions/1/", f"{home}print/", f"{home}play/", f"{home}gaps/",
        f"/groups/{evening.deck.group.key}/", evening.home,
    )  # fmt: skip
    evening.begin()
    look(evening.ros, evening.home, f"{evening.home}log/")
    assert not lost, "\n".join(dict.fromkeys(lost))
    assert met == {*KEPT, "seal", "kbd", "name"}
