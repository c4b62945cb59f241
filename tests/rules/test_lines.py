"""Where lines may end and do: what is not parted, how wide it is, and the first of each line."""

from __future__ import annotations

import pytest

from cards.face.colour import _luminance
from cards.face.fit import Fit, TextColumn, Words, fit_words
from cards.face.lines import PT, SLACK, SOFT_HYPHEN, Atom, atoms_of, line_count, symbol_width, wrapped
from cards.face.measures import Frame
from cards.face.symbols import Symbol, known, symbol
from cards.face.text import Inline, Run, parse
from cards.face.widths import FontName, is_wide, width

GOLD = Symbol("gold 3", "3 gold", count="3")
HAN, HAN_2 = "\u6f22", "\u5b57"
W, BOLD = Run("WWWW"), Run("WWWW", bold=True, italic=True)


def atom(letters: str, face: FontName = "text", **more: bool | float) -> Atom:
    return Atom(width(letters, face), (Run(letters),), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("inlines", "atoms"),
    [
        ((), ()), ((Run(""),), ()), ((Run("one two"),), (atom("one"), atom("two", is_after_space=True))),
        ((Run("a\n\nb"),),
         (atom("a"), Atom(0.0, (), False, True, True), atom("b", is_after_break=True, is_on_new_line=True))),
        ((Run(f"a{SOFT_HYPHEN}b c"),),
         (atom("a", hyphen=width("-", "text")), atom("b", is_after_hyphen=True), atom("c", is_after_space=True))),
        ((Run(f"{HAN}{HAN_2} x{HAN}x"),), (atom(HAN), atom(HAN_2), *(
            Atom(width("x", "text") + width(HAN, "text"), (Run("x"), Run(HAN)), is_after_space=True), atom("x")))),
        ((Run("a"), GOLD, Run("b")),
         (Atom(width("a", "text") + symbol_width(GOLD, "press") + width("b", "text"), (Run("a"), GOLD, Run("b"))),)),
        ((Run(f"aX{HAN}"),), (Atom(width("aX", "text") + width(HAN, "text"), (Run("aX"), Run(HAN))),)),
        ((Run(" \na"),), (atom("a", is_after_break=True, is_on_new_line=True),)),
    ],
)  # fmt: skip
def test_a_text_is_cut_where_a_line_may_end(inlines: tuple[Inline, ...], atoms: tuple[Atom, ...]) -> None:
    assert atoms_of(inlines, "press") == atoms


@pytest.mark.parametrize(
    ("run", "frame", "flavour", "face"),
    [
        (Run("bdh"), "press", False, "text"), (Run("bdh", bold=True), "press", False, "text-bold"),
        (Run("bdh", italic=True), "saver", False, "text-italic"), (Run("bdh", True, True), "press", False, "text-bold"),
        (Run("bdh", bold=True), "hand", False, "hand"), (Run("bdh", bold=True), "press", True, "display-italic"),
        (Run("bdh"), "hand", True, "hand"),
    ],
)  # fmt: skip
def test_letters_are_as_wide_as_what_they_are_set_in(run: Run, frame: Frame, flavour: bool, face: FontName) -> None:
    assert atoms_of((run,), frame, flavour) == (Atom(width("bdh", face), (run,)),)


def test_a_word_wider_than_a_line_is_taken_to_pieces_of_four_letters() -> None:
    first, *rest = atoms_of((Run("a"), Run(" WWWWWWWWWWWWWWWWWWWWWW"), GOLD, BOLD), "press")
    wide = width("WWWW", "text") * 1.02
    assert first == atom("a")
    assert rest == [
        Atom(wide, (W,), is_after_space=True, is_on_new_line=True), *[Atom(wide, (W,))] * 4,
        Atom(width("WW", "text") * 1.02, (Run("WW"),)), Atom(symbol_width(GOLD, "press"), (GOLD,)),
        Atom(width("WWWW", "text-bold") * 1.02, (BOLD,)),
    ]  # fmt: skip
    much = Symbol("gold 123", "123 gold", count="123")
    assert atoms_of((much,), "hand") == (Atom(symbol_width(much, "hand"), (much,)),)
    in_hand = atoms_of((much, Run("W" * 40)), "hand")
    assert in_hand[:2] == (
        Atom(symbol_width(much, "hand"), (much,), is_on_new_line=True), Atom(width("WWWW", "hand") * 1.02, (W,)),
    )  # fmt: skip


def test_a_line_holds_what_has_room_in_it_with_its_spaces_and_a_hyphen_at_its_end() -> None:
    two = (Atom(2.0, ()), Atom(3.0, (), is_after_space=True))
    assert (wrapped(two, 5.5, 0.5), wrapped(two, 5.4, 0.5)) == ([0], [0, 1]) and wrapped((), 5.0, 0.5) == [0]
    spaced = (Atom(2.0, (), is_after_space=True), Atom(3.0, ()))
    assert wrapped(spaced, 5.0, 0.5) == [0], "no space is set before the first"
    parted = (Atom(2.0, ()), Atom(2.0, (), hyphen=1.0), Atom(1.0, (), is_after_hyphen=True))
    assert (wrapped(parted, 5.0, 0.5), wrapped(parted, 4.5, 0.5)) == ([0], [0, 1])
    assert wrapped((Atom(1.0, ()), Atom(1.0, (), is_on_new_line=True), Atom(1.0, ())), 9.0, 0.5) == [0, 1]


