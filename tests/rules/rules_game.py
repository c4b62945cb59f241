"""A table as a value, moved on by random commands."""

from __future__ import annotations

import random
from dataclasses import replace
from types import MappingProxyType

from cards.rules.decision import NewCounter, TableSetting
from cards.rules.kit import DVORAK, CounterKit, Kit
from play.table import events as e
from play.table.evolve import evolve
from play.table.state import CardText, RuleText, Table
from play.table.visibility import hides_from
from play.table.zones import ZoneKey
from play.verbs import commands as c
from play.verbs.decide import decide
from studio.kernel.refusals import Refused
from tests.rules.rules_table import Seeded

CARDS = tuple(
    CardText(
        n, f"{n:064x}", "Thing" if n % 2 else "Action", ("Pest",) if n % 3 else (), copies=1 + n % 2, title=f"Card {n}"
    )
    for n in range(1, 21)
)


RULES = (RuleText(1, "a" * 64, (NewCounter(CounterKit("gold", "Gold")), TableSetting("hand_limit", 6)), "Gold"),)


class RulesGame:
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
        zone = r.choice(list(table.zones) or [ZoneKey("draw")])
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
                c.MovePieces(seat, (r.choice(hand),), ZoneKey(f"hand.{other}"), confirmed=True),
                c.ShuffleZone(seat, zone),
                c.ShuffleIn(seat, ZoneKey("discard"), ZoneKey("draw")),
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
