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

from cards.rules.decision import NewCounter, TableSetting
from cards.rules.kit import DVORAK, MULTI_DECK, CounterKit, DieKit, Kit
from play.table import commands as c
from play.table import events as e
from play.table.decide import decide
from play.table.evolve import evolve, fold
from play.table.narration import tell
from play.table.sight import see
from play.table.state import CardText, RuleText, Table
from play.table.visibility import hides_from
from studio.kernel.codec import canonical, from_plain, to_plain
from studio.kernel.refusals import Refused
from tests.rules.rules_table import Seeded

LONG = os.environ.get("CARTE_LONG") == "1"
EXAMPLES = 400 if LONG else 40
CARDS = tuple(
    CardText(
        n, f"{n:064x}", "Thing" if n % 2 else "Action", ("Pest",) if n % 3 else (), copies=1 + n % 2, title=f"Card {n}"
    )
    for n in range(1, 21)
)
RULES = (RuleText(1, "a" * 64, (NewCounter(CounterKit("gold", "Gold")), TableSetting("hand_limit", 6)), "Gold"),)


class Game:
    """A table that is moved on by random commands; every fact is kept."""

    def __init__(self, seed: int, kit: Kit = DVORAK, seats: int = 3) -> None:
        self.luck, self.table = Seeded(seed), Table()
        self.log: list[e.Event] = []
        self.told: list[tuple[Table, e.Event, Table]] = []
        self.random = random.Random(seed + 1)
        self.do(c.OpenTable(1, kit, CARDS, RULES, is_creative=True))
        for person in range(1, seats + 1):
            self.do(c.TakeSeat(person))
        self.do(c.Begin(1, confirmed=True))

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        back = {0: self.table}
        moment = c.Moment(0, self.luck, back_to=lambda seq: back.get(seq, self.table), spilled_at=lambda: 10**9)
        facts = decide(self.table, command, moment)
        for fact in facts:
            before, self.table = self.table, evolve(self.table, fact)
            self.told.append((before, fact, self.table))
        self.log += facts
        return facts

    def attempt(self, command: c.Command) -> str:
        before = self.table
        try:
            self.do(command)
        except Refused as refused:
            assert self.table is before
            return refused.code
        return ""

    def any_command(self) -> c.Command:
        r, table = self.random, self.table
        seats = [s.number for s in table.seats[:4]]
        seat, other = r.choice(seats[:3]), r.choice(seats)
        pieces = list(table.pieces) or ["x"]
        piece, second = r.choice(pieces), r.choice(pieces)
        hand = table.zones.get(f"hand.{seat}") or ("x",)
        zone = r.choice(list(table.zones) or ["draw"])
        looking = next((k.pieces for k in table.looking if k.seat == seat), ())
        return r.choice(
            [
                c.Draw(seat, r.choice([1, 1, 3]), confirmed=True),
                c.PlayCard(seat, r.choice(hand), confirmed=True),
                c.PlayCard(seat, r.choice(hand), face_up=False, confirmed=True),
                c.PlayCard(seat, r.choice(hand), onto=piece, confirmed=True),
                c.PlayCard(seat, r.choice(hand), under=other, confirmed=True),
                c.UseAbility(seat, piece, confirmed=True),
                c.Discard(seat, (r.choice(hand),), confirmed=True),
                c.DiscardRandom(seat, 1, confirmed=True),
                c.Destroy(seat, piece),
                c.Attach(seat, piece, second),
                c.Detach(seat, piece),
                c.MovePieces(seat, (piece, second), zone, r.choice(["top", "bottom", "random"]), confirmed=True),
                c.MovePieces(seat, (r.choice(hand),), f"hand.{other}", confirmed=True),
                c.ShuffleZone(seat, zone),
                c.ShuffleIn(seat, "discard", "draw"),
                c.Reveal(seat, (piece,), r.choice([(), (other,)])),
                c.LookAtTop(seat, zone, r.choice([1, 3])),
                c.PutBack(seat, tuple(r.sample(looking, len(looking))), r.choice(["top", "bottom"])),
                c.SearchPile(seat, zone),
                c.StopLooking(seat),
                c.AskHand(seat, other, r.choice(["hand_look", "hand_take", "hand_random"])),
                c.AnswerQuestion(other, table.last_question, r.random() < 0.8),
                c.TurnOver(seat, piece, r.random() < 0.5),
                c.Tap(seat, piece, r.random() < 0.5),
                c.PutTokens(seat, "Ritual", r.choice([0, 2]), piece),
                c.PutTokens(seat, "Crown", 1, on=other),
                c.SetCounter(seat, "gold", r.choice([0, 3, 9]), confirmed=True),
                c.WriteNote(seat, piece, "mind this"),
                c.PointAt(seat, piece),
                c.Roll(seat, count=2),
                c.FlipCoin(seat),
                c.ChooseSeat(seat),
                c.ChoosePiece(seat, zone),
                c.EndPhase(seat, confirmed=True),
                c.EndTurn(seat, confirmed=True),
                c.SkipTurn(seat, other),
                c.ExtraTurn(seat, other),
                c.KnockOut(seat, other) if r.random() < 0.1 else c.ComeBack(seat, other),
                c.Stand(seat) if r.random() < 0.1 else c.TakeSeat(r.randint(1, 5)),
                c.Speak(seat, "Hm."),
                self.by_the_deck(),
            ]
        )

    def by_the_deck(self) -> c.Command:
        r, table = self.random, self.table
        number = r.choice([*table.cards, 99])
        card = table.cards.get(number, CardText(99, "9" * 64, "Thing", title="New"))
        if card.number not in table.cards:
            return c.CardEnters(replace(card, number=max(table.cards, default=0) + 1), r.choice([1, 2]))
        return r.choice(
            [
                c.CardAmended(replace(card, face=f"{r.randrange(10**6):064x}", title="Reworded")),
                c.CardLeaves(card.number) if r.random() < 0.3 else c.CardAmended(card),
                c.PauseFor(7),
                c.Resume(7),
                c.Resume(7),
                c.RulesChanged(RULES if r.random() < 0.5 else ()),
            ]
        )


