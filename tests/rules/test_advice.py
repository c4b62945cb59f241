"""Advice while one writes: certain, short, and silent about what is well put."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.lexicon import DeckKind, Lexicon
from cards.rules.advice import HINTS_MAX, advise
from cards.rules.room_advice import on_room, words_too_many
from cards.rules.thoughts import Aside, Known, Thought
from studio.web.words import say
from tests.growing import grows_evenly

DECK = Known(
    titles=("Slug", "Wandering Goat", "Letter to the Council", "Best in Show"),
    rules=("Blessings A Blessing stays with whoever prays first.",),
    aside=(Aside("Bulldozer"), Aside("Slug")),
)


def said_of(thought: Thought) -> str:
    return say(thought.words)


def test_what_one_press_can_mend_says_what_becomes_what() -> None:
    (thought,) = (one for one in advise(Face("Tea Urn", "Thing", "Destroy “Wondering Goat”."), DECK) if one.mend)
    assert thought.mend and say(thought.mend.words) == "Say “Wandering Goat”"
    assert (thought.mend.was, thought.mend.becomes) == ("Wondering Goat", "Wandering Goat")


def hints(title: str = "Tea Urn", text: str = "", kind: str = "Thing", *, is_rule: bool = False) -> str:
    return " | ".join(map(said_of, advise(Face(title, kind, text), DECK, is_rule=is_rule)))


@pytest.mark.parametrize("title", ["Slug", "slug!", "The Slug", "  SLUG "])
def test_a_title_that_is_in_the_deck_is_said_before_it_is_refused(title: str) -> None:
    assert "“Slug” is in the deck already" in hints(title)


@pytest.mark.parametrize("title", ["Wandering Goats", "Wondering Goat", "A Wandering-Goat ", "Letters to the Council"])
def test_a_title_that_is_nearly_in_the_deck_is_pointed_out(title: str) -> None:
    assert "in the deck" in hints(title)


@pytest.mark.parametrize("title", ["Slum", "Snug", "Settled Goat", "Letter to the Editor", "Best", "!!!", ""])
def test_other_titles_are_let_be(title: str) -> None:
    assert "in the deck" not in hints(title)


def test_what_was_set_aside_once_is_remembered() -> None:
    assert "“Bulldozer” was set aside before" in hints("Bulldozer")


def test_a_name_that_is_asked_about_just_now_is_said_to_whoever_writes_something_new() -> None:
    known, face = replace(DECK, coming=("Tea Urn",)), Face("the tea urn", "Thing")
    said = " ".join(map(said_of, advise(face, known)))
    assert "“Tea Urn” is before the others already" in said
    assert not advise(face, replace(known, is_growing=False))


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Two cards are **discarded**.", "Who discards"),
        ("Then discard a card.", ""),
        ("Each player discards a card.", ""),
        ("Discard a card from your hand.", ""),
        ("Shuffle the discard pile.", ""),
        ("Discard a Thing.", "is destroyed; a card in a hand is discarded"),
        ("Discard that *Thing* at once, your own.", "is destroyed"),
        ("Each player gives you a card.", ""),
        ("All players draw. You draw two.", ""),
        ("Every other player gives you a card.", ""),
        ("Each player, including you, draws.", ""),
    ],
)
def test_words_that_start_an_argument(text: str, hint: str) -> None:
    assert hint in hints(text=text) if hint else hints(text=text) == ""


def test_a_kind_needs_a_rule_that_explains_it() -> None:
    assert hints(kind="Curse — Old") == "No Special Rule says how a Curse is played."
    assert "how an Omen" in hints(kind="Omen")
    assert [hints(kind=kind) for kind in ("Blessing", "Action", "thing — Pest")] == ["", "", ""]
    assert "No kind yet" in hints(kind="", text="It steams.")
    assert hints(kind="", text="It steams.", is_rule=True) == ""


def test_never_a_lecture_and_never_slow() -> None:
    face = Face("The Long Title of Cart Number 7", "", "Discard a Thing. Each player hits you. " * 100)

    def hinted(many: int) -> list[str]:
        known = Known(titles=tuple(f"The Long Title of Card Number {n}" for n in range(many)), aside=(Aside("Slug"),))
        return [said_of(hint) for hint in advise(face, known)]

    said = hinted(1000)
    assert grows_evenly(hinted, 200)
    assert 3 <= len(said) <= HINTS_MAX


MANY = Known(
    titles=("Wandering Goat", "Storm", *(f"Plain Card {n}" for n in range(14))),
    rules=("Ink Counters A card with the Blessed Keyword stays.",),
    coming=("Silver Bell",),
    types=("Thing — Livestock", "Action — Weather", "Thing - Pest, Small Mammal", *["Thing"] * 13),
    texts=("It wanders.", "Whoever has six Bells wins the game.", *["It stands there."] * 14),
)


def told(text: str, title: str = "Tea Urn", kind: str = "Thing", known: Known = MANY) -> str:
    return " | ".join(map(said_of, advise(Face(title, kind, text), known)))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Destroy “Rusty Gate”.", "Rusty Gate"),
        ('While "Rusty Gate" is in play, you may draw.', "Rusty Gate"),
        ("Search the draw pile for **Rusty Gate**.", "Rusty Gate"),
        ("Play only while you control “Gate”.", "Gate"),
        ("Take a card called “Gate” into your hand.", "Gate"),
        ("A Thing named **Gate** is destroyed.", "Gate"),
        ("You control “King of the Hill”, or nothing at all.", "King of the Hill"),
    ],
)
def test_a_card_that_is_named_and_is_not_there(text: str, named: str) -> None:
    assert told(text) == f"There is no “{named}” in the deck yet."


@pytest.mark.parametrize("text", ["Destroy “Wondering Goat”.", "Then search for the Wondering Goat and the rest."])
def test_a_card_that_is_named_a_little_wrong(text: str) -> None:
    assert told(text) == "There is no “Wondering Goat” in the deck. Is it “Wandering Goat” that you mean?"


@pytest.mark.parametrize(
    "text",
    [
        "Destroy “Wandering Goat”, “Storm” or “Silver Bell”.",  # there, there, and proposed just now
        "Destroy all “Wandering Goats”. Each Wandering Goat bleats. Destroy Wandering Goat.",
        "Gain control of “The Goat”.",  # a short name for what is there
        "While “Tea Urn” is in play, draw.",  # itself
        "**Action:** Draw. **Special Rule** **Discard Pile** **Each Player** **YOU** **never**",
        "**Storm Warning.** At the end of your turn, draw.",
        "**Rainy Day:** draw. **Sunny Day** – draw.",
        "Say “Good Morning” to whoever plays next. Shout “Uno”, then “Checkmate!”",
        "Take a token named “Royal Seal”. Gain a “Royal Seal” token; “Royal Seal” counters stay.",
        "Destroy all “Royal Guard” cards. Cards with “Royal Guard” in their title are safe.",
        "Any “Small Mammal” is safe; so is a “Blessed” card; “Ink Counters” too.",  # a trait, and what the rules say
        "A card with the word “Dragon Fire” on it. Choose “Left Hand” or not.",
        "King Arthur and Monty Python in the Main Phase of New York.",  # names, not titles
        "“we are the champions of nothing in particular and sing it aloud”",
    ],
)
def test_what_is_no_name_of_a_missing_card_is_let_be(text: str) -> None:
    assert "There is no" not in told(text)


def test_a_trait_that_nothing_else_speaks_of_is_spoken_of_where_it_is_nearly_another() -> None:
    said = "Nothing else in the deck speaks of “Pesst”. Is it “Pest” that you mean?"
    assert told("It ticks.", kind="Thing — Pesst, Brass") == said
    assert told("It ticks.", kind="Thing — Pest, Clockwork, Brass") == "", "a trait may be the first of its kind"
    for kind in ("Thing — Pests", "Thing — Small Mammal", "Thing — Bell", "Thing — Goat", "Thing", "Thing —"):
        assert told("It ticks.", kind=kind) == ""
    assert told("Destroy all other Clockwork.", kind="Thing — Clockwork") == ""
    assert advise(Face("Tea Urn", "Thing — Clockwork", "It ticks."), Known(types=("Thing",))) == ()


def test_a_deck_that_grows_and_cannot_be_won() -> None:
    dull = replace(MANY, texts=("It stands there.",) * 16)
    said = "Nothing in the deck says yet how the game is won."
    assert told("It steams.", known=dull) == said
    for text in ("If you have six, you win.", "That player is out of the game.", "Whoever holds it is the winner."):
        assert told(text, known=dull) == ""
    assert told("It steams.", known=replace(dull, goal="Be the first to win three races.")) == ""
    assert told("It steams.", known=replace(dull, rules=("Goal The last player with a card in hand wins.",))) == ""
    assert told("It steams.", known=replace(dull, types=("Thing",) * 5)) == "", "it has only begun"
    assert told("It steams.", known=replace(dull, is_growing=False)) == ""
    assert told("Echa vapor.", known=replace(dull, is_english=False)) == ""
    assert told("Echa vapor.", known=replace(dull, texts=("Todos los jugadores roban una carta.",) * 16)) == ""


ONE_KIND = Known(types=("Thing — Pest",) * 12, texts=("Whoever has six wins.",) * 12)


@pytest.mark.parametrize(
    ("kind", "known", "said"),
    [
        ("Thing", ONE_KIND, "12 Things in the deck and no Action yet. Something has to happen, too."),
        ("Action", replace(ONE_KIND, types=("Action",) * 14),
         "14 Actions in the deck and no Thing yet. Something has to stay, too."),
        ("Action", ONE_KIND, ""), ("Thing", replace(ONE_KIND, types=("Thing",) * 11), ""),
        ("Thing", replace(ONE_KIND, types=(*("Thing",) * 12, "Action")), ""),
        ("Thing", replace(ONE_KIND, coming_types=("Action",)), ""), ("Thing", replace(ONE_KIND, is_growing=False), ""),
        ("Thing", replace(ONE_KIND, lexicon=Lexicon(kinds=(DeckKind("Blessing"),))), ""),
    ],
)  # fmt: skip
def test_a_deck_of_one_kind_alone_is_told_so_to_whoever_writes_one_more(kind: str, known: Known, said: str) -> None:
    assert [say(one.words) for one in advise(Face("Urn", kind, "It steams."), known) if one.code == "deck.balance"] == (
        [said] if said else []
    )


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (100, "", ""), (116, "print.small", "It fits, in small type."), (124, "print.smallest", "words less, and it"),
        (400, "print.parts", "It goes on over"),
    ],
)  # fmt: skip
def test_a_full_card_is_told_how_full_it_is(words: int, code: str, said: str) -> None:
    thoughts = [one for one in on_room(Face("Urn", "Thing", "Steam rises. " * (words // 2))) if one]
    assert [one.code for one in thoughts] == ([code] if code else [])
    assert all(said in say(one.words) for one in thoughts)


def test_so_many_words_less_do_make_it_a_size_larger() -> None:
    face = Face("Urn", "Thing", "Steam rises. " * 62)
    many = words_too_many(face)
    shorter, still = (" ".join(face.text.split()[: -less or None]) for less in (many, many - 1))
    assert draw_face(replace(face, text=shorter)).fit < draw_face(replace(face, text=still)).fit


def test_a_thousand_cards_are_looked_through_at_no_more_than_their_number() -> None:
    face = Face(
        "Urn", "Thing — Livestockk", "Destroy “Rusty Gate” or the Wandering Goat of the East. " * 30 + "“" * 3000
    )

    def hinted(many: int) -> list[str]:
        known = Known(
            titles=tuple(f"The Long Title of Card Number {n}" for n in range(many)),
            types=("Thing — Livestock, Pest",) * many,
            texts=("Whenever somebody plays a Thing, draw two cards and discard one of them. " * 3,) * many,
        )
        return [said_of(hint) for hint in advise(face, known)]

    said = hinted(1000)
    assert grows_evenly(hinted, 200)
    assert any("Rusty Gate" in one for one in said) and any("Livestockk" in one for one in said)
