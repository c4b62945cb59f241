"""A picture on a card as a value: what is shown of it, how fine it prints, and what is said of that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.picture import Picture, credit_line, dots_per_inch
from cards.rules.limits import check_face
from cards.rules.room_advice import advice_on_picture, printed_dpi
from studio.kernel.codec import from_plain, to_plain
from studio.kernel.messages import english
from studio.kernel.refusals import Refused

GOAT = Picture("a" * 64, 1200, 900)
CARD = Face("Goat", "Thing", "It looks at you.", picture=GOAT, art_words="A goat.")


def test_a_card_without_a_picture_has_the_digest_it_always_had_and_one_with_comes_back_whole() -> None:
    assert "picture" not in to_plain(replace(CARD, picture=None))
    assert from_plain(Face, to_plain(CARD)) == CARD
    assert replace(CARD, picture=replace(GOAT, crop=(0, 0, 500, 500))).digest != CARD.digest


def test_what_is_shown_is_a_box_of_pixels_that_covers_its_place() -> None:
    assert replace(GOAT, crop=(250, 0, 500, 1000)).box == (300.0, 0.0, 600.0, 900.0)
    assert dots_per_inch(GOAT, 50.8, 25.4) == 600  # two inches wide
    assert dots_per_inch(GOAT, 25.4, 50.8) == 450  # what stands over at the sides is cut off


@pytest.mark.parametrize(
    ("crop", "size", "dpi"), [((0, 0, 1000, 1000), "poker", 544), ((0, 0, 300, 300), "poker", 163),
                              ((0, 0, 300, 300), "mini", 235)],
)  # fmt: skip
def test_how_fine_a_picture_prints_follows_from_its_crop_and_the_size_of_the_card(
    crop: tuple[int, int, int, int], size: str, dpi: int
) -> None:
    assert printed_dpi(replace(CARD, picture=replace(GOAT, crop=crop)), size) == dpi  # type: ignore[arg-type]


def said(face: Face) -> list[str]:
    return [english(words) for words in advice_on_picture(face)]


def test_a_picture_that_prints_soft_and_one_without_words_are_told_and_neither_stands_in_the_way() -> None:
    assert said(CARD) == said(replace(CARD, picture=None, art_words="")) == []
    soft = replace(CARD, picture=replace(GOAT, crop=(0, 0, 300, 300)), art_words="")
    assert said(soft) == [
        "It prints soft: 163 dots to the inch, where 200 are wanted. Show more of it, or bring a larger one.",
        "Say in a few words what it shows, for those who do not see it.",
    ]
    assert said(replace(CARD, art_lines=0)) == [
        "There is no room for it beside these words. Write fewer, or give it a height."
    ]
    check_face(soft)


@pytest.mark.parametrize(
    "more",
    [
        {"digest": "A" * 64}, {"digest": "../x"}, {"width": 0}, {"height": 2401}, {"crop": (0, 0, 1001, 10)},
        {"crop": (-1, 0, 10, 10)}, {"crop": (0, 0, 19, 500)}, {"crop": (990, 0, 20, 500)}, {"credit": "x" * 81},
        {"licence": "two\nlines"},
    ],
)  # fmt: skip
def test_an_impossible_picture_is_refused_in_words(more: dict[str, object]) -> None:
    with pytest.raises(Refused, match=r"picture\.|face\.unclean"):
        check_face(replace(CARD, picture=replace(GOAT, **more)))  # type: ignore[arg-type]


@pytest.mark.parametrize("frame", ["press", "hand", "saver", "classic"])
def test_every_frame_shows_the_picture_with_its_words_and_a_card_of_no_height_grows_an_ornament(frame: str) -> None:
    drawn = draw_face(CARD, frame=frame).picture  # type: ignore[arg-type]
    assert drawn is not None and (drawn.kind, drawn.alt, drawn.view) == ("picture", "A goat.", "0 0 1200 900")
    assert drawn.src == f"/pictures/{GOAT.digest}/"
    flat = draw_face(replace(CARD, art_lines=0), frame=frame).picture  # type: ignore[arg-type]
    assert (flat.kind if flat else "") == ("" if frame == "hand" else "ornament")


def test_whose_it_is_is_one_line() -> None:
    assert credit_line(GOAT) == ""
    assert credit_line(replace(GOAT, credit="Ros Lee", licence="CC BY 4.0")) == "Ros Lee, CC BY 4.0"
