"""What is there for time alone changes nothing: with any kind of layer taken out the same bytes are answered and sent.

`tests/actions/test_prepared.py` asks each query beside its plain one; here whole pages and frames are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.layers import kinds, layers, without
from tests.live.table_viewers import everybody, follow
from tests.memories import forget_all
from tests.table_fixture import TableFixture
from tests.web.decks import as_member

pytestmark = pytest.mark.django_db

OTHER_EACH_TIME = re.compile(rb'(?:name="(?:csrfmiddlewaretoken|key)"\s+value|nonce)="[^"]*"')


def tables_pages(g: TableFixture) -> Mapping[str, Mapping[str, str]]:
    return {viewer.name: viewer.page.html for viewer in everybody(g)}


def test_a_page_and_its_frames_are_the_same_without_any_kind_of_layer() -> None:
    """A move is followed without the layer by all who look on; then nothing is remembered, and all is drawn with it."""
    forget_all()
    g = TableFixture(cards=8)
    piece = g.in_play(1)
    viewers = everybody(g)
    assert len(layers()) >= 60 and all(kinds().values())
    for number, (name, those) in enumerate(kinds().items()):
        with without(*those):
            g.do(1, "note", piece=piece, text=f"Note {number}")
            follow(g, viewers)
            drawn = tables_pages(g)
        assert tables_pages(g) == drawn == {viewer.name: viewer.page.html for viewer in viewers}, name


def test_a_deck_is_the_same_without_any_kind_of_layer() -> None:
    g = TableFixture(cards=8)
    address = f"/decks/{g.t.deck.slug}/"
    type(g.t.deck).objects.filter(pk=g.t.deck.pk).update(visibility="public")
    member = as_member(g.t, "Ros")

    def answered(where: str) -> bytes:
        page = member.get(where)
        assert page.status_code == 200
        return OTHER_EACH_TIME.sub(b"", page.content)

    for where in (address, f"{address}cards/1/", f"{address}workshop/"):
        as_it_is = answered(where)
        for name, those in kinds().items():
            with without(*those):
                assert answered(where) == as_it_is, (where, name)
