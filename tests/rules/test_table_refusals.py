"""Whatever the verbs of a table refuse is refused for the reason they name, and one step before that it is not.

Each refusal that stands in `play/verbs` and `play/table` has its case here; a new one without a case fails. What is
asked first ("ask.…") is done once it is confirmed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cards.rules.kit import DVORAK, CounterKit, DieKit, Kit
from cards.wording import DECKS, FACES
from play.table.events import ExceptionNoted
from play.table.limits import COUNT_MAX, DICE_MAX, DRAW_MAX, SIDES_MAX
from play.table.state import Table
from play.table.visibility import check_blank, check_eligible
from play.table.zones import ZoneKey, read_key
from play.verbs import commands as c
from play.verbs.decide import decide
from play.wording import TABLES
from studio.kernel.messages import slots_of
from studio.kernel.refusals import Refused
from studio.wording import REQUESTS
from tests.rules.laid_table import BEAS_STOCK, STOCK, TABLE
from tests.rules.laid_table import KIT as LAID
from tests.rules.rules_table import RulesTable, Seeded, cards_called

PLAY = Path(__file__).resolve().parents[2] / "play"
DRAW, DISCARD = ZoneKey("draw"), ZoneKey("discard")
ATTIC = ZoneKey("attic")
KIT = replace(
    DVORAK, sides=("Blue", "Red"), dice=(DieKit("d6", "D6", ("1", "2")),),
    counters=(CounterKit("gold", "Gold", scope="seat", least=0, most=9), CounterKit("age", "Age", scope="card")),
    turn=replace(DVORAK.turn, hand_limit=5),
)  # fmt: skip

SENTENCES = {**REQUESTS, **DECKS, **FACES, **TABLES}

Do = Callable[[RulesTable], object]


def evening(seats: int = 3) -> RulesTable:
    """A game that is on: seat 1 has the turn, in the phase of drawing; one card of each lies in its area."""
    table = RulesTable(kit=KIT, seats=seats)
    table.table = replace(table.table, turn=replace(table.table.turn, seat=1))
    table.do(c.MovePieces(1, table.hand(1)[:1], AREA, confirmed=True))
    table.do(c.MovePieces(2, table.hand(2)[:1], ZoneKey("area.2"), confirmed=True))
    return table


AREA = ZoneKey("area.1")
OTHERS = ZoneKey("area.2")


def does(command: c.Command) -> Do:
    return lambda table: table.do(command)


def mine(table: RulesTable) -> str:
    """A card in seat 1's hand."""
    return table.hand(1)[0]


def theirs(table: RulesTable) -> str:
    return table.hand(2)[0]


def in_play(table: RulesTable, zone: ZoneKey = AREA) -> str:
    return table.table.zones[zone][0]


def lying(table: RulesTable) -> str:
    """A card of the draw pile, which nobody sees."""
    return table.table.zones[DRAW][0]


def with_(command: Callable[..., c.Command], which: Callable[[RulesTable], str], **more: object) -> Do:
    """A command of seat 1 about a piece of the table."""
    return lambda table: table.do(command(1, which(table), **more))


def several(command: Callable[..., c.Command], *which: Callable[[RulesTable], str], **more: object) -> Do:
    return lambda table: table.do(command(1, tuple(one(table) for one in which), **more))


def both(*steps: Do) -> Do:
    def do(table: RulesTable) -> None:
        for step in steps:
            step(table)

    return do


def as_if(**changed: object) -> Do:
    """The table is otherwise than it is."""

    def do(table: RulesTable) -> None:
        table.table = replace(table.table, **changed)  # type: ignore[arg-type]

    return do


def away(command: c.Command, *seats: int, **moment: object) -> Do:
    """Asked while these seats are away."""
    return lambda table: decide(table.table, command, c.Moment(0, Seeded(1), frozenset(seats), **moment))  # type: ignore[arg-type]


def muted(table: RulesTable) -> None:
    seats = tuple(replace(seat, is_muted=seat.number == 1) for seat in table.table.seats)
    table.table = replace(table.table, seats=seats)


def emptied(*zones: ZoneKey) -> Do:
    return lambda table: as_if(zones={**table.table.zones, **dict.fromkeys(zones, ())})(table)


