"""Tables as pages: who may come in, what they may do, and what nobody gets to see."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from cards import actions as decks
from cards import models as cards
from cards.face.face import Face
from cards.rules.deck import Ref
from play import models as rows
from play.access import OPEN, sight_of
from play.queries import log as logs
from play.queries.log_lines import line_of
from play.queries.table_view import TableView
from play.regions import TABLE
from play.storage import store
from play.table.zones import key_of
from play.values.log import LogPage
from studio.live import presence
from studio.log.walls import lowered
from studio.models import Entry, Lease, Member
from tests.deeds import archive_version
from tests.markup import as_read
from tests.visitors import Visitor
from tests.web.table_evening import (
    CREATES,
    READS,
    SCRIPT,
    WRITES,
    TableEvening,
    last_proposal,
    page,
    vote,
    write,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> TableEvening:
    return TableEvening()


@pytest.fixture
def game(evening: TableEvening) -> TableEvening:
    return evening.begin()


# --- who comes in -----------------------------------------------------------------------------------------------------


def test_the_whole_table_is_there_for_a_seat(game: TableEvening) -> None:
    for who in (game.ros, game.idris):
        html = page(who, game.home)
        for region in TABLE.regions:
            assert len(re.findall(rf'<[^>]*\bid="{region.id}"[^>]*\bdata-region\b', html)) == 1, region.id
    again = game.ros.get(f"{game.home}?regions=1").json()
    assert again["html"].count("data-region") == len(TABLE.regions)


def test_what_one_types_into_stands_outside_every_region(game: TableEvening) -> None:
    html = game.ros.get(f"{game.home}?regions=1").json()["html"]
    assert not re.search(r"<(input|textarea|select|form)\b", html)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody counts how many codes lead nowhere: another test does."""
    monkeypatch.setattr("play.access.take_try", lambda *_: None)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("is_creative", [False, True])
@pytest.mark.parametrize("watched", [False, True])
def test_every_address_answers_each_caller_as_it_should(is_creative: bool, watched: bool) -> None:
    evening = TableEvening(is_creative=is_creative, watched=watched).begin()
    member = Visitor("Maud")
    if is_creative:
        member.join(evening.deck.group)
    else:
        member.start("Another deck")
    stranger = Visitor()
    for who in (evening.idris, member, stranger):
        sees = who is evening.idris or (watched and not (is_creative and who is stranger))
        finds = not (is_creative and who is stranger)
        before = everything(evening)
        for address in READS:
            expected = 200 if sees or (finds and address == "") else 403 if finds else 404
            assert who.get(evening.home + address).status_code == expected, (who.name, address)
        for address in (*WRITES, *CREATES):
            assert who.get(evening.home + address).status_code in (
                (200, 403, 404, 405, 409) if who is evening.idris else (403, 404, 405, 409)
            ), address
            if who is evening.idris:
                continue
            status = who.post(evening.home + address, headers=SCRIPT).status_code
            is_played_as_it_is = not is_creative and address in CREATES
            assert status == (404 if not finds else 409 if is_played_as_it_is else 403), (who.name, address, status)
        for address in ("act/", "sit/", "vote/", "log/", ""):
            assert who.delete(evening.home + address).status_code == 405
        assert everything(evening) == before
    for code in ("NOSUCH22", evening.table.code.lower() + "X"):
        for address in READS:
            assert Visitor(address="192.0.2.77").get(f"/tables/{code}/{address}").status_code == 404


def everything(evening: TableEvening) -> tuple[object, ...]:
    """All that a request could have changed."""
    return (
        sorted(rows.Table.objects.values_list("pk", "stream__head", "state", "removed_at")),
        sorted(rows.SeatRow.objects.values_list("table_id", "number", "member_id")),
        sorted(Member.objects.values_list("pk", "left_at"), key=str),
        sorted(cards.Deck.objects.values_list("pk", "stream__head")),
    )


def test_guessing_codes_is_slowed_down() -> None:
    who = Visitor(address="192.0.2.9")
    answers = [who.get(f"/tables/NOSUCH{n:02d}/").status_code for n in range(30)]
    assert answers[0] == 404 and answers[-1] == 429


def test_the_code_box_finds_a_table_as_people_type_its_code(evening: TableEvening) -> None:
    code = evening.table.code
    answer = evening.nell.get("/knock/", {"code": f"{code[:4].lower()} {code[4:]}"})
    assert answer.status_code == 303 and answer["Location"] == evening.home


def test_a_newcomer_takes_a_seat_with_a_name_and_keeps_it(evening: TableEvening) -> None:
    assert "Take a seat" in page(evening.idris, evening.home)
    assert evening.sit(evening.idris).status_code == 303
    assert rows.SeatRow.objects.filter(table=evening.table).count() == 2
    assert evening.sit(evening.idris).status_code in (303, 409)
    assert rows.SeatRow.objects.filter(table=evening.table).count() == 2
    assert 'data-seat="2"' in page(evening.idris, evening.home)


def test_a_creative_table_is_for_members_and_whom_they_invite() -> None:
    evening = TableEvening(is_creative=True)
    link = re.search(r"\?invite=[\w-]{48}", page(evening.ros, evening.home))
    assert link is not None
    assert evening.nell.get(evening.home).status_code == 404
    assert evening.sit(evening.nell).status_code == 404
    door = page(evening.nell, evening.home + link[0])
    assert "join the group" in door and "Canary" not in door
    answer = evening.nell.post(f"{evening.home}sit/", {"name": "Nell", "invite": link[0].partition("=")[2]})
    assert answer.status_code == 303
    assert evening.nell.is_in(evening.deck.group)


def test_there_is_one_creative_table_a_draft_and_the_workshop_says_where() -> None:
    evening = TableEvening(is_creative=True)
    again = evening.ros.post(f"/decks/{evening.deck.slug}/play/", {"version": "draft", "seats": "4"})
    assert again.status_code == 409
    assert evening.home in page(evening.ros, f"/decks/{evening.deck.slug}/workshop/")


def test_public_tables_stand_at_the_front_door_until_they_begin(evening: TableEvening) -> None:
    for is_public in (False, True):
        rows.Table.objects.filter(pk=evening.table.pk).update(is_public=is_public)
        for address in ("/", "/tables/"):
            assert (evening.home in page(evening.nell, address)) == is_public
    evening.begin()
    assert evening.home not in page(evening.nell, "/")
    assert evening.home in page(evening.ros, "/tables/")


def test_the_table_of_a_deck_that_is_gone_goes_on(game: TableEvening) -> None:
    with lowered():  # by the host, for good
        game.deck.delete()
    assert "Canary" in page(game.ros, game.home)
    who, _ = game.to_move()
    assert game.act(who, "draw").status_code == 204


# --- what comes in ----------------------------------------------------------------------------------------------------


