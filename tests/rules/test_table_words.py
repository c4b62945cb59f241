"""What a line of a table's log says: a title is told as it is, whatever it is, and nothing else takes its place."""

from __future__ import annotations

import dataclasses
import typing
from dataclasses import replace

import pytest

from cards.rules.decision import NewDie
from cards.rules.kit import DVORAK, MULTI_DECK, DieKit
from play.table import events as e
from play.table.events import Undo
from play.table.evolve import evolve
from play.table.seeing import see
from play.table.state import CardText, RuleText
from play.table.undoable import spills
from play.table.zones import ZoneKey
from play.verbs import commands as c
from studio.kernel.messages import Title
from studio.kernel.refusals import Refused
from tests.rules.rules_table import RulesTable, cards_called

ODD_TITLES = ("a Goat", "a card", "a face-down card", "{who}", "{cards} under {who}", "{0}", "2 cards")


@pytest.mark.parametrize("title", ODD_TITLES)
def test_a_card_is_told_by_its_title_whatever_that_is(title: str) -> None:
    game = RulesTable(tuple(replace(card, copies=20) for card in cards_called(title)))
    piece = game.hand(1)[0]
    game.do(c.PlayCard(1, piece, under=2, confirmed=True))
    assert game.words() == f"played {title} under Maud"
    line = game.line()
    assert line is not None and dict(line.words.slots)["cards"] == Title(title)
    game.do(c.PointAt(1, piece))
    assert game.words() == f"points at {title}"
    game.do(c.Reveal(1, (game.hand(1)[0],), (2,)))
    assert (game.words(1), game.words(2)) == (f"showed {title} to Maud",) * 2
    assert game.words(3) == "showed a card to Maud"


def test_words_of_ones_own_take_no_slot() -> None:
    game = RulesTable()
    game.do(c.Speak(1, "{who} cheats, {text}"))
    assert game.words() == "{who} cheats, {text}"
    piece = game.hand(1)[0]
    game.do(c.PlayCard(1, piece, confirmed=True))
    game.do(c.PutTokens(1, "{who}", 2, on=2))
    assert game.words() == "changed {who} of Maud from 0 to 2"


# --- dice -------------------------------------------------------------------------------------------------------------

FIRE = DieKit("d6", "D6", ("flame", "smoke"))
BY_KIT = replace(DVORAK, dice=(FIRE,))
BY_RULE = RuleText(1, "a" * 64, (NewDie(FIRE),), "Fire")


@pytest.mark.parametrize("is_by_rule", [False, True])
def test_a_free_roll_of_six_sides_turns_no_die_that_the_deck_calls_d6(is_by_rule: bool) -> None:
    game = RulesTable(rules=(BY_RULE,)) if is_by_rule else RulesTable(kit=BY_KIT)
    game.do(c.Roll(1, ("d6",)))
    (shown,) = see(game.table).dice
    assert shown.face in FIRE.faces and game.words() == f"rolled D6 {shown.face}"
    game.do(c.Roll(1, count=1, sides=6))
    assert see(game.table).dice == (shown,)
    assert game.words() in {f"rolled {n} (d6)" for n in range(1, 7)}


def test_a_roll_that_was_written_before_free_dice_had_names_of_their_own_folds_as_it_did() -> None:
    game = RulesTable()
    old = e.DiceRolled(1, (("d6", "4"), ("d20", "17")))
    game.told.append((game.table, old, evolve(game.table, old)))
    assert game.words() == "rolled 4 (d6), 17 (d20)" and game.told[-1][2] == game.table
    plain = RulesTable(kit=replace(DVORAK, dice=(DieKit("d6", "D6"),))).table
    assert evolve(plain, old).dice == (("d6", 3),)


