"""Who sees what at a table (B8): every form of zone, every way a card lies and every viewer, told a second time.

The expectation is written down here as rows of a table and knows nothing of `play/table/visibility.py`.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from cards.rules.kit import DVORAK, MULTI_DECK, Facing, Scope, ZoneForm, ZoneKit
from play.table.seeing import see
from play.table.sight import ZoneSight
from play.table.state import CardText, Looking, Piece, Seat, Table
from play.table.visibility import (
    find,
    hides_from,
    home_of,
    is_open,
    is_pile,
    keeps_to_owner,
    knows_face,
    lay,
    refills_from,
)
from play.table.zones import NOWHERE, ZoneKey, key_of
from studio.kernel.refusals import Refused
from tests.rules.rules_table import Seeded

SPECTATOR, OWNER, OTHER = 0, 1, 2
VIEWERS = (SPECTATOR, OWNER, OTHER)
ZONES = tuple(product(get_args(ZoneForm), get_args(Facing), get_args(Scope)))

# Of a zone that is no row and no area, where everybody sees that cards are there.
WHO_SEES_IDS = {
    ("up", "shared"): {SPECTATOR, OWNER, OTHER}, ("up", "seat"): {SPECTATOR, OWNER, OTHER},
    ("owner", "shared"): set(), ("owner", "seat"): {OWNER},
    ("down", "shared"): set(), ("down", "seat"): set(),
}  # fmt: skip


def laid(form: str, face: str, scope: str, *, looking: int = 0, **piece: object) -> tuple[Table, ZoneKey, Piece]:
    """A table whose one zone, seat 1's where it is a seat's, holds one card."""
    zone = ZoneKit("heap", "Heap", scope, form, face)  # type: ignore[arg-type]
    key = key_of("heap", OWNER if scope == "seat" else 0)
    card = Piece("p", 1, **piece)  # type: ignore[arg-type]
    table = Table(
        kit=replace(DVORAK, zones=(zone,), hand="heap" if form == "hand" else "hand"),
        cards={1: CardText(1, "f" * 64, title="Slug")}, seats=(Seat(1, 11), Seat(2, 12)), zones={key: ("p",)},
        pieces={"p": card}, looking=(Looking(looking, key, ("p",)),) if looking else (), state="playing",
    )  # fmt: skip
    return table, key, card


def sees_ids(form: str, face: str, scope: str, viewer: int) -> bool:
    return form in ("row", "area") or viewer in WHO_SEES_IDS[face, scope]


def reads(form: str, face: str, scope: str, viewer: int, face_up: bool, shown: set[int]) -> bool:
    """Face up where they see it; their own; or shown to them."""
    is_own = scope == "seat" and viewer == OWNER
    if face_up and sees_ids(form, face, scope, viewer):
        return True
    return (is_own and (face == "owner" or form in ("row", "area"))) or (viewer != SPECTATOR and viewer in shown)


@pytest.mark.parametrize(("form", "face", "scope"), ZONES)
def test_who_sees_that_a_card_is_there_and_who_reads_it(form: str, face: str, scope: str) -> None:
    for viewer, up, known_to, looking in product(VIEWERS, (True, False), VIEWERS, VIEWERS):
        table, key, piece = laid(form, face, scope, looking=looking, face_up=up, known_to=frozenset({known_to} - {0}))
        about = (viewer, up, known_to, looking)
        assert hides_from(table, key, viewer) != sees_ids(form, face, scope, viewer), about
        shown = {known_to, looking} - {0}
        assert knows_face(table, viewer, piece, key) == reads(form, face, scope, viewer, up, shown), about
        if sees_ids(form, face, scope, viewer) or viewer in shown:
            assert find(table, viewer, "p") == (piece, key)
        else:
            for id in ("p", "no such"):  # in the same words, hidden or not there
                with pytest.raises(Refused) as caught:
                    find(table, viewer, id)
                assert caught.value == Refused("piece.none")


@pytest.mark.parametrize(("form", "face", "scope"), ZONES)
def test_a_sight_holds_a_face_only_for_who_reads_it_and_an_id_only_for_who_sees_it(
    form: str, face: str, scope: str
) -> None:
    for viewer, up, known_to in product(VIEWERS, (True, False), VIEWERS):
        table, key, _ = laid(form, face, scope, face_up=up, known_to=frozenset({known_to} - {0}), note="mind this")
        zone = the_zone(table, key, viewer)
        assert zone.count == 1 and zone.key == key
        is_seen = sees_ids(form, face, scope, viewer)
        is_shown = form == "hand" and viewer == known_to != SPECTATOR
        assert [piece.id for piece in zone.pieces] == (["p"] if is_seen or is_shown else [])
        assert zone.is_hidden != is_seen and zone.may_browse == is_seen
        for piece in zone.pieces:
            read = reads(form, face, scope, viewer, up, {known_to} - {0})
            assert (piece.card, piece.face, piece.title) == ((1, "f" * 64, "Slug") if read else (0, "", ""))


def the_zone(table: Table, key: ZoneKey, viewer: int) -> ZoneSight:
    sight = see(table, viewer)
    own = [zone for seat in sight.seats for zone in (*seat.zones, seat.hand) if zone]
    (zone,) = [zone for zone in (*sight.zones, *own) if zone.key == key]
    return zone


def test_only_who_looks_sees_what_is_looked_at_and_a_searched_pile_is_laid_out_in_no_order() -> None:
    table, key, _ = laid("pile", "down", "shared", looking=OWNER)
    pieces = {id: Piece(id, card) for id, card in (("a", 3), ("b", 1), ("c", 2))}
    cards = {number: CardText(number, f"{number:064x}") for number in (1, 2, 3)}
    table = replace(table, pieces=pieces, zones={key: ("a", "b", "c")}, cards=cards)
    for must_shuffle, order in ((False, [3, 1, 2]), (True, [1, 2, 3])):
        table = replace(table, looking=(Looking(OWNER, key, ("a", "b", "c"), must_shuffle),))
        for viewer in VIEWERS:
            (look,) = see(table, viewer).looking
            assert (look.seat, look.count) == (OWNER, 3)
            assert [piece.card for piece in look.pieces] == (order if viewer == OWNER else [])


@pytest.mark.parametrize(("form", "face", "scope"), ZONES)
def test_what_somebody_else_keeps_is_theirs_to_show(form: str, face: str, scope: str) -> None:
    """Hidden from those who only watch, or face down under somebody's control; but nobody holds a pile."""
    for viewer, up in product(VIEWERS, (True, False)):
        table, key, piece = laid(form, face, scope, face_up=up)
        is_anothers = scope == "seat" and viewer != OWNER and form != "pile"
        is_kept = is_anothers and (not up or not sees_ids(form, face, scope, SPECTATOR))
        assert keeps_to_owner(table, viewer, piece, key) == is_kept, (viewer, up)


