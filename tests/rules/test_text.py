"""The light markup: what it makes, and that nothing written can become more than letters."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.symbols import known, symbol
from cards.face.text import (
    Bullet,
    Run,
    clean,
    clean_line,
    direction,
    inline_html,
    joined,
    parse,
    parse_inline,
    to_html,
    to_plain,
)
from tests.growing import grows_evenly

_TAGS = re.compile(
    r'</?(?:p|ul|li|b|i)>|<(?:p|li) dir="rtl">|<br>|<span class="cf-coin" role="img" aria-label="[0-9]{1,3} gold">|'
    r'<span class="cf-nb">|<span>|</span>|<img class="cf-sym" src="/art/sym-[a-z0-9-]+\.svg" alt="[a-z0-9 ]+">'
)


def html(text: str) -> str:
    return to_html(parse(text), art="/art/")


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        ("one\ntwo", "<p>one<br>two</p>"),
        ("one\n\n\ntwo", "<p>one</p><p>two</p>"),
        ("**a** *b* ***c***", "<p><b>a</b><span> </span><i>b</i><span> </span><b><i>c</i></b></p>"),
        ("**a *b** c*", "<p><b>a<span> </span></b><b><i>b</i></b><i> c</i></p>"),
        ("- one\n- two\nthree", "<ul><li>one</li><li>two</li></ul><p>three</p>"),
        ("- one\n  more", "<ul><li>one<br>more</li></ul>"),
        ("2*3*4 = 24", "<p>2*3*4 = 24</p>"),
        ("2*3* 4", "<p>2*3* 4</p>"),
        ("a * b* c", "<p>a * b* c</p>"),
        ("x ****", "<p>x ****</p>"),
        (r"\a", r"<p>\a</p>"),
        (r"\abc", r"<p>\abc</p>"),
        ("*{tap} a* x", '<p><img class="cf-sym" src="/art/sym-tap.svg" alt="turn this card"><i> a</i> x</p>'),
        ("** not bold **", "<p>** not bold **</p>"),
        ("**never closed", "<p>**never closed</p>"),
        (r"\*plain\* \{tap}", "<p>*plain* {tap}</p>"),
        ("1\ufe0f\u20e3, #\u20e3", '<p><span class="cf-keycap">1</span>, <span class="cf-keycap">#</span></p>'),
        ("{nothing} {gold 1234}", "<p>{nothing} {gold 1234}</p>"),
        ("<b>&\"'", "<p>&lt;b&gt;&amp;&quot;&#39;</p>"),
        ("pay {gold 3}", '<p>pay<span> </span><span class="cf-coin" role="img" aria-label="3 gold">3</span></p>'),
        (
            "a {tap}. b",
            '<p>a<span> </span><span class="cf-nb"><img class="cf-sym" src="/art/sym-tap.svg" alt="turn this card">.'
            "</span> b</p>",
        ),
        (
            "{gold 3}), **x**",
            '<p><span class="cf-nb"><span class="cf-coin" role="img" aria-label="3 gold">3</span>),</span>'
            "<span> </span><b>x</b></p>",
        ),
        (
            "{tap}.",
            '<p><span class="cf-nb"><img class="cf-sym" src="/art/sym-tap.svg" alt="turn this card">.</span></p>',
        ),
        ("{Tap}", '<p><img class="cf-sym" src="/art/sym-tap.svg" alt="turn this card"></p>'),
        ("\u05e9\u05dc\u05d5\u05dd", '<p dir="rtl">\u05e9\u05dc\u05d5\u05dd</p>'),
        ("", ""),
    ],
)
def test_markup_is_drawn(written: str, drawn: str) -> None:
    assert html(written) == drawn


def test_a_key_in_a_title_is_its_digit_and_no_empty_frame() -> None:
    assert draw_face(Face("Level 1\ufe0f\u20e3", "Thing")).title == "Level 1"


def test_counted_symbols_keep_their_number() -> None:
    assert "2\u202f<img" in html("{life 2}")
    assert to_plain(parse("{life 2} {gold 3} {die 6}")) == "2 life 3 gold a roll of 6"


def test_outlined_symbols_are_used_for_the_ink_saver() -> None:
    drawn = to_html(parse("{gold} {tap} {energy any}"), art="", outlined=True)
    assert re.findall(r'src="([^"]+)"', drawn) == ["sym-gold-line.svg", "sym-tap.svg", "sym-energy-any.svg"]


def test_every_known_token_is_a_symbol_with_a_drawing() -> None:
    from pathlib import Path

    art = Path(__file__).resolve().parents[2] / "static" / "art"
    for token in known():
        found = symbol(*token.split())
        assert found is not None
        for outlined in (False, True):
            assert found.is_coin or Path(found.address(f"{art}/", outlined=outlined)).is_file(), token


def test_plain_text_keeps_paragraphs_and_points() -> None:
    assert to_plain(parse("a **b**\n\n- c\n- d")) == "a b\n\n- c\n- d"


@given(
    st.text(alphabet=st.characters(), max_size=300)
    | st.text(alphabet="*{}-\\ \nab<>&\"'tapgold3\u202e\u0301", max_size=120)
)
def test_nothing_written_becomes_a_tag(written: str) -> None:
    rest = _TAGS.sub("", html(written))
    assert "<" not in rest and ">" not in rest
    html(written).encode("utf-8")  # a lone surrogate would raise


@given(st.text(alphabet="*ab \n-", max_size=80))
def test_tags_are_closed_in_order(written: str) -> None:
    open_tags: list[str] = []
    for closing, name in re.findall(r"<(/?)(p|ul|li|b|i)>", html(written)):
        if closing:
            assert open_tags.pop() == name
        else:
            open_tags.append(name)
    assert open_tags == []


@given(st.text(alphabet="*{} ab\\tap-", max_size=60))
def test_letters_are_neither_lost_nor_made(written: str) -> None:
    def letters(text: str) -> str:
        return re.sub(r"[^abtp]", "", text.replace("{tap}", ""))

    plain = "".join(part.text if isinstance(part, Run) else "" for part in parse_inline(written))
    assert letters(plain) == letters(written)


def test_controls_and_overrides_are_taken_out() -> None:
    assert clean("a\x00b\x1b[31m\u202eevil\u202c\u2066x\u2069\ufeff\ud800\r\nc\td") == "ab[31mevilx\nc d"


def test_combining_marks_are_few() -> None:
    cleaned = clean("a" + "\u0301\u0302" * 50_000 + "b")
    assert len(cleaned) <= 11 and cleaned.endswith("b")


def test_direction_is_that_of_the_first_letter() -> None:
    assert direction("123 \u05d0bc") == "rtl"
    assert direction("123 abc \u05d0") == "ltr"
    assert direction("\u0633\u0644\u0627\u0645") == "rtl"
    assert direction("123") == "ltr"


@pytest.mark.parametrize(
    "bomb",
    ["*" * 50_000, "**a" * 17_000, "{" * 50_000, "{gold " * 9_000, "- \n" * 17_000, "\\" * 50_000, "a\u0301" * 25_000],
)
def test_long_texts_take_linear_time(bomb: str) -> None:
    assert grows_evenly(lambda times: html(bomb * times), 1, times=4)


def test_points_are_points() -> None:
    assert all(isinstance(block, Bullet) for block in parse("- a\n\u2022 b\n* c"))


def test_lines_are_one_line_and_what_has_no_direction_goes_right() -> None:
    assert clean_line(" a\nb\tc  d\u00a0 e ") == "a b c d\u00a0 e"
    assert [direction(text) for text in ("\u2026", "\u2026a", "\u2026\u05d0", "\u0627", "")] == [
        "ltr",
        "ltr",
        "rtl",
        "rtl",
        "ltr",
    ]


def test_runs_of_one_style_are_one_and_empty_ones_are_none() -> None:
    assert joined((Run(""), Run("", True))) == () and joined((Run(""), Run("a", True))) == (Run("a", True),)
    assert joined((Run("a"), Run(""), Run("b"), Run("", True))) == (Run("ab"),)
    assert inline_html((Run("a "), Run("b ", True)), art="", in_lines=True) == "a<span> </span><b>b </b>"
    assert 'src="sym-gold.svg"' in to_html(parse("{gold}"), art="")
