"""Tables under pressure, as requests: a flood of talk, a deck put away in the middle of a game, what is not there."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from django.utils import timezone

from cards import models as cards
from studio.models import Entry
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.table_evening import SCRIPT, TableEvening, last_proposal, page, vote, write

pytestmark = pytest.mark.django_db


def test_a_flood_of_talk_is_slowed_down_and_moves_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = TableEvening().begin()
    one_instant = timezone.now()  # however slow the machine: a pace that is used up comes back with time
    monkeypatch.setattr("studio.web.ratelimit.timezone", SimpleNamespace(now=lambda: one_instant))
    said = [evening.act(evening.ros, "say", text=f"Word {n}").status_code for n in range(40)]
    assert said[0] == 204 and said[-1] == 429
    line = {"line": "/say and on"}
    assert evening.ros.post(f"{evening.home}type/", line, headers=SCRIPT).status_code == 429
    assert evening.ros.post(f"{evening.home}type/", {"text": "and on"}, headers=SCRIPT).status_code == 429
    assert evening.act(evening.idris, "say", text="My turn").status_code == 204
    assert all(evening.act(evening.ros, "flip").status_code == 204 for _ in range(40))
    assert Entry.objects.filter(stream=evening.table.stream, kind="Said").count() == said.count(204) + 1


def test_a_game_goes_on_when_its_deck_is_put_away() -> None:
    evening = TableEvening(is_creative=True).begin()
    assert "z-blank" in page(evening.ros, evening.home)
    write(evening, evening.ros)
    cards.Proposal.objects.filter(deck=evening.deck).update(state="aside")
    cards.Deck.objects.filter(pk=evening.deck.pk).update(deleted_at=timezone.now())
    for address in ("", "?regions=1", "log/", "seats/1/", "replay/2/", "entries/"):
        html = page(evening.ros, evening.home + address)
        assert "z-blank" not in html and f"{evening.home}write/" not in html, address
    piece = evening.hand(1)[0]
    assert f"{evening.home}write/" not in page(evening.ros, f"{evening.home}pieces/{piece}/")
    for answer in (evening.ros.get(f"{evening.home}write/"), vote(evening, evening.idris, "for")):
        assert answer.status_code == 409
        assert "put away for good" in as_read(answer)
    html = as_read(evening.ros.get(f"{evening.home}write/"))
    assert f'<a class="btn" href="{evening.home}">Go back</a>' in html
    assert last_proposal(evening).state == "aside"
    assert evening.act(evening.ros, "say", text="And now?").status_code == 204


def test_a_hidden_card_and_none_at_all_are_the_same_to_the_byte() -> None:
    evening = TableEvening().begin()
    hidden = (evening.hand(2)[0], evening.value().zones["draw"][0], "A" * 12)
    stranger = Visitor(address="192.0.2.61")
    for who in (evening.ros, stranger):
        pages = {_bare(as_read(who.get(f"{evening.home}pieces/{id}/")), id) for id in hidden}
        assert len(pages) == 1
    for verb in ("play", "discard", "reveal", "destroy", "tap", "point", "note", "detach", "use"):
        field = "pieces" if verb in ("discard", "reveal") else "piece"
        answers = {bytes(evening.act(evening.ros, verb, **{field: id}).content) for id in hidden}
        assert len(answers) == 1 and b"piece.none" in answers.pop(), verb
    for line in ("/playcard {}", "/discard {}"):
        typed = [{"line": line.format(id)} for id in hidden]
        answers = {bytes(evening.ros.post(f"{evening.home}type/", one, headers=SCRIPT).content) for one in typed}
        assert len(answers) == 1, line


def _bare(html: str, id: str) -> str:
    """Without what differs from page to page: its nonce, its token, its key, and the address asked for."""
    return re.sub(r'nonce="[^"]*"|value="[^"]*"', "", html).replace(id, "")


@pytest.mark.parametrize("cards_in", [0, 1000])
def test_a_table_of_no_cards_or_of_a_thousand_says_what_it_is_and_goes_on(cards_in: int) -> None:
    evening = TableEvening(cards_in=cards_in, is_creative=not cards_in)
    evening.sit(evening.idris)
    asked = evening.act(evening.ros, "begin")
    if not cards_in:
        assert asked.status_code == 200 and asked.json()["ask"] is True
    evening.begin()
    who, seat = evening.to_move()
    before = len(evening.hand(seat))
    assert evening.act(who, "draw").status_code == 204  # of nothing one draws nothing, and the turn goes on
    assert len(evening.hand(seat)) == before + bool(cards_in)
    assert evening.act(who, "end_turn", confirmed="1").status_code == 204
    assert who.get(evening.home).status_code == 200


@pytest.mark.parametrize("first", ["idris", "ros"])
def test_a_vote_for_which_too_few_are_left_at_the_table_goes_to_every_member_and_play_goes_on(first: str) -> None:
    creative = TableEvening(is_creative=True).begin()
    assert write(creative, creative.ros).status_code == 204
    one, other = (creative.idris, creative.ros) if first == "idris" else (creative.ros, creative.idris)
    for who in (one, other):
        assert creative.act(who, "stand").status_code == 204
    value, asked = creative.value(), last_proposal(creative)
    assert value.state == "playing" and value.paused_by is None and not value.sitting
    assert (asked.state, asked.electors.filter(standing="counts").count()) == ("open", 2)
    for who in (creative.ros, creative.idris):
        assert page(who, creative.home)
        assert who.post(f"{creative.home}sit/").status_code == 303
    assert creative.act(creative.to_move()[0], "draw").status_code == 204
