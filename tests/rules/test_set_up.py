"""How a game is laid (B1, V2): which pile a card begins in, what is dealt, who begins; drawing, and filling up."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from cards.rules.kit import DVORAK, DVORAK_ZONES, Deal, Facing, SeatsKit, Select, Source, ZoneKit
from play.table import events as e
from play.table.command import Facts
from play.table.dealing import begins_in, draw, filled_when_empty, homes, players, refill, selects, set_up
from play.table.evolve import fold
from play.table.state import CardText, Piece, Seat, Table
from play.table.undoable import spills
from play.table.zones import ZoneKey
from tests.rules.laid_table import Plain

DRAW, DISCARD, MARKET = ZoneKey("draw"), ZoneKey("discard"), ZoneKey("market")
CARD = CardText(4, "4" * 64, "Thing", ("Pest", "Wet"), "Blue")
RIGHT = {"kinds": ("Action", "THING"), "traits": ("dry", "wet"), "numbers": (3, 4), "sides": ("Red", "Blue")}
WRONG = {"kinds": ("Action",), "traits": ("dry",), "numbers": (3,), "sides": ("Red",)}


@pytest.mark.parametrize("said", list(product(("right", "wrong", ""), repeat=4)), ids=str)
def test_a_card_is_meant_where_all_that_is_named_holds(said: tuple[str, ...]) -> None:
    named = {what: (RIGHT if how == "right" else WRONG)[what] for what, how in zip(RIGHT, said, strict=True) if how}
    assert selects(Select(**named), CARD) == ("wrong" not in said)  # type: ignore[arg-type]


STOCK = ZoneKit("stock", "Stock", "seat", "pile", "down", "nobody")
KIT = replace(
    DVORAK, zones=(*DVORAK_ZONES, ZoneKit("market", "Market", "shared", "row", "up"), STOCK), sides=("Blue", "Red"),
    sources=(
        Source("market", Select(kinds=("Action",)), shuffled=False), Source("stock", Select(sides=("Blue", "Red", ""))),
        Source("draw"),
    ),
    deals=(Deal("gone", "hand", 1), Deal("draw", "gone", 1), Deal("stock", "market", 1), Deal("stock", "hand", 2),
           Deal("market", "discard", 1)),
)  # fmt: skip
SEATS = (Seat(1, 11, side="Blue"), Seat(2, 12, side="Red"), Seat(3), Seat(4, 14, side="Red"))
GATHERED = Table(kit=KIT, seats=SEATS)


def card(number: int, side: str = "", kind: str = "Thing", copies: int = 1) -> CardText:
    return CardText(number, f"{number:064x}", kind, side=side, copies=copies)


def laid(*cards: CardText, table: Table = GATHERED) -> e.GameBegun:
    (begun,) = set_up(replace(table, cards={one.number: one for one in cards}), 2, Plain())
    assert isinstance(begun, e.GameBegun)
    return begun


def test_a_card_begins_where_the_first_source_wants_it_and_nowhere_where_none_does() -> None:
    assert begins_in(KIT, card(1, "Blue", "Action")) == KIT.sources[0]
    assert begins_in(KIT, card(1, "Blue")) == KIT.sources[1] and begins_in(KIT, card(1, "Gold")) == KIT.sources[2]
    picky = replace(KIT, sources=KIT.sources[:2])
    assert begins_in(picky, card(1, "Gold")) is None
    assert homes(replace(GATHERED, kit=picky), card(1, "Gold")) == ()
    assert laid(card(1, "Gold"), table=replace(GATHERED, kit=picky)).pieces == ()


def test_a_card_of_a_side_goes_to_the_seats_of_that_side_and_one_of_none_to_every_seat() -> None:
    piles = {seat: (ZoneKey(f"stock.{seat}"), seat) for seat in (1, 2, 4)}
    assert homes(GATHERED, card(1, "Blue")) == (piles[1],) and homes(GATHERED, card(1, "Red")) == (piles[2], piles[4])
    assert homes(GATHERED, card(1)) == (piles[1], piles[2], piles[4])
    assert homes(GATHERED, card(1, kind="Action")) == ((MARKET, 0),)
    assert homes(GATHERED, card(1, "Gold")) == ((DRAW, 0),)


def test_everything_is_laid_shuffled_unless_its_order_holds_and_dealt_from_the_top() -> None:
    begun = laid(card(3, "Blue"), card(2, "Red", copies=2), card(1, kind="Action", copies=2), card(5, kind="action"))
    zones = dict(begun.zones)
    assert list(zones) == [
        "draw", "discard", "hand.1", "hand.2", "hand.4", "area.1", "area.2", "area.4", "market", "stock.1", "stock.2",
        "stock.4",
    ]  # fmt: skip
    assert {key: ids for key, ids in zones.items() if ids} == {
        "hand.1": ("n9",), "hand.2": ("n10", "n12"), "hand.4": ("n11", "n13"), "market": ("n2", "n8"),
        "discard": ("n14",),
    }  # fmt: skip
    assert set(begun.pieces) == {
        Piece("n2", 1, True), Piece("n8", 5, True), Piece("n9", 3, side=1), Piece("n10", 2, side=2),
        Piece("n12", 2, side=2), Piece("n11", 2, side=4), Piece("n13", 2, side=4), Piece("n14", 1, True),
    }  # fmt: skip
    assert (begun.seat, begun.first) == (2, 4)  # chance takes the last


def test_who_begins_is_the_first_seat_where_the_kit_says_so() -> None:
    assert laid(card(1), table=replace(GATHERED, kit=replace(KIT, seats=SeatsKit(first="first")))).first == 1


def test_the_game_is_dealt_to_whoever_sits_and_is_then_of_those_it_was_dealt_to() -> None:
    assert [seat.number for seat in players(GATHERED)] == [1, 2, 4]
    dealt = replace(GATHERED, state="playing", zones={ZoneKey("hand.2"): (), ZoneKey("hand.3"): (), DRAW: ()})
    assert [seat.number for seat in players(dealt)] == [2, 3]


# --- drawing and filling up (B3) --------------------------------------------------------------------------------------


def piles(drawn: str, thrown: str = "", **zone: str) -> Table:
    """A game whose piles hold these pieces, one a letter, in the order given."""
    zones = (replace(DVORAK_ZONES[0], **zone), *DVORAK_ZONES[1:])  # type: ignore[arg-type]
    lying = {DRAW: tuple(drawn), DISCARD: tuple(thrown), ZoneKey("hand.1"): ()}
    pieces = {id: Piece(id, 1, id in thrown) for id in drawn + thrown}
    return Table(
        kit=replace(DVORAK, zones=zones), cards={1: card(1)}, seats=SEATS[:1], zones=lying, pieces=pieces,
        state="playing",
    )  # fmt: skip


def told(facts: Facts) -> list[tuple[str, int, str]]:
    """(what, by whom, the pieces as they were called before)."""
    found = []
    for fact in facts:
        assert isinstance(fact, e.PiecesMoved | e.PileShuffled)
        if isinstance(fact, e.PileShuffled):
            found.append((f"{fact.source} into {fact.zone}", fact.seat, "".join(old for old, _ in fact.order)))
        else:
            found.append((fact.how, fact.seat, " ".join(move.piece for move in fact.moved)))
    return found


@pytest.mark.parametrize(
    ("drawn", "thrown", "count", "expected"),
    [
        ("abc", "", 2, [("draw", 1, "a b")]),
        ("a", "xyz", 1, [("draw", 1, "a")]),
        ("a", "xyz", 3, [("draw", 1, "a"), ("discard into draw", 1, "zyx"), ("draw", 1, "n2 n3")]),
        ("", "xy", 1, [("discard into draw", 1, "yx"), ("draw", 1, "n1")]),
        ("ab", "", 4, [("draw", 1, "a b")]),
        ("", "", 1, []),
        ("ab", "xy", 0, []),
    ],
)
def test_cards_come_from_the_top_and_the_pile_is_filled_up_only_when_one_is_wanted(
    drawn: str, thrown: str, count: int, expected: list[tuple[str, int, str]]
) -> None:
    assert told(draw(piles(drawn, thrown), 1, DRAW, count, Plain())) == expected


def test_a_pile_that_fills_up_as_soon_as_it_is_empty_does_so_and_no_other() -> None:
    at_once = {"refill_when": "empty"}
    assert told(filled_when_empty(piles("", "xy", **at_once), 1, Plain())) == [("discard into draw", 1, "yx")]
    for full in (piles("a", "xy", **at_once), piles("", "", **at_once), piles("", "xy")):
        assert filled_when_empty(full, 1, Plain()) == ()


def market(lies: str, shop: str, capacity: int | None, face: Facing = "up") -> Table:
    """A row that refills from a shop."""
    zones = (
        ZoneKit("market", "Market", "shared", "row", face, capacity=capacity, refill_from="shop", refill_when="empty"),
        ZoneKit("shop", "Shop", "shared", "pile", "down", "nobody"),
    )
    return Table(
        kit=replace(DVORAK, zones=(*DVORAK_ZONES, *zones)), cards={1: card(1)}, seats=SEATS[:2], state="playing",
        zones={MARKET: tuple(lies), ZoneKey("shop"): tuple(shop)}, pieces={id: Piece(id, 1) for id in lies + shop},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("shop", "capacity", "face", "lies", "left"),
    [
        ("abcdefgh", 5, "up", "abcde", "fgh"), ("abc", 5, "up", "abc", ""), ("abc", None, "up", "abc", ""),
        ("abcdefgh", 2, "down", "ab", "cdefgh"), ("", 5, "up", "", ""),
    ],
)  # fmt: skip
def test_a_row_is_filled_up_from_the_top_as_far_as_there_is_room_with_the_face_it_has(
    shop: str, capacity: int | None, face: Facing, lies: str, left: str
) -> None:
    table = market("", shop, capacity, face)
    facts = filled_when_empty(table, 1, Plain())
    after = fold(table, facts)
    assert len(facts) == bool(shop)
    assert ("".join(after.zones[MARKET]), "".join(after.zones[ZoneKey("shop")])) == (lies, left)
    assert {after.pieces[id].face_up for id in lies} <= {face == "up"}
    assert not [fact for fact in facts if face == "up" and not spills(table, fact)], "it was seen"


def test_what_is_missing_in_a_row_is_filled_up_and_not_more() -> None:
    facts = refill(market("xy", "abcdefgh", 5), 1, MARKET, Plain())
    (fact,) = facts
    assert isinstance(fact, e.PiecesMoved) and [move.id for move in fact.moved] == ["a", "b", "c"]
    assert refill(market("vwxyz", "ab", 5), 1, MARKET, Plain()) == ()


def test_every_pile_that_is_empty_is_filled_up() -> None:
    both = replace(
        DVORAK,
        zones=tuple(
            replace(zone, refill_when="empty", scope="seat") if zone.id in ("draw", "discard") else zone
            for zone in DVORAK_ZONES
        ),
    )
    lying = {
        f"{id}.{seat}": (f"{id}{seat}",) if id == "discard" else () for id in ("draw", "discard") for seat in (1, 2)
    }
    table = Table(
        kit=both, cards={1: card(1)}, seats=SEATS[:2], zones={ZoneKey(key): ids for key, ids in lying.items()},
        pieces={id: Piece(id, 1, True) for ids in lying.values() for id in ids}, state="playing",
    )  # fmt: skip
    assert told(filled_when_empty(table, 2, Plain())) == [
        ("discard.1 into draw.1", 2, "discard1"), ("discard.2 into draw.2", 2, "discard2"),
    ]  # fmt: skip
