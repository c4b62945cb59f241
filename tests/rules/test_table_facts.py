"""What each fact changes of a table, and that it changes nothing else: every one told a second time on a full table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from cards.rules.kit import DVORAK, CounterKit, DieKit
from play.table import events as e
from play.table.evolve import evolve, steps
from play.table.state import CardText, Looking, Piece, Question, RuleText, Seat, Table, Turn
from play.table.zones import ZoneKey

DRAW, DISCARD = ZoneKey("draw"), ZoneKey("discard")
HAND, AREA, THEIRS = ZoneKey("hand.1"), ZoneKey("area.1"), ZoneKey("area.2")
KIT = replace(
    DVORAK, counters=(CounterKit("gold", "Gold"),), dice=(DieKit("d6", "Die"), DieKit("coin", "Coin", ("A", "B")))
)
NEXT = replace(KIT, sides=("Red", "Blue"))
CARDS = {n: CardText(n, f"{n:064x}", title=f"Card {n}") for n in (1, 2, 3)}
MARKED = Piece("a", 1, True, True, "", 2, (("Slug", 2),), (("age", 1), ("gold", 3)), "mind this", frozenset({2}))
TABLE = Table(
    kit=KIT, cards=CARDS, rules=(RuleText(3, "c" * 64),),
    seats=(
        Seat(1, 11, True, 1, "Red", False, False, (("gold", 1),), (("Slug", 1),)),
        Seat(2, 12, True, 2, "Blue", True, True, (("gold", 2),), (("Slug", 3),)), Seat(3, None, side="Red"),
    ),
    zones={DRAW: ("d", "f"), DISCARD: ("x",), HAND: ("h",), AREA: ("a", "b"), THEIRS: ()},
    pieces={
        "d": Piece("d", 1), "f": Piece("f", 3, side=2), "x": Piece("x", 2, True, side=1), "h": Piece("h", 2, side=1),
        "a": MARKED, "b": Piece("b", 3, True, onto="a", known_to=frozenset({1})),
    },
    counters=(("bank", 2),), dice=(("coin", 1),),
    turn=Turn(4, 2, 1, 1, 1, (("Thing", 1),), (("a", 1),), (2, 3), frozenset({1, 2})),
    state="playing", paused_by=5, last_question=2,
    questions=(Question(1, "win", 1, frozenset({2, 3})), Question(2, "undo", 2, frozenset({1, 3}), to=7)),
    looking=(Looking(1, DRAW, ("d",)), Looking(2, DISCARD, ("x",))), winners=(2,), host=11, is_creative=True,
    any_card=True, allows_spectators=False, blanks=6, games=3, shown_out=frozenset({14, 15}),
    hushed=frozenset({12, 14}), removals=2, next_kit=NEXT,
)  # fmt: skip
ONE, TWO, THREE = TABLE.seats
TURN, EMPTY = TABLE.turn, frozenset[int]()


def seats(one: Seat = ONE, two: Seat = TWO, three: Seat = THREE) -> dict[str, Any]:
    return {"seats": (one, two, three)}


def piece(id: str, **changed: Any) -> dict[str, Any]:
    return {"pieces": {**TABLE.pieces, id: replace(TABLE.pieces[id], **changed)}}


def turn(**changed: Any) -> dict[str, Any]:
    return {"turn": replace(TURN, **changed)}


FIRST, SECOND = TABLE.questions
FRESH = {"counters": (), "dice": (), "winners": (), "questions": (), "looking": ()}
OVER = {"state": "over", "questions": (), "looking": ()}
AGAIN = tuple(replace(s, is_ready=False, is_out=False, counters=(), tokens=()) for s in TABLE.seats)
DEALT = Piece("n", 1)

CHANGES: Mapping[str, tuple[e.Event, dict[str, Any]]] = {
    "a game begins": (
        e.GameBegun(1, (DEALT,), ((DRAW, ("n",)),), 2),
        {**FRESH, "games": 4, "pieces": {"n": DEALT}, "zones": {DRAW: ("n",)}, "turn": Turn(1, 1, 2, first=2),
         "seats": AGAIN},
    ),
    "all is gathered up": (
        e.GathersAgain(1),
        {**FRESH, "state": "gathering", "kit": NEXT, "next_kit": None, "zones": {}, "pieces": {}, "turn": Turn(),
         "seats": AGAIN},
    ),
    "somebody sits down": (
        e.SeatTaken(3, 14), seats(three=replace(THREE, member=14, is_muted=True)) | {"shown_out": frozenset({15})},
    ),
    "somebody sits down on a side": (e.SeatTaken(3, 13, "Blue"), seats(three=replace(THREE, member=13, side="Blue"))),
    "somebody sits where one was out": (
        e.SeatTaken(2, 13), seats(two=replace(TWO, member=13, is_out=False, is_muted=False)),
    ),
    "somebody gets up": (
        e.SeatLeft(2), seats(two=replace(TWO, member=None, is_ready=False, is_muted=False))
        | {"looking": TABLE.looking[:1]},
    ),
    "somebody is shown out": (
        e.SeatLeft(2, removed=True), seats(two=replace(TWO, member=None, is_ready=False, is_muted=False))
        | {"looking": TABLE.looking[:1], "shown_out": frozenset({12, 14, 15}), "removals": 3},
    ),
    "nobody is shown out": (e.SeatLeft(3, removed=True), {}),
    "a seat is handed over": (
        e.SeatHandedOver(1, 14), seats(replace(ONE, member=14, is_muted=True)) | {"shown_out": frozenset({15})},
    ),
    "a seat is handed over to one who may speak": (
        e.SeatHandedOver(2, 13), seats(two=replace(TWO, member=13, is_muted=False)),
    ),
    "a team": (e.TeamJoined(1, 2), seats(replace(ONE, team=2))),
    "a side": (e.SideChosen(1, "Blue"), seats(replace(ONE, side="Blue"))),
    "ready": (e.SeatReadied(3, True), seats(three=replace(THREE, is_ready=True))),
    "not ready": (e.SeatReadied(1, False), seats(replace(ONE, is_ready=False))),
    "quiet": (e.Muted(1, True), seats(replace(ONE, is_muted=True)) | {"hushed": frozenset({11, 12, 14})}),
    "quiet where nobody sits": (e.Muted(3, True), seats(three=replace(THREE, is_muted=True))),
    "heard again": (e.Muted(2, False), seats(two=replace(TWO, is_muted=False)) | {"hushed": frozenset({14})}),
    "knocked out": (e.KnockedOut(2, 1), seats(replace(ONE, is_out=True))),
    "gone on without": (e.GoneOnWithout(1), seats(replace(ONE, is_out=True))),
    "back in the game": (e.CameBack(1, 2), seats(two=replace(TWO, is_out=False))),
    "said": (e.Said(1, "Hm."), {}), "noted": (e.ExceptionNoted(1, ("ask.not_drawn",)), {}),
    "a seat chosen": (e.SeatChosen(1, 2), {}), "a piece chosen": (e.PieceChosen(1, DRAW, "d"), {}),
    "a coin": (e.CoinFlipped(1, True), {"thrown": ((":coin", 1, "heads"),)}), "a ballot moved": (e.BallotMoved(5), {}),
    "asked": (
        e.QuestionAsked(Question(3, "win", 2, frozenset({1}))),
        {"questions": (FIRST, SECOND, Question(3, "win", 2, frozenset({1}))), "last_question": 3},
    ),
    "yes": (e.QuestionAnswered(1, 2, True), {"questions": (replace(FIRST, yes=frozenset({2})), SECOND)}),
    "no": (e.QuestionAnswered(2, 1, False), {"questions": (FIRST, replace(SECOND, no=frozenset({1})))}),
    "closed": (e.QuestionClosed(1, True), {"questions": (SECOND,)}),
    "dice": (
        e.DiceRolled(1, (("d6", "6"), (":d8", "3"))), {"dice": (("coin", 1), ("d6", 5)), "thrown": (("d6", 1, "6"),)},
    ),
    "a die again": (e.DiceRolled(1, (("coin", "A"),)), {"dice": (("coin", 0),), "thrown": (("coin", 1, "A"),)}),
    "won": (e.GameWon((1,)), {**OVER, "winners": (1,)}), "abandoned": (e.GameAbandoned(1), {**OVER, "winners": ()}),
    "a phase": (e.PhaseBegan(1, 2), turn(phase=2)),
    "a turn": (e.TurnBegan(2, 5, 2), {"turn": Turn(5, 2, 2, extra=(2, 3), skipped=frozenset({1}))}),
    "an extra turn": (e.TurnBegan(2, 5, 2, is_extra=True), {"turn": Turn(5, 2, 2, extra=(3,), skipped=frozenset({1}))}),
    "passed over": (e.TurnPassed(1), turn(skipped=frozenset({2}))),
    "to be skipped": (e.TurnToBeSkipped(1, 3), turn(skipped=frozenset({1, 2, 3}))),
    "a turn more": (e.ExtraTurnGiven(2, 1), turn(extra=(2, 3, 1))),
    "an ability": (e.AbilityUsed(1, "b"), turn(activated=(("a", 1), ("b", 1)))),
    "an ability again": (e.AbilityUsed(1, "a"), turn(activated=(("a", 2),))),
    "attached": (e.Attached(1, "a", "b"), piece("a", onto="b")), "detached": (e.Detached(1, "b"), piece("b", onto="")),
    "turned over": (e.TurnedOver(1, "a", False), piece("a", face_up=False, known_to=EMPTY)),
    "pointed at": (e.PointedAt(2, "a"), {"pointing": (2, "a")}),
    "tapped": (e.PieceTapped(1, "b", True), piece("b", tapped=True)),
    "a note": (e.NoteWritten(1, "b", "So"), piece("b", note="So")),
    "shown to one": (e.Revealed(1, ("a",), (1,)), piece("a", known_to=frozenset({1, 2}))),
    "shown to all": (e.Revealed(1, ("h",)), piece("h", known_to=frozenset({1, 2, 3}))),
    "looking": (
        e.LookingBegan(1, DISCARD, ("x",), True, 2),
        {"looking": (TABLE.looking[1], Looking(1, DISCARD, ("x",), True, 2))},
    ),
    "no longer looking": (e.LookingEnded(1), {"looking": TABLE.looking[1:]}),
    "a counter": (e.CounterSet(1, "bank", 2, 0), {"counters": (("bank", 0),)}),
    "another counter": (e.CounterSet(1, "age", 0, 4), {"counters": (("age", 4), ("bank", 2))}),
    "a counter of a seat": (e.CounterSet(1, "gold", 2, 5, on=2), seats(two=replace(TWO, counters=(("gold", 5),)))),
    "a counter on a card": (e.CounterSet(1, "gold", 3, 0, piece="a"), piece("a", counters=(("age", 1), ("gold", 0)))),
    "a token": (
        e.TokensPut(1, "Ant", 1, on=1),
        {**seats(replace(ONE, tokens=(("Ant", 1), ("Slug", 1)))), "named_tokens": ("Ant",)},
    ),
    "no token": (e.TokensPut(1, "Slug", 0, piece="a"), {**piece("a", tokens=()), "named_tokens": ("Slug",)}),
    "paused": (e.GamePaused(6, 4), {"paused_by": 6, "blanks": 4}),
    "resumed": (e.GameResumed(5, 4), {"paused_by": None, "blanks": 4}), "a pack": (e.PackOpened(1, 9), {"blanks": 9}),
    "a vote without somebody": (e.VoterExcused(5, 2, "Newt"), {}),
    "rules": (e.RulesReplaced(()), {"rules": ()}), "a kit": (e.KitChanged(NEXT), {"kit": NEXT, "next_kit": None}),
    "the next kit": (e.NextKitSet(KIT), {"next_kit": KIT}),
    "a card changes": (e.CardChanged(CardText(2, "e" * 64)), {"cards": {**CARDS, 2: CardText(2, "e" * 64)}}),
    "a card enters": (
        e.CardEntered(CardText(4, "e" * 64), (("n", DRAW, 1, 2),)),
        {"cards": {**CARDS, 4: CardText(4, "e" * 64)}, "zones": {**TABLE.zones, DRAW: ("d", "n", "f")},
         "pieces": {**TABLE.pieces, "n": Piece("n", 4, side=2)}},
    ),
    "a card enters a zone that was not there": (
        e.CardEntered(CardText(4, "e" * 64), (("n", ZoneKey("draw.1"), 0, 1),)),
        {"cards": {**CARDS, 4: CardText(4, "e" * 64)}, "zones": {**TABLE.zones, ZoneKey("draw.1"): ("n",)},
         "pieces": {**TABLE.pieces, "n": Piece("n", 4, side=1)}},
    ),
    "a card leaves": (
        e.CardLeft(1, ("d",)),
        {"cards": {n: card for n, card in CARDS.items() if n != 1}, "zones": {**TABLE.zones, DRAW: ("f",)},
         "pieces": {id: p for id, p in TABLE.pieces.items() if id != "d"},
         "looking": (Looking(1, DRAW, ()), TABLE.looking[1])},
    ),
    "a copy leaves": (
        e.CardLeft(2, ("x",), (e.Moved("b", "b2", AREA, DISCARD, 1, True),), is_repealed=False),
        {"zones": {**TABLE.zones, DISCARD: ("b2",), AREA: ("a",)},
         "pieces": {id: p for id, p in TABLE.pieces.items() if id not in "xb"} | {"b2": Piece("b2", 3, True)},
         "looking": (TABLE.looking[0], Looking(2, DISCARD, ()))},
    ),
    "drawn": (
        e.PiecesMoved(1, "draw", (e.Moved("d", "n", DRAW, HAND, 1), e.Moved("f", "o", DRAW, HAND, 0))),
        {"zones": {**TABLE.zones, DRAW: (), HAND: ("o", "h", "n")}, **turn(drawn=3),
         "pieces": {id: p for id, p in TABLE.pieces.items() if id not in "df"}
         | {"n": Piece("n", 1), "o": Piece("o", 3, side=2)},
         "looking": (Looking(1, DRAW, ()), TABLE.looking[1])},
    ),
    "played": (
        e.PiecesMoved(1, "play", (e.Moved("h", "n", HAND, AREA, 2, True),), kind="Thing"),
        {"zones": {**TABLE.zones, HAND: (), AREA: ("a", "b", "n")}, **turn(played=(("Thing", 2),)),
         "pieces": {id: p for id, p in TABLE.pieces.items() if id != "h"} | {"n": Piece("n", 2, True, side=1)}},
    ),
    "played first of its kind": (
        e.PiecesMoved(1, "play", (e.Moved("h", "n", HAND, AREA, 2, True),), kind="Action"),
        {"zones": {**TABLE.zones, HAND: (), AREA: ("a", "b", "n")}, **turn(played=(("Action", 1), ("Thing", 1))),
         "pieces": {id: p for id, p in TABLE.pieces.items() if id != "h"} | {"n": Piece("n", 2, True, side=1)}},
    ),
    "drawn out of turn": (
        e.PiecesMoved(2, "draw", (e.Moved("d", "n", DRAW, ZoneKey("hand.2")),)),
        {"zones": {**TABLE.zones, DRAW: ("f",), ZoneKey("hand.2"): ("n",)},
         "pieces": {id: p for id, p in TABLE.pieces.items() if id != "d"} | {"n": Piece("n", 1)},
         "looking": (Looking(1, DRAW, ()), TABLE.looking[1])},
    ),
    "moved from area to area with all that is on it": (
        e.PiecesMoved(1, "move", (e.Moved("a", "a", AREA, THEIRS, 0, False),)),
        {"zones": {**TABLE.zones, AREA: ("b",), THEIRS: ("a",)}, **piece("a", face_up=False)},
    ),
    "put away with nothing that is on it": (
        e.PiecesMoved(1, "destroy", (e.Moved("a", "a", AREA, DISCARD, 0, True),)),
        {"zones": {**TABLE.zones, AREA: ("b",), DISCARD: ("a", "x")},
         "pieces": {**TABLE.pieces, "a": Piece("a", 1, True, side=2), "b": replace(TABLE.pieces["b"], onto="")}},
    ),
    "moved from area to area under another name": (
        e.PiecesMoved(1, "move", (e.Moved("a", "n", AREA, THEIRS, 0, True),)),
        {"zones": {**TABLE.zones, AREA: ("b",), THEIRS: ("n",)},
         "pieces": {**{id: p for id, p in TABLE.pieces.items() if id != "a"}, "n": replace(MARKED, id="n"),
                    "b": replace(TABLE.pieces["b"], onto="")}},
    ),
    "played out of turn": (
        e.PiecesMoved(2, "play", (e.Moved("b", "b", AREA, THEIRS, 0, True),), kind="Thing"),
        {"zones": {**TABLE.zones, AREA: ("a",), THEIRS: ("b",)}},
    ),
    "played as nothing that counts": (
        e.PiecesMoved(1, "play", (e.Moved("b", "b", AREA, THEIRS, 0, True),)),
        {"zones": {**TABLE.zones, AREA: ("a",), THEIRS: ("b",)}},
    ),
    "shuffled": (
        e.PileShuffled(1, DRAW, (("f", "m"), ("d", "n"))),
        {"zones": {**TABLE.zones, DRAW: ("m", "n")}, "looking": TABLE.looking[1:],
         "pieces": {id: p for id, p in TABLE.pieces.items() if id not in "df"}
         | {"m": Piece("m", 3, side=2), "n": Piece("n", 1)}},
    ),
    "shuffled where it lies face up": (
        e.PileShuffled(1, DISCARD, (("x", "n"),)),
        {"zones": {**TABLE.zones, DISCARD: ("n",)}, "looking": TABLE.looking[:1],
         "pieces": {id: p for id, p in TABLE.pieces.items() if id != "x"} | {"n": Piece("n", 2, True, side=1)}},
    ),
    "shuffled in": (
        e.PileShuffled(1, DRAW, (("f", "m"), ("x", "n"), ("d", "o")), DISCARD),
        {"zones": {**TABLE.zones, DRAW: ("m", "n", "o"), DISCARD: ()}, "looking": (),
         "pieces": {id: p for id, p in TABLE.pieces.items() if id not in "dfx"}
         | {"m": Piece("m", 3, side=2), "n": Piece("n", 2, side=1), "o": Piece("o", 1)}},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_a_fact_changes_what_it_says_and_nothing_else(what: str) -> None:
    fact, changed = CHANGES[what]
    assert evolve(TABLE, fact) == replace(TABLE, **changed)


def test_of_every_kind_of_fact_it_is_told_what_it_changes() -> None:
    told = {type(fact) for fact, _ in CHANGES.values()}
    of_their_own = {e.TableOpened, e.TakenBack}
    families = (e.PeopleFact, e.PieceFact, e.TurnFact, e.TalkFact, e.DeckFact)
    assert told | of_their_own == {kind for family in families for kind in family.__args__}


def test_facts_are_gone_through_with_the_table_before_and_after_each_and_back() -> None:
    moved, said, back = e.PhaseBegan(1, 2), e.Said(1, "Hm."), e.TakenBack(5)
    after = replace(TABLE, turn=replace(TURN, phase=2))
    gone = list(steps(TABLE, 4, [(5, said), (6, moved), (7, back), (8, moved), (9, e.TakenBack(4))]))
    assert [(before, now) for _, before, now in gone] == [
        (TABLE, TABLE), (TABLE, after), (after, TABLE), (TABLE, after), (after, TABLE)
    ]  # fmt: skip
    assert [fact for fact, _, _ in gone][:3] == [said, moved, replace(back, table=TABLE)]
    with pytest.raises(KeyError):
        list(steps(TABLE, 4, [(5, e.TakenBack(3))]))


def test_a_game_begins_wherever_the_last_one_stood() -> None:
    for state in ("gathering", "over"):
        assert evolve(replace(TABLE, state=state), e.GameBegun(1, (), (), 1)).state == "playing"


def test_what_is_shuffled_lies_face_down_but_for_what_lay_open_where_all_lies_open() -> None:
    gone = ZoneKey("gone")  # a zone that a new kit no longer has
    for into, source, was_up, is_up in (
        (DISCARD, DRAW, True, False), (DISCARD, DRAW, False, False), (DISCARD, "", False, False),
        (DISCARD, "", True, True), (DRAW, "", True, False), (gone, "", True, False),
    ):  # fmt: skip
        table = replace(TABLE, pieces={"p": Piece("p", 1, was_up)}, zones={into: ("p",)}, looking=())
        shuffled = evolve(table, e.PileShuffled(1, into, (("p", "n"),), ZoneKey(source)))
        assert shuffled.pieces == {"n": Piece("n", 1, is_up)}, (into, source, was_up)


def test_an_answer_is_thought_over_and_counts_once() -> None:
    yes, no = e.QuestionAnswered(1, 2, True), e.QuestionAnswered(1, 2, False)
    for first, last, expected in ((yes, no, (EMPTY, {2})), (no, yes, ({2}, EMPTY))):
        question = evolve(evolve(TABLE, first), last).questions[0]
        assert (question.yes, question.no) == expected


def test_a_table_opens_with_what_its_deck_has_and_nobody_at_it() -> None:
    fact = e.TableOpened(11, KIT, tuple(CARDS.values()), TABLE.rules, True, True, False, 2)
    assert evolve(Table(), fact) == Table(
        kit=KIT, cards=CARDS, rules=TABLE.rules, seats=(Seat(1), Seat(2)), host=11, is_creative=True, any_card=True,
        allows_spectators=False,
    )  # fmt: skip


def test_what_belongs_to_the_people_and_the_deck_is_not_taken_back() -> None:
    seated = (replace(ONE, is_muted=True, is_out=True), replace(TWO, is_muted=False), THREE)
    before = replace(
        TABLE, seats=seated, turn=Turn(3, 2, 2), questions=(), last_question=0, paused_by=None, blanks=1,
        shown_out=EMPTY, hushed=EMPTY, removals=0, dice=(),
    )  # fmt: skip
    assert evolve(TABLE, e.TakenBack(7, before)) == replace(
        TABLE, turn=Turn(3, 2, 2), dice=(), seats=(replace(ONE, is_out=True), TWO, THREE)
    )


@pytest.mark.parametrize("what", CHANGES)
def test_a_finger_stays_on_a_card_until_something_moves(what: str) -> None:
    fact, _ = CHANGES[what]
    lifts = (e.PiecesMoved, e.PileShuffled, e.TurnBegan, e.CardLeft, e.GameWon, e.GameAbandoned, e.GameBegun,
             e.GathersAgain)  # fmt: skip
    pointing = evolve(replace(TABLE, pointing=(1, "b")), fact).pointing
    assert pointing == ((0, "") if isinstance(fact, lifts) else (2, "a") if isinstance(fact, e.PointedAt) else (1, "b"))