@pytest.mark.parametrize(("form", "face", "scope"), ZONES)
def test_a_card_gets_another_name_where_it_is_hidden_and_lies_as_the_place_has_it(
    form: str, face: str, scope: str
) -> None:
    for wanted in (None, True, False):
        table, key, piece = laid(form, face, scope)
        move = lay(table, piece, ZoneKey("elsewhere"), key, Seeded(1), face_up=wanted)
        assert (move.piece, move.source, move.to) == ("p", "elsewhere", key)
        is_open = form in ("row", "area")
        assert (move.id == "p") == (is_open or face == "up"), "whoever saw it before does not find it again"
        assert move.face_up == (wanted if is_open and wanted is not None else face == "up")


@pytest.mark.parametrize("form", get_args(ZoneForm))
def test_the_top_of_a_pile_is_its_first_place_and_elsewhere_the_newest_lies_last(form: str) -> None:
    table, key, piece = laid(form, "up", "shared")
    table = replace(table, zones={key: ("p", "q", "r")}, pieces={id: Piece(id, 1) for id in "pqr"})

    def place(source: str, where: str) -> set[int]:
        return {lay(table, piece, ZoneKey(source), key, Seeded(n), place=where).at for n in range(40)}  # type: ignore[arg-type]

    top = 0 if form == "pile" else 3
    assert lay(table, piece, ZoneKey("elsewhere"), key, Seeded(1)).at == top, "where nothing is said"
    assert (place("elsewhere", "top"), place("elsewhere", "bottom")) == ({top}, {3})
    assert place("heap", "bottom") == {2}, "it is taken out of the same zone first"
    assert place("elsewhere", "random") == {0, 1, 2, 3} and place("heap", "random") == {0, 1, 2}


def test_a_pile_refills_from_the_shared_zone_or_from_its_owners() -> None:
    for draw, discard, expected in (
        ("shared", "shared", "discard"), ("seat", "seat", "discard.2"), ("seat", "shared", "discard"),
    ):  # fmt: skip
        zones = (ZoneKit("draw", "Draw", draw, refill_from="discard"), ZoneKit("discard", "Discard", discard))  # type: ignore[arg-type]
        key = key_of("draw", 2 if draw == "seat" else 0)
        table = Table(kit=replace(DVORAK, zones=zones), zones={key: ()})
        assert refills_from(table, key, 1) == expected
    shared_from_own = Table(
        kit=replace(DVORAK, zones=(replace(zones[0], scope="shared"), replace(zones[1], scope="seat"))),
        zones={ZoneKey("draw"): ()},
    )
    assert refills_from(shared_from_own, ZoneKey("draw"), 1) == "discard.1"
    nothing = Table(kit=replace(DVORAK, zones=(replace(zones[0], refill_from=""),)), zones={key: ()})
    assert refills_from(nothing, key, 1) == NOWHERE


def test_a_piece_goes_home_to_the_shared_zone_or_to_its_own_sides() -> None:
    """Where each seat has the zone: that of the seat the piece belongs to, else of who acts (V2)."""
    table, mine, theirs = Table(kit=MULTI_DECK), Piece("p", 1), Piece("q", 1, side=2)
    assert (home_of(table, "discard", mine, 1), home_of(table, "discard", theirs, 1)) == ("discard.1", "discard.2")
    assert home_of(Table(kit=DVORAK), "discard", theirs, 1) == "discard"
    with pytest.raises(Refused) as caught:
        home_of(table, "x" * 60, mine, 1)
    assert caught.value == Refused("zone.none", zone="x" * 40)


@pytest.mark.parametrize("form", get_args(ZoneForm))
def test_a_pile_is_a_pile_and_a_row_and_an_area_lie_open(form: str) -> None:
    table, key, _ = laid(form, "down", "shared")
    assert (is_pile(table, key), is_open(table, key)) == (form == "pile", form in ("row", "area"))