BAD = [
    ({}, 422),
    ({"verb": ""}, 422),
    ({"verb": "no-such"}, 422),
    ({"verb": ["draw", "flip"]}, 422),
    ({"verb": "draw", "seat": "2"}, 422),
    ({"verb": "draw", "count": "x"}, 422),
    ({"verb": "draw", "count": "1e3"}, 422),
    ({"verb": "draw", "count": "\u0663"}, 422),
    ({"verb": "draw", "count": ["1", "2"]}, 422),
    ({"verb": "draw", "count": "99999999999999999999"}, 422),
    ({"verb": "draw", "count": "999999"}, 422),
    ({"verb": "draw", "count": "0"}, 422),
    ({"verb": "draw", "count": "-1"}, 422),
    ({"verb": "draw", "confirmed": "yes"}, 422),
    ({"verb": "draw", "zone": "nowhere"}, 404),
    ({"verb": "draw", "zone": "hand.2"}, 404),
    ({"verb": "flip", "confirmed": "1"}, 422),
    ({"verb": "play"}, 422),
    ({"verb": "play", "piece": "a b"}, 422),
    ({"verb": "play", "piece": "x" * 61}, 422),
    ({"verb": "play", "piece": "nope"}, 404),
    ({"verb": "tap", "piece": "nope"}, 404),
    ({"verb": "move", "pieces": ",".join(["x"] * 300), "to": "draw"}, 422),
    ({"verb": "move", "pieces": "", "to": "draw"}, 422),
    ({"verb": "discard", "pieces": "nope"}, 404),
    ({"verb": "look", "zone": "hand.2", "count": "3"}, 409),
    ({"verb": "search", "zone": "area.2"}, 409),
    ({"verb": "shuffle", "zone": "hand.x"}, 404),
    ({"verb": "draw", "zone": "draw.1.2"}, 404),
    ({"verb": "counter", "counter": "gold", "value": "1"}, 404),
    ({"verb": "counter", "counter": "gold", "value": ""}, 422),
    ({"verb": "token", "token": "", "count": "1"}, 422),
    ({"verb": "token", "token": "T" * 3000, "count": "1"}, 422),
    ({"verb": "token", "token": "T", "count": "999999"}, 422),
    ({"verb": "roll", "count": "51"}, 422),
    ({"verb": "roll", "sides": "999999"}, 422),
    ({"verb": "roll", "dice": "nope"}, 404),
    ({"verb": "ask_hand", "of": "2", "what": "hand_steal"}, 422),
    ({"verb": "ask_hand", "of": "99", "what": "hand_look"}, 409),
    ({"verb": "answer", "question": "9", "yes": "1"}, 409),
    ({"verb": "answer", "question": "1"}, 422),
    ({"verb": "knock_out", "who": "99"}, 409),
    ({"verb": "undo", "to": "1"}, 409),
    ({"verb": "claim", "words": ""}, 422),
    ({"verb": "say", "text": ""}, 422),
    ({"verb": "say", "text": "x" * 501}, 422),
    ({"verb": "say", "text": "x" * 5000}, 422),
    ({"verb": "say", "text": "a\x00b"}, 422),
    ({"verb": "pack", "blanks": "9999"}, 422),
    ({"verb": "team", "team": "3"}, 422),
    ({"verb": "side", "side": "Red"}, 409),
    ({"verb": "again"}, 409),
    ({"verb": "begin"}, 409),
]


@pytest.mark.parametrize(("fields", "status"), BAD, ids=[f"{n}-{f.get('verb')}" for n, (f, _) in enumerate(BAD)])
def test_what_makes_no_sense_is_refused_in_words_and_changes_nothing(
    game: TableEvening, fields: dict[str, str], status: int
) -> None:
    who, _ = game.to_move()
    before = everything(game)
    for headers in (SCRIPT, {}):
        answer = who.post(f"{game.home}act/", fields, headers=headers)
        assert answer.status_code == status, answer.content.decode()[-600:]
    assert everything(game) == before


def test_a_piece_one_cannot_see_is_as_if_it_were_not_there(game: TableEvening) -> None:
    """The same answer, byte for byte, for a card of the pile, of another's hand, and for none at all."""
    who, seat = game.to_move()
    unseen = [game.value().zones["draw"][3], game.hand(3 - seat)[0], "no-such-piece"]
    for verb in ("play", "tap", "discard", "destroy", "reveal"):
        field = "pieces" if verb in ("discard", "reveal") else "piece"
        answers = [game.act(who, verb, **{field: piece}) for piece in unseen]
        assert len({(answer.status_code, answer.content) for answer in answers}) == 1, verb
        assert answers[0].status_code == 404
    sheets = [who.get(f"{game.home}pieces/{piece}/") for piece in unseen]
    assert {sheet.status_code for sheet in sheets} == {404}


def test_a_limit_asks_once_and_the_yes_is_noted(game: TableEvening) -> None:
    who, seat = game.to_move()
    assert game.act(who, "draw").status_code == 204
    asked = game.act(who, "draw")
    assert asked.status_code == 200 and asked.json()["ask"] is True and asked.json()["code"] == "ask.draw_more"
    assert asked["X-Carte-Ask"] == "1"
    plain = game.act(who, "draw", script=False)
    assert plain.status_code == 409
    html = as_read(plain)
    assert 'name="confirmed" value="1"' in html and 'name="verb" value="draw"' in html
    before = len(game.hand(seat))
    assert game.act(who, "draw", script=False, confirmed="1").status_code == 303
    assert len(game.hand(seat)) == before + 1
    assert "made an exception" in page(who, f"{game.home}log/")


def test_the_same_request_counts_once(game: TableEvening) -> None:
    who, seat = game.to_move()
    before = len(game.hand(seat))
    for _ in range(3):
        assert game.act(who, "draw", key="k1").status_code == 204
    assert len(game.hand(seat)) == before + 1
    assert game.act(who, "flip", key="k1").status_code == 409


def test_fields_may_stand_in_the_address_of_a_button(game: TableEvening) -> None:
    who, seat = game.to_move()
    before = len(game.hand(seat))
    assert who.post(f"{game.home}act/?verb=draw&count=1", {"key": "k2", "reason": ""}).status_code == 303
    assert len(game.hand(seat)) == before + 1


def test_nobody_acts_for_another_seat(game: TableEvening) -> None:
    who, seat = game.to_move()
    other = game.idris if who is game.ros else game.ros
    assert game.act(other, "draw").json()["code"] == "ask.not_your_turn"
    assert game.act(other, "play", piece=game.hand(seat)[0], confirmed="1").status_code == 404


@pytest.mark.parametrize("cards_in", [1])
def test_a_deck_of_one_card_can_be_played(cards_in: int) -> None:
    evening = TableEvening(cards_in=cards_in)
    evening.sit(evening.idris)
    asked = evening.act(evening.ros, "begin")
    assert asked.status_code == 200 and asked.json()["ask"] is True
    evening.begin()
    who, _ = evening.to_move()
    assert evening.act(who, "draw").status_code == 204
    assert page(who, evening.home)