def test_plain_words_take_the_lines_they_take() -> None:
    def lines(words: str, em: float, tracking: float = 0.0) -> int:
        return line_count(words, "text", 10.0, em * 10.0 * PT / SLACK, tracking)

    word, space, hyphen = width("Wij", "text"), width(" ", "text"), width("-", "text")
    assert (lines("Wij Wij", 2 * word + space + 0.001), lines("Wij Wij", 2 * word + space - 0.001)) == (1, 2)
    assert (lines("Wij Wij", 2 * word + space + 0.601, 0.1), lines("Wij Wij", 2 * word + space + 0.599, 0.1)) == (1, 2)
    parted = f"Wij{SOFT_HYPHEN}Wij{SOFT_HYPHEN}Wij"
    assert (lines(parted, 3 * word + 0.001), lines(parted, 3 * word - 0.001)) == (1, 2)
    assert (lines(parted, 2 * word + hyphen + 0.001), lines(parted, 2 * word + hyphen - 0.001)) == (2, 2)
    assert lines(f"i{SOFT_HYPHEN}Wij Wij", width("i", "text") + 2 * word + space + 0.001) == 1
    assert [lines("W" * 20, width("W" * n, "text") + 0.001) for n in (20, 19, 10, 5)] == [1, 2, 3, 5]
    four = f"{parted}{SOFT_HYPHEN}Wij"
    assert (lines(four, 2 * word + hyphen + 0.001), lines(four, 2 * word + hyphen - 0.001)) == (2, 3)
    assert (lines("Wij  Wij", 2 * (word + space) + 0.001), lines("Wij  Wij", 2 * word + space + 0.001)) == (1, 2)
    assert lines("", 1.0) == 1 and line_count("Wij", "text", 10.0, (word + 0.001) * 10.0 * PT / SLACK) == 1


def test_what_is_wide_stands_on_its_own_in_a_line() -> None:
    assert [is_wide(letter) for letter in "\u2e80\u6f22\uff01\u2e7f\u231aa\ua641\uff8a"] == [True] * 3 + [False] * 5


def test_every_symbol_that_is_known_is_one_and_says_its_name() -> None:
    assert known()[:7] == ("gold 3", "die 1", "die 2", "die 3", "die 4", "die 5", "die 6") and "die 7" not in known()
    assert all(symbol(*token.split()) for token in known())
    assert [symbol("die", str(n)) for n in range(1, 7)] == [
        Symbol(f"die {n}", f"a roll of {n}", f"die-{n}") for n in range(1, 7)
    ]
    assert (symbol("gold", "3"), symbol("GOLD"), symbol("die")) == (
        GOLD, Symbol("gold", "gold", "gold"), Symbol("die", "a die", "die-5"),
    )  # fmt: skip
    assert (symbol("Dice", "Fire"), symbol("energy", "red"), symbol("life", "2")) == (
        Symbol("dice fire", "fire die", "dice-fire"), Symbol("energy red", "red energy", "energy-red"),
        Symbol("life 2", "life", "life", "2"),
    )  # fmt: skip
    for name, detail in (("gold", "x"), ("die", "7"), ("life", "x"), ("dice", ""), ("energy", "x"), ("x", "")):
        assert symbol(name, detail) is None


def test_a_dark_part_of_a_colour_is_as_bright_as_the_curve_says() -> None:
    bright = [_luminance((part,) * 3) for part in (0, 5, 10, 11, 255)]
    wanted = [0.0, 5 / 255 / 12.92, 10 / 255 / 12.92, ((11 / 255 + 0.055) / 1.055) ** 2.4, 1.0]
    assert bright == pytest.approx(wanted, rel=1e-9)


def test_what_has_no_room_at_the_smallest_step_does_not_fit() -> None:
    assert fit_words(Words(parse("word " * 2000))) == Fit(5, 0, False)
    assert fit_words(Words(parse("Short."))) == fit_words(Words(parse("Short.")), "press", "poker") == Fit(0, 5, True)
    assert fit_words(Words(parse("Short.")), least=3) == Fit(3, 3, True)


FLAVOUR = Words(
    parse("- one\n- two\n\nthree"), parse("Pinned to the gate, in green ink, by whoever it was.\n\nSigned.")
)


@pytest.mark.parametrize("frame", ["press", "hand", "classic"])
def test_a_column_keeps_its_spaces_and_its_flavour_is_set_in_its_own_letters(frame: Frame) -> None:
    column = TextColumn(FLAVOUR, frame, "poker")
    face: FontName = "hand" if frame == "hand" else "display-italic"
    assert column.flavour_space == width(" ", face)
    assert column.flavour == tuple(atoms_of(block.inlines, frame, flavour=True) for block in FLAVOUR.flavour)
    assert [column.gap_before(index, 0) for index in range(3)] == [0.0, 0.0, column.gap(0)]
    pt = column.flavour_sizes[0]
    assert column.flavour_pitch(0, 1)[2] == pytest.approx(column.column / (pt * PT) * SLACK)
    plates = TextColumn(Words(FLAVOUR.text, has_plates=True), frame, "poker")
    assert column.room(0, 0) - plates.room(0, 0) == pytest.approx(5.0 if frame == "hand" else column.card.plates)
    assert column.flavour_height(2) == column.flavour_height(2, 1)
