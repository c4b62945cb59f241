"""Everything a viewer is told of a table (B8, invariant 5), told a second time of one on which all there is lies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.rules.decision import NewCounter
from cards.rules.kit import (
    DVORAK,
    DVORAK_ZONES,
    MULTI_DECK,
    CounterKit,
    DieKit,
    Kit,
    Phase,
    PlayLimit,
    SeatsKit,
    TokenKit,
    TurnKit,
    ZoneKit,
)
from play.table.seeing import Onlookers, see
from play.table.sight import (
    CounterSight,
    DieSight,
    LookingSight,
    PhaseSight,
    PieceSight,
    QuestionSight,
    SeatSight,
    Sight,
    TurnSight,
    ZoneSight,
)
from play.table.state import CardText, Looking, Piece, Question, RuleText, Seat, Table, Turn
from play.table.zones import FORMS, ZoneKey, key_of

DRAW, DISCARD = ZoneKey("draw"), ZoneKey("discard")
KIT = replace(
    DVORAK,
    zones=(*DVORAK_ZONES, ZoneKit("market", "Market", "shared", "row", "up", "all"), ZoneKit("kept", "Kept", "seat")),
    seats=SeatsKit(teams=2), sides=("Red", "Blue"),
    counters=(
        CounterKit("gold", "Gold", start=3, most=9, differs=((2, 4),)), CounterKit("bank", "Bank", "shared", 7),
        CounterKit("rot", "Rot", "card", least=None), CounterKit("age", "Age", "card"),
    ),
    tokens=(TokenKit("sprout", "Sprout", "#00ff00"), TokenKit("slug", "Slug")),
    dice=(DieKit("d6", "Die", colour="#ff0000"), DieKit("coin", "Coin", ("A", "B")), DieKit("cut", "Cut", ("A", "B"))),
    turn=TurnKit(
        phases=(Phase("draw", "Draw", ("draw",)), Phase("play", "Play", ("play",)), Phase("end", "End")), draw=2,
        plays=(PlayLimit("Thing"), PlayLimit("Action", None)),
    ),
)  # fmt: skip
FACES = {n: f"{n:064x}" for n in range(1, 10)}
CARDS = {n: CardText(n, FACES[n], "Action" if n == 2 else "Thing", title=f"Card {n}", copies=n) for n in FACES}
TABLE = Table(
    kit=KIT, cards=CARDS, rules=(RuleText(9, FACES[9]), RuleText(8, FACES[8])),
    seats=(
        Seat(1, 11, team=1, side="Red", counters=(("gold", 5),), tokens=(("Slug", 2),)),
        Seat(2, 12, is_ready=True, is_out=True, is_muted=True), Seat(3, 13), Seat(4),
    ),
    zones={
        DRAW: ("d1", "d2", "d3"), DISCARD: ("x1",), ZoneKey("hand.1"): ("h1", "h2", "h3", "h4", "h5", "h6"),
        ZoneKey("hand.2"): ("i1", "i2", "i3"), ZoneKey("area.1"): ("a1", "a2"), ZoneKey("area.2"): (),
    },
    pieces={
        **{f"d{n}": Piece(f"d{n}", card) for n, card in ((1, 6), (2, 5), (3, 4))}, "x1": Piece("x1", 7, True),
        **{f"h{n}": Piece(f"h{n}", 1) for n in range(1, 7)},
        "i1": Piece("i1", 3, known_to=frozenset({1})), "i2": Piece("i2", 2, known_to=frozenset({1})),
        "i3": Piece("i3", 1), "a2": Piece("a2", 1),
        "a1": Piece(
            "a1", 2, True, True, "a2", tokens=(("Sprout", 1),), counters=(("rot", -2),), note="mind this"
        ),
    },
    counters=(("bank", 8),), dice=(("coin", 1), ("cut", 2)), state="playing", paused_by=5,
    turn=Turn(4, 2, 1, 1, 1, (("thing", 1),)), pointing=(2, "a1"), blanks=6, host=11, games=3, winners=(2,),
    questions=(Question(1, "win", 2, frozenset({1, 3, 4}), frozenset({3}), target=9, count=2, words="Marrows"),),
    looking=(Looking(1, DRAW, ("d1", "d2"), True), Looking(2, DRAW, ("d3",))), is_creative=True, any_card=True,
)  # fmt: skip
NOTHING = PieceSight("", ZoneKey(""))


def lies(id: str, zone: str, card: int = 0, **more: object) -> PieceSight:
    read = {"card": card, "face": FACES[card], "title": f"Card {card}", "kind": CARDS[card].kind} if card else {}
    return replace(NOTHING, id=id, zone=ZoneKey(zone), **{**read, **more})  # type: ignore[arg-type]


def the_seat(sight: Sight, number: int) -> SeatSight:
    seat = sight.seat(number)
    assert seat is not None
    return seat


def test_of_a_table_all_is_told_that_belongs_to_nobody() -> None:
    sight = see(TABLE)
    assert (sight.me, sight.mine, sight.state, sight.host) == (0, None, "playing", 11)
    assert (sight.counters, sight.card_counters) == (
        (CounterSight("bank", "Bank", 8, 0, None),), (("rot", "Rot"), ("age", "Age")),
    )  # fmt: skip
    assert sight.dice == (
        DieSight("d6", "Die", "", ("1", "2", "3", "4", "5", "6"), "#ff0000"),
        DieSight("coin", "Coin", "B", ("A", "B"), ""), DieSight("cut", "Cut", "", ("A", "B"), ""),
    )  # fmt: skip
    assert (sight.token_names, sight.token_colours) == (
        ("Sprout", "Slug"),
        (("Sprout", "#00ff00"), ("Slug", "#b07a12")),
    )
    assert (sight.draw_from, sight.discard_to, sight.sides, sight.teams) == ("draw", "discard", ("Red", "Blue"), 2)
    assert (sight.rules, sight.winners, sight.paused_by, sight.blanks) == (((8, FACES[8]), (9, FACES[9])), (2,), 5, 6)
    assert (sight.is_creative, sight.any_card, sight.games) == (True, True, 3)
    assert (sight.cards, sight.copies) == (9, 45)
    assert [sight.seat(number) is None for number in (1, 4, 5)] == [False, False, True]


def test_of_the_turn_is_told_what_was_done_and_what_is_still_to_do() -> None:
    phases = (PhaseSight("draw", "Draw", ("draw",), False, True), PhaseSight("play", "Play", ("play",), True, False),
              PhaseSight("end", "End", (), False, False))  # fmt: skip
    now = TurnSight(4, 2, 1, phases, 1, 1, 5, ((("Thing",), 1, 1), (("Action",), 0, None)))
    assert see(TABLE).turn == now
    all_drawn = replace(TABLE, turn=replace(TABLE.turn, drawn=7))
    assert see(all_drawn).turn == replace(now, to_draw=0)
    assert see(replace(TABLE, state="over")).turn is None


@pytest.mark.parametrize(("kit", "seat"), [(DVORAK, 0), (MULTI_DECK, 2)])
def test_more_is_to_draw_with_an_empty_hand_and_nothing_from_two_empty_piles(kit: Kit, seat: int) -> None:
    """B3, of the table's piles or of those of whoever has the turn."""
    kit = replace(kit, turn=replace(kit.turn, draw_if_empty=3))
    draw, discard = key_of("draw", seat), key_of("discard", seat)
    for drawn, thrown, held, to_draw in (
        (("d",), (), (), 3), (("d",), (), ("h",), 1), ((), ("x",), (), 3), ((), ("x",), ("h",), 1), ((), (), (), 0),
        ((), (), ("h",), 0),
    ):  # fmt: skip
        table = Table(
            kit=kit, seats=(Seat(1, 11), Seat(2, 12)), turn=Turn(1, 1, 2), state="playing",
            zones={draw: drawn, discard: thrown, key_of("hand", 1): ("i",), key_of("hand", 2): held},
            pieces={id: Piece(id, 1) for id in "dxhi"},
        )  # fmt: skip
        turn = see(table).turn
        assert turn is not None and turn.to_draw == to_draw, (drawn, thrown, held)


