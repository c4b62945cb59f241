"""What a deck's words and marks mean: read in a text, drawn on a face, walled against what could be mistaken."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from cards.face.drawings import SHAPES, drawing, has_letters, icon_names
from cards.face.drawn import draw_face
from cards.face.face import Face
from cards.face.lexicon import PLAIN, CornerNames, DeckKind, DeckSymbol, Keyword, Lexicon
from cards.face.symbols import Symbol
from cards.face.terms import terms_of
from cards.face.text import Run, parse, parse_inline, to_html, to_plain
from cards.printing.queue.requests import keys_of
from cards.printing.queue.values import Item, Job, job_digest
from cards.rules.change_checks import check_whole_kit
from cards.rules.icon_words import ICONS
from cards.rules.kit import DVORAK
from cards.rules.lexicon_checks import check_lexicon
from cards.rules.limits import KEYWORDS_MAX, SYMBOLS_MAX
from cards.rules.renaming import Renames, renamed_face, renamed_lexicon
from studio.kernel import codec
from studio.kernel.refusals import Refused
from studio.web.words import say

WOOL = DeckSymbol("wool", "a ball of <wool>", "#2c62a8", "round", "", "sun")
HASTE = Keyword("haste", "It may be played **at any time**, {n} times, for {wool 2}.")
STRIKE = Keyword("first strike", "Like {haste 1}, and first.")
BLESSING = DeckKind("Blessing", "#3c6b4c", "star")
WORDS = Lexicon((WOOL,), (HASTE, STRIKE), (BLESSING,))
MEANS = "It may be played at any time, 2 times, for 2 a ball of <wool>."


def refused(lexicon: Lexicon) -> str:
    with pytest.raises(Refused) as caught:
        check_lexicon(lexicon)
    assert caught.value.code == "kit.amiss"
    return say(caught.value)


# --- in a text --------------------------------------------------------------------------------------------------------


def test_a_deck_s_own_symbols_and_keywords_are_read_and_all_else_stays_letters() -> None:
    found = parse_inline("{wool}, {wool 3} {HASTE 2} {first  strike} {gold 3} {wool x} {hastes} {haste", WORDS)
    symbols = [part for part in found if isinstance(part, Symbol)]
    assert [(s.spoken, s.count, bool(s.drawing)) for s in symbols] == [
        ("a ball of <wool>", "", True), ("a ball of <wool>", "3", True), ("3 gold", "3", False),
    ]  # fmt: skip
    keywords = [part for part in found if isinstance(part, Run) and part.meaning]
    assert [(k.text, k.meaning) for k in keywords][0] == ("HASTE 2", MEANS)
    assert keywords[1].text == "first strike" and keywords[1].meaning == "Like haste 1, and first."
    assert to_plain(parse("{wool x} {hastes} {haste", WORDS)) == "{wool x} {hastes} {haste"
    assert to_plain(parse("**{haste 2}** and {wool 3}", WORDS)) == "haste 2 and 3 a ball of <wool>"
    assert to_plain(parse(r"\{wool} {**wool**}", WORDS)) == "{wool} {wool}"


def test_without_a_lexicon_a_text_reads_as_it_always_did() -> None:
    for text in ("{wool 3}", "{haste}", "{a *b* c}", "{gold 3} {die 5} {dice fire}", "{ gold}", "{gold }", "{{gold}}"):
        assert parse(text) == parse(text, PLAIN)
    assert to_plain(parse("{a *b* c}")) == "{a b c}" and to_plain(parse("{ gold} {gold }")) == "{ gold} {gold }"


def test_what_people_wrote_is_escaped_wherever_it_stands() -> None:
    evil = Lexicon((replace(WOOL, said='"><b>'),), (Keyword("haste", 'x" onload="<i>'),))
    html = to_html(parse("{wool} {haste}", evil), art="/static/art/")
    assert "<b>" not in html and "<i>" not in html and '" onload' not in html


def test_a_text_of_nothing_but_braces_is_read() -> None:
    text = "{" * 3000 + "{wool " * 3000 + "{first strike}" * 200
    assert to_plain(parse(text, WORDS)).count("first strike") == 200


def test_a_card_explains_its_keywords_and_those_that_they_name() -> None:
    face = Face("Sheep", "Thing", "{First strike}. {first strike}!", flavour="{haste 2}")
    assert [(t.word, t.meaning[:8]) for t in terms_of(face, WORDS)] == [
        ("First strike", "Like has"), ("haste 2", "It may b"), ("haste 1", "It may b"),
    ]  # fmt: skip
    drawn = draw_face(face, lexicon=replace(WORDS, reminders=True))
    assert "(First strike: Like haste 1, and first.)" in drawn.plain and "(Haste" not in drawn.plain
    assert draw_face(face, lexicon=WORDS).plain.startswith("First strike. first strike!")


# --- on a face --------------------------------------------------------------------------------------------------------


def test_a_face_is_drawn_with_the_words_of_its_deck_and_in_black_for_the_ink_saver() -> None:
    face = Face("Grace", "Blessing — Holy", "{wool}", cost="{wool 2}")
    lexicon = replace(WORDS, corners=CornerNames(cost="Fleece"))
    drawn, saver = draw_face(face, lexicon=lexicon), draw_face(face, frame="saver", lexicon=lexicon)
    assert '"/symbols/round.2c62a8.i-sun.svg"' in drawn.text and '"/symbols/round.line.i-sun.svg"' in saver.text
    assert drawn.cost is not None and (drawn.cost.label, drawn.cost.is_named) == ("Fleece", True)
    assert "--cf-fill:#3c6b4c" in drawn.style and drawn.mark == "/symbols/star.white.none.svg"
    assert saver.style == "" and saver.mark == "/symbols/star.line.none.svg"
    assert draw_face(replace(face, colour="#b02a4c"), lexicon=lexicon).style.startswith("--cf-fill:#b02a4c")
    assert draw_face(face, art="asset:art/", lexicon=WORDS).mark.startswith("asset:art/symbols/")
    assert draw_face(face).mark == "" and "{wool}" in draw_face(face).text


def test_a_card_of_many_lines_keeps_its_keywords_whole() -> None:
    face = Face("Sheep", "Thing", "It has {first strike} and {haste 2} all day. " * 30)
    cards = draw_face(face, lexicon=WORDS)
    whole = "".join(card.text for card in (cards, *cards.more))
    assert cards.more and whole.count('class="cf-key"') == 60 and '"> ' not in whole


def test_what_is_printed_is_kept_under_the_words_it_was_printed_with() -> None:
    item = Item(Face("Sheep", "Thing", "{wool}"), False, "1", "x")
    job = Job("t", "n", "d", (item,))
    other = replace(job, lexicon=WORDS)
    assert keys_of(job)(item) != keys_of(other)(item) and job_digest(job, "b") != job_digest(other, "b")


def test_every_shape_icon_and_letter_is_drawn_and_each_icon_has_a_name() -> None:
    assert tuple(ICONS) == icon_names() and 30 <= len(icon_names()) <= 80
    for shape in (*SHAPES, "bare"):
        for figure in ("i-flame", "l-41", "l-58-32"):
            for colour in ("f2d22e", "line"):
                svg = drawing(f"{shape}.{colour}.{figure}")
                assert svg and svg.startswith("<svg") and "<text" not in svg
    assert all(drawing(f"bare.171a21.i-{icon}") for icon in icon_names())
    assert has_letters("Ab") and not any(map(has_letters, ("", "ABC", "\u0416", "<")))
    assert set(re.findall("#[0-9a-f]{6}", drawing("bare.white.i-sun") or "")) == {"#ffffff"}  # on a coloured tab
    assert set(re.findall("#[0-9a-f]{6}", drawing("star.white.none") or "")) == {"#ffffff"}
    assert "#ffffff" not in (drawing("bare.ffffff.i-sun") or "")  # on white paper
    assert "#000000" in (drawing("round.line.i-sun") or "") and "2c62a8" not in (drawing("round.line.i-sun") or "")


# --- what cannot stand ------------------------------------------------------------------------------------------------

NAMES = {
    "": "1 to 20", "x" * 21: "1 to 20", "**wool**": "made of letters", "wo{ol": "made of letters",
    "wool\u202e": "made of letters", "wool\u200b": "made of letters", "wool 3": "made of letters",
    "wool  ball": "made of letters", "-wool": "made of letters", "w\u043eol": "two alphabets", "die": "every deck has",
    "gold": "every deck has", "tap": "every deck has", "n": "every deck has", "\u0442\u0430\u0440": "every deck has",
    "Wool": "two of that name", "first strike": "two of that name",
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_symbol_is_not_named_like_a_mark_nor_like_anything_else(name: str) -> None:
    assert NAMES[name] in refused(replace(WORDS, symbols=(WOOL, replace(WOOL, name=name))))


def test_names_of_many_languages_may_stand() -> None:
    names = ["wolle", "laine d'or", "sh\u014dri", "\u0448\u0435\u0440\u0441\u0442\u044c", "\u7f8a\u6bdb"]
    names += ["\u30a6\u30fc\u30eb\u306e\u7f8a", "\u03bc\u03b1\u03bb\u03bb\u03af"]
    check_lexicon(replace(WORDS, symbols=tuple(replace(WOOL, name=name) for name in names)))


def test_a_lexicon_that_contradicts_itself_is_refused_with_the_place() -> None:
    circle = (Keyword("one", "See {two}."), Keyword("two", "See {three}."), Keyword("three", "See {one}."))
    deep = tuple(Keyword(f"k{'x' * n}", f"See {{k{'x' * (n + 1)}}}.") for n in range(6))
    for lexicon, words in (
        (Lexicon(keywords=circle), "explained by itself: one, two, three, one"),
        (Lexicon(keywords=(Keyword("self", "A {self}."),)), "explained by itself"),
        (Lexicon(keywords=(*deep, Keyword("kxxxxxx", "End."))), "more than 4 keywords"),
        (Lexicon(keywords=(Keyword("a b", ""),)), "no meaning"),
        (Lexicon(keywords=(Keyword("ab", "x" * 10_000),)), "at most 300"),
        (Lexicon(keywords=(Keyword("ab", "two\nlines"),)), "one line"),
        (Lexicon(symbols=tuple(replace(WOOL, name="w" * n) for n in range(1, SYMBOLS_MAX + 2))), "at most 48"),
        (Lexicon(keywords=(HASTE,) * (KEYWORDS_MAX + 1)), "at most 80"),
        (Lexicon(symbols=(WOOL,) * 10_000), "at most 48"),
        (Lexicon(symbols=(DeckSymbol("wool"),)), "a letter, a shape or an icon"),
        (Lexicon(symbols=(replace(WOOL, letter="W"),)), "not both"),
        (Lexicon(symbols=(replace(WOOL, colour="red"),)), "colour cannot be read"),
        (Lexicon(symbols=(replace(WOOL, shape="blob"),)), "shape is not known"),  # type: ignore[arg-type]
        (Lexicon(symbols=(replace(WOOL, icon="../x"),)), "icon is not known"),
        (Lexicon(symbols=(replace(WOOL, said="x" * 41),)), "read aloud"),
        (Lexicon(kinds=(BLESSING, replace(BLESSING, name="blessing"))), "a kind of that name"),
        (Lexicon(kinds=(replace(BLESSING, name="Thing"),)), "a kind of that name"),
        (Lexicon(kinds=(replace(BLESSING, name="Half-Thing"),)), "no hyphen"),
        (Lexicon(corners=CornerNames(cost="Gold", gain="gold")), "two of that name"),
        (Lexicon(corners=CornerNames(unused=("cost", "cost"))), "left out twice"),
    ):
        assert words in refused(lexicon), words


def test_a_kit_with_words_is_kept_and_read_and_an_empty_one_is_no_part_of_any_digest() -> None:
    kit = replace(DVORAK, lexicon=WORDS)
    check_whole_kit(kit)
    assert codec.from_plain(type(kit), codec.to_plain(kit)) == kit
    assert hash(codec.from_plain(Lexicon, codec.to_plain(WORDS))) == hash(WORDS)
    assert "lexicon" not in codec.to_plain(DVORAK) and codec.digest(kit) != codec.digest(DVORAK)
    with pytest.raises(Refused):
        check_whole_kit(replace(DVORAK, lexicon=Lexicon(keywords=(Keyword("ab", "x" * 10_000),))))


# --- called otherwise -------------------------------------------------------------------------------------------------


def test_what_is_called_otherwise_is_called_so_in_every_place_at_once() -> None:
    face = Face("Sheep", "Blessing — Holy", "{Haste 2} **{wool 3}** {first strike} {hasten}", "{haste 1}", "{wool}")
    swapped = Renames({"haste": "first strike", "first strike": "haste", "wool": "fleece"}, {"blessing": "Grace"})
    now = renamed_face(face, WORDS, swapped)
    assert now.text == "{First strike 2} **{fleece 3}** {haste} {hasten}" and now.flavour == "{first strike 1}"
    assert (now.cost, now.type_line, now.title) == ("{fleece}", "Grace — Holy", "Sheep")
    assert renamed_lexicon(WORDS, WORDS, swapped).keywords[1].meaning == "Like {first strike 1}, and first."
    assert renamed_face(face, WORDS, Renames()) == face
