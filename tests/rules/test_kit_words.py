"""Kits and effects in words: each part as it is said, and why a kit or an effect is refused, with its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cards.rules import kit as k
from cards.rules.decision import DecisionRule, Effect, NewCounter, NewToken, TableSetting
from cards.rules.effects import check_effects, effect_words
from cards.rules.kit import DVORAK, Kit
from cards.rules.kit_checks import check_kit
from cards.rules.kit_words import change_line, kit_changes, kit_parts
from cards.rules.limits import COUNTER_MAX
from studio.kernel.messages import english
from studio.kernel.refusals import Refused


def seats(**but: Any) -> Kit:
    return replace(DVORAK, seats=replace(DVORAK.seats, **but))


def turn(**but: Any) -> Kit:
    return replace(DVORAK, turn=replace(DVORAK.turn, **but))


def zone(place: int, **but: Any) -> Kit:
    zones = list(DVORAK.zones)
    zones[place] = replace(zones[place], **but)
    return replace(DVORAK, zones=tuple(zones))


def more(**but: Any) -> Kit:
    return replace(DVORAK, **but)


def counter(**but: Any) -> Kit:
    return more(counters=(replace(k.CounterKit("gold", "Gold"), **but),))


def many(what: str, count: int) -> Kit:
    made = {"counters": k.CounterKit, "tokens": k.TokenKit, "dice": k.DieKit}[what]
    return more(**{what: tuple(made(f"x{n}", "X") for n in range(count))})  # type: ignore[operator]


def phases(count: int) -> Kit:
    return turn(phases=tuple(k.Phase(f"p{n}", "P") for n in range(count)))


def die(*faces: str) -> Kit:
    return more(dice=(k.DieKit("d", "Fate", faces),))


ZONES = (*DVORAK.zones, *(replace(DVORAK.zones[0], id=f"z{n}") for n in range(21)))
NAME, SHORT, TWICE = (
    "its name is 1 to 30 characters",
    "its short name is small letters and digits",
    "there are two of that short name",
)  # noqa: E501
HANDS = "the hand is one for each seat and for its owner's eyes"
GO, TEAMS = "they go from 1 to 8, the fewer first", "there are at least two teams and at most as many as seats"
BOUNDS, FACES = "it starts between its least and its most, within 100,000", "it has 2 to 20 faces of 1 to 12 characters"
KINDS, BOTH = "a kind is played 0 to 100 times", "it must say both where it refills from and when"
DRAWN, HELD, HOLDS = "0 to 100 cards are drawn", "the hand limit is 0 to 1,000", "it holds 1 to 1,000 cards"
SEAT, COLOUR = "what differs names a seat from 1 to 8", "its colour cannot be read"

# (the kit, the section of its form, what the place is called, why)
AMISS: list[tuple[Kit, str, str, str]] = [
    *[(one, "seats", "Seats", GO) for one in (seats(least=0), seats(least=5, most=4), seats(most=9))],
    *[(seats(teams=teams), "seats", "Seats", TEAMS) for teams in (1, 9)], (seats(most=3, teams=4),
    "seats", "Seats", TEAMS),
    (zone(0, id="Draw"), "zones", "Zone Draw pile", SHORT), (zone(0, id="x" * 21), "zones", "Zone Draw pile", SHORT),
    (zone(0, id="9x"), "zones", "Zone Draw pile", SHORT), (zone(0, name=" "), "zones", "Zone draw", NAME),
    (zone(0, name="x" * 31), "zones", "Zone draw", NAME), (zone(1, id="draw"), "zones", "Zone Discard pile", TWICE),
    (zone(0, id="", name=""), "zones", "Zone …", SHORT),
    *[(zone(2, **odd), "zones", "Zone Hand", HANDS) for odd in ({"scope": "shared"}, {"form": "pile"}, {"face": "up"})],
    (zone(0, refill_from="x"), "zones", "Zone Draw pile", "it refills from x, which is not there"),
    (zone(0, refill_from="draw"), "zones", "Zone Draw pile", "it refills from itself"),
    (zone(0, refill_from=""), "zones", "Zone Draw pile", BOTH), (zone(0, refill_when=""),
    "zones", "Zone Draw pile", BOTH),
    (zone(3, capacity=0), "zones", "Zone In play", HOLDS), (zone(3, capacity=1001), "zones", "Zone In play", HOLDS),
    *[(one, "turn", place, "there is no zone x") for one, place in (
        (more(play_to="x"), "Where a Thing goes"), (more(act_to="x"), "Where an Action goes"), (more(hand="x"),
        "The hand"),
        (more(discard_to="x"), "Where what is discarded goes"), (turn(draw_from="x"), "Where one draws from"))],
    (more(sources=(k.Source("x"),)), "sources", "Where cards begin", "there is no zone x"),
    (more(sources=()), "sources", "Where cards begin", "the cards begin nowhere"),
    (more(deals=(k.Deal("x", "y", 5),)), "deals", "What is dealt", "there is no zone x"),
    (more(deals=(k.Deal("draw", "y", 5),)), "deals", "What is dealt", "there is no zone y"),
    *[(more(deals=(k.Deal("draw", "hand", n),)), "deals", "What is dealt", "0 to 100 cards") for n in (-1, 101)],
    (turn(phases=()), "turn", "Turn", "it has no phase"),
    *[(one, "turn", "Turn", DRAWN) for one in (
        turn(draw=-1), turn(draw=101), turn(draw_if_empty=-1), turn(draw_if_empty=101))],
    *[(turn(hand_limit=n), "turn", "Turn", HELD) for n in (-1, 1001)],
    *[(turn(plays=(limit,)), "turn", "Turn", KINDS) for limit in (
        k.PlayLimit(" "), k.PlayLimit("A", -1), k.PlayLimit("A", 101))],
    (turn(phases=(k.Phase("a", "A"), k.Phase("a", "B"))), "phases", "Phase B", TWICE),
    *[(counter(**odd), "counters", "Counter Gold", BOUNDS) for odd in (
        {"start": -1}, {"most": -1}, {"least": 5, "most": 4}, {"start": COUNTER_MAX + 1, "least": None},
        {"start": -COUNTER_MAX - 1, "least": None})],
    *[(counter(differs=(odd,)), "counters", "Counter Gold", SEAT) for odd in (
        (0, 1), (9, 1), (1, COUNTER_MAX + 1), (1, -COUNTER_MAX - 1))],
    (more(tokens=(k.TokenKit("t", ""),)), "tokens", "Token t", NAME),
    (more(tokens=(k.TokenKit("t", "Bite", "red"),)), "tokens", "Bite", COLOUR),
    (more(dice=(k.DieKit("d", "Fate", colour="#12345"),)), "dice", "Fate", COLOUR),
    (more(dice=(k.DieKit("D", "Fate"),)), "dice", "Die Fate", SHORT),
    *[(die(*odd), "dice", "Die Fate", FACES) for odd in (("1",), ("",) * 6, ("x" * 13, "y"), ("1",) * 21)],
    (many("counters", 17), "counters", "Counters", "there are at most 16"),
    (many("tokens", 25), "tokens", "Tokens", "there are at most 24"), (many("dice", 17),
    "dice", "Dice", "there are at most 16"),
    (phases(13), "phases", "Phases", "there are at most 12"), (more(zones=ZONES),
    "zones", "Places for cards", "there are at most 24"),
]  # fmt: skip


@pytest.mark.parametrize(("kit", "section", "place", "why"), AMISS)
def test_a_kit_is_refused_with_its_place_and_the_reason(kit: Kit, section: str, place: str, why: str) -> None:
    with pytest.raises(Refused) as caught:
        check_kit(kit)
    facts = caught.value.facts
    assert (caught.value.code, facts["section"]) == ("kit.amiss", section)
    assert (english(facts["place"]), english(facts["why"])) == (place, why)


@pytest.mark.parametrize(
    "kit",
    [
        seats(least=1, most=8), seats(least=3, most=3), seats(teams=2), seats(teams=8),
        zone(0, id="x" * 20, name="x" * 30),
        zone(3, capacity=1), zone(3, capacity=1000), more(deals=(k.Deal("draw", "hand", 0),
        k.Deal("draw", "hand", 100))),
        turn(draw=0, draw_if_empty=100), turn(draw=100, draw_if_empty=0), turn(hand_limit=0), turn(hand_limit=1000),
        turn(hand_limit=None), turn(plays=(k.PlayLimit("A", 0), k.PlayLimit("B", 100), k.PlayLimit("C", None))),
        turn(phases=(k.Phase("a", "A"), k.Phase("b", "A"))), counter(start=0, least=0, most=0),
        counter(start=COUNTER_MAX, least=-COUNTER_MAX, most=COUNTER_MAX, differs=((1, COUNTER_MAX), (8, -COUNTER_MAX))),
        die("1", "x" * 12), die(*("1",) * 20), many("counters", 16), many("tokens", 24), many("dice", 16), phases(12),
        more(zones=ZONES[:24]), more(tokens=(k.TokenKit("t", "T", "#b02a4c"),)),
    ],
)  # fmt: skip
def test_a_kit_at_its_limits_is_taken(kit: Kit) -> None:
    zones = {one.id for one in kit.zones}
    check_kit(kit if "draw" in zones else replace(
        kit, sources=(k.Source("x" * 20),), deals=(), turn=replace(kit.turn, draw_from="x" * 20)))  # fmt: skip


def told(kit: Kit) -> dict[str, str]:
    """What differs from plain Dvorak, by the names of its parts."""
    before = {(english(part.section), english(part.name)): english(part.words) for part in kit_parts(DVORAK)}
    now = {(english(part.section), english(part.name)): english(part.words) for part in kit_parts(kit)}
    return {
        f"{section}: {name}": words for (section, name), words in now.items() if before.get((section, name)) != words
    }


def test_plain_dvorak_is_said_part_by_part_in_the_order_in_which_a_table_is_laid() -> None:
    assert [(english(part.section), english(part.name), english(part.words)) for part in kit_parts(DVORAK)] == [
        ("Seats", "Seats", "2 to 8; a random player begins"), ("Seats", "Teams", "everybody for themselves"),
        ("Places for cards", "Draw pile", "one for all, a pile, face down, nobody looks in, "
         "refilled from the discard pile when somebody needs to draw"),
        ("Places for cards", "Discard pile", "one for all, a pile, face up, anybody may look through it"),
        ("Places for cards", "Hand", "one for each seat, a hand, for its owner's eyes, its owner may look through it"),
        ("Places for cards", "In play", "one for each seat, an area, face up, anybody may look through it"),
        ("Set-up", "Cards begin", "all cards in the draw pile, shuffled"),
        ("Set-up", "Dealt", "5 cards from the draw pile to one’s own “Hand”"),
        ("Turn", "Parts of a turn", "Draw, then Play, then Discard"),
        ("Turn", "Drawn in a turn", "1 card from the draw pile"), ("Turn", "Played in a turn", "1 Thing, 1 Action"),
        ("Turn", "Hand limit", "5"), ("Turn", "Using “Action:” of a card in play", "counts as one Action played"),
        ("Turn", "Round the table", "clockwise"), ("Turn", "A Thing goes to", "one’s own “In play”"),
        ("Turn", "An Action goes to", "the discard pile"), ("Turn", "What is discarded goes to", "the discard pile"),
        ("Turn", "The hand is", "one’s own “Hand”"),
    ]  # fmt: skip


PICK = k.Select(("Pest", "Wool", "Goat"), ("Old",), (3, 4), ("Red", "Blue"))


@pytest.mark.parametrize(
    ("kit", "words"),
    [
        (seats(least=3, most=3, first="first"), {"Seats: Seats": "3; the first seat begins"}),
        (seats(teams=2), {"Seats: Teams": "2 teams"}), (more(sides=("Red", "Blue")), {"Seats: Sides": "Red, Blue"}),
        (zone(1, capacity=1, form="row"), {
            "Places for cards: Discard pile":
            "one for all, a row, face up, anybody may look through it, holds 1 card"}),
        (zone(1, capacity=1000, refill_from="hand", refill_when="empty"), {
            "Places for cards: Discard pile":
            "one for all, a pile, face up, anybody may look through it, holds 1,000 cards, "
            "refilled from one’s own “Hand” as soon as it is empty"}),
        (zone(1, form="row", purpose="Take one, pay its price"), {
            "Places for cards: Discard pile":
            "one for all, a row, face up, anybody may look through it; for this: “Take one, pay its price”"}),
        (zone(1, refill_from="x"), {
            "Places for cards: Discard pile": "one for all, a pile, face up, anybody may look through it, "
            "refilled from x"}),
        (more(sources=(k.Source("draw", PICK, False), k.Source("discard"))), {
            "Set-up: Cards begin": "cards of kind Pest or Wool or Goat with Old numbered 3, 4 of side Red or Blue in "
            "the draw pile, in order of their numbers",
            "Set-up: Cards begin, 2": "all cards in the discard pile, shuffled"}),
        (more(deals=(k.Deal("draw", "hand", 1), k.Deal("hand", "draw", 1000))), {
            "Set-up: Dealt": "1 card from the draw pile to one’s own “Hand”",
            "Set-up: Dealt, 2": "1,000 cards from one’s own “Hand” to the draw pile"}),
        (turn(phases=(k.Phase("a", "Rest"), k.Phase("b", "Do", ("draw", "play")))),
         {"Turn: Parts of a turn": "Rest, then Do (drawing, playing)"}),
        (turn(phases=()), {"Turn: Parts of a turn": "none"}), (turn(draw=1000), {
            "Turn: Drawn in a turn": "1,000 cards from the draw pile"}),
        (turn(draw_if_empty=3), {"Turn: Drawn in a turn": "1 card from the draw pile; 3 with no cards in hand"}),
        (turn(plays=()), {"Turn: Played in a turn": "any number of cards"}),
        (turn(plays=(k.PlayLimit("Pest", None), k.PlayLimit("Thing", 2))),
         {"Turn: Played in a turn": "any number of Pest, 2 Thing"}),
        (turn(plays=(k.PlayLimit("Action", 1, ("Weather", "Rite")),)),
         {"Turn: Played in a turn": "1 Action or Weather or Rite"}),
        (turn(hand_limit=None), {"Turn: Hand limit": "none"}), (turn(hand_limit=0), {"Turn: Hand limit": "0"}),
        (turn(abilities_each=1), {
            "Turn: Using “Action:” of a card in play": "counts as no card played, 1 time a turn for each card"}),
        (turn(abilities_each=1000), {
            "Turn: Using “Action:” of a card in play": "counts as no card played, 1,000 times a turn for each card"}),
        (turn(abilities_use="Pest"), {"Turn: Using “Action:” of a card in play": "counts as one Pest played"}),
        (turn(abilities_use=""), {
            "Turn: Using “Action:” of a card in play": "counts as no card played, any number of times"}),
        (turn(clockwise=False), {"Turn: Round the table": "anticlockwise"}),
        (counter(), {"Counters: Gold": "everybody's own, starts at 0, not below 0"}),
        (counter(scope="card", start=2, least=1, most=4, differs=((3, 4),)), {
            "Counters: Gold": "on cards, starts at 2, seat 3 at 4, not below 1, not above 4"}),
        (counter(scope="shared", least=None), {"Counters: Gold": "one for the table, starts at 0"}),
        (more(tokens=(k.TokenKit("a", "Bite"), k.TokenKit("b", "Sting", "#b02a4c"))), {
            "Tokens: Bite": "tokens, any number", "Tokens: Sting": "tokens in red, any number"}),
        (more(dice=(k.DieKit("a", "Fate", ("1", "2")), k.DieKit("b", "Luck", ("x", "y"), "#b02a4c"))), {
            "Dice: Fate": "1, 2", "Dice: Luck": "x, y in red"}),
    ],
)  # fmt: skip
def test_what_is_other_than_in_plain_dvorak_is_said_so(kit: Kit, words: dict[str, str]) -> None:
    assert told(kit) == words


def test_what_differs_is_said_as_it_was_and_as_it_is() -> None:
    changes = kit_changes(counter(), replace(turn(hand_limit=7), tokens=(k.TokenKit("t", "Gold"),)))
    assert [english(change_line(change)) for change in changes] == [
        "Hand limit: 7, was 5", "Gold: tokens, any number", "Gold: taken away",
    ]  # fmt: skip
    assert kit_changes(DVORAK, DVORAK) == ()


COST, LINE = "What a no costs", "it is one line of at most 200 characters"
WORD, NUMBER = "each word in it is one line of 60 characters", "no number in it is larger than 1,000,000,000,000"


@pytest.mark.parametrize(
    ("effect", "place", "why"),
    [
        (DecisionRule("veto", cost="x" * 201), COST, LINE), (DecisionRule("veto", cost="a\nb"), COST, LINE),
        (TableSetting("draw", -1), "The effect", "its number is 0 to 1,000"),
        (TableSetting("draw", 1001), "The effect", "its number is 0 to 1,000"),
        (TableSetting("plays", 1, "x" * 61), "The effect", WORD), (DecisionRule("decider", 10**12 + 1),
        "The effect", NUMBER),
        (NewCounter(k.CounterKit("Gold", "Gold")), "Counter Gold", SHORT), (NewToken(k.TokenKit("t", "T", "red")),
        "T", COLOUR),
    ],
)  # fmt: skip
def test_an_effect_is_refused_with_the_reason(effect: Effect, place: str, why: str) -> None:
    with pytest.raises(Refused) as caught:
        check_effects((TableSetting("draw", 1), effect))
    assert (english(caught.value.facts["place"]), english(caught.value.facts["why"])) == (place, why)


def test_an_effect_at_its_limits_is_taken_and_said_in_the_singular() -> None:
    check_effects((TableSetting("draw", 0), TableSetting("deal", 1000), DecisionRule("veto", cost="x" * 200)))
    check_effects((TableSetting("plays", 1, "x" * 60), DecisionRule("decider", 10**12)))
    assert english(effect_words(TableSetting("deal", 1))) == "1 card is dealt to each hand."
    assert english(effect_words(NewCounter(k.CounterKit("g", "Gold", "shared", 3)))) == (
        "The table has a counter, Gold, that starts at 3."
    )
    assert english(effect_words(DecisionRule("two_thirds", excluded=frozenset({5})))) == (
        "Two thirds must be in favour. Without a vote: 1 member."
    )
