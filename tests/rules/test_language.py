"""A deck's language: its tag, and where its long words may be parted."""

from __future__ import annotations

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.language import hyphenated, tag, whole
from cards.face.measures import Frame
from cards.face.text import parse, to_plain


def parted(words: str, language: str) -> str:
    return to_plain(hyphenated(parse(words), language)).replace("\u00ad", "-")


@pytest.mark.parametrize(
    ("words", "language", "drawn"),
    [
        ("Die Donaudampfschifffahrtsgesellschaft.", "de", "Die Donau-dampf-schiff-fahrts-ge-sell-schaft."),
        ("**Nachziehstapel** und Karte", "de-AT", "Nach-zieh-sta-pel und Karte"),
        ("Misunderstandings happen", "en", "Mis-un-der-stand-ings happen"),
        ("A short word stays", "en", "A short word stays"),
        ("Donaudampfschifffahrtsgesellschaft", "", "Donaudampfschifffahrtsgesellschaft"),
        ("Donaudampfschifffahrtsgesellschaft", "tlh", "Donaudampfschifffahrtsgesellschaft"),
        ("Donaudampfschifffahrtsgesellschaft", "my own", "Donaudampfschifffahrtsgesellschaft"),
    ],
)
def test_long_words_are_parted_where_their_language_parts_them(words: str, language: str, drawn: str) -> None:
    assert parted(words, language) == drawn


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("de", "de"),
        (" pt-BR ", "pt-BR"),
        ("", ""),
        ("Deutsch!", ""),
        ('de" x="', ""),
        ("x", ""),
        ("zh-Hant", "zh-Hant"),
    ],
)
def test_only_what_is_a_tag_is_told_to_a_page(said: str, known: str) -> None:
    assert tag(said) == known


def test_a_soft_hyphen_is_in_what_is_drawn_and_never_in_the_words() -> None:
    face = Face("Fahrt", "Thing", "Die Donaudampfschifffahrtsgesellschaft fährt.")
    drawn = draw_face(face, language="de")
    assert "Donau\u00addampf" in drawn.text and drawn.plain == face.text == whole(drawn.plain)
    assert draw_face(face).text != drawn.text and draw_face(face, language="de") == drawn


@pytest.mark.parametrize("frame", ["press", "saver", "classic", "hand"])
def test_a_word_of_a_title_that_goes_on_no_line_is_parted_as_its_language_parts_it(frame: Frame) -> None:
    title = "Donaudampfschifffahrtsgesellschaftskapitän"
    drawn = draw_face(Face(title, "Thing", "Es tutet."), frame=frame, language="de")
    assert "Donau\u00addampf" in drawn.title and whole(drawn.title) == title
    assert draw_face(Face(title, "Thing", "Es tutet."), frame=frame).title == title
    # What has room in smaller letters stays in one piece.
    assert draw_face(Face("Nachziehstapel", "Thing"), frame=frame, language="de").title == "Nachziehstapel"
