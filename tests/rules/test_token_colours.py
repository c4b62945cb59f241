"""Many kinds of token: which lie at hand, and in which colours."""

from __future__ import annotations

from play.table.card_words import TOKENS_AT_HAND, tokens_at_hand
from play.table.seeing import PALETTE, colours_of

NAMES = tuple("Ritual Wealth Ghost Curse Doom Hope Rain Fire".split())


def test_few_kinds_all_lie_at_hand() -> None:
    assert tokens_at_hand(NAMES[:3], (), ()) == NAMES[:3]


def test_of_many_lie_at_hand_what_was_used_last_and_what_ones_cards_speak_of() -> None:
    texts = ["Place a Ghost token on this.", "Draw.", "Remove a Plague token."]
    assert tokens_at_hand(NAMES, ("Fire", "Curse", "Fire"), texts) == ("Ghost", "Curse", "Fire")
    assert tokens_at_hand(NAMES, (), ["one Doom token, a Hope token, a Rain token, a Fire token"]) == NAMES[4:7]
    assert tokens_at_hand(NAMES, ("gone",), ()) == NAMES[-TOKENS_AT_HAND:], "the newest; a name that is gone is none"


def test_each_kind_has_a_colour_of_its_own_and_keeps_the_one_it_was_given() -> None:
    kinds = [("Rosette", PALETTE[0].upper()), *((name, "") for name in NAMES)]
    found = colours_of(kinds)
    assert [name for name, _ in found] == ["Rosette", *NAMES] and found[0][1] == PALETTE[0].upper()
    assert len({colour.lower() for _, colour in found}) == len(kinds)
    assert colours_of([*kinds, ("Late", "")])[:-1] == found, "a new kind changes no other"
    many = colours_of((f"Kind {n}", "") for n in range(30))
    assert {colour for _, colour in many} == set(PALETTE)
    assert len(colours_of((f"Kind {n}", colour) for n, colour in enumerate((*PALETTE, "")))) == len(PALETTE) + 1
