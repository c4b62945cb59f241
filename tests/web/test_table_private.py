"""A table on a version of a private deck: its makers come in, and whoever has its link; for everybody else it is not.

Looked at from outside: pages, sheets, the log, the replay, what programs read, and sockets.
"""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.utils import timezone

from cards import models as cards
from play import models as rows
from studio.live import hub
from studio.live.consumer import NOT_KNOWN, NOT_YOURS
from tests.live.handshaking import admitted
from tests.markup import as_read
from tests.picture_files import halves, written
from tests.visitors import Visitor
from tests.web.table_company import agree, sits
from tests.web.table_evening import CREATES, READS, SCRIPT, WRITES, TableEvening, page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("patient")]

# What is there before the cards are dealt, too.
FRAGMENTS = ("?regions=1", "log/", "entries/", "replay/", "replay/1/", "seats/1/", "seats/3/")


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody counts how many codes lead nowhere: another test does."""
    monkeypatch.setattr("play.access.take_try", lambda *_: None)


@pytest.fixture
def evening() -> TableEvening:
    """Ros has opened a table on a version of her private deck; Maud is a member of its group as well."""
    evening = TableEvening(visibility="private", cards_in=12)
    evening.maud = Visitor("Maud", "192.0.2.20")  # type: ignore[attr-defined]
    evening.maud.join(evening.deck.group)  # type: ignore[attr-defined]
    return evening


def maud_of(evening: TableEvening) -> Visitor:
    return evening.maud  # type: ignore[attr-defined,no-any-return]


def link_of(evening: TableEvening, who: Visitor | None = None) -> str:
    """The token in the link that somebody at the table is shown."""
    found = re.search(r'id="invite-link" readonly value="([^"]+)"', page(who or evening.ros, f"{evening.home}?watch=1"))
    assert found is not None
    return parse_qs(urlsplit(html.unescape(found[1])).query)["invite"][0]


def socket_of(evening: TableEvening, who: Visitor) -> int:
    return admitted(evening.table.stream.key, "page=table", who.secret).code


def finds_nothing(evening: TableEvening, who: Visitor, told: str = "") -> None:
    """To them it is as if no table had this code, at every address, in the same words; whoever was there and had to go
    is told that, and nothing of the table or its deck."""
    for address in READS:
        assert who.get(evening.home + address).status_code == 404, (who.name, address)
    for address in (*WRITES, *CREATES, "sit/", "watch/", "type/"):
        asked = {"name": who.name or "Nobody", "line": "/list"}
        assert who.post(evening.home + address, asked, headers=SCRIPT).status_code == 404, (who.name, address)
    there, none = (_bare(as_read(who.get(f"/tables/{code}/"))) for code in (evening.table.code, "NOSUCH22"))
    if told:
        assert told in there and "Misprint" not in there
        assert "Canary" not in there and evening.deck.title not in there and evening.deck.slug not in there
    assert told or there == none
    assert socket_of(evening, who) in (NOT_KNOWN, NOT_YOURS)
    assert not rows.SeatRow.objects.filter(table=evening.table, member__person_id=who.person_id).exists()


def sees_all(evening: TableEvening, who: Visitor) -> None:
    assert "Error 404" not in page(who, f"{evening.home}?watch=1")
    for address in FRAGMENTS:
        assert who.get(evening.home + address).status_code in (200, 302), (who.name, address)
    assert socket_of(evening, who) == 0


def _bare(html: str) -> str:
    return re.sub(r'nonce="[^"]*"|value="[^"]*"|/tables/\w+/', "", html)


def test_its_eight_letters_alone_open_nothing_to_a_stranger(evening: TableEvening) -> None:
    known = Visitor("Bea", "192.0.2.21")
    known.start("Another deck")
    for who in (known, Visitor("", "192.0.2.22")):
        finds_nothing(evening, who)
    for token in ("x" * 24, link_of(evening)[:-1] + "!", "é" * 24):
        assert known.get(f"{evening.home}?invite={token}").status_code == 404


def test_a_member_of_the_decks_group_comes_in_by_the_code_alone(evening: TableEvening) -> None:
    maud = maud_of(evening)
    sees_all(evening, maud)
    assert link_of(evening, maud) == link_of(evening)
    assert f"/decks/{evening.deck.slug}/" in page(maud, f"{evening.home}?watch=1")
    assert sits(evening, maud)


def test_whoever_has_the_link_sits_down_and_is_known_from_then_on(evening: TableEvening) -> None:
    link, address = link_of(evening), f"{evening.home}?invite={link_of(evening)}"
    assert len(link) == 24
    door = page(evening.idris, address)
    assert "Sit down<" in door and "Canary" not in door
    assert evening.idris.get(f"{evening.home}log/?invite={link}").status_code == 403  # first one comes in
    assert evening.idris.get(address.replace(evening.table.code, evening.table.code.lower()))["Location"] == address
    assert sits(evening, evening.idris, invite=link)
    sees_all(evening, evening.idris)
    assert evening.act(evening.idris, "stand").status_code == 204
    sees_all(evening, evening.idris)
    assert sits(evening, evening.idris)
    assert f"/decks/{evening.deck.slug}/" not in page(evening.idris, evening.home)
    assert evening.idris.get(f"/decks/{evening.deck.slug}/").status_code == 404


def test_whoever_sits_there_sees_the_pictures_on_its_cards_and_a_stranger_none(
    evening: TableEvening, settings: Any, tmp_path: Path
) -> None:
    settings.MEDIA_ROOT = tmp_path
    digest = "ab" * 32
    (shelf := tmp_path / "pictures" / "ab").mkdir(parents=True)
    (shelf / f"{digest}.screen.jpg").write_bytes(written(halves()))
    now = timezone.now()
    kept = cards.StoredPicture.objects.create(digest=digest, width=120, height=80, size=1, wanted_at=now)
    cards.DeckPicture.objects.create(deck=evening.deck, picture=kept, is_in=True)

    def may_see(*visitors: Visitor) -> list[bool]:
        return [who.get(f"/pictures/{digest}/").status_code == 200 for who in visitors]

    stranger = Visitor("", "192.0.2.22")
    assert may_see(evening.ros, maud_of(evening), evening.idris, stranger) == [True, True, False, False]
    assert sits(evening, evening.idris, invite=link_of(evening))
    assert may_see(evening.idris, stranger) == [True, False]


def test_whoever_has_the_link_may_come_in_to_watch(evening: TableEvening) -> None:
    link = link_of(evening)
    assert "Watch<" in page(evening.nell, f"{evening.home}?invite={link}")
    came = evening.nell.post(f"{evening.home}watch/", {"name": "Nell", "invite": link})
    assert came.status_code == 303
    sees_all(evening, evening.nell)
    assert not rows.SeatRow.objects.filter(table=evening.table, member__person_id=evening.nell.person_id).exists()
    rows.Table.objects.filter(pk=evening.table.pk).update(allows_spectators=False)
    late = Visitor("Late", "192.0.2.23")
    assert "Watch<" not in page(late, f"{evening.home}?invite={link}")
    assert late.post(f"{evening.home}watch/", {"name": "Late", "invite": link}, headers=SCRIPT).status_code == 403
    assert late.person_id is None


def test_whoever_is_removed_from_the_group_gets_up_and_finds_the_table_no_more(
    evening: TableEvening, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    maud, link = maud_of(evening), link_of(evening)
    assert sits(evening, evening.idris, invite=link) and sits(evening, maud)
    sees_all(evening, maud)
    asked_again: list[int] = []
    monkeypatch.setattr(hub, "touch", lambda stream_id, kind="": asked_again.append(stream_id))
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        address = f"/groups/{evening.deck.group.key}/members/{maud.member(evening.deck.group).pk}/remove/"
        assert evening.ros.post(address).status_code == 303
    assert evening.table.stream_id in asked_again
    assert evening.value().seat(3).member is None  # type: ignore[union-attr]
    finds_nothing(evening, maud, told="Ros took you out of the group that makes this deck.")
    new = link_of(evening)
    assert new != link
    for token in (link, new):
        assert maud.get(f"{evening.home}?invite={token}").status_code == 404
    assert Visitor("Kay", "192.0.2.24").get(f"{evening.home}?invite={link}").status_code == 404
    assert sits(evening, Visitor("Kay", "192.0.2.24"), invite=new)
    sees_all(evening, evening.idris)


def test_a_guest_who_was_asked_to_leave_finds_the_table_no_more(evening: TableEvening) -> None:
    link = link_of(evening)
    for who in (evening.idris, evening.nell):
        assert sits(evening, who, invite=link)
        page(who, evening.home)
    agree(evening, "remove", 3)
    finds_nothing(evening, evening.nell, told="The others at this table asked you to leave it.")
    new = link_of(evening)
    for token in (link, new):
        assert evening.nell.get(f"{evening.home}?invite={token}").status_code == 404
    kay = Visitor("Kay", "192.0.2.25")
    assert kay.get(f"{evening.home}?invite={link}").status_code == 404
    assert sits(evening, kay, invite=new)


def test_the_form_says_who_may_come_in_and_no_stranger_is_shown_the_table(evening: TableEvening) -> None:
    address = f"/decks/{evening.deck.slug}/play/"
    form = page(evening.ros, address)
    assert "Its code alone lets nobody in" in form and "Let strangers find it" not in form
    asked = {"version": "1", "seats": "4", "public": "1"}
    refused = evening.ros.post(address, asked)
    assert refused.status_code == 409 and "strangers cannot be shown its table" in as_read(refused)
    rows.Table.objects.filter(pk=evening.table.pk).update(is_public=True)
    assert evening.home not in page(evening.nell, "/tables/") and evening.home not in page(evening.nell, "/")
    cards.Deck.objects.filter(pk=evening.deck.pk).update(visibility="unlisted")
    form = page(evening.ros, address)
    assert "or its code" in form and "Let strangers find it" in form
    assert evening.home in page(evening.nell, "/tables/")


def test_when_a_deck_turns_private_those_who_sit_go_on_and_strangers_watch_no_more() -> None:
    evening = TableEvening(cards_in=12).begin()
    sees_all(evening, evening.idris)
    assert "Canary" not in page(evening.nell, f"{evening.home}?watch=1")
    cards.Deck.objects.filter(pk=evening.deck.pk).update(visibility="private")
    finds_nothing(evening, evening.nell)
    sees_all(evening, evening.idris)
    who, _ = evening.to_move()
    assert evening.act(who, "draw", confirmed="1").status_code == 204
