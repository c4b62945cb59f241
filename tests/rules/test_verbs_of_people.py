"""What the other verbs do, fact by fact, on a table that is laid: marks, chance, turns, questions, people, the deck.

A row is a command, the facts that follow, the table where it is another than the one that is laid, and who is away.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cards.rules.kit import DVORAK, Deal, SeatsKit, Source
from play.table import events as e
from play.table.state import CardText, Piece, Question, Seat, Table
from play.table.zones import ZoneKey
from play.verbs import commands as c
from tests.rules.laid_table import (
    AREA,
    BEAS_AREA,
    BEAS_HAND,
    BEAS_STOCK,
    CARDS,
    DISCARD,
    DRAW,
    HAND,
    KIT,
    MARKET,
    STOCK,
    TABLE,
    done,
    turn,
)  # fmt: skip

ONE, TWO, THREE, *_ = TABLE.seats


def at(**changed: Any) -> Table:
    return replace(TABLE, **changed)


def seats(*changed: Seat) -> Table:
    by_number = {seat.number: seat for seat in changed}
    return at(seats=tuple(by_number.get(seat.number, seat) for seat in TABLE.seats))


FULL = turn(at(kit=replace(KIT, turn=replace(KIT.turn, hand_limit=1))), phase=2)
NO_DRAW = at(kit=replace(KIT, turn=replace(KIT.turn, draw=0, draw_if_empty=3)))
SMALL = replace(KIT, seats=SeatsKit(most=3))
HEAVY, NEWT = CardText(1, "1" * 64, copies=5000), CardText(10, "a" * 64, title="Newt")
BEFORE = replace(seats(replace(TWO, is_ready=True)), state="gathering", zones={}, pieces={})
GONE, ALONE = seats(replace(TWO, member=None)), at(seats=(ONE,))
ASKED = at(
    last_question=5,
    questions=(
        Question(4, "knock_out", 1, frozenset({2}), target=2),
        Question(5, "win", 1, frozenset({2, 3}), frozenset({2}), words="So"),
    ),
)
ASKED_TWICE = at(
    questions=(
        Question(4, "knock_out", 1, frozenset({2}), target=2), Question(5, "mute", 1, frozenset({5}), target=3),
        Question(6, "hand_look", 1, frozenset({2}), target=2),
    ),
)  # fmt: skip
WITHOUT = at(questions=(Question(4, "without", 1, frozenset({2, 5}), frozenset({5}), target=3),))
CLAIMED = at(  # who is away and out is not waited for
    seats=tuple(replace(seat, is_out=seat.number == 3) for seat in TABLE.seats),
    questions=(Question(4, "win", 1, frozenset({2, 3, 5}), frozenset({5}), words="So"),),
)


def agreed(about: Any, table: Table) -> Table:
    """All who are here have said yes to it; the game is paused."""
    question = replace(table.questions[0], about=about, yes=frozenset({2, 5}))
    return replace(table, paused_by=6, questions=(question,))


AGREED = at(paused_by=6, questions=(Question(5, "knock_out", 1, frozenset({2}), frozenset({2}), target=2),))
NEW = replace(KIT, counters=(), dice=())
NEXT = replace(NEW, zones=DVORAK.zones)
DECKS, NOWHERE_TO_GO = at(kit=replace(KIT, sources=(Source("stock"),))), at(kit=replace(KIT, sources=()))
ELSEWHERE = replace(
    NEW, zones=(*KIT.zones, replace(KIT.zones[-1], id="attic")), play_to="market", act_to="market", discard_to="attic",
    deals=(Deal("draw", "attic", 1),), sources=(Source("attic"),), hand="hand",
    turn=replace(KIT.turn, draw_from="attic", hand_limit=2),
)  # fmt: skip
DOWN = at(pieces={**TABLE.pieces, "m1": replace(TABLE.pieces["m1"], face_up=False)})
CHAIN = at(  # a1 carries a2, which carries a3 and b1; a1 and a2 are of one card; each seat has a pile for what leaves
    kit=replace(KIT, discard_to="stock"),
    pieces={
        **{id: piece for id, piece in TABLE.pieces.items() if id != "i2"}, "a2": Piece("a2", 1, True, onto="a1"),
        "a3": Piece("a3", 4, True, onto="a2"), "b1": Piece("b1", 5, True, onto="a2"),
    },
    zones={**TABLE.zones, BEAS_HAND: ("i1",)},
)  # fmt: skip
DEALS = replace(KIT, deals=(Deal("draw", "hand", 1), Deal("draw", "market", 1)))
READY = Table(
    kit=DEALS, cards={1: replace(CARDS[1], copies=8), 2: CARDS[2]}, seats=(replace(ONE, is_ready=True),
    replace(TWO, is_ready=True), Seat(3)),
)  # fmt: skip
UNREADY = replace(READY, seats=(replace(ONE, is_ready=True), TWO))
LONELY = replace(READY, kit=replace(DEALS, seats=SeatsKit(least=3)))
FEW = replace(
    LONELY, seats=(ONE, TWO, THREE), cards={1: CARDS[1]}, kit=replace(DEALS, seats=SeatsKit(4, first="first"))
)
BEGUN = e.GameBegun(
    1, (*(Piece(f"n{n}", 1) for n in range(1, 8)), Piece("n11", 2), Piece("n12", 2), Piece("n13", 1, True)),
    (
        (DRAW, ("n7", "n6", "n5", "n4", "n3", "n2", "n1")), (DISCARD, ()), (HAND, ("n11",)), (BEAS_HAND, ("n12",)),
        (AREA, ()), (BEAS_AREA, ()), (MARKET, ("n13",)), (STOCK, ()), (BEAS_STOCK, ()),
    ), 2,
)  # fmt: skip
BEGUN_FEW = e.GameBegun(
    1, (Piece("n4", 1), Piece("n5", 1), Piece("n6", 1)),
    (
        (DRAW, ()), (DISCARD, ()), (HAND, ("n4",)), (BEAS_HAND, ("n5",)), (ZoneKey("hand.3"), ("n6",)), (AREA, ()),
        (BEAS_AREA, ()), (ZoneKey("area.3"), ()), (MARKET, ()), (STOCK, ()), (BEAS_STOCK, ()), (ZoneKey("stock.3"), ()),
    ), 1,
)  # fmt: skip

DONE: list[Any] = [
    (c.TurnOver(1, "a1", False), [e.TurnedOver(1, "a1", False)]),
    (c.TurnOver(1, "a1", True), []),
    (c.TurnOver(1, "a3", True), [e.TurnedOver(1, "a3", True)]),
    (c.TurnOver(1, "b2", True, confirmed=True), [
        e.ExceptionNoted(1, ("ask.not_your_card",)), e.TurnedOver(1, "b2", True)]),
    (c.TurnOver(1, "b1", False), [e.TurnedOver(1, "b1", False)]),
    (c.Tap(1, "a1"), [e.PieceTapped(1, "a1", True)]),
    (c.Tap(1, "b1"), []),
    (c.Tap(1, "b1", False), [e.PieceTapped(1, "b1", False)]),
    (c.PointAt(1, "a1"), [e.PointedAt(1, "a1")]),
    (c.PointAt(1, "a1"), [], at(pointing=(1, "a1"))),
    (c.PointAt(2, "a1"), [e.PointedAt(2, "a1")], at(pointing=(1, "a1"))),
    (c.TurnOver(1, "m1", False), [e.TurnedOver(1, "m1", False)]),
    (c.WriteNote(1, "a1", "  mind \n this "), [e.NoteWritten(1, "a1", "mind this")]),
    (c.WriteNote(1, "a2", ""), [e.NoteWritten(1, "a2", "")]),
    (c.PutTokens(1, " Ritual ", 3, "a1"), [e.TokensPut(1, "Ritual", 3, "a1")]),
    (c.PutTokens(1, "Ritual", 2, "a1"), []),
    (c.PutTokens(1, "Ritual", 3), [e.TokensPut(1, "Ritual", 3, on=1)]),
    (c.PutTokens(1, "Slug", 1), []),
    (c.PutTokens(1, "Ritual", 3, on=2), [e.TokensPut(1, "Ritual", 3, on=2)]),
    (c.PutTokens(2, "Slug", 0, "", 1), [e.TokensPut(2, "Slug", 0, on=1)]),
    (c.SetCounter(1, "gold", 5), [e.CounterSet(1, "gold", 4, 5, 1)]),
    (c.SetCounter(1, "gold", 4), []),
    (c.SetCounter(1, "gold", 9, on=2), [e.CounterSet(1, "gold", 0, 9, 2)]),
    (c.SetCounter(1, "gold", 10, confirmed=True), [
        e.ExceptionNoted(1, ("ask.beyond",)), e.CounterSet(1, "gold", 4, 10, 1)]),
    (c.SetCounter(1, "gold", -1, confirmed=True), [
        e.ExceptionNoted(1, ("ask.beyond",)), e.CounterSet(1, "gold", 4, -1, 1)]),
    (c.SetCounter(1, "gold", more=2), [e.CounterSet(1, "gold", 4, 6, 1)]),
    (c.SetCounter(1, "gold", more=-5, confirmed=True), [
        e.ExceptionNoted(1, ("ask.beyond",)), e.CounterSet(1, "gold", 4, -1, 1)]),
    (c.SetCounter(1, "bank", -7, on=2, piece="a1"), [e.CounterSet(1, "bank", 2, -7)]),
    (c.SetCounter(1, "bank", 2), []),
    (c.SetCounter(1, "age", 4, on=2, piece="b1"), [e.CounterSet(1, "age", 3, 4, piece="b1")]),
    (c.SetCounter(1, "age", 3, piece="b1"), []),
    (c.Roll(1, ("d6", "coin")), [e.DiceRolled(1, (("d6", "smoke"), ("coin", "B")))]),
    (c.Roll(1, (), 2, 20), [e.DiceRolled(1, ((":d20", "20"), (":d20", "20")))]),
    (c.Roll(1), [e.DiceRolled(1, ((":d6", "6"),))]),
    (c.FlipCoin(1), [e.CoinFlipped(1, True)]),
    (c.ChooseSeat(1), [e.SeatChosen(1, 3)]),
    (c.ChooseSeat(1), [e.SeatChosen(1, 2)], seats(replace(THREE, is_out=True))),
    (c.ChoosePiece(1, HAND), [e.PieceChosen(1, HAND, "h3")]),
    (c.ChoosePiece(1, DISCARD), [e.PieceChosen(1, DISCARD, "x2")]),
    (c.EndPhase(1), [e.PhaseBegan(1, 2)]),
    (c.EndPhase(1), [e.TurnBegan(2, 5, 2)], turn(phase=2)),
    (c.EndPhase(1, confirmed=True), [
        e.ExceptionNoted(1, ("ask.not_drawn",)), e.PhaseBegan(1, 1)], turn(phase=0, drawn=0)),
    (c.EndPhase(2, confirmed=True), [e.ExceptionNoted(2, ("ask.not_your_turn",)), e.PhaseBegan(2, 2)]),
    (c.EndTurn(1), [e.TurnBegan(2, 5, 2)]),
    (c.EndTurn(1, confirmed=True), [e.ExceptionNoted(1, ("ask.not_drawn",)), e.TurnBegan(2, 5, 2)], turn(drawn=0)),
    (c.EndTurn(1, confirmed=True), [e.ExceptionNoted(1, ("ask.over_the_limit",)), e.TurnBegan(2, 5, 2)], FULL),
    (c.EndTurn(2, confirmed=True), [e.ExceptionNoted(2, ("ask.not_your_turn",)), e.TurnBegan(1, 5, 3)], turn(seat=3)),
    (c.EndPhase(1, confirmed=True), [e.ExceptionNoted(1, ("ask.not_drawn",)), e.TurnBegan(2, 5, 2)],
     turn(phase=2, drawn=0)),
    (c.EndTurn(1), [e.TurnBegan(2, 5, 2)], turn(NO_DRAW, drawn=0)),
    (c.SkipTurn(1, 3), [e.TurnToBeSkipped(1, 3)]),
    (c.ExtraTurn(1, 3), [e.ExtraTurnGiven(1, 3)]),
    (c.ComeBack(1, 2), [e.CameBack(1, 2)], seats(replace(TWO, is_out=True))),
    (c.KnockOut(1, 1), [e.KnockedOut(1, 1), e.TurnBegan(2, 5, 2)]),
    (c.KnockOut(1, 1), [e.KnockedOut(1, 1)], turn(seat=2)),
    (c.KnockOut(1, 2), [e.QuestionAsked(Question(1, "knock_out", 1, frozenset({2}), target=2))]),
    (c.KnockOut(1, 2), [e.QuestionAsked(Question(1, "knock_out", 1, frozenset({3, 5}), target=2))], TABLE, 2),
    (c.KnockOut(1, 1), [e.KnockedOut(1, 1), e.GameWon((3,), how="last_standing")], seats(replace(TWO, is_out=True))),
    (c.AskHand(1, 2, "hand_look"), [e.QuestionAsked(Question(1, "hand_look", 1, frozenset({2}), target=2, count=1))]),
    (c.AskHand(1, 2, "hand_take", 3), [
        e.QuestionAsked(Question(1, "hand_take", 1, frozenset({2}), target=2, count=3))]),
    (c.AskHand(1, 2, "hand_random"), [
        e.QuestionAsked(Question(1, "hand_random", 1, frozenset({3, 5}), target=2, count=1))], TABLE, 2),
    (c.AskTable(1, "win", words=" Three  Marrows "), [
        e.QuestionAsked(Question(1, "win", 1, frozenset({2, 3, 5}), words="Three Marrows"))]),
    (c.AskTable(1, "abandon"), [e.QuestionAsked(Question(1, "abandon", 1, frozenset({2, 3, 5})))]),
    (c.AskTable(1, "mute", 2, words="So"), [
        e.QuestionAsked(Question(1, "mute", 1, frozenset({3, 5}), target=2, words="So"))]),
    (c.AskTable(1, "without", 2), [e.QuestionAsked(Question(1, "without", 1, frozenset({3, 5}), target=2))], TABLE, 2),
    (c.AskTable(1, "without", 2), [e.QuestionAsked(Question(1, "without", 1, frozenset({5}), target=2))], TABLE, 2, 3),
    (c.AskTable(1, "win", words="So"), [
        e.QuestionAsked(Question(1, "win", 1, frozenset({2, 3, 5}), words="So"))], TABLE, 2, 3),
    (c.Speak(1, " Hm. "), [e.Said(1, "Hm.")]),
    (c.FreshPack(1, None), [e.PackOpened(1, None)]),
    (c.FreshPack(1, 0), [e.PackOpened(1, 0)]),
    (c.OpenTable(21, DVORAK, tuple(CARDS.values()), TABLE.rules), [
        e.TableOpened(21, DVORAK, tuple(CARDS.values()), TABLE.rules)], Table()),
    (c.OpenTable(21, KIT, (), (), True, True, False, 3), [
        e.TableOpened(21, KIT, (), (), True, True, False, 3)], Table()),
    (c.OpenTable(21, SMALL, (), (), seats=8), [e.TableOpened(21, SMALL, (), (), seats=3)], Table()),
    (c.OpenTable(21, KIT, (HEAVY,), (), seats=1), [
        e.TableOpened(21, KIT, (HEAVY,), (), seats=1)], Table()),
    (c.TakeSeat(14, 0, "Blue"), [e.SeatTaken(4, 14, "Blue")], BEFORE),
    (c.TakeSeat(14, 4), [e.SeatTaken(4, 14)], BEFORE),
    (c.TakeSeat(14), [e.SeatTaken(2, 14)], GONE),
    (c.TakeSeat(14, 2), [e.SeatTaken(2, 14)], GONE),
    (c.Stand(1), [e.SeatLeft(1), e.TurnBegan(2, 5, 2)]),
    (c.Stand(2), [e.SeatLeft(2)]),
    (c.Stand(1), [e.SeatLeft(1)], BEFORE),
    (c.Stand(1), [e.SeatLeft(1)], ALONE),
    (c.Stand(2), [e.SeatLeft(2), e.QuestionClosed(4, False)], ASKED),
    (c.Stand(2), [e.SeatLeft(2), e.QuestionClosed(4, False), e.QuestionClosed(6, False)], ASKED_TWICE),
    (c.Stand(2), [e.SeatLeft(2), e.QuestionClosed(4, True), e.GoneOnWithout(3)], WITHOUT, 3),
    (c.Stand(2), [e.SeatLeft(2), e.QuestionClosed(4, True), e.GameWon((1,), "So")], CLAIMED, 3),
    (c.AskHand(1, 2, "hand_look"), [
        e.QuestionAsked(Question(1, "hand_look", 1, frozenset({2}), target=2, count=1))], CLAIMED, 3),
    (c.KnockOut(1, 2), [e.QuestionAsked(Question(1, "knock_out", 1, frozenset({2}), target=2))], CLAIMED, 3),
    (c.Resume(6), [e.GameResumed(6), e.QuestionClosed(4, True), e.GameWon((1,), "So")], agreed("win", CLAIMED), 3),
    (c.Resume(7), [e.QuestionClosed(4, True), e.GameAbandoned(1)], agreed("abandon", CLAIMED), 3),
    (c.HandOver(1, 14), [e.SeatHandedOver(1, 14)]),
    (c.JoinTeam(1, 2), [e.TeamJoined(1, 2)]),
    (c.JoinTeam(1, 0), [e.TeamJoined(1, 0)]),
    (c.ChooseSide(1, "Red"), [e.SideChosen(1, "Red")], BEFORE),
    (c.ChooseSide(1, "Blue"), [], BEFORE),
    (c.ChooseSide(1, ""), [e.SideChosen(1, "")], BEFORE),
    (c.GetReady(1), [e.SeatReadied(1, True)], BEFORE),
    (c.GetReady(2, False), [e.SeatReadied(2, False)], BEFORE),
    (c.GetReady(1, False), [], BEFORE),
    (c.Begin(1), [BEGUN], READY),
    (c.Begin(1, confirmed=True), [e.ExceptionNoted(1, ("ask.not_ready",)), BEGUN], UNREADY),
    (c.Begin(2), [replace(BEGUN, seat=2)], UNREADY),
    (c.Begin(1, confirmed=True), [e.ExceptionNoted(1, ("ask.few_players",)), BEGUN], LONELY),
    (c.Begin(1, confirmed=True), [e.ExceptionNoted(1, ("ask.few_players", "ask.few_cards", "ask.not_ready")),
                                  BEGUN_FEW], FEW),
    (c.PlayAgain(1), [e.GathersAgain(1)], at(state="over")),
    (c.AnswerQuestion(2, 4, True), [
        e.QuestionAnswered(4, 2, True), e.QuestionClosed(4, True), e.KnockedOut(1, 2)], ASKED),
    (c.AnswerQuestion(2, 4, False), [e.QuestionAnswered(4, 2, False), e.QuestionClosed(4, False)], ASKED),
    (c.AnswerQuestion(2, 4, False, " So "), [e.QuestionAnswered(4, 2, False, "So"), e.QuestionClosed(4, False)], ASKED),
    (c.AnswerQuestion(1, 4, False), [e.QuestionClosed(4, False)], ASKED),
    (c.AnswerQuestion(3, 5, True), [
        e.QuestionAnswered(5, 3, True), e.QuestionClosed(5, True), e.GameWon((1,), "So")], ASKED),
    (c.PauseFor(6), [e.GamePaused(6)]),
    (c.PauseFor(6, True, "Newt"), [e.GamePaused(6, title="Newt")]),
    (c.PauseFor(6, True), [e.GamePaused(6, 2)], at(blanks=3)),
    (c.PauseFor(6, True), [e.GamePaused(6, 0)], at(blanks=0)),
    (c.PauseFor(6), [e.GamePaused(6, 3)], at(blanks=3)),
    (c.Resume(6, True, "Newt", "in"), [e.GameResumed(6, 4, "Newt", "in")], at(blanks=3, paused_by=6)),
    (c.Resume(6, False), [e.GameResumed(6, 3)], at(blanks=3, paused_by=6)),
    (c.Resume(6, True), [e.GameResumed(6)], at(paused_by=6)),
    (c.Resume(6, True, "Newt"), [e.GameResumed(6, 4, "Newt")], at(blanks=3)),
    (c.Resume(6, True, "Newt", "in"), [], at(blanks=3, paused_by=7)),
    (c.Resume(6), [e.GameResumed(6), e.QuestionClosed(5, True), e.KnockedOut(1, 2)], AGREED),
    (c.Resume(7), [], replace(AGREED, paused_by=6)),
    (c.CardEnters(NEWT, 2), [e.CardEntered(NEWT, (("n1", DRAW, 3, 0), ("n2", DRAW, 4, 0)))]),
    (c.CardEnters(NEWT, 2), [e.CardEntered(NEWT)], BEFORE),
    (c.CardEnters(NEWT, 2), [
        e.CardEntered(NEWT, (
            ("n1", STOCK, 1, 1), ("n2", STOCK, 2, 1), ("n3", BEAS_STOCK, 0, 2), ("n4", BEAS_STOCK, 1, 2),
            ("n5", ZoneKey("stock.3"), 0, 3), ("n6", ZoneKey("stock.3"), 1, 3),
        ))], DECKS),
    (c.CardEnters(replace(NEWT, side="Blue"), 1), [
        e.CardEntered(replace(NEWT, side="Blue"), (("n1", STOCK, 1, 1),))], DECKS),
    (c.CardEnters(NEWT, 1), [e.CardEntered(NEWT)], NOWHERE_TO_GO),
    (c.CardAmended(NEWT), [e.CardChanged(NEWT)]),
    (c.CardLeaves(1), [e.CardLeft(1, ("a1", "h1", "i2"), (e.Moved("a2", "a2", AREA, DISCARD, face_up=True),))]),
    (c.CardLeaves(1, 1), [e.CardLeft(1, ("i2",), is_repealed=False), e.CardChanged(replace(CARDS[1], copies=2))]),
    (c.CardLeaves(1, 2), [e.CardLeft(1, ("h1", "i2"), is_repealed=False), e.CardChanged(replace(CARDS[1], copies=1))]),
    (c.CardLeaves(10), [e.CardLeft(10, ())]),
    (c.CardLeaves(10, 1), [e.CardLeft(10, (), is_repealed=False)]),
    (c.RulesChanged(()), [e.RulesReplaced(())]),
    (c.KitReplaced(KIT), [e.KitChanged(KIT)]),
    (c.KitReplaced(NEW), [e.KitChanged(NEW)]),
    (c.KitReplaced(NEXT), [e.KitChanged(NEW), e.NextKitSet(NEXT)]),
    (c.KitReplaced(replace(NEXT, dice=())), [e.KitChanged(NEW), e.NextKitSet(NEXT)]),
    (c.KitReplaced(NEXT), [e.KitChanged(NEXT)], BEFORE),
    (c.BallotMoves(6), [e.BallotMoved(6)]),
    (c.TurnOver(1, "m1", True), [e.TurnedOver(1, "m1", True)], DOWN),
    (c.PutTokens(1, "New", 0), []),
    (c.SetCounter(1, "gold", 0), [e.CounterSet(1, "gold", 4, 0, 1)]),
    (c.AskTable(1, "without", 2), [e.QuestionAsked(Question(1, "without", 1, frozenset({3, 5}), target=2))], GONE),
    (c.RulesChanged(TABLE.rules), []),
    (c.KitReplaced(replace(KIT, zones=DVORAK.zones)), [e.NextKitSet(replace(KIT, zones=DVORAK.zones))]),
    (c.KitReplaced(ELSEWHERE), [e.KitChanged(replace(NEW, turn=replace(NEW.turn, hand_limit=2))),
                                e.NextKitSet(ELSEWHERE)]),
    (c.CardLeaves(1, 0), [e.CardLeft(1, (), is_repealed=False), e.CardChanged(CARDS[1])]),
    (c.CardLeaves(1), [
        e.CardLeft(1, ("a1", "a2", "h1"),
                   (e.Moved("a3", "n1", AREA, STOCK), e.Moved("b1", "n2", BEAS_AREA, BEAS_STOCK)))], CHAIN),
    (c.KnockOut(3, 3), [e.KnockedOut(3, 3)], seats(replace(ONE, team=0), replace(TWO, team=1))),
    (c.KnockOut(3, 3), [e.KnockedOut(3, 3), e.GameWon((1, 2), how="last_standing")],
     seats(replace(ONE, team=2))),
]  # fmt: skip


@pytest.mark.parametrize("row", DONE, ids=lambda row: type(row[0]).__name__)
def test_it_does_this_and_nothing_else(row: tuple[Any, ...]) -> None:
    command, facts, *more = row
    before, *away = more or [TABLE]
    assert list(done(command, before, *away)) == facts
