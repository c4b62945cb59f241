"""Modules of ours, read line by line and written together: each becomes a function that returns what it exports.

This is no parser of JavaScript. Ours are plain: imports at the head, exports of what is declared there and then. What
has not exactly that form is refused with its place, for a guess would be wrong in somebody's browser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from posixpath import dirname, join, normpath

from studio.web.joined.sheets import DoesNotFit

NEED = "__need"  # what a module that is a function asks for another one with
VENDORED = "js/vendor/"

_NAME = r"[\w$]+"
_FROM = r"'(?P<of>\.{1,2}/[\w./-]+\.js)';"
_ALIASED = rf"{_NAME}(?: as {_NAME})?"
_NAMED = re.compile(rf"import \{{ ?(?P<names>{_ALIASED}(?:, ?{_ALIASED})*),? ?\}} from {_FROM}")
_WHOLE = re.compile(rf"import \* as (?P<whole>{_NAME}) from {_FROM}")
_BARE = re.compile(rf"import {_FROM}")
_EXPORTED = re.compile(rf"export (?P<rest>(?:(?:async )?function|class|const) (?P<name>{_NAME})(?=[ (]).*)")
_LISTED = re.compile(rf"export \{{ ?(?P<names>{_NAME}(?:, ?{_NAME})*) ?\}};")  # of a vendored file, at its end
_SECOND = re.compile(rf", ({_NAME}) = ")  # `export const one = 1, two = 2`: `two` would be missed
_WORD = re.compile(r"\b(?:import|export)\b")
_TYPE = re.compile(r"/\*\* @\w+ \{[^*]*\*/")  # said to the type check, in the midst of a line
_SAID = re.compile(r"(?:^|\s)// .*$")  # to a reader, at the end of one
_AWAITED = re.compile(r"(?!.*\basync\b)(?=\S).*\bawait\b")  # a line that no function is around
_LONGEST_IMPORT = 20  # lines
_LICENCE = re.compile(r"// (.*LICENSE-.*)")


@dataclass(frozen=True, slots=True)
class Import:
    """`of` is the module's name; `names` are pairs of its names and ours. For all of it under one name: `whole`."""

    line: int
    of: str
    names: tuple[tuple[str, str], ...] = ()
    whole: str = ""

    def as_statement(self) -> str:
        """The same in a function that is handed `NEED`."""
        asked = f"{NEED}('{self.of}')"
        if self.whole:
            return f"const {self.whole} = {asked};"
        if not self.names:
            return f"{asked};"
        names = ", ".join(theirs if theirs == ours else f"{theirs}: {ours}" for theirs, ours in self.names)
        return f"const {{ {names} }} = {asked};"


@dataclass(frozen=True, slots=True)
class Module:
    """One that fits. `name` is its path under the static files; `body` the lines of the function that it becomes."""

    name: str
    imports: tuple[Import, ...]
    exports: tuple[str, ...]
    body: str
    licence: str = ""

    def as_maker(self) -> str:
        """A property whose value makes the module's exports."""
        return f"'{self.name}': ({NEED}) => {{\n{self.body}\nreturn {{ {', '.join(self.exports)} }};\n}},\n"


def read(name: str, text: str) -> Module:
    """DoesNotFit, naming the line, for whatever has not the form."""
    reading = _Reading(name, text.split("\n"))
    reading.all_lines()
    licence = ""
    if name.startswith(VENDORED):
        found = _LICENCE.match(text)
        if found is None:
            raise DoesNotFit(name, 1, text.split("\n")[0], "what is not ours says its licence in its first line")
        licence = found[1].replace("*/", "")
    return Module(name, tuple(reading.imports), tuple(reading.exports), "\n".join(reading.body), licence)


