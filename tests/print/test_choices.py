"""What somebody chose is read as it was meant, or refused in words; nothing is turned into something else."""

from __future__ import annotations

import json
from dataclasses import fields
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.face.measures import CARD_SIZES
from cards.printing.choices import reading
from cards.printing.choices.choices import USUAL_CHOICES, PrintChoices
from cards.printing.choices.fields import Count, FromTable, LengthInMm, OneOf, PickedNumbers, YesOrNo
from cards.printing.choices.files import read_options
from cards.printing.choices.held import held
from cards.printing.choices.reading import as_query, read_choices, to_plain
from cards.printing.choices.resolved import finish_of, layout_of
from cards.printing.choices.rows import CHOICES
from studio.kernel.refusals import Refused
from studio.web.words import say


def strict(**sent: object) -> PrintChoices:
    return read_choices(sent, strict=True)


def values_of(name: str) -> st.SearchStrategy[object]:
    match CHOICES[name].reads:
        case OneOf(known=known):
            return st.sampled_from(known)
        case YesOrNo():
            return st.booleans()
        case Count(least=least, most=most, is_optional=optional):
            return st.integers(least, most) | (st.none() if optional else st.nothing())
        case LengthInMm(least=least, most=most, is_optional=optional):
            return st.integers(least, most) | (st.none() if optional else st.nothing())
        case PickedNumbers():
            numbers = st.sets(st.tuples(st.sampled_from(("", "r")), st.integers(1, 40)), max_size=30)
            return numbers.map(lambda found: tuple(f"{sort}{number}" for sort, number in sorted(found)))
        case _ if name == "size":
            return st.sampled_from((*CARD_SIZES, "63.5x90"))
        case _ if name == "paper":
            return st.sampled_from(("a4", "tabloid", "210x280", "210.5x79.25"))
        case FromTable(table=table):
            return st.sampled_from(("", *table))
        case _:
            return st.sampled_from(("", "Space", "Ros & Idris = one", "ü%20+"))


ANY_CHOICES = st.fixed_dictionaries({name: values_of(name) for name in CHOICES}).map(
    lambda found: reading._sensible(PrintChoices(**found))
)


def test_every_choice_has_a_field_and_every_field_a_choice() -> None:
    assert list(CHOICES) == [field.name for field in fields(PrintChoices)]


def test_every_word_that_is_offered_can_be_read_and_every_one_that_is_read_is_offered() -> None:
    for name, choice in CHOICES.items():
        match choice.reads:
            case OneOf(known=known):
                offered = choice.words or dict.fromkeys(choice.switch or ())
                assert sorted(offered) == sorted(known), name
            case FromTable():
                assert choice.none is not None, name
            case LengthInMm(least=least, most=most):
                assert all(least <= length <= most for length in choice.lengths), name
        assert choice.needs is None or set(choice.needs[1]) < set(CHOICES[choice.needs[0]].reads.known), name


@given(ANY_CHOICES)
def test_choices_come_back_from_an_address_a_row_and_a_file_as_they_were(choices: PrintChoices) -> None:
    address = as_query(choices)
    assert strict(**dict(parse_qsl(address, keep_blank_values=True))) == choices
    assert as_query(strict(**dict(reversed(parse_qsl(address, keep_blank_values=True))))) == address
    kept = json.loads(json.dumps(to_plain(choices)))
    assert read_choices(kept, strict=False) == choices
    assert strict(**read_options(json.dumps(kept).encode())) == choices


def test_what_is_usual_is_no_word_in_an_address() -> None:
    assert as_query(USUAL_CHOICES) == "" and strict() == USUAL_CHOICES
    assert as_query(strict(gap="2,5", paper="letter")) == "paper=letter&gap=2.5"
    assert as_query(strict(what="picked", picked="9, 3-5,4,r2,2")) == "what=picked&picked=2-5,9,r2"


def test_a_length_is_in_mm_and_an_eighth_of_an_inch_is_rounded_up() -> None:
    assert strict(bleed="3.175").bleed == strict(bleed=3.175).bleed == strict(bleed="3,18").bleed == 318
    assert strict(back_x="-0.5").back_x == -50


SENSELESS: tuple[tuple[str, object], ...] = (
    ("paper", "a3x"), ("paper", ""), ("paper", "20x20"), ("template", "a5-poker-3"), ("cutter", "axe"), ("paper", 7),
    ("frame", "zzz"), ("size", "pokre"), ("size", "63x"), ("size", "1x1"), ("what", "Deck"), ("with_rules",
    "yes"), ("with_rules", 2), ("blanks", "-1"), ("blanks", "1001"), ("blanks", True), ("blanks", "9" * 400),
    ("blanks", 1.0), ("since", "0"), ("since", "1.5"), ("since", 10**4000), ("bleed", "4"), ("bleed", "-1"),
    ("bleed", "1e1"), ("bleed", float("nan")), ("bleed", True), ("bleed", [3]), ("bleed", "٣"), ("margin",
    10**5000), ("gap", "20.01"), ("picked", "9-7"), ("picked", "0"), ("picked", "x"), ("picked", "1-999999"),
    ("picked", "1-r4"), ("picked", [True]), ("picked", {"1": 2}), ("picked", "1-2000,r1"), ("whose", "x" * 81),
    ("whose", 7), ("whose", "x" * 100_000), ("maker", ["Ros"]), ("thickness", "0"),
)  # fmt: skip