def test_a_card_may_go_to_ones_own_places_first_then_the_tables_then_somebodys(game: TableEvening) -> None:
    who, seat = game.to_move()
    sheet = page(who, f"{game.home}pieces/{game.hand(seat)[0]}/")
    other = {1: "Idris", 2: "Ros"}[seat]
    moves = sheet[sheet.index('name="to"') :]
    groups = re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', moves[: moves.index("</select>")], re.S)
    assert [name for name, _ in groups] == ["Yours", "On the table", other]
    assert re.findall(r"<option[^>]*>\s*(.*?)\s*</option>", groups[2][1]) == ["In play", "Hand"]


def test_in_somebodys_turn_the_headline_is_theirs_and_says_who_comes_next(game: TableEvening) -> None:
    who, seat = game.to_move()
    waits, name = (game.idris, "Ros") if seat == 1 else (game.ros, "Idris")
    page(who, game.home)  # whoever never came is away
    turn = page(waits, game.home)
    assert f'<p class="whose"><b>{name}’s turn</b> <span>Then you.</span></p>' in turn
    assert 'class="phases"' not in turn and 'class="whose"' not in page(who, game.home)


def test_what_another_played_last_is_told_and_can_be_read_until_the_turn_goes_on(game: TableEvening) -> None:
    who, seat = game.to_move()
    waits = game.idris if who is game.ros else game.ros

    def told(to: Visitor) -> str:
        return page(to, game.home).partition('id="r-last"')[2].partition("</div>")[0]

    assert "played" not in told(waits)
    piece = game.hand(seat)[0]
    title = game.titles(seat)[0]
    assert game.act(who, "play", piece=piece, confirmed="1").status_code == 204
    assert f"<b>{title}</b>" in told(waits) and f'href="{game.home}pieces/{piece}/"' in told(waits)
    assert "played" not in told(who), "one knows what one plays"
    assert f'data-last="{piece}"' in page(waits, game.home)
    assert waits.get(f"{game.home}pieces/{piece}/").status_code == 200
    hidden = game.hand(seat)[0]
    assert game.act(who, "play", piece=hidden, face_up="0", confirmed="1").status_code == 204
    assert (
        "played" in told(waits) and "Read" not in told(waits) and f'data-last="{hidden}"' not in page(waits, game.home)
    )
    assert game.act(who, "end_turn", confirmed="1").status_code == 204
    assert "played" not in told(who), "somebody else has the turn, and has played nothing yet"


def test_a_card_for_any_time_is_offered_in_anothers_turn_and_does_not_stand_out() -> None:
    never = tuple(Face(f"Not It {n}", "Action", "Play this at any time.") for n in range(12))
    game = TableEvening(cards_in=0, more=never).begin()
    who, _ = game.to_move()
    waits = game.idris if who is game.ros else game.ros
    offered = re.findall(r'<button\s+class="([^"]+)"[^>]*data-verb="play"[^>]*>\s*Play Not It', page(waits, game.home))
    assert [look.split()[:2] for look in offered] == [["btn", "btn--line"]]
    assert not re.search(r">\s*Play Not It", page(who, game.home).partition('id="r-felt"')[0])


def test_who_is_at_discarding_is_offered_that_first_until_it_is_done() -> None:
    """Beside a card that costs something a phone has room for three: discarding was folded away where one had to."""
    game = TableEvening().begin()
    (who, seat), waits = game.to_move(), game.idris if game.to_move()[0] is game.ros else game.ros

    def first(of: Visitor) -> list[str]:
        shown = page(of, game.home).partition('id="r-hand"')[2]
        cards = re.findall(r'<span class="verbs"[^>]*>(.*?)</span>', shown.partition('class="hand-words')[0], re.S)
        return [re.findall(r'data-verb="(\w+)"\s+data-look="(\w+)"', one)[0] for one in cards]

    assert game.act(who, "draw", count="2", confirmed="1").status_code == 204
    assert set(first(who)) == {("play", "hot")}
    for _ in range(2):
        assert game.act(who, "end_phase", confirmed="1").status_code == 204
    for over in (2, 1):
        assert first(who) == [("discard", "hot")] * (5 + over)
        assert set(first(waits)) == {("play", "hot")}
        assert game.act(who, "discard", pieces=game.hand(seat)[0]).status_code == 204
    assert set(first(who)) == {("play", "hot")}


def test_the_code_to_come_in_by_stands_before_whoever_gathers(evening: TableEvening) -> None:
    code = evening.table.code
    assert (
        f'<b class="code" translate="no">{code[:4]} {code[4:]}</b>'
        in page(evening.ros, evening.home).partition("tmenu")[0]
    )


def test_so_many_seats_are_offered_as_the_deck_is_for() -> None:
    ros = Visitor("Ros")
    deck = ros.start("Plot")
    cards.Deck.objects.filter(pk=deck.pk).update(players_max=4)
    form = page(ros, f"/decks/{deck.slug}/play/")
    assert re.findall(r'<option value="(\d)" selected', form) == ["4"]


def test_the_log_for_programs_is_what_that_seat_may_know(game: TableEvening) -> None:
    who, seat = game.to_move()
    other = game.idris if who is game.ros else game.ros
    game.act(who, "draw")
    drawn = game.titles(seat)[-1]
    told = {
        v: " ".join(e["words"] for e in v.get(f"{game.home}entries/").json()["entries"])
        for v in (who, other, game.nell)
    }  # noqa: E501
    assert drawn in told[who]
    assert drawn not in told[other] and drawn not in told[game.nell] and "a card" in told[other]
    assert told[other] == told[game.nell]


def test_a_game_is_shown_again_from_any_seat_only_when_it_is_over(game: TableEvening) -> None:
    head = game.value() and game.table.stream.head
    mine, theirs = game.titles(1), game.titles(2)
    html = page(game.ros, f"{game.home}replay/{head}/")
    assert all(title in html for title in mine) and not any(title in html for title in theirs)
    for asked in ("open", "1", "2", "watch"):
        assert game.ros.get(f"{game.home}replay/{head}/?as={asked}").status_code == 404
    assert game.ros.get(f"{game.home}replay/{head + 1}/").status_code == 404
    game.act(game.ros, "abandon")
    game.act(game.idris, "answer", question="1", yes="1")
    for asked, names in (("open", mine + theirs), ("1", mine), ("2", theirs)):
        html = page(game.nell, f"{game.home}replay/{head}/?as={asked}")
        assert all(title in html for title in names), asked
        assert "formaction" not in re.sub(r'formaction="/theme/"', "", html)


