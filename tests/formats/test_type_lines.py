"""What is a type line and what is a sentence, to the character."""

from __future__ import annotations

import pytest

from cards.formats.type_lines import TypeLine, has_shape, plain, type_line
from cards.rules.limits import TYPE_LINE_MAX

M = TYPE_LINE_MAX


def known(words: str, *, is_rule: bool = False) -> TypeLine:
    return TypeLine(words, "known", is_rule)


def slip(words: str, spelling: str, *, is_rule: bool = False) -> TypeLine:
    return TypeLine(words, "slip", is_rule, spelling)


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Type: Potion", TypeLine("Potion", "said")),
        ("TYPE :  ", TypeLine("", "said")),
        ("special rule: Old", TypeLine("Old", "said", is_rule=True)),
        ("\\Thing", None),
        ("Thing", known("Thing")),
        ("*Thing — Pest*", known("Thing — Pest")),
        ("basic rule", known("basic rule", is_rule=True)),
        ("Rule — House", known("Rule — House", is_rule=True)),
        ("Thing — Goal.", None),
        ("Thing — Goal:", None),
        ("Thing — Goal.)", known("Thing — Goal.)")),
        ("Thing — TAX", known("Thing — TAX")),
        # one longer than a card may hold is a type line still, and stops its card; a whole sentence is none
        ("Thing — ".ljust(2 * M, "x"), known("Thing — ".ljust(2 * M, "x"))),
        ("Thing — ".ljust(2 * M + 1, "x"), None),
        ("Action (x3)", known("Action (x3)")),
        ("Thing 2x", known("Thing 2x")),
        ("Rule x2", known("Rule x2", is_rule=True)),
        (f"Thing{' ' * (M - 7)}x2", known(f"Thing{' ' * (M - 7)}x2")),
        (f"Thing{' ' * (M - 6)}x2", None),
        ("", None),
        ("Goblin", TypeLine("Goblin", "own")),
        ("Very Big Creature", TypeLine("Very Big Creature", "own")),
        ("Very Big Green Creature", None),
        ("Big creature", None),
        ("G".ljust(M, "o"), TypeLine("G".ljust(M, "o"), "own")),
        ("G".ljust(M + 1, "o"), None),
        ("Goblin, green", None),
        ("Creature — seen at night - or never", TypeLine("Creature — seen at night - or never", "own")),
        # a letter that is missing, added or wrong, and two that changed places
        ("Actio", slip("Action", "Actio")),
        ("hing", slip("Thing", "hing")),
        ("Thingg", slip("Thing", "Thingg")),
        ("Tihng — Pest", slip("Thing — Pest", "Tihng — Pest")),
        ("Actoin", slip("Action", "Actoin")),
        ("Tging", slip("Thing", "Tging")),
        ("Bction", slip("Action", "Bction")),
        ("xThing", slip("Thing", "xThing")),
        ("Ruel", slip("Rule", "Ruel", is_rule=True)),
        ("Acton x2", slip("Action x2", "Acton x2")),
        ("Acton — Cold (x2)", slip("Action — Cold (x2)", "Acton — Cold (x2)")),
        # and what is more than that
        ("Things", TypeLine("Things", "own")),
        ("Thingxy", TypeLine("Thingxy", "own")),
        ("Thi", TypeLine("Thi", "own")),
        ("Actionxs", TypeLine("Actionxs", "own")),
        ("Txxng", TypeLine("Txxng", "own")),
        ("Txying", TypeLine("Txying", "own")),
        ("Tng", TypeLine("Tng", "own")),
        ("Ahting", TypeLine("Ahting", "own")),
        ("Thnig", slip("Thing", "Thnig")),
    ],
)
def test_a_line_is_a_type_line_or_a_sentence(line: str, meant: TypeLine | None) -> None:
    assert type_line(line) == meant


@pytest.mark.parametrize(
    ("words", "shows"),
    [
        ("Creature — Goblin", True),
        ("Creature Thing", True),
        ("Big ACTION", True),
        ("Creature", False),
        ("Thingy Creature", False),
    ],
)
def test_a_kind_of_the_deck_s_own_shows_it_by_its_traits_or_by_a_kind_the_rules_know(words: str, shows: bool) -> None:
    assert has_shape(TypeLine(words, "own")) is shows


def test_a_slip_that_comes_again_is_a_kind_as_it_was_spelt() -> None:
    assert [one.kind_key for one in map(type_line, ("Thang — Pest", "Creature - Goblin")) if one] == [
        "thang",
        "creature",
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [("**Slug**", "Slug"), ("_ Slug_", "_ Slug_"), ("*a* or *b*", "*a* or *b*"), ("**a * b**", "a * b")],
)
def test_stars_go_where_they_stand_round_the_whole(line: str, words: str) -> None:
    assert plain(line) == words