def test_what_makes_no_sense_is_refused_with_its_field_and_in_words() -> None:
    for name, value in SENSELESS:
        with pytest.raises(Refused) as refusal:
            strict(**{name: value})
        refused = refusal.value
        assert refused.facts["field"] == name and refused.code.startswith("print.")
        assert "{" not in say(refused) and len(say(refused)) < 300
        assert getattr(read_choices({name: value}, strict=False), name) == getattr(USUAL_CHOICES, name)


def test_a_name_that_is_no_choice_is_refused_and_in_a_row_passed_over() -> None:
    with pytest.raises(Refused, match=r"print\.unknown") as refusal:
        strict(papper="a4")
    assert refusal.value.facts["field"] == "papper"
    row = {"paper": "letter", "frame": "saver", "with_rules": False, "ink": "blue"}
    assert read_choices(row, strict=False) == PrintChoices(paper="letter", frame="saver", with_rules=False)


def test_what_belongs_to_another_choice_is_left_out() -> None:
    """A form sends the numbers that were typed before somebody chose the whole deck after all."""
    assert strict(what="deck", picked="3", since="2", kind="Thing") == USUAL_CHOICES


@pytest.mark.parametrize("how", [{"backing": "folded"}, {"backing": "apart"}, {"template": "letter-poker-gutterfold"}])
def test_backs_are_shifted_where_they_are_printed_on_the_second_side_of_a_sheet(how: dict[str, str]) -> None:
    shifted = strict(back="deck", back_x="1.3", back_y="-0.7", **how)
    assert shifted == strict(back="deck", **how) and finish_of(shifted).offset == (0, 0)
    assert {"back_x", "back_y"} <= held(shifted).keys()
    assert finish_of(strict(back="deck", back_x="1.3", back_y="-0.7")).offset == (130, -70)


def test_a_named_sheet_says_itself_how_large_its_cards_are_and_how_they_lie() -> None:
    named = strict(template="letter-poker-9", paper="a4", size="tarot", gap="2", orientation="lying")
    assert named == PrintChoices(template="letter-poker-9", size="poker-us")
    assert strict(**dict(parse_qsl(as_query(named)))) == named


@pytest.mark.parametrize("sheet", [{"template": "a4-poker-9"}, {"template": "ppg-18"}, {"cutter": "silhouette"}])
def test_a_sheet_without_a_fold_is_refused_to_whoever_asks_for_backs_beyond_one(sheet: dict[str, str]) -> None:
    wanted = strict(**sheet, back="plain", backing="folded")
    with pytest.raises(Refused) as refused:
        layout_of(wanted)
    assert (refused.value.code, refused.value.facts["field"]) == ("print.not_folded", "backing")
    assert layout_of(strict(**sheet, backing="folded")).fold == "", "without backs nothing folds"


def test_a_sheet_that_is_folded_says_so_itself() -> None:
    said = strict(template="letter-poker-gutterfold", back="plain", backing="apart")
    assert said.backing == "folded" and layout_of(said).fold == "across"


def test_marks_of_a_machine_say_margin_and_side_and_a_machine_without_marks_says_neither() -> None:
    asked = {"margin": "20", "orientation": "lying"}
    marked = strict(**asked, cutter="silhouette")
    assert as_query(marked) == "cutter=silhouette"
    plain = layout_of(strict(**asked, cutter="unmarked"))
    assert plain == layout_of(strict(**asked)) and plain.is_landscape and plain.left >= 2000


def test_a_file_of_options_is_toml_or_json_and_anything_else_is_refused() -> None:
    toml = b'what = "picked"\npicked = [3, "r2", "7-8"]\nbleed = 3.18\nwith_rules = false\nback_x = -1\n'
    read = strict(**read_options(toml))
    assert (read.picked, read.bleed, read.with_rules, read.back_x) == (("3", "7", "8", "r2"), 318, False, -100)
    assert strict(**read_options(b'\xef\xbb\xbf{"paper": "letter"}')).paper == "letter"
    huge = b"margin = 0x" + b"f" * 9000
    with pytest.raises(Refused, match=r"print\.length"):
        strict(**read_options(huge))
    for bad in (b"\xff\xfe", b"paper: a4", b'{"paper": ', b"{" * 60_000, b"[" * 9000, b"margin = " + b"9" * 9000):
        with pytest.raises(Refused, match=r"print\.file$"):
            read_options(bad)
    with pytest.raises(Refused, match=r"print\.file_large"):
        read_options(b" " * 70_000)
