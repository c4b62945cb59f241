"""A table as a value, moved on by random commands: every kind that there is, and taking back."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from cards.rules.decision import NewCounter, TableSetting
from cards.rules.kit import DVORAK, CounterKit, Kit
from play.table import events as e
from play.table.evolve import evolve
from play.table.state import CardText, RuleText, Table
from play.table.undoable import spills
from play.table.zones import NOWHERE, ZoneKey, key_of
from play.verbs import commands as c
from play.verbs.decide import decide
from studio.kernel.refusals import Refused
from tests.rules.any_kit import any_kit
from tests.rules.eyes import Eyes, lies_beside
from tests.rules.rules_table import Seeded

TITLES = ("a Goat", "{who}", "a card", "a face-down card", "{cards} & {zone}", "2 cards")
CARDS = tuple(
    CardText(
        n, f"{n:064x}", "Thing" if n % 2 else "Action", ("Pest",) if n % 3 else (), copies=1 + n % 2,
        title=TITLES[n] if n < len(TITLES) else f"Card {n}",
    )
    for n in range(1, 21)
)  # fmt: skip
RULES = (RuleText(1, "a" * 64, (NewCounter(CounterKit("gold", "Gold")), TableSetting("hand_limit", 6)), "Gold"),)


class RulesGame:
    """`log`, `told` (before, fact, after) and `eyes` follow what happens; `after[n]` is the table after entry n."""

    def __init__(self, seed: int, kit: Kit = DVORAK, seats: int = 3) -> None:
        self.luck, self.table = Seeded(seed), Table()
        self.log: list[e.Event] = []
        self.told: list[tuple[Table, e.Event, Table]] = []
        self.after: dict[int, Table] = {}
        self.ends: set[int] = set()  # the entries that were the last of a command
        self.eyes = Eyes()
        self.random = random.Random(seed + 1)
        self.do(c.OpenTable(1, kit, CARDS, RULES, is_creative=True))
        for person in range(1, seats + 1):
            self.do(c.TakeSeat(person))
        self.do(c.Begin(1, confirmed=True))

    def do(self, command: c.Command) -> tuple[e.Event, ...]:
        moment = c.Moment(
            0, self.luck, frozenset({3} if self.random.random() < 0.1 else ()), self._back_to, self._spilled_at
        )
        facts = decide(self.table, command, moment)
        for fact in facts:
            before, self.table = self.table, evolve(self.table, fact)
            self.log.append(fact)
            self.told.append((before, fact, self.table))
            self.after[len(self.log)] = self.table
            self.eyes.follow(len(self.log), fact, self.table)
        self.ends.add(len(self.log))
        return facts

    def _back_to(self, number: int) -> Table:
        if number not in self.ends or number == len(self.log):
            raise Refused("undo.none")
        return self.after[number]

    def _spilled_at(self) -> int:
        numbered = list(enumerate(self.told, 1))
        return next((n for n, (before, fact, _) in reversed(numbered) if spills(before, fact)), 0)

    def attempt(self, command: c.Command) -> str:
        before = self.table
        try:
            self.do(command)
        except Refused as refused:
            assert self.table is before
            return refused.code
        return ""

    def any_command(self) -> c.Command:
        """What goes on with the game more often than what stops it: else nearly everything is refused."""
        often = {**OFTEN, c.Resume: 60 if self.table.paused_by else 0.3}
        often[c.AskTable] = 12 if self._spilled_at() < max(self.ends - {len(self.log)}) else 2
        often[c.AnswerQuestion] = 1 + 15 * len(self.table.questions)
        kinds = list(ANY) if self.table.state == "playing" or self.is_so(0.1) else list(BETWEEN_GAMES)
        kind = self.random.choices(kinds, [often.get(kind, 1) for kind in kinds])[0]
        return ANY[kind](self)

    # --- what a command may name ---

    def some(self) -> int:
        """A seat with somebody in it, nearly always."""
        sitting = [seat.number for seat in self.table.sitting]
        return self.random.choice(sitting if sitting and self.is_so(0.95) else [1, 2, 3, 4])

    def other(self) -> int:
        return self.random.randint(1, 4)

    def piece(self) -> str:
        """Of those that lie open as often as of all."""
        beside = [id for key, ids in self.table.zones.items() if lies_beside(self.table, key) for id in ids]
        return self.random.choice((self.is_so() and beside) or list(self.table.pieces) or ["x"])

    def held(self, seat: int) -> str:
        return self.random.choice(self.table.zones.get(key_of(self.table.kit.hand, seat)) or ("x",))

    def zone(self) -> ZoneKey:
        return self.random.choice(list(self.table.zones) or [ZoneKey("draw")])

    def pile(self) -> ZoneKey:
        piles = [key for key in self.table.zones if (zone := self.table.kit.zone(key.id)) and zone.form == "pile"]
        return self.random.choice(piles) if piles else self.zone()

    def looked_at(self, seat: int) -> tuple[str, ...]:
        looking = next((look.pieces for look in self.table.looking if look.seat == seat), ())
        return tuple(self.random.sample(looking, len(looking)))

    def is_so(self, often: float = 0.5) -> bool:
        return self.random.random() < often

    def card(self) -> CardText:
        return self.random.choice(list(self.table.cards.values()) or [CARDS[0]])


def _plays(g: RulesGame) -> c.Command:
    seat = g.some()
    card = c.PlayCard(seat, g.held(seat), confirmed=True)
    ways = [{}, {"face_up": False}, {"onto": g.piece()}, {"under": g.other()}, {"to": g.zone(), "face_up": g.is_so()}]
    return replace(card, **g.random.choice(ways))  # type: ignore[arg-type]


def _moves(g: RulesGame) -> c.Command:
    seat, place = g.some(), g.random.choice(["top", "bottom", "random"])
    pieces = (g.piece(), g.piece()) if g.is_so() else (g.held(seat),)
    up = g.random.choice([None, None, True, False])
    return c.MovePieces(seat, pieces, g.zone(), place, up, confirmed=True)  # type: ignore[arg-type]


def _asks(g: RulesGame) -> c.Command:
    """Half of what is asked for is to take back what was done last."""
    about = g.random.choice(["undo"] * 6 + ["win", "abandon", "without", "remove", "mute", "unmute"])
    before = sorted(g.ends)[-g.random.randint(2, 4) :]
    return c.AskTable(g.some(), about, g.other(), before[0], "So")  # type: ignore[arg-type]


def _answers(g: RulesGame) -> c.Command:
    if not g.table.questions:
        return c.AnswerQuestion(g.other(), g.table.last_question, is_yes=True)
    question = g.random.choice(g.table.questions)
    return c.AnswerQuestion(g.random.choice([*question.seats, g.other()]), question.number, g.is_so(0.9))


def _puts_back(g: RulesGame) -> c.Command:
    seat = g.random.choice([look.seat for look in g.table.looking] or [1])
    there = g.looked_at(seat)
    cut = g.random.choice([0, 0, len(there) // 2])
    return c.PutBack(seat, there[cut:], g.random.choice(["top", "bottom"]), there[:cut])


def _kit(g: RulesGame) -> c.Command:
    kit = any_kit(g.random.randrange(10**6))
    return c.KitReplaced(kit if g.is_so() else replace(kit, zones=g.table.kit.zones, hand=g.table.kit.hand,
                         play_to=g.table.kit.play_to, act_to=g.table.kit.act_to, discard_to=g.table.kit.discard_to,
                         deals=g.table.kit.deals, sources=g.table.kit.sources,
                         turn=replace(kit.turn, draw_from=g.table.kit.turn.draw_from)))  # fmt: skip


ANY: dict[type, Callable[[RulesGame], c.Command]] = {
    c.OpenTable: lambda g: c.OpenTable(1, DVORAK, CARDS, ()),
    c.TakeSeat: lambda g: c.TakeSeat(g.random.randint(1, 6), g.random.choice([0, g.other()])),
    c.Stand: lambda g: c.Stand(g.some()),
    c.HandOver: lambda g: c.HandOver(g.some(), g.random.randint(1, 6)),
    c.JoinTeam: lambda g: c.JoinTeam(g.some(), g.random.randrange(3)),
    c.ChooseSide: lambda g: c.ChooseSide(g.some(), g.random.choice(["", "Blue", *g.table.kit.sides])),
    c.GetReady: lambda g: c.GetReady(g.some(), g.is_so()),
    c.Begin: lambda g: c.Begin(g.some(), confirmed=True),
    c.Draw: lambda g: c.Draw(
        g.some(), g.random.choice([1, 1, 3]), g.pile() if g.is_so(0.2) else NOWHERE, confirmed=True
    ),
    c.PlayCard: _plays,
    c.UseAbility: lambda g: c.UseAbility(g.some(), g.piece(), confirmed=True),
    c.Discard: lambda g: c.Discard(seat := g.some(), (g.held(seat),), confirmed=True),
    c.DiscardRandom: lambda g: c.DiscardRandom(g.some(), 1, confirmed=True),
    c.Destroy: lambda g: c.Destroy(g.some(), g.piece()),
    c.Attach: lambda g: c.Attach(g.some(), g.piece(), g.piece()),
    c.Detach: lambda g: c.Detach(g.some(), g.piece()),
    c.MovePieces: _moves,
    c.MoveTop: lambda g: c.MoveTop(
        g.some(), g.pile(), g.zone(), g.random.choice([1, 1, 3]), g.random.choice(["top", "bottom"]),  # type: ignore[arg-type]
        confirmed=True,
    ),
    c.LetGo: lambda g: c.LetGo(
        seat := g.some(), g.held(seat) if g.is_so() else g.piece(), g.zone(), g.random.choice(["", "", g.piece()]),
        g.random.choice(["", "", "play", "move"]), confirmed=True,  # type: ignore[arg-type]
    ),
    c.ShuffleZone: lambda g: c.ShuffleZone(g.some(), g.pile()),
    c.ShuffleIn: lambda g: c.ShuffleIn(g.some(), g.pile(), g.pile()),
    c.Reveal: lambda g: c.Reveal(seat := g.some(), (g.held(seat) if g.is_so() else g.piece(),),
                                 g.random.choice([(), (g.other(),)])),
    c.LookAtTop: lambda g: c.LookAtTop(g.some(), g.pile(), g.random.choice([1, 3])),
    c.PutBack: _puts_back,
    c.SearchPile: lambda g: c.SearchPile(g.some(), g.pile()),
    c.StopLooking: lambda g: c.StopLooking(g.some()),
    c.AskHand: lambda g: c.AskHand(g.some(), g.other(), g.random.choice(["hand_look", "hand_take", "hand_random"])),
    c.AnswerQuestion: _answers,
    c.TurnOver: lambda g: c.TurnOver(g.some(), g.piece(), g.is_so(), confirmed=True),
    c.Tap: lambda g: c.Tap(g.some(), g.piece(), g.is_so()),
    c.PutTokens: lambda g: c.PutTokens(g.some(), "Ritual", g.random.choice([0, 2]), g.random.choice(["", g.piece()])),
    c.SetCounter: lambda g: c.SetCounter(
        g.some(), g.random.choice(["gold", "hand", "d6"]), g.random.choice([0, 3, 9]), g.other(), g.piece(),
        confirmed=True,
    ),
    c.WriteNote: lambda g: c.WriteNote(g.some(), g.piece(), "mind this"),
    c.PointAt: lambda g: c.PointAt(g.some(), g.piece()),
    c.Roll: lambda g: c.Roll(
        g.some(), g.random.choice([(), tuple(die.id for die in g.table.equipment.dice)]), 2,
        g.random.choice([2, 6, 20]),
    ),
    c.FlipCoin: lambda g: c.FlipCoin(g.some()),
    c.ChooseSeat: lambda g: c.ChooseSeat(g.some()),
    c.ChoosePiece: lambda g: c.ChoosePiece(g.some(), g.zone()),
    c.EndPhase: lambda g: c.EndPhase(g.some(), confirmed=True),
    c.EndTurn: lambda g: c.EndTurn(g.some(), confirmed=True),
    c.SkipTurn: lambda g: c.SkipTurn(g.some(), g.other()),
    c.ExtraTurn: lambda g: c.ExtraTurn(g.some(), g.other()),
    c.KnockOut: lambda g: c.KnockOut(g.some(), g.other()),
    c.ComeBack: lambda g: c.ComeBack(g.some(), next((s.number for s in g.table.seats if s.is_out), g.other())),
    c.AskTable: _asks,
    c.PlayAgain: lambda g: c.PlayAgain(g.some()),
    c.Speak: lambda g: c.Speak(g.some(), "Hm."),
    c.FreshPack: lambda g: c.FreshPack(g.some(), g.random.choice([None, 0, 10])),
    c.PauseFor: lambda g: c.PauseFor(7, g.is_so(), "New"),
    c.Resume: lambda g: c.Resume(7, g.is_so(), "New", "in"),
    c.ExcuseVoter: lambda g: c.ExcuseVoter(7, 3, "New"),
    c.CardEnters: lambda g: c.CardEnters(
        replace(g.card(), number=max(g.table.cards, default=0) + 1, title=g.random.choice(TITLES)),
        g.random.randint(1, 2),
    ),
    c.CardAmended: lambda g: c.CardAmended(replace(g.card(), face=f"{g.random.randrange(10**6):064x}", title="Other")),
    c.CardLeaves: lambda g: c.CardLeaves(g.card().number, g.random.choice([None, 1])),
    c.RulesChanged: lambda g: c.RulesChanged(RULES if g.is_so() else ()),
    c.KitReplaced: _kit,
    c.BallotMoves: lambda g: c.BallotMoves(7),
}  # fmt: skip
# What stops or empties a game is drawn less often, what goes on with one more often.
OFTEN = {
    c.OpenTable: 0.1, c.Stand: 0.2, c.TakeSeat: 2, c.KnockOut: 0.3, c.CardLeaves: 0.3, c.CardEnters: 0.3,
    c.PauseFor: 0.4, c.KitReplaced: 0.3, c.Draw: 2, c.PlayCard: 4, c.MovePieces: 5, c.Attach: 2, c.Tap: 3,
    c.TurnOver: 2, c.PutBack: 2, c.LookAtTop: 2, c.Reveal: 2, c.AskHand: 2, c.PlayAgain: 2,
    c.ChooseSide: 2,
}  # fmt: skip
BETWEEN_GAMES = (
    c.PlayAgain, c.Begin, c.GetReady, c.ChooseSide, c.JoinTeam, c.TakeSeat, c.HandOver, c.KitReplaced, c.Speak,
    c.FreshPack, c.AnswerQuestion, c.Resume, c.RulesChanged, c.CardEnters,
)  # fmt: skip