def held(table: Table) -> list[str]:
    return [piece for zone in table.zones.values() for piece in zone]


@given(seed=st.integers(0, 10**6), kit=st.sampled_from([DVORAK, MULTI_DECK]))
@settings(max_examples=EXAMPLES, deadline=None)
def test_whatever_is_done_pieces_are_conserved_and_the_log_is_the_table(seed: int, kit: Kit) -> None:
    game = Game(seed, kit)
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


def unseen_permuted(table: Table, seat: int, rng: random.Random) -> Table:
    """The same table with the cards exchanged among all pieces whose face the seat cannot know."""
    hidden = [
        piece.id
        for key, ids in table.zones.items()
        if hides_from(table, key, seat)
        for piece in (table.pieces[id] for id in ids)
        if seat not in piece.known_to and not any(k.seat == seat and piece.id in k.pieces for k in table.looking)
    ]
    cards = [table.pieces[id].card for id in hidden]
    rng.shuffle(cards)
    names = {id: f"q{rng.randrange(10**12)}" for id in hidden}
    pieces = {}
    for id, piece in table.pieces.items():
        moved = replace(piece, id=names.get(id, id), onto=names.get(piece.onto, piece.onto))
        pieces[moved.id] = moved
    for id, card in zip(hidden, cards, strict=True):
        pieces[names[id]] = replace(pieces[names[id]], card=card)
    zones = {key: tuple(names.get(id, id) for id in ids) for key, ids in table.zones.items()}
    for key, ids in zones.items():
        if hides_from(table, key, seat) and not any(seat in pieces[id].known_to for id in ids):
            order = list(ids)
            rng.shuffle(order)
            zones[key] = tuple(order)
    looking = tuple(replace(k, pieces=tuple(names.get(p, p) for p in k.pieces)) for k in table.looking)
    return replace(table, pieces=MappingProxyType(pieces), zones=MappingProxyType(zones), looking=looking)


@given(seed=st.integers(0, 10**6), seat=st.integers(0, 3), kit=st.sampled_from([DVORAK, MULTI_DECK]))
@settings(max_examples=EXAMPLES, deadline=None)
def test_what_a_seat_cannot_see_cannot_change_what_it_is_shown(seed: int, seat: int, kit: Kit) -> None:
    game = Game(seed, kit)
    for _ in range(60):
        game.attempt(game.any_command())
    shown = canonical(to_plain(see(game.table, seat)))
    other = unseen_permuted(game.table, seat, random.Random(seed))
    assert canonical(to_plain(see(other, seat))) == shown


@given(seed=st.integers(0, 10**6), seat=st.integers(0, 3))
@settings(max_examples=EXAMPLES, deadline=None)
def test_the_log_of_a_seat_never_names_a_card_that_only_others_saw(seed: int, seat: int) -> None:
    """Each line is worded again with the unseen permuted: not one letter differs."""
    game = Game(seed)
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
    game = Game(1)
    before = set(game.table.zones["draw"])
    game.do(c.ShuffleZone(1, "draw"))
    assert not before & set(game.table.zones["draw"])
    sight = see(game.table, 1)
    assert sight.zones[0].key == "draw" and sight.zones[0].pieces == () and sight.zones[0].count == len(before)


def chi_square(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((n - mean) ** 2 / mean for n in counts)


def test_an_accepted_card_lies_at_every_place_of_the_pile_alike() -> None:
    """C3: 4,000 insertions into a pile of 7: 8 places, 7 degrees of freedom; 24.3 is passed once in a thousand."""
    counts = [0] * 8
    game = Game(5)
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
    game = Game(6)
    pile = game.table.zones["draw"][:6]
    table = replace(game.table, zones=MappingProxyType({**game.table.zones, "draw": pile}))
    for _ in range(6000):
        (shuffled,) = decide(table, c.ShuffleZone(1, "draw"), c.Moment(0, game.luck))
        assert isinstance(shuffled, e.PileShuffled)
        counts[[old for old, _ in shuffled.order].index(pile[0])] += 1
    assert chi_square(counts) < 20.5


def test_a_kit_with_dice_rolls_its_own_faces() -> None:
    game = Game(2, replace(DVORAK, dice=(DieKit("fire", "Fire", ("flame", "smoke")),)))
    (rolled,) = game.do(c.Roll(1, ("fire",)))
    assert isinstance(rolled, e.DiceRolled) and rolled.rolled[0][1] in ("flame", "smoke")
    assert see(game.table).dice[0].face == rolled.rolled[0][1]
