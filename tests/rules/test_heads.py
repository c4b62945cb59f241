"""The head of a card: its title beside a count, parted in its language, and how a type line is cut."""

from __future__ import annotations

import pytest

from cards.face.drawn import draw_face
from cards.face.face import Face, kind_of
from cards.face.language import parted
from cards.face.lines import PT, SOFT_HYPHEN
from cards.face.measures import CARD_SIZES, Frame
from cards.face.text import parse_inline
from cards.face.title_fit import TitleRoom, corner_step, is_title_parted, type_step
from cards.face.widths import width

FRAMES: tuple[Frame, ...] = ("press", "hand", "saver", "classic")
LONG = "\n".join(["so"] * 30)  # goes on on a second card
CAPTAIN = "Donaudampfschifffahrtsgesellschaftskapitän"


@pytest.mark.parametrize("frame", FRAMES)
def test_a_type_line_is_whole_or_goes_without_its_traits_or_is_cut(frame: Frame) -> None:
    told = set()
    for count in range(8, 57, 2):
        word, whole = "W" * count, f"{'W' * count} — Wet"
        drawn = draw_face(Face("Rain", whole, "Falls."), frame=frame)
        if type_step(whole, frame, "poker")[1]:
            told.add("whole")
            assert (drawn.type_word, drawn.traits, drawn.plain) == (word, "— Wet", "Falls.")
            assert drawn.type_step == type_step(whole, frame, "poker")[0]
            continue
        assert drawn.plain == f"{whole}\n\nFalls.", "what is cut is said in the text"
        step, has_room = type_step(f"{word} …", frame, "poker")
        if has_room:
            told.add("without traits")
            assert (drawn.type_word, drawn.traits, drawn.type_step) == (word, "…", step)
            continue
        told.add("cut")
        kept = len(drawn.type_word) - 1
        assert (drawn.type_word, drawn.traits, drawn.type_step) == (f"{'W' * kept}…", "", 3)
        assert type_step(drawn.type_word, frame, "poker")[1]
        assert not type_step(f"{'W' * (kept * 10 // 9 + 2)}…", frame, "poker")[1], "no more than a tenth is lost"
    assert told >= {"whole", "cut"}


@pytest.mark.parametrize("frame", FRAMES)
def test_a_type_line_without_traits_of_its_own_has_no_room_for_dots(frame: Frame) -> None:
    for count in range(10, 57, 2):
        drawn = draw_face(Face("Rain", "W" * count, "Falls."), frame=frame)
        assert drawn.type_word in ("W" * count, drawn.type_word.rstrip("…") + "…") and drawn.traits == ""


def test_the_dots_of_a_type_line_follow_a_word() -> None:
    for count in range(1, 12):
        drawn = draw_face(Face("Rain", "W" * count + " W" * 30, "Falls."))
        assert drawn.type_word.endswith("W…")


@pytest.mark.parametrize("title", [CAPTAIN, f"{CAPTAIN} und noch viele andere Wörter, die keinen Platz mehr haben"])
def test_a_long_word_is_parted_on_each_card_that_it_heads(title: str) -> None:
    drawn = draw_face(Face(title, "Aktion", LONG), language="de")
    assert len(drawn.more) == 1
    for number, card in enumerate((drawn, *drawn.more), 1):
        assert SOFT_HYPHEN in card.title and card.count == f"({number}/2)"


def test_a_title_is_parted_where_the_frame_has_no_room_for_its_word() -> None:
    for count in range(12, 40):
        word = CAPTAIN[:count]
        for frame in FRAMES:
            hyphens = parted(word, "de")
            shown = hyphens if is_title_parted(word, hyphens, frame, "poker", False, False) else word
            assert draw_face(Face(word, "Aktion", "So."), frame=frame, language="de").title == shown


@pytest.mark.parametrize("frame", FRAMES)
def test_a_title_is_as_whole_on_each_of_several_cards_as_on_one(frame: Frame) -> None:
    title = "A marrow of the parish that won the prize of the whole county and of the next one, and of Wales too. " * 2
    whole = set()
    for length in range(30, len(title), 5):
        words = title[:length].rstrip()
        alone = draw_face(Face(words, "Action", "So."), frame=frame)
        drawn = draw_face(Face(words, "Action", LONG), frame=frame)
        assert {(card.title, card.title_step) for card in (drawn, *drawn.more)} == {(alone.title, alone.title_step)}
        assert [card.count for card in (drawn, *drawn.more)] == [
            f"({part}\u00a0of\u00a0{drawn.parts})" for part in range(1, drawn.parts + 1)
        ]
        whole.add(alone.title == words)
        assert alone.title == words or (alone.title.endswith("…") and drawn.plain.startswith(words))
    assert whole == {True, False}


