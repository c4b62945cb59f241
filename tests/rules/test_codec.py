"""Values and their plain form: each kind there and back, in one spelling, and what is amiss named with its place.

And fields that somebody sent, read in the one way there is (`studio/kernel/inputs.py`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

import pytest

from studio.kernel.codec import (
    Unreadable,
    can_be_kept,
    canonical,
    digest,
    from_plain,
    to_plain,
    union_member,
    without_unknown,
)
from studio.kernel.inputs import Failure, Inputs, whole_number
from studio.kernel.refusals import Refused


class Key(str):
    """Text that reads itself."""

    def __new__(cls, text: str) -> Key:
        if not text.islower():
            raise ValueError("small letters, please")
        return super().__new__(cls, text)


@dataclass(frozen=True, slots=True)
class Cat:
    name: str
    lives: int = 9


@dataclass(frozen=True, slots=True)
class Dog:
    name: str
    is_good: bool = True


@dataclass(frozen=True, slots=True)
class Size:
    X: int
    Y: int


@dataclass(frozen=True, slots=True)
class House:
    keeper: Cat | Dog
    guests: tuple[Cat | Dog, ...] = ()
    owner: Cat | None = None
    rooms: Mapping[int, str] = field(default_factory=dict)
    named: dict[str, Cat] = field(default_factory=dict)
    tags: frozenset[str] = frozenset()
    at: tuple[int, str] = (0, "")
    door: Literal["open", "shut", 1] = "shut"
    more: Any = None


TOM, REX = Cat("Tom"), Dog("Rex", is_good=False)
WHOLE = House(
    REX, (TOM, REX), TOM, MappingProxyType({3: "hall"}), {"a": TOM}, frozenset({"b", "a"}), (1, "x"), "open", [1],
)  # fmt: skip
PLAIN = {
    "keeper": {"is": "Dog", "name": "Rex", "is_good": False},
    "guests": [{"is": "Cat", "name": "Tom"}, {"is": "Dog", "name": "Rex", "is_good": False}],
    "owner": {"name": "Tom"},
    "rooms": {"3": "hall"},
    "named": {"a": {"name": "Tom"}},
    "tags": ["a", "b"],
    "at": [1, "x"],
    "door": "open",
    "more": [1],
}


def test_a_value_goes_there_and_back() -> None:
    assert to_plain(WHOLE) == PLAIN
    assert from_plain(House, PLAIN) == WHOLE
    assert isinstance(from_plain(House, PLAIN).rooms, MappingProxyType)
    assert to_plain(House(TOM)) == {"keeper": {"is": "Cat", "name": "Tom"}}, "what is as it would be anyway is left out"
    assert to_plain(TOM, tagged=True) == {"is": "Cat", "name": "Tom"}
    assert to_plain([TOM, (REX,)], tagged=True)[0] == {"is": "Cat", "name": "Tom"}
    assert to_plain({"a": TOM}, tagged=True) == {"a": {"is": "Cat", "name": "Tom"}}
    assert to_plain(Cat("Tom", True)) == {"name": "Tom", "lives": True}, "a truth is no number"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "plain", "value"),
    [
        (Any, {"x": 1}, {"x": 1}), (Key, "abc", "abc"), (str | None, None, None), (str | None, "x", "x"),
        (type(None), None, None), (tuple[int, ...], [], ()), (tuple[int, str], [1, "x"], (1, "x")),
        (frozenset[int], [1, 2, 1], frozenset({1, 2})), (dict[str, int], {"a": 1}, {"a": 1}), (bool, True, True),
    ],
)  # fmt: skip
def test_each_kind_is_read(kind: Any, plain: Any, value: Any) -> None:
    read = from_plain(kind, plain)
    assert read == value and type(read) is type(value) or isinstance(read, Key)


@pytest.mark.parametrize(
    ("kind", "plain", "words"),
    [
        (str, 1, "value: words were expected"), (int, "1", "value: a whole number was expected"),
        (int, True, "value: a whole number was expected"), (bool, 1, "value: true or false was expected"),
        (float, 1, "value: float was expected"), (type(None), 0, "value: nothing was expected"),
        (Literal["a", "b"], "c", "value: 'c' is none of a, b"), (Literal[1], True, "value: True is none of 1"),
        (Key, 1, "value: words were expected"), (Key, "ABC", "value: small letters, please"),
        (tuple[int, ...], "x", "value: a list was expected"), (tuple[int, str], [1], "value: 2 values were expected"),
        (tuple[int, ...], [1, "x"], ".1: a whole number was expected"), (Cat, [], "value: an object was expected"),
        (tuple[int, int], [1, "x"], ".1: a whole number was expected"),
        (dict[int, int], [], "value: an object was expected"), (dict[int, int], {"x": 1}, "x: a number was expected"),
        (dict[int, int], {"3": "x"}, "3: a whole number was expected"),
        (tuple[dict[Key, int], ...], [{"ABC": 1}], ".0: small letters, please"),
        (Cat | Dog, {"name": "Tom"}, "value: an object with 'is' was expected"),
        (Cat | Dog, {"is": "Cow", "name": "Tom"}, "value: 'Cow' is not known here"),
        (Cat | Dog, {"is": 1}, "value: 1 is not known here"), (Cat, {}, "value: missing: name"),
        (Cat | Dog, {"is": []}, "value: [] is not known here"), (Size, {}, "value: missing: X, Y"),
        (Cat | str | None, {"is": "str"}, "value: 'str' is not known here"),
        (dict[str, int], {"X": "x"}, "X: a whole number was expected"),
        (dict[int, int], {"X": 1}, "X: a number was expected"),
        (Cat, {"name": "Tom", "X": 1}, "X: this field is not known"),
        (Size, {"X": "x", "Y": 1}, "X: a whole number was expected"),
        (House, {"keeper": {"is": "Cat", "name": "T"}, "owner": {"name": 1}}, "owner.name: words were expected"),
        (Cat, {"name": "Tom", "age": 1}, "age: this field is not known"),
        (House, {"keeper": {"is": "Cat", "name": 1}}, "keeper.name: words were expected"),
        (House, {"keeper": {"is": "Cow", "name": "T"}}, "keeper: 'Cow' is not known here"),
        (House, {"keeper": {"is": "Cat", "name": "T"}, "guests": [{"is": "Dog"}]}, "guests.0: missing: name"),
        (House, {"keeper": {"is": "Cat", "name": "T"}, "rooms": {"x": ""}}, "rooms.x: a number was expected"),
        (House, {"keeper": {"is": "Cat", "name": "T"}, "cellar": 1}, "cellar: this field is not known"),
    ],
)  # fmt: skip
def test_what_is_amiss_is_named_with_its_place(kind: Any, plain: Any, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        from_plain(kind, plain)
    assert str(caught.value) == words


@pytest.mark.parametrize(
    "key", ["007", "00", "٣", "²", "-1", "+1", "1_0", " 1", "1.0", "None", "9" * 19, "9" * 5000, ""]
)
def test_a_key_that_is_a_number_has_one_spelling(key: str) -> None:
    assert from_plain(dict[int, str], {"0": "a", "9" * 18: "b"}) == {0: "a", 10**18 - 1: "b"}
    with pytest.raises(Unreadable, match="a number was expected"):
        from_plain(dict[int, str], {key: "x"})


def test_what_has_no_plain_form_is_an_error_of_ours() -> None:
    with pytest.raises(TypeError, match="float has no plain form"):
        to_plain(1.5)
    assert union_member((Cat, Dog), "Dog") is Dog
    with pytest.raises(Unreadable, match="^value: 'Cow' is not known here$"):
        union_member((Cat, Dog), "Cow")


def test_a_nul_and_half_a_letter_are_kept_in_no_json_however_deep_they_lie() -> None:
    for bad in ("\0", "a\ud83d"):
        assert not any(map(can_be_kept, (bad, [1, ["a", bad]], {"a": {"b": bad}}, {bad: 1})))
    assert all(map(can_be_kept, ("\\u0000 \U0001f41f", [1, None, True, ["é"]], {"a": {"b": []}})))


def test_a_value_has_one_spelling_and_its_digest_is_of_that() -> None:
    assert canonical({"b": [1, None], "a": "é\ud800"}) == b'{"a":"\xc3\xa9\xed\xa0\x80","b":[1,null]}'
    assert canonical({"b": 1, "a": 2}) == canonical({"a": 2, "b": 1})
    with pytest.raises(ValueError, match="not JSON compliant"):
        canonical(float("nan"))
    assert digest(TOM) == hashlib.sha256(b'{"name":"Tom"}').hexdigest()


def test_fields_that_are_not_known_are_left_out_and_named_by_their_paths() -> None:
    plain = {
        "keeper": {"is": "Dog", "name": "Rex", "lives": 7}, "guests": [{"is": "Cat", "name": "Tom", "age": 3}, "x"],
        "owner": {"name": "Tom", "age": 3}, "cellar": {}, "at": [1, {"deep": 1}], "more": [1], "door": ["x"],
    }  # fmt: skip
    kept, lost = without_unknown(House, plain)
    assert sorted(lost) == [("cellar",), ("guests", "0", "age"), ("keeper", "lives"), ("owner", "age")]
    assert kept == {
        "keeper": {"is": "Dog", "name": "Rex"}, "guests": [{"is": "Cat", "name": "Tom"}, "x"],
        "owner": {"name": "Tom"}, "at": [1, {"deep": 1}], "more": [1], "door": ["x"],
    }  # fmt: skip


# --- fields that somebody sent ----------------------------------------------------------------------------------------

SENT = Inputs({"a": ["1"], "two": ["1", "2"], "none": [], "blank": [""], "minus": ["-12"], "word": ["Tom"], "o": ["0"]})
OTHER = Failure("other.code")


def code(read: Any) -> str:
    with pytest.raises(Refused) as caught:
        read()
    return caught.value.code


def test_fields_are_read_by_name_and_a_field_without_values_is_not_there() -> None:
    assert dict(SENT) == {"a": "1", "two": "2", "blank": "", "minus": "-12", "word": "Tom", "o": "0"}
    assert len(SENT) == 6 and SENT.every("two") == ("1", "2") and SENT.every("none") == ()
    assert dict(SENT.lists())["two"] == ["1", "2"]
    assert dict(Inputs({"a": [""], "b": ["x"]}).over(Inputs({"a": ["y"], "c": ["z"]}))) == {
        "a": "y",
        "b": "x",
        "c": "z",
    }
    assert (SENT.text("word"), SENT.text("word", 2), SENT.text("gone")) == ("Tom", "To", "")
    assert (SENT.flag("a"), SENT.flag("o"), SENT.flag("gone")) == (True, False, False)


def test_what_must_come_once_comes_once() -> None:
    assert SENT.only("a") == "1" and SENT.yes_or_no("a") and not SENT.yes_or_no("o")
    assert code(lambda: SENT.only("two")) == code(lambda: SENT.only("gone")) == "request.unreadable"
    assert code(lambda: SENT.only("two", OTHER)) == "other.code"
    assert code(lambda: SENT.yes_or_no("two")) == code(lambda: SENT.yes_or_no("word")) == "request.unreadable"
    assert code(lambda: SENT.signed("word")) == code(lambda: SENT.signed("minus", 1)) == "request.unreadable"
    assert (SENT.signed("minus"), SENT.signed("minus", 2), SENT.signed("a")) == (-12, -12, 1)


def test_a_word_has_the_form_that_is_asked_for_from_end_to_end() -> None:
    form = re.compile("[A-Z][a-z]+")
    assert SENT.matching("word", form) == "Tom" and SENT.matching("a", re.compile(".")) == "1"
    for name, asked in (("word", re.compile("To")), ("a", form), ("two", re.compile("2")), ("gone", form)):
        assert code(lambda name=name, asked=asked: SENT.matching(name, asked)) == "request.unreadable"


def test_a_choice_and_a_number_are_read_or_what_stands_instead() -> None:
    assert SENT.choice("gone", ("", "Tom")) == "" and SENT.choice("blank", ("",)) == ""
    assert code(lambda: SENT.whole_number("gone")) == "request.unreadable"
    assert SENT.choice("word", ("Tom", "Rex")) == "Tom" and SENT.choice("word", ("Rex",), "Rex") == "Rex"
    assert code(lambda: SENT.choice("word", ("Rex",))) == "request.unreadable"
    assert code(lambda: SENT.choice("word", ("Rex",), OTHER)) == "other.code"
    assert SENT.whole_number("a") == 1 and SENT.whole_number("word", otherwise=7) == 7
    assert SENT.whole_number("blank", empty=5) == 5 and SENT.whole_number("word", otherwise=7, empty=5) == 7
    assert code(lambda: SENT.whole_number("blank")) == code(lambda: SENT.whole_number("minus")) == "request.unreadable"
    assert code(lambda: SENT.whole_number("gone", empty=OTHER)) == code(lambda: SENT.id("word", OTHER)) == "other.code"
    assert Inputs({"n": ["9" * 18]}).id("n") == 10**18 - 1 and code(lambda: Inputs({"n": ["9" * 19]}).id("n"))


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0", 0), ("012", 12), ("9" * 9, 10**9 - 1), ("9" * 10, None), ("", None), ("-1", None), ("1.0", None),
        ("٣", None), ("²", None), (" 1", None),
    ],
)  # fmt: skip
def test_a_number_is_digits_and_not_too_many(typed: str, number: int | None) -> None:
    assert whole_number(typed) == number