def test_a_seat_is_handed_over_with_its_secrets(evening: TableEvening) -> None:
    evening.sit(evening.idris)
    evening.sit(evening.nell)
    evening.act(evening.nell, "stand")
    game = evening.begin()
    heir = Member.objects.get(group=game.table.group, person_id=game.nell.person_id).pk
    assert "Canary" not in page(game.nell, f"{game.home}?watch=1").split('id="r-log"')[0]
    answer = game.ros.post(f"{game.home}hand-over/", {"to": str(heir)}, headers=SCRIPT)
    assert answer.status_code == 204, answer.content
    assert all(title in page(game.nell, game.home) for title in game.titles(1))
    assert game.ros.get(f"{game.home}piles/draw/").status_code == 200
    assert game.titles(1)[0] not in page(game.ros, f"{game.home}?watch=1")


def test_a_table_is_put_away_by_the_last_who_sits_there(game: TableEvening) -> None:
    assert game.ros.post(f"{game.home}remove/", headers=SCRIPT).status_code == 409
    game.act(game.idris, "stand")
    assert game.ros.post(f"{game.home}remove/", headers=SCRIPT).status_code == 204
    assert game.ros.get(game.home).status_code == 404


def test_what_one_looks_at_goes_back_in_the_order_that_was_typed(game: TableEvening) -> None:
    who, _ = game.to_move()
    assert who.get(f"{game.home}looking/").status_code == 404
    game.act(who, "look", zone="draw", count="3")
    top = game.value().zones["draw"][:3]
    cards_were = [game.value().pieces[p].card for p in top]
    assert page(who, f"{game.home}looking/").count('name="at.') == 3
    fields = {f"at.{piece}": str(place) for piece, place in zip(top, (3, 1, 2), strict=True)}
    assert who.post(f"{game.home}looking/", {**fields, "place": "top"}).status_code == 303
    value = game.value()
    assert [value.pieces[p].card for p in value.zones["draw"][:3]] == [cards_were[1], cards_were[2], cards_were[0]]
    assert not set(top) & set(value.zones["draw"])


# --- creating while one plays -----------------------------------------------------------------------------------------


@pytest.fixture
def creative() -> TableEvening:
    return TableEvening(is_creative=True).begin()


def test_a_proposal_stops_the_game_and_its_acceptance_shuffles_the_card_in(creative: TableEvening) -> None:
    assert write(creative, creative.ros).status_code == 204
    assert creative.value().paused_by == last_proposal(creative).number
    who, _ = creative.to_move()
    assert creative.act(who, "draw").json()["code"] == "table.paused"
    for watcher in (creative.ros, creative.idris):
        assert "Wandering Goat" in page(watcher, creative.home)
    assert "Does it go in?" in page(creative.idris, creative.home)
    before = len(creative.value().pieces)
    assert vote(creative, creative.idris, "for").status_code == 204
    value = creative.value()
    assert value.paused_by is None and len(value.pieces) == before + 1
    assert sum(value.cards[p.card].title == "Wandering Goat" for p in value.pieces.values()) == 1
    html = page(creative.idris, creative.home)
    assert "The game waits for the vote on <b>Wandering Goat</b>" in html and "<b>Wandering Goat</b>: agreed" in html
    (slip,) = re.findall(r'<div class="vs-verdict" data-verdict="\d+" data-in="1">.*?</div>', html)
    assert "2 of 2 in favour" in slip and "It’s in." in slip
    assert creative.act(who, "draw").status_code == 204


def test_the_verdict_is_that_of_the_last_vote_and_never_of_one_before(creative: TableEvening) -> None:
    write(creative, creative.ros)
    vote(creative, creative.idris, "for")
    write(creative, creative.ros, title="Plague")
    html = page(creative.idris, creative.home)
    assert re.search(r'data-verdict="1" data-in="1" hidden', html), (
        "while the next vote is under way it is out of sight"
    )
    vote(creative, creative.idris, "against", reason="Too grim")
    write(creative, creative.ros, title="Small Pockets", kind="rule")
    vote(creative, creative.idris, "for")
    html = page(creative.idris, creative.home)
    slip = html[html.index('<div class="vs-verdict" data-verdict="3"') :]
    assert "Small Pockets is Special Rule" in slip and "Wandering Goat" not in slip.split("</div>\n")[0]
    assert re.search(r"<b>§\d+ Small Pockets holds|§\d+ <b>Small Pockets</b> holds from now on", html)


def test_the_rules_beside_the_table_say_how_the_deck_decides(creative: TableEvening) -> None:
    html = page(creative.ros, creative.home)
    assert "How the deck decides.</b> Everybody must be in favour." in html
    assert f'href="/decks/{creative.deck.slug}/kit/?from=table"' in html
    rule = {"kind": "rule", "title": "The Crown", "e_there": "1", "e_decider-0-in": "1"} | {
        "e_decider-0-member": str(creative.member)
    }
    assert write(creative, creative.ros, **rule).status_code == 204
    assert vote(creative, creative.idris, "for").status_code == 204
    html = page(creative.ros, creative.home)
    assert "How the deck decides.</b> Ros decides" in html and "<li>Ros decides" in html


def test_a_card_taken_back_at_the_table_lies_where_one_writes_there(creative: TableEvening) -> None:
    """With script over the same cloth; without, on the page to write on. A repeal has no words to write on."""
    write(creative, creative.ros)
    told = creative.ros.post(f"{creative.home}withdraw/?proposal=1", headers=SCRIPT)
    assert (told.status_code, told["X-Carte-Write"]) == (204, f"{creative.home}write/?adjust=1")
    html = page(creative.ros, told["X-Carte-Write"])
    assert 'data-compose="adjust.1"' in html and "Wandering Goat" in html
    write(creative, creative.ros, title="Plague")
    plain = creative.ros.post(f"{creative.home}withdraw/", {"proposal": "2"})
    assert plain["Location"] == f"{creative.home}write/?adjust=2"
    assert "X-Carte-Write" not in creative.idris.post(f"{creative.home}withdraw/?proposal=1", headers=SCRIPT)
    write(creative, creative.ros, title="Small Pockets", kind="rule")
    vote(creative, creative.idris, "for")
    ask = {"article": "rule-1", "change": "repeal"}
    sheet = page(creative.ros, f"{creative.home}write/?article=rule-1&change=repeal&part=sheet")
    assert 'id="sheet"' in sheet and "<html" not in sheet and 'id="plain-ask"' in sheet
    on = re.search(r'name="on" value="(\w+)"', sheet)
    assert on is not None
    assert creative.ros.post(f"{creative.home}write/", {**ask, "on": on[1]}, headers=SCRIPT).status_code == 204
    number = last_proposal(creative).number
    told = creative.ros.post(f"{creative.home}withdraw/?proposal={number}", headers=SCRIPT)
    assert told.status_code == 204 and "X-Carte-Write" not in told


