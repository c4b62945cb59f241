"""The real pages' doors for sockets: whichever page, stream and number somebody names, it opens theirs or none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar
from urllib.parse import quote

import pytest
from django.http import Http404

from cards import access as decks
from cards import models as cards
from play import access as tables
from studio.live.catch_up import Audience, Position, Wanted, draw_for
from studio.live.consumer import NOT_KNOWN, NOT_YOURS, read_handshake
from studio.live.regions import PAGES
from studio.models import Member
from studio.people.devices import STRANGER, Caller
from tests.live.handshaking import admitted
from tests.table_fixture import TableFixture
from tests.visitors import Visitor

pytestmark = pytest.mark.django_db

T = TypeVar("T")


ODD = ("", "0", "-1", "999", "999999999", "99999999999999999999", "NaN", "1e3", "٣", "1 ", "0x1", "1&number=2")


@pytest.mark.parametrize("number", ODD)
def test_a_proposal_that_is_not_there_has_no_socket(number: str) -> None:
    ros, idris = Visitor("Ros"), Visitor("Idris")
    deck = ros.start()
    idris.join(deck.group)
    for who in (ros, idris):
        assert who.get(f"/decks/{deck.slug}/workshop/").status_code == 200
    goat = {"title": "Goat", "kind": "thing", "text": "It eats.", "copies": "1"}
    assert ros.post(f"/decks/{deck.slug}/write/", goat).status_code == 303
    assert cards.Proposal.objects.filter(deck=deck, number=1).exists()
    assert admitted(deck.stream.key, "page=proposal&number=1", ros.secret).code == 0
    expected = 0 if number == "1&number=2" else NOT_YOURS  # of two the first is taken
    assert admitted(deck.stream.key, f"page=proposal&number={number}", ros.secret).code == expected


@pytest.mark.parametrize("v", ODD)
def test_any_version_is_answered_with_a_frame_or_a_reload(v: str) -> None:
    game = TableFixture()
    visitor = Visitor("Nell", address="192.0.2.44")
    visitor.start("Elsewhere")
    query = f"page=table&v={v if '&' in v else quote(v)}"
    admission = admitted(game.table.stream.key, query, visitor.secret)
    assert admission.code == NOT_YOURS  # a creative table is its group's own
    handshake = read_handshake({"query_string": query.encode(), "url_route": {"kwargs": {"key": "x"}}, "headers": []})
    wanted = Wanted(Audience("table", None, "open"), frozenset({Position(handshake.v)}), callers=())
    (drawn,) = draw_for(game.table.stream_id, [wanted])
    frame = drawn.shared.get(Position(handshake.v), "")
    assert drawn.top == game.head or drawn.top >= 0
    assert ('"v":' in frame or '"reload"' in frame) == (handshake.v != game.head)


def test_a_page_of_one_kind_of_stream_is_none_of_another() -> None:
    game = TableFixture(is_creative=False)
    ros = Visitor("Tomasz")
    deck = ros.start("Own deck")
    own = admitted(deck.stream.key, "page=workshop", ros.secret)
    assert own.code == 0
    for page in PAGES:
        for number in ("", "&number=1"):
            at_table = admitted(game.table.stream.key, f"page={page}{number}", ros.secret)
            assert at_table.code == (0 if page == "table" and not number else NOT_YOURS), page
            assert at_table.sight in ("", "open")
            at_deck = admitted(deck.stream.key, f"page={page}{number}", ros.secret)
            assert (at_deck.code == 0) == (page in ("workshop", "drawer", "deck", "batch") and not number), page
            assert admitted(deck.stream.key, f"page={page}{number}").code == NOT_KNOWN
            assert admitted("no-such-key", f"page={page}{number}", ros.secret).code == NOT_YOURS
    for extra in ("&sight=seat:1.1", "&seat=1", "&as=open", "&member=1"):
        assert admitted(game.table.stream.key, f"page=table{extra}", ros.secret).sight == "open"


def test_a_request_and_a_socket_come_through_the_same_door() -> None:
    """Whatever a request learns by one look, a socket is told from what its drawing shares."""
    game = TableFixture()
    sue, lodger = Visitor("Sue", address="192.0.2.45"), Visitor("Lodger", address="192.0.2.46")
    for other in (sue, lodger):
        other.get("/")
    sue.start("Elsewhere"), lodger.start("Elsewhere again")
    Member.objects.filter(pk=game.t.ids["Maud"]).update(stand_in_id=lodger.person_id)
    callers = [Caller(person_id=game.person(name)) for name in ("Ros", "Idris", "Maud", "Nell")]
    callers += [STRANGER, Caller(person_id=sue.person_id), Caller(person_id=lodger.person_id)]
    deck = game.t.deck
    for who in callers:
        at_table = _or_none(partial(tables.table_door, who, game.table.code, network="192.0.2.1"))
        assert at_table == tables.stream_door(who, game.table.stream)
        assert _or_none(partial(decks.deck_door, who, deck.slug)) == decks.stream_door(who, deck.stream)
    assert tables.stream_door(callers[-1], game.table.stream).is_standing_in  # type: ignore[union-attr]


def _or_none(door: Callable[[], T]) -> T | None:
    try:
        return door()
    except Http404:
        return None
