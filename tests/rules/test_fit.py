"""Fitting: the table of widths is that of our fonts, nothing is lost, nothing goes under 7 pt."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cards.face.drawn import DrawnFace, draw_face
from cards.face.face import Face, Stroke
from cards.face.fit import TextColumn, Words, fit_words
from cards.face.measures import CARD_SIZES
from cards.face.ornament import ornament
from cards.face.parting import divide
from cards.face.text import Bullet, Paragraph, parse, to_plain
from cards.face.title_fit import title_step
from cards.face.widths import width

LETTER = (
    "Choose a player. Read out, in your best letter-writing voice, a complaint about one Thing they control.\n\n"
    "The other players vote. If most are moved by it, that Thing goes back to its owner’s hand and may not be "
    "played again until the letter’s writer has drawn two cards. If nobody is moved, discard your hand, and "
    "apologise to the Thing."
)
DOODLE = (Stroke("pen", "#1f2a4a", (100, 100, 5000, 3000)), Stroke("felt", "#e2b23c", (100, 900, 5000, 900)))

words = st.text(alphabet=st.sampled_from("abc WM.-*{}\n\u00e9\u0447\u05d0\u6f22"), max_size=1500)
frames = st.sampled_from(["press", "hand", "saver", "classic"])
sizes = st.sampled_from([*CARD_SIZES, "25x25", "200x25", "30x180"])


def all_cards(face: DrawnFace) -> tuple[DrawnFace, ...]:
    return (face, *face.more)


def bare(text: str) -> str:
    return re.sub(r"\s", "", text.replace("\u00a0", ""))


def test_the_widths_are_those_of_our_fonts() -> None:
    pytest.importorskip("fontTools", reason="fonttools reads the font files")
    from cards.printing.tools.widths import MORE, TABLE, more, table

    assert json.loads(TABLE.read_text()) == table()
    assert json.loads(MORE.read_text()) == more()


def test_letters_that_another_font_draws_are_as_wide_as_it_draws_them() -> None:
    ttLib = pytest.importorskip("fontTools.ttLib", reason="fonttools reads the font files")
    drawn = [("text", "Ж", "noto-sans-400"), ("text-bold", "Ж", "noto-sans-700"), ("display", "Ω", "roboto-slab-800"),
             ("gothic", "Ω", "fira-sans-extra-condensed-600"), ("hand", "Ж", "pangolin-400"), ("hand", "🎉", "noto-emoji-400")]  # fmt: skip # noqa: E501
    for face, letter, file in drawn:
        with ttLib.TTFont(f"static/fonts/{file}.woff2") as font:
            advance = font["hmtx"][font.getBestCmap()[ord(letter)]][0] / font["head"].unitsPerEm
        assert width(letter, face) == pytest.approx(advance, abs=0.001), (face, letter)  # type: ignore[arg-type]


def test_a_width_is_the_sum_of_its_letters() -> None:
    assert width("n", "text") > 0.4
    assert width("nn", "text") == pytest.approx(2 * width("n", "text"))
    assert width("e\u0301", "text") == pytest.approx(width("e", "text"))
    assert width("\u6f22", "text") > 1


@pytest.mark.parametrize(
    ("title", "text", "flavour", "fit", "rows", "step"),
    [  # as on the reference sheet of the card face
        (
            "Hosepipe Ban",
            "Until your next turn, nobody may play a Vegetable.",
            "Pinned to the gate, in green ink.",
            0,
            5,
            1,
        ),
        ("Letter to the Council", LETTER, "Yours, in sorrow rather than in anger.", 2, 2, 2),
        ("Swap Seeds", "Everyone passes two cards to the left.", "", 0, 5, 1),
    ],
)
def test_cards_fit_as_on_the_reference_sheet(
    title: str, text: str, flavour: str, fit: int, rows: int, step: int
) -> None:
    drawn = draw_face(Face(title, "Action", text, flavour))
    assert (drawn.fit, drawn.rows, drawn.title_step, drawn.parts) == (fit, rows, step, 1)


@pytest.mark.parametrize("size", ["micro", "hex", "25x25"])
@pytest.mark.parametrize("frame", ["press", "hand", "saver", "classic"])
def test_a_card_of_twelve_hundred_letters_is_whole_on_the_smallest_card(size: str, frame) -> None:
    said = " ".join(f"In round {n} every player draws {n} cards, then votes." for n in range(1, 40))[:1200]
    drawn = all_cards(
        draw_face(Face("Weather of the Whole Parish", "Action — Long", said, "So."), frame=frame, size=size)
    )
    assert bare("".join(card.plain for card in drawn)).count(bare(said)) == 1
    assert len(drawn) <= (30 if size == "25x25" else 9) and all(card.fit <= 5 for card in drawn)


@given(words, frames, sizes)
@settings(max_examples=60, deadline=None)
def test_no_word_is_lost_however_long_the_text(text: str, frame, size) -> None:
    parsed = parse(text)
    parts = divide(Words(parsed), frame, size)
    assert bare("".join(to_plain(part.text) for part in parts)).replace("-", "") == bare(to_plain(parsed)).replace(
        "-", ""
    )
    if len(parts) > 1:
        for part in parts:
            assert fit_words(Words(part.text), frame, size, least=part.fit.step).fits


@given(words, frames)
@settings(max_examples=40, deadline=None)
def test_drawing_is_decided_by_the_face_alone(text: str, frame) -> None:
    face = Face("A title", "Thing", text)
    first = draw_face(face, frame=frame)
    from cards.face import drawn

    drawn._draw.cache_clear()
    assert draw_face(face, frame=frame) == first


@pytest.mark.parametrize(
    ("language", "first"),
    [("", "(1\u00a0of\u00a02)"), ("en-GB", "(1\u00a0of\u00a02)"), ("de", "(1/2)"), ("he", "(1/2)")],
)
def test_the_mark_of_a_card_that_goes_on_is_english_in_english_decks_alone(language: str, first: str) -> None:
    drawn = draw_face(Face("Wetter", "", "\n\n".join([LETTER] * 3)), is_rule=True, language=language)
    assert (drawn.title, drawn.count) == ("Wetter", first)


def test_a_long_text_goes_on_over_more_cards() -> None:
    drawn = draw_face(Face("Weather", "", "\n\n".join([LETTER] * 8), "The end."), is_rule=True, number=2)
    cards = all_cards(drawn)
    assert len(cards) > 1 and not drawn.fits
    assert {card.title for card in cards} == {"Weather"}
    assert [card.count for card in cards] == [f"({i}\u00a0of\u00a0{len(cards)})" for i in range(1, len(cards) + 1)]
    assert [bool(card.flavour) for card in cards] == [False] * (len(cards) - 1) + [True]
    assert all(card.number == "§ 2" for card in cards)
    said = "".join(card.plain for card in cards)
    assert bare(said) == bare(to_plain(parse("\n\n".join([LETTER] * 8 + ["The end."]))))


SENTENCES = " ".join(f"In round {n} every player draws {n} cards, then votes on one of them." for n in range(1, 40))


def lines_on(part, frame) -> int:
    return sum(TextColumn(Words(part.text), frame, "poker").lines(part.fit.step))


@pytest.mark.parametrize("frame", ["press", "hand", "saver", "classic"])
def test_twelve_hundred_letters_go_over_two_cards_at_a_sentence_and_fill_them_alike(frame) -> None:
    text = SENTENCES[:1200].rpartition(".")[0] + "."
    parts = divide(Words(parse(text), parse("The end.")), frame)
    assert len(parts) == 2
    assert all(to_plain(part.text).endswith(".") for part in parts)
    first, second = (lines_on(part, frame) for part in parts)
    assert abs(first - second) <= 5 and not parts[0].flavour and to_plain(parts[1].flavour) == "The end."


@pytest.mark.parametrize(
    ("text", "ending"),
    [
        ("word " * 110 + "word, " + "word " * 110, "word,"),  # no sentence ends near the middle: a clause does
        ("word " * 220, "word"),
        ("Choose one:\n\n" + "\n".join(f"- {'word ' * 11}." for _ in range(20)), "."),
        ("No capital follows, e.g. here. " * 40, "here."),
    ],
)
def test_a_text_is_cut_after_a_sentence_or_else_a_clause_or_else_a_word(text: str, ending: str) -> None:
    first, *rest = divide(Words(parse(text)))
    assert rest and to_plain(first.text).endswith(ending)
    both = [lines_on(part, "press") for part in (first, *rest)]
    assert max(both) - min(both) <= 4


def test_a_sentence_is_left_whole_at_whatever_size_that_can_be() -> None:
    """Most of it is one sentence: larger letters, and cards that are filled alike, would cut it."""
    long = (
        "Whoever holds the marrow " + "and has not yet spoken ill of it in front of the whole committee, " * 5 + "wins."
    )
    short = "Then everybody goes home, or stays, and draws a card for it in any case. If it rains, two."
    for text in (f"{long} {short}", f"{short} {long}"):
        parts = divide(Words(parse(text)), "press", "mini")
        assert len(parts) == 2 and to_plain(parts[0].text).endswith(".") and parts[0].fit.step < 5


SAMPLES = sorted(Path("cards/samples").glob("*.json"))


@pytest.mark.parametrize("frame", ["press", "classic", "hand"])
def test_the_smallest_cards_of_our_own_decks_are_parted_at_sentences_and_keep_their_titles(frame) -> None:
    cut, shortened = [], []
    for path in SAMPLES:
        deck = json.loads(path.read_text())
        for is_rule, each in ((False, deck["cards"]), (True, deck["rules"])):
            for face in each:
                words = {
                    name: face.get(name, "") for name in ("title", "type_line", "text", "flavour", "stat", "value")
                }
                *before, last = all_cards(draw_face(Face(**words), is_rule=is_rule, frame=frame, size="micro"))
                shortened += [last.title] if "…" in last.title else []
                cut += [card.plain for card in before if not card.plain.rstrip('”")* ').endswith((".", "?", "!", ":"))]
    assert not cut
    assert len(shortened) <= 3, "of two hundred; whose words go on no two lines of seven points"


def test_the_rest_of_a_point_has_no_dash_of_its_own() -> None:
    first, second = divide(Words(parse("- " + "word " * 220)))
    assert isinstance(first.text[0], Bullet) and isinstance(second.text[0], Paragraph)


@given(words, st.text(alphabet=st.sampled_from("abc \n"), max_size=300), frames, sizes)
@example("", "a\na\n\na", "press", "25x25")
@example("M\nM", "a\na", "press", "25x25")  # on two cards, whose titles have room for a letter and a number
@settings(max_examples=60, deadline=None)
def test_flavour_is_never_larger_than_the_text_and_none_of_it_is_lost(text: str, flavour: str, frame, size) -> None:
    drawn = draw_face(Face("A", "Thing", text, flavour), frame=frame, size=size)
    column = TextColumn(Words(()), frame, size)
    for card in all_cards(drawn):
        if card.flavour:
            assert column.flavour_sizes[card.flavour_step - 1] <= column.pitch(card.fit)[1]
    said = bare("".join(card.plain for card in all_cards(drawn))).replace("-", "")
    assert said == bare(to_plain(parse(text)) + to_plain(parse(flavour))).replace("-", "")


def test_the_flavour_shrinks_before_the_text_does() -> None:
    text, flavour = LETTER + " And so on.", "Yours, in sorrow rather than in anger, as ever, and from the shed."
    alone, together = (draw_face(Face("Letter", "Action", text, said)) for said in ("", flavour * 2))
    assert (together.flavour_step, together.parts) == (2, 1)
    assert together.fit - alone.fit <= 1


def test_flavour_longer_than_a_card_goes_over_too() -> None:
    """Three hundred letters can make a hundred and fifty lines."""
    drawn = draw_face(Face("Lines", "Action", "Short.", "\n".join(["a"] * 150)))
    assert sum(card.plain.count("a") for card in all_cards(drawn)) == 150 and drawn.parts > 5


def test_rules_text_is_never_under_seven_points() -> None:
    for card in CARD_SIZES.values():
        assert min(card.text) >= 7
        assert min(pt for _, pt in card.hand.text) >= 7


@pytest.mark.parametrize("frame", ["press", "hand", "saver", "classic"])
def test_what_has_no_room_in_its_place_is_said_in_the_text(frame) -> None:
    title = (
        "A title of far more words than any card ever had room for at its head, "
        + "and then some more of them, and more"
    )
    kind = "Thing — Weather System of the Very Long Name and Improbable Extent"
    drawn = draw_face(Face(title, kind, "Text.", cost="{gold 3}{gold 4}{gold 5}", stat="1/1"), frame=frame)
    assert drawn.title.endswith("…")
    assert drawn.plain.startswith(title)
    assert "Weather System of the Very Long Name" in drawn.plain + drawn.traits
    assert drawn.cost is None and "Cost: 3 gold4 gold5 gold" in drawn.plain


def test_a_short_title_keeps_its_whole_name() -> None:
    assert title_step("Slug", "press", "poker", False, False) == (1, True)
    assert draw_face(Face("Slug", "Thing", "")).title == "Slug"


def test_a_doodle_takes_the_place_of_the_ornament_and_is_black_without_felt_to_save_ink() -> None:
    colour = draw_face(Face("Goat", "Thing", "Eats.", doodle=DOODLE))
    black = draw_face(Face("Goat", "Thing", "Eats.", doodle=DOODLE), frame="saver")
    assert colour.picture and black.picture and colour.picture.kind == "doodle"
    assert "#e2b23c" in colour.picture.svg and "#1f2a4a" in colour.picture.svg
    assert "#e2b23c" not in black.picture.svg and 'fill="#000000"' in black.picture.svg


def test_a_drawing_is_as_high_as_it_was_asked_to_be_while_the_words_leave_room() -> None:
    goat = Face("Goat", "Thing", "Eats.", doodle=DOODLE, art_words="A goat, eating.")
    assert [draw_face(replace(goat, art_lines=lines)).rows for lines in (-1, 1, 3, 6)] == [5, 1, 3, 6]
    assert draw_face(replace(goat, art_lines=0)) == draw_face(replace(goat, doodle=()))
    full = draw_face(replace(goat, text="Eats every Vegetable in play. " * 14, art_lines=6))
    assert 0 < full.rows < 6 and full.fits
    picture = draw_face(goat).picture
    assert picture and picture.alt == "A goat, eating."


def test_strokes_cannot_leave_the_svg() -> None:
    evil = Stroke("pen", '#000"/><script>', (0, 0, 10**9, -(10**9)))
    drawn = draw_face(Face("Goat", "Thing", "", doodle=(evil,)))
    assert drawn.picture and "script" not in drawn.picture.svg
    assert "1000000000" not in drawn.picture.svg


def test_a_colour_of_its_own_is_readable_and_nothing_else() -> None:
    yellow = draw_face(Face("Sun", "Thing", "", colour="#ffee00"))
    assert "--cf-fill:#ffee00" in yellow.style and "--cf-on-kind:#171a21" in yellow.style
    assert draw_face(Face("Sun", "Thing", "", colour="red;}x{")).style == ""
    assert draw_face(Face("Sun", "Thing", "", colour="#ffee00"), frame="saver").style == ""


def test_an_ornament_is_the_titles_own() -> None:
    assert ornament("Hosepipe Ban", "action", 3) == ornament(" hosepipe ban ", "action", 3)
    assert ornament("Hosepipe Ban", "action", 3) != ornament("Hosepipe Bin", "action", 3)
    kinds = {ornament("Hosepipe Ban", kind, 3) for kind in ("thing", "action", "rule", "other")}
    assert len(kinds) == 4


def test_what_stands_at_the_foot_stands_on_every_card_and_nothing_stands_there_on_paper() -> None:
    long = draw_face(
        Face("Weather", "", "\n\n".join([LETTER] * 8), credit="Ros"), is_rule=True, number=2, foot_line="x"
    )
    assert {(card.number, card.foot_line) for card in all_cards(long)} == {("§ 2", "x · Ros")}
    bare = draw_face(Face("Weather", credit="Ros"), is_rule=True, number="")
    assert (bare.number, bare.foot_line, bare.language) == ("", "", "")


def test_on_a_low_card_words_are_no_smaller_for_an_ornament_and_a_drawing_stays_while_it_can() -> None:
    words = draw_face(Face("Slug", "Thing", "Draw two cards, then pass one of them on. " * 4), size="200x60")
    assert (words.fit, words.picture) == (0, None)
    drawn = draw_face(Face("Slug", "Thing", "It leans.", doodle=DOODLE), size="120x60")
    assert drawn.picture is not None and drawn.picture.kind == "doodle"