def before_the_game(*commands: c.Command, kit: Kit = KIT, seats: int = 8, people: int = 3) -> Do:
    """At a table that is laid, where nothing has begun."""

    def do(_: RulesTable) -> None:
        table = RulesTable.__new__(RulesTable)
        table.luck, table.table, table.told = Seeded(1), Table(), []
        table.do(c.OpenTable(1, kit, cards_called(*map(str, range(20))), (), seats=seats))
        for person in range(1, people + 1):
            table.do(c.TakeSeat(person))
        for command in commands:
            table.do(command)

    return do


def opened(**how: object) -> Do:
    words = {"host": 1, "kit": DVORAK, "cards": cards_called("Slug"), "rules": (), **how}
    return lambda _: decide(Table(), c.OpenTable(**words), c.Moment(0, Seeded(1)))  # type: ignore[arg-type]


OVER, PAUSED = as_if(state="over"), as_if(paused_by=7)
ASK_WIN = c.AskTable(1, "win", words="So")
READY = tuple(c.GetReady(seat) for seat in (1, 2, 3))
TOKENS = [does(c.PutTokens(1, f"t{n}", 1)) for n in range(20)]


def undo(to: int, *, spilled: int = 0, oldest: int = 0, back: bool = True) -> Do:
    return away(
        c.AskTable(1, "undo", to=to), 2, 3, back_to=(lambda entry: Table()) if back else None,
        spilled_at=lambda: spilled, oldest=lambda: oldest,
    )  # fmt: skip


# (code, what is refused with it, and what nearly is and is not)
def of_another_side(command: c.SeatCommand) -> Do:
    """Everybody with a discard pile of their own, and a card of seat 2 in the hand of seat 1."""
    sided = replace(
        TABLE, kit=replace(LAID, discard_to="stock"), pieces={**TABLE.pieces, "h1": replace(TABLE.pieces["h1"], side=2)}
    )
    return lambda _: decide(sided, command, c.Moment(0, Seeded(1)))


