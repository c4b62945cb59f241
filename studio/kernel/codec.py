"""Frozen dataclasses to plain JSON values and back, a canonical form, and its digest.

A dataclass is written as an object of its fields; fields equal to their default are left out, so
that adding a field changes no digest. A class of text (a
subclass of str) is its own plain form. A member of a union carries its class name under "is", and a shape that
has changed its number (`schema.py`): what was written under an older one is brought up to today's before it is read.
Reading is strict: an unknown field, a missing one, a wrong type or a newer number raises `Unreadable`.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
import types
import typing
from collections.abc import Mapping
from functools import cache
from sys import intern
from typing import Any, TypeVar, Union

from studio.kernel import schema
from studio.kernel.inputs import ID_DIGITS, whole_number
from studio.kernel.messages import Sayable, english, message, series

T = TypeVar("T")

TAG = "is"
_WORD = 16  # characters: names and ids, of which a log tells again and again, are in memory once
_UNKEPT = re.compile("[\0\ud800-\udfff]")


class Unreadable(ValueError):
    """The plain value does not have the shape of the type. `where` is a dotted path, or a place a person can find."""

    def __init__(self, where: str | Sayable, why: Sayable) -> None:
        super().__init__(f"{english(where) or 'value'}: {english(why)}")
        self.where, self.why = where, why


_EXPECTED = {
    str: message("words were expected"),
    int: message("a whole number was expected"),
    bool: message("true or false was expected"),
}


_PLAIN_ALREADY = frozenset({str, int, bool, type(None)})


def to_plain(value: Any, *, tagged: bool = False, numbered: bool = True) -> Any:
    """The JSON shape of a value: dict, list, str, int, bool or None. `numbered`: with the numbers of its shapes."""
    kind = type(value)
    if kind in _PLAIN_ALREADY:
        return value
    if kind is not tuple and dataclasses.is_dataclass(kind):
        return _object(value, tagged, numbered)
    if isinstance(value, (tuple, list)):
        return [to_plain(item, tagged=tagged, numbered=numbered) for item in value]
    if isinstance(value, (frozenset, set)):
        return sorted(to_plain(item, numbered=numbered) for item in value)
    if isinstance(value, Mapping):
        return {str(key): to_plain(item, tagged=tagged, numbered=numbered) for key, item in value.items()}
    if isinstance(value, (str, int)):
        return value
    raise TypeError(f"{kind.__name__} has no plain form")


def can_be_kept(plain: Any) -> bool:
    """Whether a column of JSON holds a plain value: PostgreSQL keeps no NUL in it and no half of a letter, and is not
    even to be asked for such a one."""
    match plain:
        case str():
            return _UNKEPT.search(plain) is None
        case dict():
            return all(can_be_kept(key) and can_be_kept(item) for key, item in plain.items())
        case list():
            return all(map(can_be_kept, plain))
        case _:
            return True


def from_plain(kind: Any, plain: Any, where: str = "") -> Any:
    """The value of type `kind` (a dataclass, union, tuple, frozenset, dict, Literal or scalar)."""
    origin = typing.get_origin(kind)
    if kind is Any:
        return plain
    if origin in (Union, types.UnionType):
        return _from_union(typing.get_args(kind), plain, where)
    if origin is typing.Literal:
        if plain in typing.get_args(kind) and not isinstance(plain, bool):
            return plain
        raise Unreadable(where, _none_of(plain, typing.get_args(kind)))
    if origin in (tuple, frozenset):
        return _from_sequence(kind, origin, plain, where)
    if origin in (dict, Mapping):
        return _from_mapping(kind, origin, plain, where)
    if dataclasses.is_dataclass(kind):
        return _from_object(kind, plain, where)
    if kind is type(None):
        if plain is None:
            return None
        raise Unreadable(where, message("nothing was expected"))
    if isinstance(kind, type) and issubclass(kind, str) and kind is not str:
        return _from_text(kind, plain, where)
    if type(plain) is not kind:
        raise Unreadable(where, _EXPECTED.get(kind) or message("{kind} was expected", kind=kind.__name__))
    return intern(plain) if kind is str and len(plain) <= _WORD else plain


def _none_of(plain: Any, known: tuple[Any, ...]) -> Sayable:
    return message("{value} is none of {known}", value=repr(plain), known=series(map(str, known), "comma"))


def without_unknown(kind: Any, plain: Any, path: tuple[str, ...] = ()) -> tuple[Any, list[tuple[str, ...]]]:
    """The plain value without fields that `kind` does not have, and the paths of those; for what is not kept whole.

    What else may be wrong with it is left to `from_plain`.
    """
    lost: list[tuple[str, ...]] = []

    def inner(kind: Any, plain: Any, path: tuple[str, ...]) -> Any:
        if isinstance(plain, list) and typing.get_origin(kind) in (tuple, frozenset):
            item = typing.get_args(kind)[0]
            return [inner(item, one, (*path, str(index))) for index, one in enumerate(plain)]
        if not isinstance(plain, dict):
            return plain
        every = (kind, *typing.get_args(kind))
        classes: list[type] = [one for one in every if isinstance(one, type) and dataclasses.is_dataclass(one)]
        if TAG in plain:
            classes = [one for one in classes if one.__name__ == plain[TAG]]
        if len(classes) != 1:
            return plain
        hints: dict[str, Any] = {TAG: str, **_hints(classes[0])}
        lost.extend((*path, name) for name in plain if name not in hints)
        return {name: inner(hints[name], value, (*path, name)) for name, value in plain.items() if name in hints}

    return inner(kind, plain, path), lost


def canonical(plain: Any) -> bytes:
    """One spelling for one value: sorted keys, no spaces, UTF-8, no floats. Never fails for any text: half a
    character (a lone surrogate) has a spelling too, so that rules can refuse it in words."""
    written = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return written.encode(errors="surrogatepass")


def digest(value: Any) -> str:
    """SHA-256 of the canonical form, as 64 hexadecimal digits. The number of a shape is not part of what it says."""
    return hashlib.sha256(canonical(to_plain(value, numbered=False))).hexdigest()


def union_member(kinds: tuple[type, ...], name: str, where: str = "") -> type:
    """The class of that name, or that once had it."""
    for kind in kinds:
        if kind.__name__ == name:
            return kind
    for kind in schema.formerly_called(name) if isinstance(name, str) else ():
        if kind in kinds:
            return kind
    raise Unreadable(where, message("{name} is not known here", name=repr(name)))


def _from_union(kinds: tuple[Any, ...], plain: Any, where: str) -> Any:
    if plain is None and type(None) in kinds:
        return None
    classes = tuple(kind for kind in kinds if isinstance(kind, type) and dataclasses.is_dataclass(kind))
    if isinstance(plain, dict) and TAG in plain:
        return _from_object(
            union_member(classes, plain[TAG], where), {k: v for k, v in plain.items() if k != TAG}, where
        )
    others = [kind for kind in kinds if kind is not type(None)]
    if len(others) == 1:
        return from_plain(others[0], plain, where)
    raise Unreadable(where, message("an object with {name} was expected", name=repr(TAG)))


def _from_mapping(kind: Any, origin: Any, plain: Any, where: str) -> Any:
    """A dict, or read-only where the type says Mapping. Keys are text, or whole numbers as `to_plain` writes them."""
    if not isinstance(plain, dict):
        raise Unreadable(where, message("an object was expected"))
    key_kind, item_kind = typing.get_args(kind)
    read: dict[Any, Any] = {}
    for key, item in plain.items():
        name = _number(key, f"{where}.{key}".strip(".")) if key_kind is int else from_plain(key_kind, key, where)
        read[name] = from_plain(item_kind, item, f"{where}.{key}".strip("."))
    return read if origin is dict else types.MappingProxyType(read)


def _number(key: str, where: str) -> int:
    """In its one spelling: "007" beside "7" would be the same key twice."""
    number = whole_number(key, ID_DIGITS)
    if number is None or str(number) != key:
        raise Unreadable(where, message("a number was expected"))
    return number


def _from_text(kind: type[str], plain: Any, where: str) -> str:
    """A kind of text that reads itself, and raises ValueError for what it cannot be."""
    if not isinstance(plain, str):
        raise Unreadable(where, _EXPECTED[str])
    try:
        return kind(plain)
    except ValueError as problem:
        raise Unreadable(where, message("{problem}", problem=str(problem))) from None


def _from_sequence(kind: Any, origin: Any, plain: Any, where: str) -> Any:
    if not isinstance(plain, (list, tuple)):
        raise Unreadable(where, message("a list was expected"))
    arguments = typing.get_args(kind)
    if origin is tuple and not (len(arguments) == 2 and arguments[1] is Ellipsis):
        if len(plain) != len(arguments):
            raise Unreadable(where, message("{count} values were expected", count=len(arguments)))
        return tuple(from_plain(a, p, f"{where}.{i}") for i, (a, p) in enumerate(zip(arguments, plain, strict=True)))
    return origin(from_plain(arguments[0], item, f"{where}.{i}") for i, item in enumerate(plain))


def _from_object(kind: Any, plain: Any, where: str) -> Any:
    if not isinstance(plain, dict):
        raise Unreadable(where, message("an object was expected"))
    hints = _hints(kind)
    try:
        plain = schema.today(kind, plain)
    except ValueError as problem:
        raise Unreadable(where, message("{kind}: {why}", kind=kind.__name__, why=str(problem))) from None
    for name in plain:
        if name not in hints:
            raise Unreadable(f"{where}.{name}".strip("."), message("this field is not known"))
    given = {
        name: (intern(value) if len(value) <= _WORD else value)
        if hints[name] is str and type(value) is str  # most of a face, of which pages read thousands
        else from_plain(hints[name], value, f"{where}.{name}".strip("."))
        for name, value in plain.items()
    }
    try:
        return kind(**given)
    except TypeError:
        missing = [f.name for f in dataclasses.fields(kind) if f.name not in given and _is_required(f)]
        raise Unreadable(where, message("missing: {names}", names=series(missing, "comma"))) from None


def _object(value: Any, tagged: bool, numbered: bool) -> dict[str, Any]:
    kind: type = type(value)
    plain: dict[str, Any] = {TAG: kind.__name__} if tagged else {}
    if numbered and (number := schema.number_of(kind)) > 1:
        plain[schema.NUMBER] = number
    for field in _written_fields(kind):
        content = getattr(value, field.name)
        if not field.leaves_out(content):
            plain[field.name] = to_plain(content, tagged=field.is_union, numbered=numbered)
    return plain


def _is_required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


@dataclasses.dataclass(frozen=True, slots=True)
class _Written:
    """A field that is stored: what it is left out for, and whether what it holds says its class."""

    name: str
    default: Any
    make_default: Any
    is_union: bool

    def leaves_out(self, content: Any) -> bool:
        if self.default is not dataclasses.MISSING:
            return content is self.default or bool(content == self.default and type(content) is type(self.default))
        return self.make_default is not dataclasses.MISSING and bool(content == self.make_default())


@cache
def _written_fields(kind: type) -> tuple[_Written, ...]:
    unions = _union_fields(kind)
    return tuple(
        _Written(field.name, field.default, field.default_factory, field.name in unions)
        for field in dataclasses.fields(kind)
        if schema.is_stored(field)
    )


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind) if schema.is_stored(field)}


@cache
def _union_fields(kind: type) -> frozenset[str]:
    """Fields whose value, or whose items, belong to a union of several dataclasses."""
    return frozenset(name for name, hint in _hints(kind).items() if _holds_union(hint))


def _holds_union(hint: Any) -> bool:
    if typing.get_origin(hint) in (Union, types.UnionType):
        return sum(dataclasses.is_dataclass(a) for a in typing.get_args(hint)) > 1
    return any(_holds_union(a) for a in typing.get_args(hint) if a is not Ellipsis)
