"""What a style sheet says, said so that browsers of years ago hear it too: docs/decisions/0038-the-floor.md.

Sheets are written in the language of today. When they are joined, what the oldest browsers of ours do not know is put
into words that they do: nothing of it is written by hand, and a browser of today shows the same. It works on the lean
text of a sheet (`studio.web.joined.sheets.lean`), where blanks mean something and remarks are gone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

SCRIPTED = "is-scripted"  # a class of the root, set by static/js/joined.js
# One of each pair is nothing, the other one is not set, so that what `var()` has besides counts in the one alone.
DAY, DARK = "--by-day", "--by-dark"
MIXED, ONE = "--by-mixed", "--by-one"

_WHOLE = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|url\([^"')]*\)|\\.|[^"'\\u{};,()\[\]]+|.""", re.DOTALL)
_OPENS, _CLOSES = "([", ")]"
_QUOTES = ('"', "'")
_BETWEEN = re.compile(r"[ >+~]")  # the selectors of two elements
_UNKNOWN = "@supports not (color:light-dark(#000,#fff))"  # true for those that are older than all that is put here
_GROUPS = re.compile(r"@(?:media|supports|container|layer)\b")  # they hold rules; other at-rules are left as they are
_ROOTS = {
    "(scripting: enabled)": f":where(.{SCRIPTED})",
    "not (scripting: none)": f":where(.{SCRIPTED})",
    "(scripting: none)": f":where(:root:not(.{SCRIPTED}))",
}
_SCHEME = re.compile(r"color-scheme: ?(light dark|light|dark)$")
_TOGGLES = {
    "light dark": f"{DAY}:initial;{DARK}: ;{MIXED}:initial;{ONE}: ",
    "light": f"{DAY}:initial;{DARK}: ",
    "dark": f"{DAY}: ;{DARK}:initial",
}
_NO_MIXED = f"{MIXED}: ;{ONE}:initial"
_NO_MIXING = "@supports not (color:color-mix(in srgb,red,red))"
_FAINT = 25  # per cent of a colour, of which less is nothing where it cannot be mixed
_SHARE = re.compile(r" ([\d.]+)%$")
_MASK = re.compile(r"mask(?P<part>-[a-z]+)?:")
_RATHER_NEW = re.compile(r":has\(|:popover-open\b|:modal\b|:dir\(|::highlight\(|:nth-(?:last-)?child\([^)]* of ")
_FORGIVES = re.compile(r":(?:is|where)$")  # what stands in its brackets and is not known counts for nothing there


@dataclass(frozen=True, slots=True)
class SheetRule:
    """A rule with what it holds: declarations and statements as text, and rules."""

    prelude: str
    holds: tuple[SheetRule | str, ...]


class NotPut(ValueError):
    """Something that cannot be said in older words."""


def put(text: str) -> str:
    """The lean text of a sheet in words that older browsers know. NotPut for what has none."""
    return "".join(_written(_merged(_flat(read(text), ()))))


# --- how a sheet is read


def read(text: str) -> tuple[SheetRule | str, ...]:
    """The rules of a lean sheet. Its brackets are closed: `sheets_together` has seen to that."""
    return _contents(iter(_WHOLE.findall(text)))


def _contents(words: Iterator[str]) -> tuple[SheetRule | str, ...]:
    found: list[SheetRule | str] = []
    said: list[str] = []
    depth = 0
    for word in words:
        depth += (word in _OPENS) - (word in _CLOSES)
        if depth or word not in "{};":
            said.append(word)
            continue
        words_so_far = "".join(said).strip()
        said = []
        if word == "{":
            found.append(SheetRule(words_so_far, _contents(words)))
        elif words_so_far:
            found.append(words_so_far)
        if word == "}":
            return tuple(found)
    last = "".join(said).strip()
    return (*found, last) if last else tuple(found)


def parted(text: str, mark: str = ",") -> list[str]:
    """What stands between the marks of a list that are in no bracket and no string."""
    parts, depth = [""], 0
    for word in _WHOLE.findall(text):
        depth += (word in _OPENS) - (word in _CLOSES)
        if word == mark and not depth:
            parts.append("")
        else:
            parts[-1] += word
    return [part.strip() for part in parts]