def test_a_no_takes_its_reason_and_the_game_goes_on_without_the_card(creative: TableEvening) -> None:
    write(creative, creative.ros)
    assert vote(creative, creative.idris, "against", reason="Goats smell").status_code == 204
    assert creative.value().paused_by is None
    assert last_proposal(creative).state == "aside"
    html = page(creative.ros, creative.home)
    assert "<b>Wandering Goat</b>: not this time. The game goes on" in html
    slip = html[html.index('<div class="vs-verdict"') :]
    assert "Not this time." in slip and "1 of 2 in favour" in slip and "Goats smell" in slip and "Rejected" in slip
    ways = f'href="{creative.home}write/?adjust=1"', f'formaction="{creative.home}repropose/?proposal=1"'
    assert all(html.count(way) == 2 for way in ways), "at the verdict, and beside the rules for the rest of the evening"
    minutes = page(creative.ros, f"{creative.home}log/")
    assert all(minutes.count(way) == 1 for way in ways), "and where it stands in the minutes"
    drawer = f"/decks/{creative.deck.slug}/drawer/"
    assert f'<a href="{creative.home}">Go there</a>' in page(creative.ros, drawer)
    adjusting = re.search(r'href="([^"#]+adjust=1)#write"', page(creative.ros, drawer))
    assert adjusting is not None and creative.ros.get(adjusting[1])["Location"] == f"{creative.home}write/?adjust=1"
    assert creative.idris.post(f"{creative.home}repropose/?proposal=1", headers=SCRIPT).status_code == 204
    assert not any(way in page(creative.ros, creative.home) for way in ways), "it is before everybody again"
    assert not any(way in page(creative.ros, f"{creative.home}log/") for way in ways)
    assert vote(creative, creative.ros, "against").status_code == 204
    again = f"/decks/{creative.deck.slug}/proposals/{last_proposal(creative).number}/again/"
    asked = creative.ros.post(again, headers={**SCRIPT, "Referer": f"http://testserver{drawer}"})
    assert asked.status_code == 204 and asked["X-Carte-Go"] == creative.home, "where it is judged"
    assert vote(creative, creative.idris, "against").status_code == 204
    who, _ = creative.to_move()
    assert creative.act(who, "abandon").status_code == 204
    other = creative.idris if who is creative.ros else creative.ros
    assert creative.act(other, "answer", question="1", yes="1").status_code == 204
    assert creative.value().state == "over"
    html = page(creative.ros, creative.home)
    assert "Goats smell" in html and "Archive a version" in html and "Ask again as it is" in html
    number = last_proposal(creative).number
    again = creative.ros.post(f"{creative.home}repropose/?proposal={number}", headers=SCRIPT)
    assert again.status_code == 204, again.content
    assert vote(creative, creative.idris, "for").status_code == 204
    assert cards.Article.objects.filter(deck=creative.deck, face__content__title="Wandering Goat").exists()
    assert "Leave the deck as it was" in page(creative.ros, creative.home)
    assert creative.ros.post(f"{creative.home}rollback/", headers=SCRIPT).status_code == 204
    assert vote(creative, creative.idris, "for").status_code == 204
    assert not cards.Article.objects.filter(
        deck=creative.deck, in_force=True, face__content__title="Wandering Goat"
    ).exists()
    assert creative.act(creative.ros, "again").status_code == 204
    assert page(creative.ros, creative.home + "replay/5/?as=open")


def test_what_was_refused_and_later_agreed_is_set_aside_no_longer(creative: TableEvening) -> None:
    """Whether somebody pressed to ask again or wrote the same anew; and however often it had been refused."""
    for answer in ("against", "against", "for"):
        write(creative, creative.ros)
        assert vote(creative, creative.idris, answer).status_code == 204
        assert ("Ask again" in page(creative.ros, creative.home)) == (answer == "against")
    who, _ = creative.to_move()
    assert creative.act(who, "abandon").status_code == 204
    other = creative.idris if who is creative.ros else creative.ros
    assert creative.act(other, "answer", question="1", yes="1").status_code == 204
    html = page(who, creative.home)
    assert "Archive a version" in html and "Set aside this evening" not in html
    assert "Wandering Goat" not in page(who, f"/decks/{creative.deck.slug}/drawer/")


def test_what_was_reworded_and_counted_anew_gets_both_back(creative: TableEvening) -> None:
    value = creative.value()
    number = value.pieces[creative.hand(1)[0]].card  # what one holds may be proposed for change
    article = cards.Article.objects.get(deck=creative.deck, kind="card", number=number)
    words = {"article": f"card-{number}", "title": "Other words", "kind": "thing", "text": "Quite other."}
    assert write(creative, creative.ros, **words, on=article.face_id).status_code == 204
    assert vote(creative, creative.idris, "for").status_code == 204
    changed = cards.Article.objects.get(pk=article.pk)
    fields = {"article": f"card-{number}", "change": "recount", "copies": "3", "on": changed.face_id}
    assert creative.ros.post(f"{creative.home}write/", fields, headers=SCRIPT).status_code == 204
    assert vote(creative, creative.idris, "for").status_code == 204
    changed.refresh_from_db()
    assert (changed.face_id, changed.copies) != (article.face_id, article.copies) and changed.copies == 3
    creative.act(creative.ros, "abandon")
    creative.act(creative.idris, "answer", question="1", yes="1")
    assert creative.ros.post(f"{creative.home}rollback/", headers=SCRIPT).status_code == 204
    assert vote(creative, creative.idris, "for").status_code == 204
    changed.refresh_from_db()
    assert (changed.face_id, changed.copies) == (article.face_id, article.copies)
    back = creative.value().cards[number]
    assert (back.face, back.copies) == (article.face_id, article.copies)


def test_what_was_reworded_counted_anew_and_then_thrown_away_comes_back_as_it_was(creative: TableEvening) -> None:
    number = creative.value().pieces[creative.hand(1)[0]].card
    article = cards.Article.objects.get(deck=creative.deck, kind="card", number=number)
    changes = (
        {"title": "Other words", "kind": "thing", "text": "Quite other."}, {"change": "recount", "copies": "3"},
        {"change": "repeal"},
    )  # fmt: skip
    for fields in changes:
        on = cards.Article.objects.get(pk=article.pk).face_id
        asked = {"article": f"card-{number}", "on": on, **fields}
        assert creative.ros.post(f"{creative.home}write/", asked, headers=SCRIPT).status_code == 204
        assert vote(creative, creative.idris, "for").status_code == 204
    assert number not in creative.value().cards
    creative.act(creative.ros, "abandon")
    creative.act(creative.idris, "answer", question="1", yes="1")
    assert creative.ros.post(f"{creative.home}rollback/", headers=SCRIPT).status_code == 204
    assert "to reword Other words" in page(creative.idris, creative.home)
    assert vote(creative, creative.idris, "for").status_code == 204
    now = cards.Article.objects.get(pk=article.pk)
    assert (now.face_id, now.copies, now.in_force) == (article.face_id, article.copies, True)
    back = creative.value().cards[number]
    assert (back.face, back.copies) == (article.face_id, article.copies)