class _Reading:
    """A module on its way from the first line to the last."""

    def __init__(self, name: str, lines: Sequence[str]) -> None:
        self.name, self.lines = name, lines
        self.imports: list[Import] = []
        self.exports: list[str] = []
        self.body: list[str] = []
        self.at = 0  # index of the line that is read
        self.is_head = True  # nothing but imports and remarks so far
        self.is_remark = False  # inside /* … */
        self.is_template = False  # inside what is asked for in `…`, over several lines

    def all_lines(self) -> None:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.startswith("import") and _WORD.match(line) and not self.is_remark:
                self._import()
            elif line.startswith("export") and _WORD.match(line) and not self.is_remark:
                self._export(line)
            else:
                self._other(line)
            self.at += 1

    def refuse(self, why: str) -> DoesNotFit:
        return DoesNotFit(self.name, self.at + 1, self.lines[self.at], why)

    def _import(self) -> None:
        if not self.is_head:
            raise self.refuse("an import stands before everything else")
        begun, words = self.at, self.lines[self.at].strip()
        while not words.endswith(";"):
            if self.at + 1 == len(self.lines) or self.at - begun > _LONGEST_IMPORT:
                raise self.refuse("this import has no end")
            self.at += 1
            words += " " + self.lines[self.at].strip()
        found = _NAMED.fullmatch(words) or _WHOLE.fullmatch(words) or _BARE.fullmatch(words)
        if found is None:
            self.at = begun
            raise self.refuse("this form of import is not known")
        given = found.groupdict()
        of = normpath(join(dirname(self.name), given["of"]))
        if of.startswith(".."):
            raise self.refuse("it lies outside")
        names = tuple(_pair(one.strip()) for one in (given.get("names") or "").split(",") if one.strip())
        one = Import(begun + 1, of, names, given.get("whole") or "")
        self.imports.append(one)
        self.body += [one.as_statement(), *[""] * (self.at - begun)]  # its lines keep their numbers

    def _export(self, line: str) -> None:
        self.is_head = False
        if self.name.startswith(VENDORED) and (listed := _LISTED.fullmatch(line)):
            self.exports += [one.strip() for one in listed["names"].split(",")]
            self.body.append("")
            return
        found = _EXPORTED.fullmatch(line)
        if found is None:
            raise self.refuse("only a function, a class or a constant is exported, where it is declared")
        if line.startswith("export const") and _SECOND.search(line.partition("=")[2]):
            raise self.refuse("one constant is exported at a time")
        self._say_nothing_of_modules(found["rest"])
        self.exports.append(found["name"])
        self._keep(found["rest"])

    def _other(self, line: str) -> None:
        was_remark, bare = self.is_remark, line.strip()
        self.is_remark = _goes_on(bare, was_remark)
        if was_remark:
            if not self.is_remark and not bare.endswith("*/"):
                raise self.refuse("what follows a remark of several lines stands on a line of its own")
        elif bare and not _is_whole_remark(bare):
            self.is_head = False
            self._say_nothing_of_modules(line)
            if _AWAITED.match(line):
                raise self.refuse("nothing is awaited outside of functions")
            if line.rfind("/*") > line.rfind("*/"):
                raise self.refuse("a remark that begins after something ends on its line")
        self._keep(line)

    def _keep(self, line: str) -> None:
        if NEED in line or "sourceMappingURL" in line:
            raise self.refuse("these words have a meaning where modules are written together")
        bare = line.strip()
        if line.count("`") % 2 and not self.is_remark and not bare.startswith(("//", "*")):
            if not (bare.startswith("}") if self.is_template else bare.endswith("${")):
                raise self.refuse("the words of a template stand on one line")
            self.is_template = not self.is_template
        self.body.append(_TYPE.sub("", line))

    def _say_nothing_of_modules(self, line: str) -> None:
        if _WORD.search(line) and _WORD.search(_SAID.sub("", _TYPE.sub("", line))):
            raise self.refuse("import and export begin a line, and stand nowhere else")


def _pair(words: str) -> tuple[str, str]:
    theirs, _, ours = words.partition(" as ")
    return theirs, ours or theirs


def graph(heads: Sequence[str], source: Callable[[str], str]) -> dict[str, Module]:
    """All modules that these reach, in the order in which a browser would run them. `source` gives a module's text;
    KeyError where there is none. DoesNotFit for circles, for modules that are not there and for names that nobody
    exports."""
    done: dict[str, Module] = {}
    for head in heads:
        try:
            _reach(head, source, done, ())
        except KeyError:
            raise DoesNotFit(head, 1, head, "there is no such module") from None
    return done


def _reach(name: str, source: Callable[[str], str], done: dict[str, Module], way: tuple[str, ...]) -> None:
    if name in done:
        return
    module = read(name, source(name))
    for asked in module.imports:
        at = f"import … '{asked.of}'"
        if asked.of in (*way, name):
            raise DoesNotFit(name, asked.line, at, "it leads round in a circle: " + " → ".join((*way, name)))
        try:
            _reach(asked.of, source, done, (*way, name))
        except KeyError:
            raise DoesNotFit(name, asked.line, at, "there is no such module") from None
        for theirs, _ in asked.names:
            if theirs not in done[asked.of].exports:
                raise DoesNotFit(name, asked.line, at, f"it exports no {theirs}")
    done[name] = module


def reached(name: str, modules: Mapping[str, Module]) -> list[str]:
    """The names of a module and of all that it reaches, in the order in which a browser would run them."""
    found: dict[str, None] = {}

    def walk(one: str) -> None:
        for asked in modules[one].imports:
            if asked.of not in found:
                walk(asked.of)
        found[one] = None

    walk(name)
    return list(found)


def written_together(file: str, modules: Sequence[Module], runtime: str = "", of: str = "") -> str:
    """One file with these modules, under the name that tags have for it. Either it holds what runs them (`runtime`, a
    module's text), or it is told where that is (`of`)."""
    begun = runtime or f"import {{ give }} from '{of}';"
    makers = "".join(module.as_maker() for module in modules)
    return "".join([*_remarks(modules), _lean(f"{begun}\ngive('{file}', {{\n{makers}}});\n")])


def _lean(text: str) -> str:
    """Without lines that are nothing but remarks, and without indentation. Within a line nothing changes: to know where
    a blank may go is to know what is a pattern and what a template, and minifiers that guess it are wrong at times."""
    kept: list[str] = []
    is_remark = False
    for line in map(str.strip, text.split("\n")):
        was_remark, is_remark = is_remark, _goes_on(line, is_remark)
        if line and not was_remark and not _is_whole_remark(line):
            kept.append(line)
    return "\n".join(kept) + "\n"


def _is_whole_remark(bare: str) -> bool:
    """Whether a line, without what surrounds it, is nothing else, or begins one of several lines."""
    return bare.startswith("//") or (bare.startswith("/*") and bare.find("*/", 2) in (-1, len(bare) - 2))


def _goes_on(bare: str, is_remark: bool) -> bool:
    """Whether the line after this one is inside of a remark of several lines."""
    return "*/" not in bare if is_remark else bare.startswith("/*") and "*/" not in bare[2:]


def _remarks(modules: Sequence[Module]) -> Iterator[str]:
    names = " ".join(module.name for module in modules)
    yield f"/*! The same as these, which lie beside it as they were written: {names} */\n"
    for licence in [module.licence for module in modules if module.licence]:
        yield f"/*! {licence} */\n"