# --- rules in rules, and what is one for those who know no `scripting`


def _flat(holds: Iterable[SheetRule | str], parents: tuple[str, ...]) -> Iterator[SheetRule | str]:
    """Without rules in rules. What is declared after an inner rule stays after it."""
    for is_said, some in groupby(holds, lambda one: isinstance(one, str)):
        if not is_said:
            for one in some:
                assert isinstance(one, SheetRule)
                yield from _flat_rule(one, parents)
        elif parents:
            yield from _declared(parents, [str(one) for one in some])
        else:
            yield from some


def _flat_rule(rule: SheetRule, parents: tuple[str, ...]) -> Iterator[SheetRule | str]:
    if not rule.prelude.startswith("@"):
        yield from _flat(rule.holds, tuple(nested(parents, parted(rule.prelude))))
    elif not _GROUPS.match(rule.prelude):
        if parents:
            raise NotPut(f"{rule.prelude} in a rule")
        yield SheetRule(
            rule.prelude, tuple(_in_older_words(one) if isinstance(one, str) else _kept(one) for one in rule.holds)
        )
    else:
        inner = tuple(_flat(rule.holds, parents))
        yield SheetRule(rule.prelude, inner)
        if "scripting" in rule.prelude:
            yield _by_class(rule.prelude, inner)


def _kept(rule: SheetRule) -> SheetRule:
    """Of key frames: a rule whose declarations alone are put."""
    return SheetRule(rule.prelude, tuple(_in_older_words(one) for one in rule.holds if isinstance(one, str)))


def nested(parents: Sequence[str], inner: Sequence[str]) -> list[str]:
    """Selectors that mean what `inner` means in a rule for `parents`, and weigh as much. NotPut in a rule for a part of
    an element: there it would mean nothing."""
    if not parents:
        return list(inner)
    if any("::" in parent for parent in parents):
        raise NotPut(f"a rule in {', '.join(parents)}")
    first = parents[0] if len(parents) == 1 else f":is({', '.join(parents)})"
    is_one = not _BETWEEN.search(_outside(first))
    return [_one_nested(first, first if is_one else f":is({first})", one) for one in inner]


def _outside(selector: str) -> str:
    """What of it stands in no bracket and no string."""
    kept, depth = "", 0
    for word in _WHOLE.findall(selector):
        depth += (word in _OPENS) - (word in _CLOSES)
        kept += word if not depth and word[0] not in _QUOTES else ""
    return kept


def _one_nested(first: str, elsewhere: str, inner: str) -> str:
    words = _WHOLE.findall(inner)
    if not any("&" in word for word in words if word[0] not in _QUOTES):
        return f"{first} {inner}"
    if inner.startswith("&"):
        words[0] = words[0][1:]
    else:
        first = ""
    return first + "".join(word if word[0:1] in _QUOTES else word.replace("&", elsewhere) for word in words if word)


def _by_class(prelude: str, inner: Iterable[SheetRule | str]) -> SheetRule:
    """The same for those who do not know whether there is a script: by a class that a script sets."""
    asked = prelude.removeprefix("@media ").split(" and ")
    roots = [_ROOTS[one] for one in asked if one in _ROOTS]
    rest = [one for one in asked if one not in _ROOTS]
    if len(roots) != 1 or not all(re.fullmatch(r"\([^()]+\)", one) for one in rest):
        raise NotPut(prelude)
    ruled = tuple(_under(roots[0], one) for one in inner)
    return SheetRule(_UNKNOWN, (SheetRule(f"@media {' and '.join(rest)}", ruled),) if rest else ruled)


def _under(root: str, rule: SheetRule | str) -> SheetRule:
    if isinstance(rule, str):
        raise NotPut(rule)
    if rule.prelude.startswith("@"):
        return SheetRule(rule.prelude, tuple(_under(root, one) for one in rule.holds))
    if re.search(r"(?:^|[ ,])(?::root|html)", rule.prelude):
        raise NotPut(f"{rule.prelude} by whether there is a script")
    return SheetRule(", ".join(f"{root} {one}" for one in parted(rule.prelude)), rule.holds)


