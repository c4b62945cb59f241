"""Telling a type line from a sentence: "Thing — Space Goal", "Actio", "Creature — Goblin", "Type: Potion"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from cards.rules.limits import TYPE_LINE_MAX

Certainty = Literal["said", "known", "slip", "own"]

_SAID = re.compile(r"(type|special rule)\s*:\s*(.*)", re.IGNORECASE)
_KNOWN = re.compile(r"(thing|action|rule|special rule|basic rule)(?:\s*[-\u2013\u2014+/(\[].*)?", re.IGNORECASE)
_HEAD = re.compile(r"(?<!\s)\s*[-\u2013\u2014]\s*")
# A type line with copies behind it: "Action (x3)", "Thing x2".
OF_KIND = re.compile(r"(?=\S)(.*\S)\s+[(\[]?(?:[x\u00d7*]\s?(\d{1,3})|(\d{1,3})\s?[x\u00d7]|(?<=[(\[])(\d{1,3}))[)\]]?")
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3})(?=\S)(.*\S)\1")
_SENTENCE = re.compile(r"[.!?:;,\"\u201c\u201d]")
_KINDS = ("Thing", "Action", "Rule")
# What a Thing and an Action are called elsewhere: kinds of a deck's own here, and no slips of the pen.
_ABROAD = frozenset((
    "aktion", "ding", "handlung", "gegenstand", "acci\u00f3n", "accion", "cosa", "acci\u00f3", "azione", "oggetto",
    "a\u00e7\u00e3o", "acao", "coisa", "objeto", "actie", "akcja", "rzecz", "akce", "v\u011bc", "akcia", "akci\u00f3",
    "handling", "ting", "f\u00f6rem\u00e5l", "chose", "objet", "toiminto", "esine", "ac\u0163iune", "ac\u021biune",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class TypeLine:
    """`words` is the type line; `spelling` is what stood there where that was a slip.

    "said" is announced ("Type: …"), "known" begins with a kind the rules know, "slip" nearly does,
    "own" has the shape of a type line with a kind of the deck's own.
    """

    words: str
    certainty: Certainty
    is_rule: bool = False
    spelling: str = ""

    @property
    def kind_key(self) -> str:
        return _HEAD.split(self.spelling or self.words, maxsplit=1)[0].casefold()


def type_line(line: str) -> TypeLine | None:
    """The line as a type line, or None when it is a sentence (or was said to be only words)."""
    if line.startswith("\\"):
        return None
    if said := _SAID.fullmatch(line):
        return TypeLine(said[2].strip(), "said", is_rule=said[1].casefold() != "type")
    words = plain(line)
    known = _KNOWN.fullmatch(words) if len(words) <= 2 * TYPE_LINE_MAX else None
    if known and words[-1] not in ".!?:;,":
        return TypeLine(words, "known", is_rule=known[1].casefold().endswith("rule"))
    copied = OF_KIND.fullmatch(words) if len(words) <= TYPE_LINE_MAX else None
    if copied and _KNOWN.fullmatch(copied[1]):
        return TypeLine(words, "known", is_rule=copied[1].casefold().endswith("rule"))
    if not words or len(words) > TYPE_LINE_MAX or _SENTENCE.search(words):
        return None
    slip = _HEAD.split(copied[1] if copied else words)[0]
    if slip.casefold() in _ABROAD:
        return TypeLine(words, "own")
    for kind in _KINDS:
        if _one_slip_apart(slip.casefold(), kind.casefold()):
            meant = kind + words[len(slip) :]
            return TypeLine(meant, "slip", is_rule=kind == "Rule", spelling=words)
    head = _HEAD.split(words)[0]
    if not all(word[:1].isupper() for word in head.split()) or len(head.split()) > 3:
        return None
    return TypeLine(words, "own")


def has_shape(found: TypeLine) -> bool:
    """Whether an own kind shows by itself that it is one: by its traits, or by naming a Thing or an Action."""
    return len(_HEAD.split(found.words, maxsplit=1)) == 2 or bool(
        (_ABROAD | {"thing", "action"}) & set(found.words.casefold().split())
    )


def plain(line: str) -> str:
    """Without the asterisks or underscores round the whole of it."""
    whole = _EMPHASIS.fullmatch(line)
    return whole[2].strip() if whole and whole[1] not in whole[2] else line


def _one_slip_apart(word: str, kind: str) -> bool:
    """One letter missing, added, wrong, or two neighbours swapped, in a word that is no kind; a plural is no slip."""
    if word == f"{kind}s":
        return False
    at = next((i for i, (a, b) in enumerate(zip(word, kind, strict=False)) if a != b), min(len(word), len(kind)))
    rest, kind_rest = word[at:], kind[at:]
    return (
        rest[1:] == kind_rest
        or rest == kind_rest[1:]
        or rest[1:] == kind_rest[1:]
        or (rest[:2] == kind_rest[1::-1] and rest[2:] == kind_rest[2:])
    )
