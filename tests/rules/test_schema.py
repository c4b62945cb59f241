"""Stored shapes have numbers, and every number a way to today's."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

import pytest

from studio.kernel.codec import Unreadable, digest, from_plain, to_plain
from studio.kernel.schema import NUMBER, formerly_called, is_stored, kinds, number_of, stored, today, unstored


def renamed(plain: dict) -> dict:  # type: ignore[type-arg]
    return {"colour": plain.pop("color"), **plain} if "color" in plain else plain


def as_list(plain: dict) -> dict:  # type: ignore[type-arg]
    return {**plain, "colour": plain["colour"].split()}


@stored(renamed, as_list, formerly=("Marker",))
@dataclass(frozen=True, slots=True)
class Token:
    colour: tuple[str, ...]
    count: int = 1
    told: str = unstored(default="")


@stored(renamed)
@dataclass(frozen=True, slots=True)
class Pawn:
    colour: str


@dataclass(frozen=True, slots=True)
class Die:
    faces: int = 6


@dataclass(frozen=True, slots=True)
class Box:
    first: Token | Die
    more: tuple[Token, ...] = ()
    kept: dict[str, Token] = field(default_factory=dict)


def test_every_number_is_read_into_todays_shape() -> None:
    assert number_of(Token) == 3 and number_of(Die) == 1
    today = Token(("red", "blue"), 2)
    assert from_plain(Token, {"color": "red blue", "count": 2}) == today
    assert from_plain(Token, {NUMBER: 2, "colour": "red blue", "count": 2}) == today
    assert from_plain(Token, {NUMBER: 3, "colour": ["red", "blue"], "count": 2}) == today


def test_a_value_inside_another_has_a_number_of_its_own() -> None:
    old = {
        "first": {"is": "Marker", "color": "red"},
        "more": [{NUMBER: 2, "colour": "blue"}],
        "kept": {"a": {"color": "x"}},
    }
    box = Box(Token(("red",)), (Token(("blue",)),), {"a": Token(("x",))})
    assert from_plain(Box, old) == box
    assert from_plain(Box, to_plain(box)) == box
    assert to_plain(box)["first"] == {"is": "Token", NUMBER: 3, "colour": ["red"]}


def test_the_first_number_is_not_written_and_is_read_where_it_stands() -> None:
    assert to_plain(Die(4)) == {"faces": 4}
    assert from_plain(Die, {NUMBER: 1, "faces": 4}) == Die(4)


@pytest.mark.parametrize("number", [4, 0, -1, "2", 2.0, True, None])
def test_no_other_number_is_read(number: object) -> None:
    with pytest.raises(Unreadable, match="first: Token: "):
        from_plain(Box, {"first": {"is": "Token", NUMBER: number, "colour": ["red"]}})


def test_a_newer_number_is_told_from_one_that_there_never_was() -> None:
    with pytest.raises(Unreadable, match="Token: number 4 was written by a newer program, and 3 is read here"):
        from_plain(Token, {NUMBER: 4})
    with pytest.raises(Unreadable, match="Token: 0 is no number of a shape"):
        from_plain(Token, {NUMBER: 0})


def test_a_number_changes_no_digest_and_what_is_unstored_is_nowhere() -> None:
    assert NUMBER not in to_plain(Token(("red",)), numbered=False)
    assert digest(Token(("red",), told="now")) == digest(Token(("red",)))
    box = Box(Token(("red",)), (Token(("blue",)),), {"a": Token(("x",))})
    bare = {
        "first": {"is": "Token", "colour": ["red"]},
        "more": [{"colour": ["blue"]}],
        "kept": {"a": {"colour": ["x"]}},
    }
    assert to_plain(box, numbered=False) == bare and digest(box) == digest(bare)
    assert to_plain([Pawn("red")]) == [{NUMBER: 2, "colour": "red"}]
    assert to_plain([Pawn("red")], numbered=False) == [{"colour": "red"}]
    assert to_plain({Pawn("red")}, numbered=False) == [{"colour": "red"}]
    assert to_plain({Pawn("red")}) == [{NUMBER: 2, "colour": "red"}]
    assert "told" not in to_plain(Token(("red",), told="now"))
    with pytest.raises(Unreadable, match="told: this field is not known"):
        from_plain(Token, {NUMBER: 3, "colour": ["red"], "told": "now"})


def test_a_class_is_given_its_number_its_former_names_and_its_unstored_fields_as_it_is_made() -> None:
    @stored(renamed, formerly=("Flag", "Banner"))
    @dataclass(frozen=True, slots=True)
    class Pennant:
        colour: str
        told: str = unstored(default="x")

    @stored(formerly=("Banner",))
    @dataclass(frozen=True, slots=True)
    class Ensign:
        colour: str

    assert (number_of(Pennant), number_of(Ensign)) == (2, 1)
    assert (formerly_called("Flag"), formerly_called("Banner")) == ((Pennant,), (Pennant, Ensign))
    assert formerly_called("Pennant") == ()
    assert [is_stored(each) for each in fields(Pennant)] == [True, False]
    assert Pennant("red").told == "x" and today(Pennant, {"color": "red"}) == {"colour": "red"}
    assert kinds(Pennant, Ensign) == {"Pennant", "Ensign"} and kinds() == frozenset()
