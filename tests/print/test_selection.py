"""What of a deck is printed: all of it, what changed since a version, what somebody picked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.printing.choices.choices import PrintChoices
from cards.printing.choices.selection import Printed, considered, exchanges, printed_of, refuse_senseless
from cards.rules.deck import Ref
from studio.kernel.refusals import Refused


def card(number: int, digest: str = "a", copies: int = 1, **more: object) -> Printed:
    return Printed(Ref("card", number), digest, copies, **more)  # type: ignore[arg-type]


def rule(number: int, digest: str = "a") -> Printed:
    return Printed(Ref("rule", number), digest, 1)


def state(*articles: Printed) -> dict[Ref, tuple[str, int]]:
    return {article.ref: (article.digest, article.copies) for article in articles}


def printed(articles: tuple[Printed, ...], was: tuple[Printed, ...] = (), **choices: object) -> dict[str, int]:
    found = printed_of(articles, PrintChoices(**choices), state(*was))  # type: ignore[arg-type]
    return {f"r{ref.number}" if ref.kind == "rule" else str(ref.number): copies for ref, copies in found.items()}


WAS = (card(1), card(2, copies=3), card(3, copies=2), card(4, copies=2), card(5), rule(1), rule(2))
NOW = (card(1), card(2, "b", 3), card(3, copies=4), card(4), card(6, copies=2), rule(1, "b"), rule(3))


def test_the_whole_deck_is_printed_as_often_as_it_holds_each_card_or_one_of_each() -> None:
    assert printed(NOW) == {"1": 1, "2": 3, "3": 4, "4": 1, "6": 2, "r1": 1, "r3": 1}
    assert printed(NOW, copies="one", with_rules=False) == {"1": 1, "2": 1, "3": 1, "4": 1, "6": 1}


def test_an_update_prints_what_is_new_reworded_or_more_and_nothing_else() -> None:
    assert printed(NOW, WAS, what="update") == {"2": 3, "3": 2, "6": 2, "r1": 1, "r3": 1}
    assert printed(NOW, WAS, what="update", with_rules=False) == {"2": 3, "3": 2, "6": 2}
    assert printed(NOW, WAS, what="update", copies="one") == {"2": 1, "6": 1, "r1": 1, "r3": 1}
    assert printed(WAS, WAS, what="update") == {}


def test_the_slip_of_an_update_says_what_is_put_in_swapped_and_taken_out() -> None:
    said = {(line.ref.kind, line.ref.number): (line.out, line.put_in) for line in exchanges(NOW, state(*WAS))}
    assert said == {
        ("card", 2): (3, 3), ("card", 3): (0, 2), ("card", 4): (1, 0), ("card", 5): (1, 0), ("card", 6): (0, 2),
        ("rule", 1): (1, 1), ("rule", 2): (1, 0), ("rule", 3): (0, 1),
    }  # fmt: skip
    assert exchanges(WAS, state(*WAS)) == ()


DECKS = st.lists(
    st.tuples(st.sampled_from(("card", "rule")), st.integers(1, 9), st.sampled_from("ab"), st.integers(1, 4)),
    unique_by=lambda row: row[:2],
).map(lambda found: tuple(Printed(Ref(kind, n), digest, c if kind == "card" else 1) for kind, n, digest, c in found))  # type: ignore[arg-type]


@given(DECKS, DECKS)
def test_an_old_print_its_update_and_its_slip_make_the_new_deck(
    was: tuple[Printed, ...], now: tuple[Printed, ...]
) -> None:
    """Faces of the old print go and faces of the new one come as the slip says: then everything is there, once."""
    lines = exchanges(now, state(*was))
    on_the_table = {(a.ref, a.digest): a.copies for a in was}
    new = {a.ref: a.digest for a in now}
    old = {a.ref: a.digest for a in was}
    for line in lines:
        if line.out:
            on_the_table[line.ref, old[line.ref]] -= line.out
        if line.put_in:
            key = (line.ref, new[line.ref])
            on_the_table[key] = on_the_table.get(key, 0) + line.put_in
    assert {key: copies for key, copies in on_the_table.items() if copies} == {(a.ref, a.digest): a.copies for a in now}
    assert printed_of(now, PrintChoices(what="update"), state(*was)) == {
        line.ref: line.put_in for line in lines if line.put_in
    }


def test_cards_are_picked_by_number_by_kind_by_trait_and_by_maker() -> None:
    deck = (
        card(1, kind="Thing", traits=("Space",), maker="Ros"),
        card(2, kind="Thing", traits=("Space", "Pest"), maker="Idris", copies=3),
        card(3, kind="Action", maker="ros"),
        rule(1),
    )
    assert printed(deck, what="picked", picked=("2", "r1")) == {"2": 3, "r1": 1}
    assert printed(deck, what="picked", kind="thing") == {"1": 1, "2": 3}
    assert printed(deck, what="picked", kind="THING", maker="Ros") == {"1": 1}
    assert printed(deck, what="picked", trait="pest", picked=("3",)) == {"2": 3, "3": 1}
    assert printed(deck, what="picked", maker="Ros") == {"1": 1, "3": 1}
    assert printed(deck, what="picked") == {}
    assert printed(deck, what="picked", picked=("r1",), with_rules=False) == {}


def test_what_is_not_there_or_has_not_changed_is_refused() -> None:
    def refusal(was: tuple[Printed, ...] = (), **asked: object) -> Refused:
        choices = PrintChoices(**asked)  # type: ignore[arg-type]
        with pytest.raises(Refused) as found:
            refuse_senseless(NOW, choices, 3, is_something=bool(printed_of(NOW, choices, state(*was))))
        return found.value

    missing = refusal(what="picked", picked=("1", "5", "r9"))
    assert missing == Refused("print.not_in_deck", field="picked", numbers="5, r9")
    assert refusal(what="picked", kind="Weather").code == "print.none_picked"
    assert refusal(NOW, what="update") == Refused("print.unchanged", field="since", since=3)
    assert len(considered(NOW, PrintChoices(with_rules=False))) == 5
