"""What a card costs and brings in counters, read off its corners and its words."""

from __future__ import annotations

import pytest

from cards.face.lexicon import PLAIN, CornerNames
from play.table.prices import ANY, Amount, Currencies, currencies, price, wanted, yields
from play.table.sight import CounterSight

OF_RUST = {"Life": 10, "Gold": 5, "Red": 2, "Blue": 4, "Green": 0}


def counters(**values: int) -> list[CounterSight]:
    return [CounterSight(name.lower(), name, value, 0, None) for name, value in (values or OF_RUST).items()]


def costs(corner: str, currency: str = ANY, text: str = "", **values: int) -> dict[str, int]:
    paid = price(wanted(corner, currency, text, PLAIN), counters(**values))
    assert all(type(each) is Amount for each in paid)
    return {each.name: each.count for each in paid}


@pytest.mark.parametrize(
    ("corner", "paid"),
    [
        ("{gold 3}", {"Gold": 3}), ("{gold}{gold}", {"Gold": 2}), ("{energy red}{energy red}", {"Red": 2}),
        ("{gold 1} + {life 2}", {"Life": 2, "Gold": 1}), ("{energy any}", {"Blue": 1}), ("3", {"Blue": 3}),
        ("6", {"Red": 2, "Blue": 4}), ("{energy blue}{energy blue}{energy any 1}", {}),
        ("{energy blue}{energy blue}{energy any}", {"Red": 0, "Blue": 2} | {"Red": 1}),
    ],
)  # fmt: skip
def test_a_price_is_read_in_symbols_and_a_bare_number_is_of_whichever_energy_there_is_most(
    corner: str, paid: dict[str, int]
) -> None:
    assert costs(corner) == paid


@pytest.mark.parametrize(
    "corner", ["", "0", "X", "2/3", "{gold 6}", "7", "{energy green}", "{tap}", "{gold 3} or less"]
)
def test_no_price_is_read_where_none_is_plain_or_there_is_not_enough(corner: str) -> None:
    assert costs(corner) == {}


def test_a_bare_number_is_of_what_the_deck_says() -> None:
    assert costs("3", "gold") == {"Gold": 3} and costs("3", "effort") == costs("3", "") == {}
    assert costs("2", Energy=3) == {"Energy": 2} and costs("2", Gold=3) == {}


POWER = "For each point of gain (upper right) take one: red or blue. A card’s cost (upper left) is paid in any energy."
WAY_OUT = (
    "You may scrap a Thing: destroy it and gain its value (lower left) in {gold}. Begin with {gold 12} and you win."
)


@pytest.mark.parametrize(
    ("names", "rules", "said"),
    [
        (CornerNames(), (), Currencies()), (CornerNames(), (POWER, WAY_OUT), Currencies(ANY, "", "gold")),
        (CornerNames(cost="Gold"), (POWER,), Currencies("gold")),
        (CornerNames(), ("Cards cost nothing. In {gold} we trust.", "The cost in *cards* is one."), Currencies()),
        (CornerNames(), ("Pay its cost in {gold}.", "Costs are odd. Its cost is paid in {energy red}."),
         Currencies("energy red")),
    ],
)  # fmt: skip
def test_what_a_corner_counts_is_said_by_its_name_or_by_a_special_rule(
    names: CornerNames, rules: tuple[str, ...], said: Currencies
) -> None:
    assert currencies(names, rules) == said


def test_where_the_corner_is_empty_the_beginning_of_the_text_says_it() -> None:
    assert costs("", text="*Pay {gold 2}.* Draw two cards.") == costs("", text="Cost: {gold 2}\nDraw.") == {"Gold": 2}
    for text in ("Pay {gold 2} each time it attacks.", "Draw. Pay {gold 2}.", "{gold 2} for everybody."):
        assert costs("", text=text) == {}
    assert costs("{gold 1}", text="Pay {gold 2}.") == {"Gold": 1}


def test_what_a_card_brings_is_collected_where_nobody_has_to_choose() -> None:
    def brings(corner: str, currency: str = "") -> list[tuple[str, int]]:
        return [(each.name, each.count) for each in yields(wanted(corner, currency, "", PLAIN), counters())]

    assert brings("{gold 2}{energy green}") == [("Gold", 2), ("Green", 1)]
    assert brings("2", "gold") == [("Gold", 2)]
    assert brings("2") == brings("{energy any}") == brings("0") == brings("{gold 1}{time}") == []