def test_a_count_stands_beside_the_title_where_the_type_line_is_full_and_takes_no_word_of_either() -> None:
    """One trait a letter longer than the last: the count in words, in figures, in the title, and in figures again once
    the line itself has no room and is said in the text.
    """
    told: list[str] = []
    for length in range(20, 80):
        traits = "w" * length
        drawn = draw_face(Face("Goat", f"Thing — {traits}", LONG))
        where = "title" if drawn.title != "Goat" else "few" if "of" not in drawn.count else "line"
        where += " and text" if traits in drawn.plain else ""
        assert all(bool(card.count) == (card.title == "Goat") for card in (drawn, *drawn.more))
        assert drawn.title in ("Goat", f"Goat (1\u00a0of\u00a0{drawn.parts})")
        assert (drawn.traits == f"— {traits}") == (traits not in drawn.plain), "whole in the line, or whole in the text"
        shown = " ".join((drawn.type_word, drawn.traits, drawn.count)).strip()
        assert type_step(shown, "press", "poker")[1], "it has room"
        told += [where] if where not in told else []
    assert told == ["line", "few", "title", "line and text"]


@pytest.mark.parametrize("frame", FRAMES)
def test_a_title_that_would_break_off_for_a_hair_is_set_with_its_letters_nearer(frame: Frame) -> None:
    title = "Shed of Unknown Depth"
    drawn = draw_face(Face(title, "Thing — Shelter", "Take them all back."), frame=frame, size="micro")
    assert drawn.title == title and title not in drawn.plain
    assert (drawn.title_step == 5) == (frame in ("press", "saver"))


def test_symbols_of_the_flavour_are_outlines_where_ink_is_saved() -> None:
    drawn = {frame: draw_face(Face("Goat", "Thing", "Eats.", "{life}"), frame=frame).flavour for frame in FRAMES}
    assert "sym-life-line.svg" in drawn["saver"]
    assert all("sym-life.svg" in drawn[frame] for frame in FRAMES if frame != "saver")


def test_a_card_is_of_the_kind_its_type_line_says_and_a_special_rule_is_one() -> None:
    assert [kind_of(Face("A", words)) for words in ("Thing — Wet", "ACTION", "Place", "")] == [
        "thing", "action", "other", "other",
    ]  # fmt: skip
    assert kind_of(Face("A", "Thing"), is_rule=True) == "rule"


@pytest.mark.parametrize(("frame", "parts"), [("press", True), ("hand", False), ("classic", False)])
def test_a_word_too_long_for_one_frame_goes_whole_in_a_narrower_letter(frame: Frame, parts: bool) -> None:
    word = "M" + "a" * 24
    assert is_title_parted(word, f"{word[:9]}{SOFT_HYPHEN}{word[9:]}", frame, "poker", False, False) is parts


def test_a_word_is_wide_enough_at_the_step_it_is_asked_for() -> None:
    """A column that is the word's own width at the second of four sizes, and a hair more."""
    sizes = (20.0, 15.0, 12.0, 9.0)
    column = width("Marrow", "display") * sizes[1] * PT * 1.0001
    room = TitleRoom(column, "display", (0.0,) * 4, sizes, (1, 1, 1, 1))
    assert [room.is_wide_enough("A Marrow", step) for step in (1, 2, 3, 4)] == [False, True, True, True]


@pytest.mark.parametrize(
    ("value", "cost", "plate"),
    [("1", 1, 1), ("1234", 2, 1), ("12345", 3, 1), ("123456789", 0, 1)],
)
def test_a_cost_has_the_tab_s_room_and_a_value_half_the_card_s(value: str, cost: int, plate: int) -> None:
    inlines = parse_inline(value)
    assert (corner_step(inlines, "cost", "press", "poker"), corner_step(inlines, "value", "press", "poker")) == (
        cost, plate,
    )  # fmt: skip


def test_a_plate_that_would_reach_over_half_the_card_in_large_letters_takes_smaller_ones() -> None:
    """The first size of a plate is larger than that of a cost: what just fits in the one is too wide in the other."""
    card = CARD_SIZES["poker"]
    assert card.plate_pt > card.cost_pt
    letters = next("1" * n for n in range(4, 60) if _em("1" * n) * card.plate_pt * PT > card.column / 2 - 8.0)
    assert _em(letters) * card.cost_pt * PT <= card.column / 2 - 8.0
    assert corner_step(parse_inline(letters), "value", "press", "poker") == 2


def _em(digits: str) -> float:
    return width(digits, "gothic") + 0.02 * len(digits)