CASES: list[tuple[str, Do, Do | None]] = [
    # --- who may ask, and when ---
    ("table.none", lambda _: decide(Table(), c.TakeSeat(1), c.Moment(0, Seeded(1))), None),
    ("seat.not_yours", does(c.FlipCoin(4)), does(c.FlipCoin(3))),
    ("seat.not_yours", does(c.FlipCoin(9)), None),
    ("table.over", both(OVER, does(c.FlipCoin(1))), both(OVER, does(c.Speak(1, "Hm.")))),
    ("table.not_begun", before_the_game(c.FlipCoin(1)), before_the_game(c.Speak(1, "Hm."))),
    ("table.paused", both(PAUSED, does(c.FlipCoin(1))), both(PAUSED, does(c.Speak(1, "Hm.")))),
    # --- coming together ---
    ("table.open_already", does(c.OpenTable(1, DVORAK, (), ())), None),
    ("seats.amiss", opened(seats=0), opened(seats=1)),
    ("seats.amiss", opened(seats=9), opened(seats=8)),
    ("table.too_many_cards", opened(cards=(replace(cards_called("Slug")[0], copies=5001),)),
     opened(cards=(replace(cards_called("Slug")[0], copies=5000),))),
    ("table.too_many_cards", opened(cards=cards_called(*["Slug"] * 1001)),
     opened(cards=cards_called(*["Slug"] * 1000))),
    ("seat.one_each", does(c.TakeSeat(2)), None),
    ("seat.shown_out", both(does(c.Stand(3)), as_if(shown_out=frozenset({3})), does(c.TakeSeat(3))),
     both(does(c.Stand(3)), as_if(shown_out=frozenset({3})), does(c.TakeSeat(4)))),
    ("table.over", both(OVER, does(c.TakeSeat(4))), None),
    ("seat.all_taken", does(c.TakeSeat(4)), both(does(c.Stand(3)), does(c.TakeSeat(4)))),
    ("seat.taken", both(does(c.Stand(3)), does(c.TakeSeat(4, 2))), both(does(c.Stand(3)), does(c.TakeSeat(4, 3)))),
    ("side.none", before_the_game(c.TakeSeat(4, 0, "Green")), before_the_game(c.TakeSeat(4, 0, "Blue"))),
    ("side.none", before_the_game(c.ChooseSide(1, "Green")), before_the_game(c.ChooseSide(1, "Blue"))),
    ("table.has_begun", does(c.ChooseSide(1, "Blue")), None),
    ("table.has_begun", does(c.GetReady(1)), before_the_game(c.GetReady(1))),
    ("table.has_begun", does(c.Begin(1, confirmed=True)), None),
    ("table.paused", both(PAUSED, does(c.Begin(1))), None),
    ("ask.few_players", before_the_game(c.Begin(1), people=1), before_the_game(*READY[:2], c.Begin(1), people=2)),
    ("ask.few_cards", before_the_game(*(c.TakeSeat(n) for n in (4, 5)), c.Begin(1)),
     before_the_game(c.TakeSeat(4), c.GetReady(4), *READY, c.Begin(1))),
    ("ask.not_ready", before_the_game(*READY[:2], c.Begin(1)), before_the_game(*READY[1:], c.Begin(1))),
    ("seat.one_each", does(c.HandOver(1, 2)), does(c.HandOver(1, 9))),
    ("team.none", does(c.JoinTeam(1, 1)), does(c.JoinTeam(1, 0))),
    ("team.none", does(c.JoinTeam(1, -1)), None),
    ("table.not_over", does(c.PlayAgain(1)), both(OVER, does(c.PlayAgain(1)))),
    # --- drawing, looking ---
    ("count.amiss", does(c.Draw(1, 0)), does(c.Draw(1, 1))),
    ("count.amiss", does(c.Draw(1, DRAW_MAX + 1, confirmed=True)), does(c.Draw(1, DRAW_MAX, confirmed=True))),
    ("zone.none", does(c.Draw(1, 1, ATTIC)), does(c.Draw(1, 1, DRAW))),
    ("zone.none", does(c.Draw(1, 1, AREA)), None),
    ("ask.draw_more", does(c.Draw(1, 2)), does(c.Draw(1, 2, confirmed=True))),
    ("ask.not_your_turn", does(c.Draw(2)), does(c.Draw(2, confirmed=True))),
    ("zone.not_a_pile", does(c.ShuffleZone(1, AREA)), does(c.ShuffleZone(1, DRAW))),
    ("zone.none", does(c.ShuffleZone(1, ATTIC)), None),
    ("zone.same", does(c.ShuffleIn(1, DRAW, DRAW)), does(c.ShuffleIn(1, DISCARD, DRAW))),
    ("pieces.none", several(c.Reveal), several(c.Reveal, mine)),
    ("piece.none", several(c.Reveal, theirs), None),
    ("piece.none", several(c.Reveal, lambda _: "no such"), None),
    ("piece.unknown_face", both(lambda t: t.do(c.MovePieces(2, (theirs(t),), OTHERS, face_up=False, confirmed=True)),
                                several(c.Reveal, lambda t: t.table.zones[OTHERS][-1])), None),
    ("seat.none", several(c.Reveal, mine, to=(1,)), several(c.Reveal, mine, to=(2,))),
    ("seat.none", several(c.Reveal, mine, to=(9,)), None),
    ("zone.not_yours", both(lambda t: t.do(c.Reveal(2, (theirs(t),), (1,))), several(c.Reveal, theirs)), None),
    ("zone.not_a_pile", does(c.LookAtTop(1, AREA)), does(c.LookAtTop(1, DRAW))),
    ("count.amiss", does(c.LookAtTop(1, DRAW, 0)), does(c.LookAtTop(1, DRAW, DRAW_MAX))),
    ("count.amiss", does(c.LookAtTop(1, DRAW, DRAW_MAX + 1)), None),
    ("zone.empty", both(emptied(DRAW), does(c.LookAtTop(1, DRAW))), None),
    ("zone.empty", both(emptied(DRAW), does(c.SearchPile(1, DRAW))), does(c.SearchPile(1, DRAW))),
    ("look.already", both(does(c.SearchPile(1, DRAW)), does(c.LookAtTop(1, DRAW))),
     both(does(c.SearchPile(2, DRAW)), does(c.LookAtTop(1, DRAW)))),
    ("look.none", does(c.StopLooking(1)), both(does(c.SearchPile(1, DRAW)), does(c.StopLooking(1)))),
    ("look.all_of_them", both(does(c.LookAtTop(1, DRAW, 2)), several(c.PutBack, lying)),
     both(does(c.LookAtTop(1, DRAW, 1)), several(c.PutBack, lying))),
    ("look.all_of_them", both(does(c.SearchPile(1, DRAW)), lambda t: t.do(c.PutBack(1, t.table.zones[DRAW]))), None),
    ("zone.not_a_pile", both(lambda t: t.do(c.AskHand(1, 2, "hand_look")), does(c.AnswerQuestion(2, 1, True)),
                             lambda t: t.do(c.PutBack(1, t.hand(2)))), None),
    ("piece.not_in_play", with_(c.TurnOver, mine, face_up=False), with_(c.TurnOver, in_play, face_up=False)),
    ("ask.not_your_card", both(lambda t: t.do(c.TurnOver(2, in_play(t, OTHERS), False)),
                               lambda t: t.do(c.TurnOver(1, in_play(t, OTHERS), True))),
     both(lambda t: t.do(c.TurnOver(2, in_play(t, OTHERS), False)),
          lambda t: t.do(c.TurnOver(1, in_play(t, OTHERS), True, confirmed=True)))),
    # --- playing, moving ---
    ("piece.not_in_hand", with_(c.PlayCard, in_play), with_(c.PlayCard, mine, confirmed=True)),
    ("piece.not_in_play", lambda t: t.do(c.PlayCard(1, mine(t), onto=t.hand(1)[1], confirmed=True)),
     lambda t: t.do(c.PlayCard(1, mine(t), onto=in_play(t), confirmed=True))),
    ("zone.none", with_(c.PlayCard, mine, to=ATTIC, confirmed=True),
     with_(c.PlayCard, mine, to=OTHERS, confirmed=True)),
    ("zone.none", with_(c.PlayCard, mine, under=9, confirmed=True), with_(c.PlayCard, mine, under=2, confirmed=True)),
    ("zone.not_yours", with_(c.PlayCard, mine, to=ZoneKey("hand.2"), confirmed=True), None),
    ("ask.other_phase", with_(c.PlayCard, mine), both(does(c.Draw(1)), with_(c.PlayCard, mine))),
    ("ask.played_enough", both(does(c.Draw(1)), with_(c.PlayCard, mine), with_(c.PlayCard, mine)), None),
    ("piece.not_in_play", with_(c.UseAbility, mine, confirmed=True), with_(c.UseAbility, in_play, confirmed=True)),
    ("ask.not_your_card", both(does(c.Draw(1)), with_(c.UseAbility, lambda t: in_play(t, OTHERS))),
     both(does(c.Draw(1)), with_(c.UseAbility, in_play))),
    ("piece.not_in_hand", several(c.Discard, in_play), several(c.Discard, mine, confirmed=True)),
    ("pieces.none", several(c.Discard), None),
    ("count.amiss", does(c.DiscardRandom(1, 0, confirmed=True)), does(c.DiscardRandom(1, 1, confirmed=True))),
    ("count.amiss", lambda t: t.do(c.DiscardRandom(1, len(t.hand(1)) + 1, confirmed=True)),
     lambda t: t.do(c.DiscardRandom(1, len(t.hand(1)), confirmed=True))),
    ("ask.free_discard", does(c.DiscardRandom(1, 1)), None),
    ("piece.not_in_play", with_(c.Destroy, mine), with_(c.Destroy, in_play)),
    ("pieces.none", several(c.MovePieces, to=DISCARD), None),
    ("piece.none", several(c.MovePieces, theirs, to=DISCARD), None),
    ("zone.none", several(c.MovePieces, in_play, to=ATTIC), several(c.MovePieces, in_play, to=DISCARD)),
    ("ask.from_hand", several(c.MovePieces, mine, to=DISCARD), several(c.MovePieces, mine, to=ZoneKey("hand.1"))),
    ("zone.not_yours", both(lambda t: t.do(c.Reveal(2, (theirs(t),), (1,))), several(c.MovePieces, theirs, to=DISCARD)),
     None),
    ("piece.not_in_play", lambda t: t.do(c.Attach(1, mine(t), in_play(t))),
     lambda t: t.do(c.Attach(1, in_play(t), in_play(t, OTHERS)))),
    ("piece.not_in_play", lambda t: t.do(c.Attach(1, in_play(t), mine(t))), None),
    ("attach.circle", lambda t: t.do(c.Attach(1, in_play(t), in_play(t))), None),
    ("attach.circle", both(lambda t: t.do(c.Attach(1, in_play(t), in_play(t, OTHERS))),
                           lambda t: t.do(c.Attach(1, *t.table.zones[OTHERS]))), None),
    ("drop.there", with_(c.LetGo, mine, to=ZoneKey("hand.1")),
     with_(c.LetGo, mine, to=ZoneKey("area.1"), confirmed=True)),
    ("drop.there", does(c.MoveTop(1, DRAW, DRAW)), does(c.MoveTop(1, DRAW, DRAW, place="bottom"))),
    ("drop.swapped", with_(c.LetGo, mine, to=DRAW, way="play"),
     with_(c.LetGo, mine, to=DRAW, way="move", confirmed=True)),
    ("drop.other_side", of_another_side(c.LetGo(1, "h1", STOCK, way="discard")),
     of_another_side(c.LetGo(1, "h1", BEAS_STOCK, way="discard", confirmed=True))),
    ("zone.empty", does(c.MoveTop(1, DISCARD, DRAW)), does(c.MoveTop(1, DRAW, DISCARD))),
    ("count.amiss", does(c.MoveTop(1, DRAW, DISCARD, 0)), None),
    # --- marks ---
    ("piece.not_in_play", with_(c.Tap, mine), with_(c.Tap, in_play)),
    ("words.long", with_(c.WriteNote, in_play, text="x" * 201), with_(c.WriteNote, in_play, text="x" * 200)),
    ("seat.muted", both(muted, with_(c.WriteNote, in_play, text="x")),
     both(muted, with_(c.WriteNote, in_play, text=""))),
    ("token.name", does(c.PutTokens(1, "x" * 31, 1)), does(c.PutTokens(1, "x" * 30, 1))),
    ("token.name", does(c.PutTokens(1, " ", 1)), does(c.PutTokens(1, "x", 1))),
    ("seat.muted", both(muted, does(c.PutTokens(1, "Rude", 1))),
     both(does(c.PutTokens(2, "Rude", 1)), muted, does(c.PutTokens(1, "Rude", 1)))),
    ("count.amiss", does(c.PutTokens(1, "x", COUNT_MAX + 1)), does(c.PutTokens(1, "x", COUNT_MAX))),
    ("count.amiss", does(c.PutTokens(1, "x", -1)), does(c.PutTokens(1, "x", 0))),
    ("seat.none", does(c.PutTokens(1, "x", 1, on=9)), does(c.PutTokens(1, "x", 1, on=2))),
    ("token.many", both(*TOKENS, does(c.PutTokens(1, "x", 1))), both(*TOKENS, does(c.PutTokens(1, "t0", 2)))),
    ("counter.none", does(c.SetCounter(1, "silver", 1)), does(c.SetCounter(1, "gold", 1))),
    ("count.amiss", does(c.SetCounter(1, "gold", COUNT_MAX + 1, confirmed=True)),
     does(c.SetCounter(1, "gold", COUNT_MAX, confirmed=True))),
    ("count.amiss", does(c.SetCounter(1, "gold", -COUNT_MAX - 1, confirmed=True)),
     does(c.SetCounter(1, "gold", -COUNT_MAX, confirmed=True))),
    ("seat.none", does(c.SetCounter(1, "gold", 1, on=9)), does(c.SetCounter(1, "gold", 1, on=2))),
    ("ask.beyond", does(c.SetCounter(1, "gold", 10)), does(c.SetCounter(1, "gold", 9))),
    ("ask.beyond", does(c.SetCounter(1, "gold", -1)), does(c.SetCounter(1, "gold", -1, confirmed=True))),
    ("piece.not_in_play", lambda t: t.do(c.SetCounter(1, "age", 1, piece=mine(t))),
     lambda t: t.do(c.SetCounter(1, "age", 1, piece=in_play(t)))),
    # --- chance, turns, talk, paper ---
    ("dice.many", does(c.Roll(1, ("d6",) * (DICE_MAX + 1))), does(c.Roll(1, ("d6",) * DICE_MAX))),
    ("die.none", does(c.Roll(1, ("d6", "d7"))), does(c.Roll(1, ("d6",)))),
    ("dice.amiss", does(c.Roll(1, (), 0)), does(c.Roll(1, (), 1))),
    ("dice.amiss", does(c.Roll(1, (), DICE_MAX + 1)), does(c.Roll(1, (), DICE_MAX))),
    ("dice.amiss", does(c.Roll(1, (), 1, 1)), does(c.Roll(1, (), 1, 2))),
    ("dice.amiss", does(c.Roll(1, (), 1, SIDES_MAX + 1)), does(c.Roll(1, (), 1, SIDES_MAX))),
    ("zone.not_yours", does(c.ChoosePiece(1, ZoneKey("hand.2"))), does(c.ChoosePiece(1, ZoneKey("hand.1")))),
    ("zone.not_yours", does(c.ChoosePiece(1, DRAW)), does(c.ChoosePiece(1, OTHERS))),
    ("zone.empty", does(c.ChoosePiece(1, DISCARD)), None),
    ("ask.not_drawn", does(c.EndTurn(1)), both(does(c.Draw(1)), does(c.EndTurn(1)))),
    ("ask.not_drawn", does(c.EndPhase(1)), both(does(c.Draw(1)), does(c.EndPhase(1)))),
    ("ask.over_the_limit", both(does(c.Draw(1, 2, confirmed=True)), does(c.EndTurn(1))), None),
    ("seat.none", does(c.SkipTurn(1, 4)), does(c.SkipTurn(1, 3))),
    ("count.amiss", both(*[does(c.ExtraTurn(1, 2))] * 21), both(*[does(c.ExtraTurn(1, 2))] * 20)),
    ("seat.none", does(c.ComeBack(1, 2)), both(does(c.KnockOut(2, 2)), does(c.ComeBack(1, 2)))),
    ("remark.empty", does(c.Speak(1, " ")), does(c.Speak(1, "x" * 500))),
    ("remark.long", does(c.Speak(1, "x" * 501)), None),
    ("seat.muted", both(muted, does(c.Speak(1, "x"))), both(muted, does(c.Speak(2, "x")))),
    ("count.amiss", does(c.FreshPack(1, 1001)), does(c.FreshPack(1, 1000))),
    ("count.amiss", does(c.FreshPack(1, -1)), does(c.FreshPack(1, None))),
    # --- asking the others ---
    ("seat.none", does(c.AskHand(1, 1, "hand_look")), does(c.AskHand(1, 2, "hand_look"))),
    ("seat.none", does(c.AskHand(1, 4, "hand_look")), None),
    ("count.amiss", does(c.AskHand(1, 2, "hand_take", 0)), does(c.AskHand(1, 2, "hand_take", DRAW_MAX))),
    ("count.amiss", does(c.AskHand(1, 2, "hand_take", DRAW_MAX + 1)), None),
    ("zone.empty", both(emptied(ZoneKey("hand.2")), does(c.AskHand(1, 2, "hand_look"))), None),
    ("question.nobody", away(c.AskHand(1, 2, "hand_look"), 2, 3), away(c.AskHand(1, 2, "hand_look"), 2)),
    ("question.open", both(does(c.AskHand(1, 2, "hand_look")), does(c.AskHand(1, 2, "hand_look"))),
     both(does(c.AskHand(1, 2, "hand_look")), does(c.AskHand(1, 3, "hand_look")))),
    ("seat.none", does(c.KnockOut(1, 4)), does(c.KnockOut(1, 2))),
    ("table.over", both(OVER, does(c.AskTable(1, "remove", 2))), None),
    ("table.not_begun", before_the_game(ASK_WIN), before_the_game(c.AskTable(1, "remove", 2))),
    ("table.paused", both(PAUSED, does(ASK_WIN)), both(PAUSED, does(c.AskTable(1, "abandon")))),
    ("words.long", does(c.AskTable(1, "win", words="x" * 201)), does(c.AskTable(1, "win", words="x" * 200))),
    ("seat.muted", both(muted, does(ASK_WIN)), both(muted, does(c.AskTable(1, "win")))),
    ("win.why", does(c.AskTable(1, "win")), does(ASK_WIN)),
    ("seat.none", does(c.AskTable(1, "mute", 1)), does(c.AskTable(1, "mute", 2))),
    ("seat.none", does(c.AskTable(1, "mute", 4)), None),
    ("elector.not_away", does(c.AskTable(1, "without", 2)), away(c.AskTable(1, "without", 2), 2)),
    ("undo.none", undo(0), undo(1)),
    ("undo.none", undo(1, back=False), None),
    ("undo.far", undo(4, spilled=5, oldest=5), undo(5, spilled=5, oldest=5)),
    ("undo.revealed", undo(4, spilled=5, oldest=4), undo(5, spilled=5, oldest=4)),
    ("question.closed", does(c.AnswerQuestion(2, 1, True)), None),
    ("question.not_yours", both(does(c.AskHand(1, 2, "hand_look")), does(c.AnswerQuestion(3, 1, True))),
     both(does(c.AskHand(1, 2, "hand_look")), does(c.AnswerQuestion(2, 1, True)))),
    ("question.not_yours", both(does(c.AskHand(1, 2, "hand_look")), does(c.AnswerQuestion(1, 1, True))),
     both(does(c.AskHand(1, 2, "hand_look")), does(c.AnswerQuestion(1, 1, False)))),
    ("words.long", both(does(c.AskHand(1, 2, "hand_look")), does(c.AnswerQuestion(2, 1, False, "x" * 201))),
     both(does(c.AskHand(1, 2, "hand_look")), does(c.AnswerQuestion(2, 1, False, "x" * 200)))),
    ("seat.muted", both(does(c.AskHand(2, 1, "hand_look")), muted, does(c.AnswerQuestion(1, 1, False, "x"))),
     both(does(c.AskHand(2, 1, "hand_look")), muted, does(c.AnswerQuestion(1, 1, False)))),
    # --- what else the pure rooms of the table refuse ---
    ("zone.none", lambda _: read_key("Draw pile"), lambda _: read_key("draw.2")),
    ("blanks.none", lambda t: check_blank(replace(t.table, blanks=0)), lambda t: check_blank(t.table)),
    ("card.out_of_reach", lambda t: check_eligible(t.table, 1, t.table.pieces[lying(t)].card),
     lambda t: check_eligible(t.table, 1, t.table.pieces[mine(t)].card)),
    ("card.out_of_reach", lambda t: check_eligible(t.table, 0, t.table.pieces[mine(t)].card),
     lambda t: check_eligible(t.table, 0, t.table.pieces[in_play(t, OTHERS)].card)),
    ("card.out_of_reach", both(OVER, lambda t: check_eligible(t.table, 0, 99)),
     both(OVER, lambda t: check_eligible(t.table, 0, 1))),
]  # fmt: skip


