"""Which effect holds (B11): denial before permission, the specific before the general, the recent before the old."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.face.face import Face
from cards.face.lexicon import PLAIN
from cards.queries import proofs
from cards.rules.decision import DecisionRule, Effect, NewCounter, NewDie, NewToken, TableSetting
from cards.rules.effects import check_effects, effect_words, kit_in_force
from cards.rules.kit import DVORAK, CounterKit, Deal, DieKit, Kit, PlayLimit, TokenKit
from studio.kernel.messages import message
from studio.kernel.refusals import Refused
from studio.web.words import say

# Every sort of setting about plays that there is: denying or not, about one kind or all, and two numbers.
PLAYS = [
    TableSetting("plays", value, kind, denies)
    for value, kind, denies in product((2, 3), ("", "Action", "Thing"), (False, True))
]


def allowed(effects: tuple[Effect, ...], kind: str, kit: Kit = DVORAK) -> int | None:
    return next(p.count for p in kit_in_force(kit, effects).turn.plays if p.kind == kind)


def by_b11(effects: tuple[TableSetting, ...], kind: str) -> int | None:
    """B11 written down a second time, as a contest of two."""
    about = [e for e in effects if e.kind in ("", kind)]
    if not about:
        return 1
    holder = about[0]
    for later in about[1:]:
        if later.denies != holder.denies:
            holder = later if later.denies else holder
        elif bool(later.kind) != bool(holder.kind):
            holder = later if later.kind else holder
        else:
            holder = later
    return 0 if holder.denies else holder.value


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_b11_over_every_small_set_in_every_order(size: int) -> None:
    for effects in product(PLAYS, repeat=size):
        for kind in ("Action", "Thing"):
            assert allowed(effects, kind) == by_b11(effects, kind), effects


def test_a_denial_beats_what_is_more_specific_and_more_recent() -> None:
    denies = TableSetting("plays", 0, "", denies=True)
    allows = TableSetting("plays", 4, "Action")
    for order in permutations((denies, allows)):
        assert allowed(order, "Action") == 0
    assert allowed((allows,), "Thing") == 1


def test_the_recent_number_holds_for_every_other_setting() -> None:
    for first, second in permutations((2, 7)):
        effects = tuple(TableSetting(name, n) for n in (first, second) for name in ("hand_limit", "draw", "deal"))
        kit = kit_in_force(DVORAK, (*effects, TableSetting("draw_if_empty", 3)))
        assert (kit.turn.hand_limit, kit.turn.draw, kit.deals[0].count) == (second,) * 3
        assert kit.turn.draw_if_empty == 3


def test_a_kind_of_its_own_is_limited_and_capitals_do_not_part_kinds() -> None:
    kit = kit_in_force(DVORAK, (TableSetting("plays", 2, "Blessing"), TableSetting("plays", 3, "thing")))
    assert kit.turn.plays == (PlayLimit("Thing", 3), PlayLimit("Action", 1), PlayLimit("Blessing", 2))


def test_new_equipment_is_added_once_and_the_latest_of_a_name_holds() -> None:
    effects = (
        NewCounter(CounterKit("gold", "Gold")), NewToken(TokenKit("bite", "Bite")), NewDie(DieKit("fate", "Fate")),
        NewCounter(CounterKit("gold", "Gold", start=3)),
    )  # fmt: skip
    kit = kit_in_force(DVORAK, effects)
    assert kit.counters == (CounterKit("gold", "Gold", start=3),)
    assert len(kit.tokens) == len(kit.dice) == 1
    assert kit_in_force(DVORAK, ()) == DVORAK


@given(st.permutations(PLAYS[:6]), st.sampled_from(["Action", "Thing"]))
def test_what_does_not_hold_changes_nothing(order: list[TableSetting], kind: str) -> None:
    """Taking away one that does not hold leaves the table as it is."""
    effects = tuple(order)
    holds = allowed(effects, kind)
    for gone in range(len(effects)):
        rest = effects[:gone] + effects[gone + 1 :]
        if effects[gone].kind not in ("", kind):
            assert allowed(rest, kind) == holds


WORDS = {
    TableSetting("hand_limit", 3): "The hand limit is 3.",
    TableSetting("draw", 1): "1 card is drawn at the start of a turn.",
    TableSetting("draw", 2): "2 cards are drawn at the start of a turn.",
    TableSetting("draw_if_empty", 3): "Whoever has no cards in hand draws 3.",
    TableSetting("deal", 1): "1 card is dealt to each hand.",
    TableSetting("deal", 7): "7 cards are dealt to each hand.",
    TableSetting("plays", 2): "2 of each kind may be played in a turn.",
    TableSetting("plays", 2, "Action"): "2 of kind Action may be played in a turn.",
    TableSetting("plays", 0, "Action", True): "No Action may be played.",
    TableSetting("plays", 0, "", True): "Nothing may be played.",
    NewCounter(CounterKit("gold", "Gold")): "Everybody has a counter, Gold, that starts at 0.",
    NewToken(TokenKit("bite", "Bite")): "There are Bite tokens.",
    NewDie(DieKit("fate", "Fate")): "There is a die called Fate, with 6 faces.",
    NewDie(DieKit("die", "Die")): "There is a die with 6 faces.",
    DecisionRule("majority"): "More than half must be in favour.",
    DecisionRule("decider", 7): "Idris decides.",
    DecisionRule("decider", 99): "One person decides.",
    DecisionRule("decider"): "One person decides.",
    DecisionRule("veto"): "Everybody must be in favour, and a no has its price.",
    DecisionRule("veto", cost="a card"): "Everybody must be in favour, and a no has its price: a card.",
    DecisionRule(excluded=frozenset({7, 8})): "Everybody must be in favour. Without a vote: Idris, Bea.",
    DecisionRule(excluded=frozenset({7, 99})): "Everybody must be in favour. Without a vote: 2 members.",
    DecisionRule(excluded=frozenset({99})): "Everybody must be in favour. Without a vote: 1 member.",
    DecisionRule("consent", when_decided=True, reason_wanted=True): (
        "It goes in unless somebody objects in time. It closes as soon as no vote could change it. "
        "A no comes with a reason."
    ),
}


@pytest.mark.parametrize("effect", WORDS, ids=lambda e: type(e).__name__)
def test_every_effect_is_said_in_words(effect: Effect) -> None:
    assert say(effect_words(effect, {1: "Ros", 7: "Idris", 8: "Bea"})) == WORDS[effect]


def test_what_an_amendment_does_to_effects_is_shown() -> None:
    names = {7: "Idris", 8: "Bea"}
    old, new = (DecisionRule("decider", 7),), (DecisionRule("decider", 8), TableSetting("draw", 2))
    before, after = Face("Pace", "Rule", effects=old), Face("Pace", "Rule", effects=new)
    (change,) = proofs.of_faces(before, after, "", PLAIN, names)
    assert [(p.mark, p.text.strip()) for p in change.pieces] == [
        ("cut", "Idris decides."), ("added", "Bea decides."), ("added", "2 cards are drawn at the start of a turn.")
    ]  # fmt: skip
    assert proofs.of_faces(before, before, "", PLAIN, names) == ()


@pytest.mark.parametrize(
    "effect",
    [
        TableSetting("draw", -1), TableSetting("hand_limit", 1001), NewCounter(CounterKit("Gold", "Gold")),
        NewCounter(CounterKit("gold", "Gold", start=-1)), NewDie(DieKit("d", "Die", ("1",))),
        NewToken(TokenKit("t", "Token", "red")), DecisionRule("veto", cost="x" * 201),
        DecisionRule("veto", cost="a\nb"), TableSetting("plays", 1, "x" * 61),
    ],
)  # fmt: skip
def test_an_effect_no_table_could_carry_out_is_refused(effect: Effect) -> None:
    with pytest.raises(Refused, match=r"kit\.amiss"):
        check_effects((effect,))


EFFECT = message("The effect")


@pytest.mark.parametrize(
    ("effect", "refused"),
    [
        (DecisionRule("veto", cost="x" * 201), Refused("kit.amiss", place=message("What a no costs"),
         why=message("it is one line of at most {limit} characters", limit=200))),
        (TableSetting("draw", 1001),
         Refused("kit.amiss", place=EFFECT, why=message("its number is 0 to {most:,}", most=1000))),
        (TableSetting("plays", 1, "x" * 61), Refused("kit.amiss", place=EFFECT,
         why=message("each word in it is one line of {limit} characters", limit=60))),
    ],
)  # fmt: skip
def test_an_effect_is_refused_with_what_is_amiss_in_it(effect: Effect, refused: Refused) -> None:
    check_effects(
        (
            DecisionRule("veto"),
            DecisionRule("veto", cost="x" * 200),
            TableSetting("draw", 1000),
            TableSetting("draw", 0),
        )
    )
    with pytest.raises(Refused) as caught:
        check_effects((effect,))
    assert caught.value == refused


def test_a_number_dealt_is_that_of_a_hand_and_of_nothing_else() -> None:
    kit = replace(DVORAK, deals=(Deal("draw", "hand", 5), Deal("draw", "discard", 1)))
    assert kit_in_force(kit, (TableSetting("deal", 7),)).deals == (Deal("draw", "hand", 7), Deal("draw", "discard", 1))
