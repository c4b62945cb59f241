"""The language of the archive: read back as pieces, without one of them, said where not understood; and marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.face.face import Face
from cards.search.asked import MORE, TEXT, TITLE, TYPE
from cards.search.fields import APART, SAME_MAX, fields_of
from cards.search.language import ATOMS_MAX, CLAUSES_MAX, WORDS_MAX, read
from cards.search.marks import excerpt, head_marks, marks
from cards.search.words_postgres import vector
from cards.search.words_sqlite import matching as in_sqlite


def lit(text: str, question: str, field: str = TEXT) -> str:
    """The text with brackets about what is marked."""
    out, at = "", 0
    for begins, ends in marks(text, read(question), field):
        out, at = f"{out}{text[at:begins]}[{text[begins:ends]}]", ends
    return out + text[at:]


def test_a_search_is_read_back_piece_by_piece_and_without_any_of_them() -> None:
    search = read('goat t:pest -"two cards" players>4 colour:red {gold 3}', (("lang", "de"), ("lang", "fr")))
    told = [(one.name, one.op, one.value, one.is_not, one.filter_name) for one in search.pieces]
    assert told == [
        ("word", "", "goat", False, ""), ("type", ":", "pest", False, ""), ("phrase", "", "two cards", True, ""),
        ("players", ">", "4", False, ""), ("word", "", "colour red", False, ""), ("symbol", "", "{gold 3}", False, ""),
        ("lang", ":", "de", False, "lang"), ("lang", ":", "fr", False, "lang"),
    ]  # fmt: skip
    without = [search.without(one) for one in search.pieces]
    assert without[2] == ("goat t:pest players>4 colour:red {gold 3}", search.filters)
    assert without[6] == (search.words, (("lang", "fr"),))
    assert search.alone(search.pieces[3]) == ("players>4", ()) and search.plain_words == ("goat", "colour red")
    (either,) = read("goat OR (slug -weather)").pieces
    assert (either.name, either.text) == ("either", "goat OR (slug -weather)")
    (brackets,) = read("-(goat OR slug)").pieces
    assert (brackets.is_not, brackets.value) == (True, "goat OR slug")


@given(st.text(alphabet='goat t:o:()-"OR| *{}4<>=,ß雨', max_size=60))
def test_whatever_is_typed_is_read_and_without_a_piece_again(typed: str) -> None:
    search = read(typed)
    assert read(search.words).clauses == search.clauses
    for piece in search.pieces:
        assert search.words[piece.begins : piece.ends].casefold() == piece.text.casefold()
        fewer = read(*search.without(piece))
        assert len(fewer.pieces) < len(search.pieces) or len(search.pieces) == 1


def test_what_is_too_much_is_left_out_and_said() -> None:
    said = {
        "x" * 400: "Only the first {most} characters were read.",
        " OR ".join(f"a{n}" for n in range(CLAUSES_MAX + 1)): "Only the first {most} alternatives are looked for.",
        " ".join(f"a{n}" for n in range(ATOMS_MAX + 1)): "Only the first {most} pieces are looked for.",
        "(" * 12 + "goat": "Brackets inside more than {most} others were left out.",
        "zoo:1": "We do not know {name}, so it was read as a word.",
    }
    for typed, remark in said.items():
        assert [one.text for one in read(typed).remarks] == [remark], typed
    assert len(read("x " * 400).words) <= WORDS_MAX and len(read("a OR " * 60).clauses) <= CLAUSES_MAX
    filters = (("tag", "goat"), ("gone", "1"), ("players", "4"), ("players", "5"), ("is", "rule"), ("players", "four"))
    search = read("", filters)
    assert search.filters == (("tag", "goat"), ("players", "5"))
    assert len(search.remarks) == 3


@pytest.mark.parametrize(
    ("text", "question", "marked"),
    [
        ("The goat draws Löffel.", "LOFFEL goat", "The [goat] draws [Löffel]."),
        ("Two goats, a goat.", "goat*", "Two [goats], a [goat]."),
        ("Draw two cards. Two cards draw.", '"draw two cards"', "[Draw two cards]. Two cards draw."),
        ("Pay {gold 3}, gain {gold}. Gold 3.", "{gold 3}", "Pay [{gold 3}], gain {gold}. Gold 3."),
        ("カードを2枚引く。", "2枚", "カードを[2枚]引く。"), ("co\u00adop N\u0308", "coop", "[co\u00adop] N\u0308"),
        ("It can't. Cant.", "can't", "It [can't]. Cant."), ("A goat.", "-goat t:goat by:goat", "A goat."),
        ("ﬁsh № 5", '"no 5" fish', "[ﬁsh] [№ 5]"), ("", "goat", ""),
    ],
)  # fmt: skip
def test_what_was_looked_for_is_marked_where_it_stands(text: str, question: str, marked: str) -> None:
    assert lit(text, question) == marked


def test_marks_keep_to_their_field_and_an_excerpt_is_about_the_first() -> None:
    assert lit("Goat", "t:goat", TITLE) == "Goat" and lit("Thing – Goat", "t:goat", TYPE) == "Thing – [Goat]"
    assert lit("goat", "ft:goat", MORE) == "[goat]"
    assert head_marks("Goat Parade", read("in:goat players:4")) == ((0, 4),)
    long = "word " * 40 + "the goat is here " + "word " * 40
    piece, inside = excerpt(long, marks(long, read("goat"), TEXT))
    ((begins, ends),) = inside
    assert piece[begins:ends] == "goat" and len(piece) < 100 and piece.startswith("…") and piece.endswith("…")
    assert excerpt("short goat", ((6, 10),)) == ("short goat", ((6, 10),))


def test_words_of_a_card_stand_apart_by_field_and_nothing_typed_is_more_than_a_word() -> None:
    face = Face(
        "Goat", "Action – Pest", "goat " * (SAME_MAX + 5) + "{gold 3}", "Meh.", credit="Ros", art_words="a goat"
    )
    title, type_line, text, more = fields_of(face, is_rule=False)
    assert (title, type_line, more) == ("goat", "action pest \ue002action", f"meh {APART} ros {APART} a goat")
    assert text.split().count("goat") == SAME_MAX and text.endswith(f"gold 3 {APART} \ue000gold \ue000gold3")
    assert vector(("o'goat \\", "", "", "x")) == "'o''goat':1A '\\\\':2A 'x':303D"
    assert in_sqlite(read('NEAR(a) "x" -t:y').clauses[0]) == '("near" AND "a" AND "x") NOT type : "y"'
