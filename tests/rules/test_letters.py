"""Which letters of a card are said to have no form."""

from __future__ import annotations

from cards.face.face import Face
from cards.face.letters import NOTHING, Coverage, coverage_of, shipped, told, undrawable, undrawable_of
from studio.web.words import say

HAN = coverage_of(range(0x4E00, 0xA000))


def test_a_letter_without_a_form_is_told_once_and_in_the_order_it_is_written() -> None:
    assert undrawable("one 山 two 水 three 山") == ("山", "水")
    assert undrawable("one 山 two 水 three 山", HAN) == ()
    assert undrawable("plain words") == ()


def test_what_has_no_form_of_its_own_is_never_told() -> None:
    assert undrawable("a\u200db\ufe0f\u00a0c\u2009d\u200e\n\U000e0100") == ()


def test_every_word_of_a_face_is_looked_at() -> None:
    fields = ("title", "type_line", "text", "flavour", "cost", "gain", "value", "stat", "credit")
    for name in fields:
        face = Face(**{"title": "Goat", name: "山"})
        assert undrawable_of(face, NOTHING) == ("山",), name
        assert undrawable_of(face, HAN) == (), name
    assert undrawable_of(Face("Goat", text="{gold 3} and {die 5}"), NOTHING) == ()


def test_a_coverage_holds_exactly_its_code_points() -> None:
    codes = [*range(0x20, 0x7F), 0x5C71, 0x1F389]
    coverage = coverage_of(reversed(codes))
    assert coverage == Coverage(((0x20, 0x7E), (0x5C71, 0x5C71), (0x1F389, 0x1F389)))
    assert [code for code in range(0x20000) if chr(code) in coverage] == codes
    assert "a" not in NOTHING and "é" in shipped()


def test_many_letters_are_told_in_one_sentence() -> None:
    assert say(told(("山",))) == "山"
    assert say(told(("山", "水"))) == "山 and 水"
    assert say(told(("\U00013000", "\u1abf"))) == "\U00013000 and \u25cc\u1abf"
    assert say(told(tuple("山水火風林木日月星"))) == "山, 水, 火, 風, 林, 木, 日, 月 and 1 more"
