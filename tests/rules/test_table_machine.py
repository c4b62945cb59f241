"""Whole games at random (B, C3, C6, invariants 5 and 11): pieces are conserved, the log replays to the same table,
the pause holds, and what is hidden can be permuted without one byte of anybody's sight or log changing."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from cards.rules.kit import DVORAK, MULTI_DECK, DieKit, Kit
from play.table import events as e
from play.table.evolve import fold
from play.table.sight import see
from play.table.state import CardText, Table
from play.table.zones import ZoneKey
from play.verbs import commands as c
from play.verbs.decide import decide
from play.verbs.telling import tell
from studio.kernel.codec import canonical, from_plain, to_plain
from tests.rules.rules_game import RulesGame, unseen_permuted

LONG = os.environ.get("CARTE_LONG") == "1"
EXAMPLES = 400 if LONG else 40


def held(table: Table) -> list[str]:
    return [piece for zone in table.zones.values() for piece in zone]


@given(seed=st.integers(0, 10**6), kit=st.sampled_from([DVORAK, MULTI_DECK]))
@settings(max_examples=EXAMPLES, deadline=None)
def test_whatever_is_done_pieces_are_conserved_and_the_log_is_the_table(seed: int, kit: Kit) -> None:
    game = RulesGame(seed, kit)
    wanted = len(game.table.pieces)
    for _ in range(120):
        before = len(game.log)
        was_paused = game.table.paused_by
        game.attempt(command := game.any_command())
        for fact in game.log[before:]:
            if isinstance(fact, e.CardEntered):
                wanted += len(fact.placed)
            if isinstance(fact, e.CardLeft):
                wanted -= len(fact.pieces)
            if isinstance(fact, e.GameResumed):  # what was agreed during the vote is done at its end
                was_paused = None
            assert not (was_paused and isinstance(fact, e.PiecesMoved)), command
        lying = held(game.table)
        assert len(lying) == len(set(lying)) == len(game.table.pieces) == wanted
        assert set(lying) == set(game.table.pieces)
        for piece in game.table.pieces.values():
            if piece.onto:
                assert game.table.zone_of(piece.onto) == game.table.zone_of(piece.id)
    assert fold(Table(), game.log) == game.table
    written = [from_plain(e.Event, to_plain(fact, tagged=True)) for fact in game.log]
    assert written == game.log
    assert from_plain(Table, to_plain(game.table)) == game.table


@given(seed=st.integers(0, 10**6), seat=st.integers(0, 3), kit=st.sampled_from([DVORAK, MULTI_DECK]))
@settings(max_examples=EXAMPLES, deadline=None)
def test_what_a_seat_cannot_see_cannot_change_what_it_is_shown(seed: int, seat: int, kit: Kit) -> None:
    game = RulesGame(seed, kit)
    for _ in range(60):
        game.attempt(game.any_command())
    shown = canonical(to_plain(see(game.table, seat)))
    other = unseen_permuted(game.table, seat, random.Random(seed))
    assert canonical(to_plain(see(other, seat))) == shown


@given(seed=st.integers(0, 10**6), seat=st.integers(0, 3))
@settings(max_examples=EXAMPLES, deadline=None)
def test_the_log_of_a_seat_never_names_a_card_that_only_others_saw(seed: int, seat: int) -> None:
    """Each line is worded again with the unseen permuted: not one letter differs."""
    game = RulesGame(seed)
    for _ in range(60):
        game.attempt(game.any_command())
    for before, fact, after in game.told:
        if not isinstance(fact, e.PiecesMoved):
            continue
        line = tell(before, fact, after, seat)
        named = set(line.cards) if line else set()
        for move in fact.moved:
            card = before.cards.get(before.pieces[move.piece].card)
            if card is None or card.title not in named:
                continue
            same = [m for m in fact.moved if before.pieces[m.piece].card == card.number]
            assert any(_could_see(before, m.piece, seat) or _could_see(after, m.id, seat) for m in same), (line, fact)


def _could_see(table: Table, id: str, seat: int) -> bool:
    sight = see(table, seat)
    zones: list[Any] = [
        *sight.zones,
        *(z for s in sight.seats for z in s.zones),
        *(s.hand for s in sight.seats if s.hand),
    ]
    pieces = [p for zone in zones for p in zone.pieces] + [p for k in sight.looking for p in k.pieces]
    return any(p.id == id and p.is_known for p in pieces)


def test_shuffles_change_every_name_and_tell_no_order() -> None:
    game = RulesGame(1)
    before = set(game.table.zones["draw"])
    game.do(c.ShuffleZone(1, ZoneKey("draw")))
    assert not before & set(game.table.zones["draw"])
    sight = see(game.table, 1)
    assert sight.zones[0].key == "draw" and sight.zones[0].pieces == () and sight.zones[0].count == len(before)


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((n - mean) ** 2 / mean for n in counts)


def test_an_accepted_card_lies_at_every_place_of_the_pile_alike() -> None:
    """C3: 4,000 insertions into a pile of 7: 8 places, 7 degrees of freedom; 24.3 is passed once in a thousand."""
    counts = [0] * 8
    game = RulesGame(5)
    keep = game.table.zones["draw"][:7]
    table = replace(game.table, zones=MappingProxyType({**game.table.zones, "draw": keep}))
    for _ in range(4000):
        (entered,) = decide(table, c.CardEnters(CardText(50, "5" * 64), 1), c.Moment(0, game.luck))
        assert isinstance(entered, e.CardEntered)
        counts[entered.placed[0][2]] += 1
    assert chi_square(counts) < 24.3


def test_a_shuffle_brings_every_card_to_every_place_alike() -> None:
    """6,000 shuffles of a pile of 6: where the first card comes to lie; 20.5 is passed once in a thousand."""
    counts = [0] * 6
    game = RulesGame(6)
    pile = game.table.zones["draw"][:6]
    table = replace(game.table, zones=MappingProxyType({**game.table.zones, "draw": pile}))
    for _ in range(6000):
        (shuffled,) = decide(table, c.ShuffleZone(1, ZoneKey("draw")), c.Moment(0, game.luck))
        assert isinstance(shuffled, e.PileShuffled)
        counts[[old for old, _ in shuffled.order].index(pile[0])] += 1
    assert chi_square(counts) < 20.5


def test_a_kit_with_dice_rolls_its_own_faces() -> None:
    game = RulesGame(2, replace(DVORAK, dice=(DieKit("fire", "Fire", ("flame", "smoke")),)))
    (rolled,) = game.do(c.Roll(1, ("fire",)))
    assert isinstance(rolled, e.DiceRolled) and rolled.rolled[0][1] in ("flame", "smoke")
    assert see(game.table).dice[0].face == rolled.rolled[0][1]
