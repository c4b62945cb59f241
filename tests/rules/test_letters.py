"""Which letters of a card are said to have no form."""

from __future__ import annotations

from cards.face.face import Face
from cards.face.letters import (
    NOTHING,
    Coverage,
    coverage_of,
    has_form,
    notice,
    shipped,
    told,
    undrawable,
    undrawable_in,
    undrawable_of,
    words_of,
)
from studio.kernel.messages import english
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
    assert say(told(tuple("山水火風林木日月"))) == "山, 水, 火, 風, 林, 木, 日 and 月"
    assert say(told(tuple("山水火風林木日月星"))) == "山, 水, 火, 風, 林, 木, 日, 月 and 1 more"


def test_selectors_spaces_and_joiners_have_no_form_and_their_neighbours_have() -> None:
    assert not any(map(has_form, "\ufe00\ufe0f\U000e0100\U000e01ef \u2028\u2029\u200d\x00"))
    assert all(map(has_form, "a\ufdff\ufe10\U000e00ff\U000e01f0\u0301"))


def test_the_words_of_a_face_are_all_that_is_drawn_of_it() -> None:
    face = Face("Goat", "Thing — ß", "**Eats** {tap}.", "*Slow.*", "1", "2", "3", "4", credit="Ros")
    assert words_of(face) == "Goat\nThing — ß\nTHING — SS\n1\n2\n3\n4\nRos\nEats turn this card.\nSlow."


def test_the_letters_of_several_faces_are_told_once_with_what_comes_of_them() -> None:
    faces = (Face("山"), Face("水 山"), Face("Goat"))
    assert undrawable_in(faces) == ("山", "水") and undrawable_in(faces, HAN) == () == undrawable_in(())
    assert notice(()) is None
    said = [notice(letters) for letters in (("山",), ("山", "水"))]
    assert [english(one) for one in said if one] == [
        "山 cannot be drawn here: a box stands in print.", "山 and 水 cannot be drawn here: boxes stand in print.",
    ]  # fmt: skip