def test_of_a_zone_is_told_what_lies_there_and_only_of_zones_that_there_are() -> None:
    sight = see(TABLE, 1)
    assert sight.zones == (
        ZoneSight(DRAW, "Draw pile", FORMS["pile"], 3, (), True, False),
        ZoneSight(DISCARD, "Discard pile", FORMS["pile"], 1, (lies("x1", "discard", 7, is_face_up=True),), False, True),
    )
    assert [zone.top for zone in sight.zones] == [None, lies("x1", "discard", 7, is_face_up=True)]
    rot = (CounterSight("rot", "Rot", -2, None, None),)
    on_it: dict[str, object] = {"tokens": (("Sprout", 1),), "counters": rot, "note": "mind this", "pointed_at_by": 2}
    tapped = lies("a1", "area.1", 2, is_face_up=True, is_tapped=True, onto="a2", **on_it)
    mine = ZoneSight(ZoneKey("area.1"), "In play", FORMS["area"], 2, (tapped, lies("a2", "area.1", 1)), False, True)
    assert the_seat(sight, 1).zones == (mine,)
    theirs = replace(mine, pieces=(tapped, lies("a2", "area.1")))
    assert the_seat(see(TABLE, 2), 1).zones == (theirs,) == the_seat(see(TABLE), 1).zones


