"""Messages in English, as a log or an exception says them: slots, counts, series, and what stands where nothing is."""

from __future__ import annotations

from studio.kernel.messages import (
    Message,
    Sayable,
    Series,
    Title,
    counted,
    english,
    fill,
    message,
    number_word,
    series,
    shortened,
    slots_of,
)
from studio.kernel.refusals import Refused

ONE, MANY = "{count} card of {who}", "{count:,} cards of {who}"


def test_a_message_is_filled_in_one_pass() -> None:
    every: list[tuple[Sayable, str]] = [
        (message("Plain."), "Plain."), (message("{who} sits.", who="Ros"), "Ros sits."), (message("{who} sits."),
        "… sits."),
        (message("{n} and {n:,}", n=1234), "1234 and 1,234"), (message("{n:,}", n="1234"), "1234"),
        (message("{a}{b}", a="{b}", b="{a}"), "{b}{a}"), (message("{who}", who=Title("{who}")), "{who}"),
        (message("{x}: {y}", x=message("In {z}", z="a"), y=Refused("deck.full", limit=3)), "In a: deck.full"),
        (counted(ONE, MANY, 1, who="Ros"), "1 card of Ros"), (counted(ONE, MANY, 0, who="Ros"), "0 cards of Ros"),
        (counted(ONE, MANY, 1234, who="Ros"), "1,234 cards of Ros"), (Refused("deck.full"), "deck.full"),
        (series([]), ""), (series(["Ros"]), "Ros"), (series(["Ros", "Bea"]), "Ros and Bea"),
        (series(["Ros", "Bea", message("Ash")]), "Ros, Bea and Ash"), (series(["Ros", "Bea", "Ash"], "or"),
        "Ros, Bea or Ash"),
        (series([1, 2, 3], "comma"), "1, 2, 3"), (series([1, 2], "semicolon"), "1; 2"),
        (series(["One.", "Two."], "sentences"), "One. Two."), (series(["Ros"], "comma"), "Ros"),
        (shortened(["a", "b", "c"], 3), "a, b and c"), (shortened(["a", "b", "c", "d"], 3), "a, b and two more"),
        (shortened(["a", "b"], 1), "two more"), (shortened([str(n) for n in range(20)], 2), "0 and 19 more"),
        (number_word(0), "no"), (number_word(1), "one"), (number_word(12), "twelve"), (number_word(13), "13"),
        (number_word(-1), "-1"),
    ]  # fmt: skip
    assert [english(said) for said, _ in every] == [words for _, words in every]


def test_a_message_is_given_more_slots_and_keeps_the_rest() -> None:
    said = Message("{a} {b}", (("a", "x"),), "{a} of many {b}", 2, "somewhere")
    assert said.given(b="y") == Message("{a} {b}", (("a", "x"), ("b", "y")), "{a} of many {b}", 2, "somewhere")
    assert english(said.given(b="y")) == "x of many y"
    assert message("x", context="c", a=1) == Message("x", (("a", 1),), context="c")
    assert counted("x", "y", 2, context="c", a=1) == Message("x", (("count", 2), ("a", 1)), "y", 2, "c")
    assert counted("x", "y", 2) == Message("x", (("count", 2),), "y", 2)
    assert series(iter(["a"])) == Series(("a",), "and") and shortened(["a"], 1) == Series(("a",))


def test_what_is_in_braces_is_a_slot_where_it_has_a_name() -> None:
    assert slots_of("{a} {b:,} {} {c d} {{e}}") == {"a", "b:,", "e"}
    assert (
        fill("no slots", {}) == "no slots" and fill("{a} {b:,}", {"a": "x", "b:,": "1,000", "b": "1000"}) == "x 1,000"
    )
    assert fill("{b:,}{c}", {"b": "1000"}) == "1000…" and fill("{} {x y}", {}) == "{} {x y}"


def test_a_refusal_is_its_code_and_its_facts() -> None:
    refused = Refused("deck.full", limit=3)
    assert (refused.code, refused.facts, refused) == ("deck.full", {"limit": 3}, Refused("deck.full", limit=3))
    assert refused != Refused("deck.full") and refused != Refused("deck.none", limit=3) and "deck.full" in str(refused)
    assert len({refused, Refused("deck.full", limit=3), Refused("deck.none")}) == 2
    assert hash(refused) == hash(Refused("deck.full")) != hash(Refused("deck.none"))