def test_only_what_is_within_reach_may_be_changed(creative: TableEvening) -> None:
    value = creative.value()
    in_draw = value.pieces[value.zones["draw"][0]].card
    in_reach = value.pieces[creative.hand(1)[0]].card
    for number, status in ((in_draw, 409), (in_reach, 204)):
        face = cards.Article.objects.get(deck=creative.deck, kind="card", number=number).face_id
        asked = {"article": f"card-{number}", "change": "repeal", "on": face}
        answer = creative.ros.post(f"{creative.home}write/", asked, headers=SCRIPT)
        assert answer.status_code == status, answer.content
    page(creative.ros, f"{creative.home}write/?article=card-{in_reach}&change=repeal")
    page(creative.ros, f"{creative.home}write/?article=card-{in_reach}")


def test_a_forgotten_table_never_stands_in_the_way_of_another() -> None:
    evening = TableEvening(is_creative=True).begin()
    maud = Visitor("Maud")
    maud.join(evening.deck.group)
    assert maud.post(f"{evening.home}remove/", headers=SCRIPT).status_code == 403
    Lease.objects.all().delete()
    rows.Table.objects.filter(pk=evening.table.pk).update(changed_at=timezone.now() - timedelta(days=8))
    assert maud.post(f"{evening.home}remove/", headers=SCRIPT).status_code == 204
    again = evening.ros.post(f"/decks/{evening.deck.slug}/play/", {"version": "draft", "seats": "2"})
    assert again.status_code == 303


def test_the_composer_says_that_asking_shows_ones_hand(creative: TableEvening) -> None:
    value = creative.value()
    held = value.pieces[creative.hand(1)[0]].card
    words = "Asking shows that you hold this card."
    for change in ("", "&change=repeal"):
        assert words in page(creative.ros, f"{creative.home}write/?article=card-{held}{change}")
        assert words not in page(creative.idris, f"{creative.home}write/?article=card-{held}{change}")
    assert words not in page(creative.ros, f"{creative.home}write/")


def test_a_vote_under_way_in_the_workshop_is_settled_before_anything_is_dealt() -> None:
    evening = TableEvening(is_creative=True)
    assert evening.ros.post(f"{evening.home}remove/", headers=SCRIPT).status_code == 204
    for who in (evening.ros, evening.idris):
        page(who, f"/decks/{evening.deck.slug}/workshop/")
    goat = {"title": "Wandering Goat", "kind": "thing", "text": "It eats.", "copies": "1"}
    assert evening.ros.post(f"/decks/{evening.deck.slug}/write/", goat, headers=SCRIPT).status_code == 204
    number = last_proposal(evening).number
    answer = evening.ros.post(f"/decks/{evening.deck.slug}/play/", {"version": "draft", "seats": "4"})
    evening.home = answer["Location"]
    evening.table = rows.Table.objects.get(code=evening.home.split("/")[2])
    assert evening.value().paused_by == number
    evening.sit(evening.idris)
    assert evening.act(evening.ros, "begin", confirmed="1").json()["code"] == "table.paused"
    assert vote(evening, evening.idris, "for").status_code == 204
    assert evening.act(evening.ros, "begin", confirmed="1").status_code == 204
    assert any(card.title == "Wandering Goat" for card in evening.value().cards.values())


def test_the_log_is_read_a_page_at_a_time_and_loses_nothing(
    game: TableEvening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "A_PAGE", 5)
    for n in range(9):
        who = (game.ros, game.idris)[n % 2]
        game.act(who, "say", text=f"Word {n}")
    game.value()
    head = game.table.stream.head

    def pages(who: Visitor) -> list[LogPage]:
        read, address = [], f"{game.home}log/"
        while address:
            read.append(who.get(address).context["log"])
            address = read[-1].older
        return read

    seen = {who: pages(who) for who in (game.ros, game.idris)}
    for who, read in seen.items():
        whole = [one for one in store.happenings(game.table, 0, head) if one.told_to(0) is not None]
        assert [line.seq for one in read for line in one.lines] == [one.seq for one in reversed(whole)]
        assert (read[0].newer, read[-1].first, read[0].last) == ("", 1, head)
        assert [one.newer for one in read[1:3]] == [f"{game.home}log/", f"{game.home}log/?before={head + 1 - 5}"]
        assert "Word 8" in page(who, f"{game.home}log/") and "Word 8" not in page(who, read[0].older)
    bounds = [[(one.first, one.last, one.older, one.newer) for one in read] for read in seen.values()]
    assert bounds[0] == bounds[1], "what one may not see moves no page"
    narrowed = game.ros.get(f"{game.home}log/?sort=talk").context["log"]
    assert narrowed.older == f"{game.home}log/?sort=talk&before={head - 4}"
    assert "Nothing of that sort is among these." in page(game.ros, f"{game.home}log/?sort=talk&before=3")
    for nonsense in ("0", "1", str(head + 2), "x", "-3", "9" * 40):
        assert game.ros.get(f"{game.home}log/?before={nonsense}").status_code == 404, nonsense


def test_words_of_the_log_are_escaped_and_only_titles_are_bold() -> None:
    evening = TableEvening()
    evening.sit(evening.idris)
    store.forget(evening.table.code)
    evening.begin()
    who, seat = evening.to_move()
    piece = evening.hand(seat)[0]
    title = evening.titles(seat)[0]
    assert evening.act(who, "reveal", pieces=piece).status_code == 204
    assert evening.act(who, "say", text="<b>& amp</b> {who}").status_code == 204
    html = page(who, f"{evening.home}log/")
    assert f"showed <b>{title}</b> to everybody" in html
    assert "&lt;b&gt;&amp; amp&lt;/b&gt;" in html and "<b>& amp</b>" not in html


def other_of(game: TableEvening, who: Visitor) -> tuple[Visitor, int]:
    return (game.idris, 2) if who is game.ros else (game.ros, 1)


def test_whose_hand_is_looked_into_is_said_and_who_alone_saw_it(game: TableEvening) -> None:
    who, _ = game.to_move()
    other, seat = other_of(game, who)
    page(other, game.home)  # whoever is away is not asked
    game.act(who, "ask_hand", of=str(seat), what="hand_look")
    assert game.act(other, "answer", question="1", yes="1").status_code == 204
    mine, theirs = page(who, game.home), page(other, game.home)
    assert f"You are looking at 5 cards of {other.name}’s hand" in mine and "seen by you alone" in mine
    assert f"{who.name} is looking at 5 cards of your hand." in theirs and f"seen by {who.name}<" in theirs


