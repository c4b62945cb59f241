"""What is usual in a turn, and what is asked about first (B2, B6, B7): each answer on a turn that is said in full."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.rules.kit import DVORAK, MULTI_DECK, Phase, PlayLimit, TurnKit
from play.table import events as e
from play.table.limits import (
    ask_first,
    can_draw,
    draws_due,
    moves_on_to,
    over_the_limit,
    phase_of,
    play_codes,
    turn_codes,
)
from play.table.state import Piece, Seat, Table, Turn
from play.table.zones import ZoneKey
from studio.kernel.refusals import Refused

PARTS = {"D": Phase("draw", "Draw", ("draw",)), "P": Phase("play", "Play", ("play",)),
         "X": Phase("discard", "Discard", ("discard",)), "-": Phase("rest", "Rest"),
         "A": Phase("all", "All", ("draw", "play", "discard"))}  # fmt: skip


def at(
    parts: str = "DPX", phase: int = 0, *, drawn: int = 0, held: int = 3, lying: int = 9, thrown: int = 0,
    limit: int | None = 5, if_empty: int = 0, due: int = 1, plays: tuple[PlayLimit, ...] = TurnKit().plays,
    played: tuple[tuple[str, int], ...] = (), draw_from: str = "draw",
) -> Table:  # fmt: skip
    """Seat 1's turn in this part of it, with so many cards drawn, in hand, in the draw pile and thrown away. Seat 2
    holds seven."""
    turn = TurnKit(
        tuple(PARTS[part] for part in parts), draw=due, draw_if_empty=if_empty, hand_limit=limit, plays=plays,
        draw_from=draw_from,
    )  # fmt: skip
    counts = {"draw": lying, "discard": thrown, "hand.1": held, "hand.2": 7}
    zones = {ZoneKey(key): tuple(f"{key}{n}" for n in range(count)) for key, count in counts.items()}
    return Table(
        kit=replace(DVORAK, turn=turn), seats=(Seat(1, 11), Seat(2, 12)), state="playing", zones=zones,
        pieces={id: Piece(id, 1) for ids in zones.values() for id in ids},
        turn=Turn(1, 1, 1, phase, drawn, played),
    )  # fmt: skip


GOES_ON: list[tuple[Table, str, int | None]] = [
    (at(drawn=1), "play", 1), (at(drawn=1, held=6), "discard", 2), (at(drawn=1), "draw", None), (at(), "play", None),
    (at(), "discard", None), (at(lying=0), "play", 1), (at(lying=0, thrown=1), "play", None),
    (at(phase=1, held=6), "discard", 2), (at(phase=1), "discard", None),
    (at(phase=1, drawn=1), "draw", None), (at(phase=2, drawn=1), "play", None),
    (at(phase=2, drawn=1), "draw", None),
    (at(phase=7, drawn=1), "play", None), (at(phase=7), "discard", None),
    (at("XDP", held=6, drawn=1), "play", None), (at("XDP", held=6), "draw", None), (at("XDP", held=5), "draw", 1),
    (at("XDP", held=5, drawn=1), "play", 2), (at("XDP", held=5), "play", None),
    (at("XDP", held=9, limit=None, drawn=1), "play", 2), (at("PDP"), "play", None), (at("PDP", 1, drawn=1), "play", 2),
    (at("P-P", 1), "play", 2), (at("PD", 1, drawn=1), "play", None), (at("-DP", 0, drawn=1), "play", 2),
    (at("-DP"), "draw", 1), (at("DP", drawn=1, due=2), "play", None), (at("DP", drawn=2, due=2), "play", 1),
    (at("DP", drawn=1, if_empty=3, held=0), "play", 1), (at("DP", held=0, if_empty=3, due=0), "play", None),
    (at("DP", held=0, if_empty=0, due=0), "play", 1), (at("A-", 1), "play", None),
    (at("DP", held=3, if_empty=3, due=0), "play", 1),
    (replace(at(), kit=MULTI_DECK, zones={ZoneKey("draw.1"): ("a",), ZoneKey("hand.1"): ()}), "play", None),
]  # fmt: skip


@pytest.mark.parametrize(("table", "does", "to"), GOES_ON)
def test_a_turn_goes_on_by_itself_where_nothing_is_left_to_do(table: Table, does: str, to: int | None) -> None:
    assert moves_on_to(table, 1, does) == to
    assert moves_on_to(table, 2, does) is None, "nobody goes on in somebody else's turn"


def test_the_part_of_a_turn_is_the_last_one_where_a_rule_has_taken_parts_away() -> None:
    assert [phase_of(at(phase=phase)).id for phase in (0, 1, 2, 3, 9)] == [
        "draw",
        "play",
        "discard",
        "discard",
        "discard",
    ]


@pytest.mark.parametrize(
    ("table", "first", "second"),
    [
        (at(), 1, 1), (at(drawn=1), 1, 1), (at(due=0), 0, 0), (at(due=2, drawn=5), 2, 2),
        (at(if_empty=3), 1, 1), (at(if_empty=3, held=0), 3, 1), (at(if_empty=3, held=0, drawn=1), 1, 1),
        (at(if_empty=3, drawn=2), 2, 2), (at(if_empty=3, drawn=5), 3, 3), (at(if_empty=1, held=0, due=2), 1, 2),
    ],
)  # fmt: skip
def test_so_many_are_drawn_in_a_turn(table: Table, first: int, second: int) -> None:
    assert (draws_due(table, 1), draws_due(table, 2)) == (first, second)


@pytest.mark.parametrize(
    ("table", "may"),
    [(at(lying=1), True), (at(lying=0), False), (at(lying=0, thrown=1), True), (at(draw_from="gone"), False),
     (at(draw_from="area"), False)],
)  # fmt: skip
def test_a_card_can_be_drawn_where_one_lies_or_fills_the_pile_up(table: Table, may: bool) -> None:
    assert can_draw(table, 1) is can_draw(table, 2) is may


@pytest.mark.parametrize(
    ("table", "mine", "theirs"),
    [(at(held=5), 0, 2), (at(held=6), 1, 2), (at(held=0, limit=0), 0, 7), (at(held=9, limit=None), 0, 0)],
)
def test_a_hand_is_over_its_limit_by_so_many(table: Table, mine: int, theirs: int) -> None:
    assert (over_the_limit(table, 1), over_the_limit(table, 2), over_the_limit(table, 3)) == (mine, theirs, 0)


NO_ACTIONS, ANY = (PlayLimit("Thing"), PlayLimit("action", 0)), (PlayLimit("Thing", None), PlayLimit("Action", 2))
SHARED = (PlayLimit("Thing"), PlayLimit("Action", 1, ("Weather",)))
PLAYS: list[tuple[Table, str, list[str]]] = [
    (at(phase=1), "Thing", []), (at(), "Thing", ["ask.other_phase"]), (at("A"), "Thing", []),
    (at(phase=1, played=(("thing", 1),)), "THING", ["ask.played_enough"]),
    (at(phase=1, played=(("Action", 1),)), "Thing", []), (at(phase=1, played=(("Thing", 1),)), "", []),
    (at(played=(("Thing", 1),)), "Thing", ["ask.other_phase", "ask.played_enough"]),
    (at(phase=1, plays=NO_ACTIONS), "Action", ["ask.kind_denied"]), (at(phase=1, plays=NO_ACTIONS), "Thing", []),
    (at(phase=1, plays=ANY, played=(("Thing", 9), ("Action", 1))), "Thing", []),
    (at(phase=1, plays=ANY, played=(("Thing", 9), ("Action", 1))), "Action", []),
    (at(phase=1, plays=ANY, played=(("action", 1), ("Action", 1))), "Action", ["ask.played_enough"]),
    (at(phase=1, plays=()), "Thing", []),
    (at(phase=1, plays=SHARED), "Weather", []), (at(phase=1, plays=SHARED, played=(("weather", 1),)), "Thing", []),
    (at(phase=1, plays=SHARED, played=(("weather", 1),)), "Action", ["ask.played_enough"]),
    (at(phase=1, plays=SHARED, played=(("Action", 1),)), "Weather", ["ask.played_enough"]),
]  # fmt: skip


@pytest.mark.parametrize(("table", "kind", "codes"), PLAYS)
def test_what_is_unusual_about_playing_a_card_is_named(table: Table, kind: str, codes: list[str]) -> None:
    assert play_codes(table, 1, kind) == codes
    assert play_codes(table, 2, kind) == ["ask.not_your_turn"], "how many somebody else has played does not matter"


def test_what_belongs_to_another_part_or_another_turn_is_unusual() -> None:
    assert turn_codes(at(), 1, "draw") == [] and turn_codes(at(), 1, "play") == ["ask.other_phase"]
    assert turn_codes(at(), 2, "draw") == turn_codes(at(), 2, "play") == ["ask.not_your_turn"]


def test_it_is_asked_about_once_with_all_it_names_and_noted_when_it_is_confirmed() -> None:
    codes = ["ask.other_phase", "ask.draw_more", "ask.beyond"]
    assert ask_first(2, False, []) == ask_first(2, True, []) == ()
    assert ask_first(2, True, codes) == (e.ExceptionNoted(2, tuple(codes)),)
    for few in (1, 3):
        with pytest.raises(Refused) as asked:
            ask_first(2, False, codes[:few], due=4)
        assert (asked.value.code, asked.value.facts) == ("ask.other_phase", {"due": 4, "also": few - 1})
