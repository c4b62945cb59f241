"""What the words of a card offer: an ability of its own (B6), and the tokens they speak of."""

from __future__ import annotations

import pytest

from play.table.card_words import ability_in, is_for_any_time, token_called, tokens_near


@pytest.mark.parametrize(
    "text",
    [
        "Play this at any time, when a Thing would be destroyed.", "You may play this **out of turn**.",
        "Play at any moment.", "Play this during another player’s turn.", "Playable on somebody else's turn.",
    ],
)  # fmt: skip
def test_a_card_that_says_so_is_for_any_time(text: str) -> None:
    assert is_for_any_time(text)


@pytest.mark.parametrize("text", ["Play this on your turn.", "Any number of times.", "It takes time.", ""])
def test_a_card_that_does_not_say_so_is_for_ones_turn(text: str) -> None:
    assert not is_for_any_time(text)


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("Action: draw.", "action"), ("*Action:* draw.", "action"), ("**ACTION**: draw.", "action"),
        ("When it rains, action: draw.", "action"), ("Activate: draw.", "activate"), ("*activate*: draw.", "activate"),
        ("Activate: draw. Action: rest.", "action"), ("Action: rest. Activate: draw.", "action"), ("", ""),
        ("It lies about.\n**Action:** Draw two cards.", "action"), ("Extra Move Action: “Second Wind”", "action"),
        ("That player may not use “Action:” abilities: their lap is full.", ""),
        ('Nobody may use an "Activate:" ability.', ""), ("An interaction: none.", ""),
        ("An action is wasted.", ""), ("Reaction: draw.", ""), ("“Action:” abilities are free.", ""),
        ("'Activate:' abilities are free.", ""), ("Actions: none.", ""), ("Draw.", ""),
    ],
)  # fmt: skip
def test_a_card_has_an_ability_where_its_own_words_name_one(text: str, ability: str) -> None:
    assert ability_in(text) == ability


@pytest.mark.parametrize(
    ("text", "lying", "known", "tokens"),
    [
        ("Place a Ritual token on this card.", (), (), ("Ritual",)),
        ("Place a *Ritual* token.", (), ("Ritual",), ("Ritual",)),
        ("Place a ritual token.", (), ("Ritual",), ("Ritual",)),
        ("Place a ritual token.", (), ("Ritual token",), ("Ritual token",)),
        ("Place a ritual token.", (), ("RITUAL TOKEN", "ritual"), ("RITUAL TOKEN",)),
        ("Place a Ritual token.", ("Slug",), (), ("Slug", "Ritual")),
        ("Remove a Ritual token.", ("Ritual",), (), ("Ritual",)), ("Slug tokens, slug token.", (), (), ("slug",)),
        ("Each token; a token; two tokens; remove tokens.", (), (), ()),
        ("Ant tokens and Bee tokens.", (), ("Cow",), ("Ant", "Bee")),
        ("Ant tokens and Bee tokens.", ("Bee", "Cow"), (), ("Bee", "Cow", "Ant")),
        ("It betokens rain. Tokenism.", (), (), ()), ("Draw.", (), ("Ritual",), ()),
    ],
)  # fmt: skip
def test_the_tokens_on_a_card_come_first_then_those_its_words_name(
    text: str, lying: tuple[str, ...], known: tuple[str, ...], tokens: tuple[str, ...]
) -> None:
    assert tokens_near(text, lying, known) == tokens


@pytest.mark.parametrize("known", [(), ("Ritual",), ("Ritual token",), ("RITUAL TOKEN", "ritual"), ("Gold",)])
def test_a_token_has_the_same_name_before_the_first_lies_there_and_after(known: tuple[str, ...]) -> None:
    text = "Place a ritual token on this card."
    (before,) = tokens_near(text, (), known)
    put = token_called(before, known)  # what a press beside the card puts there
    assert tokens_near(text, (put,), (put, *known)) == (before,) == (put,)
    assert put == token_called("ritual token", known), "and what a line typed with the card's words puts there"