@pytest.mark.parametrize(("code", "refused", "done"), CASES, ids=[f"{n}-{case[0]}" for n, case in enumerate(CASES)])
def test_it_is_refused_for_that_reason_and_nearly_the_same_is_not(code: str, refused: Do, done: Do | None) -> None:
    with pytest.raises(Refused) as caught:
        refused(evening())
    assert caught.value.code == code
    assert slots_of(SENTENCES[code].sentence) <= {
        given for name, value in caught.value.facts.items() if value is not None for given in (name, f"{name}:,")
    }, "what the sentence names is given"
    if done is not None:
        done(evening())


SENT = {"verb.none"}  # tests/rules/test_verbs.py
TYPED = {"ask.shuffle_in", "text.no_question", "text.questions"}  # tests/rules/test_typed_lines.py


def test_every_refusal_of_a_table_has_its_case() -> None:
    found: set[str] = set()
    for path in sorted([*(PLAY / "verbs").glob("*.py"), *(PLAY / "table").glob("*.py")]):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                words = (one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant))
                found |= {str(word) for word in words if "." in str(word)}
    assert found - SENT - TYPED <= {case[0] for case in CASES}


def test_what_is_asked_first_is_noted_when_it_is_done_all_the_same() -> None:
    (noted, *_) = evening().do(c.Draw(2, confirmed=True))
    assert noted == ExceptionNoted(2, ("ask.not_your_turn",))
