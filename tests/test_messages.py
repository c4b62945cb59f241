"""Words are made of messages at the edge: nothing that stands in a slot is translated, looked into or filled again."""

from __future__ import annotations

import html

import pytest
from django.utils.safestring import SafeString

from studio.kernel.messages import Message, Title, counted, english, fill, message, number_word, series, shortened
from studio.kernel.refusals import Refused
from studio.web.words import begin, in_language, say, say_html

ODD = ("{who}", "{title}", "%(x)s", "%s", "a Goat", "{", "}}", "{0}", "{who:,}", "\\1", "<b>{Ros}</b>", "two")


@pytest.mark.parametrize("title", ODD)
def test_what_stands_in_a_slot_comes_out_as_it_is(title: str) -> None:
    said = message("{who} played {title}.", who="Ros", title=title)
    assert say(said) == english(said) == f"Ros played {title}."
    assert say(message("{title} by {who}", title=title, who="{title}")) == f"{title} by {{title}}"
    assert say(series([title, "Ros"])) == f"{title} and Ros"
    assert say(Refused("name.reserved", name=title)).startswith(f"“{title}” is what")


def test_one_and_many_are_two_sentences() -> None:
    def cards(count: int) -> Message:
        return counted("{count} card", "{count:,} cards", count)

    assert [say(cards(n)) for n in (0, 1, 2, 1234)] == ["0 cards", "1 card", "2 cards", "1,234 cards"]
    assert [english(cards(n)) for n in (0, 1, 2, 1234)] == ["0 cards", "1 card", "2 cards", "1,234 cards"]


def test_several_in_a_row() -> None:
    assert [say(series(["Ros", "Idris", "Maud"][:n])) for n in range(4)] == [
        "", "Ros", "Ros and Idris", "Ros, Idris and Maud",
    ]  # fmt: skip
    two = series([message("One."), message("Two {n}.", n=2)], "sentences")
    assert say(two) == english(two) == "One. Two 2."
    assert say(series(["a", "b", "c"], "or")) == "a, b or c" and say(series([1, 2], "comma")) == "1, 2"
    assert say(shortened("ABCDE", 5)) == "A, B, C, D and E" and say(shortened("ABCDEF", 5)) == "A, B, C, D and two more"


@pytest.mark.parametrize("title", ["עז", "Goat עז 3", "ماعز", "<עז>"])
def test_words_written_the_other_way_turn_nothing_round_them(title: str) -> None:
    apart, marked = f"\u2068{title}\u2069", f"\u2068{html.escape(title)}\u2069"
    said = message("Not this time. {title} 2 of 3: {also}", title=title, also=series([Title(title), "Ros"]))
    assert say(said) == f"Not this time. {apart} 2 of 3: {apart} and Ros"
    assert say_html(said) == f"Not this time. {marked} 2 of 3: {marked} and Ros"
    assert in_language(title, "") == marked and in_language(title, "he").startswith('<bdi lang="he">')
    assert say(Refused("name.reserved", name=title)).startswith(f"“{apart}” is what")


def test_numbers_are_words_up_to_twelve() -> None:
    assert begin(message("{number} of us", number=number_word(12))) == "Twelve of us"
    assert begin(message("{number} of us", number=number_word(13))) == "13 of us"


def test_a_slot_that_was_given_nothing_is_no_error() -> None:
    assert fill("{a} and {b}", {"a": "x"}) == "x and …" and say(message("{who} left")) == "… left"


@pytest.mark.parametrize("title", ODD)
def test_a_title_is_set_apart_however_deep_it_stands_and_nothing_else_is(title: str) -> None:
    cards = series([Title(title), Title("Slug"), counted("a card", "{count} cards", 2)])
    said = message("{who} played {cards}: {why}", who="<Ros>", cards=cards, why=message("{again}", again=Title("x")))
    mark = '<b title="{}">'.format
    assert say_html(said, mark) == (
        f'&lt;Ros&gt; played <b title="{title}">, <b title="Slug"> and 2 cards: <b title="x">'
    )
    assert say(said) == english(said) == f"<Ros> played {title}, Slug and 2 cards: x"
    assert say_html(said) == html.escape(say(said)), "where nobody says how, a title is escaped like any words"


def test_numbers_in_markup_have_their_thousands_apart_and_parts_are_markup() -> None:
    said = message("{count:,} & {link}", count=1234)
    assert say_html(said, link=SafeString("<a>")) == "1,234 &amp; <a>"


def test_messages_stand_in_slots_of_messages() -> None:
    said = message("{where}: {why}", where=message("Card {number}", number=3), why=Refused("listing.empty"))
    assert say(said) == "Card 3: There are no cards in that list."
    assert english(said) == "Card 3: listing.empty"