def test_of_a_seat_is_told_who_it_is_and_of_its_hand_what_the_viewer_holds_or_was_shown() -> None:
    sight = see(TABLE, 1)
    me, other, late, empty = sight.seats
    assert sight.mine == me
    hand = ZoneSight(
        ZoneKey("hand.1"),
        "Hand",
        FORMS["hand"],
        6,
        tuple(lies(f"h{n}", "hand.1", 1) for n in range(1, 7)),
        False,
        False,
    )
    gold = CounterSight("gold", "Gold", 5, 0, 9)
    assert me == SeatSight(
        1, 11, True, True, False, False, False, 1, "Red", True, hand, me.zones, (gold,), (("Slug", 2),)
    )
    shown = (lies("i2", "hand.2", 2), lies("i3", "hand.2", 1), lies("i1", "hand.2", 3))
    theirs = ZoneSight(ZoneKey("hand.2"), "Hand", FORMS["hand"], 3, (shown[0], shown[2]), True, False)
    area = ZoneSight(ZoneKey("area.2"), "In play", FORMS["area"], 0, (), False, True)
    assert other == SeatSight(
        2, 12, False, True, True, True, True, 0, "", False, theirs, (area,), (replace(gold, value=4),), ()
    )
    assert late == SeatSight(
        3, 13, False, False, False, False, False, 0, "", False, None, (), (replace(gold, value=3),), ()
    )
    assert (empty.member, empty.hand) == (None, None)
    for viewer in (0, 3, 4):
        assert the_seat(see(TABLE, viewer), 2).hand == replace(theirs, pieces=())


def test_before_the_game_nobody_has_a_turn_or_a_counter() -> None:
    sight = see(replace(TABLE, state="gathering", zones={}, looking=()), 1)
    assert sight.turn is None and sight.zones == ()
    assert all((seat.has_turn, seat.counters) == (False, ()) for seat in sight.seats)
    assert [seat.is_playing for seat in sight.seats] == [True, True, True, False]


def test_who_looks_where_is_told_to_all_and_what_they_find_to_them_alone() -> None:
    found = (lies("d2", "draw", 5), lies("d1", "draw", 6))
    looks = (LookingSight(1, DRAW, 2, True), LookingSight(2, DRAW, 1, False))
    assert see(TABLE, 1).looking == (replace(looks[0], pieces=found), looks[1])
    assert see(TABLE, 2).looking == (looks[0], replace(looks[1], pieces=(lies("d3", "draw", 4),)))
    assert see(TABLE).looking == see(TABLE, 3).looking == looks