# --- what is declared


def _declared(selectors: Sequence[str], said: Sequence[str]) -> Iterator[SheetRule]:
    words = tuple(_in_older_words(one) for one in said)
    known = [one for one in selectors if not is_rather_new(one)]
    newer = [one for one in selectors if is_rather_new(one)]
    for some in filter(None, (known, newer)):  # a rule with one selector that is not known is not heard at all
        yield SheetRule(", ".join(some), words)
        if any(_SCHEME.match(one) and "light dark" in one for one in said):
            yield SheetRule("@media (prefers-color-scheme: dark)", (SheetRule(", ".join(some), (_TOGGLES["dark"],)),))
            yield SheetRule(_NO_MIXING, (SheetRule(", ".join(some), (_NO_MIXED,)),))


def is_rather_new(selector: str) -> bool:
    """Whether one of ours that is readable elsewhere does not know it. In the brackets of `:is()` that does no harm."""
    return bool(_RATHER_NEW.search(_without_forgiving(selector)))


def _without_forgiving(selector: str) -> str:
    kept, depth, forgiven = "", 0, 0
    for word in _WHOLE.findall(selector):
        depth += word in _OPENS
        if word == "(" and not forgiven and _FORGIVES.search(kept):
            forgiven = depth
        if not forgiven:
            kept += word
        if word in _CLOSES:
            forgiven = 0 if forgiven == depth else forgiven
            depth -= 1
    return kept


def _in_older_words(said: str) -> str:
    if found := _SCHEME.match(said):
        return f"{said};{_TOGGLES[found[1]]}"
    if said.startswith("color-scheme:"):
        raise NotPut(said)
    said = _each(said, "color-mix(", _mixed)
    said = _each(said, "light-dark(", lambda day, dark: f"var({DAY},{day})var({DARK},{dark})")
    return f"-webkit-{said};{said}" if _MASK.match(said) else said


def _mixed(space: str, one: str, other: str) -> str:
    """Two colours mixed, and where that is not known the one there is more of."""
    share = _SHARE.search(one)
    per_cent = float(share[1]) if share else 50
    is_one = per_cent >= (_FAINT if other == "transparent" else 50)
    rather = one.removesuffix(share[0] if share else "") if is_one else other
    return f"var({MIXED},color-mix({space},{one},{other}))var({ONE},{rather})"


def _each(said: str, function: str, put_by: Callable[..., str]) -> str:
    """With what `put_by` makes of its arguments in place of each use of a function."""
    at = said.rfind(function)
    while at >= 0:  # from the end, so that what lies in another one is put first
        begins = ends = at + len(function)
        depth = 1
        while depth:
            if ends == len(said):
                raise NotPut(said)
            depth += (said[ends] == "(") - (said[ends] == ")")
            ends += 1
        said = said[:at] + put_by(*parted(said[begins : ends - 1])) + said[ends:]
        at = said.rfind(function, 0, at)
    return said


# --- how it is written


def _merged(rules: Iterable[SheetRule | str]) -> Iterator[SheetRule | str]:
    """Neighbours that hold for the same media are one."""
    for key, some in groupby(rules, lambda one: one.prelude if isinstance(one, SheetRule) else ""):
        ones = list(some)
        if len(ones) > 1 and key.startswith(("@media", "@supports")):
            ones = [SheetRule(key, tuple(inner for one in ones if isinstance(one, SheetRule) for inner in one.holds))]
        for one in ones:
            yield (
                SheetRule(one.prelude, tuple(_merged(one.holds)))
                if isinstance(one, SheetRule) and _GROUPS.match(key)
                else one
            )


def _written(rules: Iterable[SheetRule | str]) -> Iterator[str]:
    """With a mark between declarations, but none at the end."""
    for rule in rules:
        if isinstance(rule, SheetRule):
            inside = "".join(_written(rule.holds))
            yield f"{rule.prelude}{{{inside.removesuffix(';')}}}"
        else:
            yield f"{rule};"
