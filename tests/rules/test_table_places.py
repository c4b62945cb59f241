"""What a zone is called, and how each form of zone behaves."""

from __future__ import annotations

import typing
from dataclasses import replace

import pytest

from cards.rules.kit import DVORAK, Scope, ZoneForm
from play.table.events import Moved
from play.table.kit_words import phase_title, zone_inside, zone_short, zone_title
from play.table.seeing import see
from play.table.visibility import within_reach
from play.table.zones import FORMS, NOWHERE, ZoneKey, key_of, read_key, seats_key
from play.verbs import commands as c
from studio.kernel.codec import Unreadable, canonical, from_plain, to_plain
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused
from tests.rules.laid_table import DISCARD, MARKET, TABLE
from tests.rules.rules_table import RulesTable


@pytest.mark.parametrize(("text", "id", "seat"), [("draw", "draw", 0), ("hand.3", "hand", 3), ("a_1.12", "a_1", 12)])
def test_a_key_is_read_and_printed_alike(text: str, id: str, seat: int) -> None:
    key = ZoneKey(text)
    assert (key.id, key.seat, str(key)) == (id, seat, text)
    assert key == key_of(id, seat) and hash(key) == hash(text)


@pytest.mark.parametrize(
    "text", ["hand.", "hand.x", "hand.0", "hand.01", "hand.1.2", ".1", "Hand", "hand.-1", "1.1", " hand"]
)
def test_what_is_no_key_is_none(text: str) -> None:
    with pytest.raises(ValueError, match="names no zone"):
        ZoneKey(text)
    with pytest.raises(Refused, match=r"zone\.none"):
        read_key(text)
    with pytest.raises(Unreadable, match=r"source: .* names no zone"):
        from_plain(Moved, {"piece": "a", "id": "b", "source": text, "to": "draw"})


def test_a_key_is_stored_as_its_text() -> None:
    moved = Moved("a", "b", ZoneKey("hand.1"), ZoneKey("draw"))
    assert canonical(to_plain(moved)) == b'{"id":"b","piece":"a","source":"hand.1","to":"draw"}'
    read = from_plain(Moved, {"piece": "a", "id": "b", "source": "hand.1", "to": "draw"})
    assert read == moved and isinstance(read.source, ZoneKey) and read.source.seat == 1
    assert not NOWHERE and NOWHERE.id == "" and NOWHERE.seat == 0


def test_a_zone_of_each_seat_is_called_by_its_seat_and_a_shared_one_is_not() -> None:
    draw, hand = DVORAK.zone("draw"), DVORAK.zone("hand")
    assert draw is not None and hand is not None
    assert (seats_key(draw, 3), seats_key(hand, 3)) == ("draw", "hand.3")


def test_every_form_that_a_kit_can_name_says_how_it_behaves() -> None:
    assert FORMS.keys() == set(typing.get_args(ZoneForm))
    assert all(rules.lies_open + rules.is_pile + rules.is_held == 1 for rules in FORMS.values())


@pytest.mark.parametrize(("draw", "discard"), [("shared", "seat"), ("seat", "shared"), ("seat", "seat")])
def test_a_turn_wants_a_card_where_what_its_pile_refills_from_has_one(draw: Scope, discard: Scope) -> None:
    """Whose ever the two piles are (B3)."""
    scopes = {"draw": draw, "discard": discard}
    zones = tuple(replace(z, scope=scopes.get(z.id, z.scope)) for z in DVORAK.zones)
    game = RulesTable(kit=replace(DVORAK, zones=zones))
    seat = game.table.turn.seat
    pile, used = (key_of(id, seat if scope == "seat" else 0) for id, scope in scopes.items())
    lay = {**game.table.zones, used: game.table.zones[pile], pile: ()}
    game.table = replace(game.table, zones=lay)
    turn = see(game.table, seat).turn
    assert turn is not None and turn.to_draw == 1
    game.do(c.Draw(seat))
    assert len(game.hand(seat)) == 6


# --- what may be proposed from there (C5) -----------------------------------------------------------------------------


def test_within_reach_are_cards_in_play_thrown_away_open_and_in_ones_own_hand() -> None:
    yak = {**TABLE.pieces, "x2": replace(TABLE.pieces["x2"], card=8), "i1": replace(TABLE.pieces["i1"], card=5)}
    table = replace(TABLE, pieces=yak)
    everybodys = {1, 2, 3, 4, 5, 6, 7, 8}  # 3 and 8 are thrown away; 4 and 6 lie face down in play; 7 in the market
    assert within_reach(table, 0) == within_reach(table, 1) == within_reach(table, 2) == everybodys
    bare = replace(table, zones={**table.zones, DISCARD: (), MARKET: (), ZoneKey("area.1"): ("a3",)})
    assert [within_reach(bare, seat) for seat in (0, 1, 2)] == [{4, 5, 6}, {1, 2, 3, 4, 5, 6}, {1, 4, 5, 6}]
    assert within_reach(replace(bare, any_card=True), 1) is None is within_reach(replace(bare, state="over"), 1)


# --- what it is called ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "name", "title", "inside", "short"),
    [
        ("draw", "Draw pile", "Draw pile", "draw pile", "Draw «a pile»"), ("hand", "Hand", "Hand", "hand", "Hand"),
        ("discard", "Discard pile", "Discard pile", "discard pile", "Discard «a pile»"),
        ("area", "In play", "In play", "in play", "In play"),
    ],
)  # fmt: skip
def test_a_zone_of_ours_is_called_in_the_readers_language(
    id: str, name: str, title: str, inside: str, short: str
) -> None:
    for said, expected in ((zone_title, title), (zone_inside, inside), (zone_short, short)):
        words = said(id, name)
        assert isinstance(words, Message)
        assert words.text + (f" «{words.context}»" if words.context else "") == expected


def test_a_zone_or_part_that_a_deck_calls_otherwise_is_called_as_the_deck_does() -> None:
    for id, name in (("draw", "Draw"), ("heap", "Draw pile")):
        assert (zone_title(id, name), zone_inside(id, name), zone_short(id, name)) == (
            name,
            name.replace("D", "d"),
            name,
        )
    assert phase_title("draw", "Fetch") == "Fetch" and phase_title("fetch", "Draw") == "Draw"
    assert phase_title("play", "Play") == message("Play", context="part of a turn")
