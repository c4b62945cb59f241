"""What the announcer says: nothing to whoever did it, no stop or title twice, how many have spoken rather than each."""

from __future__ import annotations

import re

import pytest

from cards import actions
from cards import models as rows
from cards.face.face import Face
from cards.rules.deck import Create, Ref, Repeal
from cards.verbs.votes import CastVote, Remark
from studio.live.catch_up import entries_between
from studio.live.regions import PAGES, Spoken
from studio.models import Stream
from tests.visitors import Visitor
from tests.web.table_evening import TableEvening

pytestmark = pytest.mark.django_db


def heard(stream: Stream, after: int, page: str = "workshop", sight: str = "member") -> tuple[Spoken, ...]:
    """What is said of the entries since version `after`."""
    stream.refresh_from_db()
    live = PAGES[page]
    assert live.say is not None
    return live.say(live.view(stream.pk, sight), entries_between(stream.pk, None, after, stream.head))


def test_what_an_evening_sounds_like() -> None:
    ros, idris, maud = Visitor("Ros"), Visitor("Idris", "192.0.2.2"), Visitor("Maud", "192.0.2.3")
    deck = ros.start()
    for who in (idris, maud):
        who.join(deck.group)
    for who in (ros, idris, maud):
        who.get(f"/decks/{deck.slug}/workshop/")
    at = {who.name: who.member(deck.group).pk for who in (ros, idris, maud)}
    stream = deck.stream
    stream.refresh_from_db()
    face = Face("Stop. Thief!", "Action", "Run.")

    def said(since: int) -> list[tuple[int, str, str]]:
        return [tuple(one) for one in heard(stream, since)]  # type: ignore[misc]

    v = stream.head
    actions.propose(deck.pk, by=at["Ros"], key=None, changes=(Create("card", face.digest),), faces=(face,))
    assert said(v) == [(at["Ros"], "Ros proposes an Action: Stop. Thief!", "")]
    v = stream.head
    actions.do(deck.pk, CastVote(by=at["Idris"], proposal=1, wording=1, answer="for"), key=None)
    assert said(v) == [(at["Idris"], "Two of three have spoken.", "votes")]
    v = stream.head
    actions.do(
        deck.pk, CastVote(by=at["Idris"], proposal=1, wording=1, answer="against", reason="Who pays for it?"), key=None
    )
    actions.do(deck.pk, Remark(by=at["Maud"], proposal=1, text="I would"), key=None)
    assert said(v) == [
        (at["Idris"], "Idris: not this time. Who pays for it?", ""), (at["Maud"], "Maud: I would.", "talk"),
    ]  # fmt: skip
    for who in ("Idris", "Maud"):
        actions.do(deck.pk, CastVote(by=at[who], proposal=1, wording=1, answer="for"), key=None)
    stream.refresh_from_db()
    v = stream.head
    card = rows.Article.objects.get(deck=deck)
    actions.propose(deck.pk, by=at["Ros"], key=None, changes=(Repeal(Ref("card", 1), card.face_id),), faces=())
    assert said(v) == [(at["Ros"], "Ros proposes to take Stop. Thief! out.", "")]


def turned(markup: str) -> list[str]:
    """The labels of a page in which words written from right to left stand among others and are not kept apart."""
    labels = re.findall(r'(?:aria-label|alt|title)="([^"]*)"|<title>([^<]*)', markup)
    rest = [re.sub("\u2068[^\u2069]*\u2069", "", one or other) for one, other in labels]
    return [one for one in rest if re.search("[א-ת]", one) and re.search("[A-Za-z]", one)]


def test_a_name_and_a_title_of_the_other_direction_turn_no_announcement_and_no_label() -> None:
    ros, idris = Visitor("רוס"), Visitor("Idris", "192.0.2.2")
    deck = ros.start("שדה")
    idris.join(deck.group)
    by = ros.member(deck.group).pk
    deck.stream.refresh_from_db()
    v, face = deck.stream.head, Face("עז 3", "Action", "Run.")
    actions.propose(deck.pk, by=by, key=None, changes=(Create("card", face.digest),), faces=(face,))
    assert heard(deck.stream, v)[0].words == "\u2068רוס\u2069 proposes an Action: \u2068עז 3\u2069."
    for page in ("", "workshop/", "minutes/", "proposals/1/", "print/", "details/", "play/"):
        assert not turned(ros.get(f"/decks/{deck.slug}/{page}").content.decode()), page


def test_at_a_table_a_name_and_a_title_of_the_other_direction_turn_no_label() -> None:
    faces = tuple(Face(f"עז {n}", "Thing" if n % 2 else "Action") for n in range(24))
    game = TableEvening(cards_in=0, more=faces, title="שדה", language="he")
    game.idris = Visitor("אידריס", "192.0.2.9")
    game.begin()
    who, seat = game.to_move()
    assert game.act(who, "draw", confirmed="1").status_code == 204
    for one in (game.ros, game.idris):
        markup = one.get(game.home).content.decode()
        assert "אידריס" in markup and "עז" in markup
        assert not turned(markup)


def test_at_a_table_one_hears_of_ones_turn_and_not_of_what_one_did() -> None:
    game = TableEvening(cards_in=24).begin()
    who, seat = game.to_move()
    other = 2 if seat == 1 else 1
    stream = game.table.stream
    stream.refresh_from_db()
    v = stream.head
    assert game.act(who, "draw", confirmed="1").status_code == 204
    sight = {n: f"seat:{n}.{game.value().seat(n).member}" for n in (1, 2)}  # type: ignore[union-attr]
    drawn = heard(stream, v, "table", sight[seat]), heard(stream, v, "table", sight[other])
    assert drawn[0] == () and [one.words for one in drawn[1]] == [f"{who.name} drew a card."]
    v = stream.head
    assert game.act(who, "end_turn", confirmed="1").status_code == 204
    assert heard(stream, v, "table", sight[other])[-1].words.startswith("It is your turn, round ")
    assert not [one for one in heard(stream, v, "table", sight[seat]) if one.words.startswith(who.name)]
