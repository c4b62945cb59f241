"""Claims about lengths and characters (cards/rules/limits.py)."""

from __future__ import annotations

import dataclasses
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.face.face import Face, Stroke
from cards.rules import limits
from cards.rules.decision import DecisionRule
from cards.rules.deck import Details
from cards.rules.details import check_details
from cards.rules.kit import CounterKit, Kit
from cards.rules.kit_checks import check_kit
from cards.rules.limits import check_face, check_plain, clean_face, clean_line, clean_text
from studio.kernel.messages import Message, message
from studio.kernel.refusals import Refused
from studio.people.names import clean_name

ANY_TEXT = st.text(st.characters())
MARKY = st.text(st.sampled_from("eéo\u0301\u0316\u0323\u20dd\u093f\u1100\u1161\u0958\u202e\x00\n\r\u2028 "))


def refusal(face: Face, **kwargs: bool) -> str:
    with pytest.raises(Refused) as caught:
        check_face(face, **kwargs)
    return caught.value.code


@given(ANY_TEXT | MARKY)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean_text(text)
    assert clean_text(once) == once
    assert clean_line(clean_line(text)) == clean_line(text)


@given(ANY_TEXT | MARKY)
def test_cleaned_text_is_composed_and_can_be_written_to_a_file(text: str) -> None:
    cleaned = clean_text(text)
    assert unicodedata.is_normalized("NFC", cleaned)
    cleaned.encode("utf-8")
    assert not any(unicodedata.category(c) == "Cc" and c not in "\n\t" for c in cleaned)


def test_direction_overrides_and_controls_are_taken_out_and_line_ends_made_one() -> None:
    assert clean_text("a\r\nb\rc\u2028d\x00\x1b\u202ee\u2069\ufeff") == "a\nb\nc\nde"
    assert clean_line("  two \n words\t") == "two words"


def test_letters_of_all_scripts_and_joined_emoji_stay_as_they_are() -> None:
    for words in ("Síndrome de Diógenes", "שלום", "नमस्ते", "한글", "👩\u200d🚀", "a\u200eb"):
        assert clean_text(words) == words


def test_no_letter_keeps_more_than_eight_marks() -> None:
    assert clean_text("x" + "\u0316" * 5000 + "y") == "x" + "\u0316" * 8 + "y"
    assert clean_text("\u0316" * 20) == "\u0316" * 8
    assert clean_text("x" + "\u20dd" * 5000) == "x" + "\u20dd" * 8


def test_each_limit_is_refused_one_character_beyond_it_and_not_at_it() -> None:
    for field, limit, code in (
        ("title", limits.TITLE_MAX, "face.title_long"),
        ("type_line", limits.TYPE_LINE_MAX, "face.type_long"),
        ("text", limits.TEXT_MAX, "face.text_long"),
        ("flavour", limits.FLAVOUR_MAX, "face.flavour_long"),
        ("cost", limits.CORNER_MAX, "face.corner_long"),
        ("stat", limits.CORNER_MAX, "face.corner_long"),
        ("credit", limits.CREDIT_MAX, "face.credit_long"),
    ):
        check_face(Face(**{"title": "A", field: "x" * limit}))
        assert refusal(Face(**{"title": "A", field: "x" * (limit + 1)})) == code


@pytest.mark.parametrize(
    ("corner", "length"),
    [("0/4", 3), ("{rosette}", 1), ("{rosette 3}", 2), ("2 {sheepswool} {any two}", 5), ("{ no mark }", 11)],
)
def test_a_mark_in_a_corner_is_as_long_as_one_sees_it(corner: str, length: int) -> None:
    assert limits.corner_length(corner) == length
    check_face(Face("A", cost="{a symbol of the deck 12}", gain="{rosette}" * limits.CORNER_MAX))
    assert refusal(Face("A", cost="{rosette 3}" * 5)) == "face.corner_long"


def test_a_refusal_names_the_limit_and_the_length() -> None:
    with pytest.raises(Refused) as caught:
        check_face(Face(title="x" * 10_000))
    assert caught.value == Refused("face.title_long", limit=80, length=10_000)


def test_a_special_rule_may_be_longer_than_a_card() -> None:
    face = Face(title="Basic Rules", text="x" * (limits.TEXT_MAX + 1))
    check_face(face, is_rule=True)
    assert refusal(face) == "face.text_long"


