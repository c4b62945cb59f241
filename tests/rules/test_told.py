"""What a line of a table's log says, whole: every fact on a table that is laid, and every pair of eyes.

`{who}` is Maud wherever it stands. Each row is a fact, what everybody is told, and what certain seats are told instead.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from cards.rules.kit import Phase
from play.storage.store import happening
from play.table import events as e
from play.table.evolve import evolve
from play.table.narration import Kinds, Narration, called, phase_name, zone_name
from play.table.state import CardText, Question, RuleText, Table
from play.table.undoable import spills
from play.table.zones import ZoneKey
from play.verbs.telling import tell
from studio.kernel.messages import Message, english
from studio.log.states import Transition
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
)  # fmt: skip


def moved(piece: str, source: ZoneKey, to: ZoneKey, is_up: bool) -> e.Moved:
    return e.Moved(piece, f"n{piece}", source, to, 0, is_up)


def went(
    source: ZoneKey, to: ZoneKey, *pieces: str, how: e.How = "move", seat: int = 1, up: bool = False, under: int = 0
) -> e.PiecesMoved:
    return e.PiecesMoved(seat, how, tuple(moved(piece, source, to, up) for piece in pieces), under=under)


Line = tuple[int, str, str, int, tuple[int, ...]]


def line(sort: str, seat: int, words: str, about: int = 0, seen_by: tuple[int, ...] = ()) -> Line:
    assert sort in Kinds
    return seat, words, sort, about, seen_by


move, turn, mark, deck, people, talk = (partial(line, sort) for sort in Kinds)
RULE = TABLE.rules[0]
PAUSED = replace(TABLE, paused_by=6)
ASKED = replace(
    TABLE,
    questions=(
        Question(4, "undo", 1, frozenset({2}), frozenset({2})), Question(6, "win", 1, frozenset({2}), frozenset({2})),
        Question(5, "undo", 1, frozenset({2, 3}), frozenset({2})), Question(7, "undo", 1, frozenset()),
    ),
)  # fmt: skip

TOLD: list[Any] = [
    (e.PiecesMoved(1, "play", (), "Action"), None),
    (went(DRAW, HAND, "d1", "d2", how="draw"), move(1, "drew 2 cards", seen_by=(1,)), {1: "drew Goat and Elf"}),
    (went(HAND, AREA, "h1", how="play", up=True), move(1, "played Slug")),
    (went(HAND, BEAS_AREA, "h1", how="play", up=True, under=2), move(1, "played Slug under Maud", about=2)),
    (went(HAND, AREA, "h1", how="play"),
     move(1, "played a face-down card", seen_by=(1,)),
     {1: ("played Slug", (1,))}),
    (went(HAND, DISCARD, "h1", "h2", how="discard", up=True), move(1, "discarded Slug and Hat")),
    (went(HAND, DISCARD, "h3", how="discard_random", up=True), move(1, "discarded Frost at random")),
    (went(AREA, DISCARD, "a1", "a2", how="destroy", up=True), move(1, "destroyed Slug and Hat")),
    (went(DISCARD, AREA, "x1", how="play", up=True), move(1, "played Frost from the discard pile")),
    (went(HAND, BEAS_HAND, "h1", how="give", under=2),
     move(1, "gave a card to Maud", about=2, seen_by=(1,)),
     {1: ("gave Slug to Maud", ()), 2: ("gave Slug to Maud", ())}),
    (replace(went(HAND, BEAS_HAND, "h1", how="give", under=2), kind="Action"),
     move(1, "gave a card to Maud, for the turn's Action", about=2, seen_by=(1,)),
     {1: ("gave Slug to Maud, for the turn's Action", ()), 2: ("gave Slug to Maud, for the turn's Action", ())}),
    (went(DRAW, BEAS_HAND, "d1", how="give", under=2),
     move(1, "gave a card to Maud", about=2),
     {2: ("gave Goat to Maud", ())}),
    (went(DRAW, MARKET, "d1", "d2", how="fill", up=True), move(0, "The market is filled up with Goat and Elf")),
    (went(AREA, BEAS_AREA, "a1", how="give", under=2, up=True), move(1, "moved Slug over to Maud", about=2)),
    (went(AREA, BEAS_AREA, "a3", how="give", under=2),
     move(1, "moved a face-down card over to Maud", about=2, seen_by=(1,)),
     {1: ("moved Goat over to Maud", ()), 2: ("moved Goat over to Maud", ())}),
    (went(BEAS_HAND, HAND, "i1", how="take_random", under=2),
     move(1, "took a card at random from Maud", about=2, seen_by=(1, 2)),
     {1: "took Yak at random from Maud", 2: "took Yak at random from Maud"}),
    (went(HAND, BEAS_HAND, "h1", how="take_random", seat=2, under=1),
     move(2, "took a card at random from Maud", about=1, seen_by=(1, 2)),
     {1: "took Slug at random from Maud", 2: "took Slug at random from Maud"}),
    (went(DRAW, DRAW, "d1", "d2", how="put_back"), move(1, "put 2 cards back", seen_by=(1,))),
    (went(AREA, HAND, "a1"), move(1, "moved Slug from play into their own hand")),
    (went(AREA, HAND, "a1", seat=2), move(2, "moved Slug from play into a hand")),
    (went(AREA, BEAS_HAND, "a1", seat=2), move(2, "moved Slug from play into their own hand")),
    (went(AREA, BEAS_AREA, "a1", up=True), move(1, "moved Slug from play into play")),
    (went(AREA, DRAW, "a1"), move(1, "moved Slug from play to the draw pile")),
    (went(HAND, HAND, "h1"),
     move(1, "moved a card from hand into their own hand", seen_by=(1,)),
     {1: ("moved Slug from hand into their own hand", ())}),
    (went(HAND, BEAS_HAND, "h1", seat=1),
     move(1, "moved a card from hand into a hand", seen_by=(1,)),
     {1: ("moved Slug from hand into a hand", ()), 2: ("moved Slug from hand into a hand", ())}),
    (went(HAND, AREA, "h1", up=True), move(1, "moved Slug from hand into play")),
    (went(HAND, DRAW, "h1"),
     move(1, "moved a card from hand to the draw pile", seen_by=(1,)),
     {1: ("moved Slug from hand to the draw pile", ())}),
    (went(DRAW, HAND, "d1"),
     move(1, "moved a card from the draw pile into their own hand", seen_by=(1,)),
     {1: ("moved Goat from the draw pile into their own hand", ())}),
    (went(DRAW, BEAS_HAND, "d1"),
     move(1, "moved a card from the draw pile into a hand"),  # nobody looked who moved it
     {2: ("moved Goat from the draw pile into a hand", ())}),
    (went(DRAW, AREA, "d1", up=True), move(1, "moved Goat from the draw pile into play")),
    (went(DISCARD, DRAW, "x1", "x2"), move(1, "moved Frost and Owl from the discard pile to the draw pile")),
    (went(MARKET, DISCARD, "m1", up=True), move(1, "moved Owl from the market to the discard pile")),
    (went(DISCARD, STOCK, "x1"), move(1, "moved Frost from the discard pile to the stock")),
    (went(BEAS_HAND, HAND, "i1", "i2", how="take"),
     move(1, "moved 2 cards from hand into their own hand", seen_by=(1,)),
     {me: ("moved Yak and Slug from hand into their own hand", ()) for me in (1, 2)}),
    (went(AREA, DISCARD, "a1", "a3", how="leave", seat=0, up=True),
     move(0, "moved Slug and Goat from play to the discard pile")),
    (went(HAND, DISCARD, "h1", how="leave", seat=0, up=True), move(0, "moved Slug from hand to the discard pile")),
    (e.Attached(1, "a1", "b1"), move(1, "put Slug onto Elf")),
    (e.Attached(1, "a1", "a3"), move(1, "put Slug onto a face-down card"), {1: "put Slug onto Goat"}),
    (e.Attached(1, "a3", "a1"), move(1, "put a face-down card onto Slug"), {1: "put Goat onto Slug"}),
    (e.Detached(1, "a3"), move(1, "took a face-down card off"), {1: "took Goat off"}),
    (went(HAND, DRAW, "h1", how="leave", seat=0), move(0, "moved a card from hand to the draw pile"),
     {1: "moved Slug from hand to the draw pile"}),
    (e.Detached(1, "a2"), move(1, "took Hat off")),
    (e.Detached(0, "a2"), None),
    (e.PileShuffled(1, DRAW, (("d2", "n1"), ("d1", "n2"), ("d3", "n3"))), move(1, "shuffled the draw pile")),
    (e.PileShuffled(1, DRAW, (("d2", "n1"), ("d1", "n2"), ("d3", "n3"), ("x1", "n4"), ("x2", "n5")), DISCARD),
     move(1, "shuffled the discard pile into the draw pile")),
    (e.Revealed(1, ("h1", "h2")), move(1, "showed Slug and Hat to everybody")),
    (e.Revealed(1, ("h1",), (2,)),
     move(1, "showed a card to Maud", about=2, seen_by=(1, 2)),
     {1: "showed Slug to Maud", 2: "showed Slug to Maud"}),
    (e.Revealed(1, ("h1", "h2"), (3, 2)),
     move(1, "showed 2 cards to 2 players", seen_by=(1, 2, 3)),
     dict.fromkeys((1, 2, 3), "showed Slug and Hat to 2 players")),
    (e.LookingBegan(1, DRAW, ("d1",)), move(1, "is looking at the top of the draw pile", seen_by=(1,))),
    (e.LookingBegan(1, DRAW, ("d1", "d2")), move(1, "is looking at the top 2 of the draw pile", seen_by=(1,))),
    (e.LookingBegan(1, DRAW, ("d1", "d2", "d3"), True), move(1, "is searching the draw pile", seen_by=(1,))),
    (e.LookingBegan(1, BEAS_STOCK, ("d1",)), move(1, "is looking at the top of Maud's stock", about=2, seen_by=(1,))),
    (e.LookingBegan(1, STOCK, ("s1", "d1")), move(1, "is looking at the top 2 of their own stock", seen_by=(1,))),
    (e.LookingBegan(1, BEAS_HAND, ("i1", "i2")), move(1, "is looking at Maud's hand", about=2, seen_by=(1,))),
    (e.LookingBegan(1, BEAS_STOCK, ("d1", "d2")),
     move(1, "is looking at the top 2 of Maud's stock", about=2, seen_by=(1,))),
    (e.LookingBegan(1, BEAS_STOCK, ("d1",), True), move(1, "is searching Maud's stock", about=2, seen_by=(1,))),
    (e.LookingBegan(2, BEAS_STOCK, ("d1",)), move(2, "is looking at the top of their own stock", seen_by=(2,))),
    (e.LookingBegan(2, BEAS_STOCK, ("d1",), True), move(2, "is searching their own stock", seen_by=(2,))),
    (e.LookingEnded(1), None),
    (e.TurnedOver(1, "a3", True), mark(1, "turned Goat face up")),
    (e.TurnedOver(1, "a1", False), mark(1, "turned Slug face down")),
    (e.PointedAt(2, "a1"), talk(2, "points at Slug")),
    (e.PointedAt(2, "a3"), talk(2, "points at a face-down card"), {1: "points at Goat"}),
    (e.PieceTapped(1, "a1", True), mark(1, "tapped Slug")),
    (e.PieceTapped(1, "a3", True), mark(1, "tapped a face-down card"), {1: "tapped Goat"}),
    (e.TokensPut(1, "Slug", 1, "a3", on=2), mark(1, "changed Slug on a face-down card from 0 to 1"),
     {1: "changed Slug on Goat from 0 to 1"}),
    (e.NoteWritten(1, "a3", "So"), mark(1, "noted on a face-down card: So"), {1: "noted on Goat: So"}),
    (e.PieceTapped(2, "b1", False), mark(2, "untapped Elf")),
    (e.TokensPut(1, "Ritual", 5, "a1"), mark(1, "changed Ritual on Slug from 2 to 5")),
    (e.TokensPut(1, "Slug", 1, "a1"), mark(1, "changed Slug on Slug from 0 to 1")),
    (e.TokensPut(1, "Slug", 4, on=1), mark(1, "changed Slug from 1 to 4", about=1)),
    (e.TokensPut(2, "Slug", 4, on=1), mark(2, "changed Slug of Maud from 1 to 4", about=1)),
    (e.TokensPut(2, "Ritual", 4, on=2), mark(2, "changed Ritual from 0 to 4", about=2)),
    (e.CounterSet(1, "gold", 4, 5, 1), mark(1, "changed Gold from 4 to 5", about=1)),
    (e.CounterSet(1, "gold", 0, 5, 2), mark(1, "changed Gold of Maud from 0 to 5", about=2)),
    (e.CounterSet(1, "bank", 2, 3), mark(1, "changed Bank from 2 to 3")),
    (e.CounterSet(1, "age", 3, 4, 0, "b1"), mark(1, "changed Age on Elf from 3 to 4")),
    (e.CounterSet(1, "age", 3, 4, 0, "b2"),
     mark(1, "changed Age on a face-down card from 3 to 4"), {2: "changed Age on Bus from 3 to 4"}),
    (e.CounterSet(1, "gone", 3, 4), mark(1, "changed gone from 3 to 4")),
    (e.NoteWritten(1, "a1", "mind {this}"), mark(1, "noted on Slug: mind {this}")),
    (e.NoteWritten(1, "a2", ""), mark(1, "wiped the note off Hat")),
    (e.AbilityUsed(1, "a1"), move(1, "used Slug")),
    (e.AbilityUsed(1, "a3"), move(1, "used a face-down card"), {1: "used Goat"}),
    (e.DiceRolled(1, (("d6", "smoke"), ("coin", "B"), (":d20", "17"))),
     mark(1, "rolled Fire smoke, Coin B, 17 (d20)")),
    (e.CoinFlipped(2, True), mark(2, "flipped a coin: heads")),
    (e.CoinFlipped(2, False), mark(2, "flipped a coin: tails")),
    (e.SeatChosen(1, 2), mark(1, "let chance choose a player: Maud", about=2)),
    (e.PieceChosen(1, HAND, "h1"),
     mark(1, "let chance choose from the hand: a card"), {1: "let chance choose from the hand: Slug"}),
    (e.PieceChosen(1, DISCARD, "x2"), mark(1, "let chance choose from the discard pile: Owl")),
    (e.TurnBegan(2, 5, 3), turn(2, "begins a turn, round 3")),
    (e.PhaseBegan(1, 2), turn(1, "goes on to Discard")),
    (e.PhaseBegan(1, 9), turn(1, "goes on to Discard")),
    (e.TurnPassed(3), turn(3, "misses a turn")),
    (e.TurnToBeSkipped(1, 2), turn(1, "has Maud miss the next turn", about=2)),
    (e.ExtraTurnGiven(1, 2), turn(1, "gives Maud an extra turn", about=2)),
    (e.GameWon((2, 3), "Marrows"), turn(2, "wins together with Maud: Marrows", about=3)),
    (e.GameWon((2, 3), how="last_standing"), turn(2, "wins together with Maud: the last standing", about=3)),
    (e.GameWon((2,), "Marrows", "alone"), turn(2, "is alone at the table and claims the win: Marrows")),
    (e.GameWon((2,), how="alone"), turn(2, "is alone at the table and claims the win")),
    (e.GameWon((2,)), turn(2, "wins")),
    (e.GameWon((), "Marrows"), turn(0, "wins: Marrows")),
    (e.GameWon((2,), how="last_standing"), turn(2, "wins: the last standing")),
    (e.GameAbandoned(1), turn(0, "The game ends here")),
    (e.KnockedOut(1, 2), turn(1, "puts Maud out of the game", about=2)),
    (e.KnockedOut(2, 2), turn(2, "is out of the game", about=2)),
    (e.CameBack(1, 2), turn(2, "is back in the game")),
    (e.GoneOnWithout(2), people(0, "The others go on without Maud", about=2)),
    (e.Muted(2, True), people(2, "is to be quiet for a while")),
    (e.Muted(2, False), people(2, "may speak again")),
    (e.TableOpened(11, KIT, (), ()), people(0, "The table is laid")),
    (e.SeatTaken(4, 14), people(4, "sits down")),
    (e.SeatLeft(2), people(2, "gets up from the table")),
    (e.SeatLeft(2, removed=True), people(2, "leaves the table, as the others asked")),
    (e.SeatHandedOver(2, 14), people(2, "takes over this seat")),
    (e.TeamJoined(1, 2), people(1, "joins team 2")),
    (e.TeamJoined(1, 0), people(1, "plays alone")),
    (e.SideChosen(1, "Red"), people(1, "plays Red")),
    (e.SideChosen(1, ""), people(1, "plays no side")),
    (e.SeatReadied(1, True), people(1, "is ready")),
    (e.SeatReadied(1, False), people(1, "is not ready")),
    (e.GameBegun(1, (), (), 2), turn(1, "dealt; Maud begins", about=2)),
    (e.GathersAgain(1), turn(0, "Another game of the same deck")),
    (e.QuestionAsked(Question(1, "hand_look", 1, frozenset({2}), target=2)),
     people(1, "asks to look into Maud's hand", about=2)),
    (e.QuestionAsked(Question(1, "hand_take", 1, frozenset({2}), target=2)),
     people(1, "asks to take a card from Maud's hand", about=2)),
    (e.QuestionAsked(Question(1, "hand_random", 1, frozenset({2}), target=2)),
     people(1, "asks for a random card from Maud's hand", about=2)),
    (e.QuestionAsked(Question(1, "knock_out", 1, frozenset({2}), target=2)),
     people(1, "asks whether Maud is out of the game", about=2)),
    (e.QuestionAsked(Question(1, "undo", 1, frozenset({2}), to=7)), people(1, "asks to take that back")),
    (e.QuestionAsked(Question(1, "win", 1, frozenset({2}))), people(1, "claims the win")),
    (e.QuestionAsked(Question(1, "abandon", 1, frozenset({2}))), people(1, "asks to end the game here")),
    (e.QuestionAsked(Question(1, "without", 1, frozenset({2}), target=2)),
     people(1, "asks to go on without Maud", about=2)),
    (e.QuestionAsked(Question(1, "remove", 1, frozenset({2}), target=2)),
     people(1, "asks Maud to leave the table", about=2)),
    (e.QuestionAsked(Question(1, "mute", 1, frozenset({2}), target=2)),
     people(1, "asks for quiet from Maud", about=2)),
    (e.QuestionAsked(Question(1, "unmute", 1, frozenset({2}), target=2)),
     people(1, "asks to hear Maud again", about=2)),
    (e.QuestionAsked(Question(1, "undo", 1, frozenset({2}), words="So")), people(1, "asks to take that back: So")),
    (e.QuestionAsked(Question(1, "win", 1, frozenset({2}), words="So")), people(1, "claims the win: So")),
    (e.QuestionAsked(Question(1, "abandon", 1, frozenset({2}), words="So")),
     people(1, "asks to end the game here: So")),
    (e.QuestionAsked(Question(1, "without", 1, frozenset({2}), target=2, words="So")),
     people(1, "asks to go on without Maud: So", about=2)),
    (e.QuestionAsked(Question(1, "remove", 1, frozenset({2}), target=2, words="So")),
     people(1, "asks Maud to leave the table: So", about=2)),
    (e.QuestionAsked(Question(1, "mute", 1, frozenset({2}), target=2, words="So")),
     people(1, "asks for quiet from Maud: So", about=2)),
    (e.QuestionAsked(Question(1, "unmute", 1, frozenset({2}), target=2, words="So")),
     people(1, "asks to hear Maud again: So", about=2)),
    (e.QuestionAnswered(1, 2, True), people(2, "agrees")),
    (e.QuestionAnswered(1, 2, False), people(2, "does not agree")),
    (e.QuestionAnswered(1, 2, False, "Two are sheep"), people(2, "does not agree: Two are sheep")),
    (e.QuestionAnswered(1, 2, True, "Well done"), people(2, "agrees: Well done")),
    (e.QuestionClosed(4, False), None),
    (e.TakenBack(5), turn(0, "That was taken back")), (e.TakenBack(5, by=2), turn(2, "took that back")),
    (e.Said(1, "{who} & so on"), talk(1, "{who} & so on «said at the table»")),
    (e.CardEntered(CardText(10, "a" * 64, title="Newt")), deck(0, "Newt is in the deck")),
    (e.CardEntered(CardText(10, "a" * 64, title="Newt"), (("n", DRAW, 1, 0),)),
     deck(0, "Newt is in the deck, shuffled into the draw pile; nobody knows where")),
    (e.CardChanged(CardText(1, "a" * 64, title="Newt")), deck(0, "Newt reads differently from now on")),
    (e.CardChanged(replace(CARDS[1], copies=4)), None),
    (e.CardChanged(CardText(10, "a" * 64, title="Newt")), deck(0, "Newt reads differently from now on")),
    (e.CardLeft(1, ("a1", "h1", "i2")), deck(0, "Slug leaves the deck")),
    (e.CardLeft(1, ("h1",), is_repealed=False), deck(0, "There are fewer of Slug now")),
    (e.CardLeft(10, ()), deck(0, "Card 10 leaves the deck")),
    (e.RulesReplaced(()), deck(0, "§9 Frugality holds no longer")),
    (e.RulesReplaced((RULE,)), deck(0, "The Special Rules have changed")),
    (e.RulesReplaced((RULE, RuleText(10, "b" * 64, (), "Haste"))), deck(0, "§10 Haste holds from now on")),
    (e.RulesReplaced((RuleText(9, "b" * 64, (), "Thrift"),)), deck(0, "§9 Thrift holds in other words now")),
    (e.RulesReplaced((RuleText(10, "b" * 64, (), "Haste"),)), deck(0, "The Special Rules have changed")),
    (e.RulesReplaced((RULE, RuleText(10, "b" * 64))), deck(0, "The Special Rules have changed")),
    (e.KitChanged(KIT), deck(0, "Other things lie on the table now")),
    (e.NextKitSet(KIT), deck(0, "The next game has other places for cards; these stay as they lie")),
    (e.GamePaused(6, None, "Newt"), deck(0, "The game waits for the vote on Newt")),
    (e.GamePaused(6, None), deck(0, "The game waits for the vote on proposal 6")),
    (e.GameResumed(6, None, "Newt", "in"), None),
    (e.PackOpened(1, None), deck(1, "lets blanks be unlimited")),
    (e.PackOpened(1, 0), deck(1, "takes all blanks off the table")),
    (e.PackOpened(1, 1), deck(1, "puts 1 blank on the table")),
    (e.PackOpened(1, 20), deck(1, "puts 20 blanks on the table")),
    (e.BallotMoved(6), None),
    (e.QuestionClosed(4, True), None, ASKED),
    (e.QuestionClosed(4, False),
     people(0, "It stays as it is: something has been seen since then, or it is too long ago"), ASKED),
    (e.QuestionClosed(5, False), people(0, "It stays as it is"), ASKED),
    (e.QuestionClosed(6, False), people(0, "It stays as it is"), ASKED),
    (e.QuestionClosed(7, False), people(0, "It stays as it is"), ASKED),
    (e.GameResumed(6, None, "Newt", "in"), deck(0, "Newt: agreed. The game goes on"), PAUSED),
    (e.GameResumed(6, None, "Newt", "aside"), deck(0, "Newt: not this time. The game goes on"), PAUSED),
    (e.GameResumed(6, None, "Newt", "withdrawn"), deck(0, "Newt: taken back. The game goes on"), PAUSED),
    (e.GameResumed(6, None, "Newt"), deck(0, "The game goes on"), PAUSED),
    (e.VoterExcused(6, 2, "Newt"), (0, "The vote on Newt goes on without Maud", "deck", 2, ()), PAUSED),
    (e.GameResumed(6, None, "", "in"), deck(0, "The game goes on"), PAUSED),
]  # fmt: skip


@pytest.mark.parametrize("row", TOLD, ids=lambda row: type(row[0]).__name__)
def test_a_fact_is_told_to_everybody_as_far_as_they_could_see_it(row: tuple[e.Event, Line | None, Any]) -> None:
    fact, everybody, *more = row
    before = next((one for one in more if isinstance(one, Table)), TABLE)
    others: dict[int, Any] = next((one for one in more if isinstance(one, dict)), {})
    after = before if isinstance(fact, e.TakenBack) else evolve(before, fact)
    for me in range(4):
        expected = everybody
        if me in others:
            assert everybody is not None
            seat, _, sort, about, seen_by = everybody
            words, seen_by = others[me] if isinstance(others[me], tuple) else (others[me], seen_by)
            expected = (seat, words, sort, about, seen_by)
        assert as_line(tell(before, fact, after, me)) == expected, me
    read = happening(Transition(1, None, datetime.now(UTC), fact, before, after))
    for entry in (read, read.without_tables()):
        assert entry.told_apart == {me for me in others if as_line(tell(before, fact, after, me)) != everybody}
        assert [entry.told_to(me) for me in range(4)] == [tell(before, fact, after, me) for me in range(4)]
        assert (entry.spills, entry.then, entry.now) == (spills(before, fact), before.scene, after.scene)


def as_line(told: Narration | None) -> Line | None:
    if told is None:
        return None
    context = f" «{told.words.context}»" if told.words.context else ""  # by which translators tell it apart
    return told.seat, english(told.words.given(who="Maud")) + context, told.sort, told.about, told.seen_by


EXCEPTIONS = {
    "ask.not_your_turn": "out of turn",
    "ask.other_phase": "outside its part of the turn",
    "ask.played_enough": "one more than the turn allows",
    "ask.kind_denied": "although a rule denies it",
    "ask.used_enough": "used again",
    "ask.not_your_card": "somebody else's card",
    "ask.draw_more": "more than the turn's draw",
    "ask.not_drawn": "without drawing",
    "ask.over_the_limit": "over the hand limit",
    "ask.free_discard": "a free discard",
    "ask.from_hand": "straight from the hand",
    "ask.zone_full": "beyond the room there",
    "ask.beyond": "beyond its bounds",
    "ask.knock_out": "by a card or a rule",
    "ask.few_players": "fewer players than it wants",
    "ask.few_cards": "fewer than five cards a player",
    "ask.not_ready": "not everybody was ready",
    "ask.later": "ask.later",
}


@pytest.mark.parametrize("code", EXCEPTIONS)
def test_an_exception_is_told_by_what_it_was(code: str) -> None:
    told = tell(TABLE, e.ExceptionNoted(1, (code, "ask.beyond")), TABLE, 0)
    assert as_line(told) == mark(1, f"made an exception ({EXCEPTIONS[code]}, beyond its bounds)")


def test_what_is_ours_is_a_message_to_be_translated_and_what_a_deck_calls_its_own_is_not() -> None:
    ours, own = zone_name(TABLE, DRAW), zone_name(TABLE, MARKET)
    assert isinstance(ours, Message) and ours.text == "draw pile" and own == "market"
    assert zone_name(replace(TABLE, kit=replace(KIT, zones=(replace(KIT.zones[0], id="heap"),))), ZoneKey("heap")) == (
        "draw pile"
    )
    assert zone_name(TABLE, ZoneKey("gone.2")) == "gone.2"
    assert isinstance(phase_name(KIT.turn.phases[0]), Message) and phase_name(Phase("feed", "Draw")) == "Draw"
    assert type(called(TABLE, "a1", 1)) is str, "a sentence about one card does not set its title apart"
    shown = tell(TABLE, e.Revealed(1, ("h1", "h2"), (2, 3)), TABLE, 1)
    assert shown is not None and shown.words.text == "showed {cards} to {count} player"
