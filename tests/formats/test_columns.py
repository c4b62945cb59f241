"""What is said of the columns of a table holds before what they are called, and is refused where it makes no sense."""

from __future__ import annotations

import pytest

from cards.formats import read_file
from cards.formats.columns import FIELDS, said_of_columns
from cards.formats.values import Reading
from studio.kernel.messages import english
from studio.kernel.refusals import Refused
from tests.formats.accounted import missing, unspoken


def read(text: str, *said: str) -> Reading:
    return read_file(text.encode(), said_of_columns(said))[1]


def refused(text: str, *said: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as caught:
        read(text, *said)
    return caught.value.code, dict(caught.value.facts)


def cards(reading: Reading) -> list[tuple[str, ...]]:
    return [
        (card.face.title, card.face.type_line, card.face.text, card.face.flavour, card.face.cost, card.credit)
        + (str(card.copies),)
        for card in reading.listing.cards
    ]


EVERY = ("A=title", "B=type", "C=trait", "D=text", "E=flavour", "F=copies", "G=cost", "H=maker")


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_every_field_can_be_said_of_a_column_in_every_kind_of_table(mark: str) -> None:
    rows = ("H A B C D E F G", "Bea Slug Thing Pest Eat. Mm. 2 4", "Bea Frost Action Cold Brr. Oh. 3 1")
    text = "\n".join(mark.join(row.split()) for row in rows)
    assert [said.partition("=")[2] for said in EVERY] == [field for field in FIELDS if field != "nothing"]
    reading = read(text, *EVERY)
    assert cards(reading) == [
        ("Slug", "Thing — Pest", "Eat.", "Mm.", "4", "Bea", "2"),
        ("Frost", "Action — Cold", "Brr.", "Oh.", "1", "Bea", "3"),
    ]
    assert reading.unplaced == () and not reading.stops


def test_what_is_said_holds_before_what_a_name_is_taken_for() -> None:
    """Each name is known, and means something else here; the title and the copies that are said are the only ones."""
    text = "Name,Title,Type,Copies,N,Text\nM1,Slug,Thing,9,2,Eat.\nM2,Frost,Action,9,1,Brr.\n"
    reading = read(text, "title=Title", "**N** = Copies", "TEXT=flavor")
    assert [(one[0], one[2], one[3], one[6]) for one in cards(reading)] == [
        ("Slug", "", "Eat.", "2"), ("Frost", "", "Brr.", "1"),
    ]  # fmt: skip
    assert {(one.name, one.words) for one in reading.unplaced} == {
        ("Name", "M1"), ("Name", "M2"), ("Copies", "9"),
    }  # fmt: skip
    assert all(remark.code != "listing.copies_column" for remark in reading.remarks)


def test_a_column_is_left_out_where_that_is_said_whatever_it_is_taken_for() -> None:
    """And said once, not as what nobody understood; none of its cells is on a card, and none is lost."""
    text = "Name,Type,Copies,Text,Notes,Mood\nSlug,Thing,9,Eat.,TODO balance,\nFrost,Action,8,Brr.,ask Bea,\n"
    reading = read(text, "copies=nothing", "Notes=Nothing", "Mood=nothing")
    assert [(one[0], one[2], one[6]) for one in cards(reading)] == [("Slug", "Eat.", "1"), ("Frost", "Brr.", "1")]
    assert [(one.line, one.name, one.words) for one in reading.unplaced] == [
        (2, "Copies", "9"), (2, "Notes", "TODO balance"), (3, "Copies", "8"), (3, "Notes", "ask Bea"), (1, "Mood", ""),
    ]  # fmt: skip
    told = [english(remark.said) for remark in reading.remarks if remark.code == "unplaced"]
    assert told == [f"The column “{name}” was left out, as said." for name in ("Copies", "Notes", "Mood")]
    gone = missing(text, reading)
    assert [word for word in gone if word not in ("name", "type", "text")] == [] and unspoken(reading) == []


def test_no_word_is_lost_above_beside_and_below_a_table_whose_columns_are_said() -> None:
    rows = ("Garden cards", ";;;", "Label;What;Mood;Does", "Slug;Thing;low;Eat.", ";;odd;", "Frost;Action;;Brr.;beyond")
    text = "\n".join((*rows, "", "A last word."))
    reading = read(text, "Label=title", "What=type", "Does=text")
    assert [one[:3] for one in cards(reading)] == [("Slug", "Thing", "Eat."), ("Frost", "Action", "Brr.")]
    gone = missing(text, reading)
    assert [word for word in gone if word not in ("label", "what", "does", "mood")] == [] and unspoken(reading) == []


def test_a_field_and_a_name_may_have_an_equals_sign_before_the_last() -> None:
    assert said_of_columns(["a=b=title"]) == {"a=b": "title"}


SHEET = "ID,Label\n7,Slug\n"


@pytest.mark.parametrize(
    ("text", "said", "why"),
    [
        (SHEET, ("Label",), ("column.form", {"words": "Label"})),
        (SHEET, ("=title",), ("column.form", {"words": "=title"})),
        (SHEET, ("Label=",), ("column.form", {"words": "Label="})),
        (SHEET, ("Label=number",), ("column.field", {"field": "number", "known": ", ".join(FIELDS)})),
        (SHEET, ("Label=title", "LABEL=text"), ("column.twice", {"name": "LABEL"})),
        (SHEET, ("Label=title", "Lable=text"), ("column.unknown", {"name": "Lable", "known": "ID, Label"})),
        (SHEET, ("Label=text",), ("column.no_title", {"known": "ID, Label"})),
        ("ID,Label\n", ("Label=title",), ("column.no_table", {})),
        ("Slug\nThing\nEat.\n", ("Label=title",), ("column.no_table", {})),
        ("# \n", ("Label=title",), ("column.no_table", {})),
        ('{"schema": "carte-blanche/1", "deck": {}}', ("Label=title",), ("column.no_table", {})),
        ("", ("Label=title",), ("file.empty", {})),
    ],
)
def test_what_makes_no_sense_is_refused_with_its_name(
    text: str, said: tuple[str, ...], why: tuple[str, dict[str, object]]
) -> None:
    assert refused(text, *said) == why