def test_a_face_without_a_title_or_with_unclean_words_is_refused() -> None:
    assert refusal(Face(title="")) == "face.title_empty"
    assert refusal(Face(title=" Slug")) == "face.unclean"
    assert refusal(Face(title="Slug", text="a\u202eb")) == "face.unclean"
    assert refusal(Face(title="Two  words")) == refusal(Face(title="Two\nwords")) == "face.unclean"
    assert refusal(Face(title="Slug", colour="red")) == "face.colour_unknown"
    assert clean_face(Face(" A ", "b\nc", " d \n\n", colour="#FFee00")) == Face("A", "b c", "d", colour="#ffee00")


MANY_EFFECTS = (DecisionRule(),) * (limits.EFFECTS_MAX + 1)
DOT = Stroke("pen", "#000000", (0, 0))
FULL = Stroke("pen", "#000000", (0,) * limits.STROKE_NUMBERS_MAX)


@pytest.mark.parametrize(
    ("face", "refused"),
    [
        (Face("A", credit=" x"), Refused("face.unclean", field=limits.FIELD_WORDS["credit"])),
        (Face("A", colour="x" * 30), Refused("face.colour_unknown", colour="x" * 20)),
        (Face("A", effects=MANY_EFFECTS),
         Refused("face.effects_many", limit=limits.EFFECTS_MAX, length=limits.EFFECTS_MAX + 1)),
        (Face("A", doodle=(DOT,) * (limits.STROKES_MAX + 1)),
         Refused("face.doodle_large", limit=limits.STROKES_MAX, length=limits.STROKES_MAX + 1)),
        (Face("A", doodle=(*(FULL,) * 10, DOT)), Refused("face.doodle_long", limit=limits.DOODLE_NUMBERS_MAX // 2)),
    ],
)  # fmt: skip
def test_what_is_refused_of_a_face_is_named(face: Face, refused: Refused) -> None:
    check_face(Face("A", doodle=(DOT,) * limits.STROKES_MAX))
    with pytest.raises(Refused) as caught:
        check_face(face, is_rule=True)
    assert caught.value == refused


@pytest.mark.parametrize(
    "stroke",
    [
        Stroke("pen", "#000000", (0, 0, 9, 9), (50,)),
        Stroke("pen", "#000000", (0, 0), (101,)),
        Stroke("pen", "#000000", (0, 0), (-1,)),
        Stroke("pen", "#000000", (0, 0), (), -1),
        Stroke("pen", "#000000", (0, 0), (), limits.STROKE_WIDTH_MAX + 1),
    ],
)
def test_a_stroke_has_a_pressure_for_each_point_or_for_none(stroke: Stroke) -> None:
    check_face(Face("A", doodle=(Stroke("pen", "#000000", (0, 0, 9, 9), (0, 100), limits.STROKE_WIDTH_MAX),)))
    assert refusal(Face("A", doodle=(stroke,))) == "face.doodle_unreadable"


def test_a_drawing_has_words_and_a_height_within_limits() -> None:
    check_face(Face("A", art_words="x" * limits.ART_WORDS_MAX, art_lines=limits.ART_LINES_MAX))
    assert refusal(Face("A", art_words="x" * (limits.ART_WORDS_MAX + 1))) == "face.art_words_long"
    assert refusal(Face("A", art_words="a\nb")) == "face.unclean"
    for lines in (-2, limits.ART_LINES_MAX + 1, 10**9):
        assert refusal(Face("A", art_lines=lines)) == "face.art_lines_amiss"


@given(ANY_TEXT, ANY_TEXT)
def test_a_cleaned_face_is_refused_for_its_length_or_emptiness_only(title: str, text: str) -> None:
    face = clean_face(Face(title=title, text=text))
    try:
        check_face(face)
    except Refused as refused:
        assert refused.code in {"face.title_empty", "face.title_long", "face.text_long"}


def test_a_doodle_stays_on_its_card() -> None:
    check_face(Face("A", doodle=(Stroke("pen", "#1b1b2f", (0, 0, 6300, 8800)),)))
    assert refusal(Face("A", doodle=(Stroke("pen", "#1b1b2f", (0, 0, 99_999, 0)),))) == "face.doodle_unreadable"
    assert refusal(Face("A", doodle=(Stroke("pen", "url(x)", (0, 0)),))) == "face.doodle_unreadable"
    assert refusal(Face("A", doodle=(Stroke("pen", "#000000", (0, 0, 1)),))) == "face.doodle_unreadable"
    many = tuple(Stroke("pen", "#000000", (0, 0)) for _ in range(limits.STROKES_MAX + 1))
    assert refusal(Face("A", doodle=many)) == "face.doodle_large"
    dots = (Stroke("pen", "#000000", (0,) * limits.STROKE_NUMBERS_MAX),) * 10
    check_face(Face("A", doodle=dots))
    assert refusal(Face("A", doodle=(*dots, Stroke("pen", "#000000", (0, 0))))) == "face.doodle_long"
    too_long = Stroke("pen", "#000000", (0,) * (limits.STROKE_NUMBERS_MAX + 2))
    assert refusal(Face("A", doodle=(too_long,))) == "face.doodle_unreadable"
    for edge, beyond in ((-2000, -2001), (12_000, 12_001)):
        check_face(Face("A", doodle=(Stroke("pen", "#000000", (edge, edge)),)))
        assert refusal(Face("A", doodle=(Stroke("pen", "#000000", (0, beyond)),))) == "face.doodle_unreadable"


def test_effects_are_a_special_rules_and_not_without_number() -> None:
    effects = (DecisionRule(),) * limits.EFFECTS_MAX
    check_face(Face("A", effects=effects), is_rule=True)
    assert refusal(Face("A", effects=effects)) == "face.effects_on_card"
    assert refusal(Face("A", effects=(*effects, DecisionRule())), is_rule=True) == "face.effects_many"


@pytest.mark.parametrize(
    ("fits", "does_not"),
    [
        ("x" * limits.KIT_WORD_MAX, "x" * (limits.KIT_WORD_MAX + 1)),
        ("two words", "two  words"),
        (limits.KIT_NUMBER_MAX, limits.KIT_NUMBER_MAX + 1),
        (-limits.KIT_NUMBER_MAX, -limits.KIT_NUMBER_MAX - 1),
        ([0] * (limits.KIT_PARTS_MAX - 3), [0] * (limits.KIT_PARTS_MAX - 2)),
    ],
)
def test_a_kit_has_words_and_numbers_within_reason_however_deep_they_stand(fits: object, does_not: object) -> None:
    place = message("The kit")
    check_plain(place, {"zones": [fits]})
    with pytest.raises(Refused, match=r"kit\.amiss"):
        check_plain(place, {"zones": [does_not]})


WORD = message("each word in it is one line of {limit} characters", limit=limits.KIT_WORD_MAX)
NUMBER = message("no number in it is larger than {limit:,}", limit=limits.KIT_NUMBER_MAX)
PARTS = message("it has more than {limit:,} parts", limit=limits.KIT_PARTS_MAX)


@pytest.mark.parametrize(
    ("plain", "why"),
    [
        ({"name": "two  words", "zones": [1]}, WORD), ({"zones": [1], "name": "two  words"}, WORD),
        ({"zones": [limits.KIT_NUMBER_MAX + 1]}, NUMBER), ([0] * limits.KIT_PARTS_MAX, PARTS),
    ],
)  # fmt: skip
def test_what_is_beyond_reason_in_a_kit_is_said(plain: object, why: Message) -> None:
    with pytest.raises(Refused) as caught:
        check_plain(message("The kit"), plain)
    assert caught.value == Refused("kit.amiss", place=message("The kit"), why=why)


def test_every_word_of_the_details_is_cleaned() -> None:
    given = Details(" A  b ", theme=" c  d ", goal=" e\nf ", language=" en ", blurb=" g \r\n h ", tags=("X ", "x", ""))
    assert check_details(given) == Details("A b", theme="c d", goal="e f", language="en", blurb="g \n h", tags=("x",))


UNSEEN = ("\u200b\u200b", "\u200d \u2060", "\u3164", "\u2800", "\u00ad\ufe0f", "\u034f\u200c", "\U000e0101")


@pytest.mark.parametrize("text", UNSEEN)
def test_words_of_which_nothing_is_seen_are_none(text: str) -> None:
    """A card by such a name would be an empty heading and an empty link; so would anything else."""
    assert clean_text(text) == clean_line(text) == ""
    assert clean_line(f"Goat{text}Pen") != ""
    with pytest.raises(Refused) as refused:
        check_face(clean_face(Face(title=text, text="Eats.")))
    assert refused.value.code == "face.title_empty"
    with pytest.raises(Refused) as refused:
        clean_name(text)
    assert refused.value.code in ("name.empty", "name.unreadable")
    with pytest.raises(Refused, match=r"kit\.amiss"):
        check_kit(dataclasses.replace(Kit(), counters=(CounterKit("coins", text),)))