def test_the_minutes_beside_a_table_are_what_each_was_told(game: TableEvening) -> None:
    """Made once for all and mended for each where they were told otherwise: the same as worded one by one."""
    who, _ = game.to_move()
    other, seat = other_of(game, who)
    page(other, game.home)
    table = game.table
    begun = TableView(table.stream_id, OPEN).head
    assert game.act(who, "draw", confirmed="1").status_code == 204
    game.act(who, "ask_hand", of=str(seat), what="hand_look")
    assert game.act(other, "answer", question="1", yes="1").status_code == 204
    sights = [sight_of(seat.number, seat.member) for seat in game.value().seats if seat.member is not None]
    read = {}
    for sight in (*sights, OPEN):
        view = TableView(table.stream_id, sight)
        told = [line_of(view, one) for one in view.recent(view.head) if one.seq > begun]
        beside = logs.log(TableView(table.stream_id, sight)).lines
        read[sight] = tuple((line.words, line.seen) for line in beside if line.seq > begun)
        assert read[sight] == tuple((line.words, line.seen) for line in told if line is not None)
    assert len(set(read.values())) == 2, "who drew and looked was told more"


def test_a_card_that_was_looked_for_is_taken_from_its_sheet(creative: TableEvening) -> None:
    who, seat = creative.to_move()
    creative.act(who, "search", zone="draw")
    looked = next(look.pieces for look in creative.value().looking)
    value = creative.value()
    held = {value.pieces[id].card for id in creative.hand(seat)}
    id = next(id for id in looked if value.pieces[id].card not in held)
    html = page(who, f"{creative.home}pieces/{id}/")
    assert "Into my hand" in html and "Show to all" in html
    assert "Reword it" not in html, "what lies in the draw pile is out of reach"
    in_hand = page(who, f"{creative.home}pieces/{creative.hand(seat)[0]}/")
    assert "Reword it" in in_hand and "Into my hand" not in in_hand
    address = re.search(r'formaction="([^"]+)"[^>]*>Into my hand<', html)
    assert address is not None
    assert who.post(address[1].replace("&amp;", "&"), {}, headers=SCRIPT).status_code in (200, 204)


def test_an_open_pile_is_read_newest_first_and_each_card_of_it_is_three_presses_away() -> None:
    worded = tuple(Face(f"Canary {n:02d}", "Thing", text="It **lies** about.") for n in range(1, 25))
    game = TableEvening(cards_in=0, more=worded).begin()
    who, seat = game.to_move()
    for piece in game.hand(seat)[:2]:
        game.act(who, "discard", pieces=piece, confirmed="1")
    older, newer = (game.value().pieces[id] for id in reversed(game.value().zones[key_of("discard")]))
    html = page(who, f"{game.home}piles/discard/")
    rows = re.findall(r'data-find-in="([^"]*)"', html)
    titles = [game.value().cards[piece.card].title for piece in (newer, older)]
    assert [next(t for t in titles if row.startswith(t)) for row in rows] == titles
    assert len(re.findall(r'class="title-words"[^>]*>It lies about\.<', html)) == 2
    assert "Search it" not in html and "Look at the top" not in html
    sheet = page(who, f"{game.home}pieces/{older.id}/")
    labels = re.findall(r'formaction="([^"]+)"[^>]*>([^<]+)<', sheet)
    offered = {label.strip(): address.replace("&amp;", "&") for address, label in labels}
    assert {"Into my hand", "Play it", "Shuffle it in", "On top"} <= set(offered)
    assert who.post(offered["On top"], {}, headers=SCRIPT).status_code in (200, 204)
    assert len(game.value().zones[key_of("discard")]) == 1
    address = f"{game.home}pieces/{newer.id}/"
    play = re.search(r'formaction="([^"]+)"[^>]*>Play it<', page(who, address))
    assert play is not None
    assert who.post(play[1].replace("&amp;", "&") + "&confirmed=1", {}, headers=SCRIPT).status_code in (200, 204)
    assert "from the discard pile" in as_read(page(who, game.home))
    watcher = page(game.nell, address)
    assert "Into my hand" not in watcher and "Play it" not in watcher


def test_the_door_counts_its_free_seats(evening: TableEvening) -> None:
    for who in (evening.ros, evening.idris, evening.nell):
        evening.sit(who)
    late = Visitor("Nora")
    assert "Three at the table, one seat free." in as_read(late.get(evening.home).content.decode())


def test_nothing_is_offered_at_an_empty_pile_that_nobody_draws_from(game: TableEvening) -> None:
    who, _ = game.to_move()
    html = page(who, f"{game.home}piles/discard/")
    assert "Empty." in html and "Search it" not in html and "Draw several" not in html
    assert "Search it" in page(who, f"{game.home}piles/draw/")


@pytest.mark.parametrize("is_creative", [False, True])
def test_the_replay_of_a_finished_game_offers_every_view_from_its_first_step(is_creative: bool) -> None:
    evening = TableEvening(is_creative=is_creative).begin()
    evening.act(evening.ros, "abandon")
    evening.act(evening.idris, "answer", question="1", yes="1")
    assert evening.value().state == "over"
    head = evening.table.stream.head
    for number in (1, 3, head):
        for eyes in ("", "?as=open", "?as=1", "?as=2"):
            html = page(evening.ros, f"{evening.home}replay/{number}/{eyes}")
            assert "Through the eyes of" in html and "All hands open" in html and ">Idris</a>" in html
    assert evening.ros.get(f"{evening.home}replay/1/?as=3").status_code == 404


def test_a_replay_begins_with_the_deal_and_leaps_from_turn_to_turn(game: TableEvening) -> None:
    """T53: nobody sees an empty cloth first, nor presses a hundred times to come to the fifth round."""
    for _ in range(3):
        game.act(game.to_move()[0], "end_turn", confirmed="1")
    game.act(game.ros, "abandon")
    game.act(game.idris, "answer", question="1", yes="1")
    kinds = dict(Entry.objects.filter(stream=game.table.stream).values_list("seq", "kind"))
    turns = [seq for seq, kind in kinds.items() if kind in ("GameBegun", "TurnBegan")]
    began = game.ros.get(f"{game.home}replay/")
    assert began["Location"] == f"{game.home}replay/{turns[0]}/" and kinds[turns[0]] == "GameBegun"
    at, seen = began["Location"] + "?as=open", [turns[0]]
    while onward := re.search(r'href="([^"]+)"\s+data-step="PageDown"', html := page(game.ros, at)):
        assert "as=open" in onward[1], "through the same eyes"
        at = onward[1]
        seen.append(int(at.split("/")[-2]))
        back = re.search(r'href="([^"]+)"\s+data-step="PageUp"', page(game.ros, at))
        assert back is not None and int(back[1].split("/")[-2]) == seen[-2]
    assert seen == turns and 'data-step="End"' in html