def test_what_was_thrown_last_and_by_whom_is_seen_by_everybody() -> None:
    """A coin lies on every table, and a common die where the deck has none of its own."""
    game = RulesTable()
    die, coin = see(game.table).loose
    assert (die.face, die.by, coin.face, coin.by) == ("", 0, "", 0)
    game.do(c.FlipCoin(2))
    game.do(c.Roll(3, count=1, sides=6))
    game.do(c.Roll(1, count=2, sides=20))  # such a die lies nowhere
    for seat in range(4):
        die, coin = see(game.table, seat).loose
        assert (coin.by, game.words(back=3)) == (2, f"flipped a coin: {coin.face}")
        assert (die.by, game.words(back=2)) == (3, f"rolled {die.face} (d6)")
    game.do(c.Roll(1, count=2, sides=6))
    assert see(game.table).loose[0].face.count(" + ") == 1
    own = RulesTable(kit=BY_KIT)
    own.do(c.Roll(2, ("d6",)))
    assert (see(own.table).dice[0].by, len(see(own.table).loose)) == (2, 1)


def test_one_more_token_is_one_more_than_there_are() -> None:
    game = RulesTable()
    for _ in range(2):
        game.do(c.PutTokens(1, "Rosette", on=2, more=1))
    assert game.table.seats[1].tokens == (("Rosette", 2),)
    with pytest.raises(Refused, match="count.amiss"):
        game.do(c.PutTokens(1, "Rosette", on=2, more=-3))


def test_where_nobody_is_left_in_the_game_chance_chooses_nobody() -> None:
    game = RulesTable(seats=1)
    game.do(c.KnockOut(1, 1))
    with pytest.raises(Refused, match="seat.none"):
        game.do(c.ChooseSeat(1))


# --- taking back ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", typing.get_args(e.Event), ids=lambda kind: kind.__name__)
def test_every_kind_of_fact_says_itself_whether_it_may_be_taken_back(kind: type) -> None:
    assert isinstance(vars(kind).get("undo"), Undo), f"{kind.__name__} says nothing"
    assert "undo" not in {field.name for field in dataclasses.fields(kind)}


def test_a_pile_may_be_called_anything_for_what_comes_from_it() -> None:
    """A zone whose id begins with "hand" is no hand: between open places nothing is learnt, and out of a hand nothing
    but what its owner chose to show."""
    open_pile = replace(DVORAK.zones[1], id="handicap", name="Handicap")
    kit = replace(DVORAK, zones=(*DVORAK.zones, open_pile))
    game = RulesTable(kit=kit)
    piece = game.hand(1)[0]
    game.do(c.MovePieces(1, (piece,), ZoneKey("handicap"), confirmed=True))
    before, fact, _ = game.told[-1]
    assert not spills(before, fact) and spills(before, replace(fact, seat=2))  # another's hand is not theirs to show
    (id,) = game.table.zones["handicap"]
    game.do(c.MovePieces(1, (id,), ZoneKey("discard"), confirmed=True))
    before, fact, _ = game.told[-1]
    assert not spills(before, fact)


def test_a_hand_is_a_hand_whatever_the_kit_calls_it() -> None:
    zones = tuple(replace(z, id="fist") if z.id == DVORAK.hand else z for z in DVORAK.zones)
    deals = tuple(replace(d, to="fist") if d.to == DVORAK.hand else d for d in DVORAK.deals)
    game = RulesTable(kit=replace(DVORAK, zones=zones, hand="fist", deals=deals))
    game.do(c.MovePieces(1, (game.hand(1)[0],), ZoneKey("area.1"), face_up=True, confirmed=True))
    before, fact, _ = game.told[-1]
    assert not spills(before, fact) and spills(before, replace(fact, seat=2))
    assert "from hand" in game.words()


def test_a_card_that_is_no_longer_in_the_deck_is_told_as_a_card() -> None:
    game = RulesTable((CardText(1, "1" * 64, title="Slug", copies=20),))
    piece = game.hand(1)[0]
    before = replace(game.table, cards={})
    game.told.append((before, e.Revealed(1, (piece,)), before))
    assert game.words() == "showed a card to everybody"


def test_whoever_looks_at_somebody_elses_pile_is_not_said_to_look_at_their_hand() -> None:
    game = RulesTable(kit=MULTI_DECK)
    game.do(c.LookAtTop(1, ZoneKey("draw.2"), 2))
    assert game.words(3) == "is looking at the top 2 of Maud's draw pile"
    game.do(c.StopLooking(1))
    game.do(c.AskHand(1, 2, "hand_look"))
    game.do(c.AnswerQuestion(2, 1, True))
    assert game.words(3) == "is looking at Maud's hand"
