"""What all cards of a list have in common and is no word of theirs: numbers before titles, copies, labels of texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cards.formats.labels import labelled
from cards.formats.lines import Line, title_of
from cards.formats.parts import Found, Part
from cards.formats.type_lines import OF_KIND, TypeLine, plain, type_line
from cards.formats.values import Diagnostic
from studio.kernel.messages import message

_NUMBERED = re.compile(
    r"(?:(?i:card|no\.?|nr\.?|\u2116)\s*#?|\(?#?(?=\d+[.):])|#(?=\d+\s))(\d{1,4})\s?[.):\u2013\u2014-]?\s+(?=\S)(.*)"
)
_COPIES_LINE = re.compile(
    r"(?:(?i:copies|count|quantity|qty|number of copies)\s*:\s*[x\u00d7]?\s?"
    r"|[(\[]?[x\u00d7]\s?|(?=[(\[]?\d+\s?[x\u00d7])[(\[]?)(\d{1,3})(?:\s?[x\u00d7])?[)\]]?"
)

# Spellings of copies that a title may have for another reason: read so where half of the titles have them.
_BEFORE = re.compile(r"(?P<count>\d{1,3})\s+(?=\S)(?P<title>.*)")
_DOUBTFUL = (
    re.compile(r"(?=\S)(?P<title>.*\S)\s+[(\[](?P<count>\d{1,2})[)\]]"),
    re.compile(r"(?=\S)(?P<title>.*\S)\s+(?:X(?P<count>\d{1,2})|(?P<times>\d{1,2})[x\u00d7])"),
    _BEFORE,
)


def settled(found: Found, said: list[Diagnostic]) -> list[Part]:
    """The parts without what is no word of theirs; what was taken for something else is said."""
    parts = [_of_its_kind(_said_below(part)) for part in found.parts]
    return _without_labels(_counted(_without_numbers(parts, said), said), said)


def is_more_than_title(title: str) -> bool:
    """Whether a title could be taken for one with a number or with copies, so that it must be written as only words."""
    return any(pattern.fullmatch(title) for pattern in (_NUMBERED, *_DOUBTFUL))


def is_more_than_type(words: str) -> bool:
    return bool(OF_KIND.fullmatch(words))


def is_more_than_words(row: str) -> bool:
    """The same for a row of a text: one that says copies, or has a label."""
    return bool(_COPIES_LINE.fullmatch(row.strip())) or labelled(Line(1, row, row.strip(), 0, True, None)) is not None


def _said_below(part: Part) -> Part:
    """ "Copies: 3" or "x3" as the first or the last line under a title."""
    if part.kind is None or part.kind.is_rule:
        return part
    for index in (0, -1):
        if part.body and (copies := _COPIES_LINE.fullmatch(part.body[index].words)):
            body = part.body[1:] if index == 0 else part.body[:-1]
            return replace(part, copies=int(copies[1]), body=body)
    return part


def _of_its_kind(part: Part) -> Part:
    """ "Action (x3)": copies that stand on the type line."""
    kind = part.kind
    if kind is None or kind.is_rule or kind.certainty == "said":
        return part
    if not (found := OF_KIND.fullmatch(kind.spelling or kind.words)):
        return part
    again = TypeLine(found[1], "own") if kind.certainty == "own" else type_line(found[1])
    if again is None:
        return part
    return replace(part, kind=again, copies=int(found[2] or found[3] or found[4]))


def _words(part: Part) -> str:
    """The title as it stands; "" for one that was said to be only words."""
    return "" if part.title.words.startswith("\\") else plain(part.title.words)


def _typed(parts: Sequence[Part]) -> list[Part]:
    return [part for part in parts if part.kind]


def _titled(part: Part, title: str, copies: int = 1) -> Part:
    return replace(part, title=replace(part.title, words=title), copies=max(part.copies, copies))


def _without_numbers(parts: list[Part], said: list[Diagnostic]) -> list[Part]:
    """Numbers before all titles, none smaller than the one before, are places in the list."""
    typed = _typed(parts)
    pattern = _BEFORE if _counts_up(typed) else _NUMBERED
    numbers = [pattern.fullmatch(_words(part)) for part in typed]
    if len(typed) < 2 or not all(numbers):
        return parts
    counted = [int(number[1]) for number in numbers if number]
    if counted != sorted(counted):
        return parts
    text = message(
        "The titles are numbered from {first} to {last}; the numbers were taken for places in the list.",
        first=counted[0], last=counted[-1],
    )  # fmt: skip
    said.append(Diagnostic(typed[0].title.number, "listing.numbers", text))
    rest = iter(number[2] for number in numbers if number)
    return [_titled(part, next(rest)) if part.kind else part for part in parts]


def _counts_up(typed: Sequence[Part]) -> bool:
    """ "1 Wet Cement", "2 Frost", "3 Slug": numbers without a mark are places where they go up one by one."""
    return len(typed) > 2 and all(_words(one).partition(" ")[0] == str(n) for n, one in enumerate(typed, 1))


def _counted(parts: list[Part], said: list[Diagnostic]) -> list[Part]:
    """Copies in a spelling that could be part of a title. A Special Rule has none."""
    typed = [part for part in parts if part.kind and not part.kind.is_rule]
    for pattern in _DOUBTFUL:
        found = {id(part): match for part in typed if (match := pattern.fullmatch(_words(part)))}
        if not found:
            continue
        titles = [found[id(part)]["title"] if id(part) in found else title_of(part.title)[0] for part in typed]
        if len(found) > 1 and 2 * len(found) >= len(typed) and len({t.casefold() for t in titles}) == len(titles):
            return [
                _titled(part, match["title"], _count(match)) if (match := found.get(id(part))) else part
                for part in parts
            ]
        first = next(part for part in typed if id(part) in found)
        text = message(
            "“{words}” was kept as a title, with its number. Where a number means copies, write “{title} ×{copies}”.",
            words=_words(first)[:60], title=found[id(first)]["title"][:60], copies=_count(found[id(first)]),
        )  # fmt: skip
        said.append(Diagnostic(first.title.number, "listing.maybe_copies", text))
        break
    return parts


def _count(doubtful: re.Match[str]) -> int:
    return int(doubtful["count"] or doubtful["times"])


def _without_labels(parts: list[Part], said: list[Diagnostic]) -> list[Part]:
    """ "Text:" before the text of every card that has one is no word of it."""
    with_text = [part for part in parts if part.kind and part.body]
    labels = [_label(part) for part in with_text]
    if len(with_text) < 2 or not all(labels):
        return parts
    text = message("“{label}:” stands before every text and was left out.", label=labels[0])
    said.append(Diagnostic(with_text[0].body[0].number, "listing.label", text))
    return [replace(part, body=_unlabelled(part.body)) if part.kind and part.body else part for part in parts]


def _label(part: Part) -> str:
    first = part.body[0]
    found = labelled(first)
    return first.words.partition(":")[0] if found and found[0] == "text" and first.words[:1] not in "*_" else ""


def _unlabelled(body: tuple[Line, ...]) -> tuple[Line, ...]:
    rest = body[0].words.partition(":")[2].strip()
    return (replace(body[0], raw=rest, words=rest), *body[1:])


def said_copies(part: Part) -> tuple[str, int]:
    """A part's title and its copies, wherever they were said."""
    title, copies = title_of(part.title)
    return (title, copies) if copies != 1 else (title, part.copies)