def test_a_replay_steps_over_what_changes_nothing(game: TableEvening) -> None:
    """A question that was agreed to, a look that is over: the log has no line for them, so they are no steps."""
    who, _ = game.to_move()
    game.act(who, "look", zone="draw", count="2")
    game.act(who, "stop")
    game.act(game.ros, "abandon")
    game.act(game.idris, "answer", question="1", yes="1")
    at, steps = f"{game.home}replay/1/", []
    while at:
        html = page(game.ros, at)
        assert "nothing changes" not in html, at
        steps.append(int(at.rstrip("/").rsplit("/", 1)[1]))
        onward = re.search(r'rel="next" href="([^"]+)"', html)
        at = onward[1] if onward else ""
    kinds = dict(Entry.objects.filter(stream=game.table.stream).values_list("seq", "kind"))
    left_out = {kinds[seq] for seq in kinds.keys() - set(steps)}
    assert left_out == {"LookingEnded", "QuestionClosed"} and kinds[steps[-1]] == "GameAbandoned"
    quiet = next(seq for seq, kind in kinds.items() if kind == "LookingEnded")
    assert "nothing changes on the table" in page(game.ros, f"{game.home}replay/{quiet}/")
    assert f"replay/{steps[-1]}/" in html and f"Step {steps[-1]} of {steps[-1]}" in html


def test_how_the_deck_decides_stands_before_long_special_rules(creative: TableEvening) -> None:
    html = page(creative.ros, creative.home)
    assert 0 < html.index("How the deck decides.") < html.index("None yet. The cards say it all.")


def test_the_page_points_at_what_comes_next_in_a_turn(game: TableEvening) -> None:
    def hot(who: Visitor) -> list[str]:
        html = page(who, game.home)
        turn = html[html.index('id="r-turn"') : html.index("</header>")]
        return re.findall(r'<button class="btn btn--small"[^>]*>([^<]+)</button>', turn.split("<details")[0])

    who, _ = game.to_move()
    assert hot(who) == ["Draw"]
    turn = page(who, game.home).partition('id="turn-undo"')[2].partition("</button>")[0]
    assert "disabled" in turn and "There is nothing to take back." in turn, "its place is kept"
    game.act(who, "draw")
    assert hot(who) == [], "cards are played from the hand, and the turn goes on with them"
    assert "Go on to Play" not in page(who, game.home)
    game.act(who, "end_phase")
    assert hot(who) == [], "cards are played from the hand"
    game.act(who, "end_phase")
    assert hot(who) == [], "one card too many waits to be discarded"
    assert "<s>5</s>" in page(who, game.home), "the limit that is passed is struck"
    _, seat = game.to_move()
    game.act(who, "discard", pieces=game.hand(seat)[0])
    assert hot(who) == ["End turn"]


def test_a_version_s_table_says_that_its_cards_stay_and_how_they_are_changed(game: TableEvening) -> None:
    words = " ".join(page(game.ros, game.home).split())
    assert "The cards are those of version 1, and stay so." in words
    assert f'href="/decks/{game.deck.slug}/fork/?version=1"' in words.partition("and stay so.")[2][:200]


def test_the_page_of_tables_has_a_field_for_a_code_in_itself(game: TableEvening) -> None:
    main = page(game.ros, "/tables/").partition("<main")[2]
    assert 'action="/knock/"' in main and 'name="code"' in main


def test_the_ways_to_a_table_are_where_one_looks_for_them(creative: TableEvening) -> None:
    slug = creative.deck.slug
    assert f'href="/decks/{slug}/play/"' in page(creative.ros, f"/decks/{slug}/workshop/")
    assert 'href="/you/">one of yours' in page(creative.ros, "/tables/")


def test_after_a_game_each_way_on_is_offered_once_and_a_version_is_named_once(game: TableEvening) -> None:
    assert "Version 1, First" in page(game.ros, f"/decks/{game.deck.slug}/play/")
    other = game.ros.start()
    by = game.ros.member(other.group).pk
    decks.bring_in(other.pk, by=by, key=None, articles=[(Ref("card", 1), Face("Only", "Thing"), 1, "")])
    archive_version(other.pk, by=by, key=None, name="Version 1")
    opening = page(game.ros, f"/decks/{other.slug}/play/")
    assert "Version 1" in opening and "Version 1, Version 1" not in opening
    game.act(game.ros, "abandon")
    game.act(game.idris, "answer", question="1", yes="1")
    assert page(game.ros, game.home).count(">Play again</button>") == 1


def test_whoever_comes_or_goes_at_the_table_is_noticed_in_the_workshop(creative: TableEvening) -> None:
    workshop, there = creative.deck.stream_id, creative.table.stream_id
    idris = creative.idris.member(creative.deck.group).pk

    def looked() -> presence.Presence:
        return presence.look(frozenset({workshop}), frozenset(), frozenset()).present[workshop]

    Lease.objects.filter(stream_id=there).delete()
    before = looked()
    presence.renew(there, idris)
    here = looked()
    assert here - before == {(there, idris)}, "at the table, which is not the workshop"
    Lease.objects.filter(stream_id=there, member_id=idris).update(until=timezone.now() - timedelta(seconds=1))
    assert looked() == before


@pytest.mark.parametrize("is_creative", [False, True])
def test_how_the_game_was_won_stands_where_it_says_who_won(is_creative: bool) -> None:
    evening = TableEvening(is_creative=is_creative).begin()
    page(evening.idris, evening.home)  # whoever is away is not asked
    claimed = evening.act(evening.ros, "claim", words="Ten tokens <on> the idol")
    assert claimed.status_code == 204, claimed.content
    agreed = evening.act(evening.idris, "answer", question="1", yes="1")
    assert agreed.status_code == 204, agreed.content
    html = page(evening.idris, evening.home)
    after = html[html.index('id="after-h"') :]
    assert (
        after.index("Ros has won") < after.index("Ten tokens &lt;on&gt; the idol.") < after.index("See the game again")
    )


def test_whoever_watches_sees_the_blank_cards_and_no_pen(creative: TableEvening) -> None:
    maud = Visitor("Maud")
    maud.join(creative.deck.group)
    writing = f'href="{creative.home}write/"'
    html = page(maud, f"{creative.home}?watch")
    assert 'id="z-blank"' in html and writing not in html
    assert writing in page(creative.ros, creative.home)
    assert "not in this game" in html, "a chair that was not dealt in is no free one"


def test_what_cannot_be_thrown_is_called_by_its_name(game: TableEvening) -> None:
    """The coin and the common die carry the deed's name on their buttons; without one there is nothing to press."""
    head = game.value() and game.table.stream.head
    for html, names in (
        (page(game.ros, game.home), ("Flip", "Roll")),
        (page(game.ros, f"{game.home}replay/{head}/"), ("Coin", "Die")),
    ):
        for id, name in zip(("d-coin", "d-loose"), names, strict=True):
            piece = html.split(f'id="{id}"')[1].split("</div>")[0]
            assert f">{name}<" in "".join(piece.split()) and ("<button" in piece) == (name in ("Flip", "Roll"))