def test_of_a_question_is_told_who_has_still_to_answer_it() -> None:
    asked = QuestionSight(1, "win", 2, 9, 2, "Marrows", (1,), (3,), False, False)  # nobody sits in 4
    assert see(TABLE).questions == see(TABLE, 3).questions == see(TABLE, 4).questions == (asked,)
    assert see(TABLE, 1).questions == (replace(asked, is_mine_to_answer=True),)
    assert see(TABLE, 2).questions == (replace(asked, is_mine=True),)
    (refused,) = see(replace(TABLE, questions=(replace(TABLE.questions[0], no=frozenset({1})),)), 1).questions
    assert refused.waiting == () and not refused.is_mine_to_answer


def test_what_several_see_alike_is_one_object_and_tells_none_of_them_more() -> None:
    for first in range(5):
        together = Onlookers(TABLE)
        for seat in (first, *range(5)):
            assert together.sight(seat) == see(TABLE, seat), "whoever else looked before"
    one, two, three, nobody = (together.sight(seat) for seat in (1, 2, 3, 0))
    assert the_seat(three, 1) is the_seat(nobody, 1) and the_seat(two, 1) is the_seat(nobody, 1)
    assert the_seat(one, 2) is not the_seat(nobody, 2), "whose hand they were shown some of"
    assert one.zones[1] is two.zones[1] is nobody.zones[1]


AREA = ZoneKey("area.1")
RUST = RuleText(7, FACES[7], effects=(NewCounter(CounterKit("rust", "Rust", "card")),))


def with_piece(id: str, **now: object) -> Table:
    return replace(LAID, pieces={**LAID.pieces, id: replace(LAID.pieces[id], **now)})  # type: ignore[arg-type]


# A card has a counter of which no rule speaks yet.
LAID = replace(TABLE, pieces={**TABLE.pieces, "a1": replace(TABLE.pieces["a1"], counters=(("rot", -2), ("rust", 1)))})
AFTER = {
    "nothing happened": LAID,
    "a card has another face": replace(LAID, cards={**CARDS, 2: replace(CARDS[2], face=FACES[1], title="Reworded")}),
    "places have other names": replace(LAID, kit=replace(KIT, zones=tuple(replace(z, name="Heap") for z in KIT.zones))),
    "a rule brings a counter": replace(LAID, rules=(*LAID.rules, RUST)),
    "a finger is on another": replace(LAID, pointing=(1, "a2")),
    "somebody looks at what lies face down": replace(LAID, looking=(*LAID.looking, Looking(2, AREA, ("a2",)))),
    "nobody looks any more": replace(LAID, looking=()),
    "a card is turned over": with_piece("a2", face_up=True),
    "somebody is shown one": with_piece("i3", known_to=frozenset({3})),
    "it is hidden again": with_piece("i1", known_to=frozenset()),
    "nothing is dealt to one seat": replace(LAID, zones={k: ids for k, ids in LAID.zones.items() if k.seat != 2}),
    "it is another's turn": replace(LAID, turn=replace(LAID.turn, seat=3 - LAID.turn.seat)),
    "somebody gets up": replace(
        LAID, seats=tuple(replace(s, member=s.member if s.number != 2 else None) for s in LAID.seats)
    ),
    "one is taken up": replace(LAID, zones={**LAID.zones, AREA: ("a1",), ZoneKey("hand.2"): ("i1", "i2", "i3", "a2")}),
}


@pytest.mark.parametrize("after", AFTER.values(), ids=AFTER)
def test_what_was_seen_before_a_move_is_seen_again_only_as_far_as_it_is_so_still(after: Table) -> None:
    before = Onlookers(LAID)
    every = [before.sight(seat) for seat in range(5)]
    now = Onlookers(after, before=before.seen_before)
    seen = [now.sight(seat) for seat in range(5)]
    assert seen == [see(after, seat) for seat in range(5)]
    assert (seen == every) == (after is LAID), "nothing of it shows"
