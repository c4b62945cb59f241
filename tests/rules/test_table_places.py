"""What a zone is called, and how each form of zone behaves."""

from __future__ import annotations

import typing
from dataclasses import replace

import pytest

from cards.rules.kit import DVORAK, Scope, ZoneForm
from play.table.events import Moved
from play.table.sight import see
from play.table.zones import FORMS, NOWHERE, ZoneKey, key_of, read_key, seats_key
from play.verbs import commands as c
from studio.kernel.codec import Unreadable, canonical, from_plain, to_plain
from studio.kernel.refusals import Refused
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
