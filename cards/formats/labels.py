"""Lists in which every line says what it is: "Name: Wet Cement", "Type: Thing", "Text: …"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from cards.formats.lines import Line, line_of, literal
from cards.formats.parts import Found, Part, trimmed
from cards.formats.type_lines import TypeLine, type_line
from cards.rules.limits import CORNER_MAX, corner_length
from studio.kernel.messages import message

LABELS = {
    **dict.fromkeys(("name", "title", "card", "card name", "card title"), "title"),
    **dict.fromkeys(("type", "kind", "card type", "type line"), "type"),
    **dict.fromkeys(
        ("text", "rules", "rules text", "rule text", "card text", "effect", "ability", "description"), "text"
    ),
    **dict.fromkeys(("flavour", "flavor", "flavour text", "flavor text"), "flavour"),
    **dict.fromkeys(("copies", "count", "quantity", "qty", "number of copies", "amount"), "copies"),
    **dict.fromkeys(("creator", "author", "by", "made by", "credit", "card by", "designer"), "maker"),
    "cost": "cost",
}
_COPIES = re.compile(r"[x\u00d7*]?\s?(\d{1,3})\s?[x\u00d7]?")
_LABEL_MAX = 24


def labelled(line: Line) -> tuple[str, str] | None:
    """What field the line says it is, and the rest of it. None for a line without such a label."""
    head, colon, rest = line.words.partition(":")
    if not colon or len(head) > _LABEL_MAX or line.level:
        return None
    field = LABELS.get(head.strip("*_ ").casefold())
    if field is None:
        return None
    return field, (rest.strip().removeprefix("**").removeprefix("__").strip() if head[:1] in "*_" else rest.strip())


def labelled_list(lines: Sequence[Line]) -> Found | None:
    """A card begins at each label of a title; it has a type or a text as well."""
    said = [labelled(line) for line in lines]
    starts = [index for index, label in enumerate(said) if label and label[0] == "title" and label[1]]
    if not starts or sum(label is not None and label[0] in ("type", "text") for label in said) < len(starts):
        return None
    ends = [*starts[1:], len(lines)]
    parts = tuple(_part(lines[start:end], said[start:end]) for start, end in zip(starts, ends, strict=True))
    return Found(trimmed(lines[: starts[0]]), parts, shape=message("a list with labels (“Name:”, “Type:”)"))


def _part(lines: Sequence[Line], said: Sequence[tuple[str, str] | None]) -> Part:
    """The lines of one card. A line without a label goes on where the last label left off."""
    fields: dict[str, list[Line]] = {"text": []}
    field = "text"
    for line, label in zip(trimmed(lines), said, strict=False):
        if label is None:
            fields[field].append(line)
        elif fields.get(label[0]):
            fields["text"].append(line)  # said twice: the second time it is only words
        else:
            field = label[0]
            rest = line_of(line.number, label[1], line.after_blank)
            fields[field] = [rest] if rest else []
    title, kind = lines[0], fields.get("type", [])
    words = " ".join(line.words for line in kind)
    part = Part(
        replace(title, words=fields["title"][0].words),
        type_line(words) or TypeLine(words, "said"),
        kind[0] if kind else title,
        tuple(fields["text"]),
        flavour="\n".join(literal(line.raw).strip() for line in fields.get("flavour", [])),
        maker=" ".join(line.words for line in fields.get("maker", [])),
    )
    return _corners(part, fields)


def _corners(part: Part, fields: dict[str, list[Line]]) -> Part:
    """Copies and cost where they are what they should be; else they stay words of the text."""
    left: list[Line] = []
    for line in fields.get("copies", []):
        if count := _COPIES.fullmatch(line.words):
            part = replace(part, copies=int(count[1]))
        else:
            left.append(replace(line, raw=f"Copies: {line.raw}"))
    for line in fields.get("cost", []):
        if not part.cost and corner_length(line.words) <= CORNER_MAX:
            part = replace(part, cost=line.words)
        else:
            left.append(replace(line, raw=f"Cost: {line.raw}"))
    more_titles = [line for line in fields["title"][1:]]
    return replace(part, body=(*more_titles, *part.body, *left))
